"""The registry: what it promises to pages, files and documentation."""

import doctest
import inspect
import re
from dataclasses import replace

import pytest

from ordquant_core.errors import UnknownNameError
from ordquant_core.measures.registry import (
    MEASURES,
    Measures,
    get_measures,
)
from ordquant_core.papers.references import REFERENCES
from tests.measures.reviewed import facts, kept, texts

every_measure = pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)


@every_measure
def test_the_facts_about_a_measure_are_those_that_were_reviewed(measure):
    known = [line for line in kept("registry.txt") if line.startswith(f"{measure.key}: ")]
    assert known in ([facts(measure)], [] if measure.working is None else [facts(measure)])


def test_the_texts_of_measures_are_those_that_were_reviewed():
    assert [*texts()] == [line for line in kept("registry.txt") if line.split(" ")[0] in ("family", "smoothed", "made")]


def test_an_unknown_key_is_answered_with_every_key_there_is_and_two_measures_have_two_keys():
    with pytest.raises(UnknownNameError, match="Unknown measure 'EMD'") as caught:
        get_measures(["NMD", "EMD"])
    assert all(re.search(rf"\b{key}\b", str(caught.value)) for key in MEASURES)
    with pytest.raises(ValueError, match="two measures have the key NMD: Normalised Match Distance, Another"):
        Measures([MEASURES["NMD"], replace(MEASURES["NMD"], name="Another")])


def test_the_registry_cannot_be_changed_by_accident():
    with pytest.raises(TypeError):
        MEASURES["NMD"] = MEASURES["RNOD"]
    with pytest.raises(AttributeError):
        MEASURES["NMD"].name = "Earth Mover's Distance"


@every_measure
def test_a_record_has_a_formula_a_source_and_a_docstring_with_an_example_that_runs(measure):
    assert measure.formula.startswith(r"\mathrm{" + measure.key.replace("_", r"\_") + "} = ")
    assert all(measure.formula.count(a) == measure.formula.count(b) for a, b in ("{}", (r"\left", r"\right")))
    assert measure.sources or measure.cited
    assert [key for key, _ in measure.sources if key not in REFERENCES] == []
    if measure.sources and measure.family != "other":  # of other fields the paper is named, of software the file
        assert re.match(r"Eqs?\. \d+|Section \d", measure.sources[0][1])
    text = measure.compute.__doc__
    assert ".. math::" in text
    cited = set(re.findall(r"\[([a-z]+\d{4}[a-z]*)\]", text))
    assert cited <= set(REFERENCES)
    in_words = measure.cited and measure.cited in " ".join(text.split())
    assert cited & {key for key, _ in measure.sources} or in_words
    names = dict(inspect.unwrap(measure.compute.kernel).__globals__)
    (found,) = doctest.DocTestFinder(recurse=False).find(measure.compute, measure.key, globs=names)
    result = doctest.DocTestRunner(verbose=False).run(found)
    assert result.attempted > 0 == result.failed

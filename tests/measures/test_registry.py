"""The registry: what it promises to pages, files and documentation."""

import doctest
import inspect
import re
from dataclasses import replace

import pytest

from ordquant_core.errors import UnknownNameError
from ordquant_core.measures.registry import (
    DEFAULT_FAMILIES,
    DEFAULT_MEASURES,
    FAMILIES,
    MAIN_MEASURES,
    MEASURES,
    OTHER_MEASURES,
    RAW_MEASURES,
    Measures,
    get_measures,
)

every_measure = pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)

KEYS_BY_FAMILY = {
    "nominal": {"VD", "NVD", "SS", "RNSS", "KLD", "JSD"},
    "ordinal": {"MD", "NMD", "OD", "NOD", "RNOD", "SOD", "SNOD", "RSNOD", "ADW", "RNADW", "RNOD2", "RNADW2"},
    "priority": {"DNKT"},
    "combined": {"DNKT_JSD", "DNKT_NMD", "DNKT_RNOD"},
    "other": {"RPS", "CJS", "AE", "RMSE", "NAE", "HD", "CHEB", "CLARK", "CANB", "COS"},
}
ASYMMETRIC = {"KLD", "OD", "NOD", "RNOD", "RNOD2", "RNADW2", "DNKT_RNOD", "NAE"}
NOT_EQUIDISTANT = {"RNOD2", "RNADW2"}


@pytest.mark.parametrize("key", [key for keys in KEYS_BY_FAMILY.values() for key in sorted(keys)])
def test_the_facts_are_those_of_the_design_table(key):
    measure = MEASURES[key]
    assert measure.key == key
    assert measure.symmetric == (key not in ASYMMETRIC)
    assert (measure.equidistant is False) == (key in NOT_EQUIDISTANT)
    has_distances = measure.family == "ordinal" or key in ("DNKT_NMD", "DNKT_RNOD", "RPS", "CJS")
    assert (measure.equidistant is not None) == has_distances


def test_unnormalised_variants_are_steps_towards_main_measures():
    assert set(RAW_MEASURES) >= {"VD", "SS", "KLD", "MD", "OD", "NOD", "SOD", "SNOD", "ADW"}
    assert set(MAIN_MEASURES) == set(DEFAULT_MEASURES) - set(RAW_MEASURES)
    assert {MEASURES[key].raw_of for key in RAW_MEASURES} <= set(MAIN_MEASURES)


def test_measures_of_other_fields_are_no_default():
    assert set(DEFAULT_MEASURES) == {key for key, measure in MEASURES.items() if measure.family != "other"}
    assert (*DEFAULT_MEASURES, *OTHER_MEASURES) == tuple(MEASURES)
    assert (*DEFAULT_FAMILIES, "other") == tuple(FAMILIES)
    assert list(get_measures(OTHER_MEASURES)) == [MEASURES[key] for key in OTHER_MEASURES]


def test_an_unknown_key_is_answered_with_every_key_there_is():
    with pytest.raises(UnknownNameError, match="Unknown measure 'EMD'") as caught:
        get_measures(["NMD", "EMD"])
    assert all(re.search(rf"\b{key}\b", str(caught.value)) for key in MEASURES)


def test_the_registry_cannot_be_changed_by_accident():
    with pytest.raises(TypeError):
        MEASURES["NMD"] = MEASURES["RNOD"]
    with pytest.raises(AttributeError):
        MEASURES["NMD"].name = "Earth Mover's Distance"


@every_measure
def test_the_formula_is_latex_that_names_what_it_defines(measure):
    assert measure.formula.startswith(r"\mathrm{" + measure.key.replace("_", r"\_") + "} = ")
    assert measure.formula.count("{") == measure.formula.count("}")
    assert measure.formula.count(r"\left") == measure.formula.count(r"\right")


@every_measure
def test_every_source_is_a_known_reference_or_given_in_words_and_the_first_says_where(measure):
    from ordquant_core.papers.references import REFERENCES

    assert measure.sources or measure.cited
    assert [key for key, _ in measure.sources if key not in REFERENCES] == []
    if measure.sources and measure.family != "other":  # of other fields the paper is named, of software the file
        assert re.match(r"Eqs?\. \d+|Section \d", measure.sources[0][1])


@every_measure
def test_the_docstring_has_a_formula_a_reference_and_an_example_that_runs(measure):
    from ordquant_core.papers.references import REFERENCES

    text = measure.compute.__doc__
    assert ".. math::" in text
    cited = re.findall(r"\[([a-z]+\d{4}[a-z]*)\]", text)
    assert set(cited) <= set(REFERENCES)
    assert set(cited) & {key for key, _ in measure.sources} or (
        measure.cited and measure.cited in " ".join(text.split())
    )
    examples = doctest.DocTestFinder(recurse=False).find(
        measure.compute, measure.key, globs=dict(inspect.unwrap(measure.compute.kernel).__globals__)
    )
    results = [doctest.DocTestRunner(verbose=False).run(example) for example in examples]
    assert sum(result.attempted for result in results) > 0
    assert sum(result.failed for result in results) == 0


def test_two_measures_cannot_have_the_same_key():
    with pytest.raises(ValueError, match="two measures have the key NMD: Normalised Match Distance, Another"):
        Measures([MEASURES["NMD"], replace(MEASURES["NMD"], name="Another")])

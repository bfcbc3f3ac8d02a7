"""A study of several tasks: its page and figures hold what was found; its tables: tests/commands/study.md."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.comparison import preferences
from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.analysis.scoring import score
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.experiments import COMBINED, MEASURES_OF_LQ_2021, PLOTTED
from ordquant_core.records import Task
from ordquant_core.report import study
from ordquant_core.reproduction import from_gold
from ordquant_core.reproduction.study import Measures, Settings, examine
from ordquant_core.tasks.published.description import NO_FACTS
from ordquant_core.writing import lq2021
from ordquant_core.writing.study import paper_tables
from tests.findings.resamples import p_table
from tests.report.test_report import Page, words

KEYS = ("NMD", "RNOD")
SMALL = Settings(Measures(MEASURES_OF_LQ_2021, ("NMD", "RNOD", "JSD", "DNKT"), COMBINED, KEYS), n_trials=20, n_splits=5)
SAID = Path(__file__).with_name("said.txt")  # written anew by `python -m tests.writing.test_study`


def made(scale="A", cases=390, runs=("r", "s")):
    chance = np.random.default_rng(1)
    votes = chance.multinomial(19, chance.dirichlet(np.ones(5)), size=cases)
    estimates = chance.dirichlet(np.ones(5), size=(len(runs), cases))
    return Task("t", scale, tuple("abcde"), tuple(map(str, range(cases))), votes / 19, votes, runs, estimates)


def examined():
    """Return a study of two tasks; the second is recognised as one of SemEval, whose runs included no baselines."""
    semeval = made(None, 100)
    known = tuple(
        replace(each, digest=from_gold.digest_of(semeval.gold)) if each.name == "Sem16T4E" else each
        for each in from_gold.DATA_SETS
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(from_gold, "DATA_SETS", known)
        return examine("stc", made(), SMALL), examine("sem", semeval, SMALL)


def page_of(results):
    tables = paper_tables(results, [NO_FACTS] * 2, SMALL)
    how = {"Seed": "1", "Trials": "20"}
    return Page(study.study_page("Two <tasks>", tables, left_out=["x: it is empty"], notes=["a note"], how=how))


@pytest.fixture(scope="module")
def results():
    return examined()


def test_the_page_of_a_study_says_what_was_reviewed_and_holds_every_row_of_its_tables(results):
    page = page_of(results)
    assert words(page) == SAID.read_text(encoding="utf-8").splitlines()
    assert not page.open
    blocks = [block for table in paper_tables(results, [NO_FACTS] * 2, SMALL) for block in table.blocks]
    assert [len(table) - 1 for table in page.tables] == [len(block.rows) for block in blocks]


def test_the_figures_of_a_study_are_panels_of_the_pairs_of_lq_2021_with_their_correlations(results, monkeypatch):
    drawn = []
    monkeypatch.setattr(study, "sheets", lambda figures, width: drawn.append(list(figures)) or b"%PDF")
    figures = list(study.study_figures(results))
    assert [one.name for one in figures] == ["1-stc-figure-1", "1-stc-figure-2", "2-sem-figure-1", "2-sem-figure-2"]
    expected = zip(figures, drawn, np.repeat(results, 2), [*zip(PLOTTED, (2, 3), strict=True)] * 2, strict=True)
    for one, panels, result, (pairs, columns) in expected:
        assert (one.pdf, one.panels.columns, one.panels.number) == (b"%PDF", columns, len(pairs))
        assert one.panels.caption.startswith(f"{result.name}: margins of Popularity and Uniform on ")
        for panel, pair in zip(panels, pairs, strict=True):
            x, y = (result.deltas[result.preferences.measures.index(key)] for key in pair)
            title = panel.layout.title
            assert title.subtitle.text.startswith(f"r = {np.corrcoef(x, y)[0, 1]:.3f} [".replace("-", "−"))
            labels = " and ".join(MEASURES[key].label for key in pair)
            assert title.text == f"{labels} disagree on {np.sum(x.round(12) * y < 0)} of {len(x)} cases"


def test_a_power_of_half_is_bold_and_one_below_40_percent_is_underlined():
    pairs, means = list(combinations(range(5), 2)), np.arange(5)[None] / 10
    gaps = means[:, :, None] - means[:, None, :]
    results = []
    for number in (5, 4, 3):
        p = p_table(5, *pairs[:number])[None]
        test = Discrimination(("NMD",), tuple("xyzuv"), 30, means, p, gaps, gaps, 1000)
        results.append(SimpleNamespace(name="t", discrimination=test, tested=made(), copies=()))
    blocks = lq2021.discriminative_power(results, 0.05).blocks
    marks = [(row[3].text, row[3].bold, row[3].underlined) for block in blocks for row in block.rows]
    assert marks[:3] == [("50.0", True, False), ("40.0", False, False), ("30.0", False, True)]


if __name__ == "__main__":
    SAID.write_text("\n".join(words(page_of(examined()))) + "\n", encoding="utf-8")


def test_some_measures_are_chosen_in_their_order():
    one = with_baselines(made())
    found = preferences(score(one, MEASURES_OF_LQ_2021), *one.runs[-2:])
    some = lq2021.of_measures(found, ("JSD", "NMD"))
    assert some.measures == ("JSD", "NMD")
    for name in ("prefers_a", "prefers_b", "mean_delta"):
        assert getattr(some, name).tolist() == getattr(found, name)[[5, 0]].tolist()

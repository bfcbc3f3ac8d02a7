"""What a report adds to the means: intervals, p-values, two runs that differ, cases; equal to pages and commands."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.__main__ import main
from ordquant_core.analysis.comparison import deltas, disagreement
from ordquant_core.analysis.discrimination import separate_runs
from ordquant_core.analysis.scoring import score
from ordquant_core.analysis.task_report import LISTED, task_report
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.report import report
from ordquant_core.statistics.mean_interval import mean_interval
from tests.report.test_report import Page, made


@pytest.fixture(scope="module")
def task():
    """The best run stands last: whatever is drawn at random must not depend on the order of the means."""
    return made().only(["four", "two", "three", "one"])


@pytest.fixture(scope="module")
def page(task):
    return Page(report(task, n_trials=200, seed=3))


def tables_with(page, heading):
    return [table for table in page.tables if table[0][0]["text"] == heading]


def headings(table):
    return [cell["text"] for cell in table[0]]


def test_the_intervals_are_those_of_the_means_over_the_cases(page, task):
    scores = score(task)
    expected = mean_interval(scores.values, bounds=(0, 2))
    found = {}
    for table in tables_with(page, "Run"):
        for row in table[1:]:
            for name, cell in zip(headings(table)[1:], row[1:], strict=True):
                if " to " in cell["text"]:
                    found[name, row[0]["text"]] = tuple(map(float, cell["title"].split(" to ")))
    assert len(found) == len(MAIN_MEASURES) * 4
    for m, key in enumerate(MAIN_MEASURES):
        for r, run in enumerate(task.runs):
            bounds = expected.low[m, r], expected.high[m, r]
            assert found[MEASURES[key].label, run] == pytest.approx(bounds, abs=1e-12)


def test_the_p_values_are_those_of_the_test_in_the_order_of_the_task(page, task):
    expected = separate_runs(score(task), n_trials=200, rng=np.random.default_rng(3))
    (table,) = tables_with(page, "Pair of runs")
    assert headings(table)[1:] == [MEASURES[key].label for key in MAIN_MEASURES]
    assert len(table) == 1 + 6
    for row in table[1:]:
        a, b = (task.runs.index(run) for run in row[0]["text"].split(" – "))
        for m, cell in enumerate(row[1:]):
            p = float(expected.p_values[m, a, b])
            assert float(cell["title"]) == p
            at_its_bound = p <= 1 / 201 + 1e-12
            assert cell["text"] == ("≤ 0.005" if at_its_bound else f"{p:.3f}")
            assert cell.get("bold", False) == (p < 0.05)


def test_the_command_line_and_the_report_count_the_same_pairs(task, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    tables = {"gold": task.gold} | dict(zip(task.runs, task.estimates, strict=True))
    for name, rows in tables.items():
        lines = [",".join([case, *map(repr, row.tolist())]) for case, row in zip(task.cases, rows, strict=True)]
        (tmp_path / f"{name}.csv").write_text("\n".join(["case,a,b,c", *lines]) + "\n")
    files = ["gold.csv", *(f"{run}.csv" for run in task.runs)]
    random = ["--trials", "200", "--seed", "3", "--measures", ",".join(MAIN_MEASURES)]
    assert main(["discriminative-power", *files, *random]) == 0
    counts = {key: count for key, count, *_ in (line.split(",") for line in capsys.readouterr().out.splitlines()[1:])}
    assert main(["report", *files, *random]) == 0
    written = Page(capsys.readouterr().out)
    last = next(table[-1] for table in tables_with(written, "Run") if table[-1][0]["text"].startswith("Pairs"))
    assert [cell["text"] for cell in last[1:]] == [counts[key] for key in MAIN_MEASURES]
    assert len(set(counts.values())) > 1


def test_the_scatterplot_takes_the_best_run_and_the_next_best_that_is_no_copy(task):
    order = ["one", "two", "three"]
    some = task.only(order)
    twice = replace(some, runs=("copy", *order), estimates=np.concatenate([some.estimates[:1], some.estimates]))
    found = task_report(twice, ["NMD", "RNOD"], n_trials=50, seed=1)
    assert found.pair.runs == ("copy", "two")
    assert (found.pair.deltas == deltas(score(some, ["NMD", "RNOD"]), "one", "two")).all()
    figure = Page(report(twice, ["NMD", "RNOD"], n_trials=50)).json("figures")["deltas"]
    assert "A copy" in str(figure["layout"])
    assert "B two" in str(figure["layout"])


def test_the_cases_of_greatest_disagreement_are_listed_with_their_deltas():
    task = made(n_cases=60, runs=("x", "y"), classes=tuple("abcde"), seed=4)
    task = replace(task, estimates=np.random.default_rng(5).dirichlet(np.ones(5), size=(2, 60)))
    page = Page(report(task, n_trials=50))
    (table,) = tables_with(page, "Case")
    assert headings(table) == ["Case", "ΔNMD", "NMD prefers", "ΔRNOD", "RNOD prefers"]
    best = tables_with(page, "Run")[0][1][0]["text"]
    other = tables_with(page, "Run")[0][2][0]["text"]
    first, second = deltas(score(task), best, other)[:2]
    apart = np.flatnonzero(disagreement(first, second))
    size = np.minimum(np.abs(first), np.abs(second))
    expected = sorted(apart.tolist(), key=lambda case: (-round(size[case], 12), case))[:LISTED]
    assert [row[0]["text"] for row in table[1:]] == [task.cases[case] for case in expected]
    assert expected
    for row, case in zip(table[1:], expected, strict=True):
        for place, values in ((1, first), (3, second)):
            assert float(row[place]["title"]) == values[case]
            assert row[place]["text"] == f"{values[case]:+.3f}".replace("-", "−")
            assert row[place + 1]["text"] == (best if values[case] < 0 else other)
    assert any(f"on {len(apart)} of 60 cases" in text for text in page.texts["figcaption"])


def test_the_description_stands_under_the_title_as_text(task):
    page = Page(report(task, ["NMD"], n_trials=50, description="Votes & <b>more</b>"))
    assert "Votes & <b>more</b>" in page.texts["p"]
    assert not any(attributes.get("class") == "description" for _, attributes in Page(report(task, ["NMD"])).elements)


def test_infinite_measures_have_no_interval_and_the_page_says_so(task):
    gold = task.gold.copy()
    gold[0] = [1, 0, 0]
    page = Page(report(replace(task, gold=gold, votes=None), ["NMD", "KLD"], n_trials=50))
    assert any("No intervals, as infinite on some case: KLD." in text for text in page.texts["p"])

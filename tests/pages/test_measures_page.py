"""Measures: what every view says of two measures, choices, and the tables in the form of the papers.

That its tables hold what the commands write: test_pages.py.
"""

import re
from itertools import pairwise

import numpy as np
import pytest

from ordquant_core.analysis import agreement, consistency, discrimination
from ordquant_core.analysis.scoring import choose, score
from ordquant_core.findings import rankings
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import interval
from ordquant_core.tasks import folder, read_task
from pages.measures import overlap, state
from pages.shared import downloads, links
from tests.pages.apps import ROOT, app_at, chosen, offered, said, table, text_of, verdict

pytestmark = pytest.mark.slow

KEYS = ("NMD", "RNOD", "NVD", "DNKT")
FEW = {"task": "breakdown-labels", "trials": "100", "splits": "20", "measures": ",".join(KEYS)}
TWO_TASKS = {"with": "dialogue-quality|"}
every_view = pytest.mark.parametrize("view", list(state.VIEWS))


def measures(view, **query):
    app = app_at("pages/measures/page.py", **(FEW | {"view": view} | query))
    assert not app.exception
    return app


def label(key):
    return MEASURES[key].label


@pytest.fixture(scope="module")
def task():
    return read_task(folder(ROOT / "ordquant_core/samples/breakdown-labels")).task


@pytest.fixture(scope="module")
def scores(task):
    return score(task, KEYS)


@pytest.fixture(scope="module")
def tested(scores):
    return discrimination.separate_runs(scores, n_trials=100, rng=np.random.default_rng(1))


@every_view
def test_every_view_says_which_tasks_and_runs_it_is_about(view):
    app = measures(view, baselines="yes", **TWO_TASKS)
    assert re.search(r"\d", verdict(app))
    because = said(app, "because")
    assert "Tasks: Breakdown labels (synthetic), Dialogue quality (synthetic)." in because
    assert "Runs compared: the runs of every task and the baselines Popularity and Uniform." in because
    assert ("For Breakdown labels (synthetic), with cases resampled" in because) is (view == "consistency")
    if view == "agreement":
        assert rankings.LONG_CLIFF in said(app, "no_interval")
        assert "n/a" not in {cell for row in table(app, "intervals") for cell in row}
    assert "Runs compared: 4 runs, without baselines." in said(measures(view), "because")


def test_agreement_says_how_alike_two_measures_rank_and_lists_the_runs_that_move(scores):
    app = measures("agreement", x="NMD", y="DNKT")
    found = agreement.agreement(scores)
    i, j = 0, 3
    bounds = found.low_long_cliff[i, j], found.high_long_cliff[i, j]
    assert said(app, "tau") == f"Tau {found.tau[i, j]:.3f}, 95% interval {interval(*bounds)}."
    similar = dict(zip(map(label, KEYS), found.average_similarity, strict=True))
    rows = table(app, "similarity")
    assert [row[:2] for row in rows] == [
        [key, f"{similar[key]:.3f}"] for key in sorted(similar, key=similar.get, reverse=True)
    ]
    ranks = agreement.ranks(scores.values.mean(axis=2))[[i, j]]
    orders = np.sign(ranks[:, :, None] - ranks[:, None, :])
    assert (
        said(app, "pair")
        == f"NMD and DNKT order {(orders[0] * orders[1] < 0).sum() // 2} of 6 pairs of runs differently."
    )
    moved = {run: (int(x), int(y)) for run, x, y, _ in table(app, "moved")}
    of_all = dict(zip(scores.runs, zip(*ranks.tolist(), strict=True), strict=True))
    assert moved == {run: places for run, places in of_all.items() if places[0] != places[1]}
    assert (chosen(app, "x", "pair"), chosen(app, "y", "pair")) == ("NMD", "DNKT")
    assert [words for words, free in offered(app, "x", "pair").items() if not free] == ["DNKT"]


def test_consistency_says_how_many_cases_a_tau_takes_and_sorts_the_measures(scores):
    app = measures("consistency", size="7", target="0.7")
    found = consistency.consistency_experiment(scores, size=7, n_splits=20, seed=1)
    splits = consistency.draw_splits(len(scores.cases), 20, np.random.default_rng(1))
    order = np.argsort(-found.half.means, kind="stable")
    needed = consistency.cases_needed(scores, splits, found.curve, 0.7)
    assert [row[:4] for row in table(app, "consistency")] == [
        [
            label(KEYS[m]),
            f"{found.half.means[m]:.3f}",
            f"{found.small.means[m]:.3f}",
            str(needed[m] or "more than half"),
        ]
        for m in order
    ]
    gaps, width = found.half_test.differences[:, 0], found.half_test.half_widths()[:, 0]
    for m, row in zip(order, table(app, "consistency"), strict=True):
        assert row[4] == (interval(gaps[m] - width[m], gaps[m] + width[m]) if m else "–")
    assert chosen(app, "target", "pair") == "0.7"
    assert said(app, "pair").startswith(f"Tau 0.7 takes {needed[0] or 'more than half'} ")
    assert "B = 20 times (seed 1)" in said(app, "because")


def test_power_and_overlap_count_the_pairs_that_two_measures_separate(tested):
    app = measures("power", y="DNKT", alpha="0.2")
    counts = {label(one.measure): one.significant for one in discrimination.powers(tested, 0.2)}
    rows = table(app, "power")
    assert [(row[0], int(row[1])) for row in rows] == sorted(counts.items(), key=lambda one: -one[1])
    assert said(app, "pair") == f"NMD separates {counts['NMD']} of 6 pairs of runs, DNKT {counts['DNKT']}."
    assert "alpha = 0.2, B = 100 trials, seed 1" in said(app, "because")
    app = measures("overlap", y="DNKT", alpha="0.2")
    found = {(one.measure_1, one.measure_2): one for one in discrimination.overlaps(tested, 0.2)}
    one = found["NMD", "DNKT"]
    assert f"overlap {100 * one.sso:.1f}%" in said(app, "pair")
    assert [int(row[2]) for row in table(app, "overlap_pair")] == [one.a, one.b, one.c]


@pytest.fixture(scope="module")
def contradicting():
    """The other sample, where measures contradict each other, as the page tests it."""
    keys = ("NMD", "RNOD", "NVD", "DNKT", "RNSS", "JSD")
    task = read_task(folder(ROOT / "ordquant_core/samples/dialogue-quality")).task
    return task, discrimination.separate_runs(score(task, keys), n_trials=100, rng=np.random.default_rng(1))


def test_contradictions_are_listed_explained_and_left_out_of_the_overlap(contradicting, monkeypatch):
    leads = {}
    monkeypatch.setattr(links, "page_link", lambda page, label, icon, query=None, **more: leads.update({label: query}))
    task, tested = contradicting
    few = {"task": "dialogue-quality", "measures": ",".join(tested.measures)}
    listed = discrimination.contradictions(tested)
    first, second = max({(one.measure_1, one.measure_2) for one in listed}, key=str)
    n = sum((one.measure_1, one.measure_2) == (first, second) for one in listed)
    app = measures("overlap", x=first, y=second, **few)
    assert [tuple(row) for row in table(app, "contradictions")] == [
        (label(one.measure_1), label(one.measure_2), one.run_1, one.run_2) for one in listed[: overlap.LISTED]
    ]
    pairs = len({(one.measure_1, one.measure_2) for one in listed})
    assert f"{len(listed)} contradictions between {pairs} pairs of measures" in said(app, "contradict")
    words = " ".join(text_of(block.value) for block in app.html)
    one = next(o for o in discrimination.overlaps(tested) if (o.measure_1, o.measure_2) == (first, second))
    without = f"{100 * (one.b - n) / (one.a + one.b + one.c - n):.1f}%."
    assert re.search(rf"They contradict each other on {n} pairs? of runs; without these, overlap {without}", words)
    query = leads["See the cases behind this contradiction"]
    (of,) = (o for o in listed if (o.run_1, o.run_2, o.measure_1, o.measure_2) == tuple(query[k] for k in "abxy"))
    assert {of.measure_1, of.measure_2} == {first, second}
    app = measures("overlap", printed="yes", **few)  # as in the paper
    both = {(o.measure_1, o.measure_2): (o, left) for o, left in discrimination.overlaps_left(tested)}
    keys, rows = tested.measures, table(app, "significance-overlap-0")
    names = [label(key) for key in keys]
    for row, below in pairwise(rows):  # counts are in the line below; those without contradictions have no name
        for j in range(len(keys)):
            if row[0] and j > names.index(row[0]):
                o, _ = both[keys[names.index(row[0])], keys[j]]
                assert (row[j], below[j]) == (f"{100 * o.sso:.1f}", f"({o.a}/{o.b}/{o.c})")
    o, left = both[listed[0].measure_1, listed[0].measure_2]
    assert left.sso < o.sso
    assert {f"{100 * left.sso:.1f}", f"({left.a}/{left.b}/{left.c})"} <= {cell for row in rows for cell in row}
    joined = discrimination.joined(listed, discrimination.identical_runs(task))
    assert sum(row[2].count(",") + 1 for row in table(app, "contradicting-runs-0")) == len(joined)
    counts = [cell for row in table(app, "contradictions-0") for cell in row[1:] if cell not in ("", "–")]
    assert sum(int(cell.split()[0]) for cell in counts) == len(listed)


def test_information_says_what_is_left_given_other_measures_the_least_first(scores):
    app = measures("information", y="DNKT", given="NVD")
    found = agreement.remaining_information(scores, ("NMD", "DNKT"), ("NVD",), rng=np.random.default_rng(1))
    words = f"share {found.alone:.0%} of the information in their rankings; given NVD, {found.left:.0%}."
    assert verdict(app).endswith(words)
    assert said(app, "bits").startswith(f"{found.alone:.3f} of 1 bit on 6 pairs of runs")
    by_chance = f"(given unrelated rankings, {found.left_by_chance:.3f} on average)"
    assert said(app, "bits").endswith(f"; given NVD, {found.left:.3f} bits remain {by_chance}.")
    rows = table(app, "explained")
    assert [f"{found.left:.3f}", f"{found.left_by_chance:.3f}"] in [row[1:] for row in rows if row[0] == "NVD"]
    assert len(rows) == len(KEYS) - 2
    assert [float(row[1]) for row in rows] == sorted(float(row[1]) for row in rows)


# In the form of the papers


def test_consistency_is_drawn_as_in_the_paper_with_the_symbols_of_its_test(scores):
    app = measures("consistency", printed="yes")
    some = choose(scores, KEYS)
    splits = consistency.draw_splits(len(scores.cases), 20, np.random.default_rng(1))
    half = consistency.consistency(some, splits)
    test = consistency.compare_over_splits(half, n_trials=100, rng=np.random.default_rng(1))
    better = (test.p_values[0] < 0.05) & (test.differences[0] > 0)
    signs, order = ("†", "♥", "∗", "∘"), np.argsort(-half.means, kind="stable")
    expected = [
        (label(KEYS[m]), f"{half.means[m]:.4f}", "".join(signs[n] for n in order if better[m, n])) for m in order
    ]
    assert [tuple(row[:3]) for row in table(app, "ranking-consistency-0")] == expected


def test_combined_measures_are_drawn_as_in_the_paper(task):
    app = measures("agreement", printed="yes", measures="NMD,JSD")
    found = agreement.agreement(score(task, ("DNKT", "NMD", "DNKT_NMD")))
    row = next(row for row in table(app, "combined-measures-0") if row[0] == "NMD")
    assert row[1:] == [f"{found.tau[pair]:.3f}" for pair in ((0, 1), (0, 2), (1, 2))]
    assert "Table 24" in said(app, "form-combined-measures-averages")


def test_tables_of_several_tasks_name_the_task_of_each_row(monkeypatch):
    made = {}
    keep = lambda label, make, name, notes=(): made.__setitem__(name, make())  # noqa: E731
    monkeypatch.setattr(downloads, "table_button", keep)
    for view in state.VIEWS:
        measures(view, **TWO_TASKS)
    names = ["Breakdown labels (synthetic)", "Dialogue quality (synthetic)"]
    of_tasks = [frame for frame in made.values() if "task" in frame]
    assert len(of_tasks) == 9
    for frame in of_tasks:
        assert {*frame["task"]} <= {*names}
        assert "compared" in frame

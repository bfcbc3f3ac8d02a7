"""Measures: every view says what the core computes, opens from a link, and refuses what it cannot show."""

import re
from itertools import pairwise

import numpy as np
import pytest

from ordquant_core.analysis import agreement, consistency, discrimination
from ordquant_core.analysis.scoring import choose, score
from ordquant_core.findings import rankings
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.numerals import interval
from ordquant_core.tasks import File, read_task
from pages.measures import overlap, state
from pages.shared import downloads, evaluation_settings
from tests.html_tables import cells_of
from tests.pages.apps import ROOT, app_at, chosen, messages, offered, shown, text_of, verdict
from tests.pages.grammar import check_round_trip, check_round_trips

PAGE = "pages/measures/page.py"
FEW = {"task": "dialogue-quality", "trials": "200", "splits": "60"}
KEYS = ("NMD", "RNOD", "NVD", "DNKT")
every_view = pytest.mark.parametrize("view", list(state.VIEWS))


def measures(view, **query):
    return app_at(PAGE, **(FEW | {"view": view} | query))


def sample(name="dialogue-quality"):
    folder = ROOT / "ordquant_core" / "samples" / name
    paths = [folder / "gold.csv", *sorted((folder / "runs").glob("*.csv"))]
    files = [File(path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths]
    return read_task(files).task


def table(app, name):
    return cells_of(shown(app, f'id="{name}"'), name)


def because(app):
    return text_of(shown(app, 'id="because"'))


def label(key):
    return MEASURES[key].label


@pytest.fixture(scope="module")
def scores():
    return score(sample(), MAIN_MEASURES)


@pytest.fixture(scope="module")
def tested(scores):
    return discrimination.separate_runs(scores, n_trials=200, rng=np.random.default_rng(1))


@every_view
def test_every_view_opens_from_a_link_with_a_finding(view):
    app = measures(view)
    assert not app.exception
    assert not messages(app)
    assert verdict(app).endswith(".")
    assert re.search(r"\d", verdict(app))
    assert "Synthetic data" in text_of(shown(app, "20 annotators"))


@every_view
def test_every_view_takes_several_tasks_at_once(view):
    app = measures(view, **{"with": "breakdown-labels|", "measures": ",".join(KEYS)})
    assert not app.exception
    assert not messages(app)
    assert "Tasks: Dialogue quality (synthetic), Breakdown labels (synthetic)." in because(app)
    if view == "agreement":
        assert rankings.LONG_CLIFF in text_of(shown(app, 'id="no_interval"'))
        assert "n/a" not in {cell for row in cells_of(shown(app, 'id="intervals"'), "intervals") for cell in row}
    of_one = "For Dialogue quality (synthetic), with cases resampled" in because(app)
    assert of_one is (view == "consistency")  # its test is of the current task alone


# Agreement


def test_agreement_is_that_of_the_core(scores):
    app = measures("agreement", x="NMD", y="JSD")
    found = agreement.agreement(scores)
    similar = dict(zip(scores.measures, found.average_similarity, strict=True))
    order = sorted(similar, key=similar.get, reverse=True)
    over_cases = agreement.similarity_over_cases([scores], seed=1)
    said, rest = rankings.similarity(over_cases, "")
    assert verdict(app) == said
    assert rest in text_of(shown(app, 'id="rest"'))
    rows = table(app, "similarity")
    assert [row[0] for row in rows] == [label(key) for key in order]
    assert [row[1] for row in rows] == [f"{similar[key]:.3f}" for key in order]
    assert (chosen(app, "x", "pair"), chosen(app, "y", "pair")) == ("NMD", "JSD")
    assert [label for label, free in offered(app, "x", "pair").items() if not free] == ["JSD"]
    i, j = scores.measures.index("NMD"), scores.measures.index("JSD")
    long_cliff = f"{found.low_long_cliff[i, j]:.3f} to {found.high_long_cliff[i, j]:.3f}"
    assert text_of(shown(app, 'id="tau"')) == f"Tau {found.tau[i, j]:.3f}, 95% interval {long_cliff}."
    ranks = agreement.ranks(scores.values.mean(axis=2))[[i, j]]
    orders = np.sign(ranks[:, :, None] - ranks[:, None, :])
    differ = (orders[0] * orders[1] < 0).sum() // 2
    assert text_of(shown(app, 'id="pair"')) == f"NMD and JSD order {differ} of 153 pairs of runs differently."
    moved = {run: (int(x), int(y)) for run, x, y, _ in table(app, "moved")}
    assert moved.items() <= dict(zip(scores.runs, zip(*ranks.tolist(), strict=True), strict=True)).items()
    moves = [abs(x - y) for x, y in moved.values()]
    assert moves == sorted(abs(ranks[0] - ranks[1]), reverse=True)[: len(moves)]
    assert f"it is {found.low[i, j]:.3f} to {found.high[i, j]:.3f}." in because(app)
    assert "12 decimals" in because(app)


# Consistency


def test_consistency_is_that_of_the_core(scores):
    app = measures("consistency", size="7", target="0.7")
    splits = consistency.draw_splits(300, 60, np.random.default_rng(1))
    half, small = (consistency.consistency(scores, splits, size=size) for size in (None, 7))
    order = np.argsort(-half.means, kind="stable")
    found = consistency.consistency_experiment(scores, size=7, n_splits=60, seed=1)
    said, rest = rankings.consistency(found.half_test.taus, "", found.half_test, 0.05)
    assert verdict(app) == said
    under = text_of(shown(app, 'id="rest"'))
    assert under.startswith("Tau between the rankings by halves of 150 cases. ")
    assert rest in under
    rows = table(app, "consistency")
    assert [row[0] for row in rows] == [label(scores.measures[m]) for m in order]
    assert [row[1] for row in rows] == [f"{half.means[m]:.3f}" for m in order]
    assert [row[2] for row in rows] == [f"{small.means[m]:.3f}" for m in order]
    better = found.half_test.outperformed()
    assert f"resampled, {sum(map(len, better))} of 78 pairs of measures differ" in text_of(shown(app, 'id="differing"'))
    gaps, width = found.half_test.differences[:, 0], found.half_test.half_widths()[:, 0]
    for m, row in zip(order, rows, strict=True):
        assert row[4] == (interval(gaps[m] - width[m], gaps[m] + width[m]) if m else "–")
    letters = {row[0]: row[5] for row in rows} if any(better) else {}
    for m, row in zip(order, rows, strict=True):
        expected = "".join(sorted(letters[label(scores.measures[other])] for other in better[m])) or "none"
        assert row[6:] == ([expected] if any(better) else [])
    curve = consistency.curve(scores, splits, consistency.usual_sizes(300))
    needed = consistency.cases_needed(scores, splits, curve, 0.7)
    assert [row[3] for row in rows] == [str(needed[m]) if needed[m] else "more than half" for m in order]
    assert chosen(app, "target", "pair") == "0.7"
    assert text_of(shown(app, 'id="pair"')).startswith(f"Tau 0.7 takes {needed[0]} cases per set by NMD, ")
    assert "B = 60 times (seed 1)" in because(app)


# Discriminative power


def test_powers_are_those_of_the_core(tested):
    app = measures("power")
    found = {label(power.measure): power for power in discrimination.powers(tested)}
    rows = table(app, "power")
    assert {row[0]: int(row[1]) for row in rows} == {key: power.significant for key, power in found.items()}
    for row in rows:
        assert row[2] == f"{100 * found[row[0]].share:.1f}%"
    counts = [int(row[1]) for row in rows]
    assert counts == sorted(counts, reverse=True)
    x, y = found["NMD"].significant, found["RNOD"].significant
    assert text_of(shown(app, 'id="pair"')) == f"NMD separates {x} of 153 pairs of runs, RNOD {y}."


# Overlaps and contradictions


def test_overlaps_and_contradictions_are_those_of_the_core(tested):
    app = measures("overlap", x="NMD", y="RNOD")
    found = {(one.measure_1, one.measure_2): one for one in discrimination.overlaps(tested)}
    one = found["NMD", "RNOD"]
    assert f"overlap {100 * one.sso:.1f}%" in text_of(shown(app, 'id="pair"'))
    assert [int(row[2]) for row in table(app, "overlap_pair")] == [one.a, one.b, one.c]
    least = min(one.sso for one in found.values())
    assert f"({100 * least:.1f}%)" in text_of(shown(app, 'id="contradict"'))
    listed = discrimination.contradictions(tested)
    rows = table(app, "contradictions")
    expected = [(label(c.measure_1), label(c.measure_2), c.run_1, c.run_2) for c in listed[: overlap.LISTED]]
    assert [tuple(row) for row in rows] == expected
    pairs = len({(c.measure_1, c.measure_2) for c in listed})
    assert f"{len(listed)} contradictions between {pairs} pairs of measures" in text_of(shown(app, 'id="contradict"'))


@pytest.mark.parametrize("several", [{}, {"with": "breakdown-labels|"}])
def test_two_measures_that_contradict_each_other_overlap_less_without_that(tested, several):
    listed = discrimination.contradictions(tested)
    first, second = max({(c.measure_1, c.measure_2) for c in listed}, key=lambda pair: str(pair))
    n = sum((c.measure_1, c.measure_2) == (first, second) for c in listed)
    app = measures("overlap", x=first, y=second, **several)
    said = " ".join(text_of(block.value) for block in app.html)
    assert re.search(rf"They contradict each other on {n} pairs? of runs; without these, overlap ", said)
    if not several:
        one = next(o for o in discrimination.overlaps(tested) if (o.measure_1, o.measure_2) == (first, second))
        assert f"overlap {100 * (one.b - n) / (one.a + one.b + one.c - n):.1f}%." in said


@pytest.mark.parametrize("choice", ["", "x", "-1", "7", "9" * 30])
def test_what_a_browser_sends_is_checked(choice):
    overlap._pick((), choice)  # touches the session only for a contradiction that is listed


@pytest.mark.parametrize(
    ("act", "pair"),
    [
        (lambda: state.show_pair(KEYS, (2, 3)), ["NVD", "DNKT"]),
        (lambda: state.show_pair(KEYS, (2, 2)), ["NMD", "RNOD"]),
        (lambda: state.show_pair(KEYS, (-1, 2)), ["NMD", "RNOD"]),
        (lambda: state.show_pair(KEYS, (0, 1, 9)), ["NMD", "RNOD"]),
        (lambda: state.show_pair(KEYS, ()), ["NMD", "RNOD"]),
    ],
)
def test_a_cell_chooses_its_pair_a_row_the_first_measure_and_what_a_browser_sends_is_checked(monkeypatch, act, pair):
    chosen = {"x": "NMD", "y": "RNOD"}
    monkeypatch.setattr(state, "STATE", chosen)
    act()
    assert list(chosen.values()) == pair


# Information


def test_information_is_that_of_the_core(scores):
    app = measures("information", x="NMD", y="RNOD", given="NVD")
    found = agreement.remaining_information(scores, ("NMD", "RNOD"), ("NVD",), rng=np.random.default_rng(1))
    given = agreement.information(scores, given=("NVD",))
    assert found.left == pytest.approx(given.bits[given.measures.index("NMD"), given.measures.index("RNOD")], abs=1e-12)
    said = f"share {found.alone:.0%} of the information in their rankings; given NVD, {found.left:.0%}."
    assert verdict(app).endswith(said)
    assert text_of(shown(app, 'id="bits"')) == (
        f"{found.alone:.3f} of 1 bit on 153 pairs of runs; given NVD, {found.left:.3f} bits remain "
        f"(given unrelated rankings, {found.left_by_chance:.3f} on average)."
    )
    left = {row[0]: row for row in table(app, "explained")}
    assert left["NVD"][1:] == [f"{found.left:.3f}", f"{found.left_by_chance:.3f}"]
    assert f"Of {found.alone:.3f} bits, on {found.pairs} pairs of runs." in text_of(shown(app, 'id="explained"'))
    assert len(left) == len(MAIN_MEASURES) - 2
    values = [float(row[1]) for row in table(app, "explained")]
    assert values == sorted(values)


# Which runs are compared


@every_view
def test_every_view_says_which_runs_are_compared(view):
    assert "Runs compared: 18 runs, without baselines." in because(measures(view))
    app = measures(view, baselines="yes", **{"with": "breakdown-labels|", "measures": ",".join(KEYS)})
    assert "Runs compared: the runs of every task and the baselines Popularity and Uniform." in because(app)


# Links and settings


def test_a_link_holds_the_measures_and_the_settings():
    app = measures("power", measures="NMD,JSD", x="JSD", y="NMD", alpha="0.01", seed="9")
    assert not messages(app)
    assert len(table(app, "power")) == 2
    assert "alpha = 0.01, B = 200 trials, seed 9" in because(app)
    assert chosen(app, "x", "pair") == "JSD"


# Downloads


def test_downloads_have_the_columns_of_the_command_line(tested, monkeypatch):
    made = {}
    monkeypatch.setattr(
        downloads, "table_button", lambda label, table, file_name, notes=(): made.update({file_name: table()})
    )
    for view in state.VIEWS:
        measures(view, measures="NMD,RNOD,NVD", **{"with": "breakdown-labels|"})
    columns = {file_name: list(table.columns) for file_name, table in made.items()}
    settings = ["alpha", "trials", "seed"]
    pair = ["task", "measure_1", "measure_2"]
    intervals = ["low", "high", "low_long_cliff", "high_long_cliff"]
    assert columns == {
        "measures-agreement.csv": [*pair, "tau", *intervals, "runs", "compared"],
        "measures-consistency.csv": [
            "task",
            "measure",
            "split",
            "tau",
            "tau_spread",
            "outperforms",
            "splits",
            "alpha",
            "seed",
            "compared",
        ],
        "measures-consistency-pairs.csv": [
            *("task", "measure_1", "measure_2", "split", "tau_difference", "low", "high", "p"),
            *("alpha", "seed", "compared"),
        ],
        "measures-growth.csv": ["task", "measure", "split", "tau", "splits", "seed", "compared"],
        "measures-power.csv": [
            "task",
            "measure",
            "significant",
            "pairs",
            "share",
            "alpha",
            "trials",
            "seed",
            "compared",
        ],
        "measures-p-values.csv": ["task", "measure", "place", "p", "trials", "seed", "compared"],
        "measures-overlaps.csv": [*pair, "a", "b", "c", "sso", "sso_left", *settings, "compared"],
        "contradictions.csv": [*pair, "run_1", "run_2", *settings, "compared"],
        "measures-information.csv": [*pair, "information_tau", "given", "compared"],
        "measures-similarity.csv": [
            "measure",
            "similarity",
            "least_alike_in",
            "most_like",
            "tau",
        ],  # of all tasks together
        "measures-information-left.csv": ["given", "left", "left_by_chance", "shared", "of_pairs"],
    }
    names = ["Dialogue quality (synthetic)", "Breakdown labels (synthetic)"]
    for table in (table for table in made.values() if "task" in table):
        assert list(dict.fromkeys(table["task"])) == names[: len(set(table["task"]))]
    p = sorted(
        value
        for task, key, _, value, *_ in made["measures-p-values.csv"].itertuples(index=False, name=None)
        if (task, key) == (names[0], "NMD")
    )
    first, second = np.triu_indices(len(tested.runs), 1)
    assert p == sorted(tested.p_values[0, first, second])


# The link grammar

OTHER = {
    "view": "power",
    "x": "JSD",
    "y": "NVD",
    "size": 3,
    "target": 0.5,
    "sets": "small",
    "given": ["JSD"],
    "printed": True,
}
SMALL = {"task": "breakdown-labels", "trials": "100", "splits": "10", "measures": "NMD,JSD,NVD,RNOD"}
VIEW_OF = {name: view for view, names in state.OF_VIEW.items() for name in names}


def beside(name):
    return SMALL | ({"view": VIEW_OF[name]} if name in VIEW_OF else {})


def test_every_parameter_makes_the_round_trip():
    assert set(OTHER) == set(state.STATE)
    check_round_trips(PAGE, state.STATE, OTHER, beside)


def test_the_baselines_make_the_round_trip():
    check_round_trip(PAGE, evaluation_settings.STATE, "baselines", True, **SMALL)


def test_overlaps_are_drawn_as_in_the_paper_with_and_without_contradictions_and_runs_joined(tested):
    assert 'id="significance-overlap-0"' not in " ".join(block.value for block in measures("overlap").html)
    app = measures("overlap", printed="yes")
    both = {(one.measure_1, one.measure_2): (one, left) for one, left in discrimination.overlaps_left(tested)}
    listed = discrimination.contradictions(tested)
    rows, keys = table(app, "significance-overlap-0"), tested.measures
    for row, below in pairwise(rows):  # counts are in the line below; those without contradictions have no name
        for j in range(len(keys)):
            if row[0] and j > next(n for n, key in enumerate(keys) if label(key) == row[0]):
                one, _ = both[next(key for key in keys if label(key) == row[0]), keys[j]]
                assert (row[j], below[j]) == (f"{100 * one.sso:.1f}", f"({one.a}/{one.b}/{one.c})")
    (one, left) = both[listed[0].measure_1, listed[0].measure_2]
    assert left.sso < one.sso
    cells = [cell for row in rows for cell in row]
    assert f"{100 * left.sso:.1f}" in cells
    assert f"({left.a}/{left.b}/{left.c})" in cells
    joined = discrimination.joined(listed, discrimination.identical_runs(sample()))
    assert sum(row[2].count(",") + 1 for row in table(app, "contradicting-runs-0")) == len(joined)
    assert "Layout as in LQ 2021, Table 6." in text_of(shown(app, 'id="form-contradicting-runs"'))
    counts = [cell for row in table(app, "contradictions-0") for cell in row[1:] if cell not in ("", "–")]
    assert sum(int(cell.split()[0]) for cell in counts) == len(listed)


def test_consistency_is_drawn_as_in_the_paper_with_the_symbols_of_its_test(scores):
    app = measures("consistency", printed="yes", measures=",".join(KEYS))
    some = choose(scores, KEYS)
    half = consistency.consistency(some, consistency.draw_splits(300, 60, np.random.default_rng(1)))
    test = consistency.compare_over_splits(half, n_trials=200, rng=np.random.default_rng(1))
    better = (test.p_values[0] < 0.05) & (test.differences[0] > 0)
    signs = {"NMD": "†", "RNOD": "♥", "NVD": "∗", "DNKT": "∘"}
    order = np.argsort(-half.means, kind="stable")
    expected = [
        (label(KEYS[m]), f"{half.means[m]:.4f}", "".join(signs[KEYS[n]] for n in order if better[m, n])) for m in order
    ]
    assert [tuple(row[:3]) for row in table(app, "ranking-consistency-0")] == expected


def test_combined_measures_are_drawn_as_in_the_paper():
    app = measures("agreement", printed="yes", measures="NMD,JSD")
    keys = ("DNKT", "NMD", "DNKT_NMD")
    found = agreement.agreement(score(sample(), keys))
    rows = table(app, "combined-measures-0")
    row = next(row for row in rows if row[0] == "NMD")
    assert row[1:] == [f"{found.tau[pair]:.3f}" for pair in ((0, 1), (0, 2), (1, 2))]
    assert "Table 24" in text_of(shown(app, 'id="form-combined-measures-averages"'))

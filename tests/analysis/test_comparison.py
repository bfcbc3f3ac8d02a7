"""Two runs, many cases: deltas, wins, quadrants, rankings and agreement, by hand, by pandas, and on real data."""

from functools import cache

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ordquant_core.analysis.baselines import popularity, uniform
from ordquant_core.analysis.comparison import (
    deltas,
    disagreement,
    opening_pair,
    preference_agreement,
    preferences,
    quadrants,
    rank_by_difference,
)
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import ShapeMismatchError, UnknownNameError
from ordquant_core.records import Scores, Task
from tests.analysis.in_pandas import real_votes

INF = np.inf


def scores_of(values, measures=None):
    values = np.asarray(values, dtype=np.float64)
    names = tuple(f"M{i}" for i in range(len(values))) if measures is None else measures
    cases = tuple(str(i) for i in range(values.shape[2]))
    return Scores(names, tuple("AB"), cases, values)


score_tables = hnp.arrays(  # (measures, two runs, cases); a coarse grid, so that ties are likely
    np.float64, st.tuples(st.integers(1, 4), st.just(2), st.integers(1, 12)), elements=st.integers(0, 4).map(float)
)
delta_vectors = st.integers(0, 30).flatmap(
    cache(
        lambda size: hnp.arrays(
            np.float64, (2, size), elements=st.sampled_from([-0.5, -1e-11, -1e-13, 0.0, 1e-13, 1e-11, 0.25, INF, -INF])
        )
    )
)


def test_a_delta_is_a_minus_b_and_two_infinite_scores_are_a_tie():
    scores = scores_of([[[0.1, INF, INF, 0.5], [0.3, INF, 0.2, INF]]])
    assert deltas(scores, "A", "B").tolist() == [[pytest.approx(-0.2), 0, INF, -INF]]
    assert deltas(scores, "B", "A").tolist() == [[pytest.approx(0.2), 0, -INF, INF]]


@pytest.mark.parametrize("pair", [("A", "C"), ("C", "A")])
def test_an_unknown_run_is_refused_with_the_names_there_are(pair):
    with pytest.raises(UnknownNameError, match="Unknown run 'C'; this task has A, B"):
        preferences(scores_of([[[0.1], [0.2]]]), *pair)


def test_wins_losses_and_ties_by_hand():
    scores = scores_of([[[0.1, 0.2, 0.3, 0.4], [0.2, 0.2, 0.2, 0.2]], [[0, 0, 0, INF], [1, 1, 1, 1]]], ("NMD", "KLD"))
    counts = preferences(scores, "A", "B")
    assert counts.measures == ("NMD", "KLD")
    assert counts.prefers_a.tolist() == [1, 3]
    assert counts.prefers_b.tolist() == [2, 1]
    assert counts.ties.tolist() == [1, 0]
    assert counts.mean_delta.tolist() == [pytest.approx(0.05), INF]


@given(values=score_tables)
def test_counts_add_up_to_the_cases_and_swap_with_the_runs(values):
    forwards, backwards = (preferences(scores_of(values), *pair) for pair in ("AB", "BA"))
    total = forwards.prefers_a + forwards.prefers_b + forwards.ties
    assert total.tolist() == [values.shape[2]] * values.shape[0]
    assert forwards.prefers_a.tolist() == backwards.prefers_b.tolist()
    assert forwards.prefers_b.tolist() == backwards.prefers_a.tolist()
    assert forwards.ties.tolist() == backwards.ties.tolist()


@given(both=delta_vectors)
def test_quadrants_are_those_of_a_pandas_cross_table(both):
    first, second = both
    counted = quadrants(first, second)
    frame = pd.DataFrame({"x": first, "y": second})
    side = frame.apply(lambda column: pd.cut(column, [-INF, -1e-12, 1e-12, INF], labels=["-", "0", "+"], right=True))
    side = side.where(frame != -INF, "-")  # the first interval is open at minus infinity
    table = (side["x"].astype(str) + side["y"].astype(str)).value_counts()
    expected = [int(table.get(place, 0)) for place in ("++", "-+", "--", "+-")]
    assert [counted.first, counted.second, counted.third, counted.fourth] == expected
    assert counted.on_axis == len(first) - sum(expected)


@given(both=delta_vectors)
def test_measures_disagree_in_the_second_and_fourth_quadrant_and_nowhere_else(both):
    counted = quadrants(*both)
    apart = disagreement(*both)
    assert apart.dtype == bool
    assert apart.sum() == counted.second + counted.fourth


@pytest.mark.parametrize(("first", "second"), [(np.zeros(3), np.zeros(2)), (np.zeros((2, 2)), np.zeros((2, 2)))])
def test_quadrants_need_two_vectors_over_the_same_cases(first, second):
    with pytest.raises(ShapeMismatchError):
        quadrants(first, second)


def test_cases_are_ranked_by_how_far_two_deltas_lie_apart_as_in_lq_2021():
    """Figure 3: d = -.150 - .115 = -.265 comes first, d = 0 - .263 = -.263 second."""
    nmd, rnod = np.array([0.1, 0, -0.150, 0.2]), np.array([0.0, 0.263, 0.115, 0.4])
    assert rank_by_difference(nmd, rnod).tolist() == [2, 1, 3, 0]


def test_equal_differences_keep_the_order_of_the_cases_and_undefined_ones_come_last():
    first = np.array([INF, 0.3, 0.1 + 0.2, INF, 0.0, 0.3])
    second = np.array([INF, 0.0, 0.0, 0.0, 0.3, 0.0])
    assert rank_by_difference(first, second).tolist() == [3, 1, 2, 4, 5, 0]


@given(both=delta_vectors)
def test_a_ranking_holds_every_case_once(both):
    assert sorted(rank_by_difference(*both).tolist()) == list(range(both.shape[1]))


@given(values=score_tables)
def test_preference_agreement_is_a_symmetric_table_of_shares_with_ones_on_the_diagonal(values):
    differences = deltas(scores_of(values), "A", "B")
    table = preference_agreement(differences)
    assert table.shape == (len(values),) * 2
    np.testing.assert_array_equal(table, table.T)
    np.testing.assert_array_equal(np.diag(table), 1)
    for i, first in enumerate(differences):
        for j, second in enumerate(differences):
            same = sum(np.sign(x) == np.sign(y) for x, y in zip(first, second, strict=True))
            assert table[i, j] == pytest.approx(same / len(first), abs=1e-12)


# --- The gold of NTCIR-14 STC-3, read here with json and pandas, the measures written from their definitions.

TABLE_7 = {  # scale -> measure -> (cases that prefer Uniform, Popularity), LQ 2021, Table 7
    "A": {
        "NMD": (175, 197),
        "RSNOD": (224, 166),
        "RNOD": (265, 125),
        "NVD": (274, 116),
        "RNSS": (297, 93),
        "JSD": (301, 89),
    },
    "E": {
        "NMD": (257, 127),
        "RSNOD": (294, 96),
        "RNOD": (331, 58),
        "NVD": (328, 62),
        "RNSS": (340, 50),
        "JSD": (347, 43),
    },
}
PAPER = tuple(TABLE_7["A"])


def real_deltas(votes):
    """Ours: Popularity minus Uniform, by measure."""
    table = votes.to_numpy()
    estimates = np.stack([popularity(table), uniform(table)])
    gold = table / table.sum(axis=1, keepdims=True)
    task = Task("STC-3", None, tuple("12345"), tuple(votes.index), gold, table, ("Popularity", "Uniform"), estimates)
    return score(task, PAPER)


@pytest.mark.parametrize("scale", TABLE_7)
def test_wins_and_losses_on_the_official_gold_are_those_of_lq_2021_table_7(scale):
    votes = real_votes(scale)
    assert len(votes) == 390
    counts = preferences(real_deltas(votes), "Popularity", "Uniform")
    ours = zip(counts.measures, counts.prefers_b.tolist(), counts.prefers_a.tolist(), strict=True)
    assert {key: (uni, pop) for key, uni, pop in ours} == TABLE_7[scale]


def test_on_scale_a_nmd_and_rnod_disagree_on_83_dialogues_79_of_them_in_the_second_quadrant():
    scores = real_deltas(real_votes("A"))
    values = dict(zip(scores.measures, deltas(scores, "Popularity", "Uniform"), strict=True))
    counted = quadrants(values["NMD"], values["RNOD"])
    assert (counted.second, counted.fourth) == (79, 4)
    assert disagreement(values["NMD"], values["RNOD"]).sum() == 83


def test_a_task_opens_with_its_best_two_runs_and_with_the_first_two_where_all_are_copies():
    estimates = np.array([[[1.0, 0]], [[1.0, 0]], [[0.5, 0.5]]])
    assert opening_pair(np.array([0.1, 0.1, 0.3]), estimates) == (0, 2)
    assert opening_pair(np.array([0.3, 0.1, 0.2]), estimates) == (1, 2)
    assert opening_pair(np.array([0.1, 0.1]), estimates[:2]) == (0, 1)

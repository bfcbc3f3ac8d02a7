"""Groups of cases: which differ from the others, which turn the order, and what was not tested."""

import numpy as np
import pytest

from ordquant_core.analysis.case_filters import CaseGroup
from ordquant_core.analysis.official import changes_sign, decides, groups_to_frame, official, on_groups
from ordquant_core.findings.runs import groups_of_cases
from ordquant_core.glossary import stacked
from ordquant_core.records import Scores


def results(values, *sizes):
    values = np.asarray(values, dtype=np.float64)
    names = (tuple(f"run {r}" for r in range(values.shape[0])), tuple(f"c{c}" for c in range(values.shape[1])))
    ends = np.cumsum((0, *sizes))
    groups = [CaseGroup(f"g{k}", np.arange(ends[k], ends[k + 1])) for k in range(len(sizes))]
    whole = official(Scores(("NMD",), *names, values[None]), n_trials=300, seed=1)
    return whole, on_groups(whole, groups)


def made(*sizes, turned=0.0):
    values = 0.3 + 0.1 * np.random.default_rng(1).random((2, sum(sizes)))
    values[1] += 0.1
    values[1, : sizes[0]] -= turned
    return results(values, *sizes)


def between(whole, parts, a, b):
    """Return what the groups do to the difference of two runs, by their numbers."""
    runs = whole.test.runs[a], whole.test.runs[b]
    return stacked([part.between(*runs).to_frame(whole.test.between(*runs), alpha=0.05) for part in parts])


def test_a_group_on_which_the_better_run_is_another_turns_the_order_whichever_run_is_a():
    whole, parts = made(20, 25, turned=0.2)
    of_two, swapped = between(whole, parts, 0, 1), between(whole, parts, 1, 0)
    assert of_two["sign_changes"].tolist() == swapped["sign_changes"].tolist() == ["yes", "yes"]
    assert of_two["interaction"].tolist() == [part.interaction[0, 0] for part in parts]
    for name in ("difference", "adds", "difference_without", "interaction", "effect_size"):
        assert of_two[name].tolist() == (-swapped[name]).tolist()
    for name in ("p", "p_without", "p_interaction", "decides"):
        assert of_two[name].tolist() == swapped[name].tolist()
    words = groups_of_cases(of_two, "NMD", 0.05)
    assert words.endswith("On g0 and g1 the better run is another than on the other cases.")


def test_a_pair_of_many_runs_has_the_numbers_that_it_has_among_all():
    whole, parts = results(np.random.default_rng(5).random((4, 30)), 10, 20)
    every = groups_to_frame(whole, parts)
    for a, b in ((0, 3), (1, 2)):
        of_pair = every[(every["run_1"] == f"run {a}") & (every["run_2"] == f"run {b}")].iloc[1:]
        assert (
            between(whole, parts, a, b)
            .drop(columns=["low", "high"])
            .equals(of_pair.drop(columns=["low", "high"]).reset_index(drop=True))
        )


def test_without_a_significant_interaction_no_group_decides():
    whole, parts = made(20, 25, 4)
    assert not any((decides(whole.test, part, 0.05) == 1).any() for part in parts)
    assert between(whole, parts, 0, 1)["p_interaction"].isna().tolist() == [False, False, True]


def test_a_group_that_costs_a_difference_its_significance_by_the_loss_of_cases_alone_does_not_decide():
    gaps = np.tile([0.1, 0.1, 0.1, -0.1], 10)  # alike on both groups
    whole, parts = results([np.full(40, 0.5), 0.5 + gaps], 20, 20)
    assert whole.test.p_values[0, 0, 1] < 0.01
    assert [part.without.p_values[0, 0, 1] < 0.01 for part in parts] == [False, False]
    assert [decides(whole.test, part, 0.01).tolist() for part in parts] == [[[0]], [[0]]]


@pytest.mark.parametrize(("runs", "sizes"), [(1, (6, 6)), (2, (1, 1)), (2, (1, 7)), (3, (12,)), (2, (1,))])
def test_what_is_too_little_for_a_test_is_left_empty(runs, sizes):
    whole, parts = results(np.random.default_rng(2).random((runs, sum(sizes))), *sizes)
    for part in parts:
        assert np.isnan(part.p_interaction).all()
        assert np.isnan(decides(whole.test, part, 0.05)).all()
        assert np.isnan(changes_sign(part, 0.05)).all()
    table = groups_to_frame(whole, parts)
    assert set(table["decides"]) <= {""}
    if runs > 1:
        of_two = between(whole, parts, 0, 1)
        assert len(of_two) == len(sizes)
        assert of_two["p_interaction"].isna().all()

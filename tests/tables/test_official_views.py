"""What is said of groups of cases: which differ from the others, which turn the order, and what was not tested."""

import numpy as np
import pytest

from ordquant_core.analysis.case_filters import CaseGroup
from ordquant_core.analysis.official import changes_sign, decides, groups_to_frame, official, on_groups
from ordquant_core.records import Scores
from ordquant_core.tables.runs.official_views import group_differences, group_sentence


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


def test_a_group_on_which_the_better_run_is_another_is_named_with_its_difference():
    whole, parts = made(20, 25, turned=0.2)
    said = group_sentence(whole, parts, (0, 1), 0.05)
    gap = f"{parts[0].interaction[0, 0]:+.3f}"
    assert said.startswith(f"By NMD, A − B differs significantly from A − B on the other cases on g0 ({gap}) and g1 (−")
    assert said.endswith("On g0 and g1 the better run is another than on the other cases.")
    swapped = group_sentence(whole, parts, (1, 0), 0.05)
    assert f"g0 ({gap.replace('+', '−')})" in swapped
    of_two, turned = (group_differences(whole, parts, pair, 0.05)[1] for pair in ((0, 1), (1, 0)))
    assert (of_two[0].cells[8], turned[0].cells[8]) == (gap, gap.replace("+", "−"))
    assert of_two[0].cells[4].lstrip("+−") == turned[0].cells[4].lstrip("+−") != "0.000"
    assert of_two[0].cells[4] != turned[0].cells[4]


def test_without_a_significant_interaction_no_group_is_named():
    whole, parts = made(20, 25, 4)
    assert group_sentence(whole, parts, (0, 1), 0.05) == (
        "By NMD, A − B does not differ significantly between any group and the other cases (p ≥ 0.05, adjusted for all "
        "pairs of runs and groups). Not tested, with fewer than 5 cases or others: g2."
    )
    assert not any((decides(whole.found, part, 0.05) == 1).any() for part in parts)


def test_a_group_that_costs_a_difference_its_significance_by_the_loss_of_cases_alone_does_not_decide():
    gaps = np.tile([0.1, 0.1, 0.1, -0.1], 10)  # alike on both groups
    whole, parts = results([np.full(40, 0.5), 0.5 + gaps], 20, 20)
    assert whole.found.p_values[0, 0, 1] < 0.01
    assert [part.without.p_values[0, 0, 1] < 0.01 for part in parts] == [False, False]
    assert [decides(whole.found, part, 0.01).tolist() for part in parts] == [[[0]], [[0]]]


@pytest.mark.parametrize(("runs", "sizes"), [(1, (6, 6)), (2, (1, 1)), (2, (1, 7)), (3, (12,)), (2, (1,))])
def test_what_is_too_little_for_a_test_is_left_empty(runs, sizes):
    whole, parts = results(np.random.default_rng(2).random((runs, sum(sizes))), *sizes)
    for part in parts:
        assert np.isnan(part.p_interaction).all()
        assert np.isnan(decides(whole.found, part, 0.05)).all()
        assert np.isnan(changes_sign(part, 0.05)).all()
    table = groups_to_frame(whole, parts)
    assert set(table["decides"]) <= {""}
    if runs > 1:
        assert group_sentence(whole, parts, (0, 1), 0.05).startswith("No group has 5 cases")
        assert len(group_differences(whole, parts, (0, 1), 0.05)[1]) == len(sizes)

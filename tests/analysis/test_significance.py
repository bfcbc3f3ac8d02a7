"""Which runs measures separate: a slow table, groups of cases, and what LQ 2021 printed."""

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from ordquant_core.analysis.case_filters import CaseGroup
from ordquant_core.analysis.discrimination import (
    Contradiction,
    Overlap,
    Power,
    as_good_as_the_best,
    contradiction_matrix,
    contradictions,
    identical_runs,
    in_order,
    joined,
    lone_differences,
    overlap_over_cases,
    overlaps,
    overlaps_left,
    pooled,
    pooled_overlaps,
    power_over_cases,
    powers,
    separate_runs,
    separated_over_cases,
    sides,
    sso_matrix,
)
from ordquant_core.analysis.official import changes_sign, decides, groups_to_frame, official, on_groups
from ordquant_core.glossary import stacked
from ordquant_core.papers.experiments import MEASURES_OF_LQ_2021
from ordquant_core.papers.printed import numbers_at
from ordquant_core.statistics.layout import residual_deviation
from ordquant_core.statistics.resampling import significance_groups
from tests.analysis.made_up import made_up_scores, random_task, rng, scores_of
from tests.analysis.test_rankings import TASKS
from tests.reviewed import reviewed, said


def printed(reference):
    return [int(one.value) for one in numbers_at("sakai2021lq", reference)]


def contradictions_of(part):
    """List the contradictions of a part of table 6, with both languages of a baseline."""
    for one in numbers_at("sakai2021lq", f"Table 6 ({part}): "):
        sides = one.printed.split(" over ")
        runs = [dict.fromkeys(run.replace("{C,E}", language) for language in "CE") for run in sides]
        yield from (Contradiction(*one.words[:2], *pair) for pair in product(*runs))


@pytest.mark.parametrize("part", ["I", "II", "III", "IV", "V"])
def test_the_matrix_of_contradictions_is_table_5_and_copies_of_a_baseline_count_once(part):
    against = list(contradictions_of(part))
    turned = [Contradiction(one.measure_2, one.measure_1, one.run_2, one.run_1) for one in against[:1]]
    table = contradiction_matrix([*turned, *against[1:]], MEASURES_OF_LQ_2021)
    assert table[np.triu_indices(6, 1)].tolist() == printed(f"Table 5 ({part}): ")
    assert (table == table.T).all()
    if part == "III":
        of_pair = [one for one in against if (one.measure_1, one.measure_2) == ("NMD", "RNOD")]
        copies = [[f"A_BL-{name}-{language}" for language in "CE"] for name in ("popularity", "uniform")]
        once = [("A_BL-popularity-C", run) for run in ("A_BL-uniform-C", "A_NKUST-run0-C", "A_NKUST-run0-E")]
        assert (len(of_pair), [(one.run_1, one.run_2) for one in joined(of_pair, copies)]) == (8, once)


def contrary():
    """Five runs on 40 cases; by RNOD the first and the last of them change places, NVD sees little."""
    values = made_up_scores(measures=3, runs=5, cases=40, noise=0.06).values.copy()
    values[1] = values[1, [4, 1, 2, 3, 0]]
    values[2] += rng(4).normal(0, 0.2, values[2].shape)
    return scores_of(values, ("NMD", "RNOD", "NVD"))


@pytest.fixture(scope="module")
def found():
    return separate_runs(contrary(), n_trials=500, rng=rng())


def test_effects_are_in_residual_deviations_and_what_is_said_of_pairs_follows_from_their_p_values(found):
    scores = contrary()
    effects = found.differences / residual_deviation(scores.values)[:, None, None]
    np.testing.assert_array_equal(found.effect_sizes, effects)
    for alpha, layer in product((0.01, 0.05, 0.4), range(3)):
        low, high = (ends[layer] for ends in found.simultaneous_intervals(alpha))
        np.testing.assert_array_equal((low > 0) | (high < 0), found.significant(alpha)[layer])
        assert found.groups(layer, alpha) == significance_groups(found.means[layer], found.p_values[layer], alpha)
        best, *others = as_good_as_the_best(found, layer, alpha)
        assert found.means[layer, best] == found.means[layer].min()
        assert {*others} == {*np.flatnonzero(found.p_values[layer, best] >= alpha)} - {best}
    untested = replace(found, ranges=None)
    assert np.isnan([*untested.critical_differences(), *untested.to_frame()["low"]]).all()


def test_a_test_of_some_runs_or_of_one_measure_is_that_of_all(found):
    order = [3, 0, 4]
    some, pair = in_order(found, order), found.between("r4", "r1")
    for name in ("p_values", "differences", "effect_sizes"):
        table = getattr(found, name)
        np.testing.assert_array_equal(getattr(some, name), table[:, order][:, :, order])
        np.testing.assert_array_equal(getattr(pair, name)[:, 0, 1], table[:, 3, 0])
    assert (some.runs, pair.runs, some.n_trials) == (("r4", "r1", "r5"), ("r4", "r1"), 500)
    np.testing.assert_array_equal(some.means, found.means[:, order])
    alone = found.only("RNOD")
    assert alone.to_frame().equals(found.to_frame()[lambda frame: frame["measure"] == "RNOD"].reset_index(drop=True))
    assert alone.ranges.tolist() == found.ranges[1:2].tolist()
    expected = np.where(found.p_values[:, 3, 0] < 0.3, np.sign(found.differences[:, 3, 0]), 0)
    assert sides(found, 3, 0, 0.3) == tuple(expected)


@pytest.mark.parametrize("level", [0.01, 0.05, 0.5])
def test_powers_overlaps_and_contradictions_are_those_of_sets_of_pairs(found, level):
    apart = {  # the better and the worse run of the pairs that each measure separates
        key: {(found.runs[i], found.runs[j]) for i, j in np.argwhere((p < level) & np.less.outer(means, means))}
        for key, p, means in zip(found.measures, found.p_values, found.means, strict=True)
    }
    assert list(powers(found, level)) == [Power(key, len(pairs), 10) for key, pairs in apart.items()]
    expected, matrix = [], sso_matrix(overlaps(found, level), found.measures)
    pairs_of_measures = zip(combinations(apart, 2), combinations(range(3), 2), strict=True)
    for (overlap, left), ((one, other), at) in zip(overlaps_left(found, level), pairs_of_measures, strict=True):
        x, y = ({frozenset(pair) for pair in apart[key]} for key in (one, other))
        assert overlap == Overlap(one, other, len(x - y), len(x & y), len(y - x))
        shared = len(x & y) / len(x | y) if x | y else np.nan
        assert matrix[at] == matrix[at[::-1]] == pytest.approx(shared, nan_ok=True)
        against = [Contradiction(one, other, *pair) for pair in apart[one] if pair[::-1] in apart[other]]
        assert left == replace(overlap, b=overlap.b - len(against))
        expected += against
    assert sorted(contradictions(found, level), key=str) == sorted(expected, key=str)
    every = [frozenset(pair) for pairs in apart.values() for pair in pairs]
    alone = {(key, *pair) for key, pairs in apart.items() for pair in pairs if every.count(frozenset(pair)) == 1}
    lone = lone_differences(found, level)
    assert (len(lone), {(one.measure, one.run_1, one.run_2) for one in lone}) == (len(alone), alone)
    for one in lone:
        place = (found.measures.index(one.measure), *map(found.runs.index, (one.run_1, one.run_2)))
        assert (one.p, one.effect_size) == (found.p_values[place], found.effect_sizes[place])


@pytest.mark.parametrize("level", [0.01, 0.05, "at a p"])
def test_a_pair_is_undecided_where_p_lies_within_its_monte_carlo_error_of_alpha(found, level):
    level = float(np.sort(found.p_values[2].ravel())[4]) if level == "at a p" else level
    near, margin = found.undecided(level), 1.96 * (level * (1 - level) / 500) ** 0.5
    for layer, row in zip(found.p_values, near, strict=True):
        assert row.tolist() == [abs(layer[i, j] - level) < margin for i, j in combinations(range(5), 2)]
    many = separate_runs(contrary(), n_trials=5_000, rng=rng(8))  # other trials change the verdict on these alone
    assert ((found.significant(level) == many.significant(level)) | near).all()
    if near.any():  # but none is where no p can be below the level, unless more trials allow that
        assert not replace(found, smallest_p=1.01 * level).undecided(level).any()
        assert replace(found, smallest_p=0.9 * level).undecided(level).any()
        few = replace(found, smallest_p=1.01 * level, n_trials=min(500, int(0.9 / level)))
        assert few.undecided(level).any()


def test_copies_of_a_run_are_recognised_by_their_estimates():
    task = random_task()
    twice = replace(task, runs=("copy", *task.runs), estimates=np.concatenate([task.estimates[2:3], task.estimates]))
    assert (identical_runs(task), identical_runs(twice)) == ((), (("copy", task.runs[2]),))


# Results of a task, and on groups of its cases


def results(values, *sizes):
    values = np.asarray(values, dtype=np.float64)
    ends = np.cumsum((0, *sizes))
    groups = [CaseGroup(f"g{k}", np.arange(ends[k], ends[k + 1])) for k in range(len(sizes))]
    whole = official(scores_of(values[None], ["NMD"]), n_trials=300, seed=1)
    return whole, on_groups(whole, groups)


def made(*sizes, turned=0.0):
    values = 0.3 + 0.1 * rng().random((2, sum(sizes)))
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
    assert of_two["sign_changes"].tolist() == ["yes", "yes"]
    assert of_two["adds"].sum() == pytest.approx(whole.test.differences[0, 0, 1])
    for part, row in zip(parts, of_two.itertuples(), strict=True):
        rest = whole.scores.at(np.arange(20, 45) if row.case_group == "g0" else np.arange(20))
        again = separate_runs(rest, n_trials=300, rng=rng())
        assert (row.difference_without, row.p_without) == (again.differences[0, 0, 1], again.p_values[0, 0, 1])
        assert row.interaction == part.interaction[0, 0] == pytest.approx(row.difference - row.difference_without)
    turned = ["difference", "adds", "difference_without", "interaction", "effect_size"]
    assert (of_two[turned] == -swapped[turned]).all(axis=None)
    kept = ["p", "p_without", "p_interaction", "decides", "sign_changes"]
    assert of_two[kept].equals(swapped[kept])


def test_a_pair_of_many_runs_has_the_numbers_that_it_has_among_all():
    whole, parts = results(rng(5).random((4, 30)), 10, 20)
    every = groups_to_frame(whole, parts).drop(columns=["low", "high"])
    for a, b in ((0, 3), (1, 2)):
        of_pair = every[(every["run_1"] == f"r{a + 1}") & (every["run_2"] == f"r{b + 1}")].iloc[1:]
        assert between(whole, parts, a, b)[of_pair.columns].equals(of_pair.reset_index(drop=True))


def test_a_group_decides_only_where_the_interaction_is_significant():
    whole, parts = made(20, 25, 4)
    assert not any((decides(whole.test, part, 0.05) == 1).any() for part in parts)
    assert between(whole, parts, 0, 1)["p_interaction"].isna().tolist() == [False, False, True]
    gaps = np.tile([0.1, 0.1, 0.1, -0.1], 10)  # alike on both groups: without one, cases alone are missing
    whole, parts = results([np.full(40, 0.5), 0.5 + gaps], 20, 20)
    assert whole.test.p_values[0, 0, 1] < 0.01
    assert [part.without.p_values[0, 0, 1] < 0.01 for part in parts] == [False, False]
    assert [decides(whole.test, part, 0.01).tolist() for part in parts] == [[[0]], [[0]]]
    gaps = np.where(np.arange(40) < 12, 0.5, 0.01 * (-1) ** np.arange(40))
    whole, parts = results([np.full(40, 0.5), 0.5 + gaps], 12, 28)
    assert [decides(whole.test, part, 0.05).tolist() for part in parts] == [[[1]], [[0]]]


@pytest.mark.parametrize(("runs", "sizes"), [(1, (6, 6)), (2, (1, 7)), (3, (12,)), (2, (1,))])
def test_what_is_too_little_for_a_test_is_left_empty(runs, sizes):
    whole, parts = results(rng(2).random((runs, sum(sizes))), *sizes)
    for part in parts:
        for flags in (part.p_interaction, decides(whole.test, part, 0.05), changes_sign(part, 0.05)):
            assert np.isnan(flags).all()
    table = groups_to_frame(whole, parts)
    assert set(table["decides"]) <= {""}
    if runs == 1 or sizes == (1,):
        assert set(whole.to_frame()["group"]) == {"a" if runs == 1 else ""}
    if runs > 1:
        of_two = between(whole, parts, 0, 1)
        assert (len(of_two), of_two["p_interaction"].isna().all()) == (len(sizes), True)


def over_cases():
    """Return what measures separate and share by two tasks, and in the first resamples of their cases."""
    tests = [separate_runs(scores, n_trials=400, rng=rng()) for scores in TASKS]
    separated = separated_over_cases(TASKS, tests, 0.1, seed=4)
    power = power_over_cases(pooled([powers(test, 0.1) for test in tests]), separated, 20)
    overlap = overlap_over_cases(pooled_overlaps([overlaps(test, 0.1) for test in tests]), separated, 20)
    return [(one.names, one.values.round(4).tolist(), one.resampled[:3].round(4).tolist()) for one in (power, overlap)]


def all_alike():
    same = scores_of(np.tile(rng().random((2, 1, 9)), (1, 3, 1)))
    return separated_over_cases([same], [separate_runs(same, n_trials=50, rng=rng())], seed=1).any()


def infinite(runs):
    return scores_of(np.full((1, runs, 4), np.inf), ["KLD"])


@reviewed(__file__)
def test_what_is_separated_over_cases_is_as_was_reviewed_and_what_cannot_be_tested_is_refused(made, words):
    assert said(made, globals()) == words

"""Discriminative power, overlaps and contradictions: what LQ 2021 printed, and pandas as witness."""

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest

from ordquant_core.analysis.discrimination import (
    Contradiction,
    Overlap,
    Power,
    contradiction_matrix,
    contradictions,
    curves,
    identical_runs,
    joined,
    lone_differences,
    overlaps,
    pooled,
    pooled_overlaps,
    powers,
    separate_runs,
)
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.papers.experiments import DATA_SETS, MEASURES_OF_LQ_2021
from ordquant_core.papers.printed import numbers_at
from ordquant_core.statistics.resampling import randomised_tukey_hsd
from tests.analysis.made_up import llmjudge, made_up_scores, scores_of


def rng(seed=1):
    return np.random.default_rng(seed)


def printed(reference):
    return [int(one.value) for one in numbers_at("sakai2021lq", reference)]


def test_pooled_powers_are_those_of_table_3():
    names = [data_set.name for data_set in DATA_SETS]
    of_tasks = [[Power(key, *printed(f"Table 3: {name}, {key}")[:2]) for key in MEASURES_OF_LQ_2021] for name in names]
    for power in pooled(of_tasks):
        significant, pairs, percent = (
            one.value for one in numbers_at("sakai2021lq", f"Table 3: pooled, {power.measure}")
        )
        assert (power.significant, power.pairs) == (significant, pairs)
        assert 100 * power.share == pytest.approx(percent, abs=0.0501)


def contradictions_of(part):
    """List the contradictions of a part of table 6, with both languages of a baseline."""
    listed = []
    for one in numbers_at("sakai2021lq", f"Table 6 ({part}): "):
        sides = [
            [run.replace("{C,E}", language) for language in ("CE" if "{C,E}" in run else "C")]
            for run in one.printed.split(" over ")
        ]
        listed += [Contradiction(*one.words[:2], *pair) for pair in product(*sides)]
    return listed


@pytest.mark.parametrize("part", ["I", "II", "III", "IV", "V"])
def test_the_matrix_of_contradictions_is_table_5(part):
    matrix = contradiction_matrix(contradictions_of(part), MEASURES_OF_LQ_2021)
    assert matrix[np.triu_indices(6, 1)].tolist() == printed(f"Table 5 ({part}): ")
    assert (matrix == matrix.T).all()


def test_copies_of_a_baseline_count_once():
    of_pair = [one for one in contradictions_of("III") if (one.measure_1, one.measure_2) == ("NMD", "RNOD")]
    copies = [[f"A_BL-{name}-{language}" for language in "CE"] for name in ("popularity", "uniform")]
    assert len(of_pair) == 8
    assert [(one.run_1, one.run_2) for one in joined(of_pair, copies)] == [
        ("A_BL-popularity-C", run) for run in ("A_BL-uniform-C", "A_NKUST-run0-C", "A_NKUST-run0-E")
    ]


def test_a_matrix_of_contradictions_counts_both_orders():
    listed = [Contradiction("A", "B", "1", "2"), Contradiction("B", "A", "3", "4"), Contradiction("A", "C", "1", "2")]
    assert contradiction_matrix(listed, ("A", "B", "C")).tolist() == [[0, 2, 1], [2, 0, 0], [1, 0, 0]]
    assert contradiction_matrix([], ("A", "B")).tolist() == [[0, 0], [0, 0]]


def test_identical_runs_are_recognised_by_their_estimates():
    task = llmjudge()
    assert identical_runs(task) == ()
    names = ("copy", *task.runs)
    twice = replace(task, runs=names, estimates=np.concatenate([task.estimates[2:3], task.estimates]))
    assert identical_runs(twice) == (("copy", task.runs[2]),)


@pytest.fixture(scope="module")
def found():
    return separate_runs(contrary(), n_trials=500, rng=rng())


def contrary():
    """Five runs on 40 cases; by M2 the first and the last of them change places, M3 sees little."""
    scores = made_up_scores(measures=3, runs=5, cases=40, noise=0.06)
    values = np.array(scores.values)
    values[1] = values[1, [4, 1, 2, 3, 0]]
    values[2] += rng(4).normal(0, 0.2, values[2].shape)
    return scores_of(values)


def test_p_values_are_those_of_the_test_and_effects_are_in_residual_deviations(found):
    scores = contrary()
    test = randomised_tukey_hsd(scores.values, n_trials=500, rng=rng())
    np.testing.assert_array_equal(found.p_values, test.p_values)
    for m, layer in enumerate(scores.values):
        table = pd.DataFrame(layer.T)
        residuals = table.sub(table.mean(axis=1), axis=0).sub(table.mean(axis=0) - table.to_numpy().mean(), axis=1)
        deviation = np.sqrt((residuals**2).to_numpy().sum() / (39 * 4))
        expected = table.mean().to_numpy()[:, None] - table.mean().to_numpy()
        np.testing.assert_allclose(found.differences[m], expected, atol=1e-15)
        np.testing.assert_allclose(found.effect_sizes[m], expected / deviation, atol=1e-12)
    assert (found.n_cases, found.n_trials) == (40, 500)
    np.testing.assert_allclose(found.errors, np.sqrt(found.p_values * (1 - found.p_values) / 500))
    assert found.error_at(0.05) == pytest.approx(np.sqrt(0.05 * 0.95 / 500))


def as_table(found, level):
    """A row per measure and pair of runs, significance and who is better, built the slow way."""
    rows = []
    for m, measure in enumerate(found.measures):
        for i, j in combinations(range(len(found.runs)), 2):
            better, worse = (i, j) if found.means[m, i] < found.means[m, j] else (j, i)
            rows.append((measure, (i, j), found.p_values[m, i, j] < level, found.runs[better], found.runs[worse]))
    return pd.DataFrame(rows, columns=["measure", "pair", "significant", "better", "worse"])


@pytest.mark.parametrize("level", [0.01, 0.05, 0.5])
def test_powers_overlaps_and_contradictions_are_those_of_a_slow_table(found, level):
    table = as_table(found, level)
    chosen = table[table.significant]
    for power in powers(found, level):
        assert power == Power(power.measure, int((chosen.measure == power.measure).sum()), 10)
    sets = {key: set(group.pair) for key, group in chosen.groupby("measure")}
    for overlap in overlaps(found, level):
        x, y = (sets.get(key, set()) for key in (overlap.measure_1, overlap.measure_2))
        assert (overlap.a, overlap.b, overlap.c) == (len(x - y), len(x & y), len(y - x))
    joined = chosen.merge(chosen, on="pair")
    joined = joined[(joined.measure_x < joined.measure_y) & (joined.better_x == joined.worse_y)]
    expected = {Contradiction(*row) for row in joined[["measure_x", "measure_y", "better_x", "worse_x"]].to_numpy()}
    assert set(contradictions(found, level)) == expected
    assert len(contradictions(found, level)) == len(expected)
    once = chosen.groupby("pair").filter(lambda group: len(group) == 1)
    lone = {(one.measure, one.run_1, one.run_2) for one in lone_differences(found, level)}
    assert lone == set(once[["measure", "better", "worse"]].itertuples(index=False, name=None))


@pytest.mark.parametrize("level", [0.01, 0.05, 0.3])
def test_a_pair_is_undecided_where_p_lies_within_its_monte_carlo_error_of_alpha(found, level):
    near = found.undecided(level)
    margin = 1.96 * (level * (1 - level) / 500) ** 0.5
    for layer, row in zip(found.p_values, near, strict=True):
        assert row.tolist() == [abs(layer[i, j] - level) < margin for i, j in combinations(range(5), 2)]
    assert near.shape == found.significant(level).shape


def test_other_trials_change_the_verdict_on_undecided_pairs_alone(found):
    level = float(np.sort(found.p_values[2].ravel())[4])  # right at a p-value: that pair is undecided
    assert found.undecided(level).any()
    many = separate_runs(contrary(), n_trials=20_000, rng=rng(8))
    clear = ~found.undecided(level)
    assert ((found.significant(level) == many.significant(level)) | ~clear).all()


def test_curves_fall_and_hold_every_p_value(found):
    lines = curves(found)
    assert lines.shape == (3, 10)
    assert (np.diff(lines, axis=1) <= 0).all()
    for layer, line in zip(found.p_values, lines, strict=True):
        assert sorted(line.tolist()) == sorted(layer[i, j] for i, j in combinations(range(5), 2))


def test_pooling_adds_up_and_refuses_what_does_not_belong_together():
    tasks = [[Overlap("A", "B", 1, 2, 3)], [Overlap("A", "B", 4, 0, 1)]]
    assert pooled_overlaps(tasks) == (Overlap("A", "B", 5, 2, 4),)
    with pytest.raises(ShapeMismatchError, match="same measures"):
        pooled([[Power("A", 1, 2)], [Power("B", 1, 2)]])
    with pytest.raises(ShapeMismatchError, match="same measures"):
        pooled_overlaps([[Overlap("A", "B", 1, 2, 3)], []])
    with pytest.raises(OrdquantError, match="one task"):
        pooled([])


def test_what_cannot_be_tested_is_refused():
    with pytest.raises(OrdquantError, match="2 runs and 2 cases"):
        separate_runs(scores_of(np.zeros((1, 1, 4))), n_trials=9, rng=rng())
    with pytest.raises(OrdquantError, match="KLD is infinite"):
        separate_runs(scores_of(np.full((1, 2, 4), np.inf), ["KLD"]), n_trials=9, rng=rng())


def test_real_systems_of_several_teams_are_separated_as_a_direct_loop_separates_them():
    scores = score(llmjudge(), ("NMD", "DNKT"))
    found = powers(separate_runs(scores, n_trials=2000, rng=rng()))
    chance = rng(5)
    for power, layer in zip(found, scores.values, strict=True):
        drawn = (chance.permuted(layer, axis=0).mean(axis=1) for _ in range(2000))
        limit = np.quantile([means.max() - means.min() for means in drawn], 0.95)
        means = layer.mean(axis=1)
        expected = sum(abs(means[i] - means[j]) > limit for i, j in combinations(range(33), 2))
        assert power.pairs == 528
        assert power.significant == pytest.approx(expected, abs=8)  # the limit is an estimate
        assert expected > 25


def test_the_test_of_two_runs_or_of_one_measure_is_that_of_all():
    test = separate_runs(made_up_scores(), n_trials=50, rng=rng())
    runs, measure = test.runs, test.measures[-1]
    pair = test.between(runs[2], runs[0])
    assert pair.runs == (runs[2], runs[0])
    assert pair.differences[:, 0, 1].tolist() == test.differences[:, 2, 0].tolist()
    assert pair.p_values[:, 0, 1].tolist() == test.p_values[:, 0, 2].tolist()
    alone = test.only(measure)
    assert alone.to_frame().equals(test.to_frame()[lambda frame: frame["measure"] == measure].reset_index(drop=True))

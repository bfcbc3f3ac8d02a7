"""Claims whose simulation is one function, `simulate_<name>`."""

from dataclasses import replace

import numpy as np
from scipy import stats

from ordquant_core.analysis.agreement import runs_over_cases, similarity_over_cases
from ordquant_core.analysis.case_filters import CaseGroup
from ordquant_core.analysis.official import changes_sign, decides, official, on_groups
from ordquant_core.analysis.planning.design import variance_interval, variances
from ordquant_core.analysis.planning.split import kept_share
from ordquant_core.analysis.properties import associations, properties
from ordquant_core.analysis.reversed_classes import LEVEL, reversed_runs
from ordquant_core.findings.associations import is_clear
from ordquant_core.statistics.resampling import randomised_tukey_hsd
from tests.analysis.made_up import scores_of, task_of
from tests.statistics.simulations import Outcome, of_share
from tests.statistics.simulations.consistency_over_cases import made

SURELY = "named as first without a word (in 95% of resamples), of equal ones"


def simulate_associated_properties(repetitions, seed, cases=200):
    """Properties of cases that have nothing to do with a disagreement are seldom called associated with it."""
    rng = np.random.default_rng(seed)
    votes = rng.multinomial(rng.integers(3, 20, cases), rng.dirichlet(np.ones(5), cases))
    described = properties(votes / votes.sum(axis=1, keepdims=True), *rng.dirichlet(np.ones(5), (2, cases)), votes)
    claim = "a property is called associated with a disagreement that is random in 5% at most"
    for marked in (1, 4, 15, 100):
        named = []
        for _ in range(repetitions):
            disagree = np.zeros(cases, dtype=bool)
            disagree[rng.choice(cases, marked, replace=False)] = True
            named.append(any(is_clear(entry) for entry in associations(described, disagree)))
        situation = f"{marked} disagreements among {cases} cases, {len(described.keys)} properties"
        yield of_share(claim, situation, named, 0, 0.05)


def simulate_interval_of_a_variance(repetitions, seed):
    """The differences of two runs have the variance 2; the largest of more pairs lies above, so that it needs more."""
    rng = np.random.default_rng(seed)
    claim = "the interval of the variance of differences of two runs holds the true one"
    for n_cases in (8, 10, 50):
        held = []
        for _ in range(repetitions):
            values = rng.standard_normal((1, 2, n_cases)) + 2 * rng.standard_normal(n_cases)
            (one,) = variances(scores_of(values))
            low, high = variance_interval(one.value, one.freedom)
            held.append(low <= 2 <= high)
        yield of_share(claim, f"{n_cases} cases", held, 0.93, 0.97)


def simulate_simultaneous_intervals(repetitions, seed, runs=6, cases=40):
    """How often all intervals difference ± critical difference of the randomised Tukey HSD test hold the true ones.

    Every repetition is a layer of one test: all layers share the permutations, which are as good as new ones for each.
    """
    rng, size = np.random.default_rng(seed), (repetitions, runs, cases)
    steps = np.arange(runs) / runs  # true means of runs, in standard deviations of an error
    alike, skewed = rng.normal(size=size), rng.gamma(1, size=size) - 1
    unlike = rng.normal(size=size) * np.array([0.2, 0.2, 0.2, 1, 1, 2])[:, None]
    of_cases = rng.normal(size=(repetitions, 1, cases))
    for situation, errors, means, low, high in (
        ("no differences", alike, 0 * steps, 0.93, 0.97),
        ("no differences, skewed errors", skewed, 0 * steps, 0.93, 0.97),
        ("differences up to 0.8 standard deviations", alike, steps, 0.94, 0.995),
        ("such differences, skewed errors", skewed, steps, 0.94, 0.995),
        ("differences up to 3.3 standard deviations: too wide", alike, 4 * steps, 0.99, 1),
        ("errors of runs from 0.2 to 2: too narrow for the runs with the largest", unlike, steps, 0.7, 0.95),
    ):
        test = randomised_tukey_hsd(errors + means[:, None] + of_cases, n_trials=1000, rng=rng)
        half = test.critical_differences(0.05)[:, None, None]
        held = (np.abs(test.differences - np.subtract.outer(means, means)) <= half).all(axis=(1, 2))
        yield of_share("all 95% intervals of differences hold the true ones", situation, held, low, high)


def simulate_random_groups(repetitions, seed, sizes=(15, 20, 25)):
    """How often groups of cases are flagged that have nothing to do with the runs, and one that has."""
    rng, ends = np.random.default_rng(seed), np.cumsum((0, *sizes))
    groups = [CaseGroup(str(number), np.arange(*ends[number : number + 2])) for number in range(len(sizes))]
    means = 0.5 * np.arange(4)[:, None]  # some pairs differ significantly, others do not; the deviation is 1.4
    turned = np.where(np.arange(sum(sizes)) < sizes[0], -3 * means, means)

    def flags(spread, shift):
        values = (rng.gamma(2, size=(4, sum(sizes))) - 2) * spread + shift
        whole = official(scores_of(values[None] + 20, ["NMD"]), n_trials=199, seed=int(rng.integers(2**32)))
        for part in on_groups(whole, groups):
            yield part.p_interaction < 0.05, decides(whole.test, part, 0.05) == 1, changes_sign(part, 0.05) == 1

    for situation, spread, shift, low, high in (
        ("random groups", 1, means, 0, 0.05),
        ("a group with the order of runs turned", 1, turned, 0.5, 1),
        ("a group that spreads four times as much", np.repeat((4, 1, 1), sizes), 0, 0, 0.1),
    ):
        raised = [np.any(list(flags(spread, shift)), axis=(0, 2, 3)) for _ in range(repetitions)]
        for flag, found in zip(("p_interaction < 0.05", "decides", "sign_changes"), np.transpose(raised), strict=True):
            yield of_share(f"tasks with {flag} on any pair and group", situation, found, low, high)


def simulate_reversed_classes(repetitions, seed, runs=5):
    """How often a run gets the hint that its classes may be in the wrong order: where they are not, and where so."""
    rng = np.random.default_rng(seed)

    def hinted(cases, turned):
        """A gold that leans to one end, and runs of it with noise; each case is turned round with a probability."""
        gold = rng.dirichlet([1, 2, 3, 6, 9], size=cases)
        estimates = 0.7 * gold + 0.3 * rng.dirichlet(np.ones(5), size=(runs, cases))
        turn = rng.random((runs, cases, 1)) < turned
        made_task = task_of(np.ones(gold.shape), np.where(turn, estimates[..., ::-1], estimates))
        return bool(reversed_runs(replace(made_task, gold=gold, votes=None)))

    for cases, situation, turned, low, high in (
        (8, "in either order by chance", 0.5, 0, LEVEL),
        (40, "in either order by chance", 0.5, 0, LEVEL),
        (40, "reversed", 1, 0.8, 1),
    ):
        hints = [hinted(cases, turned) for _ in range(repetitions)]
        where = f"{cases} cases, {runs} runs, classes {situation}"
        yield of_share("tasks with a hint on reversed classes", where, hints, low, high)


def simulate_separated_pairs(repetitions, seed, pilot=200, cases=800, runs=6):
    """How many pairs of runs a larger collection separates: what a pilot says of it, and what fresh cases show."""
    rng = np.random.default_rng(seed)
    first, second = np.triu_indices(runs, 1)
    error, limit = np.sqrt(2 / cases), 1.959964 * np.sqrt(2 / cases)
    for spread, words in ((0.0, "six exchangeable runs"), (0.15, "runs that differ"), (0.5, "runs far apart")):
        said = np.zeros((repetitions, 3))
        for row in said:
            true = spread * rng.standard_normal(runs)
            scores = true[:, None] + rng.standard_normal((runs, pilot))
            means, kept = scores.mean(axis=1), float(kept_share(scores[None])[0])
            gaps, ahead = np.abs(means[first] - means[second]), np.sign(means[first] - means[second])
            sizes = np.stack([kept * gaps, gaps, (true[first] - true[second]) * ahead])
            row[:] = stats.norm.sf((limit - sizes) / error).mean(axis=1)
        shares, errors = said.mean(axis=0), said.std(axis=0, ddof=1) / np.sqrt(repetitions)
        where = f"{words}, a pilot of {pilot} cases, {cases} new ones"
        claim = "share of the pairs called separated minus the share that is"
        bounds = (-0.08, 0.08) if spread else (-0.01, 0.05)
        yield Outcome(claim, where, float(shares[0] - shares[2]), *bounds, float(errors[0]))
        if not spread:
            claim = "the same, with the differences of the pilot taken as true"
            yield Outcome(claim, where, float(shares[1] - shares[2]), 0.2, 1, float(errors[1]))


def simulate_superlatives(repetitions, seed):
    """What is named as the first of several is seldom first by chance: measures and runs that are exchangeable."""
    rng = np.random.default_rng(seed)
    for n_runs, n_cases in ((5, 20), (10, 100), (20, 300)):
        at = f"{n_runs} runs, {n_cases} cases"
        scores = [made((0.5,) * 6, 0.5, n_cases, rng, n_runs) for _ in range(repetitions // 4)]
        equal = [made((0.5,), 0.0, n_cases, rng, n_runs) for _ in range(repetitions // 4)]
        alike = [similarity_over_cases([each], seed=1).first() for each in scores]
        best = [runs_over_cases(each, "M1", seed=1).first() for each in equal]
        for where, firsts in ((f"measure least alike, {at}", alike), (f"best run, {at}", best)):
            yield of_share(SURELY, where, [first.share >= 0.95 for first in firsts], 0, 0.05)
            likely = [first.share >= 0.5 for first in firsts]
            yield of_share("named with its share, of equal ones", where, likely, 0, 0.65)

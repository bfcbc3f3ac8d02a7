"""What is made for all_runs.txt: the runs of a task, how measures rank and separate them, and the task itself."""

# ruff: noqa: F401 - the table uses what is imported

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd

from ordquant_core.analysis.agreement import Agreement, AverageAgreement
from ordquant_core.analysis.baselines import baselines_among, popularity, uniform, with_baselines
from ordquant_core.analysis.consistency import Consistency, consistency_experiment
from ordquant_core.analysis.consistency_over_cases import compare_resampled
from ordquant_core.analysis.discrimination import Contradiction, Discrimination, Overlap, Power
from ordquant_core.analysis.task_report import task_report
from ordquant_core.findings import discrimination as on_discrimination
from ordquant_core.findings import rankings as on_rankings
from ordquant_core.findings import runs as on_runs
from ordquant_core.findings import tasks as on_tasks
from ordquant_core.findings.sentence import plain
from ordquant_core.findings.smallest_means import not_tested, pairs_that_differ, smallest_means
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.records import Scores, Task
from ordquant_core.statistics.information import InformationLeft
from ordquant_core.tasks.outcomes import Outcome
from ordquant_core.tasks.published.description import Announcement, OverviewFacts
from tests.findings.resamples import p_table, resampled

# runs

KEYS_OF_RUNS = ("NMD", "RNOD", "NVD")


def of_runs(means, *apart, near=(), critical=None):
    """Return a test by NMD of runs x, y, z, …: the pairs `apart` differ, those `near` have a p close to alpha."""
    p = p_table(len(means), *apart)
    for a, b in near:
        p[a, b] = p[b, a] = 0.055
    ranges = None if critical is None else np.full((1, 1000), critical)
    return by_measures([means], [p], ranges)


def by_measures(means, p, ranges=None):
    means = np.array(means, dtype=np.float64)
    gaps = means[:, :, None] - means[:, None, :]
    runs = tuple("xyzuvw"[: means.shape[1]])
    return Discrimination(KEYS_OF_RUNS[: len(means)], runs, 30, means, np.array(p), gaps, gaps, 1000, ranges)


def two(*sides):
    """Return what is said of x and y where they differ by measures with these sides: -1 (x is better), 0 or 1."""
    means = [[0.2 + 0.1 * side, 0.2] for side in sides]
    test = by_measures(means, [p_table(2, *([(0, 1)] if side else [])) for side in sides])
    return on_runs.two_runs(test, ("x", "y"), 0.05)


def groups(interaction, p, changes="no"):
    count = len(p)
    columns = {"case_group": [f"g{n}" for n in range(count)], "interaction": interaction, "p_interaction": p}
    return on_runs.groups_of_cases(pd.DataFrame(columns | {"sign_changes": [changes] * count}), "NMD", 0.05)


def leader(means, *apart, share=1.0, n_cases=30):
    test = of_runs(means, *apart)
    return on_runs.leader(test, "NMD", 0.05, resampled(test.runs, means, low=share, n_cases=n_cases))


def near(means, *pairs):
    return on_runs.undecided(of_runs(means, near=pairs), "NMD", 0.05)


def of_nmd(finding, test):
    return finding(test, "NMD", 0.05)


TWO, SAME = of_runs([0.1, 0.2], critical=0.05), of_runs([0.1, 0.1])
THREE = of_runs([0.1, 0.2, 0.3], (0, 2), (1, 2), critical=0.05)
OVERLAPPING = of_runs([0.1, 0.2, 0.3], (0, 2))
NONE = [np.nan] * 2

# discrimination

POWERS = [Power("NMD", 8, 10), Power("RNOD", 7, 10), Power("NVD", 2, 10)]
EQUAL = [Power("NMD", 8, 10), Power("RNOD", 8, 10)]
POOLED = " pooled over 2 tasks"
OVERLAPS = [Overlap("NMD", "RNOD", 1, 2, 1), Overlap("NMD", "NVD", 5, 1, 4), Overlap("RNOD", "NVD", 0, 0, 0)]
ALIKE = [Overlap("NMD", "RNOD", 0, 2, 0), Overlap("NMD", "NVD", 0, 3, 0), OVERLAPS[2]]
AGAINST = [("task", Contradiction("NMD", "NVD", "x", "y")), ("task", Contradiction("RNOD", "NVD", "x", "y"))]


def power(powers, over="", **shares):
    of_cases = resampled([each.measure for each in powers], [each.significant for each in powers], **shares)
    return " ".join(filter(None, on_discrimination.power(powers, of_cases, over)))


def overlaps(*more, of=OVERLAPS, against=(), over="", **shares):
    every = [*of, *more]
    values = [np.nan if each.sso is None else each.sso for each in every]
    names = [f"{each.measure_1} {each.measure_2}" for each in every]
    return " ".join(filter(None, on_discrimination.overlaps(every, resampled(names, values, **shares), against, over)))


# rankings

KEYS_OF_RANKINGS = ("NMD", "RNOD", "NVD", "DNKT")
OVER_OF_RANKINGS = " over 2 tasks"


def similar(*values, counted=2):
    counts = np.full((len(values), len(values)), 2)
    counts[0, 1] = counts[1, 0] = counted
    return AverageAgreement(KEYS_OF_RANKINGS[: len(values)], np.ones((len(values),) * 2), np.array(values), counts)


def spoken(sentences):
    return " ".join(filter(None, sentences))


def similarity(*values, over="", **shares):
    return spoken(on_rankings.similarity(resampled(KEYS_OF_RANKINGS[: len(values)], values, **shares), over))


def of_two(tau, low, fisher=0.1):
    return Agreement(KEYS_OF_RANKINGS[:2], 6, *(np.full((2, 2), value) for value in (tau, fisher, 0.9, low, 0.8)))


def consistent(*means, over="", n_tested=11, spread=0.1, **shares):
    """`n_tested` cases: fewer than 12 are not tested; the less the taus `spread`, the more measures differ."""
    moved = np.tile(means, (99, 1)) + spread * np.random.default_rng(1).standard_normal((99, len(means)))
    keys, taus = KEYS_OF_RANKINGS[: len(means)], np.tile(means, (9, 1))
    test = compare_resampled(keys, None, taus, moved, np.zeros(len(means)), n_tested)
    return spoken(on_rankings.consistency(resampled(keys, means, **shares), over, test, 0.05))


def resampled_test(n_cases, tied):
    """Return a test of three measures, of which the first few tie too many pairs of runs."""
    taus, moved = np.tile([0.5, 0.6, 0.7], (9, 1)), np.random.default_rng(1).random((99, 3))
    ties = np.where(np.arange(3) < tied, 0.06, 0.05)
    return compare_resampled(KEYS_OF_RANKINGS[:3], None, taus, moved, ties, n_cases)


@cache
def halves():
    """Return an experiment with random halves of the cases, and its test."""
    worse = np.array([0, 0.01, 0.02, 0.1, 0.11, 0.3])[None, :, None]
    values = 0.3 + worse + 0.1 * np.random.default_rng(4).random((3, 6, 20))
    scores = Scores(KEYS_OF_RANKINGS[:3], tuple("abcdef"), tuple(map(str, range(20))), values)
    return consistency_experiment(scores, size=5, n_splits=20, seed=3).by("half")


def between(size, over=""):
    sets = (150, 149) if size is None else (size, size)
    drawn = Consistency(KEYS_OF_RANKINGS, size, sets, 1, np.zeros((1, 4)), np.zeros(4, dtype=int))
    return on_rankings.between_sets(drawn, over)


def of_information(*tasks, given=()):
    said, bits = on_rankings.information(KEYS_OF_RANKINGS[:2], given, tasks)
    return spoken([plain(said), bits])


# smallest_means


def report(measures, *, cases=8, runs=("A", "B"), far=(0, 2)):
    """Report on runs that are right but for the first case, whose gold is class 0 and which they put into a class."""
    classes = np.eye(3)
    gold = classes[[0, *[1] * (cases - 1)]]
    estimates = np.array([[classes[place], *gold[1:]] for place, _ in zip(far, runs, strict=True)])
    task = Task("t", None, tuple("123"), tuple(map(str, range(cases))), gold, None, runs, estimates)
    return task_report(task, measures, n_trials=50, seed=1)


def words(measures, **options):
    return smallest_means(report(measures, **options), 0.05)


def winners(*shares, runs="A"):
    """Return what is said where these runs are first by each measure, in these shares of resamples."""
    over_cases = {}
    for key, name, share in zip(MAIN_MEASURES, runs.ljust(len(shares), "A"), shares, strict=False):
        over_cases[key] = resampled(["A", "B"], [0.1, 0.2] if name == "A" else [0.2, 0.1], low=share)
    both = replace(report(["NMD"]), results=None, over_cases=over_cases)
    return smallest_means(replace(both, scores=replace(both.scores, measures=tuple(over_cases))), 0.05)


def separated(*p_values):
    """Return what is said where each measure has these p-values of the pairs of three runs."""
    measures = MAIN_MEASURES[: len(p_values)]
    tables = np.ones((len(measures), 3, 3))
    first, second = np.triu_indices(3, 1)
    for table, values in zip(tables, p_values, strict=True):
        table[first, second] = table[second, first] = values
    zeros = np.zeros_like(tables)
    test = Discrimination(tuple(measures), tuple("abc"), 30, zeros[:, 0], tables, zeros, zeros, 5000)
    return pairs_that_differ(test, 0.05)


ONE, NO = [0.001, 0.2, 0.3], [0.2] * 3
TIE = (1, 2)  # both runs are as wrong by a measure without distances

# tasks

VOTES = np.array([[2, 2, 0], [4, 0, 0], [1, 0, 2]])
GOLD = VOTES / VOTES.sum(axis=1, keepdims=True)
ESTIMATES = np.array([np.full((3, 3), 1 / 3) + shift * np.array([1, 0, -1]) for shift in (0.1, 0.2)])
TASK = Task("t", None, ("-1", "0", "1"), ("a", "b", "c"), GOLD, VOTES, ("r", "s"), ESTIMATES)
BOTH = with_baselines(TASK)
SUBMITTED = replace(  # the baselines as an organiser submits them: under other names, rounded as files are
    TASK,
    runs=("r", "s", "BL-popularity", "BL-uniform"),
    estimates=np.concatenate([ESTIMATES, [popularity(GOLD), uniform(GOLD).astype(np.float32).astype(float)]]),
)
ONLY_CALLED = replace(TASK, runs=("Uniform", "s"))
ACCEPTED = [Outcome("g.csv", "votes", "gold", "accepted", "")]
FEW_OF_TASKS = OverviewFacts(runs_per=(("C", 10), ("E", 9)))


CERTAIN = with_baselines(replace(TASK, gold=np.eye(3)[TASK.gold.argmax(axis=1)], votes=np.eye(3, dtype=int) * 2))

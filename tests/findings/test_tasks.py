"""What is said of a task: facts, which runs are compared, what an overview says, how its files were taken."""

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.baselines import baselines_among, popularity, uniform, with_baselines
from ordquant_core.findings import tasks
from ordquant_core.records import Task
from ordquant_core.tasks.outcomes import Outcome
from ordquant_core.tasks.published.description import Announcement, OverviewFacts
from tests.findings.claims import every_branch

VOTES = np.array([[2, 2, 0], [4, 0, 0], [1, 0, 2]])
GOLD = VOTES / VOTES.sum(axis=1, keepdims=True)
ESTIMATES = np.array([np.full((3, 3), 1 / 3) + shift * np.array([1, 0, -1]) for shift in (0.1, 0.2)])
TASK = Task("t", None, ("-1", "0", "1"), ("a", "b", "c"), GOLD, VOTES, ("r", "s"), ESTIMATES)
BOTH = with_baselines(TASK)
TASK_OF_PROBABILITIES = replace(TASK, gold=GOLD[1:], votes=None, cases=("b", "c"), positions=np.array([0.0, 1.0, 3.5]))
SUBMITTED = replace(  # the baselines as an organiser submits them: under other names, rounded as files are
    TASK,
    runs=("r", "s", "BL-popularity", "BL-uniform"),
    estimates=np.concatenate([ESTIMATES, [popularity(GOLD), uniform(GOLD).astype(np.float32).astype(float)]]),
)
ANNOUNCED = Announcement(deadline="2026-12-01T23:59+00:00", contact="c")
ALONE = BOTH.only(["Popularity", "Uniform"])
ONLY_CALLED = replace(TASK, runs=("Uniform", "s"))
ACCEPTED = [Outcome("g.csv", "votes", "gold", "accepted", "")]
BASELINES = "the baselines Popularity and Uniform"
FEW = OverviewFacts(runs_per=(("C", 10), ("E", 9)))


def facts(task):
    return "; ".join(tasks.facts(task))


CERTAIN = with_baselines(replace(TASK, gold=np.eye(3)[TASK.gold.argmax(axis=1)], votes=np.eye(3, dtype=int) * 2))


test_every_branch_holds_its_claim = every_branch(
    (facts(TASK), "3 cases; 3 classes, −1 to 1; 3 to 4 annotators; 1 tie …"),
    (facts(TASK_OF_PROBABILITIES), "2 cases; 3 …, −1 to 1; classes at 0, 1, 3.5; probabilities; no ties …"),
    (str(tasks.unusual_cases(TASK)), "[('Cases with a tied mode', 1), ('Cases with a single class', 1)]"),
    (tasks.popularity_is_gold(BOTH), ""),
    (tasks.popularity_is_gold(CERTAIN.only(["Uniform"])), ""),
    (tasks.popularity_is_gold(CERTAIN), "On every case all votes are on one class: Popularity equals the gold."),
    (tasks.popularity_is_gold(replace(CERTAIN, votes=None)), "On every case all probability is on one class: …"),
    (tasks.made_from_gold(TASK), ""),
    (tasks.made_from_gold(BOTH), "Popularity is made from the gold that it is scored on."),
    (tasks.made_from_gold(CERTAIN), "Popularity is made from the gold …. … Popularity equals the gold."),
    (tasks.family(TASK), "2 runs, without baselines"),
    (tasks.family(BOTH), f"2 runs and {BASELINES}"),
    (tasks.family(BOTH.only(["r", "Uniform"])), "1 run and the baseline Uniform"),
    (tasks.family(BOTH.only(["Popularity", "Uniform"])), BASELINES),
    (tasks.family(SUBMITTED), "4 runs, of which BL-popularity equals Popularity and BL-uniform equals Uniform"),
    (tasks.family(ONLY_CALLED), "2 runs, without baselines"),
    (tasks.family(with_baselines(ONLY_CALLED)), f"2 runs and {BASELINES} (baseline)"),
    (tasks.families([("x", TASK)]), "2 runs, without baselines"),
    (tasks.families([("x", TASK), ("y", TASK)]), "the runs of every task, without baselines"),
    (tasks.families([("x", TASK), ("y", BOTH)]), f"x: 2 runs, without baselines; y: 2 runs and {BASELINES}"),
    (tasks.families([("x", ALONE), ("y", ALONE)]), f"x: {BASELINES}; y: {BASELINES}"),
    (str(tasks.announced(ANNOUNCED)), "[('Deadline for runs', '2026-12-01 23:59+00:00'), ('Contact', 'c')]"),
    (str(tasks.overview_facts(replace(FEW, venue="v"))), "[('Venue', 'v'), ('Runs', '10 C + 9 E')]"),
    (tasks.runs_per(FEW, 19), "10 C + 9 E"),
    (tasks.runs_per(FEW, 9), "of 10 C + 9 E"),
    (tasks.runs_per(OverviewFacts(), 9), ""),
    (tasks.taken(replace(TASK, runs=()), ACCEPTED), "The file …. On 1 case … tied. … Popularity and Uniform …."),
    (tasks.taken(replace(TASK, gold=GOLD[1:]), ACCEPTED), "The file was accepted."),
)


def test_a_baseline_is_known_by_its_estimates_not_by_its_name():
    assert baselines_among(SUBMITTED) == {"popularity": ("BL-popularity",), "uniform": ("BL-uniform",)}
    assert baselines_among(ONLY_CALLED) == {}

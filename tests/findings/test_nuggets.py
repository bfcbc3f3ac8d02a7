"""What is said of nuggets: which run is best, at which alpha, on a dialogue, and how it was computed."""

from types import SimpleNamespace

import numpy as np

from ordquant_core.findings import nuggets as findings
from ordquant_core.findings.sentence import RunName
from ordquant_core.nuggets import Averages, NuggetScores, Ranking
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.statistics.resampling import TukeyHSD
from tests.findings.claims import every_branch

NOTE = "2 dialogues of one side (2 with customer blocks only): scored on that side alone"


def ranking(means, *, alike=(), alpha=0.25, ends=None, dialogues=30, smallest_p=0.001, note=""):
    """Rank runs x, y, z, … by RNSS; they differ significantly but for the pairs that are `alike`."""
    runs, nothing = "xyzuvw"[: len(means)], np.empty(0)
    names = tuple(f"d{number}" for number in range(dialogues))
    scores = NuggetScores(("RNSS",), tuple(runs), names, nothing, nothing, nothing, nothing, nothing)
    means = np.array([means], dtype=float)
    p_values = np.full((1, len(runs), len(runs)), 0.001)
    for pair in alike:
        one, other = map(runs.index, pair)
        p_values[0, one, other] = p_values[0, other, one] = 0.5
    values = np.repeat(means[:, :, None], dialogues, axis=2)
    averages = Averages(scores, alpha, values, np.ones(dialogues, dtype=int), means, note)
    test = TukeyHSD(p_values, means[:, :, None] - means[:, None], 200, nothing, smallest_p)
    helpdesk, customer = (np.array([side], dtype=float) for side in ends or (means[0], means[0]))
    return Ranking(averages, test, MeanInterval(means, means, means, dialogues, 0.95), helpdesk, customer)


def best_run(means, **options):
    return findings.best_run(ranking(means, **options), "RNSS", ("x", "y"))


def over_alpha(*ends, alpha=0.25):
    return findings.over_alpha(ranking(ends[0], ends=ends, alpha=alpha), "RNSS", ("x", "y"))


def dialogue(senders, alpha=0.25, pair=("x", "y")):
    return findings.of_dialogue(ranking([0.1, 0.2], alpha=alpha), "RNSS", pair, 0, senders)


def method(means=(0.1, 0.2), **options):
    return findings.method(ranking(means, **options), 1)


def facts(votes):
    customer = np.array([True, True, False])
    task = SimpleNamespace(customer=customer, votes=votes, dialogues=("d", "e"), runs=("x",))
    return " · ".join(findings.facts(task))


BOTH = ("customer", "helpdesk")
FOUR = ["xy", "xz", "xu", "xv"]
AT = "By mean RNSS at alpha 0.25, "
EQUAL = f"{AT}A x and B y are best with equal means (0.100)"
MEAN = "RNSS (waM, alpha 0.25): "
INTERVALS = "Intervals: 95%, Student's t …, Willink 2005, over"
GROUPS = "Groups: … not … HSD … 0.05, n = {}, B = 200 trials, seed 1; … 0.05: ±0.0154)."
OF_30 = f"{INTERVALS} 30 dialogues. {GROUPS.format('30 dialogues')}"

test_every_branch_holds_its_claim = every_branch(
    (best_run([0.1]), "Mean RNSS of A x at alpha 0.25 is 0.100."),
    (best_run([0.1], alpha=None), "The micro average of RNSS of A x is 0.100."),
    (best_run([0.1, 0.2], alpha=None), "By the micro average of RNSS, A x is best (0.100); it differs …."),
    (best_run([0.2, 0.3, 0.1]), f"{AT}z is best (0.100); it differs … every other run."),
    (best_run([0.1, 0.2, 0.3], alike=["xy", "xz"]), f"{AT}A x is best (0.100); it does not … any of the other 2."),
    (best_run([0.1, 0.2], alike=["xy"]), f"{AT}A x is best (0.100); it does not … from B y."),
    (best_run([0.1, 0.2, 0.3], alike=["xz"]), f"{AT}A x is best (0.100); it does not … from z."),
    (
        best_run([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], alike=FOUR),
        f"{AT}A x is best (0.100); it does not … from B y, z, u and 1 more.",
    ),
    (best_run([0.1, 0.1]), f"{EQUAL}."),
    (best_run([0.1, 0.1, 0.2]), f"{EQUAL}; they differ … every other run."),
    (best_run([0.1, 0.1, 0.2], alike=["xz", "yz"]), f"{EQUAL}; they do not … from z."),
    (best_run([0.1] * 4), f"{AT}4 runs are best with equal means (0.100)."),
    (over_alpha([0.1, 0.2], [0.1, 0.2], alpha=None), "Every block counts the same: … no alpha."),
    (over_alpha([0.1], [0.2]), ""),
    (over_alpha([0.1, 0.2], [0.1, 0.2]), "A x is first at every alpha."),
    (over_alpha([0.1, 0.1], [0.3, 0.3]), "A x and B y are first at every alpha."),
    (over_alpha([0.1, 0.3, 0.5], [0.4, 0.2, 0.5]), "First is A x up to alpha 0.50, then B y."),
    (over_alpha([0.1, 0.1, 0.2], [0.3, 0.3, 0.2]), "First are A x and B y up to alpha 0.50, then z."),
    (over_alpha([0.1, 0.2, 0.4], [0.5, 0.3, 0.2]), "First is A x up to alpha 0.33, B y up to alpha 0.67, then z."),
    (dialogue(BOTH), f"{MEAN}A x 0.100 · B y 0.200. Blocks …"),
    (dialogue(BOTH, None), "RNSS (mean over its blocks): A x 0.100 · B y 0.200. Blocks …"),
    (dialogue(BOTH, pair=("y", "y")), f"{MEAN}A y 0.200 · B y 0.200. Blocks …"),
    (dialogue(("helpdesk",) * 2, pair=("x",)), f"{MEAN}A x 0.100. Only the helpdesk speaks: …. Blocks …"),
    (method(), OF_30),
    (method(note=NOTE), f"{OF_30} {NOTE}."),
    (
        method(dialogues=5, smallest_p=0.0625),
        f"{INTERVALS} 5 dialogues. Intervals … fewer than 20 dialogues …; here there are 5. "
        f"{GROUPS.format('5 dialogues')} With 2 runs and 5 dialogues no p-value … HSD … 0.0625: no difference … 0.05.",
    ),
    (
        method([0.1], dialogues=1, smallest_p=1.0),
        f"{INTERVALS} 1 dialogue. One dialogue: no interval. {GROUPS.format('1 dialogue')}",
    ),
    (facts(np.full((2, 3), 1)), "2 dialogues · 2 customer and 1 helpdesk blocks · 3 annotators · 1 run"),
    (facts(None), "2 dialogues · 2 customer and 1 helpdesk blocks · probabilities · 1 run"),
)


def test_names_stay_names():
    named = [part for part in best_run([0.1, 0.2, 0.3], alike=["xy"]) if isinstance(part, RunName)]
    assert named == [RunName("x", "A", alone=False), RunName("y", "B", alone=False)]

"""How often does a real second panel keep a preference? As often as is said on average, and of what is called robust.

Truths like those of the calibration, two more that nobody has tuned for, and real votes where they are there: panels
are then disjoint parts of them. The two runs are half the task's average and half random, and do not see the votes.
"""

from collections import defaultdict
from functools import partial

import numpy as np
import pandas as pd

from ordquant_core.analysis.comparison import signs
from ordquant_core.analysis.planning.votes import some_votes
from ordquant_core.analysis.robustness import MOSTLY_KEPT, ROBUST, robustness
from ordquant_core.measures.registry import MEASURES
from ordquant_core.statistics.vote_prior import vote_prior
from ordquant_core.tasks import load_gold
from tests.formats.files import SHARED
from tests.statistics.simulations import Outcome, of_share
from tests.statistics.simulations.second_panel import peak, shares_of

KEYS = ("NMD", "RNOD")
CASES = 250
PANELS = 12  # real second panels of each case


def _accurate(rng):
    return np.where(np.arange(5) == rng.integers(5, size=(CASES, 1)), 0.9, 0.025)


def _two_camps(rng):
    """Divide the annotators between both ends."""
    share = rng.uniform(0.2, 0.8, size=(CASES, 1))
    return shares_of(share * np.array([8, 2, 0.5, 0, 0]) + (1 - share) * np.array([0, 0, 0.5, 2, 8]))


def _neighbours(rng):
    """Divide the annotators between two neighbouring classes of seven."""
    first, share = rng.integers(6, size=(CASES, 1)), rng.uniform(size=(CASES, 1))
    classes = np.arange(7)
    return shares_of((classes == first) * share + (classes == first + 1) * (1 - share) + 0.005)


def _falling(rng):
    """Let the classes become rarer from one end on, from case to case more quickly or more slowly."""
    return shares_of(rng.uniform(0.2, 0.9, size=(CASES, 1)) ** np.arange(6))


TRUTHS = {
    "flat Dirichlet, 5 classes": lambda rng: rng.dirichlet(np.ones(5), CASES),
    "one peak, 5 classes": lambda rng: peak(rng, CASES, 5),
    "one peak, 11 classes": lambda rng: peak(rng, CASES, 11),
    "accurate annotators, 5 classes": _accurate,
    "two camps, 5 classes": _two_camps,
    "two neighbours, 7 classes": _neighbours,
    "falling, 6 classes": _falling,
}


def _of_truth(truth, rng, annotators):
    """Draw votes, (cases, L), and those of real second panels, (panels, cases, L)."""
    true = truth(rng)
    return rng.multinomial(annotators, true), rng.multinomial(annotators, true, size=(PANELS, CASES))


def _of_votes(votes, rng, annotators):
    chosen = votes[rng.choice(len(votes), CASES, replace=False)]
    first = some_votes(chosen, annotators, rng)
    return first, np.stack([some_votes(chosen - first, annotators, rng) for _ in range(PANELS)])


def _draws():
    draws = {name: (partial(_of_truth, truth), (3, 10)) for name, truth in TRUTHS.items()}
    if SHARED.exists():
        stc3, table = SHARED / "stc3/gold_test.json", pd.read_csv(SHARED / "dbdc3/votes_en.csv")
        dbdc3 = table[["O", "T", "X"]].to_numpy()
        real = {f"STC-3 {scale}": load_gold(stc3, scale=scale).votes for scale in "AE"}
        real["DBDC3 English"] = dbdc3[dbdc3.sum(axis=1) == 30]
        draws |= {name: (partial(_of_votes, votes), (3, 9)) for name, votes in real.items()}
    return draws


def _compared(draw, rng, annotators, *, alone=False):
    """Return what simulated panels say of 250 cases, and in which share of real ones each preference is kept.

    `alone`: each case is a picture alone.
    """
    votes, others = draw(rng, annotators)
    a, b = (votes.mean(axis=0) / annotators + rng.dirichlet(np.ones(votes.shape[1]), (2, CASES))) / 2
    seen = robustness(votes, a, b, KEYS, prior=vote_prior(votes[:1]) if alone else None, rng=rng)
    sides = [signs(MEASURES[key](others, a[None]) - MEASURES[key](others, b[None])) for key in KEYS]
    return seen, (np.array(sides) == seen.preference[:, None]).mean(axis=1)


def simulate(repetitions, seed):
    """Compare what is said of simulated panels with what real ones keep; a tenth of the repetitions, of 250 cases."""
    rng, repetitions = np.random.default_rng(seed), max(4, repetitions // 10)
    called = defaultdict(list)  # what real panels keep of them
    for name, (draw, numbers) in _draws().items():
        for annotators in numbers:
            gaps = np.empty((repetitions, len(KEYS)))
            for gap in gaps:
                seen, kept = _compared(draw, rng, annotators)
                gap[:] = (seen.shares - kept).mean(axis=1)
                for word in (ROBUST, MOSTLY_KEPT):
                    called[word, "all"] += kept[seen.words == word].tolist()
            for key, mean, error in zip(KEYS, gaps.mean(axis=0), gaps.std(axis=0) / repetitions**0.5, strict=True):
                claim = "the mean share of simulated panels is that of real panels (difference)"
                situation = f"{name}, {annotators} annotators, {key}"
                yield Outcome(claim, situation, float(mean), -0.06, 0.06, float(error))
        for annotators in (5, 9):
            for _ in range(repetitions // 4):
                seen, kept = _compared(draw, rng, annotators, alone=True)
                some = kept[seen.words == MOSTLY_KEPT].tolist()
                called[MOSTLY_KEPT, f"pictures alone, {annotators} annotators"] += some
    for (word, situation), shares in called.items():
        low, high = (0.97, 1) if word == ROBUST else (0.8, 0.95)
        yield of_share(f"real panels keep a preference that is {word}", situation, shares, low, high)

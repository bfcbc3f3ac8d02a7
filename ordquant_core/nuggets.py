"""Nugget detection: scores of utterance blocks, dialogues and runs (EVIA 2017, section 3.2.4).

Nugget types are nominal classes: CNUG* is no further from CNaN than CNUG is. So only measures that compare bin by
bin apply, and those that use an order of the classes do not.
"""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ordquant_core.analysis.official import Official, official
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.glossary import Values, coded, of_grid
from ordquant_core.measures.pairs import classes_first
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, setting
from ordquant_core.records import FloatArray, IntArray, Scores
from ordquant_core.statistics.mean_interval import mean_interval

NUGGET_MEASURES = ("RNSS", "JSD", "NVD")  # the first two are those of the paper
LEVEL = 0.05  # of significance
TIE = 1e-12  # scores that differ by less are equal


@dataclass(frozen=True, slots=True, eq=False)
class NuggetScores:
    """Scores of every run, one layer per measure. Smaller is better."""

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    dialogues: tuple[str, ...]
    blocks: FloatArray  # (measures, runs, blocks)
    customer: FloatArray  # (measures, runs, dialogues): means over customer blocks, NaN where there are none
    helpdesk: FloatArray  # likewise
    n_customer: IntArray  # (dialogues,): how many blocks
    n_helpdesk: IntArray

    @property
    def one_sided(self) -> NDArray[np.bool_]:
        """Whether only one side speaks in a dialogue: shape (dialogues,)."""
        return np.asarray((self.n_customer == 0) | (self.n_helpdesk == 0))

    def worst_blocks(self, layer: int, run: int) -> IntArray:
        """Order all blocks by the score of a run, the largest first; equal scores keep their order."""
        return np.argsort(-self.blocks[layer, run], kind="stable")

    def to_frame(self, task: NuggetTask) -> pd.DataFrame:
        """Return a row per run, utterance block of the task and measure."""
        axes: dict[str, Values] = {"run": self.runs, "block": np.arange(len(task.customer)), "measure": self.measures}
        frame = of_grid(axes, {"score": self.blocks.transpose(1, 2, 0)})
        block = frame["block"].to_numpy()
        about = {
            "dialogue": coded(task.dialogue_of[block], self.dialogues),
            "block": block_numbers(task)[block],
            "sender": coded(task.customer.astype(np.intp)[block], ("helpdesk", "customer")),
        }
        return frame.assign(**about)[["run", *about, "measure", "score"]]


@dataclass(frozen=True, slots=True, eq=False)
class Averages:
    """Scores per dialogue and their means, and how they were averaged."""

    scores: NuggetScores
    alpha: float | None  # None: the micro average, which has none
    values: FloatArray  # (measures, runs, dialogues)
    weights: IntArray  # (dialogues,): what a dialogue counts in the mean, 1 or the number of its blocks
    means: FloatArray  # (measures, runs)
    note: str  # what was done with dialogues of one side; empty if there are none

    @property
    def contributions(self) -> FloatArray:
        """Values with equal weights: their plain means over dialogues are `means`."""
        return np.asarray(self.values * (self.weights / self.weights.mean()))

    def better(self, layer: int, run_1: int, run_2: int) -> tuple[int, int]:
        """Count the dialogues on which the first run is better, and those on which the second is."""
        gaps = self.values[layer, run_1] - self.values[layer, run_2]
        return int((gaps < -TIE).sum()), int((gaps > TIE).sum())

    def to_frame(self) -> pd.DataFrame:
        """Return a row per run and measure: the mean over the dialogues."""
        scores = self.scores
        frame = of_grid({"run": scores.runs, "measure": scores.measures}, {"mean": self.means.T})
        return frame.assign(dialogues=len(scores.dialogues))

    def dialogues_to_frame(self) -> pd.DataFrame:
        """Return a row per run, dialogue and measure."""
        axes = {"run": self.scores.runs, "dialogue": self.scores.dialogues, "measure": self.scores.measures}
        return of_grid(axes, {"score": self.values.transpose(1, 2, 0)})


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Ranking:
    """Runs by their means: results over the dialogues as over the cases of a task, and the means of one side alone."""

    averages: Averages
    results: Official
    helpdesk: FloatArray  # (measures, runs): means with alpha = 0; of the micro average, over all helpdesk blocks
    customer: FloatArray  # with alpha = 1; over all customer blocks. NaN where there are none

    def to_frame(self, *, pairs: bool = False) -> pd.DataFrame:
        """Return a row per measure and run: its rank, mean and interval, its groups, the mean of either side.

        With `pairs` a row per measure and pair of runs, as `Discrimination.to_frame` has it.
        """
        alpha = self.averages.alpha
        if pairs:
            return self.results.test.to_frame(LEVEL)
        return (
            self.results.to_frame(alpha=LEVEL)
            .drop(columns="scale")
            .rename(columns={"cases": "dialogues"})
            .assign(
                mean=self.averages.means.ravel(),  # also of all blocks: not rounded once more
                average="micro" if alpha is None else f"macro, alpha {setting(alpha)}",
                customer=self.customer.ravel(),
                helpdesk=self.helpdesk.ravel(),
            )
        )


def score_nuggets(task: NuggetTask, measures: tuple[str, ...] = NUGGET_MEASURES) -> NuggetScores:
    """Score every block of every run: customer blocks over T_C nugget types, helpdesk blocks over T_H.

    Scores lie in [0, 1]. Raises `UnknownNameError` for a measure that does not suit nominal classes.
    """
    check_measures(measures)
    customer = task.customer
    blocks = np.empty((len(measures), len(task.runs), len(customer)))
    for side, mask in (("customer", customer), ("helpdesk", ~customer)):
        kinds = len(task.types.of(side))
        pair = classes_first(task.gold[mask, :kinds], task.estimates[:, mask, :kinds])
        for layer, key in enumerate(measures):
            blocks[layer][:, mask] = MEASURES[key].compute.kernel(*pair)  # a task is valid: no second validation
    sums = {side: np.add.reduceat(blocks * mask, task.starts, axis=2) for side, mask in _masks(customer)}
    counts = {side: np.add.reduceat(mask.astype(np.int64), task.starts) for side, mask in _masks(customer)}
    with np.errstate(invalid="ignore"):  # 0 / 0: no block of that side, NaN on purpose
        means = {side: sums[side] / counts[side] for side in sums}
    return NuggetScores(
        tuple(measures),
        task.runs,
        task.dialogues,
        blocks,
        means["customer"],
        means["helpdesk"],
        counts["customer"],
        counts["helpdesk"],
    )


def average(scores: NuggetScores, *, alpha: float = 0.5) -> Averages:
    r"""Average over blocks within each dialogue, side by side, then over dialogues (macro average).

    .. math:: \mathrm{waM}(d) = \frac{\alpha}{|B_C(d)|} \sum_{b \in B_C(d)} M(b)
              + \frac{1 - \alpha}{|B_H(d)|} \sum_{b \in B_H(d)} M(b), \quad
              \mathrm{mean\,waM} = \frac{1}{|D|} \sum_{d \in D} \mathrm{waM}(d)

    alpha = 1 takes the customer's blocks alone, 0 the helpdesk's. A dialogue in which one side says nothing is scored
    on the other side alone, whatever alpha; the note of the result counts them. Raises `OrdquantError` unless
    0 <= alpha <= 1. Reference: EVIA 2017, Eqs. 12 and 13 [sakai2017].
    """
    check_alpha(alpha)
    both = alpha * scores.customer + (1 - alpha) * scores.helpdesk
    values = np.where(scores.n_customer == 0, scores.helpdesk, np.where(scores.n_helpdesk == 0, scores.customer, both))
    weights = np.ones(len(scores.dialogues), dtype=np.int64)
    return Averages(scores, alpha, values, weights, values.mean(axis=2), _one_sided(scores))


def average_blocks(scores: NuggetScores) -> Averages:
    r"""Average over all blocks with equal weights (micro average): long dialogues weigh more; there is no alpha.

    .. math:: \frac{1}{\sum_d |B(d)|} \sum_d \sum_{b \in B(d)} M(b), \quad B(d) = B_C(d) \cup B_H(d)

    The value of a dialogue is the mean over its blocks, its weight their number. Reference: EVIA 2017, footnote 8
    [sakai2017].
    """
    counts = scores.n_customer + scores.n_helpdesk
    customer, helpdesk = (np.nan_to_num(side) for side in (scores.customer, scores.helpdesk))  # 0 blocks count 0
    values = (scores.n_customer * customer + scores.n_helpdesk * helpdesk) / counts
    return Averages(scores, None, values, counts, scores.blocks.mean(axis=2), "")


def rank_runs(averages: Averages, *, n_trials: int, seed: int) -> Ranking:
    """Test and rank the runs over the dialogues, as `official` does over cases, beside the means of either side."""
    scores = averages.scores
    values = Scores(scores.measures, scores.runs, scores.dialogues, averages.contributions)
    interval = mean_interval(averages.values, weights=averages.weights, bounds=(0.0, 1.0))
    results = replace(official(values, n_trials=n_trials, seed=seed), interval=interval)
    if averages.alpha is None:
        sides = (scores.helpdesk, scores.n_helpdesk), (scores.customer, scores.n_customer)
        helpdesk, customer = (_mean_of_blocks(means, counts) for means, counts in sides)
    else:
        helpdesk, customer = (average(scores, alpha=alpha).means for alpha in (0, 1))
    return Ranking(averages, results, helpdesk, customer)


def ranked_runs(task: NuggetTask, alpha: float | None, *, n_trials: int, seed: int) -> Ranking:
    """Score, test and rank the runs; `alpha` None is the micro average."""
    scores = score_nuggets(task)
    averages = average_blocks(scores) if alpha is None else average(scores, alpha=alpha)
    return rank_runs(averages, n_trials=n_trials, seed=seed)


def _mean_of_blocks(means: FloatArray, counts: IntArray) -> FloatArray:
    """Return the mean over all blocks of one side, (measures, runs), from means (…, dialogues); NaN without any."""
    with np.errstate(invalid="ignore"):  # 0 / 0
        return np.asarray(np.nan_to_num(means) @ counts / counts.sum())


def block_numbers(task: NuggetTask) -> IntArray:
    """Return the number that every block has in its dialogue, from 1: shape (blocks,)."""
    of = task.dialogue_of
    return np.arange(len(of)) - task.starts[of] + 1


def leaders(at_zero: FloatArray, at_one: FloatArray) -> tuple[tuple[int, float], ...]:
    """Return which run has the smallest mean as alpha goes from 0 to 1: (run, alpha up to which it leads), in order.

    `at_zero` and `at_one` are the means (runs,) at both ends; in between means are straight lines, so the leaders are
    the lower edge of a bundle of lines. If two lead equally, the one that leads next is named.

    >>> leaders(np.array([0.1, 0.3, 0.2]), np.array([0.5, 0.1, 0.4]))
    ((0, 0.3333333333333333), (1, 1.0))
    """
    slopes = at_one - at_zero
    leader = int(np.lexsort((slopes, at_zero))[0])
    stretches: list[tuple[int, float]] = []
    here = 0.0
    while True:
        with np.errstate(divide="ignore", invalid="ignore"):  # parallel lines never meet
            meets = (at_zero - at_zero[leader]) / (slopes[leader] - slopes)
        meets = np.where(slopes < slopes[leader], np.maximum(meets, here), np.inf)
        nearest = float(meets.min())
        if nearest >= 1:
            return (*stretches, (leader, 1.0))
        if nearest > here:
            stretches.append((leader, nearest))
        here = nearest
        leader = min(np.flatnonzero(meets == nearest).tolist(), key=lambda run: slopes[run])


def check_alpha(alpha: float) -> None:
    """Raise `OrdquantError` unless 0 <= alpha <= 1."""
    if not 0 <= alpha <= 1:  # False for NaN, too
        raise OrdquantError(f"alpha is {alpha:g}: it must lie between 0 (helpdesk alone) and 1 (customer alone)")


def check_measures(measures: tuple[str, ...]) -> None:
    """Raise `UnknownNameError` for a measure that does not suit nominal classes, or does not exist."""
    for key in measures:
        if key not in NUGGET_MEASURES:
            choice = f"choose from {', '.join(NUGGET_MEASURES)}"
            if key in MEASURES:
                raise UnknownNameError(f"{key} is not for nugget types, which are nominal classes; {choice}.")
            raise UnknownNameError(f"Unknown measure {key!r}; {choice}.")


def _masks(customer: NDArray[np.bool_]) -> tuple[tuple[str, NDArray[np.bool_]], ...]:
    return ("customer", customer), ("helpdesk", ~customer)


def _one_sided(scores: NuggetScores) -> str:
    """Say how many dialogues have one side only."""
    without = [(int((scores.n_helpdesk == 0).sum()), "customer"), (int((scores.n_customer == 0).sum()), "helpdesk")]
    parts = [f"{number} with {side} blocks only" for number, side in without if number]
    if not parts:
        return ""
    total = sum(number for number, _ in without)
    return f"{count(total, 'dialogue')} of one side ({', '.join(parts)}): scored on that side alone"

"""The values that other scorers print, as data: a measure undivided, in another unit, or as the logarithm of a mean.

A view is there to be compared with somebody's printed figure. It is never a default, always labelled as what it is,
and computed from the measure it is a view of.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import FloatArray


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Scores or means of one measure, as others print them."""

    key: str  # stable identifier, different from the keys of all measures
    label: str
    of: str  # key of the measure it is made of
    summary: str  # what it is, in one sentence
    printed_by: str
    change: Callable[[FloatArray, int], FloatArray]  # of scores, or of a mean, over so many classes
    of_mean: bool = False  # is it made of the mean over the cases? Then a case has none
    larger_is_better: bool = False

    def average(self, scores: FloatArray, n_classes: int) -> FloatArray:
        """Return the value printed for a run: `scores` of the measure, shape (..., cases), give shape (...)."""
        if self.of_mean:
            return self.change(scores.mean(axis=-1), n_classes)
        return np.asarray(self.change(scores, n_classes).mean(axis=-1))


def negative_log2(means: FloatArray) -> FloatArray:
    """Return -log2 of means: larger is better, 1 more for a mean half as large, infinite for a perfect run.

    >>> negative_log2(np.array([1.0, 0.25])).tolist()
    [0.0, 2.0]
    """
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log2(means) + 0.0)  # 0.0, not -0.0, for a mean of 1


def _log_of_mean(measure: str, subtask: str) -> View:
    return View(
        key=f"NEG_LOG2_{measure}",
        label=f"−log2 of mean {measure}",
        of=measure,
        summary=f"Minus the binary logarithm of the mean {MEASURES[measure].name} over the cases; larger is better.",
        printed_by=f"the evaluation script of NTCIR-15 DialEval-1 (2020), for {subtask}",
        change=lambda means, n_classes: negative_log2(means),
        of_mean=True,
        larger_is_better=True,
    )


_VIEWS = (
    View(
        key="EMD",
        label="EMD, undivided",
        of="MD",
        summary="Earth Mover's Distance with classes one step apart: MD, that is NMD times L − 1.",
        printed_by="SemEval-2016 and 2017 Task 4 subtask E; LeWiDi 2025 as Wasserstein distance",
        change=lambda scores, n_classes: scores,
    ),
    View(
        key="MSE",
        label="MSE over the classes",
        of="SS",
        summary="Mean squared error over the L classes: SS divided by L.",
        printed_by="the Dialogue Breakdown Detection Challenges; QuaPy as se and mse",
        change=lambda scores, n_classes: scores / n_classes,
    ),
    View(
        key="RSNOD_ALL",
        label="RSNOD over all classes",
        of="RNADW",
        summary="RSNOD with DW averaged over all classes instead of those with mass on either side: it equals RNADW.",
        printed_by="the evaluation script of NTCIR-14 STC-3 (2018)",
        change=lambda scores, n_classes: scores,
    ),
    View(
        key="KLD_NATS",
        label="KLD in nats",
        of="KLD",
        summary="KLD with the natural logarithm: KLD in bits times ln 2.",
        printed_by="SciPy's entropy and rel_entr, unless a base is given",
        change=lambda scores, n_classes: scores * math.log(2),
    ),
    _log_of_mean("NMD", "dialogue quality"),
    _log_of_mean("RSNOD", "dialogue quality"),
    _log_of_mean("RNSS", "nuggets"),
    _log_of_mean("JSD", "nuggets"),
)
VIEWS: Mapping[str, View] = MappingProxyType({view.key: view for view in _VIEWS})

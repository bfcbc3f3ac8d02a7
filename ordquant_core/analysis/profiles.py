"""What the official scorers of shared tasks print for a run: their measures, their averages, their digits.

A profile is there to be compared with a printed figure of that task. Its figures are labelled by its name and stand
beside nothing else.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from ordquant_core.analysis.views import average_with_views
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.smoothed import rae, smoothed_kld
from ordquant_core.records import FloatArray, IntArray, Task

DIGITS = 5  # to which the scorer of LeWiDi 2025 rounds
GROUPS = 4  # of LeQua 2024: cases whose gold has a mean in [1, 2), [2, 3), [3, 4), [4, 5]
Figure = Callable[[Task], FloatArray]  # a number for each run


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The figures that one official scorer prints, by their names."""

    key: str
    summary: str
    figures: Mapping[str, Figure]
    n_classes: int | None = None  # None: any number
    notes: Callable[[Task], tuple[str, ...]] = lambda task: ()  # what the scorer does silently

    def check(self, task: Task) -> None:
        """Raise `OrdquantError` where the task does not have the classes of the official one."""
        found = len(task.classes)
        if self.n_classes not in (None, found):
            raise OrdquantError(f"{self.key} is for tasks with {self.n_classes} classes; this one has {found}.")

    def score(self, task: Task) -> dict[str, FloatArray]:
        """Return every figure for every run, by `profile:figure`. Raises `OrdquantError`."""
        self.check(task)
        plain = replace(task, positions=None)  # official scorers know no others
        return {f"{self.key}:{name}": figure(plain) for name, figure in self.figures.items()}


def get_profile(key: str) -> Profile:
    """Return a profile. Raises `UnknownNameError`, which lists what there is."""
    if key not in PROFILES:
        raise UnknownNameError(f"Unknown profile {key!r}; choose from {', '.join(PROFILES)}.")
    return PROFILES[key]


def lequa_groups(gold: FloatArray) -> IntArray:
    """Return the group 1 to 4 of each gold of shape (cases, 5): its mean, sum i g_i, rounded down; 5 for a mean of 5.

    >>> lequa_groups(np.array([[1.0, 0, 0, 0, 0], [0, 0, 0, 0.5, 0.5], [0, 0, 0, 0, 1]])).tolist()
    [1, 4, 5]
    """
    means = gold @ np.arange(1, gold.shape[-1] + 1)
    return np.asarray(np.floor(means.round(12)).astype(np.int64))


def _macro_nmd(task: Task) -> FloatArray:
    """Mean NMD of each group, then over the four; a group without a case counts as 0, as in the official code."""
    scores, groups = MEASURES["NMD"](task.gold, task.estimates), lequa_groups(task.gold)
    means = [scores[:, groups == group].mean(axis=1) for group in range(1, GROUPS + 1) if (groups == group).any()]
    return np.asarray(np.sum(means, axis=0) / GROUPS if means else np.zeros(len(task.runs)))


def _notes_on_lequa(task: Task) -> tuple[str, ...]:
    groups = lequa_groups(task.gold)
    left_out = int((groups > GROUPS).sum())
    notes = [
        f"no gold has a mean from {group} to {group + 1}: the official scorer counts that group as 0, which makes "
        "macro-NMD smaller"
        for group in range(1, GROUPS + 1)
        if not (groups == group).any()
    ]
    if left_out:
        notes.append(
            f"{left_out} of {len(groups)} cases have a gold with a mean of exactly 5: the official scorer drops them"
        )
    return tuple(notes)


def _mean_of(key: str) -> Figure:
    """Return the mean of a measure or view over the cases."""
    return lambda task: np.asarray(average_with_views(task, (key,))[0])


def _rounded(figure: Figure) -> Figure:
    return lambda task: np.asarray([round(value, DIGITS) for value in figure(task).tolist()])


def _manhattan(task: Task) -> FloatArray:
    """Mean of the summed absolute errors, each rounded to 5 digits before."""
    errors = MEASURES["VD"](task.gold, task.estimates)
    return np.asarray([np.mean([round(value, DIGITS) for value in run]) for run in errors.tolist()])


def _with_votes(compute: Callable[..., FloatArray]) -> Figure:
    def figure(task: Task) -> FloatArray:
        if task.votes is None:
            raise OrdquantError("This profile needs the number of votes of each case: give the gold as votes.")
        return np.asarray(compute(task.gold, task.estimates, task.votes.sum(axis=-1)).mean(axis=-1))

    return figure


_MANHATTAN: Mapping[str, Figure] = {"manhattan": _rounded(_manhattan)}
_UNDIVIDED: Mapping[str, Figure] = {"wasserstein": _rounded(_mean_of("EMD"))}
_PROFILES = (
    Profile(
        key="lequa2024-t3",
        summary="macro-NMD: mean NMD of the cases in each of four groups by the mean of their gold, then of the four",
        figures={"macro-NMD": _macro_nmd},
        n_classes=5,
        notes=_notes_on_lequa,
    ),
    Profile(
        key="lewidi2025-csc",
        summary="Wasserstein distance, not divided by L − 1; its mean has 5 digits",
        figures=_UNDIVIDED,
    ),
    Profile(
        key="lewidi2025-par",
        summary="Wasserstein distance, not divided by L − 1; its mean has 5 digits",
        figures=_UNDIVIDED,
    ),
    Profile(
        key="lewidi2025-mp",
        summary="sum of absolute errors, 5 digits a case, then their mean",
        figures=_MANHATTAN,
        n_classes=2,
    ),
    Profile(
        key="lewidi2025-ven",
        summary="the same, also averaged over the labels of an item: each label is a case here, yes or no",
        figures=_MANHATTAN,
        n_classes=2,
    ),
    Profile(
        key="semeval2016-d",
        summary="KLD (nats, gold from estimate), AE and RAE; KLD and RAE smoothed by half an item of the topic",
        figures={"KLD": _with_votes(smoothed_kld), "AE": _mean_of("AE"), "RAE": _with_votes(rae)},
        n_classes=2,
    ),
    Profile(
        key="semeval2016-e",
        summary="Earth Mover's Distance, not divided by L − 1",
        figures={"EMD": _mean_of("EMD")},
    ),
    Profile(
        key="ntcir-stc3-2018",
        summary="NMD, and RSNOD averaged over all classes, whether they occur or not",
        figures={"NMD": _mean_of("NMD"), "RSNOD": _mean_of("RSNOD_ALL")},
    ),
    Profile(
        key="ntcir-2020",
        summary="−log2 of mean NMD and of mean RSNOD (over the classes that occur); larger is better",
        figures={"-log2-NMD": _mean_of("NEG_LOG2_NMD"), "-log2-RSNOD": _mean_of("NEG_LOG2_RSNOD")},
    ),
)
PROFILES: Mapping[str, Profile] = MappingProxyType({one.key: one for one in _PROFILES})

"""What the official scorers of shared tasks print for a run: their measures, their averages, their digits.

Compare a profile only with printed figures of that task. Its figures carry its name and are shown beside no others.
Each follows the steps of the official code: what is rounded where, and what is averaged first. One thing differs: where
estimates do not sum to 1, the official code goes on; here the user has to agree that they are renormalised.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ordquant_core.analysis.views import average_with_views
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.smoothed import rae, smoothed_kld
from ordquant_core.records import FloatArray, IntArray, Task

DIGITS = 5  # to which the scorer of LeWiDi 2025 rounds, and that of LeQua 2024 prints
PUBLISHED_DIGITS = 2  # of the soft labels in the test files of LeWiDi 2025
ITEM = "/"  # what the id of a label ends its item with, as where several columns are the id
LAST_BITS = 1e-9  # closer to a whole number than this, a mean is that number but for rounding
GROUPS = 4  # of LeQua 2024: cases whose gold has a mean in [1, 2), [2, 3), [3, 4), [4, 5]
Figure = Callable[[Task], FloatArray]  # a number for each run


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The figures that one official scorer prints, by their names."""

    key: str
    summary: str
    figures: Mapping[str, Figure]
    n_classes: int | None = None  # None: any number
    digits: int | None = None  # that are printed after the point; None: all
    notes: Callable[[Task], tuple[str, ...]] = lambda task: ()  # what the scorer does silently

    def check(self, task: Task) -> None:
        """Raise `OrdquantError` where the task does not have the classes of the official one."""
        found = len(task.classes)
        if self.n_classes not in (None, found):
            raise OrdquantError(f"{self.key} is for tasks with {self.n_classes} classes; this one has {found}.")

    def score(self, task: Task) -> dict[str, FloatArray]:
        """Return every figure for every run, as it is printed, by `profile:figure`. Raises `OrdquantError`."""
        self.check(task)
        plain = replace(task, positions=None)  # official scorers know no others
        return {f"{self.key}:{name}": self._printed(figure(plain)) for name, figure in self.figures.items()}

    def _printed(self, values: FloatArray) -> FloatArray:
        # Python rounds a number as `printf` does: by its exact binary value
        return values if self.digits is None else np.asarray([round(value, self.digits) for value in values.tolist()])


def get_profile(key: str) -> Profile:
    """Return a profile. Raises `UnknownNameError`, which lists what there is."""
    if key not in PROFILES:
        raise UnknownNameError(f"Unknown profile {key!r}; choose from {', '.join(PROFILES)}.")
    return PROFILES[key]


def lequa_groups(gold: FloatArray) -> IntArray:
    """Return the group 1 to 4 of each gold of shape (cases, 5): its mean, sum i g_i, rounded down; 5 for a mean of 5.

    As in the official code, the mean is not rounded before: its last bit may decide.

    >>> lequa_groups(np.array([[1.0, 0, 0, 0, 0], [0, 0, 0, 0.5, 0.5], [0, 0, 0, 0, 1]])).tolist()
    [1, 4, 5]
    """
    return np.asarray(np.floor(_means(gold)).astype(np.int64))


def _means(gold: FloatArray) -> FloatArray:
    return np.asarray((gold * np.arange(1, gold.shape[-1] + 1)).sum(axis=-1))


def _nmd_of_groups(task: Task) -> FloatArray:
    """Return the mean NMD of each group, shape (runs, 4); 0 for a group without a case, as in the official code."""
    scores, groups = MEASURES["NMD"](task.gold, task.estimates), lequa_groups(task.gold)
    means = np.zeros((len(task.runs), GROUPS))
    for group in range(1, GROUPS + 1):
        if (groups == group).any():
            means[:, group - 1] = scores[:, groups == group].mean(axis=1)
    return means


def _notes_on_lequa(task: Task) -> tuple[str, ...]:
    means, groups = _means(task.gold), lequa_groups(task.gold)
    left_out = int((groups > GROUPS).sum())
    between = int(((np.abs(means - means.round()) < LAST_BITS) & (means.round() > 1) & (groups <= GROUPS)).sum())
    notes = [
        f"no gold has a mean from {group} to {group + 1}: the official scorer counts that group as 0, which makes "
        "macro-NMD smaller"
        for group in range(1, GROUPS + 1)
        if not (groups == group).any()
    ]
    if left_out:
        notes.append(
            f"{left_out} of {len(groups)} cases have a gold distribution with a mean of exactly 5: the official scorer "
            "drops them"
        )
    if between:
        notes.append(
            f"{between} of {len(groups)} cases have a gold distribution with a mean of 2, 3 or 4: its last bit decides "
            "their group, so the official scorer may put them into the one below"
        )
    return tuple(notes)


def _mean_of(key: str) -> Figure:
    """Return the mean of a measure or view over the cases."""
    return lambda task: np.asarray(average_with_views(task, (key,))[0])


def _lewidi_mean(values: Sequence[float]) -> float:
    """Add one after the other, as the official code does: the last bit may decide the fifth digit."""
    return round(sum(values) / len(values), DIGITS)


def _wasserstein(*, published: bool = False) -> Figure:
    """Return the mean distance; `published`: rounded shares are divided by their sum, as SciPy does in the scorer."""

    def figure(task: Task) -> FloatArray:
        gold = task.gold.round(PUBLISHED_DIGITS) if published else task.gold
        distances = MEASURES["MD"](gold / gold.sum(axis=-1, keepdims=True) if published else gold, task.estimates)
        return np.asarray([_lewidi_mean(run) for run in distances.tolist()])

    return figure


def _manhattan(*, items: bool, published: bool = False) -> Figure:
    """Return the mean over the cases, or over items of the means of their labels; all of them have 5 digits."""

    def figure(task: Task) -> FloatArray:
        gold = task.gold.round(PUBLISHED_DIGITS) if published else task.gold
        errors = np.abs(gold - task.estimates).sum(axis=-1)  # no measure: rounded shares may not sum to 1
        numbers: dict[str, list[int]] = {}
        for number, case in enumerate(task.cases):
            numbers.setdefault((case.rpartition(ITEM)[0] if items else "") or case, []).append(number)
        rounded = [[round(error, DIGITS) for error in run] for run in errors.tolist()]
        each = [[_lewidi_mean([run[number] for number in one]) for one in numbers.values()] for run in rounded]
        return np.asarray([_lewidi_mean(run) for run in each])

    return figure


def _breakdown_labels(shares: FloatArray, *, merged: bool = False) -> IntArray:
    """Return the number of the most frequent of O, T, X, as DBDC's script does: of equals, the one that comes first.

    `merged`: 0 where O is at least as frequent as T and X together, else 1. `shares` has shape (..., 3).
    """
    if merged:
        return np.asarray((shares[..., 0] < shares[..., 1] + shares[..., 2]).astype(np.int64))
    return np.asarray(shares.argmax(axis=-1))


def _breakdown_accuracy(task: Task) -> FloatArray:
    return np.asarray((_breakdown_labels(task.estimates) == _breakdown_labels(task.gold)).mean(axis=1))


def _breakdown_retrieval(figure: str, *, merged: bool) -> Figure:
    """Return precision, recall or F of the label X, or of T and X as one label (`merged`); 0 where nothing is right."""

    def compute(task: Task) -> FloatArray:
        labels = _breakdown_labels(task.estimates)
        said = labels > 0 if merged else labels == 2
        true = _breakdown_labels(task.gold, merged=merged) > 0 if merged else _breakdown_labels(task.gold) == 2
        right = (said & true).sum(axis=1)
        precision = right / np.maximum(said.sum(axis=1), 1)
        recall = right / max(int(true.sum()), 1)
        both = precision + recall
        f = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
        return np.asarray({"precision": precision, "recall": recall, "F": f}[figure])

    return compute


def _breakdown_distance(groups: Sequence[Sequence[int]], *, squared: bool) -> Figure:
    """Return the mean JSD, or the mean squared error over labels, with the labels of each group as one."""

    def compute(task: Task) -> FloatArray:
        gold, estimates = (
            np.stack([sum(side[..., label] for label in group) for group in groups], axis=-1)
            for side in (task.gold, task.estimates)
        )
        each = ((gold - estimates) ** 2).mean(axis=-1) if squared else MEASURES["JSD"](gold, estimates)
        return np.asarray(each.mean(axis=-1))

    return compute


def _notes_on_breakdown(task: Task) -> tuple[str, ...]:
    return (
        "accuracy, precision, recall and F are those of the label with the largest probability (of equals, the first "
        "of O, T, X), with the threshold 0 for the gold; officially, the labels in the files of a run are scored",
    )


_BREAKDOWN_GROUPS = {"NB-PB-B": ((0,), (1,), (2,)), "NB-(PB+B)": ((0,), (1, 2)), "(NB+PB)-B": ((0, 1), (2,))}


def _with_votes(compute: Callable[..., FloatArray]) -> Figure:
    def figure(task: Task) -> FloatArray:
        if task.votes is None:
            raise OrdquantError("This profile needs the number of votes of each case: give the gold as votes.")
        return np.asarray(compute(task.gold, task.estimates, task.votes.sum(axis=-1)).mean(axis=-1))

    return figure


_UNDIVIDED: Mapping[str, Figure] = {
    "wasserstein": _wasserstein(),
    "wasserstein-published": _wasserstein(published=True),
}
_WASSERSTEIN = (
    "Wasserstein distance, not divided by L − 1; mean rounded to 5 decimals; -published: with the gold rounded to 2 "
    "decimals, as in the published test file, and divided by its sum"
)
_PROFILES = (
    Profile(
        key="dbdc",
        summary="Dialogue Breakdown Detection: accuracy; precision, recall and F of B, and of PB and B as one label; "
        "JSD and mean squared error of three labels and of two; means over all turns",
        figures={
            "accuracy": _breakdown_accuracy,
            **{
                f"{figure}-{name}": _breakdown_retrieval(figure, merged=merged)
                for name, merged in (("B", False), ("PB+B", True))
                for figure in ("precision", "recall", "F")
            },
            **{
                f"{name}-{labels}": _breakdown_distance(groups, squared=name == "MSE")
                for name in ("JSD", "MSE")
                for labels, groups in _BREAKDOWN_GROUPS.items()
            },
        },
        n_classes=3,
        digits=6,
        notes=_notes_on_breakdown,
    ),
    Profile(
        key="lequa2024-t3",
        summary="macro-NMD: cases grouped by the mean of their gold; mean NMD per group, then over the four groups; "
        "MNMD: mean over all cases; sd: standard deviation over the groups, over the cases",
        figures={
            "macro-NMD": lambda task: np.asarray(_nmd_of_groups(task).mean(axis=1)),
            "macro-NMD-sd": lambda task: np.asarray(_nmd_of_groups(task).std(axis=1)),
            "MNMD": _mean_of("NMD"),
            "MNMD-sd": lambda task: np.asarray(MEASURES["NMD"](task.gold, task.estimates).std(axis=-1)),
        },
        n_classes=5,
        digits=DIGITS,
        notes=_notes_on_lequa,
    ),
    Profile(
        key="lewidi2025-csc",
        summary=_WASSERSTEIN,
        figures=_UNDIVIDED,
        digits=DIGITS,
    ),
    Profile(
        key="lewidi2025-par",
        summary=_WASSERSTEIN,
        figures=_UNDIVIDED,
        digits=DIGITS,
    ),
    Profile(
        key="lewidi2025-mp",
        summary="sum of absolute errors per case, rounded to 5 decimals; then their mean; -published: with the "
        "gold rounded to 2 decimals, as in the published test file",
        figures={
            "manhattan": _manhattan(items=False),
            "manhattan-published": _manhattan(items=False, published=True),
        },
        n_classes=2,
        digits=DIGITS,
    ),
    Profile(
        key="lewidi2025-ven",
        summary="as lewidi2025-mp, averaged over the labels of an item, rounded to 5 decimals, then over the "
        "items; each label is a case (yes or no), called ITEM/LABEL",
        figures={
            "manhattan": _manhattan(items=True),
            "manhattan-published": _manhattan(items=True, published=True),
        },
        n_classes=2,
        digits=DIGITS,
    ),
    Profile(
        key="semeval2016-d",
        summary="KLD of the gold from the estimate (nats), AE, RAE; KLD and RAE smoothed by half an item per class",
        figures={"KLD": _with_votes(smoothed_kld), "AE": _mean_of("AE"), "RAE": _with_votes(rae)},
        n_classes=2,
        digits=3,
    ),
    Profile(
        key="semeval2016-e",
        summary="Earth Mover's Distance, not divided by L − 1",
        figures={"EMD": _mean_of("EMD")},
        digits=3,
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
PROFILES: Mapping[str, Profile] = {one.key: one for one in _PROFILES}

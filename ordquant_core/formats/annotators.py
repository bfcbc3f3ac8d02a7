"""Who voted for what: the labels of single annotators, where the files of a gold name them or list them in one order.

LeWiDi JSON and DBDC logs name annotators, as do tables with a row per vote and a column of annotators, or a column per
annotator, also in workbooks and JSON.
NTCIR lists the labels of every case without names, as other JSON may: the n-th one is taken as those of one annotator,
if all lists are equally long.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from ordquant_core.errors import OrdquantError
from ordquant_core.formats.archive import unpack
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.labels import spelled
from ordquant_core.formats.opened import Vote
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.sniff import open_data
from ordquant_core.formats.text import canonical
from ordquant_core.numerals import count
from ordquant_core.records import IntArray, Task

NONE = -1  # the annotator has not labelled the case
MOST_LABELS = 5_000_000  # annotators times cases: the table of all labels stays small


@dataclass(frozen=True, slots=True, eq=False)
class Annotations:
    """The labels of annotators, in the order of the classes and cases of a task."""

    annotators: tuple[str, ...]
    labels: IntArray  # (annotators, cases): the number of a class, or `NONE`
    named: bool  # False: the file lists labels without names, in one order


def read_annotations(files: Sequence[File], task: Task, choices: Decisions = NOTHING) -> Annotations | None:
    """Return who voted for what in the gold of a task, None where the files do not say it.

    `choices` are those with which the task was read.

    Only cases count whose labels add up to the votes of the task, as it was read; others stay without labels. Raises
    `OrdquantError` for more annotators than can be described.
    """
    if task.votes is None:
        return None
    cases = {case: number for number, case in enumerate(task.cases)}
    classes = {name: number for number, name in enumerate(spelled(task.classes))}
    found: dict[str, dict[int, int]] = {}  # annotator: {case: class}
    twice: set[int] = set()  # cases that an annotator has labelled more than once
    named = True
    for file in unpack(files).files:
        votes, names_annotators = _votes(file, task.scale, choices)
        if not names_annotators and len({*Counter(case for case, _, _ in votes).values()}) > 1:
            continue
        named = named and (names_annotators or not votes)
        for case, annotator, text in votes:
            label = canonical(text)
            if case in cases and label in classes:
                own = found.setdefault(annotator, {})
                if cases[case] in own:
                    twice.add(cases[case])
                own[cases[case]] = classes[label]
    if len(found) * len(task.cases) > MOST_LABELS:
        raise OrdquantError(
            f"{count(len(found), 'annotator')} on {count(len(task.cases), 'case')} are too many: the limit "
            f"is {count(MOST_LABELS)}, annotators times cases."
        )
    labels = np.full((len(found), len(task.cases)), NONE, dtype=np.int64)
    for row, own in enumerate(found.values()):
        labels[row, list(own)] = list(own.values())
    counts = np.stack([(labels == number).sum(axis=0) for number in range(len(task.classes))], axis=1)
    labels[:, (counts != task.votes).any(axis=1)] = NONE
    labels[:, list(twice)] = NONE
    known = (labels != NONE).any(axis=1)
    names = tuple(name for name, is_known in zip(found, known.tolist(), strict=True) if is_known)
    if len(names) < 2:
        return None
    return Annotations(names, labels[known], named)


def _votes(file: File, scale: str | None, choices: Decisions) -> tuple[list[Vote], bool]:
    """Return the votes of a file, [] where it cannot be read as a gold, and whether it names the annotators."""
    votes: list[Vote] = []
    with suppress(OrdquantError):
        opened = open_data(file.data, file.name, choices)
        opened.votes = votes
        if opened.role != "run":
            opened.read(Problems(file.name, choices), scale=scale if opened.scales else None, as_gold=True)
        return votes, opened.names_annotators
    return votes, True

"""Cases of a task as files again: the official NTCIR JSON, or a table. What is written here is read by formats/."""

import csv
import io
import json
from collections.abc import Sequence

from ordquant_core.errors import UnknownNameError
from ordquant_core.formats.ntcir import CLASSES
from ordquant_core.records import FloatArray, Task

DEFAULT_SCALE = "A"  # of a task that came without a scale


def is_ntcir(task: Task) -> bool:
    """Tell whether a task can be written as NTCIR JSON of dialogue quality: its classes are -2 … 2, in any order."""
    return sorted(task.classes) == sorted(CLASSES)


def ntcir_gold(task: Task, cases: Sequence[int]) -> bytes:
    """Write the gold of the cases with these numbers as NTCIR JSON: an annotation a vote, else a distribution.

    Raises `UnknownNameError` for a task over other classes.
    """
    scale = _scale(task)
    entries: list[dict[str, object]] = []
    for case in cases:
        if task.votes is None:
            entries.append({"id": task.cases[case], "quality": {scale: _by_class(task, task.gold[case])}})
            continue
        votes = task.votes[case].tolist()
        labels = [int(label) for label, count in zip(task.classes, votes, strict=True) for _ in range(count)]
        annotations = [{"quality": {scale: label}} for label in sorted(labels)]
        entries.append({"id": task.cases[case], "annotations": annotations})
    return _json(entries)


def ntcir_run(task: Task, run: str, cases: Sequence[int]) -> bytes:
    """Write the estimates of a run for the cases with these numbers as NTCIR JSON.

    Raises `UnknownNameError` for a task over other classes, or an unknown run.
    """
    scale, (estimates,) = _scale(task), task.only([run]).estimates
    return _json([{"id": task.cases[case], "quality": {scale: _by_class(task, estimates[case])}} for case in cases])


def table_of(task: Task, cases: Sequence[int], *, run: str | None = None) -> bytes:
    """Write cases as CSV, `case,class 1,class 2,…`: the gold (votes where it has them), or the estimates of a run."""
    values = task.gold if task.votes is None else task.votes
    if run is not None:
        (values,) = task.only([run]).estimates
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["case", *task.classes])
    writer.writerows([task.cases[case], *(repr(value) for value in values[case].tolist())] for case in cases)
    return buffer.getvalue().encode()


def _scale(task: Task) -> str:
    if not is_ntcir(task):
        raise UnknownNameError(f"NTCIR JSON has the classes {', '.join(CLASSES)}; this task has others.")
    return task.scale or DEFAULT_SCALE


def _by_class(task: Task, row: FloatArray) -> dict[str, float]:
    return dict(zip(task.classes, row.tolist(), strict=True))


def _json(entries: list[dict[str, object]]) -> bytes:
    return json.dumps(entries, ensure_ascii=False, allow_nan=False).encode(errors="replace")

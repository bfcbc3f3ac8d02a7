"""Write runs in the formats that can be read. Each file is read back before it is returned.

A template is a run to fill in: the cases and classes of a task, the same probability for each class.
"""

import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ordquant_core.errors import OrdquantError, ShapeMismatchError, UnknownNameError
from ordquant_core.formats.files import File
from ordquant_core.formats.labels import match
from ordquant_core.formats.official import dbdc, ntcir
from ordquant_core.formats.plain import Known
from ordquant_core.formats.text import brief, label
from ordquant_core.records import FloatArray, Gold, Run
from ordquant_core.tasks.align import assemble
from ordquant_core.tasks.reading import parse_runs
from ordquant_core.tasks.writing.cases import csv_of

FORMATS: Mapping[str, str] = {  # the format of a run, by that of the gold; CSV for the others
    "ntcir": "ntcir",
    "dbdc-log": "dbdc",
    "lewidi-gold": "lewidi",
    "semeval": "semeval",
}
SCALE = "A"  # of NTCIR, where none is named
_SAME = 1e-12  # what a row may change by when it is written, read and divided by its sum


class Writer(NamedTuple):
    """A format that runs can be written in."""

    words: str
    extension: str
    write: Callable[[Run, str], bytes]  # a run on a scale


def write_run(run: Run, key: str, *, scale: str = SCALE) -> bytes:
    """Return the file of a run in the format `key`, one of WRITERS; `scale` is for NTCIR alone.

    Nothing is lost: what is written has been read back. Raises `UnknownNameError` for a format that there is not,
    `ShapeMismatchError` for classes that the format does not have, `OrdquantError` for ids it cannot hold.
    """
    if key not in WRITERS:
        raise UnknownNameError(f"There is no format {brief(key)}; choose from {', '.join(WRITERS)}.")
    data = WRITERS[key].write(run, scale)
    _check(run, data, WRITERS[key])
    return data


def write_scales(runs: Mapping[str, Run]) -> bytes:
    """Return one NTCIR file of several scales: the runs hold the same cases in the same order."""
    first, *others = runs.values()
    if any(other.cases != first.cases for other in others):
        raise ShapeMismatchError("The scales of a file need the same cases in the same order.")
    values = {scale: _in_order(run, ntcir.CLASSES).tolist() for scale, run in runs.items()}
    cases = [
        {"id": case, "quality": {scale: dict(zip(ntcir.CLASSES, values[scale][row], strict=True)) for scale in runs}}
        for row, case in enumerate(first.cases)
    ]
    return _bytes_of(json.dumps(cases, ensure_ascii=False))


def _bytes_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _table(head: str) -> Callable[[Run, str], bytes]:
    return lambda run, _: _bytes_of(csv_of(run.cases, run.classes, run.probabilities, head))


def _lines(row: Callable[[list[float]], str]) -> Callable[[Run, str], bytes]:
    def write(run: Run, _: str) -> bytes:
        lines = (f"{case}\t{row(v)}\n" for case, v in zip(run.cases, run.probabilities.tolist(), strict=True))
        return _bytes_of("".join(lines))

    return write


def _dialogues(run: Run, _: str) -> bytes:
    """Return a zip with a file per dialogue, as DBDC wants it."""
    values = _in_order(run, dbdc.CLASSES).tolist()
    turns: dict[str, list[dict[str, object]]] = {}
    for case, row in zip(run.cases, values, strict=True):
        dialogue, slash, turn = case.rpartition("/")
        if not slash:
            raise OrdquantError(f"case {label(case)} is not a turn of a dialogue: it must be named DIALOGUE/TURN.")
        answer = dbdc.CLASSES[int(np.argmax(row))]
        shares = {f"prob-{text}": share for text, share in zip(dbdc.CLASSES, row, strict=True)}
        index = int(turn) if turn.isascii() and turn.isdigit() and str(int(turn)) == turn else turn
        turns.setdefault(dialogue, []).append({"turn-index": index, "labels": [{"breakdown": answer} | shares]})
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (dialogue, listed) in enumerate(turns.items(), start=1):
            safe = "".join(c if c.isalnum() or c in "-_" else "_" for c in dialogue)
            name = dialogue if safe == dialogue else f"{safe or 'dialogue'}-{number}"
            info = zipfile.ZipInfo(f"{name}.labels.json")  # with the date of no clock: the same run, the same bytes
            info.compress_type = zipfile.ZIP_DEFLATED
            value = {"dialogue-id": dialogue, "turns": listed}
            archive.writestr(info, _bytes_of(json.dumps(value, ensure_ascii=False)))
    return file.getvalue()


def _in_order(run: Run, classes: tuple[str, ...]) -> FloatArray:
    """Return the probabilities in the order of the format's own classes."""
    places, others = match(classes, run.classes) if run.labelled else (list(range(len(classes))), [])
    known_places = [place for place in places if place is not None]
    if others or len(known_places) < len(classes) or len(run.classes) != len(classes):
        raise ShapeMismatchError(
            f"The classes of this format are {', '.join(classes)}; the run has {', '.join(map(label, run.classes))}."
        )
    return np.asarray(run.probabilities[:, known_places])


WRITERS: Mapping[str, Writer] = {
    "csv": Writer("CSV: case,class1,class2,…", ".csv", _table("case")),
    "lequa": Writer("LeQua CSV: id,0,1,…", ".csv", _table("id")),
    "ntcir": Writer("NTCIR JSON (classes -2 to 2)", ".json", lambda run, scale: write_scales({scale: run})),
    "dbdc": Writer("DBDC labels.json, a file per dialogue in a zip (classes O, T, X)", ".zip", _dialogues),
    "semeval": Writer("SemEval Task 4 E: tabs, no header", ".tsv", _lines(lambda row: "\t".join(map(repr, row)))),
    "lewidi": Writer("LeWiDi: an id and an array in each line", ".tsv", _lines(json.dumps)),
}


def _check(run: Run, data: bytes, writer: Writer) -> None:
    """Raise unless the file says what the run says."""
    gold = Gold("", None, run.classes, run.cases, run.probabilities, labelled=run.labelled)
    known = Known(run.classes, frozenset(run.cases)) if run.labelled else None  # as beside the gold
    try:
        values = assemble(gold, parse_runs([File(f"run{writer.extension}", data)], known=known)).estimates
        same = values.shape[0] == 1 and np.abs(values[0] - run.probabilities).max(initial=0) <= _SAME
    except OrdquantError as problem:
        raise OrdquantError(f"This run cannot be written as {writer.words}: {problem}") from None
    if not same:
        raise OrdquantError(f"This run cannot be written as {writer.words}: it would not be read as the same run.")


def template(cases: Sequence[str], classes: Sequence[str], form: str = "csv", *, scales: Sequence[str] = ()) -> bytes:
    """Return a run in the format `form`, one of WRITERS, with 1/L for each of L classes on every case.

    The file can be read as it is. `scales` is for NTCIR alone, which holds several in a file. Raises as `write_run`.

    >>> print(template(["x"], ["NB", "B"]).decode(), end="")
    case,NB,B
    x,0.5,0.5
    """
    run = Run("template", tuple(classes), tuple(cases), np.full((len(cases), len(classes)), 1 / len(classes)))
    data = write_run(run, form, scale=scales[0] if scales else SCALE)
    return write_scales(dict.fromkeys(scales, run)) if form == "ntcir" and scales else data

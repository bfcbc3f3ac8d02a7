"""Write cases of a task as JSON in the format of its classes, or as a table. Both can be read again.

A whole task is one zip: gold and runs as tables, the decisions they were read with, scores from elsewhere.
"""

import csv
import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.json import dbdc, ntcir
from ordquant_core.formats.outside_scores import OutsideScores, write_outside_scores
from ordquant_core.formats.writing.runs import SCALE, write_run
from ordquant_core.records import FloatArray, Run, Task

OUTSIDE = "scores-computed-elsewhere.csv"
_JSON, _ZIP, _TABS = "application/json", "application/zip", "text/tab-separated-values"


@dataclass(frozen=True, slots=True)
class Form:
    """A way to write gold and runs: what it is called, and how files of it end."""

    name: str
    gold_ending: str
    gold_type: str
    run_ending: str
    run_type: str
    gold: Callable[[Task, Sequence[int]], bytes]
    key: str  # of the format in which runs are written


def form_of(task: Task) -> Form:
    """Return the form of JSON that fits the classes of a task: -2 … 2 (NTCIR), O, T, X (DBDC), any others (LeWiDi)."""
    if sorted(task.classes) == sorted(ntcir.CLASSES):
        return FORMS["ntcir"]
    if sorted(task.classes) == sorted(dbdc.CLASSES) and all(_turn(case) is not None for case in task.cases):
        return FORMS["dbdc"]
    return FORMS["lewidi"]


def gold_json(task: Task, cases: Sequence[int]) -> bytes:
    """Write the gold of the cases with these numbers in the form of the task; votes are written as annotations."""
    return form_of(task).gold(task, cases)


def run_json(task: Task, run: str, cases: Sequence[int]) -> bytes:
    """Write the estimates of a run for the cases with these numbers. Raises `UnknownNameError` for an unknown run."""
    (estimates,) = task.only([run]).estimates
    return _run(task, run, estimates, cases, form_of(task).key)


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


def _run(task: Task, name: str, estimates: FloatArray, cases: Sequence[int], key: str) -> bytes:
    listed = Run(name, task.classes, tuple(task.cases[case] for case in cases), estimates[list(cases)])
    return write_run(listed, key, scale=task.scale or SCALE)


def _ntcir_gold(task: Task, cases: Sequence[int]) -> bytes:
    if task.votes is None:
        return _run(task, "gold", task.gold, cases, "ntcir")
    scale = task.scale or SCALE
    entries = []
    for case in cases:
        votes = [{"quality": {scale: int(label)}} for label in _each_vote(task, case)]
        entries.append({"id": task.cases[case], "annotations": votes})
    return _json(entries)


def _dbdc_gold(task: Task, cases: Sequence[int]) -> bytes:
    if task.votes is None:
        return _run(task, "gold", task.gold, cases, "dbdc")
    dialogues: dict[str, list[dict[str, object]]] = {}
    for case in cases:
        dialogue, _, turn = task.cases[case].rpartition("/")
        votes = [{"breakdown": label} for label in _each_vote(task, case)]
        dialogues.setdefault(dialogue, []).append({"turn-index": int(turn), "annotations": votes})
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (dialogue, listed) in enumerate(dialogues.items(), start=1):
            data = _json({"dialogue-id": dialogue, "turns": listed})
            archive.writestr(zipfile.ZipInfo(f"{number:05d}.log.json"), data)  # ids may be no names of files
    return buffer.getvalue()


def _lewidi_gold(task: Task, cases: Sequence[int]) -> bytes:
    entries = {}
    for case in cases:
        entry: dict[str, object] = {}
        if task.votes is not None:
            entry["annotations"] = {str(i): label for i, label in enumerate(_each_vote(task, case), start=1)}
        entries[task.cases[case]] = entry | {"soft_label": _by_class(task, task.gold[case])}
    return _json(entries)


FORMS: Mapping[str, Form] = {
    "ntcir": Form("NTCIR JSON", ".json", _JSON, ".json", _JSON, _ntcir_gold, "ntcir"),
    "dbdc": Form("DBDC JSON", ".zip", _ZIP, ".zip", _ZIP, _dbdc_gold, "dbdc"),
    "lewidi": Form("LeWiDi JSON", ".json", _JSON, ".tsv", _TABS, _lewidi_gold, "lewidi"),
}


def _each_vote(task: Task, case: int) -> list[str]:
    """Return the label of every vote of a case, in the order of the classes."""
    assert task.votes is not None  # noqa: S101 - for the type checker
    return [label for label, count in zip(task.classes, task.votes[case].tolist(), strict=True) for _ in range(count)]


def _turn(case: str) -> int | None:
    """Return the number of a turn, None for the id of anything else."""
    dialogue, _, turn = case.rpartition("/")
    return int(turn) if dialogue and turn.isascii() and turn.isdecimal() and len(turn) < 10 else None


def _by_class(task: Task, row: FloatArray) -> dict[str, float]:
    return dict(zip(task.classes, row.tolist(), strict=True))


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode(errors="replace")


def task_archive(
    task: Task,
    title: str,
    choices: Decisions,
    description: str = "",
    *,
    synthetic: bool = False,
    outside: OutsideScores | None = None,
) -> bytes:
    """Return a zip of tables that `load_gold` and `load_run` read back, with a `task.json` on what was decided.

    `outside`: scores that were computed elsewhere; the zip has them as a table of its own, which says what is better.
    """
    buffer = io.BytesIO()
    names = _file_names(task.runs)
    facts = {
        "title": title,
        "description": description,
        "synthetic": synthetic,
        "classes": task.classes,
        "scale": task.scale,
        "gold": "gold.csv",
        "runs": list(names.values()),
        "choices_made": choices.made,
        "notes": [*task.notes, *([f"{OUTSIDE}: from {outside.file}, not computed by OrdQuant"] if outside else [])],
    }
    if task.positions is not None:
        facts["positions"] = task.positions
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        everyone = range(len(task.cases))
        archive.writestr("gold.csv", table_of(task, everyone))
        for run in task.runs:
            archive.writestr(names[run], table_of(task, everyone, run=run))
        if outside is not None:
            read_as = {run: name.removeprefix("runs/").removesuffix(".csv") for run, name in names.items()}
            archive.writestr(OUTSIDE, write_outside_scores(outside, read_as))
        archive.writestr("task.json", json.dumps(facts, indent=2, ensure_ascii=False))
    return buffer.getvalue()


def _file_names(runs: Sequence[str]) -> dict[str, str]:
    """Return a file name per run that every system can write, as close to the run's name as may be."""
    plain = ["".join(c if c.isalnum() or c in "-_. " else "_" for c in run).strip(". ") or "run" for run in runs]
    return {
        run: f"runs/{name}.csv" if plain.count(name) == 1 else f"runs/{name} {number}.csv"
        for number, (run, name) in enumerate(zip(runs, plain, strict=True), start=1)
    }

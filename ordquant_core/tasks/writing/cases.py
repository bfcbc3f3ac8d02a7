"""Write cases of a task as tables that can be read again.

A whole task is one zip: gold and runs as tables, and the decisions they were read with.
"""

import io
import json
import zipfile
from collections.abc import Sequence

import pandas as pd

from ordquant_core.formats.decisions import Decisions
from ordquant_core.records import FloatArray, IntArray, Task


def csv_of(cases: Sequence[str], classes: Sequence[str], values: FloatArray | IntArray, head: str = "case") -> str:
    """Write a row per case as CSV, with a column for each class."""
    frame = pd.DataFrame(values, index=list(cases), columns=list(classes))
    return str(frame.to_csv(index_label=head, lineterminator="\n"))


def table_of(task: Task, cases: Sequence[int], *, run: str | None = None) -> bytes:
    """Write cases as CSV, `case,class 1,class 2,…`: the gold (votes where it has them), or the estimates of a run."""
    values = task.gold if task.votes is None else task.votes
    if run is not None:
        (values,) = task.only([run]).estimates
    chosen = list(cases)
    return csv_of([task.cases[case] for case in chosen], task.classes, values[chosen]).encode()


def task_archive(
    task: Task,
    title: str,
    choices: Decisions,
    description: str = "",
    *,
    synthetic: bool = False,
) -> bytes:
    """Return a zip of tables that `load_gold` and `load_run` read back, with a `task.json` on what was decided."""
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
        "notes": task.notes,
    }
    if task.positions is not None:
        facts["positions"] = task.positions
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        everyone = range(len(task.cases))
        archive.writestr("gold.csv", table_of(task, everyone))
        for run in task.runs:
            archive.writestr(names[run], table_of(task, everyone, run=run))
        archive.writestr("task.json", json.dumps(facts, indent=2, ensure_ascii=False))
    return buffer.getvalue()


def _file_names(runs: Sequence[str]) -> dict[str, str]:
    """Return a file name per run that every system can write, as close to the run's name as may be."""
    plain = ["".join(c if c.isalnum() or c in "-_. " else "_" for c in run).strip(". ") or "run" for run in runs]
    return {
        run: f"runs/{name}.csv" if plain.count(name) == 1 else f"runs/{name} {number}.csv"
        for number, (run, name) in enumerate(zip(runs, plain, strict=True), start=1)
    }

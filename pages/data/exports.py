"""What a visitor can take along from the Data page."""

import io
import json
import zipfile
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from ordquant_core.errors import Problem
from ordquant_core.formats import TaskRead
from ordquant_core.formats.writing.cases import table_of
from ordquant_core.records import Task
from pages.shared import cached, downloads, exports, tasks
from pages.shared.sources import Source


def show(source: Source, read: TaskRead, key: cached.TaskKey) -> None:
    """Draw the downloads: all problems, or the task as it was read."""
    with st.popover("Download"):
        if read.problems:
            downloads.button("All problems (CSV)", lambda: problem_frame(read.problems), "problems.csv")
        task = read.task
        if task is not None:
            st.download_button(
                "The task as CSV files (zip)",
                data=lambda: as_zip(task, source),
                file_name=f"{source.key}.zip",
                mime="application/zip",
                on_click="ignore",
                width="stretch",
            )
            st.caption("Cases and classes in the order of the gold, with your choices in task.json.")
            exports.show(tasks.finished(source, task, key))


def problem_frame(problems: Sequence[Problem]) -> pd.DataFrame:
    """A row per problem, as `python -m ordquant_core check` writes them."""
    return pd.DataFrame(
        [(problem.file, problem.case, problem.seen, problem.advice) for problem in problems],
        columns=["file", "case", "problem", "action"],
    )


def as_zip(task: Task, source: Source) -> bytes:
    """Write gold and runs as tables that `load_gold` and `load_run` read back, and what was chosen on the way."""
    buffer = io.BytesIO()
    names = _file_names(task.runs)
    facts = {
        "title": source.title,
        "description": source.description,
        "synthetic": source.synthetic,
        "classes": task.classes,
        "scale": task.scale,
        "gold": "gold.csv",
        "runs": list(names.values()),
        "choices_made": source.choices.made,
        "notes": task.notes,
    }
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

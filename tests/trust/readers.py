"""What the limited process does with files: read them as a page does, and say in a few words what it found."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from ordquant_core.analysis.discrimination import separate_runs
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.archive import folder, unpack
from ordquant_core.formats.mapping import mappings_of
from ordquant_core.formats.official.nuggets import read_nuggets
from ordquant_core.formats.official.trec_files import read_lists
from ordquant_core.formats.opening import open_file
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.tasks import NOTHING, Decisions, File, read_task
from ordquant_core.tasks.mistakes import mistakes
from ordquant_core.tasks.outcomes import outcomes
from ordquant_core.tasks.published.source import of_upload


def upload(*paths: str) -> dict[str, object]:
    """Take files as a visitor's task, unpacked and read."""
    try:
        source = of_upload(_files(paths))
    except InputError as error:
        return _said(error.problems)
    return task_of(source.load())


def task(*paths: str) -> dict[str, object]:
    """Read files as a task; a last one called mapping.json says how."""
    if not paths[-1].endswith("mapping.json"):
        return task_of(_files(paths))
    return task_of(_files(paths[:-1]), Decisions(mappings=mappings_of(Path(paths[-1]).read_text(), "mapping.json")))


def task_of(files: tuple[File, ...], choices: Decisions = NOTHING) -> dict[str, object]:
    """Read files, and say what they are."""
    read = read_task(files, choices=choices)
    held = {} if read.task is None else {"cases": len(read.task.cases), "runs": len(read.task.runs)}
    gold = {} if read.gold is None else {"gold": len(read.gold.cases), "votes": int(_votes(read.gold.votes))}
    kept = sum(len(one.problems) for one in read.submissions)
    shown = {"outcomes": len(outcomes(read)), "mistakes": len(mistakes(read))}
    return _said(read.problems) | held | gold | {"verdicts": kept} | shown


def first_tests(path: str) -> dict[str, object]:
    """Read a task, score it, and test its runs: as far as the first portion of trials gets."""
    read = read_task(of_upload(_files([path])).load())
    assert read.task is not None
    return _first_of(separate_runs, score(read.task, MAIN_MEASURES), n_trials=5000)


class _EnoughError(Exception):
    """Ends a test after its first portion."""


def _first_of(test: Callable[..., object], scores: object, **options: int) -> dict[str, object]:
    def end(done: int, of: int) -> None:
        raise _EnoughError(done)

    try:
        test(scores, rng=np.random.default_rng(1), progress=end, **options)
    except _EnoughError as ended:
        return {"done": ended.args[0] > 0}
    return {}


def unpacked(path: str) -> dict[str, object]:
    """Only unpack a zip."""
    found = unpack(_files([path]))
    return _said(found.problems) | {"files": len(found.files)}


def folder_of(path: str) -> dict[str, object]:
    """Read all files below a folder."""
    return task_of(folder(path))


def lists(*paths: str) -> dict[str, object]:
    """Read judgements and runs."""
    read = read_lists(_files(paths))
    held = (
        {}
        if read.collection is None
        else {
            "topics": len(read.collection.topics),
            "judged": sum(len(topic.grades) for topic in read.collection.topics),
        }
    )
    return _said(read.problems) | held


def nuggets(*paths: str) -> dict[str, object]:
    """Read the first file as a nugget gold, the others as its runs."""
    gold, *runs = _files(paths)
    read = read_nuggets(gold, runs)
    return _said(read.problems) | {"dialogues": 0 if read.task is None else len(read.task.dialogues)}


def _files(paths: tuple[str, ...] | list[str]) -> tuple[File, ...]:
    return tuple(File(Path(path).name, Path(path).read_bytes()) for path in paths)


def _said(problems: "tuple[Problem, ...] | list[Problem]") -> dict[str, object]:
    return {
        "problems": len(problems),
        "first": str(problems[0]) if problems else "",
        "last": str(problems[-1]) if problems else "",
    }


def _votes(votes: object) -> float:
    return 0.0 if votes is None else float(votes.sum())  # type: ignore[attr-defined]


def opening(path: str) -> dict[str, object]:
    """Open one file, whatever is in it."""
    (file,) = _files([path])
    try:
        opened = open_file(file)
    except InputError as error:
        return _said(error.problems)
    shape = (0, 0) if opened.table is None else opened.table.cells.shape
    asked = " ".join(reason.words for reason in opened.reasons)
    return {"rows": shape[0], "columns": shape[1], "asked": asked, "problems": 0, "first": ""}

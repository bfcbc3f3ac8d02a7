"""A task from its path: the folder of a published task, another folder, a zip, a file, or a list of files."""

from __future__ import annotations  # help() shows types as they are written

import os
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from ordquant_core.errors import InputError, OrdquantError, Problem, UnknownNameError
from ordquant_core.formats.archive import folder
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File, read_bytes
from ordquant_core.records import Task
from ordquant_core.tasks.published.contents import is_described
from ordquant_core.tasks.published.reading import read_published
from ordquant_core.tasks.reading import TaskRead, read_task

Location = str | os.PathLike[str]
SAMPLES = Path(__file__).resolve().parents[1] / "samples"


def load_task(
    path: Location | Sequence[Location],
    *,
    gold: str | None = None,
    runs: Sequence[str] | None = None,
    scale: str | None = None,
    choices: Decisions = NOTHING,
) -> Task:
    """Read the task of a folder (with a `task.json` or without), a zip or file, or a list of them.

    `gold` names the file with the gold, where nothing else says which it is, `runs` the runs to read: a file as it is
    given, or by its path in the folder. `scale` chooses one where files have several. `choices` allows repairs
    (`oq.Decisions(renormalise=True)`), and says how a table is read that does not say it itself
    (`oq.Decisions().with_mapping(oq.TableMapping("votes", case=("item",), label="rating"))`). The notes of the task say
    what was repaired or ignored, and where nothing confirms the order of its classes. Raises `InputError` with every
    problem, as the commands show them.

    >>> import ordquant_core as oq
    >>> task = oq.load_task(oq.sample_path("breakdown-labels"))
    >>> task.classes, len(task.cases), len(task.runs)
    (('NB', 'PB', 'B'), 60, 4)
    """
    if hasattr(path, "iloc"):
        raise OrdquantError("load_task reads files; oq.from_frames(gold, {name: run}) makes a task of pandas frames.")
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    here = os.fspath(paths[0]).rstrip("/") if len(paths) == 1 else ""
    gold = None if gold is None else _inside(here, gold)
    runs = None if runs is None else [_inside(here, run) for run in runs]
    if here and is_described(here):
        read = read_published(here, runs=runs, scale=scale, choices=choices)
    else:
        files = [file for one in paths for file in _files(one)]
        read = read_task(files, gold=gold, runs=runs, scale=scale, choices=choices)
    if read.task is None:
        raise InputError(_in_python(read), python=True)
    return replace(read.task, notes=(*read.task.notes, *read.notes, *filter(None, [read.order_note])))


def load_sample(name: str = "dialogue-quality") -> Task:
    """Read a sample task, which comes with the library: "dialogue-quality" or "breakdown-labels".

    All samples are synthetic. Raises `UnknownNameError` for another name.

    >>> import ordquant_core as oq
    >>> task = oq.load_sample()
    >>> task.classes, len(task.cases), len(task.runs)
    (('-2', '-1', '0', '1', '2'), 300, 18)
    """
    return load_task(sample_path(name))


def sample_path(name: str) -> Path:
    """Return the folder of a sample: `load_sample` reads two of them; "nuggets" and "ranked-lists" are for commands.

    Raises `UnknownNameError`, with all names.

    >>> import ordquant_core as oq
    >>> sorted(path.name for path in oq.sample_path("breakdown-labels").iterdir())
    ['gold.csv', 'runs', 'task.json']
    """
    names = sorted(path.name for path in SAMPLES.iterdir() if path.is_dir())
    if name not in names:
        near = get_close_matches(str(name), names, n=1)
        question = f"did you mean {near[0]!r}? There are" if near else "there are"
        raise UnknownNameError(f"No sample is called {name!r}; {question} {', '.join(names)}.")
    return SAMPLES / name


def _in_python(read: TaskRead) -> list[Problem]:
    """Return the problems, with the answers to questions on tables as functions take them."""
    answers = {question.files[0]: question.in_python for question in read.questions}
    return [
        replace(one, action=answers[one.file], asks="") if one.asks == "reading" and one.file in answers else one
        for one in read.problems
    ]


def _inside(here: str, file: str) -> str:
    """Return the name of a file that may be given by its path in the folder; of anything else, as it is given."""
    path = f"{here}/{file}"
    return path if here and os.path.isfile(path) else file  # noqa: PTH113 - names are compared as texts


def _files(path: Location) -> Sequence[File]:
    return folder(path) if os.path.isdir(path) else (File(os.fspath(path), read_bytes(path)),)  # noqa: PTH112 - "" is no folder

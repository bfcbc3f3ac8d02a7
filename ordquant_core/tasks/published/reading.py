"""Read the task of a folder with the gold, runs, scale, classes, repairs and groups that its `task.json` names."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ordquant_core.errors import InputError, OrdquantError, Problem
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.rows import listing
from ordquant_core.numerals import count
from ordquant_core.tasks.published.contents import TaskFolder, load_files, read_folder
from ordquant_core.tasks.published.description import FACTS
from ordquant_core.tasks.reading import TaskRead, read_task

COLUMN = "groups"  # what the column is called: the entry of `task.json`


def read_published(
    path: str | os.PathLike[str],
    others: Sequence[File] = (),
    *,
    runs: Sequence[str] | None = None,
    scale: str | None = None,
    choices: Decisions = NOTHING,
) -> TaskRead:
    """Read the task of a folder, as `read_task` does, with the problems of its `task.json` before those of its files.

    `runs` and `scale` go before what `task.json` says, `choices` are added to its own; `others` are further files
    that `runs` names. Files are called by `path` and their path in the folder. Raises `OrdquantError` for a task of
    another kind.
    """
    folder = read_folder(path)
    here = os.fspath(path).rstrip("/") or os.fspath(path)
    facts = folder.description
    if facts.kind != "quantification":
        raise OrdquantError(f"{here} is a task of {facts.kind}: it has a command of its own")
    if folder.gold and runs is not None and not any(text == here or text.startswith(f"{here}:") for text in runs):
        folder = replace(folder, runs=())  # where no gold is named, it is among these files
    problems = problems_of(folder, here)
    files = files_of(folder, here, problems)
    if not files:
        return TaskRead(task=None, gold=None, runs=(), problems=tuple(problems), recognised=())
    known = {file.name for file in files}
    wanted_here = tuple(
        (name, mapping)
        for name, mapping in facts.choices.mappings
        if not name or any(f"{here}/{name}/".startswith(f"{file}/") for file in known)
    )
    facts = replace(facts, choices=replace(facts.choices, mappings=wanted_here))  # some runs may not be read now
    files += [file for file in others if file.name not in known]
    gold = here if folder.gold_name is None else f"{here}/{folder.gold_name}"
    given, choices = choices, combined(facts.choices, choices)
    wanted = facts.scale if scale is None else scale
    read = read_task(files, gold=gold, runs=runs, scale=wanted, choices=choices, name=facts.title)
    if scale is None and wanted is not None and not any(one.scales for one in read.recognised):
        read = read_task(files, gold=gold, runs=runs, choices=choices, name=facts.title)  # the name of the only scale
    if facts.groups is not None:
        read = with_groups(read, facts.groups)
    more = (*read.problems, *_of_another_order(facts.choices, given))
    more = tuple(replace(one, file=f"{here}/{FACTS}") if one.file == FACTS else one for one in more)
    read = read._replace(task=None if more else read.task, problems=more)
    if problems:
        read = read._replace(task=None, problems=(*problems, *read.problems))
    return read


def combined(published: Decisions, more: Decisions) -> Decisions:
    """Return the decisions of a `task.json` with those of the user, which have precedence."""
    return replace(
        published.with_(more.made),
        mappings=tuple((dict(published.mappings) | dict(more.mappings)).items()),
        classes=more.order or published.classes,
        run_scale=more.run_scale or published.run_scale,
        missing=more.missing or published.missing,
        merge=more.merge or published.merge,
        positions=published.positions if more.positions is None else more.positions,
        positions_from=(published if more.positions is None else more).positions_from,
    )


def _of_another_order(published: Decisions, more: Decisions) -> list[Problem]:
    """Return the problem with positions that `task.json` gives for classes which the user puts in another order."""
    if published.positions is None or more.positions is not None or more.order in (None, published.order):
        return []
    seen = "these positions are for the classes in the order of the task, and you give an order (--classes)"
    return [Problem(FACTS, "positions", seen, "give the positions in your order, too (--positions 1,2,4,5)")]


def problems_of(folder: TaskFolder, here: str) -> list[Problem]:
    """Return the problems of a folder, each named by `here` and its path."""
    files = (here if problem.file == folder.path.name else f"{here}/{problem.file}" for problem in folder.problems)
    return [replace(problem, file=file) for problem, file in zip(folder.problems, files, strict=True)]


def files_of(folder: TaskFolder, here: str, problems: list[Problem]) -> list[File]:
    """Read the files of a folder, unless it is unclear which they are; unreadable files are problems."""
    if any(problem.file == FACTS and problem.case in ("gold", "kind") for problem in folder.problems):
        return []
    try:
        return list(load_files(folder, prefix=f"{here}/"))
    except InputError as error:
        problems += error.problems
        return []


def with_groups(read: TaskRead, groups: Mapping[str, str]) -> TaskRead:
    """Return a task with a column that holds the group of each case; cases without one are a problem."""
    if read.task is None:
        return read
    if not isinstance(groups, Mapping):
        raise OrdquantError(
            f"`groups` is of the type {type(groups).__name__}; expected the group of each case, {{'case-1': 'zh', …}}."
        )
    missing = [case for case in read.task.cases if case not in groups]
    if missing:
        seen = f"{count(len(missing), 'case')} of the gold {'has' if len(missing) == 1 else 'have'} no group"
        problem = Problem(FACTS, COLUMN, f"{seen}: {listing(missing)}", "give each case a group")
        return read._replace(task=None, problems=(*read.problems, problem))
    column = {COLUMN: tuple(groups[case] for case in read.task.cases)}
    return read._replace(task=replace(read.task, extras={**read.task.extras, **column}))

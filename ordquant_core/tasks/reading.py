"""Read all files of a task: opened, recognised or mapped, aligned; with all problems and questions there are.

A plain table is read without a question; any other is asked about, once for all files with the same columns. The gold
settles the runs: one with its classes and cases is certain. Where the gold is unclear, plain runs settle its classes.
"""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from os import PathLike
from pathlib import PurePath
from typing import NamedTuple

import numpy as np

from ordquant_core import numerals
from ordquant_core.errors import InputError, OrdquantError, Problem
from ordquant_core.formats.decisions import NOTHING, Decisions, is_named
from ordquant_core.formats.files import File
from ordquant_core.formats.official.dbdc import Dialogues
from ordquant_core.formats.opening import OpenedFile, open_file
from ordquant_core.formats.plain import Known
from ordquant_core.formats.raw_table import ReadingQuestion
from ordquant_core.formats.rows import MOST_PROBLEMS, Part, cap_problems, listing
from ordquant_core.formats.text import brief, label
from ordquant_core.records import Gold, Order, Run, Task
from ordquant_core.tasks.align import Aligned, align
from ordquant_core.tasks.asking import Reading, as_problem, questions_on, readings_of
from ordquant_core.tasks.beside import choose_gold, read_beside, with_known
from ordquant_core.tasks.file_read import FileRead, Recognised, is_wanted, read_official, read_table
from ordquant_core.tasks.merging import CANNOT
from ordquant_core.tasks.named_runs import Submission, name_runs, submissions_of
from ordquant_core.tasks.open_files import Mapped, given_files, join_dialogues, open_as_mapped
from ordquant_core.tasks.positions import PositionsError, with_positions

_SAME = 1e-9  # estimates that differ by no more than this everywhere are the same


class TaskRead(NamedTuple):
    """All that was found in the files of a task. `task` is there when there is no problem."""

    task: Task | None
    gold: Gold | None
    runs: tuple[Run, ...]
    problems: tuple[Problem, ...]
    recognised: tuple[Recognised, ...]
    notes: tuple[str, ...] = ()  # on files and runs: ignored, left out, copies, other scales; not repairs
    submissions: tuple[Submission, ...] = ()  # what became of each run
    gold_file: str | None = None  # the file taken as the gold, even where it cannot be read yet
    questions: tuple[ReadingQuestion, ...] = ()  # on how tables are to be read
    readings: tuple[Reading, ...] = ()  # how tables were read

    @property
    def scales(self) -> tuple[str, ...]:
        """The scales to choose from: those that all files with scales have."""
        some = [entry.scales for entry in self.recognised if entry.scales]
        return tuple(scale for scale in some[0] if all(scale in scales for scales in some)) if some else ()

    @property
    def scales_of_gold(self) -> tuple[str, ...]:
        """The scales that the task can be read on, () where there is only one."""
        scales = next((entry.scales for entry in self.recognised if entry.file == self.gold_file), ())
        return scales if len(scales) > 1 else ()

    @property
    def ordered_by(self) -> Order:
        """What the order of the classes rests on; "file" where only the user can say whether it is right."""
        return self.gold.ordered_by if self.gold is not None else "chosen"

    @property
    def order_note(self) -> str:
        """The order of classes that nothing confirms, "" where there is no doubt."""
        if self.gold is None or self.ordered_by != "file":
            return ""
        names = ", ".join(map(label, self.gold.classes))
        return (
            f"{self.gold.place}: classes in the order of the file, {names}; if that is not the order, name them from "
            "one end to the other (--classes)"
        )


def recognise(file: File, *, choices: Decisions = NOTHING) -> Recognised:
    """Recognise a file. Raises `InputError` if it cannot be read at all."""
    return read_alone(file, None, choices).recognised()


def read_alone(file: File, scale: str | None, choices: Decisions, *, as_run: bool = False) -> FileRead:
    """Read a file by itself, as a gold or a run; what must be asked is among its problems.

    Raises `InputError` if it cannot be opened.
    """
    mapping = choices.mapping_for(file.name, is_gold=True)
    opened = open_file(file, mapping)
    if opened.official is not None:
        return read_official(opened, scale, choices)
    known = Known(choices.classes or (), by_user=choices.classes is not None, as_run=as_run)
    read = read_table(file, opened, choices, mapping, known)
    return replace(read, problems=(*read.problems, *map(as_problem, questions_on([read]))))


def parse_runs(
    files: Sequence[File], *, scale: str | None = None, choices: Decisions = NOTHING, known: Known | None = None
) -> list[Run]:
    """Read the runs of some files, archives included; `known` is what their gold says about them.

    Raises `InputError` with everything that is wrong with them.
    """
    given = given_files(files, None, choices)
    reads, unreadable = _read_each(given.files, scale, choices)
    reads = [with_known(read, known, choices) for read in reads] if known is not None else reads
    problems = [*given.problems, *unreadable, *(as_problem(one, of_gold=False) for one in questions_on(reads))]
    runs = [pair for one in reads for pair in one.runs(None)]
    problems += [*(problem for one in reads for problem in one.problems), *(one for _, some in runs for one in some)]
    if problems:
        raise InputError(problems)
    return [run for run, _ in runs]


def read_task(
    files: Sequence[File],
    *,
    gold: str | None = None,
    runs: Sequence[str] | None = None,
    scale: str | None = None,
    choices: Decisions = NOTHING,
    name: str | None = None,
) -> TaskRead:
    r"""Read all files of a task. Never raises for what they hold, but returns every problem and question.

    `gold` is the name of the file that is the gold, where that is not plain; `runs` says which runs to read, by
    name, file, folder or FILE:NAME (default: all). `scale` is for the files that have scales. Runs are read on the
    scale of the gold, also where it has only one, unless `choices.run_scale` says another. `choices.mappings` say how
    tables are read. `load_task` reads paths.

    >>> import ordquant_core as oq
    >>> gold = oq.File("gold.csv", b"case,1,2\na,1,3\nb,2,3\nc,4,1\n")
    >>> read = oq.read_task([gold])
    >>> read.task is None, read.questions[0].reasons[0].field
    (True, 'layout')
    """
    if isinstance(files, str | bytes | PathLike) or not all(isinstance(file, File) for file in files):
        raise OrdquantError(
            "read_task takes files that are read already, File(name, data) each; oq.load_task(path) reads a folder, a "
            "zip, a file or a list of them."
        )
    files_read = _read_files(files, gold, scale, choices)
    used, more, notes = _used(files_read.every, files_read.gold, runs)
    questions = questions_on(used, files_read.gold)
    problems = [*files_read.problems, *more]
    problems += [
        as_problem(question, of_gold=not files_read.gold or files_read.gold.name in question.files)
        for question in questions
    ]
    the_gold, of_gold = files_read.gold.gold() if files_read.gold is not None else (None, [])
    problems += of_gold
    named, unread = name_runs(used, files_read.gold, runs, files_read.unreadable)
    if runs is not None and files_read.gold is not None and not problems and not any(wrong for _, wrong in named):
        problems += _unknown(runs, [run for run, _ in named], files_read.names)
    aligned = Aligned(None, [problem for _, wrong in named for problem in wrong], [])
    if the_gold is not None and the_gold.cases:
        asks = any(problem.asks == "reading" for problem in of_gold)
        aligned = align(the_gold, named, name, choices, asks_for_classes=asks)
    problems = [*(problem for one in unread for problem in one.problems), *problems, *aligned.problems]
    task, notes = aligned.task, [*files_read.notes, *notes, *_unused_mappings(files_read, choices)]
    if task is not None and not problems:
        problems, more_notes = _copies(task, [run for run, _ in named], choices)
        notes += more_notes
    if task is not None and not problems and (choices.merge or choices.positions is not None):
        task, problems = _with_positions(task, the_gold, choices)
    problems = cap_problems(problems)
    ids = the_gold.cases if the_gold is not None else None  # a task of 20 runs holds equal ids once, not 21 times
    all_runs = tuple(replace(run, cases=ids) if ids is not None and run.cases == ids else run for run, _ in named)
    return TaskRead(
        task=None if problems else task,
        gold=the_gold if the_gold is not None and all(problem.file != the_gold.place for problem in problems) else None,
        runs=all_runs,
        problems=tuple(problems),
        recognised=tuple(read.recognised() for read in files_read.every),
        notes=tuple(notes),
        submissions=submissions_of(all_runs, unread, problems, aligned.notes),
        gold_file=None if files_read.gold is None else files_read.gold.name,
        questions=questions,
        readings=readings_of(used),
    )


# ---- each file, alone and beside the others --------------------------------------------------------------------------


class _FilesRead(NamedTuple):
    """All files of a task, as they were read."""

    every: Sequence[FileRead]
    gold: FileRead | None
    problems: Sequence[Problem]  # with the files together
    unreadable: Sequence[Problem]  # of files that cannot be opened, beside others that can
    notes: Sequence[str]
    names: Sequence[str]  # of all files that were given


def _read_files(files: Sequence[File], gold: str | None, scale: str | None, choices: Decisions) -> _FilesRead:
    """Read every file by itself, choose the gold, and read the others beside it."""
    given = given_files(files, gold, choices)
    reads, closed = _read_each(given.files, scale, choices)
    closed = [*given.problems, *closed]
    problems = [problem for problem in closed if not reads or problem.file == gold]  # without these there is no task
    others = [problem for problem in closed if problem not in problems]
    unreadable = [
        replace(problem, action=f"{problem.action}; if it does not belong to the task, remove it") for problem in others
    ]
    if scale is not None and reads and not any(scale in read.scales for read in reads):
        names = ", ".join(dict.fromkeys(label(text) for read in reads for text in read.scales))
        action = f"choose one: {names}" if names else "leave the scale out: there are none"
        seen = f"has no scale {brief(scale)}"
        problems.append(Problem(reads[0].name, "", seen, action, asks="scale" if names else ""))
        scale = None
    chosen, wrong = choose_gold(reads, gold, [problem.file for problem in closed])
    notes = list(given.notes)
    if chosen is not None and len(given.files) > 1:
        reads, chosen, more = read_beside(reads, chosen, scale, choices)
        notes += more
    waiting = [read for read in reads if read.needs_scale]  # for the same choice: one file asks for it
    asks = chosen if chosen in waiting else next(iter(waiting), None)
    reads = [replace(read, problems=()) if read in waiting and read is not asks else read for read in reads]
    return _FilesRead(reads, chosen, [*problems, *wrong], unreadable, notes, given.names)


def _unused_mappings(files_read: _FilesRead, choices: Decisions) -> list[str]:
    """Return a note on every mapping of a file that is not there, or is no table."""
    nowhere = [one for one, _ in choices.mappings if one and not any(is_named(file, one) for file in files_read.names)]
    notes = [f"{name}: its mapping is not used, as there is no such file" for name in nowhere]
    for read in files_read.every:
        mapping = choices.mapping_for(read.name, is_gold=read is files_read.gold)
        if read.opened.official is not None and mapping is not None and mapping.layout:
            notes.append(f"{read.name}: its mapping is not used, as this is {read.opened.official.words}")
    return notes


def _with_known_ids(read: FileRead, known: dict[tuple[str, ...], tuple[str, ...]]) -> FileRead:
    """Return a file with the ids of a file before, where it has the same: those of sixty runs are much memory."""
    parts = list[Part]()
    for part in read.parts:
        ids = known.setdefault(part.content.cases, part.content.cases)
        parts.append(part._replace(content=replace(part.content, cases=ids)))
    return replace(read, parts=tuple(parts))


def _read_each(files: Mapped, scale: str | None, choices: Decisions) -> tuple[list[FileRead], list[Problem]]:
    """Read every file by itself, one table at a time; and return the problems of those that cannot be opened."""
    opened: list[OpenedFile] = []
    tables: dict[OpenedFile, FileRead] = {}
    ids: dict[tuple[str, ...], tuple[str, ...]] = {}
    closed: list[Problem] = []
    n_problems = 0
    for file, mapping in files:
        try:
            opened_file = open_as_mapped(file, mapping, files)
        except InputError as error:
            closed += error.problems
            continue
        if opened_file.official is None:
            read = read_table(file, opened_file, choices, mapping, room=MOST_PROBLEMS - n_problems)
            read = _with_known_ids(read, ids)
            n_problems += len(read.all_problems)
            opened_file = read.opened
            tables[opened_file] = read
        opened.append(opened_file)
    if any(isinstance(file.official, Dialogues) for file in opened):
        opened = join_dialogues(opened)
    return [tables.get(file) or read_official(file, scale, choices) for file in opened], closed


def _used(
    reads: Sequence[FileRead], gold: FileRead | None, runs: Sequence[str] | None
) -> tuple[list[FileRead], list[Problem], list[str]]:
    """Return the files that are the gold or have runs; a problem for what is neither, a note on a copy of the gold."""
    used: list[FileRead] = []
    problems: list[Problem] = []
    notes: list[str] = []
    for read in reads:
        copied = gold is not None and read is not gold and read.opened.digest == gold.opened.digest
        alike = gold is not None and PurePath(read.name).name == PurePath(gold.name).name
        if read is gold:
            if runs is not None and read.name in runs and read.role != "task":
                action = "name a file with estimates: the gold is not a run"
                problems.append(Problem(read.name, "", "this file is named as the gold and as a run", action))
            used.append(read)
        elif gold is not None and copied and (read.role == "gold" or alike):
            notes.append(f"{read.name}: ignored, it is a copy of the gold ({gold.name})")
        elif read.role == "gold" and gold is not None:
            seen = f"this is a second gold (beside {gold.name})"
            problems.append(Problem(read.name, "", seen, "remove one of them"))
        elif read.role == "other":
            action = "remove it (the page and the command for nuggets read it)"
            problems.append(Problem(read.name, "", "it holds no dialogue quality", action))
        elif runs is None or read.parts or read.role != "either" or _is_named(read.name, runs):
            used.append(read)
    return used, problems, notes


def _is_named(file: str, runs: Sequence[str]) -> bool:
    return any(
        file == text or file.startswith((f"{text}/", f"{text}:")) or text.startswith(f"{file}:") for text in runs
    )


# ---- what follows from all files together ----------------------------------------------------------------------------


def _with_positions(task: Task, gold: Gold | None, choices: Decisions) -> tuple[Task | None, list[Problem]]:
    try:
        return with_positions(task, choices), []
    except PositionsError as error:
        return None, [error.problem]
    except OrdquantError as error:
        action = "name neighbouring classes, or merge none (--merge A,B)"
        return None, [Problem(gold.place if gold else "", "", f"{CANNOT}: {error}", action)]


def _copies(task: Task, runs: Sequence[Run], choices: Decisions) -> tuple[list[Problem], list[str]]:
    """Return a problem for every run that equals the gold on all cases, unless these are accepted.

    Notes report those, and every run that repeats an earlier one, as a copy under another name does.
    """
    files = {run.name: run.place for run in runs}
    cases = "the only case" if len(task.cases) == 1 else f"all {numerals.count(len(task.cases))} cases"
    seen = f"its estimates equal the gold on {cases}"
    action = "check whether this is a copy of the gold"
    first: dict[bytes, str] = {}
    copies: list[str] = []
    repeated: list[str] = []
    for name, estimates in zip(task.runs, task.estimates, strict=True):
        if np.abs(estimates - task.gold).max(initial=0) <= _SAME:
            copies.append(files.get(name, name))
        twin = first.setdefault(sha256(estimates.tobytes()).digest(), name)
        if twin != name:
            repeated.append(f"the runs {label(twin)} and {label(name)} hold the same estimates")
    if choices.accept_gold_copies:
        return [], [*(f"{file}: {seen}" for file in copies), *repeated]
    return [Problem(file, "", seen, action, ("accept-gold-copies",)) for file in copies], repeated


def _unknown(wanted: Sequence[str], runs: Sequence[Run], files: Sequence[str]) -> list[Problem]:
    """Return a problem for everything that was wanted and is not there; a file that was ignored is there."""
    names = listing([run.name for run in runs])
    action = f"the runs are {names}" if names else "name files or runs that hold estimates"
    return [
        Problem(text, "", "there is no such run", action)
        for text in wanted
        if not any(is_wanted(run, [text]) for run in runs)
        and not any(file == text or file.startswith(f"{text}/") for file in files)
    ]

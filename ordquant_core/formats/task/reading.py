"""Read files as gold and runs: one file at a time, or all files of a task with all their problems.

Each file is recognised, those that belong together are joined, and those that cannot be read are reported.
"""

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from os import PathLike
from pathlib import PurePath
from typing import NamedTuple

import numpy as np

from ordquant_core import numerals
from ordquant_core.errors import InputError, OrdquantError, Problem, Question
from ordquant_core.formats.archive import unpack
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.json import dbdc
from ordquant_core.formats.opened import Opened
from ordquant_core.formats.rows import ProblemBudget, cap_problems, listing
from ordquant_core.formats.sniff import open_data
from ordquant_core.formats.tables.alike import read_alike
from ordquant_core.formats.tables.columns import place_of
from ordquant_core.formats.task.alignment import is_on_classes
from ordquant_core.formats.task.assembly import align
from ordquant_core.formats.task.merging import CANNOT
from ordquant_core.formats.task.named_runs import Submission, name_runs, submissions_of
from ordquant_core.formats.task.positions import PositionsError, with_positions
from ordquant_core.formats.task.task_file import Recognised, TaskFile, choose_gold, is_wanted, problems_of
from ordquant_core.formats.text import label, shown
from ordquant_core.records import Gold, Order, Run, Task

_ASIDE = re.compile(r"(readme|licen[cs]e|notice|changelog)(\.(txt|rst|html))?|.*\.md|task\.json", re.IGNORECASE)
NO_DIALOGUE_QUALITY = "it holds no dialogue quality"
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

    @property
    def scales(self) -> tuple[str, ...]:
        """The scales to choose from: those that all files with scales have."""
        some = [one.scales for one in self.recognised if one.scales]
        return tuple(scale for scale in some[0] if all(scale in scales for scales in some)) if some else ()

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
    opened = _task_file(file, open_data(file.data, file.name, choices), ProblemBudget())
    opened.read(None, choices)
    return opened.recognised()


def read_task(
    files: Sequence[File],
    *,
    gold: str | None = None,
    runs: Sequence[str] | None = None,
    scale: str | None = None,
    choices: Decisions = NOTHING,
    name: str | None = None,
) -> TaskRead:
    r"""Read all files of a task. Never raises for what they hold, but returns every problem.

    `gold` is the name of the file that is the gold, where that is not plain; `runs` says which runs to read, by
    name, file, folder or FILE:NAME (default: all). `scale` is for the files that have scales. Runs are read on the
    scale of the gold, also where it has only one, unless `choices.run_scale` says another. `load_task` reads paths.

    >>> import ordquant_core as oq
    >>> gold = oq.File("gold.csv", b"case,bad,good\na,1,3\n")
    >>> read = oq.read_task([gold, oq.File("run.csv", b"case,bad,good\na,.5,.6\n")])
    >>> read.task is None, str(read.problems[0]).split(":")[0]
    (True, 'run.csv, case a')
    """
    if isinstance(files, str | bytes | PathLike) or not all(isinstance(file, File) for file in files):
        raise OrdquantError(
            "read_task takes files that are read already, File(name, data) each; oq.load_task(path) reads a folder, a "
            "zip, a file or a list of them."
        )
    opened = open_all(files, choices, gold)
    problems, notes = opened.problems, opened.notes
    scale = _known_scale(opened.files, scale, problems)
    _check_columns(opened.files, choices, problems)
    for one in opened.files:
        one.read(scale, choices)
    gold_file = choose_gold(opened.files, gold, opened.unreadable_names, problems)
    _read_runs_on_scale(opened.files, gold_file, scale, choices, notes)
    _drop_repeated_scale_questions([one for one in opened.files if one.needs_scale], gold_file, problems)
    used = [one for one in opened.files if _check_role(one, gold_file, runs, problems, notes)]
    the_gold = None
    if gold_file is not None:
        _take_classes_from_runs(opened.files, gold_file, scale, choices)
        the_gold, gold_problems = gold_file.gold()
        problems += [*gold_file.problems, *gold_problems]
    if the_gold is not None and not the_gold.numbered:
        _read_by_system(opened.files, gold_file, the_gold, scale, choices)
    named = name_runs(used, gold_file, runs, opened.unreadable)
    if runs is not None and gold_file is not None and not (problems or any(named.problems)):
        problems += _unknown(runs, named.runs, opened.names)
    task, fit_notes, missing_everywhere = None, list[str](), False
    if the_gold is not None and the_gold.cases:
        task, fit_problems, fit_notes, missing_everywhere = align(
            the_gold, named.with_own_problems(the_gold), name, choices, opened.budget
        )
        problems += _without_consequences(fit_problems, problems, the_gold, named.problems)
    else:
        problems += [problem for of_run in named.problems for problem in of_run]
    problems[:0] = [problem for one in named.unread for problem in one.problems]
    if task is not None and not problems:
        problems += _copies_of_gold(task, named.runs, choices, notes)
        notes += _same_estimates(task)
    if task is not None and not problems:
        try:
            task = with_positions(task, choices)
        except PositionsError as error:
            problems.append(error.problem)
        except OrdquantError as error:
            action = "name neighbouring classes, or merge none (--merge A,B)"
            problems.append(Problem(the_gold.place if the_gold else "", "", f"{CANNOT}: {error}", action))
    problems = cap_problems(list(map(_without_dropping, problems)) if missing_everywhere else problems)
    return TaskRead(
        None if problems else task,
        the_gold if the_gold is not None and all(one.file != the_gold.place for one in problems) else None,
        tuple(_with_the_ids_of(the_gold, run) for run in named.runs),
        tuple(problems),
        tuple(one.recognised() for one in opened.files),
        tuple(notes),
        submissions_of(named.runs, named.unread, problems, fit_notes),
        None if gold_file is None else gold_file.opened.name,
    )


def _without_dropping(problem: Problem) -> Problem:
    """Return a problem without the offer to leave out the cases that some run lacks: none would be left."""
    return replace(problem, choices=tuple(choice for choice in problem.choices if choice != "drop-missing"))


def _without_consequences(
    found: Sequence[Problem], before: Sequence[Problem], gold: Gold, of_runs: Sequence[Sequence[Problem]]
) -> list[Problem]:
    """Leave out problems that may go away once the user says what the classes or ids of the gold are.

    Those are the problems of fitting runs to the gold; problems that were found while reading a run stay.
    """
    asked = {problem.asks for problem in before if problem.file == gold.place}
    if not asked & {"classes", "ids"}:
        return list(found)
    found_in_runs = {problem for of_run in of_runs for problem in of_run}
    return [
        one
        for one in found
        if one in found_in_runs or one.file == gold.place or (asked == {"classes"} and not is_on_classes(one))
    ]


def _with_the_ids_of(gold: Gold | None, run: Run) -> Run:
    """Let a run share the ids of the gold where they are equal: a task of 20 runs holds them once, not 21 times."""
    if gold is None or run.cases is gold.cases or run.cases != gold.cases:
        return run
    return replace(run, cases=gold.cases)


def parse_runs(files: Sequence[File], *, scale: str | None = None, choices: Decisions = NOTHING) -> list[Run]:
    """Read the runs of some files, archives included. Raises `InputError` with everything that is wrong with them."""
    opened = open_all(files, choices, None)
    problems = [*opened.problems, *opened.unreadable]
    runs: list[Run] = []
    for one in opened.files:
        one.read(scale, choices)
        problems += one.problems
        for run, run_problems in one.runs(None):
            runs.append(run)
            problems += run_problems
    if problems:
        raise InputError(problems)
    return runs


def _known_scale(files: Sequence[TaskFile], scale: str | None, problems: list[Problem]) -> str | None:
    """Return the scale, None (and a problem) where no file has it."""
    if scale is None or not files or any(scale in one.opened.scales for one in files):
        return scale
    names = ", ".join(dict.fromkeys(label(text) for one in files for text in one.opened.scales))
    action = f"choose one: {names}" if names else "leave the scale out: there are none"
    asks = "scale" if names else ""
    problems.append(Problem(files[0].opened.name, "", f"has no scale {shown(scale)}", action, asks=asks))  # type: ignore[arg-type]
    return None


def _read_runs_on_scale(
    files: Sequence[TaskFile], gold_file: TaskFile | None, scale: str | None, choices: Decisions, notes: list[str]
) -> None:
    """Read the runs on the scale of the gold, or on the one chosen for runs; never silently on another one."""
    if gold_file is None:
        return
    wanted = choices.run_scale or gold_file.scale or scale
    runs = [one for one in files if one is not gold_file and one.opened.scales and one.opened.role != "gold"]
    reason = "" if choices.run_scale else f", which is the gold's ({gold_file.opened.name})"
    if wanted is None:
        first = next((one for one in runs if one.scale is not None), None)
        wanted = first.scale if first is not None else None
        reason = f" as {first.opened.name} has" if first is not None else ""
    for one in runs if wanted is not None else ():
        if one.scale != wanted:
            one.read(wanted, choices, asks="run-scale", reason=reason, gold_scales=gold_file.opened.scales)
        if one.parts and choices.run_scale and gold_file.scale != wanted and not gold_file.needs_scale:
            scale_of_gold = gold_file.scale
            against = f"scale {label(scale_of_gold)} of the gold" if scale_of_gold else "the gold, which names no scale"
            notes.append(f"{one.opened.name}: scale {label(str(wanted))} is scored against {against}")


def _take_classes_from_runs(
    files: Sequence[TaskFile], gold_file: TaskFile, scale: str | None, choices: Decisions
) -> None:
    """If it is unclear which columns of the gold are classes, take those that all runs name, and read it again."""
    if not gold_file.asks_for_classes or choices.classes is not None or gold_file.file is None:
        return
    named = {one.named_classes() for one in files if one is not gold_file and one.opened.role == "either"}
    if len(named) == 1 and len(classes := named.pop()) > 1:
        gold_file.opened = open_data(gold_file.file.data, gold_file.file.name, choices)
        gold_file.opened.known_classes = classes
        gold_file.read(scale, choices)


def _read_by_system(
    files: Sequence[TaskFile], gold_file: TaskFile | None, gold: Gold, scale: str | None, choices: Decisions
) -> None:
    """Read a table with a column of systems as one run or as several, in the way that gives it cases of the gold."""
    known = {*gold.cases, *gold.faulty}
    for one in files:
        if one is gold_file or one.file is None or not one.opened.has_systems or not known.isdisjoint(one.cases()):
            continue
        before = one.opened.by_system
        for by_system in (not before, before):
            one.opened = open_data(one.file.data, one.file.name, choices)
            one.opened.by_system = by_system
            one.read(scale, choices)
            if not known.isdisjoint(one.cases()):
                break


def _check_columns(files: Sequence[TaskFile], choices: Decisions, problems: list[Problem]) -> None:
    """Note a problem where no table has the columns that were chosen."""
    headers = [header for one in files for header in one.opened.headers]
    said: tuple[tuple[tuple[str, ...] | None, Question], ...] = (
        (choices.id_columns, "ids"),
        ((choices.annotator_column,) if choices.annotator_column else None, "votes"),
        ((choices.label_column,) if choices.label_column else None, "votes"),
    )
    for wanted, asks in said:
        if wanted and not any(all(place_of(header, text) is not None for text in wanted) for header in headers):
            problems.append(_no_such_column(files, headers, wanted, asks))


def _no_such_column(
    files: Sequence[TaskFile], headers: Sequence[Sequence[str]], wanted: Sequence[str], asks: Question
) -> Problem:
    names = ", ".join(dict.fromkeys(label(text) for header in headers for text in header))
    action = f"choose from {names}" if names else "leave the choice out"
    seen = f"no table has the column{'s' * (len(wanted) > 1)} {', '.join(map(label, wanted))}"
    return Problem(files[0].opened.name if files else "", "", seen, action, asks=asks)


def _check_role(
    one: TaskFile,
    gold_file: TaskFile | None,
    runs: Sequence[str] | None,
    problems: list[Problem],
    notes: list[str],
) -> bool:
    """Return whether a file is the gold or has runs; if it is neither, add a problem; of a copy of the gold, a note."""
    name = one.opened.name
    if one is gold_file:
        if runs is not None and name in runs and one.opened.role != "task":
            action = "name a file with estimates: the gold is not a run"
            problems.append(Problem(name, "", "this file is named as the gold and as a run", action))
        return True
    copied = gold_file if gold_file is not None and one.digest == gold_file.digest else None
    if copied and (one.opened.role == "gold" or PurePath(name).name == PurePath(copied.opened.name).name):
        notes.append(f"{name}: ignored, it is a copy of the gold ({copied.opened.name})")
        return False
    if one.opened.role in ("run", "either", "task"):
        return True
    if one.opened.role == "gold":
        if gold_file is None:
            return True
        seen, action = f"this is a second gold (beside {gold_file.opened.name})", "remove one of them"
    else:
        seen, action = (
            NO_DIALOGUE_QUALITY,
            "remove it (the page and the command for nuggets read it)",
        )
    problems.append(Problem(name, "", seen, action))
    return False


def _copies_of_gold(task: Task, runs: Sequence[Run], choices: Decisions, notes: list[str]) -> list[Problem]:
    """Return a problem for every run that equals the gold on all cases; where these are accepted, add a note."""
    files = {run.name: run.place for run in runs}
    problems: list[Problem] = []
    pairs = zip(task.runs, task.estimates, strict=True)
    copies = [name for name, estimates in pairs if np.abs(estimates - task.gold).max(initial=0) <= _SAME]
    for name in copies:
        count = len(task.cases)
        seen = (
            f"its estimates equal the gold on {'the only case' if count == 1 else f'all {numerals.count(count)} cases'}"
        )
        action = "check whether this is a copy of the gold"
        found = Problem(files.get(name, name), "", seen, action, ("accept-gold-copies",))
        if choices.accept_gold_copies:
            notes.append(f"{found.file}: {seen}")
        else:
            problems.append(found)
    return problems


def _same_estimates(task: Task) -> list[str]:
    """Return a note for every run that repeats an earlier one, as a copy under another name does."""
    first: dict[bytes, str] = {}
    notes = []
    for name, estimates in zip(task.runs, task.estimates, strict=True):
        twin = first.setdefault(sha256(estimates.tobytes()).digest(), name)
        if twin != name:
            notes.append(f"the runs {label(twin)} and {label(name)} hold the same estimates")
    return notes


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


def _drop_repeated_scale_questions(
    waiting: Sequence[TaskFile], gold_file: TaskFile | None, problems: Sequence[Problem]
) -> None:
    """Of all files that wait for the same choice of a scale, let one ask for it; none where it was asked for before."""
    asks = gold_file if gold_file in waiting else next(iter(waiting), None)
    asks = None if any(problem.asks == "scale" for problem in problems) else asks
    for one in waiting:
        if one is not asks:
            one.problems = []


def _task_file(file: File, opened: Opened, budget: ProblemBudget) -> TaskFile:
    return TaskFile(opened, sha256(file.data).digest(), file, budget=budget)


class OpenedFiles(NamedTuple):
    """The files of a task that could be opened, and problems and notes on the others."""

    files: list[TaskFile]
    problems: list[Problem]
    unreadable: list[Problem]  # what is wrong with files that cannot be read, beside others that can
    notes: list[str]
    unreadable_names: list[str]  # of the files that cannot be read
    names: list[str]  # of all files that were given, those in archives included
    budget: ProblemBudget  # for the problems of them all


def open_all(files: Sequence[File], choices: Decisions, gold: str | None) -> OpenedFiles:
    """Open every file, join those that belong together, and ignore those that are not part of a task.

    The file that was named as the gold is never ignored.
    """
    unpacked = unpack(files)
    opened = OpenedFiles(
        files=[],
        problems=[],
        unreadable=list(unpacked.problems),
        notes=list(unpacked.notes),
        unreadable_names=[one.file for one in unpacked.problems],
        names=[file.name for file in unpacked.files],
        budget=ProblemBudget(),
    )
    dialogues: dict[tuple[str, str], TaskFile] = {}
    known = read_alike(unpacked.files, choices, lambda file: open_data(file.data, file.name, choices))
    for number, file in enumerate(unpacked.files):
        if len(unpacked.files) > 1 and _ASIDE.fullmatch(file.name.rpartition("/")[2]):
            opened.notes.append(f"{file.name}: ignored")
            continue
        try:
            one = _task_file(file, known.get(number) or open_data(file.data, file.name, choices), opened.budget)
        except OrdquantError as error:
            opened.unreadable_names.append(file.name)
            opened.unreadable.extend(problems_of(error, file.name))
            continue
        if isinstance(one.opened, dbdc.Dialogues):
            parent = os.path.dirname(file.name) if one.opened.role == "run" else ""  # noqa: PTH120 - a name, not a path
            key = (one.opened.kind, parent)
            if key in dialogues:
                before = dialogues[key]
                before.opened.add(one.opened)  # type: ignore[attr-defined]
                before.digest += one.digest
                continue
            if parent.endswith(".zip"):
                one.opened.name = parent  # even one dialogue in an archive is a run named after the archive
            dialogues[key] = one
        opened.files.append(one)
    # Without these there is no task: no other file can be read, or it is the one that was named as the gold.
    fatal = [one for one in opened.unreadable if not opened.files or one.file == gold]
    opened.problems.extend(fatal)
    opened.unreadable[:] = [
        replace(one, action=f"{one.action}; if it does not belong to the task, remove it")
        for one in opened.unreadable
        if one not in fatal
    ]
    return opened

"""From files to gold and runs: one file at a time, or all files of a task with everything that is wrong with them."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import NamedTuple

from ordquant_core.errors import Choice, InputError, OrdquantError, Problem, offer
from ordquant_core.formats import dbdc
from ordquant_core.formats.archive import unpack
from ordquant_core.formats.assembly import align
from ordquant_core.formats.choices import NOTHING, Choices
from ordquant_core.formats.files import File
from ordquant_core.formats.labels import arrange
from ordquant_core.formats.opened import Kind, Opened, Part, Role
from ordquant_core.formats.rows import Problems, listing
from ordquant_core.formats.sniff import open_data
from ordquant_core.formats.text import label, shown
from ordquant_core.records import Gold, Run, Task

_ASIDE = re.compile(r"(readme|licen[cs]e|notice|changelog)(\.(txt|rst|html))?|.*\.md", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a file (or a set of files that belong together) was seen to be."""

    file: str
    kind: Kind
    role: Role
    scales: tuple[str, ...]
    classes: tuple[str, ...]  # () where a scale must be chosen first, or nothing could be read
    n_cases: int
    has_votes: bool
    run_names: tuple[str, ...]  # the runs in it, if it is used as one
    words: str  # one sentence


class TaskRead(NamedTuple):
    """All that was found in the files of a task. `task` is there when there is no problem."""

    task: Task | None
    gold: Gold | None
    runs: tuple[Run, ...]
    problems: tuple[Problem, ...]
    recognised: tuple[Recognised, ...]
    notes: tuple[str, ...] = ()  # what was passed over

    @property
    def scales(self) -> tuple[str, ...]:
        """The scales to choose from: those that all files with scales have."""
        some = [one.scales for one in self.recognised if one.scales]
        return tuple(scale for scale in some[0] if all(scale in scales for scales in some)) if some else ()


def read_gold(opened: Opened, scale: str | None, choices: Choices) -> tuple[Gold, list[Problem]]:
    """Return the gold of a file (of its sound cases), and what is wrong with the others. Raises for the rest."""
    parts = opened.read(Problems(opened.name, choices), scale=scale, as_gold=True)
    part = next((part for part in parts if part.is_gold), parts[0])
    return _gold(part, opened)


def read_runs(opened: Opened, scale: str | None, choices: Choices) -> tuple[list[Run], list[Problem]]:
    """Return the runs of a file (their sound cases), and what is wrong with the others. Raises for the rest."""
    parts = opened.read(Problems(opened.name, choices), scale=scale, as_gold=False)
    found = [_run(part, opened) for part in parts if not part.is_gold]
    return [run for run, _ in found], [problem for _, problems in found for problem in problems]


def recognise(file: File, *, choices: Choices = NOTHING) -> Recognised:
    """Tell what a file is. Raises `InputError` if it cannot be read at all."""
    opened = open_data(file.data, file.name)
    found = _Found(opened)
    found.read(None, choices)
    return found.recognised()


def read_task(
    files: Sequence[File],
    *,
    gold: str | None = None,
    runs: Sequence[str] | None = None,
    scale: str | None = None,
    choices: Choices = NOTHING,
    name: str | None = None,
) -> TaskRead:
    """Read all files of a task: never raises for what they hold, but tells every problem of them all.

    `gold` is the name of the file that is the gold, where that is not plain; `runs` says which runs to read, by
    name, file, folder or FILE:NAME (default: all). `scale` is for the files that have scales; a gold's only scale is
    taken from its runs, too.
    """
    unpacked = unpack(files)
    problems, notes = list(unpacked.problems), list(unpacked.notes)
    found = _open_all(unpacked.files, choices, problems, notes)
    if scale is not None and found and not any(scale in one.opened.scales for one in found):
        listed = ", ".join(dict.fromkeys(label(text) for one in found for text in one.opened.scales))
        action = f"choose one: {listed}" if listed else "leave the scale out: there are none"
        problems.append(Problem(found[0].opened.name, "", f"has no scale {shown(scale)}", action))
        scale = None
    for one in found:
        one.read(scale, choices)
    chosen = _choose_gold(found, gold, problems)
    if chosen is not None and chosen.scale is not None:
        for one in found:
            if one.waits and chosen.scale in one.opened.scales:
                one.read(chosen.scale, choices)
    _tell_once([one for one in found if one.waits], chosen)
    used = [one for one in found if _is_used(one, chosen, choices, problems, notes)]
    the_gold: Gold | None = None
    the_runs: list[Run] = []
    for one in used:
        problems += one.problems
        if one is chosen:
            the_gold, more = one.gold()
            problems += more
        if one is not chosen or one.opened.role == "task" or (runs and one.opened.role == "either"):
            for run, more in one.runs(runs):
                the_runs.append(run)
                problems += more
    task = None
    if runs is not None and chosen is not None and not problems:
        problems += _unknown(runs, the_runs)
    faultless = the_gold is not None and not any(problem.file == the_gold.place for problem in problems)
    if the_gold is not None and the_gold.cases:
        task, more = align(the_gold, the_runs, name, choices)
        problems += more
    return TaskRead(
        None if problems else task,
        the_gold if faultless else None,
        tuple(the_runs),
        tuple(problems),
        tuple(one.recognised() for one in found),
        tuple(notes),
    )


def parse_runs(files: Sequence[File], *, scale: str | None = None, choices: Choices = NOTHING) -> list[Run]:
    """Read the runs of some files, archives included. Raises `InputError` with everything that is wrong with them."""
    unpacked = unpack(files)
    problems = list(unpacked.problems)
    runs: list[Run] = []
    for one in _open_all(unpacked.files, choices, problems, []):
        one.read(scale, choices)
        problems += one.problems
        for run, more in one.runs(None):
            runs.append(run)
            problems += more
    if problems:
        raise InputError(problems)
    return runs


def _open_all(files: Sequence[File], choices: Choices, problems: list[Problem], notes: list[str]) -> list["_Found"]:
    """Open every file; put those together that belong together; pass over those that are no part of a task."""
    found: list[_Found] = []
    dialogues: dict[tuple[str, str], dbdc.Dialogues] = {}
    for file in files:
        if len(files) > 1 and _ASIDE.fullmatch(PurePath(file.name).name):
            notes.append(f"{file.name}: passed over")
            continue
        try:
            opened = open_data(file.data, file.name)
        except OrdquantError as error:
            if len(files) == 1:
                problems += _problems_of(error, file.name)
            elif choices.skip_files:
                notes.append(f"{file.name}: passed over, as it cannot be read")
            else:
                problems += [_with_choice(problem, "skip-files") for problem in _problems_of(error, file.name)]
            continue
        if isinstance(opened, dbdc.Dialogues):
            parent = os.path.dirname(file.name) if opened.role == "run" else ""  # noqa: PTH120 - a name, not a path
            key = (opened.kind, parent)
            if key in dialogues:
                dialogues[key].add(opened)
                continue
            if parent.endswith(".zip"):
                opened.name = parent  # even one dialogue in an archive is a run called as the archive
            dialogues[key] = opened
        found.append(_Found(opened))
    return found


def _is_used(
    one: "_Found", chosen: "_Found | None", choices: Choices, problems: list[Problem], notes: list[str]
) -> bool:
    """Tell whether a file is the gold or has runs; note it if it is neither."""
    if one.opened.role in ("run", "either", "task") or (one is chosen and one.opened.role == "gold"):
        return True
    if one.opened.role == "gold":
        if chosen is None:
            return True
        seen, action = f"this is a gold, too (beside {chosen.opened.name})", "remove one of them"
    else:
        seen, action = (
            "there is no dialogue quality in it",
            "remove it (nuggets have a page and a command of their own)",
        )
    if choices.skip_files and one is not chosen:
        notes.append(f"{one.opened.name}: passed over, {seen}")
    else:
        problems.append(_with_choice(Problem(one.opened.name, "", seen, action), "skip-files"))
    return False


def is_wanted(run: Run, wanted: Sequence[str]) -> bool:
    """Tell whether a run is among those named: by its name, its file, its folder or archive, or as FILE:NAME."""
    for text in wanted:
        inside = text.removesuffix(f":{run.name}") if text.endswith(f":{run.name}") else text
        if run.name == text or run.file == text or run.file.startswith((f"{inside}/", f"{inside}:")):
            return True
    return False


def _unknown(wanted: Sequence[str], runs: Sequence[Run]) -> list[Problem]:
    """Return a problem for everything that was wanted and is not there."""
    names = listing([run.name for run in runs])
    action = f"the runs are {names}" if names else "name files or runs that hold estimates"
    return [
        Problem(text, "", "there is no such run", action)
        for text in wanted
        if not any(is_wanted(run, [text]) for run in runs)
    ]


def _tell_once(waiting: Sequence["_Found"], chosen: "_Found | None") -> None:
    """Of all files that wait for the same choice of a scale, let one ask for it."""
    asks = chosen if chosen in waiting else next(iter(waiting), None)
    for one in waiting:
        if one is not asks:
            one.problems = []


def _with_choice(problem: Problem, choice: Choice) -> Problem:
    return replace(problem, action=offer(problem.action, [choice]), choices=(choice,))


@dataclass(slots=True)
class _Found:
    """A file on its way: opened, then read once, then taken as gold or runs."""

    opened: Opened
    parts: list[Part] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    waits: bool = False  # for a scale to be chosen

    def read(self, scale: str | None, choices: Choices) -> None:
        """Read the parts; what stops that is a problem."""
        self.problems, self.waits = [], False
        if self.opened.role == "other":
            return
        scales = self.opened.scales
        if len(scales) < 2:
            scale = None
        try:
            as_gold = self.opened.role in ("gold", "task")
            self.parts = self.opened.read(Problems(self.opened.name, choices), scale=scale, as_gold=as_gold)
        except OrdquantError as error:
            self.problems = _problems_of(error, self.opened.name)
            self.waits = len(scales) > 1

    @property
    def scale(self) -> str | None:
        """The scale that was read."""
        return self.parts[0].content.scale if self.parts else None

    @property
    def has_votes(self) -> bool:
        """Whether there are votes, in the gold if there is one."""
        return bool(self.parts) and self._main().content.votes is not None

    def _main(self) -> Part:
        return next((part for part in self.parts if part.is_gold), self.parts[0])

    def gold(self) -> tuple[Gold | None, list[Problem]]:
        """Take the file as the gold."""
        return _gold(self._main(), self.opened) if self.parts else (None, [])

    def runs(self, wanted: Sequence[str] | None) -> Iterator[tuple[Run, list[Problem]]]:
        """Take the file as runs, those that are wanted."""
        for part in self.parts:
            run, problems = _run(part, self.opened)
            if not part.is_gold and (wanted is None or is_wanted(run, wanted)):
                yield run, problems

    def recognised(self) -> Recognised:
        """Say in one sentence what the file is."""
        opened = self.opened
        names = tuple(part.name or opened.title for part in self.parts if not part.is_gold)
        if opened.role == "gold":
            names = ()
        told = ["NTCIR JSON without dialogue quality" if opened.role == "other" else opened.words]
        if not self.parts:
            if len(opened.scales) > 1:
                told.append(f"scales {', '.join(map(label, opened.scales))}")
            facts = ", ".join(told)
            return Recognised(opened.name, opened.kind, opened.role, opened.scales, (), 0, False, (), facts)
        main = self._main()
        content, count = main.content, len(main.content.cases) + len(main.problems.faulty)
        told.append(f"{count:,} case{'s' * (count != 1)}")
        many = len(content.classes)
        if content.labelled:
            listed = content.classes if many <= 12 else (*content.classes[:5], "…", content.classes[-1])
            told.append(f"{many} classes ({', '.join(map(label, listed))})")
        else:
            told.append(f"{many} classes without labels")
        told.append("votes" if content.votes is not None else "probabilities")
        if len(names) > 1:
            told.append(f"{len(names)} runs")
        return Recognised(
            opened.name,
            opened.kind,
            opened.role,
            opened.scales,
            content.classes,
            count,
            self.has_votes,
            names,
            ", ".join(told),
        )


def _choose_gold(found: Sequence[_Found], name: str | None, problems: list[Problem]) -> _Found | None:
    """Return the file that is the gold: the one that was named, else the only one that can be meant."""
    candidates = [one for one in found if one.opened.role != "other"]
    if name is not None:
        candidates = [one for one in found if one.opened.name == name or one.opened.name.startswith(f"{name}/")]
        if not candidates:
            if not any(f"{problem.file}/".startswith(f"{name}/") for problem in problems):
                problems.append(Problem(name, "", "is not among the files", "name a file that can be the gold"))
            return None
        if len(candidates) > 1 and candidates[0].opened.name == name:
            return candidates[0]
    for fits in (
        lambda one: one.opened.role in ("gold", "task"),
        lambda one: one.opened.role == "either" and one.has_votes,
        lambda one: "gold" in PurePath(one.opened.name).name.casefold(),
        lambda one: True,
    ):
        fitting = [one for one in candidates if fits(one)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting and fitting[0].opened.role in ("gold", "task"):
            break
    else:
        fitting = list(candidates)
    if not found:
        return None
    listed = listing([one.opened.name for one in fitting])
    if not fitting:
        problems.append(Problem(found[0].opened.name, "", "no file here can be the gold", "add the gold"))
    else:
        seen = f"{len(fitting)} files can be the gold: {listed}"
        problems.append(Problem(fitting[0].opened.name, "", seen, "say which one is"))
    return None


def _problems_of(error: OrdquantError, name: str) -> list[Problem]:
    if isinstance(error, InputError):
        return list(error.problems)
    seen, _, action = str(error).removeprefix(f"{name} ").partition("; ")
    return [Problem(name, "", seen, action)]


def _gold(part: Part, opened: Opened) -> tuple[Gold, list[Problem]]:
    problems = part.problems
    content = arrange(part.content, problems, open_ended=opened.open_ended)
    gold = Gold(
        opened.title,
        content.scale,
        content.classes,
        content.cases,
        content.probabilities,
        content.votes,
        problems.told(),
        opened.name,
        content.labelled,
        tuple(problems.faulty),
        content.extras,
    )
    return gold, problems.sorted()


def _run(part: Part, opened: Opened) -> tuple[Run, list[Problem]]:
    content, problems = part.content, part.problems
    run = Run(
        part.name or opened.title,
        content.classes,
        content.cases,
        content.probabilities,
        problems.told(),
        problems.file,
        content.labelled,
        tuple(problems.faulty),
    )
    return run, problems.sorted()

"""From files to gold and runs: one file at a time, or all files of a task with everything that is wrong with them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import NamedTuple

from ordquant_core.errors import InputError, OrdquantError, Problem
from ordquant_core.formats.assembly import align
from ordquant_core.formats.choices import NOTHING, Choices
from ordquant_core.formats.files import File
from ordquant_core.formats.labels import arrange
from ordquant_core.formats.opened import Kind, Opened, Part, Role
from ordquant_core.formats.rows import Problems, listing
from ordquant_core.formats.sniff import open_data
from ordquant_core.formats.text import label
from ordquant_core.records import Gold, Run, Task


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

    `gold` is the name of the file that is the gold, where that is not plain; `runs` the names of the runs to read
    (default: all). `scale` is for the files that have scales; a gold's only scale is taken from its runs, too.
    """
    problems: list[Problem] = []
    found: list[_Found] = []
    for file in files:
        try:
            found.append(_Found(open_data(file.data, file.name)))
        except OrdquantError as error:
            problems += _problems_of(error, file.name)
    if scale is not None and found and not any(scale in one.opened.scales for one in found):
        listed = ", ".join(dict.fromkeys(label(text) for one in found for text in one.opened.scales))
        action = f"choose one: {listed}" if listed else "leave the scale out: there are none"
        problems.append(Problem(found[0].opened.name, "", f"has no scale {label(scale)}", action))
        scale = None
    for one in found:
        one.read(scale, choices)
    chosen = _choose_gold(found, gold, problems)
    if chosen is not None and chosen.scale is not None:
        for one in found:
            if one.waits and chosen.scale in one.opened.scales:
                one.read(chosen.scale, choices)
    waiting = [one for one in found if one.waits]
    for one in waiting:
        if one is not (chosen if chosen in waiting else waiting[0]):
            one.problems = []  # it waits for the same choice
    read_gold_: Gold | None = None
    read_runs_: list[Run] = []
    for one in found:
        problems += one.problems
        if one is chosen:
            read_gold_, more = one.gold()
            problems += more
        if one is not chosen or one.opened.role == "task":
            for run, more in one.runs(runs):
                read_runs_.append(run)
                problems += more
    task = None
    if read_gold_ is not None and read_gold_.cases:
        task, more = align(read_gold_, read_runs_, name, choices)
        problems += more
    faultless = read_gold_ is not None and not any(problem.file == read_gold_.place for problem in problems)
    return TaskRead(
        None if problems else task,
        read_gold_ if faultless else None,
        tuple(read_runs_),
        tuple(problems),
        tuple(one.recognised() for one in found),
    )


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
            if not part.is_gold and (wanted is None or run.name in wanted):
                yield run, problems

    def recognised(self) -> Recognised:
        """Say in one sentence what the file is."""
        opened = self.opened
        names = tuple(part.name or stem(opened.name) for part in self.parts if not part.is_gold)
        if opened.role == "gold":
            names = ()
        told = [opened.words]
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
            if not any(problem.file == name for problem in problems):
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
        if fitting and fits(fitting[0]) and fitting[0].opened.role in ("gold", "task"):
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


def stem(name: str) -> str:
    """Return what a run is called: its file without folder and extension."""
    return PurePath(name).stem


def _gold(part: Part, opened: Opened) -> tuple[Gold, list[Problem]]:
    problems = part.problems
    content = arrange(part.content, problems, open_ended=opened.open_ended)
    gold = Gold(
        stem(opened.name),
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
        part.name or stem(opened.name),
        content.classes,
        content.cases,
        content.probabilities,
        problems.told(),
        problems.file,
        content.labelled,
        tuple(problems.faulty),
    )
    return run, problems.sorted()

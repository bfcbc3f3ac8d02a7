"""A file of a task on its way: opened, read once, then taken as the gold or as runs; and which file is the gold."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from ordquant_core.errors import InputError, OrdquantError, Problem
from ordquant_core.formats.choices import Choices
from ordquant_core.formats.labels import arrange
from ordquant_core.formats.opened import Kind, Opened, Part, Role
from ordquant_core.formats.rows import Problems, listing
from ordquant_core.formats.text import label
from ordquant_core.records import Gold, IntArray, Run


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


@dataclass(slots=True)
class Found:
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
            self.problems = problems_of(error, self.opened.name)
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
        if not self.parts:
            return None, []
        try:
            return _gold(self._main(), self.opened)
        except InputError as error:  # too many to list
            return None, list(error.problems)

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
        told.append("probabilities" if content.votes is None else _votes(content.votes))
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


def choose_gold(found: Sequence[Found], name: str | None, problems: list[Problem]) -> Found | None:
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


def problems_of(error: OrdquantError, name: str) -> list[Problem]:
    """Return an error as problems of a file."""
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
        part.content.classes if part.content.labelled else content.classes,
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
        opened.positional,
    )
    return run, problems.sorted()


def _votes(votes: IntArray) -> str:
    """Return how many votes the cases have."""
    if not len(votes):
        return "votes"
    few, many = int(votes.sum(axis=1).min()), int(votes.sum(axis=1).max())
    return f"{few:,} vote{'s' * (few != 1)} each" if few == many else f"{few:,} to {many:,} votes each"


def is_wanted(run: Run, wanted: Sequence[str]) -> bool:
    """Tell whether a run is among those named: by its name, its file, its folder or archive, or as FILE:NAME."""
    for text in wanted:
        inside = text.removesuffix(f":{run.name}") if text.endswith(f":{run.name}") else text
        if run.name == text or run.file == text or run.file.startswith((f"{inside}/", f"{inside}:")):
            return True
    return False

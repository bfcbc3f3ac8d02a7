"""A file of a task: opened, read once, then used as the gold or as runs; and the choice of the gold file."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

import numpy as np

from ordquant_core import numerals
from ordquant_core.distributions import RENORMALISE_TOLERANCE
from ordquant_core.errors import InputError, OrdquantError, Problem, Question
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.labels import arrange, spelled
from ordquant_core.formats.missing import missing_among
from ordquant_core.formats.opened import COLUMN_PER_CLASS, Opened, Part, Role
from ordquant_core.formats.rows import PERCENT, ProblemBudget, Problems, listing
from ordquant_core.formats.text import label
from ordquant_core.records import Gold, IntArray, Run

MAY_BE_PERCENTAGES = "if these are percentages, say so (--percentages)"
ROUNDED = PERCENT * RENORMALISE_TOLERANCE  # how far from 100 the sums of rounded percentages may lie


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a file (or a set of files that belong together) was seen to be."""

    file: str
    kind: str
    role: Role
    scales: tuple[str, ...]
    columns: tuple[str, ...]  # the header of a table, from which the column of the ids may be chosen
    words: str = ""  # one sentence
    short: str = ""  # the same without the names of its classes, and without saying that a table is one
    classes: tuple[str, ...] = ()  # () where a scale must be chosen first, or nothing could be read
    n_cases: int = 0
    has_votes: bool = False
    sample: tuple[tuple[str, ...], ...] = ()  # the first rows of a table whose columns the user may have to name


def read_gold(opened: Opened, scale: str | None, choices: Decisions) -> tuple[Gold, list[Problem]]:
    """Return the gold with the sound cases of a file, and the problems of the other cases.

    Raises `OrdquantError` if the file as a whole cannot be read.
    """
    parts = opened.read(problems_with(opened, choices), scale=scale, as_gold=True)
    part = next((part for part in parts if part.is_gold), parts[0])
    return _gold(part, opened)


def read_runs(opened: Opened, scale: str | None, choices: Decisions) -> tuple[list[Run], list[Problem]]:
    """Return the runs with the sound cases of a file, and the problems of the other cases.

    Raises `OrdquantError` if the file as a whole cannot be read.
    """
    parts = opened.read(problems_with(opened, choices), scale=scale, as_gold=False)
    found = [_run(part, opened) for part in parts if not part.is_gold]
    return [run for run, _ in found], [problem for _, problems in found for problem in problems]


def problems_with(opened: Opened, choices: Decisions, budget: ProblemBudget | None = None) -> Problems:
    """Return the container in which the problems of a file are collected, and the notes on how it was opened."""
    return Problems(opened.name, choices, notes=list(opened.notes), budget=budget or ProblemBudget())


@dataclass(slots=True)
class TaskFile:
    """A file that was opened, what was read in it, and how it is used: as the gold, as runs, or not at all."""

    opened: Opened
    digest: bytes  # of its content
    file: File | None = None  # to be opened again when other files have shown which of its columns are classes, or runs
    parts: list[Part] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    needs_scale: bool = False  # one of several has to be chosen first
    budget: ProblemBudget = field(default_factory=ProblemBudget)  # shared by all files of the task
    budget_used: int = 0  # by what was read last

    def read(
        self,
        scale: str | None,
        choices: Decisions,
        *,
        asks: Question = "scale",
        reason: str = "",
        gold_scales: Sequence[str] = (),
    ) -> None:
        """Read the parts on a scale, where the file has scales; what stops that is a problem.

        A file that has no such scale is never read on another one: the problem asks for a `scale` or `run-scale`,
        and says why that scale is wanted (`reason`). `gold_scales`: what the gold could be read on instead.
        """
        self.problems, self.needs_scale, self.parts = [], False, []
        self.budget.left += self.budget_used  # what was read before is forgotten
        self.budget_used = 0
        if self.opened.role == "other":
            return
        scales = self.opened.scales
        if scales and scale is not None and scale not in scales:
            names = ", ".join(map(label, scales))
            seen = f"has no scale {label(scale)}{reason}, but {names}"
            common = [text for text in scales if text in gold_scales]
            instead = f", read the gold on scale {label(common[0])}" if common else ""
            action = f"give a file with this scale{instead}, or choose the scale to read: {names}"
            self.problems = [Problem(self.opened.name, "", seen, action, asks=asks)]
            return
        left = self.budget.left
        try:
            as_gold = self.opened.role in ("gold", "task")
            problems = problems_with(self.opened, choices, self.budget)
            self.parts = self.opened.read(problems, scale=scale if scales else None, as_gold=as_gold)
        except OrdquantError as error:
            self.problems = problems_of(error, self.opened.name)
            self.needs_scale = scale is None and len(scales) > 1
            if self.needs_scale:
                self.problems = [replace(problem, asks="scale") for problem in self.problems]
        self.budget_used = left - self.budget.left

    @property
    def asks_for_classes(self) -> bool:
        """Whether it is unclear which columns are classes."""
        found = [*self.problems, *(problem for part in self.parts for _, problem in part.problems.found)]
        return any(problem.asks == "classes" for problem in found)

    def named_classes(self) -> frozenset[str]:
        """Return the labels of a table of probabilities whose classes are clear, () of anything else."""
        if not self.parts or self.asks_for_classes or not self.parts[0].content.labelled:
            return frozenset()
        content = self.parts[0].content
        return frozenset(spelled(content.classes)) if content.votes is None and content.cases else frozenset()

    def cases(self) -> set[str]:
        """Return the ids of all cases that were read, the faulty ones included."""
        return {case for part in self.parts for case in (*part.content.cases, *part.problems.faulty)}

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
        """Return the file as the gold, None if it cannot be read as one, and the problems of its cases."""
        if not self.parts:
            return None, []
        try:
            return _gold(self._main(), self.opened)
        except InputError as error:  # too many to list
            return None, list(error.problems)

    def runs(self, wanted: Sequence[str] | None) -> Iterator[tuple[Run, list[Problem]]]:
        """Yield the runs of the file that are wanted (None: all), each with its problems."""
        for part in self.parts:
            run, problems = _run(part, self.opened)
            if not part.is_gold and (wanted is None or is_wanted(run, wanted)):
                yield run, problems

    def recognised(self) -> Recognised:
        """Say in one sentence what the file is."""
        opened = self.opened
        header = opened.headers[0] if opened.headers else ()
        found = Recognised(opened.name, opened.kind, opened.role, opened.scales, header)
        said = "NTCIR JSON without dialogue quality" if opened.role == "other" else opened.described
        if not self.parts:
            if len(opened.scales) > 1:
                said += f", scales {', '.join(map(label, opened.scales))}"
            asks = any(problem.asks == "votes" for problem in self.problems)
            sample = tuple(map(tuple, opened.first_rows)) if asks else ()
            return replace(found, words=said, short=said, sample=sample)
        main = self._main()
        content, count = main.content, len({*main.content.cases, *main.problems.faulty})
        cases = numerals.count(count, "case")
        missing = (
            {} if main.problems.choices.classes else {*missing_among(content.classes, named=not content.open_ended)}
        )
        kept = [column for column in range(len(content.classes)) if column not in missing]
        classes = tuple(content.classes[column] for column in kept)
        many = len(classes)
        if content.labelled:
            shown = classes if many <= 12 else (*classes[:5], "…", classes[-1])
            of_classes = f"{many} classes ({', '.join(map(label, shown))})"
        else:
            of_classes = f"{many} classes without labels"
        facts = ["probabilities" if content.votes is None else _votes(content.votes[:, kept])]
        facts += ["rows numbered"] * content.numbered
        runs = 0 if opened.role == "gold" else sum(not part.is_gold for part in self.parts)
        facts += [f"{runs} runs"] * (runs > 1)
        short = ", ".join([f"{cases} × {of_classes.partition(' (')[0]}", *facts])
        return replace(
            found,
            words=", ".join([said, cases, of_classes, *facts]),
            short=short if said == COLUMN_PER_CLASS else f"{said}: {short}",
            classes=classes,
            n_cases=count,
            has_votes=self.has_votes,
        )


def choose_gold(
    files: Sequence[TaskFile], name: str | None, unreadable: Sequence[str], problems: list[Problem]
) -> TaskFile | None:
    """Return the file that is the gold: the one that was named, else the only one that says so itself.

    A file says so by its format, by votes where others have probabilities, or by its name. A run is never promoted:
    where nothing says so, or where files are `unreadable` (their names) that might be the gold, it is a question.
    """
    candidates = [one for one in files if one.opened.role not in ("other", "run")]
    if name is not None:
        named = [one for one in files if one.opened.name == name or one.opened.name.startswith(f"{name}/")]
        candidates = [one for one in named if one.opened.role != "other"]
        if not candidates:
            known = [*unreadable, *(problem.file for problem in problems)]
            if not any(f"{file}/".startswith(f"{name}/") for file in known):
                seen = "holds no gold" if named else "is not among the files"
                problems.append(Problem(name, "", seen, "name a file that can be the gold", asks="gold"))
            return None
        if len(candidates) > 1 and candidates[0].opened.name == name:
            return candidates[0]
        if len(candidates) == 1 and (candidates[0].opened.name == name or not any(map(_is_inside(name), unreadable))):
            return candidates[0]
        candidates = [one for one in candidates if one.opened.role != "run"]
    declared = [one for one in candidates if one.opened.role in ("gold", "task")]  # by their format
    if len(declared) == 1:
        return declared[0]
    fitting = declared
    if not declared:
        with_votes = [one for one in candidates if one.opened.role == "either" and one.has_votes]
        named_gold = [one for one in candidates if _is_named_gold(one.opened.name)]
        for fitting, unread_rival in (
            (with_votes, bool(unreadable)),
            (named_gold, any(map(_is_named_gold, unreadable))),
        ):
            if len(fitting) == 1 and not unread_rival:
                return fitting[0]
    if not files:
        return None
    fitting = fitting or candidates
    if not fitting:
        problems.append(Problem(files[0].opened.name, "", "no file here can be the gold", "add the gold", asks="gold"))
    else:
        names = listing([one.opened.name for one in fitting])
        seen = (
            f"{len(fitting)} files can be the gold: {names}"
            if len(fitting) > 1
            else "nothing identifies this file as the gold"
        )
        action = "choose one of them" if len(fitting) > 1 else "choose it as the gold, or add the gold"
        problems.append(Problem(fitting[0].opened.name, "", seen, action, asks="gold"))
    return None


def _is_inside(folder: str) -> Callable[[str], bool]:
    """Return a test of whether the file with a name is in this folder or archive."""
    return lambda name: name.startswith(f"{folder}/")


def _is_named_gold(name: str) -> bool:
    return "gold" in name.casefold() and "gold" in PurePath(name).name.casefold()


def problems_of(error: OrdquantError, name: str) -> list[Problem]:
    """Return an error as problems of a file."""
    if isinstance(error, InputError):
        return list(error.problems)
    seen, _, action = str(error).removeprefix(f"{name} ").partition("; ")
    return [Problem(name, "", seen, action)]


def _gold(part: Part, opened: Opened) -> tuple[Gold, list[Problem]]:
    problems = part.problems
    content = arrange(part.content, problems)
    if content.votes is not None and len(content.votes):
        totals = content.votes.sum(axis=1)
        low, high = int(totals.min()), int(totals.max())
        if low == high == PERCENT:
            seen = "every row sums to 100 and is read as 100 votes"
            problems.notes.append(f"{problems.file}: {seen}; {MAY_BE_PERCENTAGES}")
        elif (np.abs(totals - PERCENT) <= ROUNDED).all() and 2 * (totals == PERCENT).sum() >= len(totals):
            seen = f"rows sum to {low} to {high}, as rounded percentages do, and are read as so many votes"
            problems.notes.append(f"{problems.file}: {seen}; {MAY_BE_PERCENTAGES}")
    gold = Gold(
        name=opened.title,
        scale=content.scale,
        classes=content.classes,
        cases=content.cases,
        probabilities=content.probabilities,
        votes=content.votes,
        notes=problems.repairs(),
        file=opened.name,
        labelled=content.labelled,
        faulty=tuple(problems.faulty),
        extras=content.extras,
        order=part.content.classes if part.content.labelled else content.classes,
        numbered=content.numbered,
        ordered_by=content.ordered_by,
    )
    return gold, problems.sorted()


def _run(part: Part, opened: Opened) -> tuple[Run, list[Problem]]:
    content, problems = part.content, part.problems
    run = Run(
        name=part.name or opened.title,
        classes=content.classes,
        cases=content.cases,
        probabilities=content.probabilities,
        notes=problems.repairs(),
        file=problems.file,
        labelled=content.labelled,
        faulty=tuple(problems.faulty),
        positional=opened.positional,
        scale=content.scale,
        numbered=content.numbered,
        open_ended=content.open_ended,
    )
    return run, problems.sorted()


def _votes(votes: IntArray) -> str:
    """Return how many votes the cases have."""
    if not len(votes):
        return "votes"
    few, many = int(votes.sum(axis=1).min()), int(votes.sum(axis=1).max())
    least = numerals.count(few, "vote") if few == many else numerals.count(few)
    return f"{least} each" if few == many else f"{least} to {numerals.count(many, 'vote')} each"


def is_wanted(run: Run, wanted: Sequence[str]) -> bool:
    """Return whether a run is among those named: by its name, its file, its folder or archive, or as FILE:NAME."""
    for text in wanted:
        inside = text.removesuffix(f":{run.name}") if text.endswith(f":{run.name}") else text
        if run.name == text or run.file == text or run.file.startswith((f"{inside}/", f"{inside}:")):
            return True
    return False

"""One file of a task: opened, recognised or mapped, and read. Each step returns a new record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

import numpy as np

from ordquant_core import numerals
from ordquant_core.distributions import RENORMALISE_TOLERANCE
from ordquant_core.errors import InputError, Problem, Question
from ordquant_core.formats.apply import apply_mapping
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.labels import arrange, has_no_order
from ordquant_core.formats.mapping import LAYOUT_WORDS, TableMapping
from ordquant_core.formats.official import Role
from ordquant_core.formats.opening import OpenedFile, open_file
from ordquant_core.formats.plain import Known, find_mapping
from ordquant_core.formats.raw_table import Reason
from ordquant_core.formats.rows import MOST_PROBLEMS, PERCENT, Content, Part, Problems
from ordquant_core.formats.text import case_place, label
from ordquant_core.formats.totals import is_summary, summary_rows
from ordquant_core.records import Gold, Run

_MANY_CLASSES = 12


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a file (or a set of files that belong together) was seen to be."""

    file: str
    kind: str
    role: Role
    scales: tuple[str, ...]
    words: str = ""  # one sentence
    short: str = ""  # the same without the names of its classes
    classes: tuple[str, ...] = ()  # () where a scale must be chosen first, or nothing could be read
    n_cases: int = 0
    votes: bool = False  # it holds counts


@dataclass(frozen=True, slots=True, eq=False)
class FileRead:
    """What became of a file: its parts, or the problems that stop it, or what must be asked.

    A file about which something is asked is read no further: it has neither gold nor runs, nor problems of its own.
    """

    opened: OpenedFile  # of its table only the first rows: cells take far more memory than what is made of them
    parts: tuple[Part, ...] = ()
    problems: tuple[Problem, ...] = ()  # of the file as a whole
    needs_scale: bool = False  # one of several has to be chosen first
    mapping: TableMapping | None = None  # of a table that was read
    given: TableMapping | None = None  # the same, where a person has said it
    reasons: tuple[Reason, ...] = ()  # what is asked
    certain: Mapping[str, Any] = field(default_factory=dict)  # fields of the mapping
    file: File | None = None  # of a table, to open it again when other files say what its columns are

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.opened.file

    @property
    def title(self) -> str:
        """The name of a gold or run of the file: the file's, without folder and extension."""
        official = self.opened.official
        return official.title if official is not None else PurePath(self.name.removesuffix(".gz")).stem

    @property
    def role(self) -> Role:
        """What the file can be."""
        if self.opened.official is not None:
            return self.opened.official.role
        return "task" if any(part.is_gold for part in self.parts) else "either"

    @property
    def scales(self) -> tuple[str, ...]:
        """The scales to choose from; () where the file has but one."""
        return self.opened.official.scales if self.opened.official is not None else ()

    @property
    def scale(self) -> str | None:
        """The scale that was read."""
        return self.parts[0].content.scale if self.parts else None

    @property
    def header(self) -> tuple[str, ...] | None:
        """The columns of a table."""
        return self.opened.table.header if self.opened.table is not None else None

    @property
    def main(self) -> Part | None:
        """The gold among the parts, else the first."""
        return next((part for part in self.parts if part.is_gold), self.parts[0] if self.parts else None)

    @property
    def all_problems(self) -> list[Problem]:
        """The problems of the file, and of the cases in it."""
        return [*self.problems, *(problem for part in self.parts for _, problem in part.problems.kept)]

    @property
    def asks_for_classes(self) -> bool:
        """Whether it is unclear which classes there are, or in which order."""
        return bool(self.reasons) or any(problem.asks == "reading" for problem in self.all_problems)

    def gold(self) -> tuple[Gold | None, list[Problem]]:
        """Return the file as the gold, None if it cannot be read as one, and its problems."""
        if self.main is None or self.reasons:
            return None, list(self.problems)
        try:
            says_numbers = self.mapping is not None and self.mapping.numbers != ""
            return gold_of(self.main, self.title, self.name, says_numbers=says_numbers)
        except InputError as error:  # too many to list
            return None, list(error.problems)

    def runs(self, wanted: Sequence[str] | None) -> list[tuple[Run, list[Problem]]]:
        """Return the runs of the file that are wanted (None: all), each with its problems."""
        parts = () if self.reasons else self.parts
        pairs = [run_of(part, self.title) for part in parts if not part.is_gold]
        return [pair for pair in pairs if wanted is None or is_wanted(pair[0], wanted)]

    def recognised(self) -> Recognised:
        """Say in one sentence what the file is."""
        official, main, kind, words = self.opened.official, self.main, "table", "a table"
        if official is not None:
            kind, words = official.kind, official.words
        elif self.mapping is not None:
            words = LAYOUT_WORDS[self.mapping.layout]
        if main is None:
            words += f", scales {', '.join(map(label, self.scales))}" if len(self.scales) > 1 else ""
            return Recognised(self.name, kind, self.role, self.scales, words, words)
        content, n_runs = main.content, sum(not part.is_gold for part in self.parts)
        facts = [content.numbers, *["rows numbered"] * content.numbered]
        facts += [f"{n_runs} runs"] * (n_runs > 1 and self.role != "gold")
        n_cases = len({*content.cases, *main.problems.faulty})
        cases, classes, names = numerals.count(n_cases, "case"), f"{len(content.classes)} classes", content.classes
        names = names if len(names) <= _MANY_CLASSES else (*names[:5], "…", names[-1])
        named = f"{classes} ({', '.join(map(label, names))})" if content.labelled else f"{classes} without labels"
        short = ", ".join([f"{cases} × {classes}", *facts])
        if self.mapping is None or self.mapping.layout != "class-columns":
            short = f"{words}: {short}"
        words = ", ".join([words, cases, named, *facts])
        return Recognised(
            self.name, kind, self.role, self.scales, words, short, content.classes, n_cases, content.votes is not None
        )


def read_official(
    opened: OpenedFile,
    scale: str | None,
    choices: Decisions,
    asks: Question = "scale",
    *,
    reason: str = "",
    gold_scales: Sequence[str] = (),
) -> FileRead:
    """Read an official file on a scale, where it has scales; what stops that is a problem.

    A file that has no such scale is never read on another one: the problem asks for a `scale` or `run-scale`, and says
    why that scale is wanted (`reason`). `gold_scales`: what the gold could be read on instead.
    """
    official = opened.official
    if official is None or official.role == "other":
        return FileRead(opened)
    scales, names = official.scales, ", ".join(map(label, official.scales))
    if scale is None and len(scales) > 1:
        problem = Problem(opened.file, "", f"has {len(scales)} scales", f"choose one: {names}", asks="scale")
        return FileRead(opened, problems=(problem,), needs_scale=True)
    if scales and scale is not None and scale not in scales:
        common = [text for text in scales if text in gold_scales]
        instead = f", read the gold on scale {label(common[0])}" if common else ""
        action = f"give a file with this scale{instead}, or choose the scale to read: {names}"
        seen = f"has no scale {label(scale)}{reason}, but {names}"
        return FileRead(opened, problems=(Problem(opened.file, "", seen, action, asks=asks),))
    problems = Problems(opened.file, choices, notes=list(opened.notes))
    try:
        return FileRead(opened, parts=tuple(official.read(problems, scale=scale if scales else None)))
    except InputError as error:
        return FileRead(opened, problems=error.problems)


def read_table(
    file: File,
    opened: OpenedFile,
    choices: Decisions,
    given: TableMapping | None = None,
    known: Known | None = None,
    *,
    of_gold: bool = True,
    room: int = MOST_PROBLEMS,
) -> FileRead:
    """Read an opened table with the `given` mapping, or a plain one without it, with what is `known` from other files.

    Where it is not plain, the result says what must be asked. `of_gold`: the mapping was given for this file, and not
    for a gold with its columns.
    """
    table = opened.table
    if table is None:
        return FileRead(opened, reasons=opened.reasons, file=file)
    given = given if given is not None and given.layout else None
    read, mapping = FileRead(replace(opened, table=table.beginning()), given=given, file=file), given
    try:
        if mapping is None:
            by_user = Known(choices.classes or (), by_user=choices.classes is not None)
            answer = find_mapping(table, known or by_user)
            mapping = answer.mapping
        if mapping is None:
            return replace(read, reasons=answer.reasons, certain=answer.certain)
        read = replace(read, mapping=mapping)
        problems = Problems(opened.file, choices, room=room, notes=list(opened.notes))
        parts = apply_mapping(table, mapping, problems, of_gold=of_gold)
    except InputError as error:
        read = replace(read, problems=error.problems)
        return read if given is None else _asked_again(read, given)
    read = replace(read, parts=tuple(parts))
    if given is None:
        return read
    return _asked_again(read, given, (doubt for part in parts for doubt in _doubts(part.content, given) if of_gold))


def read_again(
    read: FileRead,
    choices: Decisions,
    mapping: TableMapping | None = None,
    known: Known | None = None,
    *,
    of_gold: bool = True,
) -> FileRead:
    """Read a table once more, as somebody said, or with what other files say."""
    if read.file is None:
        return read
    try:
        opened = open_file(read.file, mapping or read.opened.given)
    except InputError as error:
        given = mapping if mapping is not None and mapping.layout else None
        again = FileRead(read.opened, problems=error.problems, mapping=given, given=given, file=read.file)
        return again if given is None else _asked_again(again, given)
    return read_table(read.file, opened, choices, mapping, known, of_gold=of_gold)


def _asked_again(read: FileRead, given: TableMapping, doubts: Iterable[Reason] = ()) -> FileRead:
    """Return a file that a person's mapping does not fit, or where it is doubtful: as asked about once more."""
    wrong = [problem for problem in read.all_problems if problem.asks == "reading"]
    places = [f"{problem.case}: " if problem.case else "" for problem in wrong]
    reasons = [Reason("", f"{at}{problem.seen}: {problem.action}.") for at, problem in zip(places, wrong, strict=True)]
    reasons += doubts
    if not reasons:
        return read
    certain = {name: getattr(given, name) for name in ("layout", *given.to_json())}
    return replace(read, problems=(), reasons=tuple(reasons), certain=certain)


def _doubts(content: Content, mapping: TableMapping) -> Iterator[Reason]:
    """Yield what somebody has overlooked: a case that is the sum or mean of the others, classes in no order."""
    values = content.probabilities if content.votes is None else content.votes.astype(np.float64)
    for row, what in summary_rows(content.cases, values).items():
        case = content.cases[row]
        if what == "sum" or (what == "mean" and is_summary(case)):
            drop = f" (--drop {mapping.case[0]}={case})" if len(mapping.case) == 1 else ""
            seen = f"{case_place(case)}: it is the {what} of all other rows"
            yield Reason("", f"{seen}: leave it out{drop}, or remove it from the file.")
    if not mapping.classes and has_no_order(content.classes, as_columns=mapping.layout == "class-columns"):
        seen = f"nothing says in which order the classes are ({', '.join(map(label, content.classes))})"
        yield Reason("", f"{seen}: name the classes from one end to the other (--classes).")


def gold_of(part: Part, title: str, file: str, *, says_numbers: bool = False) -> tuple[Gold, list[Problem]]:
    """Return a part as the gold, and the problems of its cases; `says_numbers`: somebody said that they are votes."""
    problems = part.problems.copied()
    content = arrange(part.content, problems)
    if content.votes is not None and len(content.votes) and not says_numbers:
        totals = content.votes.sum(axis=1)
        near = np.abs(totals - PERCENT) <= PERCENT * RENORMALISE_TOLERANCE
        if near.all() and 2 * (totals == PERCENT).sum() >= len(totals):
            low, high = int(totals.min()), int(totals.max())
            seen = f"rows sum to {low} to {high}, as rounded percentages do, and are read as so many votes"
            seen = "every row sums to 100 and is read as 100 votes" if low == high else seen
            problems.notes.append(f"{problems.file}: {seen}; if these are percentages, say so (--numbers shares)")
    gold = Gold(
        name=title,
        scale=content.scale,
        classes=content.classes,
        cases=content.cases,
        probabilities=content.probabilities,
        votes=content.votes,
        notes=tuple(problems.notes),
        file=file,
        labelled=content.labelled,
        faulty=tuple(problems.faulty),
        extras=content.extras,
        order=part.content.classes if part.content.labelled else content.classes,
        numbered=content.numbered,
        ordered_by=content.ordered_by,
        annotations=content.annotations,
    )
    return gold, problems.sorted()


def run_of(part: Part, title: str) -> tuple[Run, list[Problem]]:
    """Return a part as a run, and the problems of its cases."""
    content, problems = part.content, part.problems
    run = Run(
        name=part.name or title,
        classes=content.classes,
        cases=content.cases,
        probabilities=content.probabilities,
        notes=tuple(problems.notes),
        file=problems.file,
        labelled=content.labelled,
        faulty=tuple(problems.faulty),
        scale=content.scale,
        numbered=content.numbered,
        open_ended=content.open_ended,
    )
    return run, problems.sorted()


def is_wanted(run: Run, wanted: Sequence[str]) -> bool:
    """Return whether a run is among those named: by its name, its file, its folder or archive, or as FILE:NAME."""
    for text in wanted:
        inside = text.removesuffix(f":{run.name}") if text.endswith(f":{run.name}") else text
        if run.name == text or run.file == text or run.file.startswith((f"{inside}/", f"{inside}:")):
            return True
    return False

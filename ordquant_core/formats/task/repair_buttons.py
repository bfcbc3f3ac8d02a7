"""The buttons that repair a task: combinations of repairs that make it usable, and ways to score missing cases.

Each combination was tried, and says what remains. The notes on the files are sorted by the decision that they report.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ordquant_core import numerals
from ordquant_core.errors import REPAIRS, Problem, Repair, fixing
from ordquant_core.formats.decisions import Decisions, Missing
from ordquant_core.formats.task.questions import repairs_that_answer
from ordquant_core.formats.task.reading import TaskRead
from ordquant_core.formats.task.repair_notes import MERGED, MISSING, PATTERNS, SCALES
from ordquant_core.formats.task.wording import button_name
from ordquant_core.numerals import count, listed

_ROUNDS = 3  # a repair may bring the next problem to light: a row divided by 100 may still be slightly off
_MOST_TRIALS = 8
_SCORED: Repair = "accept-gold-copies"


class RepairOption(NamedTuple):
    """Decisions that make the task usable, and the runs and cases that remain."""

    choices: tuple[Repair, ...]
    cases: int
    of_cases: int
    runs: tuple[str, ...]
    of_runs: int

    @property
    def left(self) -> str:
        """What is left, in words.

        >>> RepairOption(("skip-faulty-runs",), 390, 390, ("a", "b"), 3).left
        '2 of 3 runs and all 390 cases remain'
        """
        runs = _some(len(self.runs), self.of_runs, "run")
        cases = _some(self.cases, self.of_cases, "case")
        return f"{runs} and {cases} remain" if self.of_runs else f"{cases} remain{'s' * (self.cases == 1)}"


def repair_options(
    read: TaskRead, choices: Decisions, read_with: Callable[[Decisions], TaskRead]
) -> tuple[RepairOption, ...]:
    """Return the combinations of repairs that fix all problems of a task, the gentlest first.

    `choices` are those with which it was `read`; `read_with` reads it with others. What leaves no case, or no run where
    there were some, is left out.
    """
    if not read.problems or any(not problem.choices for problem in read.problems):
        return ()
    of_runs = len(read.submissions)
    of_cases = _cases(read)
    found: dict[tuple[Repair, ...], RepairOption] = {}
    for first in _candidates(read.problems)[:_MOST_TRIALS]:
        for chosen, now in _tried(first, choices, read_with):
            option = _option(chosen, now, of_cases, of_runs)
            for choice in reversed(chosen):  # the fewest that leave as much
                fewer = tuple(one for one in chosen if one != choice)
                other = _option(fewer, read_with(choices.with_(fewer)), of_cases, of_runs) if option and fewer else None
                if option and other and other.cases >= option.cases and len(other.runs) >= len(option.runs):
                    chosen, option = fewer, other
            if option:
                found.setdefault(chosen, option)
    ranked = sorted(found.values(), key=lambda one: (len(one.choices), [REPAIRS.index(c) for c in one.choices]))
    return tuple(one for one in ranked if not any(_is_no_better(one, other) for other in ranked))


def _option(chosen: tuple[Repair, ...], read: TaskRead, of_cases: int, of_runs: int) -> RepairOption | None:
    """Return the option that these repairs are; None if they leave no case, or none of the runs that there are."""
    task = read.task
    if task is None or not task.cases or (of_runs and not task.runs):
        return None
    return RepairOption(chosen, len(task.cases), max(of_cases, len(task.cases)), task.runs, of_runs)


def _tried(
    first: tuple[Repair, ...], choices: Decisions, read_with: Callable[[Decisions], TaskRead]
) -> Iterator[tuple[tuple[Repair, ...], TaskRead]]:
    """Yield what some choices lead to, with those added that the problems they bring to light need.

    Where runs that equal the gold come to light there are two outcomes: they are left out, or scored.
    """
    chosen, now = first, read_with(choices.with_(first))
    for _ in range(_ROUNDS):
        if now.task is not None:
            break
        more = [choice for choice in fixing(now.problems) if choice not in chosen]
        if _SCORED not in more and any(_SCORED in problem.choices for problem in now.problems):
            scored = _ordered([*chosen, _SCORED])
            yield scored, read_with(choices.with_(scored))
        if not more:
            break
        chosen = _ordered([*chosen, *more])
        now = read_with(choices.with_(chosen))
    yield chosen, now


def _ordered(some: Iterable[Repair]) -> tuple[Repair, ...]:
    wanted = set(some)
    return tuple(choice for choice in REPAIRS if choice in wanted)


def _is_no_better(one: RepairOption, other: RepairOption) -> bool:
    """Return whether an option takes more repairs than another, and leaves no more runs or cases."""
    return set(other.choices) < set(one.choices) and len(other.runs) >= len(one.runs) and other.cases >= one.cases


def in_words(problems: Sequence[Problem], options: Sequence[RepairOption]) -> str:
    """Return the remark of an error on the options that would fix everything; "" if nothing would."""
    if not options or (len(problems) == 1 and len(options[0].choices) == 1):
        return ""
    best = options[0]
    return f"{' '.join(f'--{choice}' for choice in best.choices)} fixes all: {best.left}"


def _candidates(problems: Sequence[Problem]) -> list[tuple[Repair, ...]]:
    """Return what is worth a try: each choice that every problem offers, the fewest and the gentlest that answer all.

    The gentlest are tried twice: copies of the gold are left out, or scored if the user wants that.
    """
    everywhere = [choice for choice in REPAIRS if all(choice in problem.choices for problem in problems)]
    found: list[tuple[Repair, ...]] = [(choice,) for choice in everywhere]
    gentlest = [next(choice for choice in REPAIRS if choice in problem.choices) for problem in problems]
    scored = [_SCORED if _SCORED in one.choices else first for one, first in zip(problems, gentlest, strict=True)]
    for some in (fixing(problems), _ordered(gentlest), _ordered(scored)):
        if len(some) > 1 and some not in found:
            found.append(some)
    return found


def _cases(read: TaskRead) -> int:
    if read.gold is not None:
        return len(read.gold.cases) + len(read.gold.faulty)
    return next((found.n_cases for found in read.recognised if found.file == read.gold_file), 0)


def _some(count: int, of: int, noun: str) -> str:
    if count == of:
        every = {1: "the", 2: "both"}.get(of, f"all {numerals.count(of)}")
        return f"{every} {noun}{'s' * (of != 1)}"
    return f"{numerals.count(count)} of {numerals.count(of)} {noun}s"


MAX_RETRIED_BYTES = 20 * 2**20  # bytes of files that are read again to see what a repair leaves
PENALTIES: dict[Missing, str] = {
    "uniform": "Score missing cases as Uniform",
    "end": "Score missing cases as the end of the scale farther from the gold",
}
ReadWith = Callable[[Decisions], TaskRead]


class RepairButton(NamedTuple):
    """One button: its name, the decisions it leads to, and what remains."""

    words: str
    choices: Decisions
    left: str = ""
    suggested: bool = True  # False: it scores a copy of the gold, which is never the suggestion


def repair_buttons(read: TaskRead, choices: Decisions, read_with: ReadWith, *, size: int) -> tuple[RepairButton, ...]:
    """Return a button for every way to fix all problems, the gentlest first.

    `choices` are those with which the files were `read`, `read_with` reads them with others. Files of more than
    `MAX_RETRIED_BYTES` in `size` are not read again: then what the problems offer is returned as it is. What answers
    an open question is left to that question.
    """
    if not read.problems:
        return ()
    answers = repairs_that_answer(read)
    if size > MAX_RETRIED_BYTES:
        some = fixing(read.problems)
        if not some or answers & {*some}:
            return ()
        return (RepairButton(button_name(some), choices.with_(some), suggested=_suggested(some)),)
    tried = [one for one in repair_options(read, choices, read_with) if not answers & {*one.choices}]
    found = [RepairButton(_words(one), choices.with_(one.choices), one.left, _suggested(one.choices)) for one in tried]
    if any("drop-missing" in problem.choices for problem in read.problems):
        for missing, words in PENALTIES.items():
            with_penalty = replace(choices, missing=missing)
            then = read_with(with_penalty)
            if then.task is not None:
                found.append(RepairButton(words, with_penalty, _left(read, then)))
    return tuple(found)


def _suggested(choices: Sequence[Repair]) -> bool:
    return "accept-gold-copies" not in choices


def _words(option: RepairOption) -> str:
    rejected = option.of_runs - len(option.runs)
    if option.choices == ("skip-faulty-runs",) and rejected > 0:
        return f"Leave out the {count(rejected, 'rejected run') if rejected > 1 else 'rejected run'}"
    return button_name(option.choices)


def _left(read: TaskRead, then: TaskRead) -> str:
    if then.task is None or read.gold is None:
        return ""
    cases = len(then.task.cases)
    return RepairOption((), cases, max(cases, len(read.gold.cases)), then.task.runs, len(read.submissions)).left


class Decided(NamedTuple):
    """One decision of the user: the field of `Decisions` that holds it, its words, and the notes that report it."""

    name: str
    words: str
    notes: tuple[str, ...]
    default: object  # the value of the field where nothing is decided


def decided(read: TaskRead, choices: Decisions) -> tuple[list[Decided], list[str]]:
    """Return the decisions with what each did, and the notes that report none of them."""
    rest = list(read.task.notes if read.task is not None else read.notes)

    def take_notes(pattern: str) -> tuple[str, ...]:
        """Return the notes that match, and remove them from the rest."""
        found = [note for note in rest if re.search(pattern, note)]
        rest[:] = [note for note in rest if note not in found]
        return tuple(found)

    lines = []
    if choices.run_scale is not None:
        lines.append(Decided("run_scale", choices.run_scale, take_notes(SCALES), None))
    if choices.id_columns is not None:
        lines.append(Decided("id_columns", f"column {', '.join(choices.id_columns)}", (), None))
    if choices.annotator_column is not None:
        words = f"annotators in column {choices.annotator_column}" if choices.annotator_column else "a vote in each row"
        lines.append(Decided("annotator_column", words[:1].upper() + words[1:], (), None))
    if choices.label_column is not None:
        lines.append(Decided("label_column", f"Labels in column {choices.label_column}", (), None))
    for choice in choices.made:
        lines.append(Decided(choice.replace("-", "_"), button_name([choice]), take_notes(PATTERNS[choice]), False))
    if choices.missing is not None:
        lines.append(Decided("missing", PENALTIES[choices.missing], take_notes(MISSING), None))
    if choices.merge:
        words = "; ".join(f"{listed(group)} merged" for group in choices.merge)
        lines.append(Decided("merge", words, take_notes(MERGED), ()))
    return lines, rest

"""The combinations of repairs that make the files of a task usable; each was tried, and says what remains."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ordquant_core import numerals
from ordquant_core.errors import REPAIRS, Problem, Repair, fixing
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.task.reading import TaskRead

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

"""The usual mistakes in a run, each in one message for its author, however many rows it touches."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ordquant_core.errors import Problem, Question, Repair
from ordquant_core.formats.rows import listing
from ordquant_core.formats.task.alignment import CASE_MISSING, CASE_UNKNOWN, OWN_CLASSES, is_on_classes
from ordquant_core.formats.task.reading import NO_DIALOGUE_QUALITY, TaskRead
from ordquant_core.formats.text import label
from ordquant_core.numerals import count, listed

_SUM = re.compile(r"sums? to ([0-9.,eE+-]+)")
_WIDTH = re.compile(r"(\d+) columns?")
_EXPECTED = re.compile(r"the (?:header|first line) has (\d+)")
_WITHOUT_NAMES = ("semeval", "lewidi-run")  # formats that give the order of the classes only
_PERCENT = (98.0, 102.0)
_NUMBER = re.compile(r"\d+")
_MOST_KINDS = 5  # of problems without a message of their own, one message each


class Mistake(NamedTuple):
    """What is wrong with a file, and what its author can do about it."""

    file: str
    words: str

    def on(self, scales: Sequence[str]) -> "Mistake":
        """Return what is wrong on some scales only."""
        return self._replace(words=f"on scale {listed(scales)}: {self.words}")

    def __str__(self) -> str:
        return f"{self.file}: {self.words}"


class Known(NamedTuple):
    """What messages on a file compare it with."""

    classes: tuple[str, ...]  # of the task
    n_cases: int  # of the task
    run_classes: tuple[str, ...]  # of the run in this file, as far as it could be read


def mistakes(read: TaskRead) -> tuple[Mistake, ...]:
    """Return one message per file and kind of mistake; last, what is assumed of runs without labels and mistakes."""
    classes = read.gold.classes if read.gold is not None else ()
    n_cases = len(read.gold.cases) if read.gold is not None else 0
    of_file: dict[str, list[Problem]] = {}
    for problem in read.problems:
        if problem.file != read.gold_file:
            of_file.setdefault(problem.file, []).append(problem)
    found: list[Mistake] = []
    run_classes = {run.place: run.classes for run in read.runs}
    for file, problems in of_file.items():
        known = Known(classes, n_cases, run_classes.get(file, ()))
        found += [Mistake(file, words) for words in _of_file(problems, known)]
    order = ", ".join(map(label, classes))
    unnamed = {one.file for one in read.recognised if one.kind in _WITHOUT_NAMES}
    for run in read.runs:
        if (not run.labelled or run.place in unnamed) and order and not any(one.file == run.place for one in found):
            words = f"its classes have no names and are read in the order {order}. If yours differs, reorder them."
            found.append(Mistake(run.place, words))
    return tuple(found)


def _of_file(problems: Sequence[Problem], known: Known) -> Iterator[str]:
    rest = list(problems)
    for kind, message in _KINDS:
        sorted_out: dict[bool, list[Problem]] = {True: [], False: []}
        for problem in rest:
            sorted_out[kind(problem)].append(problem)
        rest = sorted_out[False]
        if some := sorted_out[True]:
            yield message(some, known)
    # Of one kind are problems with the same way out.
    alike: dict[tuple[str, tuple[Repair, ...], Question], list[Problem]] = {}
    for problem in rest:
        alike.setdefault((_NUMBER.sub("n", problem.action), problem.choices, problem.asks), []).append(problem)
    kinds = list(alike.values())
    left = sum(map(len, kinds[_MOST_KINDS:]))
    for number, some in enumerate(kinds[:_MOST_KINDS], start=1):
        where = f"{some[0].case}: " if some[0].case else ""
        more = [f"{count(len(some) - 1, 'more problem')} of this kind"] if len(some) > 1 else []
        more += [f"{count(left, 'problem')} of other kinds"] if left and number == _MOST_KINDS else []
        yield f"{where}{some[0].seen}; {some[0].action}.{f' ({listed(more)})' if more else ''}"


Message = Callable[[Sequence[Problem], Known], str]  # of the problems of one kind in a file


def _missing(some: Sequence[Problem], known: Known) -> str:
    has = "is" if len(some) == 1 else "are"
    of = f" of the task's {count(known.n_cases)}" if known.n_cases else ""
    return (
        f"{count(len(some), 'case')}{of} {has} missing ({_cases(some)}). A run needs an estimate for every case: add "
        f"{'it' if len(some) == 1 else 'them'}, or start from the template."
    )


def _surplus(some: Sequence[Problem], known: Known) -> str:
    word, them = ("does not belong", "it") if len(some) == 1 else ("do not belong", "them")
    return f"{count(len(some), 'case')} {word} to this task ({_cases(some)}). Remove {them}."


def _foreign(some: Sequence[Problem], known: Known) -> str:
    seen = some[0].seen.replace("occurs in the gold", "belongs to this task")
    return f"this looks like a file of another task: {seen}. Check that this is the run for this task and split."


def _scale(some: Sequence[Problem], known: Known) -> str:
    return f"it {some[0].seen}. Give estimates on this scale, or choose the scale that the run is for."


def _classes(some: Sequence[Problem], known: Known) -> str:
    order = ", ".join(map(label, known.classes))
    if some[0].asks == "classes" or not (some[0].case or some[0].seen.startswith(OWN_CLASSES)):
        seen = some[0].seen.partition(",")[0] if some[0].seen.startswith("the run has") else some[0].seen
        return f"{seen}; the task has {len(known.classes)}: {order}. Give one number per class, in this order."
    own = ", ".join(map(label, known.run_classes))
    here = f"its classes are {own}" if own else f"{count(len(some), 'class')} differ"
    return f"{here}; those of the task are {order}. Name the columns like this, in any order."


def _width(some: Sequence[Problem], known: Known) -> str:
    found, expected = (pattern.search(text) for pattern, text in ((_WIDTH, some[0].seen), (_EXPECTED, some[0].action)))
    fields = f"{found[1] if found else '?'} field{'s' * (found is None or found[1] != '1')}"
    others = f", the first line has {expected[1]}" if expected else ""
    more = f" The number of fields is also wrong in {count(len(some) - 1, 'further line')}." if len(some) > 1 else ""
    return f"{some[0].case} has {fields}{others}. Is a number missing, or is there an extra separator?{more}"


def _sums(some: Sequence[Problem], known: Known) -> str:
    sums = [_sum_of(problem) for problem in some]
    if all(_PERCENT[0] <= one <= _PERCENT[1] for one in sums):
        rows = "1 row sums to 100" if len(some) == 1 else f"{count(len(some))} rows sum to 100"
        return f"{rows}: these are percentages. Divide the numbers by 100: the probabilities of a case sum to 1."
    rows = "1 row does not sum to 1" if len(some) == 1 else f"{count(len(some))} rows do not sum to 1"
    return f"{rows} ({some[0].case}: {some[0].seen}). Give probabilities that sum to 1."


def _sum_of(problem: Problem) -> float:
    found = _SUM.search(problem.seen)
    try:
        return float(found[1].rstrip(".,")) if found else 0.0
    except ValueError:
        return 0.0


def _cases(some: Sequence[Problem]) -> str:
    return listing([problem.case.removeprefix("case ") for problem in some])


# A mistake is recognised by the words of its problem, which `alignment`, `task_file`, `reading` and readers write.
_FOREIGN = ("none of its", NO_DIALOGUE_QUALITY)
_KINDS: tuple[tuple[Callable[[Problem], bool], Message], ...] = (
    (lambda one: one.seen.startswith(_FOREIGN), _foreign),
    (lambda one: one.seen.startswith("has no scale"), _scale),
    (lambda one: one.seen == CASE_MISSING, _missing),
    (lambda one: one.seen == CASE_UNKNOWN, _surplus),
    (lambda one: bool(_WIDTH.fullmatch(one.seen)), _width),
    (lambda one: bool(_SUM.search(one.seen)), _sums),
    (is_on_classes, _classes),
)

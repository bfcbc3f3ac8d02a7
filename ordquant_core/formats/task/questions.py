"""Information missing from the files of a task: each open question, what raises it, and the possible answers."""

from collections.abc import Sequence
from typing import NamedTuple

from ordquant_core.errors import Problem, Question, Repair
from ordquant_core.formats.tables.columns import place_of
from ordquant_core.formats.tables.unclear_votes import Guess, first_items, guess
from ordquant_core.formats.task.additions import is_yours
from ordquant_core.formats.task.reading import TaskRead
from ordquant_core.numerals import count, listed

ANSWERING_REPAIRS: tuple[Repair, ...] = ("ratings", "missing-votes", "no-ids", "drop-classes")
LISTED = 3
_ORDER: tuple[Question, ...] = ("gold", "run-scale", "votes", "ids", "classes")
_UNCLEAR = "it is not clear which column holds the ids: "  # left out of the evidence: the question says the same


class Asked(NamedTuple):
    """One question, and the problems that ask it."""

    kind: Question
    problems: tuple[Problem, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """The files in which it is asked."""
        return tuple(dict.fromkeys(problem.file for problem in self.problems))

    @property
    def cases(self) -> tuple[str, ...]:
        """Where in the files it is asked."""
        return tuple(dict.fromkeys(problem.case for problem in self.problems))

    def offers(self, choice: Repair) -> bool:
        """Return whether a repair answers the question wherever it is asked."""
        return all(choice in problem.choices for problem in self.problems)


def open_questions(read: TaskRead) -> tuple[Asked, ...]:
    """Return the questions that the user must answer, each once.

    A question about the scale waits until the gold is known: from then on it is about the scale of the runs.
    """
    found = []
    waits = any(problem.asks == "gold" for problem in read.problems)
    for kind in _ORDER:
        kinds = ("scale", "run-scale") if kind == "run-scale" else (kind,)
        some = tuple(p for p in read.problems if p.asks in kinds and not (p.asks == "scale" and waits))
        if some:
            found.append(Asked(kind, some))
    return tuple(found)


def asks(read: TaskRead, *kinds: Question) -> bool:
    """Return whether one of these questions is open."""
    return any(asked.kind in kinds for asked in open_questions(read))


def plain_problems(read: TaskRead) -> tuple[Problem, ...]:
    """Return the problems that ask nothing."""
    return tuple(problem for problem in read.problems if not problem.asks)


def repairs_that_answer(read: TaskRead) -> set[Repair]:
    """Return the repairs that would answer an open question."""
    offered = {choice for asked in open_questions(read) for problem in asked.problems for choice in problem.choices}
    return offered & {*ANSWERING_REPAIRS}


def gold_candidates(read: TaskRead) -> list[str]:
    """Return the files that can be the gold. Neither runs nor files added by a visitor can."""
    return [found.file for found in read.recognised if found.role not in ("run", "other") and not is_yours(found.file)]


def scales_possible(read: TaskRead, files: Sequence[str]) -> list[str]:
    """Return the scales of some files: those that all of them have, or else all."""
    return _common([found.scales for found in read.recognised if found.file in files and found.scales], or_any=True)


def columns_possible(read: TaskRead, files: Sequence[str]) -> list[str]:
    """Return the columns that may hold the ids: those that all of these files have, or else those of the first."""
    every = [found.columns for found in read.recognised if found.file in files and found.columns]
    return [text for text in _common(every) if text] or list(every[0] if every else ())


def votes_possible(read: TaskRead, files: Sequence[str]) -> tuple[tuple[str, ...], Guess]:
    """Return the columns of the first of these files with a row per vote, and what each of them may hold."""
    found = next((one for one in read.recognised if one.file in files and one.columns), None)
    return ((), Guess(None, None, None)) if found is None else (found.columns, guess(found.columns, found.sample))


def first_votes(read: TaskRead, files: Sequence[str], item: str, label: str) -> list[tuple[str, str]]:
    """Return what the first items of these files would become, if these columns hold the items and the labels.

    Of a long file only the first rows are known, so that items may have further votes.
    """
    found = next((one for one in read.recognised if one.file in files and one.columns), None)
    if found is None:
        return []
    chosen = Guess(place_of(found.columns, item), None, place_of(found.columns, label))
    return first_items(found.columns, found.sample, chosen)


def classes_seen(read: TaskRead, files: Sequence[str]) -> tuple[str, ...]:
    """Return the classes of the first of these files that has some."""
    return next((found.classes for found in read.recognised if found.file in files and found.classes), ())


def classes_of(read: TaskRead) -> tuple[str, ...]:
    """Return the classes as far as they are known, in their order."""
    if read.task is not None:
        return read.task.classes
    return read.gold.classes if read.gold is not None else classes_seen(read, [read.gold_file or ""])


def sentence(asked: Asked, read: TaskRead) -> str:
    """Return the question."""
    several = len(gold_candidates(read)) > 1
    return {
        "gold": "Which file is the gold?" if several else "Where is the gold?",
        "run-scale": "Which scale of the runs is scored?",
        "votes": "Which columns hold the items, the annotators and the labels?",
        "ids": "Which column holds the ids of the cases?",
        "classes": "Which classes are there, and in which order?",
    }[asked.kind]


def evidence(asked: Asked, read: TaskRead) -> list[str]:
    """Return what was seen that raises the question, once for all files in which the same was seen."""
    where: dict[tuple[str, str], list[str]] = {}
    for problem in asked.problems:
        where.setdefault((problem.case, problem.seen), []).append(problem.file)
    lines = []
    for (case, seen), files in list(where.items())[:LISTED]:
        more = f" and {count(len(files) - 1)} more" if len(files) > 1 else ""
        lines.append(f"{files[0]}{more}{f', {case}' if case else ''}: {seen.removeprefix(_UNCLEAR)}")
    if len(where) > LISTED:
        lines.append(f"… and {count(len(where) - LISTED)} more")
    if asked.kind == "run-scale":
        scale = read.gold.scale if read.gold else None
        against = f"scale {scale} of the gold" if scale else "the gold, which names no scale"
        lines.append(f"The scale you choose is scored against {against}.")
        scales_of_gold = next((one.scales for one in read.recognised if one.file == read.gold_file), ())
        common = [text for text in scales_possible(read, asked.files) if text in scales_of_gold]
        if common:
            lines.append(f"The gold has scale {listed(common)}, too: choose it as the scale of the task to score that.")
    if asked.kind == "gold":
        lines.append("A run never becomes the gold by itself.")
    return lines


def _common(every: Sequence[Sequence[str]], *, or_any: bool = False) -> list[str]:
    """Return what all have; `or_any`: where that is nothing, what any of them has."""
    found = [text for text in (every[0] if every else ()) if all(text in some for some in every)]
    return found or (list(dict.fromkeys(text for some in every for text in some)) if or_any else [])

"""Information missing from the files of a task: each open question, what raises it, and the possible answers."""

from collections.abc import Sequence
from typing import NamedTuple

from ordquant_core.errors import Problem, Question
from ordquant_core.numerals import count, listed
from ordquant_core.tasks.additions import is_yours
from ordquant_core.tasks.grouping import grouped
from ordquant_core.tasks.reading import TaskRead
from ordquant_core.tasks.wording import split_notes

LISTED = 3


class Asked(NamedTuple):
    """One question, and the problems that ask it."""

    kind: Question
    problems: tuple[Problem, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """The files in which it is asked."""
        return tuple(dict.fromkeys(problem.file for problem in self.problems))


def open_questions(read: TaskRead) -> tuple[Asked, ...]:
    """Return the questions that the user must answer, each once.

    A question about the scale waits until the gold is known: from then on it is about the scale of the runs.
    """
    by_kind: dict[Question, list[Problem]] = {"gold": [], "run-scale": [], "reading": []}
    waits = asks(read, "gold")
    for problem in read.problems:
        kind: Question = "run-scale" if problem.asks == "scale" else problem.asks
        if kind and not (waits and problem.asks == "scale"):
            by_kind[kind].append(problem)
    return tuple(Asked(kind, tuple(some)) for kind, some in by_kind.items() if some)


def asks(read: TaskRead, kind: Question) -> bool:
    """Return whether this question is open."""
    return any(problem.asks == kind for problem in read.problems)


def plain_problems(read: TaskRead) -> tuple[Problem, ...]:
    """Return the problems that ask nothing."""
    return tuple(problem for problem in read.problems if not problem.asks)


def gold_candidates(read: TaskRead) -> list[str]:
    """Return the files that can be the gold. Neither runs nor files added by a visitor can."""
    return [file.file for file in read.recognised if file.role not in ("run", "other") and not is_yours(file.file)]


def scales_possible(read: TaskRead, files: Sequence[str]) -> list[str]:
    """Return the scales of some files: those that all of them have, or else all."""
    every = [file.scales for file in read.recognised if file.file in files and file.scales]
    some = list(dict.fromkeys(scale for scales in every for scale in scales))
    return [scale for scale in some if all(scale in scales for scales in every)] or some


def classes_of(read: TaskRead) -> tuple[str, ...]:
    """Return the classes as far as they are known, in their order."""
    of_file = next((file for file in read.recognised if file.file == read.gold_file), None)
    known = read.task or read.gold or of_file
    return known.classes if known else ()


def sentence(asked: Asked, read: TaskRead) -> str:
    """Return the question."""
    several = len(gold_candidates(read)) > 1
    return {
        "gold": "Which file is the gold?" if several else "Where is the gold?",
        "run-scale": "Which scale of the runs is scored?",
        "reading": "How are these tables read?" if read.questions else "Which classes are there, in their order?",
    }[asked.kind]


def evidence(asked: Asked, read: TaskRead) -> list[str]:
    """Return what was seen that raises the question, once for all files in which the same was seen."""
    where = grouped(asked.problems, lambda problem: (problem.case, problem.seen))
    lines = []
    for (case, seen), some in list(where.items())[:LISTED]:
        more = f" and {count(len(some) - 1)} more" if len(some) > 1 else ""
        lines.append(f"{some[0].file}{more}{f', {case}' if case else ''}: {seen}")
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


def verdict(read: TaskRead) -> str:
    """Return the sentence on whether a task can be used, and how many of its runs a visitor has added."""
    if read.task is not None:
        gold, runs = len(read.task.cases), len(read.task.runs)
        yours = sum(is_yours(run.place) for run in read.runs)
        of_them = f", {count(yours)} of them yours" if yours else ""
        words = f"Ready: {count(gold, 'gold distribution')} and {count(runs, 'run') if runs else 'no runs'}{of_them}"
        applied = len(split_notes(read.task.notes)[0])
        repaired = f"{count(applied, 'repair or choice was', 'repairs or choices were')} applied"
        return f"{words}; {repaired if applied else 'nothing had to be repaired'}."
    asked, wrong = open_questions(read), plain_problems(read)
    files = {problem.file for problem in wrong} | {file for one in asked for file in one.files}
    counts = [count(number, noun) for number, noun in ((len(asked), "question"), (len(wrong), "problem")) if number]
    return f"Not ready: {' and '.join(counts)} in {count(len(files), 'file')}."

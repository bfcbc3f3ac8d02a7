"""The outcome of every file of a task: what it was recognised as, what it is used as, its verdict and the reason."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple, get_args

from ordquant_core.errors import Problem
from ordquant_core.formats.files import File
from ordquant_core.numerals import count
from ordquant_core.tasks.file_read import Recognised
from ordquant_core.tasks.grouping import grouped
from ordquant_core.tasks.named_runs import Submission, Verdict, in_short
from ordquant_core.tasks.reading import TaskRead

WAITS = "waits for an answer"


class Outcome(NamedTuple):
    """The outcome of a file, or of one run of a file with several."""

    file: str
    recognised: str
    used: str
    verdict: str
    reason: str = ""

    @property
    def rank(self) -> int:
        """The gold first, then what is rejected."""
        return 0 if self.used.startswith("gold") else 1 if self.verdict == "rejected" else 2


def outcomes(read: TaskRead) -> list[Outcome]:
    """Return the outcome of every file, and of each run with its own verdict in a file with several."""
    files = {one.file for one in read.recognised}
    runs = grouped(read.submissions, lambda run: next(filter(files.__contains__, _beginnings(run.file, ":")), ""))
    problems = grouped(read.problems, lambda problem: problem.file)
    notes = {file: note for note in reversed(read.notes) for file in _beginnings(note, ": ") if file in files}
    rows: list[Outcome] = []
    for item in read.recognised:
        own = runs.get(item.file, [])
        rows.append(_outcome(item, own, problems.get(item.file, []), notes.get(item.file, ""), read))
        each = own if len(own) > 1 else []
        rows += [Outcome(f"{item.file}: {run.name}", "", "run", run.verdict, run.reason) for run in each if run.reason]
    known = {*files, *(run.file for file, own in runs.items() if file for run in own)}
    others = [Outcome(run.file, "not recognised", "not used", run.verdict, run.reason) for run in read.submissions]
    for problem in read.problems:
        inside = [start for start in _beginnings(problem.file, "/") if start in files]
        words = f"one of {inside[-1]}" if inside else "not recognised"
        others.append(Outcome(problem.file, words, "not used", "rejected", in_short(problem.seen)))
    for note in read.notes:  # what is beside a task, such as a README
        file, is_ignored, reason = note.partition(": ignored")
        if is_ignored and "/" not in reason:
            others.append(Outcome(file, "", "not used", "ignored", reason.removeprefix(", ")))
    for other in others:
        if other.file not in known:
            known.add(other.file)
            rows.append(other)
    return sorted(rows, key=lambda outcome: outcome.rank)


def in_words(rows: Sequence[Outcome]) -> str:
    """Say how many files were accepted, and what became of the others.

    >>> in_words([Outcome("a.csv", "3 cases", "gold", "accepted"), Outcome("b.csv", "3 cases", "run", "accepted")])
    'Both files were accepted.'
    >>> in_words([Outcome("a.csv", "3 cases", "gold", "accepted"), Outcome("b", "", "not used", "ignored")])
    'Of 2 files, 1 was accepted, 1 ignored.'
    """
    files = [one for one in rows if one.recognised or one.used != "run"]  # not the single runs of a file
    numbers = Counter(one.verdict if "," not in one.verdict else "accepted in part" for one in files)
    if len(numbers) == 1 and "accepted" in numbers:
        every = {1: "The file was", 2: "Both files were"}.get(len(files), f"All {count(len(files))} files were")
        return f"{every} accepted."
    (first, number), *others = numbers.items()
    be = "was" if number == 1 else "were"
    rest = "".join(f", {count(number)} {verdict}" for verdict, number in others)
    return f"Of {count(len(files), 'file')}, {count(number)} {be} {first}{rest}."


def without(files: Sequence[File], name: str, others: Sequence[str]) -> list[File]:
    """Return the files except the one with that name, or the set of files in the folder with that name.

    Sets and files with other names (`others`) stay, even if they are in that folder.
    """
    inside = tuple(f"{other}/" for other in others if other.startswith(f"{name}/"))
    return [
        file
        for file in files
        if not f"{file.name}/".startswith(f"{name}/") or (inside and f"{file.name}/".startswith(inside))
    ]


def _beginnings(text: str, separator: str) -> Iterator[str]:
    """Yield what stands before each occurrence of a separator, and the whole text."""
    return accumulate(text.split(separator), lambda before, part: f"{before}{separator}{part}")


def _outcome(
    file: Recognised, runs: Sequence[Submission], wrong: Sequence[Problem], note: str, read: TaskRead
) -> Outcome:
    """Return the outcome of a file with these runs and problems; `note`: the first one on it, "" for none."""
    is_gold = file.file == read.gold_file
    several = f"{len(runs)} runs" if len(runs) > 1 else "run"
    used = " and ".join(["gold"] * is_gold + [several] * bool(runs)) or "not used"
    if not is_gold and read.gold_file is None and file.role != "run":
        used = "not decided"
    if _waits(file, bool(runs), wrong, note, read):
        used, verdict, reason = "run" if used == "not used" else used, WAITS, "see the question above"
    elif runs and not is_gold:
        numbers = Counter(run.verdict for run in runs)
        each = ", ".join(f"{numbers[verdict]} {verdict}" for verdict in get_args(Verdict) if numbers[verdict])
        verdict, reason = each if len(numbers) > 1 else runs[0].verdict, runs[0].reason if len(runs) == 1 else ""
    elif wrong or is_gold:
        notes = (text for text in (read.gold.notes if read.gold else ()) if text.startswith(f"{file.file}: "))
        whole = Submission("", file.file, tuple(wrong), tuple(notes))
        verdict, reason = whole.verdict, whole.reason
    elif read.problems and not note:  # what it holds was not looked at
        verdict, reason = "not read", "solve the problems of the other files first"
    else:
        verdict, reason = "ignored", note.removeprefix(f"{file.file}: ").removeprefix("ignored, ")
    return Outcome(file.file, file.short, used, verdict, reason)


def _waits(file: Recognised, has_runs: bool, wrong: Sequence[Problem], note: str, read: TaskRead) -> bool:
    """Return whether a question must be answered before there is a verdict on a file."""
    if wrong:
        return all(problem.asks for problem in wrong)
    if any(file.file in question.files for question in read.questions):
        return True
    if file.file == read.gold_file:
        return False
    if read.gold_file is None and file.role != "run":
        return True
    if has_runs:  # nothing to compare them with yet
        return any(problem.asks and problem.file == read.gold_file for problem in read.problems)
    asked = file.role in ("run", "either") and any(problem.asks for problem in read.problems)
    return asked and not note  # the first such file asks for all of them

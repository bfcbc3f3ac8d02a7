"""The outcome of every file of a task: what it was recognised as, what it is used as, its verdict and the reason."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from ordquant_core.errors import Problem
from ordquant_core.formats.files import File
from ordquant_core.formats.task.file_read import Recognised
from ordquant_core.formats.task.named_runs import Submission
from ordquant_core.formats.task.reading import TaskRead
from ordquant_core.formats.task.repair_notes import is_repair
from ordquant_core.formats.task.wording import in_page_words
from ordquant_core.numerals import count

_LONGEST = 90  # characters of a reason
WAITS = "waits for an answer"
One = TypeVar("One")


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
    found: list[Outcome] = []
    known: set[str] = set()
    files = {one.file: number for number, one in reversed(list(enumerate(read.recognised)))}
    runs = _grouped(
        (file, run) for run in read.submissions for file in (*_prefixes(run.file, ":"), run.file) if file in files
    )
    problems = _grouped((problem.file, problem) for problem in read.problems)
    notes = {file: note for note in reversed(read.notes) for file in _prefixes(note, ": ") if file in files}
    for one in read.recognised:
        runs_of_file = runs.get(one.file, [])
        found.append(_outcome(one, runs_of_file, problems.get(one.file, []), notes.get(one.file, ""), read))
        known |= {one.file, *(run.file for run in runs_of_file)}
        if len(runs_of_file) > 1:
            found += [
                Outcome(f"{one.file}: {run.name}", "", "run", run.verdict, why(run)) for run in runs_of_file if why(run)
            ]
    for run in read.submissions:  # of a file that could not be read
        if run.file not in known:
            known.add(run.file)
            found.append(Outcome(run.file, "not recognised", "not used", run.verdict, why(run)))
    for problem in read.problems:
        if problem.file not in known:
            known.add(problem.file)
            inside = [start for start in _prefixes(problem.file, "/") if start in files]
            words = f"one of {min(inside, key=lambda file: files[file])}" if inside else "not recognised"
            found.append(Outcome(problem.file, words, "not used", "rejected", _short(problem.seen)))
    for note in read.notes:  # what is beside a task, such as a README
        file, ignored_note, reason = note.partition(": ignored")
        if ignored_note and file not in known and "/" not in reason:
            known.add(file)
            found.append(Outcome(file, "", "not used", "ignored", reason.removeprefix(", ")))
    return sorted(found, key=lambda outcome: outcome.rank)


def in_words(found: Sequence[Outcome]) -> str:
    """Say how many files were accepted, and what became of the others.

    >>> in_words([Outcome("a.csv", "3 cases", "gold", "accepted"), Outcome("b.csv", "3 cases", "run", "accepted")])
    'Both files were accepted.'
    >>> in_words([Outcome("a.csv", "3 cases", "gold", "accepted"), Outcome("b", "", "not used", "ignored")])
    'Of 2 files, 1 was accepted, 1 ignored.'
    """
    files = [one for one in found if one.recognised or one.used != "run"]  # not the single runs of a file
    numbers = Counter(one.verdict if "," not in one.verdict else "accepted in part" for one in files)
    if len(numbers) == 1 and "accepted" in numbers:
        every = {1: "The file was", 2: "Both files were"}.get(len(files), f"All {count(len(files))} files were")
        return f"{every} accepted."
    (first, number), *others = numbers.items()
    be = "was" if number == 1 else "were"
    rest = "".join(f", {count(number)} {verdict}" for verdict, number in others)
    return f"Of {count(len(files), 'file')}, {count(number)} {be} {first}{rest}."


def why(run: Submission) -> str:
    """Return the reason for a verdict in a few words, "" for what is accepted as it is."""
    if run.problems:
        first = run.problems[0]
        return _more(f"{f'{first.case}: ' if first.case else ''}{first.seen}", len(run.problems))
    return _first([note.removeprefix(f"{run.file}: ") for note in run.notes])


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


def _prefixes(text: str, separator: str) -> Iterator[str]:
    """Yield what stands before each occurrence of a separator."""
    end = text.find(separator)
    while end >= 0:
        yield text[:end]
        end = text.find(separator, end + 1)


def _grouped(pairs: Iterable[tuple[str, One]]) -> dict[str, list[One]]:
    """Return what belongs to each file: a task may have thousands, none of which is searched for again."""
    found: dict[str, list[One]] = {}
    for file, one in pairs:
        found.setdefault(file, []).append(one)
    return found


def _outcome(
    one: Recognised, runs: Sequence[Submission], wrong: Sequence[Problem], ignored_note: str, read: TaskRead
) -> Outcome:
    """Return the outcome of a file with these runs and problems; `ignored_note`: the first note on it, "" for none."""
    gold = one.file == read.gold_file
    used = f"{len(runs)} runs" if len(runs) > 1 else "run" if runs else "not used"
    if gold:
        used = f"gold and {used}" if runs else "gold"
    elif read.gold_file is None and one.role != "run":
        used = "not decided"
    if _waits(one, bool(runs), wrong, ignored_note, read):
        return Outcome(one.file, one.short, "run" if used == "not used" else used, WAITS, "see the question above")
    if gold:
        verdict, reason = _verdict_on_gold(one.file, wrong, read)
    elif runs:
        verdict, reason = _verdict_on_runs(runs)
    else:
        verdict, reason = _verdict_on_other(one.file, wrong, ignored_note, read)
    return Outcome(one.file, one.short, used, verdict, reason)


def _waits(one: Recognised, has_runs: bool, wrong: Sequence[Problem], ignored_note: str, read: TaskRead) -> bool:
    """Return whether a question must be answered before there is a verdict on a file."""
    if wrong:
        return all(problem.asks for problem in wrong)
    if any(one.file in question.files for question in read.questions):
        return True
    if one.file == read.gold_file:
        return False
    if read.gold_file is None and one.role != "run":
        return True
    if has_runs:  # nothing to compare them with yet
        return any(problem.asks and problem.file == read.gold_file for problem in read.problems)
    asked = one.role in ("run", "either") and any(problem.asks for problem in read.problems)
    return asked and not ignored_note  # the first such file asks for all of them


def _verdict_on_gold(file: str, wrong: Sequence[Problem], read: TaskRead) -> tuple[str, str]:
    if wrong:
        return "rejected", _more(wrong[0].seen, len(wrong))
    notes = [note for note in (read.gold.notes if read.gold else ()) if note.startswith(f"{file}: ")]
    return "accepted with repairs" if any(map(is_repair, notes)) else "accepted", _first(notes)


def _verdict_on_runs(runs: Sequence[Submission]) -> tuple[str, str]:
    if len(runs) == 1:
        return runs[0].verdict, why(runs[0])
    numbers = Counter[str](run.verdict for run in runs)
    verdicts = [verdict for verdict in ("accepted", "accepted with repairs", "rejected") if numbers[verdict]]
    if len(verdicts) == 1:
        return verdicts[0], ""
    return ", ".join(f"{numbers[verdict]} {verdict}" for verdict in verdicts), ""


def _verdict_on_other(file: str, wrong: Sequence[Problem], ignored_note: str, read: TaskRead) -> tuple[str, str]:
    if wrong:
        return "rejected", _more(wrong[0].seen, len(wrong))
    if read.problems and not ignored_note:  # what it holds was not looked at
        return "not read", "solve the problems of the other files first"
    return "ignored", ignored_note.removeprefix(f"{file}: ").removeprefix("ignored, ")


def _first(notes: Sequence[str]) -> str:
    return _more(in_page_words(notes[0].partition(": ")[2] or notes[0]), len(notes)) if notes else ""


def _more(text: str, number: int) -> str:
    return f"{_short(text)} (and {count(number - 1)} more)" if number > 1 else _short(text)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 2]}…"

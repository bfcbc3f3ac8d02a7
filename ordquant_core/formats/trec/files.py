"""Read several TREC files as one collection: which are judgements, which are runs, and all their problems."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.archive import unpack
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.limits import MAX_UNPACKED, MEBIBYTE, refuse
from ordquant_core.formats.trec import lines as trec
from ordquant_core.numerals import decimals
from ordquant_core.ranked_lists.collection import Collection, Judgements, PlacedRun, Placing, RankedRun


class ListsRead(NamedTuple):
    """All that was found in judgements and runs. `collection` is there when there is no problem."""

    collection: Collection | None
    problems: tuple[Problem, ...]


class RawRead(NamedTuple):
    """Judgements (None where they cannot be read) and runs as they are in their files, and all problems of these."""

    judgements: Judgements | None
    runs: list[RankedRun]
    problems: list[Problem]


class _Sorted(NamedTuple):
    judgements: File | None
    runs: list[File]
    notes: list[str]
    problems: list[Problem]


def sort_files(
    files: Sequence[File], choices: Decisions = NOTHING, *, gold: str | None = None
) -> tuple[File, list[File], list[str]]:
    """Detect judgements and runs from their content: the file of judgements, the runs, notes on files left out.

    Zip archives are opened. `gold` is the file with the judgements, where that is known. Raises `InputError` for
    files that are neither or cannot be opened, and unless exactly one holds judgements.
    """
    found = _sort(files, choices, gold)
    if found.judgements is None or found.problems:
        raise InputError(found.problems)
    return found.judgements, found.runs, found.notes


def read_lists(
    files: Sequence[File],
    choices: Decisions = NOTHING,
    *,
    gold: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> ListsRead:
    """Read judgements and runs, detected from their content; `gold` as in `sort_files`, `progress` as below.

    Never raises for what the files hold, but returns every problem of them all.
    """
    found = _sort(files, choices, gold)
    if found.judgements is None:
        return ListsRead(None, tuple(found.problems))
    read = read_named_lists(found.judgements, found.runs, choices, found.notes, progress=progress)
    problems = (*found.problems, *read.problems)
    return ListsRead(None if problems else read.collection, problems)


def _sort(files: Sequence[File], choices: Decisions, gold: str | None) -> _Sorted:
    files, unpacking, broken = unpack(files)
    kinds = [trec.kind_of(file.data) for file in files]
    judgements = [file for file, kind in zip(files, kinds, strict=True) if kind == "judgements"]
    runs = [file for file, kind in zip(files, kinds, strict=True) if kind == "run"]
    notes, problems = list(unpacking), []
    for problem in broken:
        if choices.skip_files:
            notes.append(f"{problem.file}: left out, {problem.seen}")
        else:
            problems.append(replace(problem, choices=("skip-files",)))
    for file, kind in zip(files, kinds, strict=True):
        if kind is None and choices.skip_files:
            notes.append(f"{file.name}: left out, neither judgements nor a run")
        elif kind is None:
            action = f"judgements have {trec.JUDGEMENT_COLUMNS}; runs have {trec.RUN_COLUMNS}"
            seen = "neither judgements (qrels) nor a run"
            problems.append(Problem(file.name, "", seen, action, ("skip-files",)))
    if gold is not None:
        named = [file for file in judgements if file.name == gold or file.name.startswith(f"{gold}/")]
        judgements = [*named, *(file for file in judgements if file not in named)]
        if not named:
            seen, action = "holds no judgements (qrels)", f"give a file with the columns {trec.JUDGEMENT_COLUMNS}"
            problems.append(Problem(gold, "", seen, action))
    for file in judgements[1:]:
        if choices.keep_first:
            notes.append(f"{file.name}: left out, {judgements[0].name} holds the judgements")
        else:
            seen, action = f"{judgements[0].name} holds judgements, too", "give one file"
            problems.append(Problem(file.name, "", seen, action, ("keep-first",)))
    if not judgements and gold is None:
        seen = f"no judgements (qrels) among {len(files)} file{'s' * (len(files) != 1)}"
        action = f"add a file with the columns {trec.JUDGEMENT_COLUMNS}"
        problems.append(Problem(files[0].name if files else "files", "", seen, action))
    return _Sorted(judgements[0] if judgements else None, runs, notes, problems)


def read_collection(
    judgements: File,
    runs: Sequence[File],
    choices: Decisions = NOTHING,
    notes: Sequence[str] = (),
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Collection:
    """Read judgements and runs and put them together. Raises `InputError` with the problems of all files.

    `notes` are put before those of the collection; `progress` is called with how many runs are read, of how many.
    """
    found = read_named_lists(judgements, runs, choices, notes, progress=progress)
    if found.collection is None:
        raise InputError(found.problems)
    return found.collection


def read_named_lists(
    judgements: File,
    runs: Sequence[File],
    choices: Decisions = NOTHING,
    notes: Sequence[str] = (),
    *,
    progress: Callable[[int, int], None] | None = None,
) -> ListsRead:
    """Do what `read_collection` does, and return the problems instead of raising."""
    problems = _too_large(judgements, runs)
    if problems:
        return ListsRead(None, tuple(problems))
    gold, problems = _gold(judgements, choices)
    if gold is None:
        return ListsRead(None, (*problems, *_each(runs, choices, lambda run: None, progress)))
    placing = Placing(gold)
    placed: list[PlacedRun] = []
    problems += _each(runs, choices, lambda run: placed.append(placing.place(run)), progress)
    try:
        found = placing.together(placed, choices.made)
    except InputError as error:
        return ListsRead(None, (*problems, *error.problems))
    collection = Collection(found.name, found.runs, found.topics, (*notes, *found.notes))
    return ListsRead(None if problems else collection, tuple(problems))


def read_raw(
    judgements: File,
    runs: Sequence[File],
    choices: Decisions = NOTHING,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> RawRead:
    """Read judgements and runs without putting them together; `progress` as in `read_collection`."""
    problems = _too_large(judgements, runs)
    if problems:
        return RawRead(None, [], problems)
    gold, problems = _gold(judgements, choices)
    read: list[RankedRun] = []
    problems += _each(runs, choices, read.append, progress)
    return RawRead(gold, read, problems)


def _too_large(judgements: File, runs: Sequence[File]) -> list[Problem]:
    size = sum(len(file.data) for file in (judgements, *runs))
    if size <= MAX_UNPACKED:
        return []
    limit = f"{MAX_UNPACKED // MEBIBYTE} MiB in all"
    seen = f"the files have {decimals(size / MEBIBYTE, 0)} MiB together"
    return list(refuse(judgements.name, seen, limit).problems)


def _gold(judgements: File, choices: Decisions) -> tuple[Judgements | None, list[Problem]]:
    try:
        return trec.parse_judgements(judgements.data, judgements.name, choices=choices), []
    except InputError as error:
        return None, list(error.problems)


def _each(
    runs: Sequence[File],
    choices: Decisions,
    take: Callable[[RankedRun], None],
    progress: Callable[[int, int], None] | None,
) -> list[Problem]:
    """Read run by run, so that only what is taken is kept; return the problems of all."""
    problems: list[Problem] = []
    for number, run in enumerate(runs, start=1):
        if progress:
            progress(number, len(runs))
        try:
            take(trec.parse_run(run.data, run.name, choices=choices))
        except InputError as error:
            problems += error.problems
    return problems

"""Read several TREC files as one collection: which are judgements, which are runs, and all their problems."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import NamedTuple

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.archive import unpack
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.limits import MAX_UNPACKED, MEBIBYTE, refuse
from ordquant_core.formats.official import trec
from ordquant_core.formats.official.trec_lines import JUDGEMENT_COLUMNS, RUN_COLUMNS
from ordquant_core.numerals import decimals
from ordquant_core.ranked_lists.collection import Collection, PlacedRun, Placing, RankedRun, as_binary
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.progress import Progress


class ListsRead(NamedTuple):
    """All that was found in judgements and runs. `collection` is there when there is no problem."""

    collection: Collection | None
    problems: tuple[Problem, ...]


class _Sorted(NamedTuple):
    judgements: File | None
    runs: list[File]
    notes: list[str]
    problems: list[Problem]


def sort_files(files: Sequence[File], *, gold: str | None = None) -> tuple[File, list[File], list[str]]:
    """Detect judgements and runs from their content: the file of judgements, the runs, notes on what is in archives.

    Zip archives are opened. `gold` is the file with the judgements, where that is known. Raises `InputError` for
    files that are neither or cannot be opened, and unless exactly one holds judgements.
    """
    found = _sort(files, gold)
    if found.judgements is None or found.problems:
        raise InputError(found.problems)
    return found.judgements, found.runs, found.notes


def read_lists(
    files: Sequence[File],
    choices: Decisions = NOTHING,
    *,
    gold: str | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> ListsRead:
    """Read judgements and runs, detected from their content. `gold` as in `sort_files`, else as in `read_named_lists`.

    Never raises for what the files hold, but returns every problem of them all.
    """
    found = _sort(files, gold)
    if found.judgements is None:
        return ListsRead(None, tuple(found.problems))
    read = read_named_lists(found.judgements, found.runs, choices, found.notes, progress=progress, executor=executor)
    problems = (*found.problems, *read.problems)
    return ListsRead(None if problems else read.collection, problems)


def read_named_lists(
    judgements: File,
    runs: Sequence[File],
    choices: Decisions = NOTHING,
    notes: Sequence[str] = (),
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> ListsRead:
    """Read judgements and runs and put them together. Never raises for what they hold, but returns every problem.

    `notes` are put before those of the collection; `progress` is called with how many runs are read, of how many; an
    `executor` reads run by run.
    """
    if too_large := _too_large(judgements, runs):
        return ListsRead(None, tuple(too_large))
    placing, problems, placed = None, list[Problem](), list[PlacedRun]()
    try:
        placing = Placing(trec.parse_judgements(judgements.data, judgements.name, choices=choices))
    except InputError as error:
        problems += error.problems
    read, done = _Reader(choices, placing), range(1, len(runs) + 1)
    for run, its_problems in carry_out(read, runs, done, progress=progress, executor=executor):
        problems += its_problems
        if run is not None:
            placed.append(run)
    if placing is None:
        return ListsRead(None, tuple(problems))
    try:
        found = placing.together(placed, over=choices.topics)
    except InputError as error:
        return ListsRead(None, (*problems, *error.problems))
    collection = replace(found, notes=(*notes, *found.notes))
    if choices.binary:
        collection = as_binary(collection)
    return ListsRead(None if problems else collection, tuple(problems))


@dataclass(frozen=True, eq=False)
class _Reader:
    """The run in a file, placed on the judgements, or the problems of the file; None where nothing can be placed."""

    choices: Decisions
    placing: Placing | None

    def __call__(self, file: File) -> tuple[PlacedRun | None, tuple[Problem, ...]]:
        try:
            run = trec.parse_run(file.data, file.name, choices=self.choices)
        except InputError as error:
            return None, tuple(error.problems)
        return None if self.placing is None else self.placing.place(run), ()


def _too_large(judgements: File, runs: Sequence[File]) -> list[Problem]:
    size = sum(len(file.data) for file in (judgements, *runs))
    if size <= MAX_UNPACKED:
        return []
    limit = f"{MAX_UNPACKED // MEBIBYTE} MiB in all"
    seen = f"the files have {decimals(size / MEBIBYTE, 0)} MiB together"
    return list(refuse(judgements.name, seen, limit).problems)


def _sort(files: Sequence[File], gold: str | None) -> _Sorted:
    files, unpacking, broken = unpack(files)
    kinds = [trec.kind_of(file.data) for file in files]
    judgements = [file for file, kind in zip(files, kinds, strict=True) if kind == "judgements"]
    runs = [file for file, kind in zip(files, kinds, strict=True) if kind == "run"]
    problems = list(broken)
    for file, kind in zip(files, kinds, strict=True):
        if kind is None:
            action = f"remove it; judgements have {JUDGEMENT_COLUMNS}; runs have {RUN_COLUMNS}"
            problems.append(Problem(file.name, "", "neither judgements (qrels) nor a run", action))
    if gold is not None:
        named = [file for file in judgements if file.name == gold or file.name.startswith(f"{gold}/")]
        judgements = [*named, *(file for file in judgements if file not in named)]
        if not named:
            seen, action = "holds no judgements (qrels)", f"give a file with the columns {JUDGEMENT_COLUMNS}"
            problems.append(Problem(gold, "", seen, action))
    for file in judgements[1:]:
        problems.append(Problem(file.name, "", f"{judgements[0].name} holds judgements, too", "give one file"))
    if not judgements and gold is None:
        seen = f"no judgements (qrels) among {len(files)} file{'s' * (len(files) != 1)}"
        action = f"add a file with the columns {JUDGEMENT_COLUMNS}"
        problems.append(Problem(files[0].name if files else "files", "", seen, action))
    return _Sorted(judgements[0] if judgements else None, runs, list(unpacking), problems)


def read_first_ranks(
    runs: Sequence[File], choices: Decisions = NOTHING, *, depth: int, progress: Progress | None = None
) -> list[RankedRun]:
    """Read the first `depth` documents of every list of some runs. Raises `InputError` with every problem of them all.

    `progress` is called with how many runs are read, of how many.
    """
    found: list[RankedRun] = []
    problems: list[Problem] = []
    for number, file in enumerate(runs, start=1):
        try:
            run = trec.parse_run(file.data, file.name, choices=choices)
        except InputError as error:
            problems += error.problems
        else:
            documents = tuple(listed[:depth] for listed in run.documents)
            scores = tuple(values[:depth].copy() for values in run.scores)
            found.append(replace(run, documents=documents, scores=scores))
        if progress is not None:
            progress(number, len(runs))
    if problems:
        raise InputError(problems)
    return found

"""Read several TREC files as one collection: which are judgements, which are runs, and all their problems."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from ordquant_core.errors import InputError, Problem, collected
from ordquant_core.formats.archive import unpack
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.limits import MAX_UNPACKED, MEBIBYTE, refuse
from ordquant_core.formats.official import trec
from ordquant_core.formats.official.trec_lines import JUDGEMENT_COLUMNS, RUN_COLUMNS
from ordquant_core.numerals import decimals
from ordquant_core.ranked_lists.collection import Collection, PlacedRun, Placing, RankedRun
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.progress import Progress


class ListsRead(NamedTuple):
    """All that was found in judgements and runs. `collection` is there when there is no problem."""

    collection: Collection | None
    problems: tuple[Problem, ...]


def sort_files(files: Sequence[File], *, gold: str | None = None) -> tuple[File, list[File], list[str]]:
    """Detect judgements and runs from their content: the file of judgements, the runs, notes on what is in archives.

    Zip archives are opened. `gold` is the file with the judgements, where that is known. Raises `InputError` for
    files that are neither or cannot be opened, and unless exactly one holds judgements.
    """
    judgements, runs, notes, problems = _sort(files, gold)
    if judgements is None or problems:
        raise InputError(problems)
    return judgements, runs, notes


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
    judgements, runs, notes, problems = _sort(files, gold)
    if judgements is None:
        return ListsRead(None, tuple(problems))
    read = read_named_lists(judgements, runs, choices, notes, progress=progress, executor=executor)
    return ListsRead(None if problems else read.collection, (*problems, *read.problems))


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
    size = sum(len(file.data) for file in (judgements, *runs))
    if size > MAX_UNPACKED:
        seen = f"the files have {decimals(size / MEBIBYTE, 0)} MiB together"
        return ListsRead(None, refuse(judgements.name, seen, f"{MAX_UNPACKED // MEBIBYTE} MiB in all").problems)
    problems, placed, placing, collection = list[Problem](), list[PlacedRun](), None, None
    with collected(problems):
        placing = Placing(trec.parse_judgements(judgements.data, judgements.name, choices=choices))
    place, done = partial(_place, choices, placing), range(1, len(runs) + 1)
    for run, its_problems in carry_out(place, runs, done, progress=progress, executor=executor):
        problems += its_problems
        placed += [run] if run is not None else []
    if placing is not None:
        with collected(problems):
            collection = placing.together(placed)
    if collection is None or problems:
        return ListsRead(None, tuple(problems))
    collection = replace(collection, notes=(*notes, *collection.notes))
    return ListsRead(collection, ())


def _place(choices: Decisions, placing: Placing | None, file: File) -> tuple[PlacedRun | None, list[Problem]]:
    """Return the run in a file, placed on the judgements, and its problems; None where nothing can be placed."""
    problems, placed = list[Problem](), None
    with collected(problems):
        run = trec.parse_run(file.data, file.name, choices=choices)
        placed = None if placing is None else placing.place(run)
    return placed, problems


def _sort(files: Sequence[File], gold: str | None) -> tuple[File | None, list[File], list[str], list[Problem]]:
    """Return the judgements, the runs, notes on archives, and what is wrong with files as a whole."""
    files, unpacking, broken = unpack(files)
    kinds: dict[str | None, list[File]] = {"judgements": [], "run": [], None: []}
    for file in files:
        kinds[trec.kind_of(file.data)].append(file)
    action = f"remove it; judgements have {JUDGEMENT_COLUMNS}; runs have {RUN_COLUMNS}"
    seen = "neither judgements (qrels) nor a run"
    problems = [*broken, *(Problem(file.name, "", seen, action) for file in kinds[None])]
    judgements, give = kinds["judgements"], f"a file with the columns {JUDGEMENT_COLUMNS}"
    if gold is not None:
        judgements.sort(key=lambda file: not f"{file.name}/".startswith(f"{gold}/"))  # it comes first
        if not judgements or not f"{judgements[0].name}/".startswith(f"{gold}/"):
            problems.append(Problem(gold, "", "holds no judgements (qrels)", f"give {give}"))
    elif not judgements:
        seen = f"no judgements (qrels) among {len(files)} file{'s' * (len(files) != 1)}"
        problems.append(Problem(files[0].name if files else "files", "", seen, f"add {give}"))
    seen = f"{judgements[0].name} holds judgements, too" if judgements else ""
    problems += [Problem(file.name, "", seen, "give one file") for file in judgements[1:]]
    return judgements[0] if judgements else None, kinds["run"], list(unpacking), problems


def read_first_ranks(
    runs: Sequence[File], choices: Decisions = NOTHING, *, depth: int, progress: Progress | None = None
) -> list[RankedRun]:
    """Read the first `depth` documents of every list of some runs. Raises `InputError` with every problem of them all.

    `progress` is called with how many runs are read, of how many.
    """
    first_ranks, problems = list[RankedRun](), list[Problem]()
    for number, file in enumerate(runs, start=1):
        with collected(problems):
            run = trec.parse_run(file.data, file.name, choices=choices)
            scores = tuple(values[:depth].copy() for values in run.scores)  # the others can be forgotten
            first_ranks.append(replace(run, documents=tuple(listed[:depth] for listed in run.documents), scores=scores))
        if progress is not None:
            progress(number, len(runs))
    if problems:
        raise InputError(problems)
    return first_ranks

"""Read judgements and many runs, run by run, so that no more of a run is held than what is needed of it."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import NamedTuple

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.limits import MAX_UNPACKED, MEBIBYTE, refuse
from ordquant_core.formats.trec import lines as trec
from ordquant_core.numerals import decimals
from ordquant_core.ranked_lists.collection import Collection, PlacedRun, Placing, as_binary
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.progress import Progress


class ListsRead(NamedTuple):
    """All that was found in judgements and runs. `collection` is there when there is no problem."""

    collection: Collection | None
    problems: tuple[Problem, ...]


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

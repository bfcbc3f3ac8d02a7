"""Read judgements and many runs, run by run, so that no more of a run is held than what is needed of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.limits import MAX_UNPACKED, MEBIBYTE, refuse
from ordquant_core.formats.trec import lines as trec
from ordquant_core.numerals import decimals
from ordquant_core.ranked_lists.collection import Collection, PlacedRun, Placing, as_binary
from ordquant_core.statistics.divided_work import DividedWork, Piece


class ListsRead(NamedTuple):
    """All that was found in judgements and runs. `collection` is there when there is no problem."""

    collection: Collection | None
    problems: tuple[Problem, ...]


class ReadingLists(DividedWork[ListsRead]):
    """Judgements and runs as a collection, in portions, a run each; there is a result at the end only.

    `notes` are put before those of the collection. Problems are returned, not raised.
    """

    def __init__(
        self, judgements: File, runs: Sequence[File], choices: Decisions = NOTHING, notes: Sequence[str] = ()
    ) -> None:
        self._problems = _too_large(judgements, runs)
        self._files, self._choices, self._notes = () if self._problems else tuple(runs), choices, notes
        self._placing: Placing | None = None
        if not self._problems:
            try:
                self._placing = Placing(trec.parse_judgements(judgements.data, judgements.name, choices=choices))
            except InputError as error:
                self._problems = list(error.problems)
        self._placed: list[PlacedRun] = []
        super().__init__(len(self._files))

    def _pieces(self) -> Iterator[Piece]:
        work = _Reader(self._choices, self._placing)
        for file in self._files:
            yield Piece(work, file, self._take)

    def _take(self, found: tuple[PlacedRun | None, tuple[Problem, ...]]) -> None:
        placed, problems = found
        self._problems += problems
        if placed is not None:
            self._placed.append(placed)
        self.done += 1

    def result(self) -> ListsRead:
        """Return what there is at the end."""
        if self._placing is None:
            return ListsRead(None, tuple(self._problems))
        try:
            found = self._placing.together(self._placed, over=self._choices.topics)
        except InputError as error:
            return ListsRead(None, (*self._problems, *error.problems))
        collection = replace(found, notes=(*self._notes, *found.notes))
        if self._choices.binary:
            collection = as_binary(collection)
        return ListsRead(None if self._problems else collection, tuple(self._problems))


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

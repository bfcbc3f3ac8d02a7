"""Read many runs in portions, a run each, so that no more of a run is held than what is needed of it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.limits import MAX_UNPACKED, MEBIBYTE, refuse
from ordquant_core.formats.trec import lines as trec
from ordquant_core.numerals import decimals
from ordquant_core.ranked_lists.collection import Collection, Judgements, Placing, RankedRun, as_binary
from ordquant_core.statistics.divided_work import DividedWork, Piece

Read = TypeVar("Read")


class ListsRead(NamedTuple):
    """All that was found in judgements and runs. `collection` is there when there is no problem."""

    collection: Collection | None
    problems: tuple[Problem, ...]


class RawRead(NamedTuple):
    """Judgements (None where they cannot be read) and runs as they are in their files, and all problems of these."""

    judgements: Judgements | None
    runs: list[RankedRun]
    problems: list[Problem]


class _Reading(DividedWork[Read]):
    """The runs of some files in portions; what `take` returns of each is kept, with the problems of all files."""

    def __init__(self, judgements: File, runs: Sequence[File], choices: Decisions) -> None:
        problems = _too_large(judgements, runs)
        self._files, self._choices = () if problems else tuple(runs), choices
        self._gold: Judgements | None = None
        if not problems:
            self._gold, problems = _judgements(judgements, choices)
        self._kept: list[Any] = []
        self._problems = problems
        super().__init__(len(self._files))

    def _taking(self) -> Callable[[RankedRun], Any]:
        raise NotImplementedError

    def _pieces(self) -> Iterator[Piece]:
        work = _Reader(self._choices, self._taking())
        for file in self._files:
            yield Piece(work, file, self._take)

    def _take(self, found: tuple[Any, tuple[Problem, ...]]) -> None:
        kept, problems = found
        if problems:
            self._problems += problems
        else:
            self._kept.append(kept)
        self.done += 1


class ReadingLists(_Reading[ListsRead]):
    """Judgements and runs as a collection, in portions; there is a result at the end only.

    `notes` are put before those of the collection. Problems are returned, not raised.
    """

    def __init__(
        self, judgements: File, runs: Sequence[File], choices: Decisions = NOTHING, notes: Sequence[str] = ()
    ) -> None:
        super().__init__(judgements, runs, choices)
        self._notes = notes
        self._placing = None if self._gold is None else Placing(self._gold)

    def _taking(self) -> Callable[[RankedRun], Any]:
        return _nothing if self._placing is None else self._placing.place

    def result(self) -> ListsRead:
        """Return what there is at the end."""
        if self._placing is None:
            return ListsRead(None, tuple(self._problems))
        try:
            found = self._placing.together(self._kept, self._choices.made, over=self._choices.topics)
        except InputError as error:
            return ListsRead(None, (*self._problems, *error.problems))
        collection = replace(found, notes=(*self._notes, *found.notes))
        if self._choices.binary:
            collection = as_binary(collection)
        return ListsRead(None if self._problems else collection, tuple(self._problems))


class ReadingRaw(_Reading[RawRead]):
    """Judgements and runs that are not put together, in portions; there is a result at the end only.

    `depth`: keep only so many documents of every list.
    """

    def __init__(
        self, judgements: File, runs: Sequence[File], choices: Decisions = NOTHING, *, depth: int | None = None
    ) -> None:
        super().__init__(judgements, runs, choices)
        self._depth = depth

    def _taking(self) -> Callable[[RankedRun], RankedRun]:
        return _Top(self._depth)

    def result(self) -> RawRead:
        """Return what there is at the end."""
        return RawRead(self._gold, self._kept, self._problems)


@dataclass(frozen=True, eq=False)
class _Reader:
    """What is kept of the run in a file, or the problems of the file."""

    choices: Decisions
    take: Callable[[RankedRun], Any]

    def __call__(self, file: File) -> tuple[Any, tuple[Problem, ...]]:
        try:
            return self.take(trec.parse_run(file.data, file.name, choices=self.choices)), ()
        except InputError as error:
            return None, tuple(error.problems)


@dataclass(frozen=True, slots=True)
class _Top:
    depth: int | None

    def __call__(self, run: RankedRun) -> RankedRun:
        if self.depth is None:
            return run
        documents = tuple(listed[: self.depth] for listed in run.documents)
        return replace(run, documents=documents, scores=tuple(scores[: self.depth].copy() for scores in run.scores))


def _nothing(run: RankedRun) -> None:
    return None


def _too_large(judgements: File, runs: Sequence[File]) -> list[Problem]:
    size = sum(len(file.data) for file in (judgements, *runs))
    if size <= MAX_UNPACKED:
        return []
    limit = f"{MAX_UNPACKED // MEBIBYTE} MiB in all"
    seen = f"the files have {decimals(size / MEBIBYTE, 0)} MiB together"
    return list(refuse(judgements.name, seen, limit).problems)


def _judgements(file: File, choices: Decisions) -> tuple[Judgements | None, list[Problem]]:
    try:
        return trec.parse_judgements(file.data, file.name, choices=choices), []
    except InputError as error:
        return None, list(error.problems)

"""Work that is cut into pieces, which may be carried out anywhere: here, in threads, processes, on other machines.

A piece holds all that its part depends on, random numbers or their seeds included, and parts are taken in the order of
the pieces. So the result is identical to the last digit for any number of workers on any machine. Data that many pieces
share, such as an array of scores, is sent to each worker once.
"""

import pickle
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar
from uuid import uuid4
from weakref import WeakValueDictionary

from ordquant_core.statistics.progress import Progress

AHEAD = 64  # pieces that an executor has at a time, so that many workers have something to do
ENDED = "there are no more pieces of this work"
KEPT = 4  # works whose shared data a worker process keeps
HEARD_AFTER = 0.1  # seconds that a wait for others lasts at most
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Piece:
    """One step: `take(work(chunk))`, of which `work(chunk)` may be carried out anywhere.

    `work` is an object with what all pieces share, of a class at the top of a module, so that it can be pickled.
    """

    work: Callable[[Any], Any]
    chunk: Any
    take: Callable[[Any], None]


class DividedWork(Generic[Result]):
    """A computation in pieces: `done` of `total` is done, and `result` is what that much gives.

    This is how every long analysis is run: `finish` carries it out to the end, `advance` a portion of it. The result
    does not depend on how the work is cut into portions. `pieces` yields them in their order, and None where the next
    one depends on the parts of all before it. `threads` is how many are carried out at a time where there is no
    executor.
    """

    threads = 1

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0
        self.pieces = self._pieces()

    def _pieces(self) -> Iterator[Piece | None]:
        raise NotImplementedError

    def result(self) -> Result:
        """Return the result of what is done so far."""
        raise NotImplementedError

    def include(self, step: "DividedWork[Any]") -> Iterator[Piece | None]:
        """Yield the pieces of a step of this work; what is done of it is done of the whole."""
        before = self.done
        for piece in step.pieces:
            yield piece and replace(piece, take=partial(self._take_of_step, step, piece.take, before))

    def _take_of_step(self, step: "DividedWork[Any]", take: Callable[[Any], None], before: int, part: Any) -> None:
        take(part)
        self.done = before + step.done

    def advance(self) -> None:
        """Carry out the next portion here; there must be one."""
        pieces: list[Piece] = []
        for piece in self.pieces:
            if piece is not None:
                pieces.append(piece)
            if len(pieces) == self.threads or (pieces and piece is None):
                break
        if not pieces:
            raise RuntimeError(ENDED)
        for piece, part in zip(pieces, in_threads(_carry_out, pieces, self.threads), strict=True):
            piece.take(part)

    def finish(self, progress: Progress | None = None, executor: Executor | None = None) -> Result:
        """Carry out all that is left and return the result; `progress` is called after each portion.

        An `executor` carries out the pieces: threads, processes, a Dask cluster. `progress` is then called at least ten
        times a second: what it raises ends the work, and so does what a piece raises.
        """
        dispatcher = None if executor is None else Dispatcher(self, executor)
        try:
            while self.done < self.total:
                if dispatcher is None:
                    self.advance()
                else:
                    dispatcher.submit()
                    wait([dispatcher.first] if dispatcher.first else [], timeout=HEARD_AFTER)
                    dispatcher.take()
                if progress is not None:
                    progress(self.done, self.total)
        finally:
            if dispatcher is not None:
                dispatcher.cancel()
        return self.result()


class PartByPart(DividedWork[Result]):
    """The same work on each of some chunks: `parts` are those done so far, in the order of the chunks."""

    def __init__(self, work: Callable[[Any], Any], chunks: Sequence[Any]) -> None:
        super().__init__(len(chunks))
        self._work, self._chunks, self.parts = work, chunks, list[Any]()

    def _pieces(self) -> Iterator[Piece]:
        for chunk in self._chunks:
            yield Piece(self._work, chunk, self._take)

    def _take(self, part: Any) -> None:
        self.parts.append(part)
        self.done += 1


class SinglePiece(PartByPart[Result]):
    """A computation in one piece, which is worth sending elsewhere: `function(*arguments)`, both to be pickled."""

    def __init__(self, function: Callable[..., Result], *arguments: Any) -> None:
        super().__init__(_WithArguments(function), [arguments])

    def result(self) -> Result:
        """Return what the function returned."""
        found: Result = self.parts[0]
        return found


@dataclass(frozen=True, eq=False)
class _WithArguments:
    """A function, called with a tuple of its arguments."""

    function: Callable[..., Any]

    def __call__(self, arguments: tuple[Any, ...]) -> Any:
        return self.function(*arguments)


def in_threads(work: Callable[[Any], Result], chunks: "list[Any]", threads: int) -> Iterator[Result]:
    """Yield `work` of all chunks in their order, carried out in threads, none of which outlives this."""
    if threads == 1 or len(chunks) == 1:
        yield from map(work, chunks)
        return
    with ThreadPoolExecutor(threads) as pool:  # NumPy releases the interpreter's lock while it sorts, takes and adds
        yield from pool.map(work, chunks)  # raises what the thread raised


class Dispatcher:
    """Gives the pieces of a work to an executor, some of them at a time, and takes their parts in order."""

    def __init__(self, work: DividedWork[Any], executor: Executor, ahead: int = AHEAD) -> None:
        self.work, self._executor, self._ahead = work, executor, ahead
        self._flight: deque[tuple[Piece, Future[Any]]] = deque()
        self._shared: dict[int, _SharedData] = {}
        self._waits = False  # whether all that was submitted must be taken first

    @property
    def first(self) -> "Future[Any] | None":
        """What is taken next; None where nothing is under way."""
        return self._flight[0][1] if self._flight else None

    @property
    def busy(self) -> bool:
        """Whether something is still being carried out, or waits for it."""
        return not all(future.done() for _, future in self._flight)

    def submit(self) -> None:
        """Give the executor as many pieces as it may have."""
        self._waits &= bool(self._flight)
        while not self._waits and len(self._flight) < self._ahead:
            try:
                piece = next(self.work.pieces)
            except StopIteration:
                if not self._flight and self.work.done < self.work.total:
                    raise RuntimeError(ENDED) from None
                break
            if piece is None:
                self._waits = True
            else:
                self._flight.append((piece, self._send(piece)))

    def take(self) -> None:
        """Take all parts that are there, in their order; raises what carrying one out raised."""
        while self._flight and self._flight[0][1].done():
            piece, future = self._flight[0]
            part = future.result()
            if isinstance(part, _Unknown):  # a worker that has not seen this work yet
                self._flight[0] = piece, self._send(piece, whole=True)
                continue
            self._flight.popleft()
            piece.take(part)
        for place, (piece, future) in enumerate(self._flight):  # none waits until it is its turn to be asked again
            fine = future.done() and not future.cancelled() and not future.exception()
            if fine and isinstance(future.result(), _Unknown):
                self._flight[place] = piece, self._send(piece, whole=True)

    def cancel(self) -> None:
        """Let go of all that is under way."""
        for _, future in self._flight:
            future.cancel()

    def _send(self, piece: Piece, *, whole: bool = False) -> "Future[Any]":
        shared = self._shared.get(id(piece.work))
        if shared is None or shared.work is not piece.work:
            shared = self._shared[id(piece.work)] = _SharedData(piece.work)
        return self._executor.submit(_by_key, shared.key, piece.chunk, shared.pickled() if whole else None)


class _SharedData:
    """What many pieces share, known to workers by a key; it is sent to those who do not know it."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.work, self.key = work, uuid4().hex
        self._pickled: bytes | None = None
        _HERE[self.key] = work  # threads of this process need nothing sent

    def pickled(self) -> bytes:
        if self._pickled is None:
            self._pickled = pickle.dumps(self.work, protocol=5)
        return self._pickled


@dataclass(frozen=True, slots=True)
class _Unknown:
    """The answer of a worker that does not know a work."""


_HERE: "WeakValueDictionary[str, Callable[[Any], Any]]" = WeakValueDictionary()  # works begun in this process
_SENT: OrderedDict[str, Callable[[Any], Any]] = OrderedDict()  # works that were sent to this process, the latest last
_SENDING = threading.Lock()


def _by_key(key: str, chunk: Any, pickled: bytes | None) -> Any:
    """Carry out one chunk of a work in a worker; `_Unknown` where it was not sent yet."""
    work = _HERE.get(key)
    if work is None:
        with _SENDING:
            if pickled is not None and key not in _SENT:
                _SENT[key] = pickle.loads(pickled)
            work = _SENT.get(key)
            if work is None:
                return _Unknown()
            _SENT.move_to_end(key)
            while len(_SENT) > KEPT:
                _SENT.popitem(last=False)
    return work(chunk)


def _carry_out(piece: Piece) -> Any:
    return piece.work(piece.chunk)

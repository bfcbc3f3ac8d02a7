"""Work in pieces, which may be carried out here, in threads, in processes or on other machines.

A piece holds all that its part depends on, random numbers or their seeds included, and parts are taken in the order of
the pieces. So the result is identical to the last digit for any number of workers on any machine.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, TypeVar

from ordquant_core.statistics.progress import Progress

AHEAD = 64  # pieces that an executor has at a time, so that many workers have something to do
Piece = TypeVar("Piece")
Part = TypeVar("Part")


def carry_out(
    work: Callable[[Piece], Part],
    pieces: Iterable[Piece],
    done: Sequence[int],
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
    threads: int = 1,
) -> Iterator[Part]:
    """Yield `work(piece)` of every piece, in their order.

    `progress` is called after each with how much is `done` then, and in the end: one number for each piece. An
    `executor` carries out the pieces; `work` is then an object with what all of them share, of a class at the top of a
    module, so that it can be pickled, and is sent with each piece unless the executor has a method `share` that returns
    what is sent in its place. Without one, so many `threads` of this process do. What `progress`, a piece or whoever
    takes the parts raises ends the work.

    >>> list(carry_out(abs, [-1, 2, -3], range(1, 4)))
    [1, 2, 3]
    """
    parts = _parts(work, pieces, executor, threads)
    for so_far, part in zip(done, parts, strict=True):
        yield part
        if progress is not None:
            progress(so_far, done[-1])


def _parts(
    work: Callable[[Piece], Part], pieces: Iterable[Piece], executor: Executor | None, threads: int
) -> Iterator[Part]:
    if executor is not None:
        yield from _in_order(executor, work, pieces, AHEAD)
    elif threads > 1:
        with ThreadPoolExecutor(threads) as pool:  # NumPy releases the interpreter's lock while it works
            yield from _in_order(pool, work, pieces, threads)
    else:
        yield from map(work, pieces)


def _in_order(executor: Executor, work: Callable[[Piece], Part], pieces: Iterable[Piece], ahead: int) -> Iterator[Part]:
    share = getattr(executor, "share", None)
    shared = work if share is None else share(work)
    waiting: deque[Future[Part]] = deque()
    try:
        for piece in pieces:
            waiting.append(executor.submit(_call, shared, piece))
            if len(waiting) == ahead:
                yield waiting[0].result()
                waiting.popleft()
        while waiting:
            yield waiting[0].result()
            waiting.popleft()
    finally:
        for future in waiting:
            future.cancel()


def _call(work: Callable[[Any], Any], piece: Any) -> Any:
    return work(piece)


def within(progress: Progress | None, before: int, total: int) -> Progress | None:
    """Return what a step of a longer work calls: so much was done before it, of so much."""
    return progress and (lambda done, of: progress(before + done, total))

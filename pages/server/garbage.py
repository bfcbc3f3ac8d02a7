"""Memory is collected rarely while visitors are answered, and given back in moments in which nobody waits."""

import asyncio
import ctypes
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from pages.server.uploads import drop_what_nobody_takes
from pages.shared import result_cache, room

LOOK = 3.0  # seconds between two looks at what nobody needs any more
QUIET = 30.0  # seconds between two collections, at the least
ONE_HEAP = -8, 1  # glibc's M_ARENA_MAX: each thread would have a heap of its own, whose free parts no other can use
OFTEN = 20_000, 20, 20  # new objects between two collections: with Python's 700 they take a sixteenth of a busy server
MUCH = 0.4  # of the memory: results that nobody looks at are kept below it
BUSY = 0.02  # seconds by which the event loop may be late while nobody waits


@asynccontextmanager
async def collecting_garbage() -> AsyncIterator[None]:
    """Leave alone what was imported, collect rarely, and give memory back while this lasts."""
    _call_glibc("mallopt", *ONE_HEAP)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*OFTEN)
    task = asyncio.create_task(_give_back_in_quiet_moments())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _give_back_in_quiet_moments() -> None:
    loop = asyncio.get_running_loop()
    collected = loop.time()
    while True:
        await asyncio.sleep(LOOK)
        drop_what_nobody_takes()
        due = loop.time() + 0.05
        await asyncio.sleep(0.05)
        waited = loop.time() - collected
        if room.is_short():
            result_cache.clear()
        elif room.is_short(MUCH):
            result_cache.clear(2 * QUIET)
        # Scripts run in threads of this process: while one does, the loop is late.
        elif waited < QUIET or (waited < 2 * QUIET and loop.time() - due > BUSY):
            continue
        await asyncio.to_thread(give_back)
        collected = loop.time()


def give_back() -> None:
    """Collect cycles and return unused memory to the system."""
    gc.collect()
    _call_glibc("malloc_trim", 0)


def _call_glibc(name: str, *values: int) -> None:
    """Call a function of glibc; other systems do without."""
    with suppress(AttributeError, TypeError):
        getattr(ctypes.CDLL(None), name)(*values)

"""What nobody needs any more is let go every few seconds, and unused memory is given back to the system."""

import asyncio
import ctypes
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from math import inf

from streamlit.runtime import exists, get_instance

from pages.server.uploads import drop_what_nobody_takes
from pages.shared import result_cache, room

LOOK, EVERY = 3.0, 10  # seconds between two looks, and how many of them until memory is given back
ONE_HEAP = -8, 1  # glibc's M_ARENA_MAX: each thread would have a heap of its own, whose free parts no other can use
MUCH, UNUSED = 0.2, 20.0  # of the memory: above, results of those who left are forgotten after so many seconds


@asynccontextmanager
async def kept_small() -> AsyncIterator[None]:
    """Let go what nobody needs while this lasts."""
    _call_glibc("mallopt", *ONE_HEAP)
    task = asyncio.create_task(_let_go())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _let_go() -> None:
    for look in count(1):
        await asyncio.sleep(LOOK)
        drop_what_nobody_takes()
        if room.is_short():
            result_cache.clear()
        elif (much := room.is_short(MUCH)) or look % EVERY == 0:
            result_cache.forget(_is_there, UNUSED if much else inf)
            if much and look % EVERY == 0:
                gc.collect()  # sessions that ended go only with the next collection, which a server at rest never makes
        else:
            continue
        await asyncio.to_thread(_call_glibc, "malloc_trim", 0)


def _is_there(session: str) -> bool:
    return exists() and get_instance().is_active_session(session)


def _call_glibc(name: str, *values: int) -> None:
    """Call a function of glibc; other systems do without."""
    with suppress(AttributeError, TypeError):
        getattr(ctypes.CDLL(None), name)(*values)

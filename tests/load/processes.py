"""The server under load: started as a visitor's teacher would start it, and what it costs."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil

from tests.browser import servers


@contextmanager
def serving(workers: int, log: Path, *options: str, **where: Any) -> Iterator[tuple[str, int]]:
    """Serve the dashboard, by one process or by two behind a proxy; return its address and its process."""
    script = servers.SEVERAL if workers > 1 else servers.ROOT / "app.py"
    with servers.running(script, log, *options, **{"environment": os.environ, **where}) as (address, process):
        yield address, process.pid


async def watch(pid: int, held: list[int], every: float = 1.0) -> None:
    """Note the resident bytes of a process and all below it, until cancelled."""
    while True:
        held.append(memory(pid))
        await asyncio.sleep(every)


def family(pid: int) -> list[int]:
    """Return a process and all that it has started, directly or not."""
    return [pid, *(child.pid for child in psutil.Process(pid).children(recursive=True))]


def alive(pid: int) -> bool:
    """Return whether a process goes on; one that has ended may still be listed until its parent asks for it."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def cpu(pid: int | None) -> float:
    """Return the seconds of CPU time that a process and all below it have taken."""
    return _added(pid, lambda one: sum(one.cpu_times()[:2])) if pid else 0.0


def memory(pid: int) -> int:
    """Return the resident bytes of a process and all below it."""
    return int(_added(pid, lambda one: one.memory_info().rss))


def _added(pid: int, of: Callable[[psutil.Process], float]) -> float:
    total = 0.0
    for one in family(pid):
        with suppress(psutil.NoSuchProcess):
            total += of(psutil.Process(one))
    return total

"""The server under load: started as a visitor's teacher would start it, and what it costs."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from tests.browser import servers


@contextmanager
def serving(workers: int, log: Path, *options: str, **where: Any) -> Iterator[tuple[str, int]]:
    """Serve the dashboard, by one process or by several behind a proxy; return its address and its process."""
    alone = servers.ROOT / "app.py"
    script, more = (servers.SEVERAL, ["--workers", str(workers)]) if workers > 1 else (alone, [])
    with servers.running(script, log, *more, *options, **{"environment": os.environ, **where}) as (address, process):
        yield address, process.pid


@dataclass
class Cost:
    """What a process and all below it took while they were watched."""

    seconds: float = 0.0
    cpu: float = 0.0  # seconds of CPU time
    memory: list[int] = field(default_factory=list)  # resident bytes, a value per sample


async def watch(pid: int, cost: Cost, every: float = 1.0) -> None:
    """Add to `cost` until cancelled."""
    begun, before = time.monotonic(), _cpu(pid)
    while True:
        cost.memory.append(memory(pid))
        cost.seconds, cost.cpu = time.monotonic() - begun, _cpu(pid) - before
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


def _cpu(pid: int) -> float:
    return _added(pid, lambda one: sum(one.cpu_times()[:2]))


def memory(pid: int) -> int:
    """Return the resident bytes of a process and all below it."""
    return int(_added(pid, lambda one: one.memory_info().rss))


def _added(pid: int, of: Callable[[psutil.Process], float]) -> float:
    total = 0.0
    for one in family(pid):
        with suppress(psutil.NoSuchProcess):
            total += of(psutil.Process(one))
    return total

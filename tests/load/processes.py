"""The server under load: started as a visitor's teacher would start it, and what it costs, from Linux's /proc."""

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.browser import servers

ROOT = Path(__file__).parents[2]
TICKS = os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(workers: int, log: Path, *options: str, **where: Any) -> Iterator[tuple[str, int]]:
    """Serve the dashboard, by one process or by several behind a proxy; return its address and its process."""
    script, more = (servers.SEVERAL, ["--workers", str(workers)]) if workers > 1 else (ROOT / "app.py", [])
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
    every = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    parents = {one: int(fields[1]) for one in every if (fields := _stat(one))}
    found = [pid]
    for one in found:  # grows while it is read
        found.extend(child for child, parent in parents.items() if parent == one)
    return found


def alive(pid: int) -> bool:
    """Return whether a process goes on; one that has ended may still be listed until its parent asks for it."""
    fields = _stat(pid)
    return bool(fields) and fields[0] != "Z"


def _stat(pid: int) -> list[str]:
    """Return what /proc says of a process, from its state on."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return []


def _cpu(pid: int) -> float:
    stats = [_stat(one) for one in family(pid)]
    return sum((int(fields[11]) + int(fields[12])) / TICKS for fields in stats if fields)


def memory(pid: int) -> int:
    """Return the resident bytes of a process and all below it."""
    return sum(int(fields[21]) for one in family(pid) if (fields := _stat(one))) * os.sysconf("SC_PAGE_SIZE")

"""Visitors who upload and leave: `python -m tests.load.leaving --visitors 60`, a part of `make soak`.

Each uploads a task of their own of 0.8 MB, looks at it, and closes the tab; a few at a time. What the server and all
that it started hold a minute after the last one has left is compared with what they held before the first. It fails
beyond `--growth` MB. What is shared by visitors stays: tasks and results, bounded by pages/shared/memory.py.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.load.processes import memory, serving
from tests.load.soak import MB, UPLOADED_ON, task
from tests.load.visitor import Visitor

CASES = 11_000  # of an upload: 0.8 MB
TOGETHER = 4  # visitors at the same time
FIRST = 4  # who come before anything is measured: they start the worker processes
QUIET = 45.0  # seconds until what they have left is given back
MINUTE = 60.0


async def leave(address: str, pid: int, visitors: int) -> tuple[float, list[float]]:
    """Return how many MB are held before they come, and how many more every ten seconds after they have left."""
    await asyncio.gather(*(_visit(address, -1 - number) for number in range(FIRST)))
    await asyncio.sleep(QUIET)
    before = memory(pid) / MB
    for first in range(0, visitors, TOGETHER):
        await asyncio.gather(*(_visit(address, number) for number in range(first, min(first + TOGETHER, visitors))))
    more = []
    until = time.monotonic() + MINUTE
    while time.monotonic() < until:
        more.append(memory(pid) / MB - before)
        await asyncio.sleep(MINUTE / 6)
    return before, [*more, memory(pid) / MB - before]


async def _visit(address: str, number: int) -> None:
    visitor = Visitor(address, random.Random(number))
    await visitor.open(UPLOADED_ON, {"task": "own"}, files=False)
    await visitor.upload("files_0", task(1000 + number, CASES))
    await visitor.close()


def main() -> int:
    """Run it; return 1 where too much is held."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.leaving", description=__doc__.partition("\n")[0])
    parser.add_argument("--visitors", type=int, default=60)
    parser.add_argument("--growth", type=float, default=300, help="MB that may be held a minute later (default: 300)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(1, Path(folder) / "log.txt") as (address, pid):
        before, more = asyncio.run(leave(address, pid, arguments.visitors))
    listed = ", ".join(f"{value:+.0f}" for value in more)
    sys.stdout.write(f"{arguments.visitors} visitors uploaded and left. ")
    sys.stdout.write(f"Memory before: {before:.0f} MB; within a minute: {listed} MB.\n")
    return int(more[-1] > arguments.growth)


if __name__ == "__main__":
    sys.exit(main())

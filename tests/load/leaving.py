"""Visitors who upload and leave: `python -m tests.load.leaving --visitors 60`, a part of `make soak`.

Each uploads a task of their own, two files of 0.8 MB or six, looks at it, and closes the tab, every second one in the
middle of an analysis that takes half a minute; a few at a time. What the server and all that it started hold three
minutes after the last one has left (Streamlit waits two for them) is compared with what they held before the first. It
fails beyond `--growth` MB, or where half as many threads are left as there were visitors. What is shared by visitors
stays: tasks and results, bounded by pages/shared/result_cache.py.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from tests.load.processes import memory, serving, threads
from tests.load.soak import MB, UPLOADED_ON, task
from tests.load.visitor import Visitor

CASES = 11_000  # of an upload: 0.8 MB
TOGETHER = 4  # visitors at the same time
FIRST = 4  # who come before anything is measured
QUIET = 45.0  # seconds until what they have left is given back
AFTERWARDS = 180.0  # Streamlit waits two minutes for those who left
ANALYSED_ON = ("systems", "plan")  # half a minute each for so many cases
RUNS, STAYS = 5, (1.0, 5.0)  # runs that are analysed; seconds until their visitor leaves


async def leave(address: str, pid: int, visitors: int) -> tuple[float, list[float], int]:
    """Return the MB held before they come, how many more every twenty seconds afterwards, and how many threads more."""
    await asyncio.gather(*(_visit(address, -1 - number) for number in range(FIRST)))
    await asyncio.sleep(QUIET)
    before, threads_before = memory(pid) / MB, threads(pid)
    for first in range(0, visitors, TOGETHER):
        await asyncio.gather(*(_visit(address, number) for number in range(first, min(first + TOGETHER, visitors))))
    more = []
    until = time.monotonic() + AFTERWARDS
    while time.monotonic() < until:
        more.append(memory(pid) / MB - before)
        await asyncio.sleep(AFTERWARDS / 9)
    return before, [*more, memory(pid) / MB - before], threads(pid) - threads_before


async def _visit(address: str, number: int) -> None:
    visitor = Visitor(address, random.Random(number))
    await visitor.open(UPLOADED_ON, {"task": "own"}, files=False)
    files = task(1000 + number, CASES)
    if number % 2:
        files |= {f"{n}.csv": task(1000 + number + n, CASES)["mine.csv"] for n in range(1, RUNS)}
    await visitor.upload("files_0", files)
    if number % 2:
        with suppress(TimeoutError):  # they leave in the middle of it
            await asyncio.wait_for(visitor.go(ANALYSED_ON[number // 2 % 2]), visitor.rng.uniform(*STAYS))
    await visitor.close()


def main() -> int:
    """Run it; return 1 where too much is held."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.leaving", description=__doc__.partition("\n")[0])
    parser.add_argument("--visitors", type=int, default=60)
    parser.add_argument(
        "--growth", type=float, default=300, help="MB that may be held three minutes later (default: 300)"
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(1, Path(folder) / "log.txt") as (address, pid):
        before, more, threads_more = asyncio.run(leave(address, pid, arguments.visitors))
    listed = ", ".join(f"{value:+.0f}" for value in more)
    sys.stdout.write(f"{arguments.visitors} visitors uploaded and left. ")
    sys.stdout.write(f"Memory before: {before:.0f} MB; within three minutes: {listed} MB, {threads_more:+} threads.\n")
    return int(more[-1] > arguments.growth or threads_more > arguments.visitors / 2)


if __name__ == "__main__":
    sys.exit(main())

"""`make soak`: visitors come, upload, work and leave for half an hour, and the server gives the memory back.

`python -m tests.load.soak --minutes 30 --visitors 30`. Each visitor opens a page, in every second visit uploads a task
of their own there, does what a class does (habits.py), leaves, and somebody else comes. At the end nobody is there, and
as long as a session waits for its visitor to come back is waited for. It fails if a visitor met an error, if memory at
the end is more than `--growth` MB above that of the first sixth of the time (five minutes of thirty), or, with
`--p95 300`, if a twentieth of the actions took longer than that. Times need a machine that does nothing else.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tests.load import habits
from tests.load.measured import Measured, as_text
from tests.load.processes import ROOT, serving, watch
from tests.load.visitor import LostError, Visitor

UPLOADED_ON = "popularity-vs-uniform"
UPLOADING = 0.5  # the share of visits with an upload
CASES = 400  # of an upload: as many as NTCIR's tasks have, 40 kB
LARGER, LARGE = 0.1, 10  # the share of uploads that are larger, and how many times
FORGOTTEN = 150.0  # seconds after which a session that was left is forgotten, and a collection over
MB = 1e6


@dataclass
class Soak:
    """The visitors, and what they met."""

    address: str
    pid: int
    seconds: float
    pause: float
    measured: Measured
    cases: int = CASES  # of it
    visits: int = 0
    memory: dict[str, float] = field(default_factory=dict)  # MB: most of the first sixth, at the end

    async def run(self, visitors: int, wait: float) -> None:
        """Let them act until the time is over, then wait until the last sessions are forgotten."""
        await self._warm()
        watching = asyncio.create_task(watch(self.pid, self.measured.server))
        until = time.monotonic() + self.seconds
        await asyncio.gather(asyncio.create_task(self._note()), *(self._stay(n, until) for n in range(visitors)))
        await asyncio.sleep(wait)
        self.memory["end"] = self.measured.server.memory[-1] / MB
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching

    async def _warm(self) -> None:
        """Open every page once, and upload a task: what that imports and starts is not what visitors leave behind."""
        for page in habits.PAGES:
            visitor = Visitor(self.address, random.Random(0))
            await visitor.open(page, {"task": "own"} if page == UPLOADED_ON else None, files=False)
            if page == UPLOADED_ON:
                await visitor.upload("files_0", task(0, 80 * CASES))
            await visitor.close()

    async def _note(self) -> None:
        await asyncio.sleep(self.seconds / 6)
        self.memory["early"] = max(self.measured.server.memory) / MB

    async def _stay(self, number: int, until: float) -> None:
        """Visit again and again, each time as somebody else."""
        rng = random.Random(number)
        await asyncio.sleep(rng.uniform(0, self.pause * 3))
        while time.monotonic() < until:
            self.visits += 1
            visitor = Visitor(self.address, rng)
            try:
                await self._visit(visitor, rng, until)
            except (LostError, LookupError) as reason:
                self.measured.errors[str(reason)] += 1
            finally:
                await visitor.close()

    async def _visit(self, visitor: Visitor, rng: random.Random, until: float) -> None:
        if rng.random() < UPLOADING:
            self.measured.add(UPLOADED_ON, "open", await visitor.open(UPLOADED_ON, {"task": "own"}, files=False))
            cases = self.cases * (LARGE if rng.random() < LARGER else 1)
            files = task(rng.getrandbits(32), cases)
            self.measured.add(UPLOADED_ON, f"upload of {cases:,} cases", await visitor.upload("files_0", files))
        else:
            page = habits.any_page(rng)
            self.measured.add(page, "open", await visitor.open(page, files=False))
        for _ in range(rng.randint(3, 12)):
            await asyncio.sleep(self.pause * rng.uniform(0.5, 1.5))
            if time.monotonic() > until:
                return
            kind, do = habits.next_action(visitor)
            timing = await do()
            self.measured.add(visitor.page, kind, timing)


def task(seed: int, cases: int = CASES) -> dict[str, bytes]:
    """Return a gold and a run that nobody else has."""
    generator = np.random.default_rng(seed)
    votes = generator.integers(1, 10, (cases, 5))
    shares = generator.dirichlet(np.ones(5), cases)
    head = "case,-2,-1,0,1,2\n"
    gold = "".join(f"C{n:05},{','.join(map(str, row))}\n" for n, row in enumerate(votes.tolist()))
    run = "".join(f"C{n:05},{','.join(map(repr, row))}\n" for n, row in enumerate(shares.tolist()))
    return {"gold.csv": (head + gold).encode(), "mine.csv": (head + run).encode()}


def faults(soak: Soak, growth: float, p95: float | None) -> list[str]:
    """Return what is not as it should be, a sentence each."""
    found = [f"{times} x {reason}" for reason, times in soak.measured.errors.items()]
    more = soak.memory["end"] - soak.memory["early"]
    if more > growth:
        found.append(f"At the end the server holds {more:.0f} MB more than early on; {growth:g} are allowed.")
    took = soak.measured.summary()["actions"].get("p95", 0)
    if p95 is not None and took > p95:
        found.append(f"A twentieth of the actions took more than {took} ms; {p95:g} are allowed.")
    return found


def main() -> int:
    """Run it; return 1 where something is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.soak", description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--visitors", type=int, default=30)
    parser.add_argument("--pause", type=float, default=4, help="seconds between two actions (default: 4)")
    parser.add_argument("--cases", type=int, default=CASES, help=f"cases of an upload (default: {CASES})")
    parser.add_argument("--growth", type=float, default=300, help="MB of memory that may stay (default: 300)")
    parser.add_argument("--p95", type=float, help="milliseconds that 95 of 100 actions may take at most")
    parser.add_argument("--wait", type=float, default=FORGOTTEN, help="seconds at the end, when nobody is there")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(1, Path(folder) / "log.txt") as (address, pid):
        title = f"soak: {arguments.visitors} visitors, {arguments.minutes:g} minutes"
        soak = Soak(address, pid, 60 * arguments.minutes, arguments.pause, Measured(title), cases=arguments.cases)
        asyncio.run(soak.run(arguments.visitors, arguments.wait))
    summary = soak.measured.summary() | {"visits": soak.visits, "memory": soak.memory}
    wrong = faults(soak, arguments.growth, arguments.p95)
    words = (
        f"{soak.visits} visits; memory {soak.memory['early']:.0f} MB early, {soak.memory['end']:.0f} MB at the end\n"
    )
    sys.stdout.write(as_text(summary) + words + "".join(f"{one}\n" for one in wrong))
    folder = ROOT / "build" / "load"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "soak.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

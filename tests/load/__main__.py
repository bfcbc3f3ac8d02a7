"""`make load`: many visitors at once, and how long each waits. `python -m tests.load -h` lists the options.

Visitors speak Streamlit's protocol without a browser (visitor.py), all in one process, and do what a class does
(habits.py): open a page by its link, drag, click a case, change a measure, think, go on.

    thirty   30 visitors, one process
    hundred  100 visitors, two processes behind the proxy
    soak     30 visitors for half an hour, who upload a task in every second visit, leave, and others come; then nobody
             is there as long as a session waits for its visitor to come back

All come within a few seconds, as a class does that was given an address. Actions begun before the last one has a page
are not counted: they wait for pages that are opened, which costs the server several times what an action does.

Each action is timed from the message to the end of the run of the script that answers it, as the visitor sees it;
`table` is the time until the first table of that run, `kB` the median of what an action sends down, uncompressed. The
next action follows `--pause` seconds after the last one began, on average, or at once when the answer came later.
Whoever is refused, disconnected, shown an exception or not answered in two minutes counts as an error and opens the
page again: then this ends with code 1, and so it does where at the end of `soak` the server holds 300 MB more than it
did at the most in the first sixth of the time.

The visitors share the machine with the server: `visitors` shows which share of a core they took. Where that is not
small, use fewer visitors, or `--address` from another machine. Quote what is printed with its load average.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from tests.load import habits
from tests.load.plain_http import Client
from tests.load.processes import cpu, serving, watch
from tests.load.visitor import LostError, Visitor

GROWTH = 300  # MB of memory that may stay
UPLOADED_ON, CASES = "popularity-vs-uniform", 400  # of an upload: as many as NTCIR's tasks have, 40 kB
UPLOADING, LARGER = 0.5, 0.1  # the share of visits with an upload; of those, the share that is ten times as large
COLUMNS = ["n", "p50", "p95", "max", "table p50", "table p95", "kB p50"]


class Scenario(NamedTuple):
    visitors: int
    workers: int
    seconds: float
    pause: float
    actions: tuple[int, int] | None = None  # of a visit, where visitors leave and others come
    wait: float = 0.0  # seconds at the end, when nobody is there and the memory of the server is looked at


SCENARIOS = {
    "thirty": Scenario(30, 1, 60, 2),
    "hundred": Scenario(100, 2, 60, 4),
    "soak": Scenario(30, 1, 1800, 4, (3, 12), 150),
}


def main(words: Sequence[str] | None = None) -> int:
    """Run a scenario; return 1 if a visitor met an error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", choices=SCENARIOS, default="thirty")
    parser.add_argument("--visitors", type=int, help="how many, instead of those of the scenario")
    for name, what in (("seconds", "how long visitors act"), ("pause", "seconds between two actions")):
        parser.add_argument(f"--{name}", type=float, help=f"{what}, instead of those of the scenario")
    parser.add_argument("--page", choices=[page for page in habits.PAGES if page], help="visit this page alone")
    parser.add_argument("--address", help="of a dashboard that runs, such as http://localhost:8501")
    given = parser.parse_args(words)
    own = {name: value for name, value in vars(given).items() if name in Scenario._fields and value is not None}
    scenario = SCENARIOS[given.scenario]._replace(**own)
    with ExitStack() as stack:
        address, pid = given.address, None
        if not address:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            address, pid = stack.enter_context(serving(scenario.workers, folder / "log.txt"))
        crowd = Crowd(address, pid, scenario, given.page)
        asyncio.run(crowd.act())
    sys.stdout.write(f"{given.scenario}: {crowd.told()}\n")
    return int(bool(crowd.errors) or crowd.grown() > GROWTH)


class Crowd:
    """The visitors of a scenario, and what they met."""

    def __init__(self, address: str, pid: int | None, scenario: Scenario, page: str | None = None) -> None:
        self.address, self.pid, self.scenario, self.page = address, pid, scenario, page
        self.timings: list[tuple[object, ...]] = []  # page, kind of action, what a `Timing` says
        self.errors: Counter[str] = Counter()
        self.memory: list[int] = []  # of the server, a value per second
        self.cores = self.spent = self.until = 0.0  # the cores that visitors took; CPU seconds of the server
        self.visits = self.arriving = 0  # visitors who have no page yet

    async def act(self) -> None:
        """Let visitors come within a few seconds, and act until the time is over."""
        number, _, seconds, *_ = self.scenario
        await self.warm()
        watching = asyncio.create_task(watch(self.pid, self.memory)) if self.pid else None
        begun, before, self.arriving = time.monotonic(), time.process_time(), number
        self.until, lasting = begun + seconds, min(seconds / 4, number / 10)
        self.spent = -cpu(self.pid)
        await asyncio.gather(*(self._stay(random.Random(n), lasting * n / number) for n in range(number)))
        self.spent += cpu(self.pid)
        self.cores = (time.process_time() - before) / (time.monotonic() - begun)
        if watching:
            await asyncio.sleep(self.scenario.wait)
            watching.cancel()

    async def warm(self) -> None:
        """Open every page that is visited once in every process: it imports and computes what all others share."""
        served: set[str] = set()
        while len(served) < self.scenario.workers:
            client = Client(self.address)
            for page in {self.page: 1, UPLOADED_ON: 1} if self.page else habits.PAGES:
                visitor = Visitor(self.address, random.Random(0), client)
                await visitor.open(page, {"task": "own"} if page == UPLOADED_ON else None, files=False)
                if page == UPLOADED_ON and self.scenario.actions:
                    await visitor.upload("files_0", task(0, 80 * CASES))
                await visitor.close()
            served.add(client.cookies.get("ordquant", ""))

    async def _stay(self, rng: random.Random, wait: float) -> None:
        """Visit until the time is over; whoever is lost, or has left, comes again."""
        await asyncio.sleep(wait)
        client, came = None, False
        while time.monotonic() < self.until:
            self.visits += 1
            visitor = Visitor(self.address, rng, None if self.scenario.actions else client)
            begun = time.monotonic()
            try:
                await self._come(visitor, files=client is None)
                self.arriving, came, client = self.arriving - (not came), True, visitor.client
                for _ in range(rng.randint(*self.scenario.actions or (10**9, 10**9))):
                    wait = self.scenario.pause * rng.uniform(0.5, 1.5)
                    await asyncio.sleep(max(0.0, begun + wait - time.monotonic()))
                    if time.monotonic() >= self.until:
                        break
                    kind, do = habits.next_action(visitor, leaves=not self.page)
                    begun, early = time.monotonic(), self.arriving > 0
                    timing = await do()
                    if not early:
                        self.timings.append((visitor.page, kind, *timing))
            except (LostError, LookupError) as reason:
                self.errors[str(reason)] += 1
                await asyncio.sleep(self.scenario.pause)
            finally:
                await visitor.close()

    async def _come(self, visitor: Visitor, *, files: bool) -> None:
        """Open a page; in every second visit of those who leave again, upload a task there."""
        rng = visitor.rng
        uploads = self.scenario.actions is not None and rng.random() < UPLOADING
        page = UPLOADED_ON if uploads else self.page or habits.any_page(rng)
        timing = await visitor.open(page, {"task": "own"} if uploads else None, files=files)
        self.timings.append((page, "open", *timing))
        if uploads:
            cases = CASES * (10 if rng.random() < LARGER else 1)
            timing = await visitor.upload("files_0", task(rng.getrandbits(32), cases))
            self.timings.append((page, f"upload of {cases:,} cases", *timing))

    def grown(self) -> float:
        """Return by how many MB the server holds more at the end than early on; only where visitors leave."""
        early = self.memory[: len(self.memory) // 6]
        return (self.memory[-1] - max(early)) / 1e6 if self.scenario.wait and early else 0.0

    def told(self) -> str:
        """Return all of it as a table for a terminal; times in milliseconds, what an action sends down in kB."""
        number, workers, seconds, pause, *_ = self.scenario
        found = pd.DataFrame(self.timings, columns=["page", "kind", "finished", "table", "received"])
        found[["finished", "table"]] = 1000 * found[["finished", "table"]].astype(float)
        groups = {f"{page or 'start'}: {kind}": of for (page, kind), of in found.groupby(["page", "kind"])}
        opened = found["kind"] == "open"
        groups |= {"all pages opened by link": found[opened], "all other actions": found[~opened]}
        rows = {name: _spread(of) for name, of in groups.items()}
        table = pd.DataFrame.from_dict(rows, "index", columns=COLUMNS)
        memory = [round(size / 1e6) for size in self.memory] or [0]
        return "\n".join(
            [
                f"{number} visitors, {workers} process{'es' * (workers > 1)}, an action per {pause:g} s",
                table.to_string(na_rep="", float_format="{:.0f}".format),
                f"errors: {', '.join(f'{n} x {reason}' for reason, n in self.errors.items()) or 'none'}",
                f"server: {self.spent / seconds:.2f} cores; memory {memory[0]} MB at first, {max(memory)} at most, "
                f"{memory[-1]} at last; {self.visits} visits",
                f"visitors: {self.cores:.2f} cores; load average {', '.join(f'{of:.1f}' for of in os.getloadavg())}",
            ]
        )


def _spread(of: pd.DataFrame) -> list[float]:
    times, tables = of["finished"].quantile([0.5, 0.95, 1]), of["table"].quantile([0.5, 0.95])
    return [len(of), *times, *tables, of["received"].median() / 1000]


def task(seed: int, cases: int = CASES) -> dict[str, bytes]:
    """Return a gold and a run that nobody else has."""
    generator = np.random.default_rng(seed)
    files = {"gold.csv": generator.integers(1, 10, (cases, 5)), "mine.csv": generator.dirichlet(np.ones(5), cases)}
    names = pd.Index([f"C{n:05}" for n in range(cases)], name="case")
    return {name: pd.DataFrame(table, names, range(-2, 3)).to_csv().encode() for name, table in files.items()}


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the server that was started ends, too
    sys.exit(main())

"""`make load`: many visitors at once, and how long each waits. `python -m tests.load -h` lists the options.

Visitors speak Streamlit's protocol without a browser (visitor.py), all in one process, and do what a class does
(habits.py): open a page by its link, drag, click a case, change a measure, think, go on. Three scenarios:

    thirty   30 visitors, one process
    hundred  100 visitors, two processes behind the proxy
    heavy    3 visitors who click while another one runs the heaviest analyses, one process

All come within a few seconds, as a class does that was given an address. Actions begun before the last one has a page
are counted on their own: they wait for pages that are opened, which costs the server several times what an action does.

Each action is timed from the message to the end of the run of the script that answers it, as the visitor sees it;
`table` is the time until the first table of that run, `kB` the median of what an action sends down, uncompressed. The
next action follows `--pause` seconds after the last one began, on average, or at once when the answer came later.
Whoever is refused, disconnected, shown an exception or not answered in two minutes counts as an error and opens the
page again.

The visitors share the machine with the server: `visitors` shows which share of a core they took and by how much they
were late at most. Where that is not small against the times, use fewer visitors, or `--address` from another machine.
The table goes to stdout, the same as JSON to build/load/. Quote both with the load average that they hold.
"""

import argparse
import asyncio
import io
import json
import os
import random
import signal
import sys
import tempfile
import time
import zipfile
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from tests.benchmarks.big_task import write_task
from tests.load import habits
from tests.load.measured import Measured, as_text
from tests.load.plain_http import Client
from tests.load.processes import ROOT, serving, watch
from tests.load.visitor import LostError, Timing, Visitor

SCENARIOS = {"thirty": (30, 1), "hundred": (100, 2), "heavy": (3, 1)}  # visitors, processes
LARGEST_ATLAS = {"n": "56", "l": "5"}  # 487,635 distributions
LAG_EVERY = 0.05


def main() -> int:
    """Run the scenarios; return 1 if a visitor met an error."""
    arguments = _parse()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the server that was started ends, too
    if arguments.compression:
        os.environ["STREAMLIT_SERVER_ENABLE_WEBSOCKET_COMPRESSION"] = "true"
        Visitor.compressed = True
    names = list(SCENARIOS) if arguments.scenario == "all" else [arguments.scenario]
    failed = False
    for name in names:
        visitors, workers = SCENARIOS[name]
        measured = _run(name, arguments.visitors or visitors, arguments.workers or workers, arguments)
        summary = measured.summary()
        sys.stdout.write(as_text(summary) + "\n")
        sys.stdout.flush()
        arguments.json.mkdir(parents=True, exist_ok=True)
        (arguments.json / f"{name}.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
        failed = failed or bool(measured.errors)
    return int(failed)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description="Measure the dashboard under load.")
    parser.add_argument("--scenario", choices=["all", *SCENARIOS], default="all")
    parser.add_argument("--visitors", type=int, help="how many, instead of those of the scenario")
    parser.add_argument("--workers", type=int, help="processes that serve, instead of those of the scenario")
    parser.add_argument("--seconds", type=float, default=60, help="how long visitors act (default: 60)")
    parser.add_argument("--pause", type=float, default=2, help="seconds between two actions (default: 2)")
    parser.add_argument("--compression", action="store_true", help="let the server compress what it sends")
    parser.add_argument("--page", choices=[page for page in habits.PAGES if page], help="visit this page alone")
    parser.add_argument(
        "--address", help="of a dashboard that runs, such as http://localhost:8501, instead of a new one"
    )
    parser.add_argument("--pid", type=int, help="the process at that address, for its memory and CPU")
    parser.add_argument(
        "--cases", type=int, default=100_000, help="of the upload of `heavy`, 20 runs (default: 100000)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, default=ROOT / "build" / "load", help="folder for the figures as JSON")
    return parser.parse_args()


def _run(name: str, visitors: int, workers: int, arguments: argparse.Namespace) -> Measured:
    with ExitStack() as stack:
        address, pid = arguments.address, arguments.pid
        if not address:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            address, pid = stack.enter_context(serving(workers, folder / "log.txt"))
        processes = "" if arguments.address else f", {workers} process{'es' if workers > 1 else ''}"
        title = f"{name}: {visitors} visitors{processes}, an action per {arguments.pause:g} s"
        loop = _loop_factory()
        with asyncio.Runner(loop_factory=loop) as runner:
            crowd = Crowd(address, pid, Measured(title), arguments)
            runner.run(crowd.heavy(visitors) if name == "heavy" else crowd.act(visitors, workers))
        return crowd.measured


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop  # type: ignore[no-any-return]


class Crowd:
    """The visitors of one scenario."""

    def __init__(self, address: str, pid: int | None, measured: Measured, arguments: argparse.Namespace) -> None:
        self.address, self.pid, self.measured = address, pid, measured
        self.seconds, self.pause, self.page = arguments.seconds, arguments.pause, arguments.page
        self.cases, self.seed = arguments.cases, arguments.seed
        self.until = 0.0
        self.arriving = 0  # visitors who have no page yet

    async def act(self, visitors: int, workers: int) -> None:
        """Let visitors come within a few seconds, and act until the time is over."""
        await self._warm(workers)
        async with self._watched():
            self.until = time.monotonic() + self.seconds
            self.arriving = visitors
            lasting = min(self.seconds / 4, visitors / 10)
            starts = [lasting * n / visitors for n in range(visitors)]
            await asyncio.gather(*(self._stay(random.Random(f"{self.seed} {n}"), at) for n, at in enumerate(starts)))

    async def heavy(self, visitors: int) -> None:
        """Let visitors act while another one runs each of the heaviest analyses."""
        await self._warm(1)
        archive = await asyncio.to_thread(_archive, self.cases)
        analyses: dict[str, Callable[[Visitor], Awaitable[Timing]]] = {
            "500,000 gold distributions": lambda heavy: heavy.open("atlas", LARGEST_ATLAS),
            "consistency": lambda heavy: heavy.open("measures", {"view": "consistency", "splits": "10000"}),
            f"an upload of {self.cases:,} x 20": lambda heavy: _upload(heavy, archive),
        }
        async with self._watched():
            for name, run in analyses.items():
                self.until = time.monotonic() + 3600
                others = [
                    asyncio.create_task(self._stay(random.Random(f"{self.seed} {n}"), 0, beside=name))
                    for n in range(visitors)
                ]
                await asyncio.sleep(2 * self.pause)  # they have opened their pages
                heavy, begun = Visitor(self.address, random.Random(name)), time.monotonic()
                try:
                    self.measured.add(f"({name})", "itself", await run(heavy))
                except (LostError, LookupError) as reason:
                    self.measured.errors[f"{name}: {reason}"] += 1
                await heavy.close()
                await asyncio.sleep(max(0.0, begun + 5 * self.pause - time.monotonic()))
                self.until = 0.0
                await asyncio.gather(*others)

    async def _stay(self, rng: random.Random, wait: float, beside: str = "") -> None:
        """Visit until the time is over; whoever is lost comes again."""
        await asyncio.sleep(wait)
        client: Client | None = None
        came = False
        while time.monotonic() < self.until:
            visitor = Visitor(self.address, rng, client)
            begun = time.monotonic()
            page = self.page or ("compare" if beside else habits.any_page(rng))
            try:
                timing = await visitor.open(page, files=client is None)
                self.arriving, came = self.arriving - (not came), True
                self.measured.add(f"({beside}) {page}" if beside else page, "open", timing)
                client = visitor.client
                while True:
                    await asyncio.sleep(max(0.0, begun + self.pause * rng.uniform(0.5, 1.5) - time.monotonic()))
                    if time.monotonic() >= self.until:
                        break
                    kind, do = habits.next_action(visitor, leaves=not (self.page or beside))
                    begun, early = time.monotonic(), self.arriving > 0
                    timing = await do()
                    # Opening another page is timed at the page that is opened.
                    self.measured.add(
                        f"({beside}) {visitor.page}" if beside else visitor.page, kind, timing, arriving=early
                    )
            except LostError as reason:
                self.measured.errors[str(reason)] += 1
                await asyncio.sleep(self.pause)
            finally:
                await visitor.close()

    async def _warm(self, workers: int) -> None:
        """Open every page once in every process: the first one in each imports and computes what all others share."""
        served: set[str] = set()
        for n in range(4 * workers):
            client = Client(self.address)
            for page in habits.PAGES:
                visitor = Visitor(self.address, random.Random(n), client)
                await visitor.open(page, files=False)
                await visitor.close()
            served.add(client.cookies.get("ordquant", ""))
            if len(served) == workers:
                return

    def _watched(self) -> "_Watched":
        return _Watched(self.measured, self.pid)


class _Watched:
    """Measures the server, and the visitors themselves."""

    def __init__(self, measured: Measured, pid: int | None) -> None:
        self.measured, self.pid = measured, pid
        self.tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> None:
        self.begun, self.cpu = time.monotonic(), time.process_time()
        self.tasks.append(asyncio.create_task(self._lag()))
        if self.pid:
            self.tasks.append(asyncio.create_task(watch(self.pid, self.measured.server)))

    async def __aexit__(self, *raised: object) -> None:
        for task in self.tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self.measured.visitors_cpu = (time.process_time() - self.cpu) / (time.monotonic() - self.begun)
        self.measured.load = os.getloadavg()

    async def _lag(self) -> None:
        while True:
            due = time.monotonic() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.measured.visitors_lag = max(self.measured.visitors_lag, time.monotonic() - due)


def _archive(cases: int) -> bytes:
    """Return a zip of a gold file and 20 runs."""
    buffer = io.BytesIO()
    with tempfile.TemporaryDirectory() as folder:
        gold, runs = write_task(Path(folder), cases=cases, runs=20)
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for path in (gold, *runs):
                archive.write(path, path.name)
    return buffer.getvalue()


async def _upload(heavy: Visitor, archive: bytes) -> Timing:
    await heavy.open("data")
    return await heavy.upload("files_0", {"big.zip": archive})


if __name__ == "__main__":
    sys.exit(main())

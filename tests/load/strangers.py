"""`python -m tests.load.strangers`: strangers who take any number of units, and whether others are still answered.

Each way takes something by the hundred, while an honest visitor opens pages, drags and uploads. A line each says: the
memory of the server before, at the most, and a minute after the strangers have gone; how many units it took, of how
many; how long the honest visitor waited, and how often they were told to wait. `--several`: two processes behind the
proxy. It fails where memory exceeds what SECURITY.md states, or is not back (`--growth` MB), or where the honest one
met an error. Times need a machine that does nothing else. A part of `make soak`.
"""

import argparse
import asyncio
import os
import random
import struct
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from tests.load.__main__ import SCENARIOS, Crowd, task
from tests.load.plain_http import Client
from tests.load.processes import memory, serving
from tests.load.visitor import LostError, Visitor
from tests.zips import zipped

MEBIBYTE, MB = 2**20, 1e6
LASTS = 20.0  # seconds that strangers stay
AFTERWARDS = 60.0
STATED = 2048 * MEBIBYTE, 512 * MEBIBYTE  # of a process: what it may hold, and what is on its way into it


class Strangers:
    """Who take units of one kind, and how many of them were taken."""

    def __init__(self, address: str, times: int = 1, size: int = MEBIBYTE) -> None:
        self.address, self.times, self.size = address, times, size
        self.taken = self.tried = 0
        self._held: list[Visitor] = []
        self._lines: list[asyncio.StreamWriter] = []

    async def visitor(self, page: str = "data", number: int = 0, **query: str) -> Visitor:
        """Return a visitor who has opened a page, and stays."""
        visitor = Visitor(self.address, random.Random(number))
        self._held.append(visitor)
        await visitor.open(page, query, files=False)
        return visitor

    async def line(self, sent: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection, and send something; it stays open."""
        client = Client(self.address)
        reader, writer = await asyncio.open_connection(client.host, client.port)
        self._lines.append(writer)
        writer.write(sent)
        return reader, writer

    def head(self, method: str, path: str, **lines: str) -> bytes:
        """Return the beginning of a request."""
        sent = {"Host": self.address.partition("://")[2], "Origin": self.address} | lines
        named = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in sent.items())
        return f"{method} {path} HTTP/1.1\r\n{named}\r\n".encode()

    async def each(self, number: int, act: Callable[[int], Awaitable[bool]]) -> None:
        """Do something so many times, a few at the same time, and count how often the server took it."""

        async def once(n: int) -> None:
            async with few:
                with suppress(LostError, OSError, TimeoutError, LookupError):
                    taken = await act(n)
                    self.taken += taken
                self.tried += 1

        few = asyncio.Semaphore(5 if self.size > MEBIBYTE else 20)
        await asyncio.gather(*map(once, range(number * self.times)))

    async def leave(self) -> None:
        """Close all that is open."""
        for writer in self._lines:
            writer.close()
        await asyncio.gather(*(visitor.close() for visitor in self._held), return_exceptions=True)


async def send(visitor: Visitor, name: str, size: int, **headers: str) -> int:
    """Send a file to an address of a session, which no page has asked for; return the status of the answer."""
    return await visitor.put(f"/_stcore/upload_file/{visitor.session}/{name}", bytes(size), **headers)


async def untaken(strangers: Strangers) -> None:
    """Uploads that no page takes, five of each of four tabs, which are closed; half seem to come through a proxy."""
    tabs = [await strangers.visitor(number=n) for n in range(4)]

    async def act(n: int) -> bool:
        seems = {"X-Forwarded-For": f"198.51.100.{n}"} if n % 2 else {}
        return await send(tabs[n % 4], f"f{n}", strangers.size, **seems) == 204

    await strangers.each(20, act)


async def half_open(strangers: Strangers) -> None:
    """Uploads that stop in the middle."""
    tab = await strangers.visitor()
    cookie = tab.client.cookie_header()["Cookie"]

    async def act(n: int) -> bool:
        lines = {"Content_Length": str(strangers.size), "Content_Type": "multipart/form-data; boundary=line"}
        lines |= {"Cookie": cookie, "X_Xsrftoken": tab.client.cookies["_streamlit_xsrf"]}
        head = strangers.head("PUT", f"/_stcore/upload_file/{tab.session}/h{n}", **lines)
        begun = b'--line\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
        reader, writer = await strangers.line(head + begun + bytes(strangers.size // 2))
        await asyncio.wait_for(writer.drain(), 10)
        with suppress(TimeoutError):
            return not await asyncio.wait_for(reader.read(12), 3)
        return True

    await strangers.each(20, act)


def handshake(strangers: Strangers, **lines: str) -> bytes:
    """Return what opens a websocket."""
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
    key = {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec_WebSocket_Protocol": "streamlit"}
    return strangers.head("GET", "/_stcore/stream", **upgrade, **key, **lines)


async def opened(strangers: Strangers, **lines: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bool]:
    """Open a websocket; say whether the server took it."""
    reader, writer = await strangers.line(handshake(strangers, **lines))
    first = await asyncio.wait_for(reader.readline(), 30)
    return reader, writer, b" 101 " in first


async def unfinished(strangers: Strangers) -> None:
    """Websockets with a frame that has no end."""

    async def act(n: int) -> bool:
        _, writer, taken = await opened(strangers)
        size = min(strangers.size, 990_000)
        writer.write(struct.pack("!BBQ4s", 0x82, 0xFF, size, b"mask") + bytes(size * 9 // 10))
        with suppress(TimeoutError):
            await asyncio.wait_for(writer.drain(), 5)
        return taken

    await strangers.each(200, act)


async def fragments(strangers: Strangers) -> None:
    """Websockets with a message of pieces that are empty, and go on."""

    async def act(n: int) -> bool:
        _, writer, taken = await opened(strangers)
        writer.write(struct.pack("!BB4s", 0x02, 0x80, b"mask"))
        until = time.monotonic() + LASTS / 2
        while time.monotonic() < until and not writer.is_closing():
            writer.write(struct.pack("!BB4s", 0x00, 0x80, b"mask") * 1000)
            await asyncio.wait_for(writer.drain(), 5)
            await asyncio.sleep(0.05)
        return taken

    await strangers.each(20, act)


async def sessions(strangers: Strangers) -> None:
    """Pages that stay open."""

    async def act(n: int) -> bool:
        await strangers.visitor("cases", n)
        return True

    await strangers.each(400, act)


async def silent(strangers: Strangers) -> None:
    """Connections that say nothing, and such that do not end their headers."""

    async def act(n: int) -> bool:
        await strangers.line(b"" if n % 2 else b"GET / HTTP/1.1\r\nHost: x\r\n")
        return True

    await strangers.each(500, act)


async def cookies(strangers: Strangers) -> None:
    """Requests and websockets with as many cookies as fit."""
    cookie = "; ".join(f"c{n}={'x' * 90}" for n in range(500))

    async def act(n: int) -> bool:
        if n % 2:
            return (await opened(strangers, Cookie=cookie))[2]
        return (await Client(strangers.address).ask("GET", "/", headers={"Cookie": cookie})).status == 200

    await strangers.each(300, act)


async def slow_readers(strangers: Strangers) -> None:
    """Pages and files that are asked for, and never read."""
    index = (await Client(strangers.address).ask("GET", "/")).body.decode()
    script = index.partition('src="./')[2].partition('"')[0]

    async def act(n: int) -> bool:
        if n % 4:
            await strangers.line(strangers.head("GET", f"/{script}"))
            return True
        visitor = await strangers.visitor("popularity-vs-uniform", n)
        assert visitor._socket is not None
        visitor._socket.transport.pause_reading()
        for _ in range(50):
            await visitor._rerun()
        return True

    await strangers.each(100, act)


async def parameters(strangers: Strangers) -> None:
    """Results of other settings each time, the heaviest among them."""

    async def act(n: int) -> bool:
        page, query = (
            ("systems", {"seed": str(n), "trials": "1000"}),
            ("measures", {"view": "consistency", "seed": str(n), "splits": "100" if n % 50 else "10000"}),
            ("atlas", {"n": str(10 + n % 47), "l": str(3 + n % 3)}),  # up to 487,635 distributions
            ("compare", {"classes": "-2,-1,0,1,2", "gold": f"{n},1,2,9,8"}),
        )[n % 4]
        visitor = await strangers.visitor(page, n, **query)
        await visitor.close()
        return True

    await strangers.each(150, act)


async def large_links(strangers: Strangers) -> None:
    """Links of 50 kB, and messages with queries of 900 kB."""

    async def act(n: int) -> bool:
        visitor = await strangers.visitor("compare", n, gold=f"{n},1", classes="x" * 25_000, more="1," * 12_000)
        visitor._query = "gold=" + "1," * 450_000
        await visitor._rerun()
        return True

    await strangers.each(60, act)


async def bombs(strangers: Strangers) -> None:
    """Archives of sixty tables, which two tabs upload at the same time."""
    rows = 100_000 * strangers.size // (95 * MEBIBYTE)
    table = "case,a,b,c\n" + "".join(f"case{n},.25,.25,.5\n" for n in range(rows))

    async def act(n: int) -> bool:
        held = zipped({f"run{m}{n}.csv": table.encode() for m in range(60)} | {"gold.csv": table.encode()})
        visitor = await strangers.visitor("data", n, task="own")
        await visitor.upload("files_0", {"runs.zip": held})
        return True

    await strangers.each(2, act)


WAYS: dict[str, Callable[[Strangers], Awaitable[None]]] = {
    way.__name__: way
    for way in (
        *(untaken, half_open, unfinished, fragments, sessions, silent, cookies, slow_readers, parameters),
        *(large_links, bombs),
    )
}
LARGE = 95 * MEBIBYTE
SIZES = {"untaken": LARGE, "half_open": LARGE, "bombs": LARGE}  # in full


class Honest:
    """A visitor who opens pages, drags a bar, and uploads a task, again and again."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.waits: list[float] = []
        self.told = 0
        self.lost: list[str] = []

    async def go(self, until: Callable[[], bool]) -> None:
        """Go on until it is time; note how long each answer took."""
        number = 0
        while not until():
            number += 1
            visitor = Visitor(self.address, random.Random(number))
            begun = time.monotonic()
            try:
                for act in (
                    partial(visitor.open, "compare", files=False),
                    partial(visitor.drag, "gold", [number, 2, 3, 4, 1]),
                    partial(visitor.go, "data"),
                    partial(visitor.upload, "files_0", task(number, 50)),
                ):
                    begun = time.monotonic()
                    await act()
                    self.waits.append(time.monotonic() - begun)
                    await asyncio.sleep(0.2)
            except LostError as reason:
                if "503" in str(reason) or "413" in str(reason):
                    self.told += 1
                else:
                    self.lost.append(f"{reason} after {time.monotonic() - begun:.1f} s")
                await asyncio.sleep(1)
            finally:
                await visitor.close()


async def beside(way: str, address: str, pid: int, times: int, size: int) -> tuple[list[int], Honest, tuple[int, int]]:
    """Let strangers act beside an honest visitor; return the memory before, at the most, and a minute later."""
    honest, over = Honest(address), False
    before = most = memory(pid)
    elsewhere = ProcessPoolExecutor(1, get_context("spawn"))  # who sends much must not keep the honest visitor waiting

    async def watch() -> None:
        nonlocal most
        while not over:
            most = max(most, memory(pid))
            await asyncio.sleep(0.1)

    others = [asyncio.create_task(watch()), asyncio.create_task(honest.go(lambda: over))]
    with elsewhere:
        counts = await asyncio.wrap_future(elsewhere.submit(stay, way, address, times, size))
    over = True
    await asyncio.gather(*others)
    await asyncio.sleep(AFTERWARDS)
    return [before, most, memory(pid)], honest, counts


def stay(way: str, address: str, times: int, size: int) -> tuple[int, int]:
    """Be the strangers; return how many units the server took, of how many."""

    async def act() -> tuple[int, int]:
        strangers = Strangers(address, times, size)
        with suppress(TimeoutError):
            await asyncio.wait_for(WAYS[way](strangers), 4 * LASTS)
        await asyncio.sleep(LASTS / 4)
        await strangers.leave()
        return strangers.taken, strangers.tried

    return asyncio.run(act())


def main() -> int:
    """Print a line for each way; return 1 where something is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--way", choices=WAYS, action="append", help="only this one; may be repeated")
    parser.add_argument("--several", action="store_true", help="two processes behind the proxy")
    parser.add_argument("--times", type=int, default=1, help="so many times as many strangers")
    parser.add_argument("--size", type=int, help="MiB of a large file (default: 95)")
    parser.add_argument("--growth", type=float, default=300, help="MB that may stay (default: 300)")
    options = parser.parse_args()
    workers, failed = 2 if options.several else 1, False
    for way in options.way or WAYS:
        size = SIZES.get(way, MEBIBYTE)
        size = min(size, options.size * MEBIBYTE) if options.size else size
        with tempfile.TemporaryDirectory() as folder, serving(workers, Path(folder) / "log.txt") as (address, pid):
            asyncio.run(Crowd(address, None, SCENARIOS["thirty"])._warm())
            held, honest, (taken, tried) = asyncio.run(beside(way, address, pid, options.times, size))
            log = (Path(folder) / "log.txt").read_text(errors="replace")
        before, most, after = (one / MB for one in held)
        middle, longest = median(honest.waits or [0.0]), max(honest.waits, default=0.0)
        waits = f"{middle:.1f} s, at most {longest:.1f}"
        words = f"{way:18} {before:5.0f} {most:5.0f} {after:5.0f} MB; {taken} of {tried} taken; "
        words += f"honest: {len(honest.waits)} answers, median {waits}; told to wait {honest.told} times"
        words += "".join(f"; {reason}" for reason in honest.lost) + f"; {log.count(chr(10))} lines in the log"
        sys.stdout.write(words + f"; load {os.getloadavg()[0]:.0f}\n")
        sys.stdout.flush()
        stays = most * MB <= workers * sum(STATED) and after - before <= options.growth
        failed = failed or not stays or bool(honest.lost) or not (honest.waits or honest.told)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.load.strangers`: strangers who take any number of units, and whether others are still answered.

Each way takes something by the hundred, while an honest visitor opens pages, drags and uploads. A line each says: the
memory of the server before, at the most, and a minute after the strangers have gone; how many units it took, of how
many; how long the honest visitor waited, and how often they were told to wait. `--several`: two processes behind the
proxy. It fails where memory exceeds what SECURITY.md states, or is not back, or where the honest one met an error.
Times need a machine that does nothing else. A part of `make soak`.
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

from tests.load.__main__ import GROWTH, SCENARIOS, Crowd, task
from tests.load.plain_http import Client
from tests.load.processes import memory, serving, watch
from tests.load.visitor import NAMED, LostError, Visitor
from tests.zips import zipped

MEBIBYTE, MB = 2**20, 1e6
LASTS, AFTERWARDS = 20.0, 60.0  # seconds that strangers stay, and until memory is looked at again
STATED = 2048 * MEBIBYTE, 512 * MEBIBYTE  # of a process: what it may hold, and what is on its way into it
FORM = b'--line\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
UPGRADE = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
UPGRADE |= {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec_WebSocket_Protocol": "streamlit"}


class Strangers:
    """Who take units of one kind, and how many of them were taken."""

    def __init__(self, address: str, size: int = MEBIBYTE) -> None:
        self.address, self.size = address, size
        self.taken = self.tried = 0
        self._held: list[Visitor] = []
        self._lines: list[asyncio.StreamWriter] = []
        self._tabs: dict[int, asyncio.Task[Visitor]] = {}

    async def visitor(self, page: str = "data", number: int = 0, **query: str) -> Visitor:
        """Return a visitor who has opened a page, and stays."""
        visitor = Visitor(self.address, random.Random(number))
        self._held.append(visitor)
        await visitor.open(page, query, files=False)
        return visitor

    async def tab(self, number: int = 0) -> Visitor:
        """Return the visitor of that number, who has opened Data."""
        if number not in self._tabs:
            self._tabs[number] = asyncio.create_task(self.visitor(number=number))
        return await self._tabs[number]

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

    def upload_head(self, tab: Visitor, name: str, size: int) -> bytes:
        """Return the beginning of an upload."""
        lines = {"Content_Length": f"{size}", "Content_Type": "multipart/form-data; boundary=line"}
        lines |= {"X_Xsrftoken": tab.client.cookies["_streamlit_xsrf"], **tab.client.cookie_header()}
        return self.head("PUT", f"/_stcore/upload_file/{tab.session}/{name}", **lines) + FORM

    async def each(self, act: Callable[["Strangers", int], Awaitable[bool | None]], number: int) -> None:
        """Do something so many times, a few at the same time, and count how often the server took it."""

        async def once(n: int) -> None:
            async with few:
                with suppress(LostError, OSError, TimeoutError, LookupError):
                    taken = await act(self, n) is not False
                    self.taken += taken  # not in one line: it would be read before others add to it
                self.tried += 1

        few = asyncio.Semaphore(5 if self.size > MEBIBYTE else 20)
        await asyncio.gather(*map(once, range(number)))

    async def leave(self) -> None:
        """Close all that is open."""
        for writer in self._lines:
            writer.close()
        await asyncio.gather(*(visitor.close() for visitor in self._held), return_exceptions=True)


async def send(visitor: Visitor, name: str, size: int, **headers: str) -> int:
    """Send a file to an address of a session, which no page has asked for; return the status of the answer."""
    return await visitor.put(f"/_stcore/upload_file/{visitor.session}/{name}", bytes(size), **headers)


async def opened(strangers: Strangers, **lines: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bool]:
    """Open a websocket; say whether the server took it."""
    reader, writer = await strangers.line(strangers.head("GET", "/_stcore/stream", **UPGRADE, **lines))
    first = await asyncio.wait_for(reader.readline(), 30)
    return reader, writer, b" 101 " in first


async def untaken(strangers: Strangers, n: int) -> bool:
    """Uploads that no page takes, five of each of four tabs, which are closed; half seem to come through a proxy."""
    seems = {"X-Forwarded-For": f"198.51.100.{n}"} if n % 2 else {}
    return await send(await strangers.tab(n % 4), f"f{n}", strangers.size, **seems) == 204


async def half_open(strangers: Strangers, n: int) -> bool:
    """Uploads that stop in the middle."""
    head = strangers.upload_head(await strangers.tab(), f"h{n}", strangers.size)
    reader, writer = await strangers.line(head + bytes(strangers.size // 2))
    await asyncio.wait_for(writer.drain(), 10)
    with suppress(TimeoutError):
        return not await asyncio.wait_for(reader.read(12), 3)
    return True


async def unfinished(strangers: Strangers, n: int) -> bool:
    """Websockets with a frame that has no end."""
    _, writer, taken = await opened(strangers)
    size = min(strangers.size, 990_000)
    writer.write(struct.pack("!BBQ4s", 0x82, 0xFF, size, b"mask") + bytes(size * 9 // 10))
    with suppress(TimeoutError):
        await asyncio.wait_for(writer.drain(), 5)
    return taken


async def fragments(strangers: Strangers, n: int) -> bool:
    """Websockets with a message of pieces that are empty, and go on."""
    _, writer, taken = await opened(strangers)
    writer.write(struct.pack("!BB4s", 0x02, 0x80, b"mask"))
    until = time.monotonic() + LASTS / 2
    while time.monotonic() < until and not writer.is_closing():
        writer.write(struct.pack("!BB4s", 0x00, 0x80, b"mask") * 1000)
        await asyncio.wait_for(writer.drain(), 5)
        await asyncio.sleep(0.05)
    return taken


async def sessions(strangers: Strangers, n: int) -> None:
    """Pages that stay open."""
    await strangers.visitor("cases", n)


async def silent(strangers: Strangers, n: int) -> None:
    """Connections that say nothing, and such that do not end their headers."""
    await strangers.line(b"" if n % 2 else b"GET / HTTP/1.1\r\nHost: x\r\n")


async def cookies(strangers: Strangers, n: int) -> bool:
    """Requests and websockets with as many cookies as fit."""
    cookie = "; ".join(f"c{n}={'x' * 90}" for n in range(500))
    if n % 2:
        return (await opened(strangers, Cookie=cookie))[2]
    return (await Client(strangers.address).ask("GET", "/", headers={"Cookie": cookie})).status == 200


async def slow_readers(strangers: Strangers, n: int) -> None:
    """Pages and files that are asked for, and never read."""
    if n % 4:
        index = (await Client(strangers.address).ask("GET", "/")).body.decode()
        await strangers.line(strangers.head("GET", f"/{NAMED.findall(index)[0].lstrip('/')}"))
        return
    visitor = await strangers.visitor("popularity-vs-uniform", n)
    assert visitor._socket is not None
    visitor._socket.transport.pause_reading()
    for _ in range(50):
        await visitor._rerun()


async def messages(strangers: Strangers, n: int) -> None:
    """Pages that are to be drawn again, a thousand times, without waiting for any."""
    visitor = await strangers.visitor("popularity-vs-uniform", n)
    for _ in range(1000):
        await visitor._rerun()
    with suppress(TimeoutError):
        await asyncio.wait_for(visitor._read(lambda message: False), LASTS / 2)


async def parameters(strangers: Strangers, n: int) -> None:
    """Results of other settings each time, the heaviest among them."""
    page, query = (
        ("systems", {"seed": str(n), "trials": "1000"}),
        ("measures", {"view": "consistency", "seed": str(n), "splits": "100" if n % 50 else "10000"}),
        ("atlas", {"n": str(10 + n % 47), "l": str(3 + n % 3)}),  # up to 487,635 distributions
        ("compare", {"classes": "-2,-1,0,1,2", "gold": f"{n},1,2,9,8"}),
    )[n % 4]
    visitor = await strangers.visitor(page, n, **query)
    await visitor.close()


async def large_links(strangers: Strangers, n: int) -> None:
    """Links of 50 kB, and messages with queries of 900 kB."""
    visitor = await strangers.visitor("compare", n, gold=f"{n},1", classes="x" * 25_000, more="1," * 12_000)
    visitor._query = "gold=" + "1," * 450_000
    await visitor._rerun()


async def bombs(strangers: Strangers, n: int) -> None:
    """Archives of sixty tables, which two tabs upload at the same time."""
    rows = 100_000 * strangers.size // (95 * MEBIBYTE)
    table = "case,a,b,c\n" + "".join(f"case{n},.25,.25,.5\n" for n in range(rows))
    held = zipped({f"run{m}{n}.csv": table for m in range(60)} | {"gold.csv": table})
    visitor = await strangers.visitor("data", n, task="own")
    await visitor.upload("files_0", {"runs.zip": held})


LARGE = 95 * MEBIBYTE
WAYS = {  # what strangers do, how often, with files of which size
    way.__name__: (way, number, size)
    for way, number, size in (
        *((untaken, 20, LARGE), (half_open, 20, LARGE), (unfinished, 200, MEBIBYTE), (fragments, 20, MEBIBYTE)),
        *((sessions, 400, MEBIBYTE), (silent, 500, MEBIBYTE), (cookies, 300, MEBIBYTE), (slow_readers, 100, MEBIBYTE)),
        *((messages, 4, MEBIBYTE), (parameters, 150, MEBIBYTE), (large_links, 60, MEBIBYTE), (bombs, 2, LARGE)),
    )
}


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


async def beside(way: str, address: str, pid: int, times: int, most: int) -> tuple[list[int], Honest, tuple[int, int]]:
    """Let strangers act beside an honest visitor; return the memory before, at the most, and a minute later."""
    honest, held, over = Honest(address), [memory(pid)], False
    elsewhere = ProcessPoolExecutor(1, get_context("spawn"))  # who sends much must not keep the honest visitor waiting

    watching = asyncio.create_task(watch(pid, held, 0.1))
    visiting = asyncio.create_task(honest.go(lambda: over))
    with elsewhere:
        counts = await asyncio.wrap_future(elsewhere.submit(stay, way, address, times, most))
    over = True
    await visiting
    watching.cancel()
    await asyncio.sleep(AFTERWARDS)
    return [held[0], max(held), memory(pid)], honest, counts


def stay(way: str, address: str, times: int, most: int) -> tuple[int, int]:
    """Be the strangers; return how many units the server took, of how many."""
    act, number, size = WAYS[way]

    async def go() -> tuple[int, int]:
        strangers = Strangers(address, min(size, most))
        with suppress(TimeoutError):
            await asyncio.wait_for(strangers.each(act, number * times), 4 * LASTS)
        await asyncio.sleep(LASTS / 4)
        await strangers.leave()
        return strangers.taken, strangers.tried

    return asyncio.run(go())


def main() -> int:
    """Try every way on a server of its own; return 1 where something is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--way", choices=WAYS, action="append", help="only this one; may be repeated")
    parser.add_argument("--several", action="store_true", help="two processes behind the proxy")
    parser.add_argument("--times", type=int, default=1, help="so many times as many strangers")
    options = parser.parse_args()
    workers, failed = 2 if options.several else 1, False
    for way in options.way or WAYS:
        with tempfile.TemporaryDirectory() as folder, serving(workers, Path(folder) / "log.txt") as (address, pid):
            asyncio.run(Crowd(address, None, SCENARIOS["thirty"]).warm())
            found = asyncio.run(beside(way, address, pid, options.times, LARGE))
            log = (Path(folder) / "log.txt").read_text(errors="replace")
        held, honest, (taken, tried) = found
        before, most, after = (one / MB for one in held)
        waits = f"{median(honest.waits or [0.0]):.1f} s, at most {max(honest.waits, default=0.0):.1f}"
        words = f"{way:18} {before:5.0f} {most:5.0f} {after:5.0f} MB; {taken} of {tried} taken; "
        words += f"honest: {len(honest.waits)} answers, median {waits}; told to wait {honest.told} times"
        words += "".join(f"; {reason}" for reason in honest.lost) + f"; {log.count(chr(10))} lines in the log"
        sys.stdout.write(words + f"; load {os.getloadavg()[0]:.0f}\n")
        sys.stdout.flush()
        stays = most * MB <= workers * sum(STATED) and after - before <= GROWTH
        failed = failed or not stays or bool(honest.lost) or not (honest.waits or honest.told)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

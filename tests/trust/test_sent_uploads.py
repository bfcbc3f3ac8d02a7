"""Uploads that no page has asked for, on a server that runs: who may send them, and how many."""

import asyncio
import random
import time

import pytest

from pages.server import uploads
from tests.load.aside import completed
from tests.load.plain_http import Client
from tests.load.processes import memory, serving
from tests.load.visitor import Visitor

pytestmark = pytest.mark.slow

MEBIBYTE = 2**20
SIZE = 90 * MEBIBYTE
TAKEN = uploads.MOST_BYTES // SIZE
REFUSED = 6  # further ones; were they kept, it would be 540 MiB
TRICKLING = 20  # clients that send a byte now and then
PROMPT = 10.0  # seconds for a page and an upload on a busy machine; those who trickle take an hour
ROOM = 3 * SIZE  # what reading and refusing them may leave in use


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """Serve for all of these tests; return the address and the process."""
    with serving(1, tmp_path_factory.mktemp("server") / "log.txt") as found:
        yield found


async def _send(visitor: Visitor, name: str, size: int, **headers: str) -> int:
    """Send a file to an address of the visitor's session; return the status of the answer."""
    head = b'--line\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
    lines = {"Content-Type": "multipart/form-data; boundary=line", "Origin": visitor.client.origin, **headers}
    body = head + bytes(size) + b"\r\n--line--\r\n"
    path = f"/_stcore/upload_file/{visitor.session}/{name}"
    return (await visitor.client.ask("PUT", path, body, lines)).status


def test_an_upload_needs_the_token_and_the_cookie_of_the_visitor(served):
    async def tried(address: str) -> dict[str, int]:
        visitor = Visitor(address, random.Random(1))
        await visitor.open("data", {"task": "own"}, files=False)
        token = visitor.client.cookies["_streamlit_xsrf"]
        found = {
            "no token": await _send(visitor, "a", 9),
            "another token": await _send(visitor, "a", 9, **{"X-Xsrftoken": "0" * len(token)}),
            "both": await _send(visitor, "a", 9, **{"X-Xsrftoken": token}),
        }
        ours, visitor.client = visitor.client, Client(address)
        found["no cookie"] = await _send(visitor, "a", 9, **{"X-Xsrftoken": token})
        visitor.client = ours
        await visitor.close()
        return found

    assert completed(tried(served[0])) == {"no token": 403, "another token": 403, "both": 204, "no cookie": 403}


@pytest.mark.thorough
def test_uploads_beyond_what_a_session_may_hold_are_refused_and_not_kept(served):
    async def tried(address: str, pid: int) -> tuple[list[int], int]:
        visitor = Visitor(address, random.Random(1))
        await visitor.open("data", {"task": "own"}, files=False)
        token = {"X-Xsrftoken": visitor.client.cookies["_streamlit_xsrf"]}
        taken = [await _send(visitor, f"a{number}", SIZE, **token) for number in range(TAKEN)]
        before = memory(pid)
        refused = [await _send(visitor, f"b{number}", SIZE, **token) for number in range(REFUSED)]
        more = memory(pid) - before
        await visitor.close()
        return taken + refused, more

    statuses, more = completed(tried(*served))
    assert statuses == [204] * TAKEN + [413] * REFUSED
    assert more < ROOM


def test_uploads_that_trickle_in_keep_nobody_waiting(served):
    async def trickle(visitor: Visitor, number: int) -> None:
        reader, writer = await asyncio.open_connection(visitor.client.host, visitor.client.port)
        lines = {
            "Host": f"{visitor.client.host}:{visitor.client.port}",
            "Origin": visitor.client.origin,
            "Content-Type": "multipart/form-data; boundary=line",
            "Content-Length": "36000",
            "X-Xsrftoken": visitor.client.cookies["_streamlit_xsrf"],
            **visitor.client.cookie_header(),
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"PUT /_stcore/upload_file/{visitor.session}/t{number} HTTP/1.1\r\n{head}\r\n".encode())
        try:
            for byte in b"--line\r\n" * 4500:
                writer.write(bytes([byte]))
                await writer.drain()
                assert not reader.at_eof()
                await asyncio.sleep(0.1)
        finally:
            writer.close()

    async def tried(address: str) -> tuple[int, float, int]:
        slow, prompt = Visitor(address, random.Random(1)), Visitor(address, random.Random(2))
        await slow.open("data", {"task": "own"}, files=False)
        trickling = [asyncio.create_task(trickle(slow, number)) for number in range(TRICKLING)]
        await asyncio.sleep(1)
        begun = time.monotonic()
        await prompt.open("data", {"task": "own"}, files=False)
        status = await _send(prompt, "a", 9, **{"X-Xsrftoken": prompt.client.cookies["_streamlit_xsrf"]})
        took, waiting = time.monotonic() - begun, sum(not task.done() for task in trickling)
        for task in trickling:
            task.cancel()
        await asyncio.gather(*trickling, return_exceptions=True)
        await slow.close()
        await prompt.close()
        return status, took, waiting

    status, took, waiting = completed(tried(served[0]))
    assert (status, waiting) == (204, TRICKLING)
    assert took < PROMPT

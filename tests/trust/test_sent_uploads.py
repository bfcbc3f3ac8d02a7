"""Uploads that no page has asked for, on a server that runs: who may send them, and how many."""

import random

import pytest

from pages.shared.guards import uploads
from tests.load.aside import completed
from tests.load.plain_http import Client
from tests.load.processes import memory, serving
from tests.load.visitor import Visitor

pytestmark = pytest.mark.slow

MEBIBYTE = 2**20
SIZE = 90 * MEBIBYTE
TAKEN = uploads.MOST_BYTES // SIZE
REFUSED = 6  # further ones; were they kept, it would be 540 MiB
ROOM = 3 * SIZE  # what reading and refusing them may leave in use


async def _send(visitor: Visitor, name: str, size: int, **headers: str) -> int:
    """Send a file to an address of the visitor's session; return the status of the answer."""
    head = b'--line\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
    lines = {"Content-Type": "multipart/form-data; boundary=line", "Origin": visitor.client.origin, **headers}
    body = head + bytes(size) + b"\r\n--line--\r\n"
    path = f"/_stcore/upload_file/{visitor.session}/{name}"
    return (await visitor.client.ask("PUT", path, body, lines)).status


def test_an_upload_needs_the_token_and_the_cookie_of_the_visitor(tmp_path):
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

    with serving(1, tmp_path / "log.txt") as (address, _):
        assert completed(tried(address)) == {"no token": 403, "another token": 403, "both": 204, "no cookie": 403}


def test_uploads_beyond_what_a_session_may_hold_are_refused_and_not_kept(tmp_path):
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

    with serving(1, tmp_path / "log.txt") as (address, pid):
        statuses, more = completed(tried(address, pid))
    assert statuses == [204] * TAKEN + [413] * REFUSED
    assert more < ROOM

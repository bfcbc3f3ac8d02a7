"""Strangers who take any number of units, on servers that run: what all of them get is bounded, and others go on.

`make soak` does the same at full size, with its memory (tests/load/strangers.py).
"""

import asyncio
import os
import random
import time

import pytest

from pages.server import patches
from pages.shared import room
from tests.browser import servers
from tests.depth import matrix
from tests.load import strangers
from tests.load.aside import completed
from tests.load.processes import serving
from tests.load.strangers import MEBIBYTE, Strangers, opened, send
from tests.load.visitor import LostError, Visitor

pytestmark = pytest.mark.slow

FILES, VISITORS, TRICKLING = 8, 6, 20  # MiB, pages of an address, uploads that go no further
LATER = patches.LONGEST + 20  # seconds; whoever answers no ping is gone ten later


@pytest.fixture(scope="module", params=[1, 2], ids=["streamlit run", "make serve"])
def served(request, tmp_path_factory):
    """Serve with little room; return the address and the log."""
    if request.param > 1:
        servers.proxy_required()
    log = tmp_path_factory.mktemp("server") / "log.txt"
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(room.FILES, str(FILES))
        patched.setenv(room.VISITORS, str(VISITORS * 3 // 2))
        with serving(request.param, log) as (address, _):
            yield address, log


async def until(holds):
    """Wait until it holds."""
    end = time.monotonic() + servers.PATIENCE
    while not await holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.5)


async def tab_on_data(address, client=None):
    """Open a tab, of a client whose requests all reach the same process."""
    tab = Visitor(address, random.Random(1), client)
    await tab.open("data", {"task": "own"}, files=False)
    return tab


def upload_head(strangers, tab, name):
    """Return how an upload begins."""
    lines = {"Content_Length": "36000", "Content_Type": "multipart/form-data; boundary=line"}
    lines |= {"X_Xsrftoken": tab.client.cookies["_streamlit_xsrf"], **tab.client.cookie_header()}
    return strangers.head("PUT", f"/_stcore/upload_file/{tab.session}/{name}", **lines) + b"--line"


def test_files_that_no_page_takes_are_so_many_and_gone_when_their_tab_is_closed(served):
    async def tried(address):
        tab = await tab_on_data(address)
        other = await tab_on_data(address, tab.client)
        statuses = [await send(tab, f"{number}", 2 * MEBIBYTE - 999) for number in range(6)]
        beside = await send(other, "a", 6 * MEBIBYTE)
        await tab.close()

        async def taken():
            return await send(other, "a", 6 * MEBIBYTE) == 204

        await until(taken)
        await other.close()
        return statuses, beside

    assert completed(tried(served[0])) == ([204] * 4 + [413] * 2, 413)


def test_an_upload_needs_the_token_and_the_cookie_of_the_visitor(served):
    async def tried(address):
        tab = await tab_on_data(address)
        token, found = tab.client.cookies["_streamlit_xsrf"], []
        for sent, kept in (("", token), ("0" * len(token), token), (token, "0" * len(token)), (token, token)):
            tab.client.cookies["_streamlit_xsrf"] = kept
            found.append(await send(tab, "a", 9, **{"X-Xsrftoken": sent}))
        await tab.close()
        return found

    assert completed(tried(served[0])) == [403, 403, 403, 204]


FRAME = b"\x82\xff\0\0\0\0\0\x01\0\0mask" + bytes(9000)  # of 65,536 bytes
PIECES = b"\x02\x80mask" + b"\0\x80mask" * 9


@pytest.mark.parametrize("begun", [FRAME, PIECES], ids=["frame", "pieces"])
def test_a_message_that_does_not_end_ends_its_connection(served, begun):
    async def tried(address):
        some = Strangers(address)
        reader, writer, taken = await opened(some)
        writer.write(begun)
        async with asyncio.timeout(LATER):
            while await reader.read(1000):
                pass
        await some.leave()
        return taken

    assert completed(tried(served[0]))


def test_a_message_of_very_many_pieces_ends_its_connection_at_once(served):
    async def tried(address):
        some = Strangers(address)
        reader, writer, _ = await opened(some)
        begun = time.monotonic()
        writer.write(PIECES + b"\0\x80mask" * 2 * patches.PIECES)
        try:
            while await reader.read(1000):
                pass
        except ConnectionError:
            pass
        await some.leave()
        return time.monotonic() - begun

    assert completed(tried(served[0])) < patches.LONGEST


def test_a_visitor_too_many_is_told_to_wait_and_gets_in_when_there_is_room(served):
    async def tried(address):
        first = Visitor(address, random.Random(1))
        await first.open("", files=False)
        client, inside = first.client, [first]

        async def fill():  # others may still count who have just left
            try:
                inside.append(Visitor(address, random.Random(2), client))
                await inside[-1].connect()
            except LostError:
                inside.pop()
                return True
            return len(inside) > VISITORS

        await until(fill)
        page = await client.ask("GET", "/compare", headers={"Accept": "text/html"})
        number = len(inside)
        await inside.pop().close()

        async def let_in():
            return (await client.ask("GET", "/compare", headers={"Accept": "text/html"})).status == 200

        await until(let_in)
        for visitor in inside:
            await visitor.close()
        return number, page.status, int(dict(page.headers)["refresh"])

    number, status, refresh = completed(tried(served[0]))
    assert (number, status) == (VISITORS, 503)
    assert refresh > 0


def test_whoever_leaves_in_the_middle_of_an_upload_leaves_no_traceback(served):
    address, log = served

    async def tried():
        some = Strangers(address)
        tab = await some.visitor()
        _, writer = await some.line(upload_head(some, tab, "f"))
        await asyncio.sleep(1)
        writer.close()
        await asyncio.sleep(1)
        await some.leave()

    before = log.read_text().count("\n")
    completed(tried())
    assert log.read_text().count("\n") - before <= 1


def test_a_request_with_two_hosts_is_refused(served):
    async def tried(address):
        some = Strangers(address)
        head = some.head("GET", "/")[:-2] + b"Host: evil.example\r\n\r\n"
        reader, _ = await some.line(head)
        first = await reader.readline()
        await some.leave()
        return first

    assert b" 400 " in completed(tried(served[0]))


def test_uploads_that_go_no_further_keep_nobody_waiting(served):
    async def tried(address):
        some = Strangers(address)
        slow, prompt = await some.visitor(), await some.visitor(number=2)
        for number in range(TRICKLING):
            await some.line(upload_head(some, slow, f"t{number}"))
        status = await send(prompt, "a", 9)
        await some.leave()
        return status

    assert completed(tried(served[0])) == 204


@pytest.mark.parametrize("way", matrix(strangers.WAYS, "bombs"))
def test_beside_strangers_of_every_kind_an_honest_visitor_is_answered_or_told_to_wait(way, served, monkeypatch):
    monkeypatch.setattr(strangers, "AFTERWARDS", 0)
    _, honest, _ = completed(strangers.beside(way, served[0], os.getpid(), 1, MEBIBYTE // 4))
    assert honest.waits or honest.told
    assert honest.lost == []

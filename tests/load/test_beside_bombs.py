"""A visitor who uploads what is made to use up time keeps nobody else waiting."""

import asyncio
import random

import pytest

from tests.depth import matrix
from tests.load.aside import completed
from tests.load.processes import Cost, serving, watch
from tests.load.visitor import Visitor
from tests.trust import bombs

pytestmark = pytest.mark.slow

PAUSE = 0.1  # seconds between two looks at the CPU time
RUNS, ARRIVED = 5, 8.0  # whose reading takes a minute; seconds until they have been sent
GIVEN_UP = 3.0  # seconds until a reading that nobody waits for has ended
ANSWERS = 3  # that another visitor gets while a bomb is read
PARTS = (25, 8, 1)  # of a bomb: where it is read before there was time for the answers, more of it is sent
MEMBERS = 9998
DRAWN = [[1, 2, 3, 4, 1], [4, 3, 2, 1, 1]]
BOMBS = {  # name: the page, the control, the files
    "judgements": ("ranked-lists", "lists_upload_0", {"q": bombs.judgements, "run": bombs.ranked_lists}),
    "votes": ("data", "files_0", {"votes.csv": bombs.votes}),
    "cases": ("data", "files_0", {"cases.csv": bombs.cases}),
    "files": ("data", "files_0", {"files.zip": bombs.tiny_files}),
}


def written(folder, makers, part=1):
    """Return the files of a bomb, or of so small a part of it."""
    for name, make in makers.items():
        size = {"members": MEMBERS // part} if make is bombs.tiny_files else {"rows": bombs.ROWS // part}
        make(folder / name, **size)
    return {name: (folder / name).read_bytes() for name in makers}


async def beside(address, page, control, files):
    """Upload files while another visitor drags a bar; return how many drags were answered while they were read."""
    other, visitor, sent = Visitor(address, random.Random(1)), Visitor(address, random.Random(2)), asyncio.Event()
    await other.open("compare")
    await visitor.open(page, {"data": "own"} if page == "ranked-lists" else None)
    await other.drag("gold", DRAWN[1])
    upload, drags = asyncio.create_task(visitor.upload(control, files, sent)), 0
    await asyncio.wait([upload, asyncio.create_task(sent.wait())], return_when=asyncio.FIRST_COMPLETED)
    while not upload.done():
        await other.drag("gold", DRAWN[drags % 2])
        drags += not upload.done()
    await upload
    await visitor.close()
    await other.close()
    return drags


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Serve by one process, as it starts."""
    with serving(1, tmp_path_factory.mktemp("server") / "log.txt") as (served, _):
        completed(beside(served, "data", "files_0", {"gold.csv": b"case,a,b\nx,1,2\n"}))
        yield served


@pytest.mark.parametrize("name", matrix(BOMBS, "judgements"))
def test_others_are_answered_while_a_bomb_is_read(address, tmp_path, name):
    page, control, makers = BOMBS[name]
    for part in PARTS:  # of a server that reads it before it answers anybody, not even the whole bomb gets answers
        answers = completed(beside(address, page, control, written(tmp_path, makers, part)))
        if answers >= ANSWERS:
            return
    pytest.fail(f"{answers} answers while the whole bomb was read")


async def left(address, pid, files):
    """Upload files and leave while they are read; return how much CPU time five seconds took before, and some later."""
    visitor, found = Visitor(address, random.Random(3)), Cost()
    await visitor.open("ranked-lists", {"data": "own"})
    watching = asyncio.create_task(watch(pid, found, PAUSE))
    upload = asyncio.create_task(visitor.upload("lists_upload_0", files))

    async def cpu_after(seconds):
        await asyncio.sleep(seconds)
        before = found.cpu
        await asyncio.sleep(5)
        return found.cpu - before

    while_read = await cpu_after(ARRIVED)
    assert not upload.done()
    await visitor.close()
    afterwards = await cpu_after(GIVEN_UP)
    for task in (watching, upload):
        task.cancel()
    return while_read, afterwards


@pytest.mark.thorough
def test_reading_ends_when_the_visitor_has_left(tmp_path):
    files = written(tmp_path, {"q": bombs.judgements, "run": bombs.ranked_lists})
    runs = {f"run{number}": files["run"].replace(b" tag\n", b" tag%d\n" % number) for number in range(RUNS)}
    with serving(1, tmp_path / "log.txt") as (address, pid):
        while_read, afterwards = completed(left(address, pid, {"q": files["q"], **runs}))
    assert while_read > 3
    assert abs(afterwards) < 0.5

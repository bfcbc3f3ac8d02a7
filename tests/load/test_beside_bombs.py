"""Reading ends when the visitor has left for whom it is done."""

import asyncio
import random

import pytest

from tests.load.aside import completed
from tests.load.processes import Cost, serving, watch
from tests.load.visitor import Visitor
from tests.trust import bombs

RUNS, ARRIVED, LOOKED_AT = 5, 8.0, 5.0  # whose reading takes a minute; seconds until they have been sent, and of a look
GIVEN_UP = 3.0  # seconds until a reading that nobody waits for has ended


@pytest.mark.slow
@pytest.mark.thorough
def test_reading_ends_when_the_visitor_has_left(tmp_path):
    files = {}
    for name, make in (("q", bombs.judgements), ("run", bombs.ranked_lists)):
        make(tmp_path / name)
        files[name] = (tmp_path / name).read_bytes()
    runs = {f"run{number}": files["run"].replace(b" tag\n", b" tag%d\n" % number) for number in range(RUNS)}

    async def left(address, pid):
        visitor, found = Visitor(address, random.Random(3)), Cost()
        await visitor.open("ranked-lists", {"data": "own"})
        watching = asyncio.create_task(watch(pid, found, 0.1))
        upload = asyncio.create_task(visitor.upload("lists_upload_0", {"q": files["q"], **runs}))

        async def cpu_after(seconds):
            await asyncio.sleep(seconds)
            before = found.cpu
            await asyncio.sleep(LOOKED_AT)
            return found.cpu - before

        while_read = await cpu_after(ARRIVED)
        assert not upload.done()
        await visitor.close()
        afterwards = await cpu_after(GIVEN_UP)
        for task in (watching, upload):
            task.cancel()
        return while_read, afterwards

    with serving(1, tmp_path / "log.txt") as (address, pid):
        while_read, afterwards = completed(left(address, pid))
    assert afterwards < while_read / 4

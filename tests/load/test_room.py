"""A small class in a room, over a network: nothing is lost, nothing counted twice, and the stage is right."""

import pytest

from tests.browser import servers
from tests.load.aside import completed
from tests.load.plain_http import Client
from tests.load.room import asked, hold, slowest

pytestmark = pytest.mark.slow


def test_twenty_phones_are_answered_and_counted_once():
    found = completed(hold(servers.shared(servers.ROOT / "app.py"), phones=20, questions=2))
    assert slowest(found, seconds=servers.PATIENCE) == []
    assert len(found.answered) == 40


def test_twenty_phones_behind_the_proxy_are_counted_once_whichever_process_answers():
    servers.proxy_required()
    found = completed(hold(servers.shared(servers.SEVERAL), phones=20, questions=2))
    assert slowest(found, seconds=servers.PATIENCE) == []


def test_a_room_is_open_in_every_process():
    servers.proxy_required()
    address = servers.shared(servers.SEVERAL)

    async def answered() -> tuple[set[str], dict[str, int]]:
        teacher, served = Client(address), set()
        made = await asked(teacher, "POST", "/room/new", {"questions": ["near-miss"]})
        path, key = f"/room/{made['code']}", made["key"]
        for number, process in enumerate(("p1", "p2") * 3):
            phone = Client(address)
            phone.cookies["ordquant"] = process
            content = {"question": 0, "choice": "1"}
            await asked(phone, "POST", f"{path}/answer", content, X_Phone=f"{number:032d}")
            served.add(phone.cookies["ordquant"])
        shown = await asked(teacher, "GET", f"{path}/counts", X_Room_Key=key)
        await asked(teacher, "POST", f"{path}/close", {}, X_Room_Key=key)
        return served, shown["counts"]

    assert completed(answered()) == ({"p1", "p2"}, {"1": 6, "2": 0, "3": 0})

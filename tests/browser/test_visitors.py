"""The visitors of the load test send what a browser sends: messages of both, for the same things done, are equal."""

import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.browser.settling import choose, listening, middle, settled
from tests.load.aside import completed
from tests.load.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.alone, pytest.mark.thorough]

Sent = list[dict[str, Any]]


def plain(data: bytes) -> dict[str, Any]:
    """Return what a message asks for; what differs from tab to tab is left out."""
    state = BackMsg.FromString(data).rerun_script
    widgets: dict[str, Any] = {}
    for widget in state.widget_states.widgets:
        kind = widget.WhichOneof("value")
        value = getattr(widget, kind)
        if kind == "json_value":
            value = {name: _without_tab(held) for name, held in json.loads(value).items()}
        elif kind.endswith("array_value"):
            value = list(value.data)
        elif widget.id.endswith("-focus"):  # the browser also repeats what it has drawn
            point = json.loads(value)["selection"]["points"][0]
            value = {name: point[name] for name in ("curve_number", "point_number", "customdata")}
        widgets[widget.id] = (kind, value)
    return {
        "widgets": widgets,
        "query": state.query_string,
        "page": state.page_script_hash,
        "name": state.page_name,
        "fragment": state.fragment_id,
        "kept": sorted(state.cached_message_hashes),
        "scheme": state.context_info.color_scheme,
    }


def _without_tab(value: Any) -> Any:
    """Leave out which tab sends, in which session, and its count of changes: a browser may send two in one message."""
    if not isinstance(value, dict):
        return value
    return {name: held for name, held in value.items() if name not in ("mount", "seq", "visit")}


@pytest.fixture
def recorded(page: Page) -> Sent:
    """Record what the browser sends."""
    sent: Sent = []

    def watch(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(plain(frame)))  # type: ignore[arg-type]

    page.on("websocket", watch)
    return sent


def by_visitor(server: str, monkeypatch: pytest.MonkeyPatch, act: Callable[[Visitor], Awaitable[object]]) -> Sent:
    """Return what a visitor sends who does something."""
    sent: Sent = []
    transmit = Visitor._transmit

    async def record(visitor: Visitor, message: BackMsg) -> None:
        sent.append(plain(message.SerializeToString()))
        await transmit(visitor, message)

    monkeypatch.setattr(Visitor, "_transmit", record)

    async def visit() -> None:
        visitor = Visitor(server, random.Random(1))
        await act(visitor)
        await visitor.close()

    completed(visit())
    return sent


def test_on_a_page_of_a_task(server: str, page: Page, recorded: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    page.goto(f"{server}/popularity-vs-uniform?x=NMD&y=RNSS")
    listening(page, "cases")
    page.locator("#cases [data-choice]").nth(2).locator("button").first.click()
    settled(page)
    choose(page.get_by_role("combobox", name="x-axis measure"), "RNOD")
    settled(page)
    page.locator(".st-key-calculation").get_by_test_id("stCheckbox").click()
    settled(page)
    page.get_by_test_id("stSidebarNav").get_by_text("Systems").click()
    settled(page)

    async def same(visitor: Visitor) -> None:
        await visitor.open("popularity-vs-uniform", {"x": "NMD", "y": "RNSS"})
        await visitor.click_row("cases", visitor.shown.choices("cases")[2])
        await visitor.choose("x", "RNOD")
        await visitor.check("calculation", True)
        await visitor.go("systems")

    sent = by_visitor(server, monkeypatch, same)
    for n, (ours, theirs) in enumerate(zip(sent, recorded, strict=True)):
        assert same_kept(ours, theirs), n
        assert ours == theirs, n


def test_on_compare(server: str, page: Page, recorded: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    page.goto(f"{server}/compare?gold=0,1,2,9,8&classes=-2,-1,0,1,2")
    listening(page, "measures")
    handle = page.locator(".dq-handle").nth(4)
    x, y = middle(handle)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 60, steps=3)
    page.mouse.up()
    settled(page)
    page.locator("#measures [data-choice]").nth(1).locator("button").first.click()
    settled(page)
    dragged = [gold for message in recorded[:-1] if (gold := drawn(message))]
    assert len(dragged) == 1

    async def same(visitor: Visitor) -> None:
        await visitor.open("compare", {"gold": "0,1,2,9,8", "classes": "-2,-1,0,1,2"})
        await visitor.drag("gold", dragged[0])
        await visitor.click_row("measures", visitor.shown.choices("measures")[1])

    sent = by_visitor(server, monkeypatch, same)
    assert [drawn(message) for message in sent] == [drawn(message) for message in recorded]
    # In between it depends on timing which answers had come: at the first message and after the drag, all is equal.
    for n in (0, 1, -1):
        assert same_kept(sent[n], recorded[n]), n
        assert sent[n] == recorded[n], n


def same_kept(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    """Return whether both keep the same messages, and let go of them; tab and canvas hold the session's `visit`."""
    one, other = ({*message.pop("kept")} for message in (ours, theirs))
    return len(one - other) == len(other - one) <= 2


def drawn(message: dict[str, Any]) -> list[int]:
    """Return the gold distribution that a message reports as drawn."""
    for id, (_, value) in message["widgets"].items():
        if id.endswith("-draw"):
            return list(value["drawn"]["gold"])
    return []

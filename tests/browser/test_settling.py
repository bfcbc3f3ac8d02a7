"""What the browser tests rest on: a page that has settled shows the answer to all that was done on it, and one that
another test had before is like a new one."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser import servers
from tests.browser.settling import WATCH, choose, settled

HOST = Path(__file__).with_name("settled_host.py")


def test_the_messages_are_those_of_streamlit() -> None:
    written = {name: int(number) for name, number in re.findall(r"const (\w+) = (\d+);", WATCH.read_text())}
    sent, received = BackMsg.DESCRIPTOR.fields_by_name, ForwardMsg.DESCRIPTOR.fields_by_name
    assert written["RERUN"] == sent["rerun_script"].number
    assert written["NEW_SESSION"] == received["new_session"].number
    assert written["SCRIPT_FINISHED"] == received["script_finished"].number
    assert written["EARLY"] == ForwardMsg.FINISHED_EARLY_FOR_RERUN


@pytest.mark.thorough
@pytest.mark.browser
@pytest.mark.parametrize("waits", [False, True])
def test_a_page_that_has_settled_shows_the_answer_to_every_click_and_a_choice_is_made_though_a_run_is_under_way(
    open_page: Callable[..., Page], waits: bool
) -> None:
    page = open_page(waits=waits)
    page.goto(servers.shared(HOST))
    settled(page)
    for number, clicks in ((1, 1), (4, 3)):  # three times, one after another, before the first is answered
        for _ in range(clicks):
            page.get_by_role("button", name="Add").click()
        settled(page)
        assert page.locator("#clicks").inner_text() == f"{number}"
    page.get_by_role("button", name="Add").click()
    choose(page.get_by_role("combobox", name="Choice"), "two")
    assert page.locator("#state").inner_text() == "two None"
    page.locator("input[type=file]").set_input_files([{"name": "a", "mimeType": "text/plain", "buffer": b"seven b"}])
    page.get_by_role("textbox").fill("x")
    page.keyboard.press("Enter")
    settled(page)
    assert page.locator("#state").inner_text() == "x two 7"


@pytest.mark.browser
def test_nothing_has_the_focus_on_a_page_that_is_used_again(server: str, open_page: Callable[..., Page]) -> None:
    page = open_page(width=1280, height=720)
    page.goto(f"{server}/which-measure")
    page.locator("a[href$='/systems']").focus()
    page.goto(f"{server}/lessons")
    page.locator(".cv-choices button").first.wait_for()
    assert page.evaluate("document.activeElement.tagName") == "BODY"

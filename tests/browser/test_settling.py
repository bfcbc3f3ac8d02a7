"""What the browser tests rest on: messages are those of Streamlit, a page that another test had is like a new one."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.settling import WATCH


def test_the_messages_are_those_of_streamlit() -> None:
    written = {name: int(number) for name, number in re.findall(r"const (\w+) = (\d+);", WATCH.read_text())}
    sent, received = BackMsg.DESCRIPTOR.fields_by_name, ForwardMsg.DESCRIPTOR.fields_by_name
    assert written["RERUN"] == sent["rerun_script"].number
    assert written["NEW_SESSION"] == received["new_session"].number
    assert written["SCRIPT_FINISHED"] == received["script_finished"].number
    assert written["EARLY"] == ForwardMsg.FINISHED_EARLY_FOR_RERUN


@pytest.mark.browser
def test_nothing_has_the_focus_on_a_page_that_is_used_again(server: str, open_page: Callable[..., Page]) -> None:
    page = open_page(width=1280, height=720)
    page.goto(f"{server}/which-measure")
    page.locator("a[href$='/systems']").focus()
    page.goto(f"{server}/lessons")
    page.locator(".cv-choices button").first.wait_for()
    assert page.evaluate("document.activeElement.tagName") == "BODY"

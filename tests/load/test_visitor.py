"""The visitors of the load test see what a browser would, and notice what is wrong."""

import random
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from tests.browser import servers
from tests.depth import matrix
from tests.load import habits
from tests.load.aside import completed
from tests.load.visitor import LostError, Visitor

pytestmark = pytest.mark.slow

Result = TypeVar("Result")
FAILING = """
import streamlit as st
st.button("Fail", key="fail")
if st.session_state.get("fail"):
    raise ValueError("on request")
"""


@pytest.fixture(scope="module")
def address() -> str:
    return servers.shared(servers.ROOT / "app.py")


@pytest.fixture
def failing(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Serve a page whose button fails; return its address and its process."""
    script = tmp_path / "failing.py"
    script.write_text(FAILING)
    with servers.running(script, tmp_path / "log.txt") as found:
        yield found


def visit(address: str, act: Callable[[Visitor], Awaitable[Result]], *, seed: int = 1) -> tuple[Visitor, Result]:
    """Return a visitor who has done something, and what came of it."""

    async def go() -> tuple[Visitor, Result]:
        visitor = Visitor(address, random.Random(seed))
        try:
            return visitor, await act(visitor)
        finally:
            await visitor.close()

    return completed(go())


CHANGED = [
    ("atlas", "clicks_wins", "atlas_n"),
    ("atlas", "clicks_disagreements", "clicks_wins"),
    ("ranked-lists", "clicks_methods", "lists_measures"),
    ("ranked-lists", "clicks_systems", "lists_measures"),
    ("measures", "clicks_similarity", "measures_view"),
    ("nuggets", "nugget_average", "nugget_data"),
    ("nuggets", "clicks_worst", "nugget_average"),
]


@pytest.mark.parametrize(("page", "used", "stands"), matrix(CHANGED, *CHANGED[1::2]))
def test_an_action_draws_what_it_changes_and_the_link_but_not_the_rest(address, page, used, stands):
    async def change(visitor):
        await visitor.open(page)
        before = {key: visitor.shown.control(key).run for key in (stands, f"link_{page}")}
        _, act = habits._row(visitor, used) or habits._option(visitor, used)
        await act()
        return before, {key: visitor.shown.control(key).run for key in before}

    _, (before, after) = visit(address, change)
    assert after[stands] == before[stands]
    assert after[f"link_{page}"] != before[f"link_{page}"]


@pytest.mark.parametrize("page", matrix(habits.PAGES, "compare", "cases", "data"))
def test_every_page_opens_and_everything_done_there_is_answered(address, page):
    async def look_around(visitor):
        await visitor.open(page)
        for _ in range(6):
            kind, act = habits.next_action(visitor, leaves=False)
            timing = await act()
            assert 0 < timing.finished < 60, kind
        return visitor.shown.exceptions()

    visitor, exceptions = visit(address, look_around)
    assert exceptions == []
    assert visitor.page == page
    of_tests = {"forget", "progress", "workings"}  # tests/browser/served_app.py adds them
    assert set(visitor.pages) == {*habits.PAGES, *of_tests}


def test_an_exception_on_the_page_is_noticed(failing):
    address, _ = failing

    async def fail(visitor):
        await visitor.open("")
        await visitor.press("fail")

    with pytest.raises(LostError, match="on request"):
        visit(address, fail)

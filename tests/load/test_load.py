"""The load test runs, and its visitors notice what is wrong."""

import random

import pytest

from tests.browser import servers
from tests.load.__main__ import main
from tests.load.aside import completed
from tests.load.visitor import LostError, Visitor

pytestmark = pytest.mark.slow

FEW = ["--visitors", "2", "--seconds", "5", "--pause", ".5", "--wait", "0"]
FAILING = """
import streamlit as st
if st.segmented_control("Fail", ["Fail"], key="fail"):
    raise ValueError("on request")
"""


@pytest.mark.parametrize("scenario", ["thirty", "soak"])
def test_visitors_come_and_act_and_how_long_each_waits_is_printed(scenario, capsys):
    address = servers.shared(servers.ROOT / "app.py")
    assert main(["--scenario", scenario, "--address", address, *FEW]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "errors: none" in said
    for row in ("all pages opened by link", "all other actions"):
        (words,) = (line.removeprefix(row).split() for line in said if line.startswith(row))
        assert [float(word) > 0 for word in words] == [True] * 7


def test_an_exception_on_a_page_is_noticed(tmp_path):
    (tmp_path / "failing.py").write_text(FAILING)

    async def fail(address):
        visitor = Visitor(address, random.Random(1))
        await visitor.open("", files=False)
        try:
            await visitor.choose("fail", "Fail")
        finally:
            await visitor.close()

    served = servers.running(tmp_path / "failing.py", tmp_path / "log.txt")
    with served as (address, _), pytest.raises(LostError, match="on request"):
        completed(fail(address))

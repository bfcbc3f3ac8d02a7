"""The load test runs, and its visitors notice what is wrong."""

import random

import pytest

from tests.browser import servers
from tests.depth import matrix
from tests.load.__main__ import main
from tests.load.aside import completed
from tests.load.visitor import LostError, Visitor

pytestmark = pytest.mark.slow

FEW = ["--visitors", "2", "--seconds", "5", "--pause", ".5"]
SCENARIOS = [["soak", "--page", "compare"], ["soak"], ["thirty"]]  # every page is opened in tests/browser, too


@pytest.mark.parametrize("scenario", matrix(SCENARIOS, SCENARIOS[0]))
def test_visitors_come_and_act_and_how_long_each_waits_is_printed(scenario, capsys):
    address = servers.shared(servers.ROOT / "app.py")
    assert main(["--scenario", *scenario, "--address", address, *FEW]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "errors: none" in said
    for row in ("all pages opened by link", "all other actions"):
        (words,) = (line.removeprefix(row).split() for line in said if line.startswith(row))
        assert [float(word) > 0 for word in words] == [True] * 7


def test_an_exception_on_a_page_is_noticed():
    async def fail(address):
        visitor = Visitor(address, random.Random(1))
        await visitor.open("failing", files=False)
        try:
            await visitor.choose("fail", "Fail")
        finally:
            await visitor.close()

    with pytest.raises(LostError, match="on request"):
        completed(fail(servers.shared(servers.ROOT / "app.py")))

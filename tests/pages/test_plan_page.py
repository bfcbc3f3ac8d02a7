"""Plan: what a pilot may lack, a line each in test_plan_page.txt. Its tables: test_pages.py."""

import pytest

from tests.pages.test_said import page
from tests.reviewed import reviewed, said

pytestmark = pytest.mark.slow

VOTES = lambda k: (k, 4, 8 - k)  # noqa: E731


def pilot(row, n=8):
    """Return a gold of cases, given what the classes of a case have."""
    return ("gold.csv", "case,a,b,c\n" + "".join(f"c{k},{','.join(map(str, row(k)))}\n" for k in range(n)))


def runs(n=8):
    """Return two runs of a pilot that are far from each other."""
    ends = {"first": ".8,.1,.1", "second": ".1,.2,.7"}
    return [(name, "case,a,b,c\n" + "".join(f"c{k},{end}\n" for k in range(n))) for name, end in ends.items()]


def plan(elements, *files):
    """Open Plan on files of one's own, and return what elements of it say."""
    return page("plan", *elements, files=files, task="own")


@reviewed(__file__)
def test_what_a_pilot_lacks_is_said_and_the_rest_is_planned(made, words):
    assert said(made, globals()) == words

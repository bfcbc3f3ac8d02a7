"""Long work in portions that visitors share: whoever needs it goes on with it, and what nobody needs is forgotten."""

from threading import Barrier, Thread

import numpy as np
import pytest

from ordquant_core.statistics.divided_work import DividedWork
from pages.shared import result_cache, shared_work
from pages.shared.result_cache import ResultCache
from pages.shared.shared_work import join_shared
from tests.pages.fresh_memory import begin_afresh


@pytest.fixture
def works(monkeypatch):
    """Unfinished work of our own."""
    begin_afresh(monkeypatch)
    return shared_work.UNFINISHED


class Counting(DividedWork):
    """A computation of ten portions that keeps count of them."""

    def __init__(self, begun, size=0):
        super().__init__(10)
        begun.append(self)
        self.fails = False
        self.values = np.zeros(size, dtype=np.int8)

    def _pieces(self):
        yield None

    def advance(self):
        if self.fails:
            raise MemoryError("no room")
        before = self.done
        for _ in range(1000):  # long enough for another thread to come between
            pass
        self.done = before + 1

    def result(self):
        return f"{self.done} of {self.total}"


@pytest.fixture
def counting(works):
    """Return how the same long work is asked for, and all that was begun."""
    begun = []
    return (lambda *key: join_shared(key or ("long",), lambda: Counting(begun), total=10)), begun


def test_work_that_somebody_left_is_gone_on_with_by_the_next(counting, works):
    ask, begun = counting
    first = ask()
    for _ in range(4):
        first.advance()
    assert (first.answer(), first.finished) == ((4, "4 of 10"), False)
    second = ask()
    assert second.done == 4
    heard = []
    assert second.finish(lambda *numbers: heard.append(numbers)) == "10 of 10"
    assert heard == [(done, 10) for done in range(5, 11)]
    assert len(begun) == 1
    assert result_cache.LONG_RESULTS.get(("long",)) == ("10 of 10",)
    assert not works.results


def test_what_is_finished_is_remembered_and_not_begun_again(counting):
    ask, begun = counting
    ask().finish(lambda *numbers: None)
    again = ask()
    assert (again.finished, again.done, again.total, again.answer()) == (True, 10, 10, (10, "10 of 10"))
    again.advance()  # nothing is left to do
    assert len(begun) == 1


def test_visitors_at_the_same_time_share_the_portions(counting):
    ask, begun = counting
    start, shares = Barrier(4), []

    def visit():
        start.wait()
        work = ask()
        shares.append(0)
        while not work.finished:
            work.advance()
        assert work.answer() == (10, "10 of 10")

    visitors = [Thread(target=visit) for _ in range(4)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    assert len(shares) == 4
    assert max(one.done for one in begun) == 10
    assert sum(one.done for one in begun) == 10  # what was begun twice at the same moment was not worked on twice


def test_work_that_breaks_off_is_begun_again(counting):
    ask, begun = counting
    work = ask()
    work.advance()
    begun[0].fails = True
    with pytest.raises(MemoryError):
        work.advance()
    assert ask().done == 0
    assert len(begun) == 2


def test_unfinished_work_is_bounded_in_bytes_and_what_nobody_goes_on_with_makes_room(monkeypatch):
    begin_afresh(monkeypatch)
    works = ResultCache(100_000, measure=shared_work.SharedWork.measure)
    monkeypatch.setattr(shared_work, "UNFINISHED", works)

    def ask(name):
        return join_shared((name,), lambda: Counting([], 40_000), total=10)

    first = ask("first")
    first.advance()
    ask("second")
    ask("first")  # gone on with
    ask("third")
    assert list(works.results) == [("first",), ("third",)]
    ask("fourth")
    assert ask("first").done == 0  # begun again; who holds the other still finishes it
    assert first.finish(lambda *numbers: None) == "10 of 10"
    assert works.size <= 100_000

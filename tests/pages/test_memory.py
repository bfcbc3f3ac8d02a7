"""What pages remember for all visitors: each result once, and of large kinds only a few; long work is shared."""

from threading import Barrier, Thread

import pytest

from pages.shared import memory


@pytest.fixture
def kept(monkeypatch):
    """An empty memory of our own."""
    found, under_way = {}, {}
    monkeypatch.setattr(memory, "_memory", lambda: found)
    monkeypatch.setattr(memory, "_unfinished", lambda: under_way)
    return found


class Counting:
    """A computation of ten portions that keeps count of them."""

    def __init__(self, begun):
        begun.append(self)
        self.total, self.done = 10, 0
        self.fails = False

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
def counting(kept):
    """Return how the same long work is asked for, and all that was begun."""
    begun = []
    return (lambda: memory.growing(("long",), lambda: Counting(begun), total=10)), begun


def test_a_result_is_computed_once_for_its_key(kept):
    asked = []

    def compute(progress):
        asked.append(1)
        return "answer"

    assert [memory.remembered(("a", 1), "", compute) for _ in range(3)] == ["answer"] * 3
    assert len(asked) == 1
    assert memory.known("a", 1)
    assert not memory.known("a", 2)


def test_of_a_kind_that_takes_much_room_only_the_latest_are_kept(kept):
    for number in range(5):
        memory.remembered(("large", number), "", lambda progress: "x", at_most=2)
        memory.remembered(("small", number), "", lambda progress: "y")
    assert [key for key in kept if key[0] == "large"] == [("large", 3), ("large", 4)]
    assert len([key for key in kept if key[0] == "small"]) == 5


def test_the_oldest_go_when_there_are_too_many(kept):
    for number in range(memory.REMEMBERED + 3):
        memory.remembered(("kind", number), "", lambda progress: "z")
    assert len(kept) == memory.REMEMBERED
    assert ("kind", 0) not in kept


def test_work_that_somebody_left_is_gone_on_with_by_the_next(counting, kept):
    ask, begun = counting
    first = ask()
    for _ in range(4):
        first.advance()
    assert (first.answer(), first.finished) == ((4, "4 of 10"), False)
    second = ask()
    assert second.done == 4
    told = []
    assert second.finish(lambda *numbers: told.append(numbers)) == "10 of 10"
    assert told == [(done, 10) for done in range(5, 11)]
    assert len(begun) == 1
    assert kept == {("long",): "10 of 10"}
    assert memory._unfinished() == {}


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


def test_work_that_breaks_off_is_begun_anew(counting):
    ask, begun = counting
    work = ask()
    work.advance()
    begun[0].fails = True
    with pytest.raises(MemoryError):
        work.advance()
    assert ask().done == 0
    assert len(begun) == 2


def test_work_that_nobody_goes_on_with_is_dropped_after_a_while(counting, monkeypatch):
    ask, begun = counting
    ask().advance()
    memory.growing(("other",), lambda: Counting(begun), total=10)
    assert len(memory._unfinished()) == 2
    monkeypatch.setattr(memory, "LEFT_ALONE", -1)
    assert ask().done == 0
    assert list(memory._unfinished()) == [("long",)]

"""What pages remember for all visitors: each result once, bounded by bytes; long work is shared."""

import gc
import threading
import time
import weakref
from dataclasses import dataclass
from itertools import count
from threading import Barrier, Event, Thread

import numpy as np
import plotly.graph_objects as go
import pytest

from ordquant_core.figures.composed import Composed
from pages.shared import memory
from pages.shared.sizes import size_of

PATIENCE = 30  # seconds until a test gives up


@pytest.fixture
def kept(monkeypatch):
    """An empty memory of our own, for 100 kB."""
    found = memory.Memory(100_000)
    monkeypatch.setattr(memory, "_memory", lambda: found)
    return found


def silent(done, of):
    """A bar that nobody sees."""


def remember(number, size=0):
    return memory.remembered(("kind", number), "", lambda progress: np.zeros(size, dtype=np.int8))


# --- How much a result takes ---


@dataclass(frozen=True, slots=True)
class Slotted:
    values: np.ndarray
    names: tuple[str, ...]


class Plain:
    def __init__(self):
        self.held = {"values": [np.zeros(1000)]}
        self.itself = self


def test_arrays_count_through_records_containers_and_objects():
    for result in (Slotted(np.zeros(1000), ("x",)), (np.zeros(1000),), {"a": [np.zeros(1000)]}, Plain()):
        assert 8000 <= size_of(result) < 10_000
    assert size_of(go.Figure(go.Scatter(x=np.zeros(10_000)))) >= 80_000
    assert size_of(np.array(["x" * 1000, "y" * 1000], dtype=object)) >= 2000


def test_a_view_keeps_alive_what_it_is_a_view_of_and_nothing_counts_twice():
    whole = np.zeros(1000)
    assert size_of(whole[:1]) >= 8000
    assert size_of((whole[:1], whole[1:], whole, whole)) < 9000
    assert size_of(np.frombuffer(bytes(5000), dtype=np.int8)) >= 5000


@pytest.mark.parametrize("buffer", [bytearray(5000), memoryview(bytes(5000)), memoryview(bytearray(5000))[1:4001]])
def test_an_array_that_came_from_a_worker_counts_with_the_buffer_it_rests_on(buffer):
    assert 5000 <= size_of(np.frombuffer(buffer, dtype=np.int8)) < 5600


def test_types_and_functions_are_not_a_results_own():
    assert size_of([size_of, Plain, np]) < 200


def test_a_figure_counts_with_all_that_is_sent_of_it():
    x = np.random.default_rng(1).random(50_000)
    figure = Composed([{"type": "scatter", "x": x, "y": x}], {"xaxis": {"range": [0, 1]}})
    assert 2 * x.nbytes < size_of(figure) < 3.5 * x.nbytes


# --- Results ---


def test_a_result_is_computed_once_for_its_key(kept):
    asked = []

    def compute(progress):
        asked.append(1)

    assert [memory.remembered(("a", 1), "", compute) for _ in range(3)] == [None] * 3
    assert len(asked) == 1
    assert memory.known("a", 1)
    assert not memory.known("a", 2)


def test_what_was_not_used_for_longest_makes_room(kept, monkeypatch):
    now = count(1000)
    monkeypatch.setattr(memory.time, "monotonic", lambda: next(now))
    monkeypatch.setattr(memory, "LONGER", 0)  # all are computed again in no time
    for number in range(3):
        remember(number, 30_000)
    remember(0)  # used again
    remember(3, 30_000)
    assert list(kept.results) == [("kind", 2), ("kind", 0), ("kind", 3)]
    remember(4, 90_000)
    assert list(kept.results) == [("kind", 4)]
    assert kept.size == sum(one.size for one in kept.results.values()) <= 100_000


def test_what_took_long_for_its_size_stays_longer_than_what_is_computed_in_no_time(kept, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(memory.time, "monotonic", lambda: now[0])

    def take(seconds, size):
        def compute(progress):
            now[0] += seconds
            return np.zeros(size, dtype=np.int8)

        return compute

    memory.remembered(("simulation",), "", take(5, 20_000))
    memory.remembered(("plot",), "", take(0.001, 60_000))
    for number in range(20):
        now[0] += 10
        memory.remembered(("table", number), "", take(0.001, 10_000))
    assert ("simulation",) in kept.results
    assert ("plot",) not in kept.results
    assert kept.size <= 100_000
    now[0] += memory.LONGEST
    for number in range(8):
        memory.remembered(("later", number), "", take(0.001, 10_000))
    assert ("simulation",) not in kept.results  # nothing stays for ever


def test_many_small_results_are_bounded_by_bytes_only(kept):
    for number in range(300):
        remember(number)
    assert len(kept.results) == 300


def test_a_result_that_is_too_large_is_returned_and_not_kept(kept):
    remember("small")
    assert len(remember("large", 200_000)) == 200_000
    assert list(kept.results) == [("kind", "small")]


def test_what_fails_is_not_remembered(kept):
    def fail(progress):
        raise ValueError("no gold")

    for _ in range(2):
        with pytest.raises(ValueError, match="no gold"):
            memory.remembered(("a",), "", fail)
    assert not kept.results
    assert memory.remembered(("a",), "", lambda progress: "answer") == "answer"


# --- Several visitors at once ---


class Visits:
    """One visitor who computes until the test lets them go on, and others who wait for them."""

    def __init__(self, n_waiting, computed):
        self.let_go, self.begun = Event(), Event()
        self.waiting = [Event() for _ in range(n_waiting)]
        self.computed, self.answers = computed, []
        self.threads = [Thread(target=self._first), *(Thread(target=self._wait, args=(one,)) for one in self.waiting)]

    def _ask(self, bar, compute):
        try:
            self.answers.append(memory.remembered(("shared",), bar, compute))
        except BaseException as problem:  # noqa: BLE001 - a visitor who leaves is one
            self.answers.append(problem)

    def _first(self):
        def compute(progress):
            progress(3, 10)
            self.begun.set()
            assert self.let_go.wait(PATIENCE)
            return self.computed()

        self._ask(silent, compute)

    def _wait(self, event):
        def bar(done, of):
            if (done, of) == (3, 10):  # how far the first visitor is
                event.set()

        self._ask(bar, lambda progress: "by another")

    def run(self):
        first, *others = self.threads
        first.start()
        assert self.begun.wait(PATIENCE)
        for thread in others:
            thread.start()
        for event in self.waiting:
            assert event.wait(PATIENCE)
        self.let_go.set()
        for thread in self.threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        return self.answers


def test_those_who_ask_while_it_is_computed_wait_for_it_and_see_how_far_it_is(kept):
    assert Visits(3, lambda: "by the first").run() == ["by the first"] * 4


def test_a_result_that_is_too_large_to_keep_is_that_of_all_who_waited(kept):
    answers = Visits(2, lambda: np.zeros(200_000, dtype=np.int8)).run()
    assert len(answers) == 3
    assert len({id(answer) for answer in answers}) == 1
    assert not kept.results


class Left(BaseException):
    """What Streamlit raises in the run of a visitor who has left."""


@pytest.mark.parametrize("problem", [Left, ValueError])
def test_one_of_those_who_wait_takes_over_where_the_first_leaves_or_fails(kept, problem):
    def leave():
        raise problem

    answers = Visits(3, leave).run()
    assert sum(isinstance(answer, problem) for answer in answers) == 1
    assert answers.count("by another") == 3
    assert memory.known("shared")


def test_a_visitor_who_leaves_while_waiting_holds_up_nobody(kept):
    begun, let_go, answers = Event(), Event(), []

    def compute(progress):
        begun.set()
        assert let_go.wait(PATIENCE)
        return "answer"

    first = Thread(target=lambda: answers.append(memory.remembered(("a",), silent, compute)))
    first.start()
    assert begun.wait(PATIENCE)

    def leave(done, of):
        raise Left

    with pytest.raises(Left):
        memory.remembered(("a",), leave, compute)
    let_go.set()
    first.join(PATIENCE)
    assert answers == ["answer"]
    assert memory.remembered(("a",), leave, compute) == "answer"


def test_other_results_do_not_wait(kept):
    answers = []

    def other():
        answers.append(memory.remembered(("other",), "", lambda progress: "other"))

    def compute(progress):
        thread = Thread(target=other)
        thread.start()
        thread.join(PATIENCE)
        return "answer"

    assert memory.remembered(("a",), "", compute) == "answer"
    assert answers == ["other"]


# --- Long work in portions ---


class Counting:
    """A computation of ten portions that keeps count of them."""

    def __init__(self, begun, size=0):
        begun.append(self)
        self.total, self.done = 10, 0
        self.fails = False
        self.values = np.zeros(size, dtype=np.int8)

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
    return (lambda *key: memory.growing(key or ("long",), lambda: Counting(begun), total=10)), begun


def test_work_that_somebody_left_is_gone_on_with_by_the_next(counting, kept):
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
    assert kept.get(("long",)) == ("10 of 10",)
    assert kept.unfinished == {}


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


def test_work_that_nobody_goes_on_with_is_dropped_after_a_while(counting, kept, monkeypatch):
    ask, _ = counting
    ask().advance()
    ask("other").advance()
    assert len(kept.unfinished) == 2
    monkeypatch.setattr(memory, "LEFT_ALONE", -1)
    assert ask().done == 1  # what is asked for again is gone on with
    assert list(kept.unfinished) == [("long",)]


def test_idle_work_makes_room_the_longest_untouched_first(kept, monkeypatch):
    monkeypatch.setattr(memory, "MOST_UNFINISHED", 100_000)

    def ask(name):
        return memory.growing((name,), lambda: Counting([], 40_000), total=10)

    first, second = ask("first"), ask("second")
    ask("third").advance()
    assert len(kept.unfinished) == 3  # too large, but all of it in use
    first.touched -= memory.IN_USE + 1
    second.touched -= memory.IN_USE + 2
    ask("third")
    assert list(kept.unfinished) == [("first",), ("third",)]


def until(holds):
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def timers():
    return [thread for thread in threading.enumerate() if isinstance(thread, threading.Timer)]


def test_work_that_nobody_goes_on_with_is_dropped_though_nobody_asks_for_any_other(counting, kept, monkeypatch):
    monkeypatch.setattr(memory, "SWEPT", 0.01)
    monkeypatch.setattr(memory, "LEFT_ALONE", 0.1)
    ask, _ = counting
    left = weakref.ref(ask())
    until(lambda: not kept.unfinished)
    until(lambda: not kept._sweeps)  # nothing is looked at any more
    gc.collect()
    assert left() is None
    ask().advance()
    assert kept._sweeps


def test_looking_after_work_keeps_nothing_alive(monkeypatch):
    monkeypatch.setattr(memory, "SWEPT", 0.05)
    others, alone = timers(), memory.Memory()
    alone.go_on(("long",), lambda: memory.Growing(("long",), 10, Counting([], 10)))
    (timer,) = set(timers()) - set(others)
    there = weakref.ref(alone)
    del alone
    gc.collect()
    assert there() is None
    until(lambda: not timer.is_alive())
    assert set(timers()) <= set(others)

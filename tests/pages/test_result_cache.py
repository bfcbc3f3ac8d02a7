"""What is computed once for all visitors: each result once, and shared by all who wait for it."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from math import inf
from threading import Barrier, Event, Semaphore
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from pages.shared import progress_bar, result_cache, skeleton
from pages.shared.result_cache import compute_once, compute_with_bar, is_computed, read_once

PATIENCE = 30  # seconds until a test gives up
WAYS = {  # of the caches: how a result is asked for
    "once": compute_once,
    "bar": lambda key, compute: compute_with_bar(key, "", lambda progress: compute()),
    "read": read_once,
}
every_way = pytest.mark.parametrize("ask", WAYS.values(), ids=WAYS)


@pytest.fixture(autouse=True)
def fresh():
    result_cache.clear()


class Left(BaseException):
    """What Streamlit raises in the run of a visitor who has left."""


def leave(done, of):
    """A bar whose visitor has left."""
    raise Left


def silent(done, of):
    """A bar that nobody sees."""


def together(*visits):
    """Let visitors ask at once; return what each gets, or what ended the run of one who left or failed."""
    with ThreadPoolExecutor(len(visits)) as pool:
        runs = [pool.submit(visit) for visit in visits]
    return [run.exception() or run.result() for run in runs]


@every_way
def test_a_result_is_computed_once_for_its_key_and_what_fails_is_not_remembered(ask):
    asked = []
    assert [ask(("a", 1), lambda: asked.append(1)) for _ in range(3)] == [None] * 3  # which is a result, too
    assert len(asked) == 1
    assert ask(("a", 2), lambda: "other") == "other"
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            ask(("b",), lambda: 1 / 0)
    assert ask(("b",), lambda: "answer") == "answer"


def test_what_was_not_used_for_longest_makes_room_and_figures_for_figures_alone(monkeypatch):
    assert not is_computed(("simulation",))
    monkeypatch.setattr(result_cache, "QUICK", result_cache._Slots(3))
    WAYS["bar"](("simulation",), lambda: None)
    for number in (0, 1, 2, 0, 3):
        compute_once((number,), lambda: "before")
    assert [compute_once((number,), lambda: "again") for number in (0, 3, 2, 1)] == ["before"] * 3 + ["again"]
    assert is_computed(("simulation",))
    result_cache.clear()
    assert not is_computed(("simulation",))


def test_results_are_forgotten_when_all_who_asked_for_them_have_left_and_some_time_has_passed(monkeypatch):
    there = {"a", "b"}
    for session in ("a", "b", "a"):
        monkeypatch.setattr(
            result_cache, "get_script_run_ctx", lambda session=session, **_: SimpleNamespace(session_id=session)
        )
        WAYS["bar"](("of both",), lambda: None)
        WAYS["bar"](("of", session), lambda: None)
    monkeypatch.setattr(result_cache, "get_script_run_ctx", lambda **_: None)
    there.remove("b")
    result_cache.forget(there.__contains__, PATIENCE)
    assert is_computed(("of", "b"))  # nobody else asks now: it is not used
    result_cache.forget(there.__contains__, 0)
    assert [is_computed(key) for key in (("of both",), ("of", "a"), ("of", "b"))] == [True, True, False]


@every_way
def test_who_asks_at_the_same_moment_gets_the_same_one_result(ask):
    start = Barrier(8)

    def visit():
        start.wait()
        return ask(("a",), object)

    assert len({*together(*[visit] * 8)}) == 1


@pytest.mark.parametrize("problem", [None, Left, ValueError])
def test_who_asks_meanwhile_sees_how_far_it_is_and_one_takes_over_where_the_first_leaves_or_fails(problem):
    begun, waiting = Event(), [Event() for _ in range(3)]

    def first(progress):
        progress(3, 10)
        begun.set()
        assert all(event.wait(PATIENCE) for event in waiting)
        if problem:
            raise problem
        return "by the first"

    def wait(event):
        def see(done, of):
            if (done, of) == (3, 10):
                event.set()

        assert begun.wait(PATIENCE)
        return compute_with_bar(("shared",), see, lambda progress: "by another")

    asks = (partial(wait, event) for event in waiting)
    answer, *others = together(partial(compute_with_bar, ("shared",), silent, first), *asks)
    assert isinstance(answer, problem or str)
    assert others == ["by another" if problem else "by the first"] * 3


def test_a_visitor_who_leaves_while_waiting_holds_up_nobody_and_other_results_do_not_wait():
    begun, let_go = Event(), Event()

    def compute(progress):
        begun.set()
        assert let_go.wait(PATIENCE)
        return "answer"

    def others():
        assert begun.wait(PATIENCE)
        with pytest.raises(Left):
            compute_with_bar(("a",), leave, compute)
        other = compute_with_bar(("other",), "", lambda progress: "other")
        let_go.set()
        return other

    assert together(partial(compute_with_bar, ("a",), silent, compute), others) == ["answer", "other"]
    assert compute_with_bar(("a",), leave, compute) == "answer"


# Turns


def test_two_compute_at_a_time_and_who_comes_last_does_not_wait_for_those_who_take_long(monkeypatch):
    monkeypatch.setattr(result_cache, "LINE", result_cache._Line(2, turn=0))
    computing, begun, short_ended = [], Semaphore(0), Event()
    until = time.monotonic() + PATIENCE

    def long(progress):
        most, step = 0, 0
        while not short_ended.is_set() and time.monotonic() < until:
            computing.append(None)
            begun.release()
            time.sleep(0.001)
            most = max(most, len(computing))
            computing.pop()
            progress(step := step + 1, 1_000_000)
        return most

    def short():
        assert all(begun.acquire(timeout=PATIENCE) for _ in range(20))
        compute_with_bar(("short",), silent, lambda progress: None)
        short_ended.set()

    *most, ended = together(*(partial(compute_with_bar, (number,), silent, long) for number in range(4)), short)
    assert time.monotonic() < until
    assert (max(most) <= 2, ended) == (True, None)


def test_who_waits_for_what_another_computes_holds_no_turn_a_part_takes_none_and_then_they_take_turns(monkeypatch):
    monkeypatch.setattr(result_cache, "LINE", result_cache._Line(1, turn=0))
    begun, computing, most = Barrier(3), [], []

    def work(progress, steps=50):
        for step in range(steps):
            progress(step, steps)
            computing.append(None)
            time.sleep(0.001)
            most.append(len(computing))
            computing.pop()
        return "shared"

    def whole(progress):
        work(progress, 5)
        answer = compute_with_bar(("shared",), progress, work)
        work(progress, 20)
        return answer

    def ask(key, compute):
        begun.wait()
        return compute_with_bar((key,), silent, compute)

    assert together(partial(ask, "a", whole), partial(ask, "b", whole), partial(ask, "shared", work)) == ["shared"] * 3
    assert max(most) == 1


def test_who_leaves_while_others_compute_leaves_the_line(monkeypatch):
    monkeypatch.setattr(result_cache, "LINE", result_cache._Line(2, turn=0))
    held, let_go = Barrier(3), Event()

    def hold(progress):
        held.wait(PATIENCE)
        assert let_go.wait(PATIENCE)

    def leaves():
        held.wait(PATIENCE)
        with pytest.raises(Left):
            compute_with_bar(("left",), leave, lambda progress: "never")
        let_go.set()

    assert together(*(partial(compute_with_bar, (key,), silent, hold) for key in "ab"), leaves) == [None] * 3
    assert not result_cache.LINE._ends


@pytest.fixture
def toast(monkeypatch):
    """What is said to visitors who wait, at once."""
    monkeypatch.setattr(result_cache, "SHOWN_AFTER", -1.0)
    monkeypatch.setattr(result_cache, "OPENINGS", result_cache._Line(1, turn=inf))
    monkeypatch.setattr(result_cache.st, "toast", Mock())
    return result_cache.st.toast


def visit(monkeypatch, known, page):
    """Run a script of a visitor of whom something is kept, or nothing."""
    monkeypatch.setattr(result_cache.st, "session_state", {"visit": "x"} if known else {})
    with result_cache.opening():
        return page()


@pytest.mark.parametrize("makes_way", [None, "bar", "read"])
def test_who_comes_waits_for_others_who_come_unless_they_compute_long_and_is_told_so(monkeypatch, toast, makes_way):
    order, drawing, others_there, waits = [], Event(), Event(), Event()
    toast.side_effect = lambda words: waits.set()

    def first():
        def go_on():
            drawing.set()
            assert others_there.wait(PATIENCE)
            assert makes_way or waits.wait(PATIENCE)
            order.append("first")

        visit(monkeypatch, False, partial(WAYS[makes_way], ("a",), lambda *_: go_on()) if makes_way else go_on)

    def others():
        assert drawing.wait(PATIENCE)
        visit(monkeypatch, True, lambda: order.append("was there"))
        if not makes_way:
            others_there.set()
        visit(monkeypatch, False, lambda: order.append("comes"))
        others_there.set()

    assert together(first, others) == [None, None]
    assert order == (["was there", "comes", "first"] if makes_way else ["was there", "first", "comes"])
    assert toast.called != bool(makes_way)
    assert not result_cache.OPENINGS._ends


def test_who_comes_is_told_once_to_wait(monkeypatch, toast):
    line = SimpleNamespace(turns=lambda wait: nullcontext([wait() for _ in range(3)]))
    monkeypatch.setattr(result_cache, "OPENINGS", line)
    visit(monkeypatch, False, lambda: None)
    toast.assert_called_once()


def test_who_comes_and_waits_for_what_another_computes_keeps_nobody_waiting(monkeypatch, toast):
    computing, asking, other_came = Event(), Event(), Event()

    def compute():
        computing.set()
        assert other_came.wait(PATIENCE)
        return "answer"

    def ask():
        asking.set()
        return compute_once(("a",), compute)

    def comes(after, page):
        assert after.wait(PATIENCE)
        return visit(monkeypatch, False, page)

    ways = partial(comes, computing, ask), partial(comes, asking, other_came.set)
    assert together(partial(compute_once, ("a",), compute), *ways) == ["answer", "answer", None]


def test_the_bar_says_how_far_it_is_or_that_others_compute(monkeypatch):
    place = Mock()
    monkeypatch.setattr(skeleton, "container_of_progress", lambda: place)
    monkeypatch.setattr(progress_bar, "SHOWN_AFTER", -1.0)
    monkeypatch.setattr(progress_bar, "REDRAWN_AFTER", -1.0)
    with progress_bar.progress_bar("Permuting, trials") as show:
        show(0, 0)
        show(1_000, 4_000)
    waits, far = (call.args for call in place.progress.call_args_list)
    assert waits == (0, "Permuting, trials: waiting for other visitors' computations")
    assert far[0] == 0.25
    assert far[1].startswith("Permuting, trials: 1,000 of 4,000, about")
    place.empty.assert_called_once_with()

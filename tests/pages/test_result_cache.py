"""What is computed once for all visitors: each result once, and shared by all who wait for it."""

import time
from contextlib import nullcontext
from functools import partial
from math import inf
from threading import Barrier, Event, Semaphore, Thread
from types import SimpleNamespace

import pytest

from pages.shared import progress_bar, result_cache, skeleton
from pages.shared.result_cache import compute_once, compute_with_bar, is_computed, read_once
from tests.pages.fresh_memory import begin_afresh

PATIENCE = 30  # seconds until a test gives up
WAYS = {  # of the caches: how a result is asked for
    "once": compute_once,
    "bar": lambda key, compute: compute_with_bar(key, "", lambda progress: compute()),
    "read": read_once,
}
every_way = pytest.mark.parametrize("ask", WAYS.values(), ids=WAYS)


@pytest.fixture(autouse=True)
def fresh():
    begin_afresh()


def silent(done, of):
    """A bar that nobody sees."""


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
    start, answers = Barrier(8), []

    def visit():
        start.wait()
        answers.append(ask(("a",), object))

    together(*[visit] * 8)
    assert len(answers) == 8
    assert len(set(map(id, answers))) == 1


def together(*visits):
    threads = [Thread(target=visit) for visit in visits]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


class Left(BaseException):
    """What Streamlit raises in the run of a visitor who has left."""


def answers_of(n_waiting, computed):
    """Let one visitor compute until all others wait for them; return what everybody gets."""
    begun, waiting, answers = Event(), [Event() for _ in range(n_waiting)], []

    def ask(bar, compute):
        try:
            answers.append(compute_with_bar(("shared",), bar, compute))
        except BaseException as problem:  # noqa: BLE001 - a visitor who leaves is one
            answers.append(problem)

    def first(progress):
        progress(3, 10)
        begun.set()
        assert all(event.wait(PATIENCE) for event in waiting)
        return computed()

    def wait(event):
        assert begun.wait(PATIENCE)
        ask(lambda done, of: event.set() if (done, of) == (3, 10) else None, lambda progress: "by another")

    together(lambda: ask(silent, first), *(lambda event=event: wait(event) for event in waiting))
    return answers


def test_those_who_ask_while_it_is_computed_wait_for_it_and_see_how_far_it_is():
    assert answers_of(3, lambda: "by the first") == ["by the first"] * 4


@pytest.mark.parametrize("problem", [Left, ValueError])
def test_one_of_those_who_wait_takes_over_where_the_first_leaves_or_fails(problem):
    def leave():
        raise problem

    answers = answers_of(3, leave)
    assert sum(isinstance(answer, problem) for answer in answers) == 1
    assert answers.count("by another") == 3
    assert is_computed(("shared",))


def test_a_visitor_who_leaves_while_waiting_holds_up_nobody_and_other_results_do_not_wait():
    begun, let_go, answers = Event(), Event(), []

    def leave(done, of):
        raise Left

    def compute(progress):
        begun.set()
        assert let_go.wait(PATIENCE)
        return "answer"

    def others():
        assert begun.wait(PATIENCE)
        with pytest.raises(Left):
            compute_with_bar(("a",), leave, compute)
        answers.append(compute_with_bar(("other",), "", lambda progress: "other"))
        let_go.set()

    together(lambda: answers.append(compute_with_bar(("a",), silent, compute)), others)
    assert answers == ["other", "answer"]
    assert compute_with_bar(("a",), leave, compute) == "answer"


# Turns


@pytest.fixture
def line(monkeypatch):
    monkeypatch.setattr(result_cache, "LINE", result_cache._Line(2, turn=0))


def test_two_compute_at_a_time_and_who_comes_last_does_not_wait_for_those_who_take_long(line):
    computing, begun, short_ended = [], Semaphore(0), Event()
    until = time.monotonic() + PATIENCE

    def long(number):
        def compute(progress):
            most, step = 0, 0
            while not short_ended.is_set() and time.monotonic() < until:
                computing.append(number)
                begun.release()
                time.sleep(0.001)
                most = max(most, len(computing))
                computing.remove(number)
                progress(step := step + 1, 1_000_000)
            return most

        return compute_with_bar((number,), silent, compute)

    def short():
        assert all(begun.acquire(timeout=PATIENCE) for _ in range(20))
        compute_with_bar(("short",), silent, lambda progress: None)
        short_ended.set()

    most = []
    together(*[lambda number=number: most.append(long(number)) for number in range(4)], short)
    assert time.monotonic() < until
    assert max(most) <= 2


def test_who_waits_for_what_another_computes_holds_no_turn_and_a_part_takes_none(monkeypatch):
    monkeypatch.setattr(result_cache, "LINE", result_cache._Line(1, turn=0))
    begun, answers = Barrier(3), []

    def shared(progress):
        for step in range(50):
            time.sleep(0.001)
            progress(step, 50)
        return "shared"

    def whole(progress):
        for step in range(10):
            progress(step, 10)
        return compute_with_bar(("shared",), progress, shared)

    def ask(key, compute):
        begun.wait()
        answers.append(compute_with_bar((key,), silent, compute))

    together(lambda: ask("a", whole), lambda: ask("b", whole), lambda: ask("shared", shared))
    assert answers == ["shared"] * 3


def test_who_leaves_while_others_compute_leaves_the_line(line):
    held, let_go = Barrier(3), Event()

    def hold(progress):
        held.wait(PATIENCE)
        assert let_go.wait(PATIENCE)

    def leave():
        def left(done, of):
            raise Left

        held.wait(PATIENCE)
        with pytest.raises(Left):
            compute_with_bar(("left",), left, lambda progress: "never")
        let_go.set()

    together(*(lambda key=key: compute_with_bar((key,), silent, hold) for key in "ab"), leave)
    assert not result_cache.LINE._ends


def test_who_has_waited_for_what_another_computes_takes_a_turn_again_at_the_next_step(monkeypatch):
    monkeypatch.setattr(result_cache, "LINE", result_cache._Line(1, turn=inf))
    computing, waits, order = Event(), Event(), []

    def long(progress):
        result_cache.LINE.leave()
        progress(1, 2)
        computing.set()
        assert waits.wait(PATIENCE)
        order.append("long")

    def other():
        assert computing.wait(PATIENCE)
        compute_with_bar(("other",), lambda *_: waits.set(), lambda progress: order.append("other"))

    together(lambda: compute_with_bar(("long",), silent, long), other)
    assert order == ["long", "other"]


@pytest.fixture
def toasts(monkeypatch):
    """What is said to visitors who wait, at once."""
    said = []
    monkeypatch.setattr(result_cache, "SHOWN_AFTER", -1.0)
    monkeypatch.setattr(result_cache, "OPENINGS", result_cache._Line(1, turn=inf))
    monkeypatch.setattr(result_cache.st, "toast", said.append)
    return said


def visit(monkeypatch, known, page):
    """Run a script of a visitor of whom something is kept, or nothing."""
    monkeypatch.setattr(result_cache.st, "session_state", {"visit": "x"} if known else {})
    with result_cache.opening():
        page()


@pytest.mark.parametrize("makes_way", [None, "bar", "read"])
def test_who_comes_waits_for_others_who_come_unless_they_compute_long_and_is_told_so(monkeypatch, toasts, makes_way):
    order, drawing, others_there, waits = [], Event(), Event(), Event()
    monkeypatch.setattr(result_cache.st, "toast", lambda words: (toasts.append(words), waits.set()))

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

    together(first, others)
    assert order == (["was there", "comes", "first"] if makes_way else ["was there", "first", "comes"])
    assert len(toasts) == (0 if makes_way else 1)
    assert not result_cache.OPENINGS._ends


def test_who_comes_is_told_once_to_wait(monkeypatch, toasts):
    line = SimpleNamespace(turns=lambda wait: nullcontext([wait() for _ in range(3)]))
    monkeypatch.setattr(result_cache, "OPENINGS", line)
    visit(monkeypatch, False, lambda: None)
    assert len(toasts) == 1


def test_who_comes_and_waits_for_what_another_computes_keeps_nobody_waiting(monkeypatch, toasts):
    computing, asking, other_came, answers = Event(), Event(), Event(), []

    def compute():
        computing.set()
        assert other_came.wait(PATIENCE)
        return "answer"

    def ask():
        asking.set()
        answers.append(compute_once(("a",), compute))

    def comes(after, page):
        assert after.wait(PATIENCE)
        visit(monkeypatch, False, page)

    together(
        lambda: answers.append(compute_once(("a",), compute)),
        lambda: comes(computing, ask),
        lambda: comes(asking, other_came.set),
    )
    assert answers == ["answer"] * 2


def test_the_bar_says_how_far_it_is_or_that_others_compute(monkeypatch):
    said = []

    class Place:
        def progress(self, share, words):
            said.append((share, words))

        def empty(self):
            said.append("gone")

    monkeypatch.setattr(skeleton, "container_of_progress", Place)
    monkeypatch.setattr(progress_bar, "SHOWN_AFTER", -1.0)
    monkeypatch.setattr(progress_bar, "REDRAWN_AFTER", -1.0)
    with progress_bar.progress_bar("Permuting, trials") as show:
        show(0, 0)
        show(1_000, 4_000)
    assert said[0] == (0, "Permuting, trials: waiting for other visitors' computations")
    assert said[1][0] == 0.25
    assert said[1][1].startswith("Permuting, trials: 1,000 of 4,000, about")
    assert said[2:] == ["gone"]

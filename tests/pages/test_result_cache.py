"""What is computed once for all visitors: each result once, and shared by all who wait for it."""

from threading import Barrier, Event, Thread

import pytest

from pages.shared import result_cache
from pages.shared.result_cache import compute_once, compute_with_bar, is_computed, read_once
from tests.pages.fresh_memory import begin_afresh

PATIENCE = 30  # seconds until a test gives up


@pytest.fixture(autouse=True)
def fresh():
    begin_afresh()


def silent(done, of):
    """A bar that nobody sees."""


WAYS = {  # of the caches: how a result is asked for
    "once": compute_once,
    "bar": lambda key, compute: compute_with_bar(key, "", lambda progress: compute()),
    "read": read_once,
}
every_way = pytest.mark.parametrize("ask", WAYS.values(), ids=WAYS)


@every_way
def test_a_result_is_computed_once_for_its_key(ask):
    asked = []
    assert [ask(("a", 1), lambda: asked.append(1)) for _ in range(3)] == [None] * 3  # which is a result, too
    assert len(asked) == 1
    assert ask(("a", 2), lambda: "other") == "other"


@every_way
def test_what_fails_is_not_remembered(ask):
    def fail():
        raise ValueError("no gold")

    for _ in range(2):
        with pytest.raises(ValueError, match="no gold"):
            ask(("a",), fail)
    assert ask(("a",), lambda: "answer") == "answer"


def test_the_results_of_long_computations_are_known():
    assert not is_computed(("a",))
    WAYS["bar"](("a",), lambda: None)
    assert is_computed(("a",))


def test_what_was_not_used_for_longest_makes_room_and_figures_for_figures_alone(monkeypatch):
    monkeypatch.setattr(result_cache, "QUICK", result_cache._Slots(3))
    WAYS["bar"](("simulation",), lambda: None)
    for number in (0, 1, 2, 0, 3):
        compute_once((number,), lambda: "before")
    assert [compute_once((number,), lambda: "again") for number in (0, 3, 2, 1)] == ["before"] * 3 + ["again"]
    assert is_computed(("simulation",))


@every_way
def test_who_asks_at_the_same_moment_gets_the_same_one_result(ask):
    start, answers = Barrier(8), []

    def visit():
        start.wait()
        answers.append(ask(("a",), object))

    visitors = [Thread(target=visit) for _ in range(8)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join(PATIENCE)
    assert len(answers) == 8
    assert len(set(map(id, answers))) == 1


class Left(BaseException):
    """What Streamlit raises in the run of a visitor who has left."""


class Visits:
    """One visitor who computes until the test lets them go on, and others who wait for them."""

    def __init__(self, n_waiting, computed):
        self.let_go, self.begun = Event(), Event()
        self.waiting = [Event() for _ in range(n_waiting)]
        self.computed, self.answers = computed, []
        self.threads = [Thread(target=self._first), *(Thread(target=self._wait, args=(one,)) for one in self.waiting)]

    def _ask(self, bar, compute):
        try:
            self.answers.append(compute_with_bar(("shared",), bar, compute))
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


def test_those_who_ask_while_it_is_computed_wait_for_it_and_see_how_far_it_is():
    assert Visits(3, lambda: "by the first").run() == ["by the first"] * 4


@pytest.mark.parametrize("problem", [Left, ValueError])
def test_one_of_those_who_wait_takes_over_where_the_first_leaves_or_fails(problem):
    def leave():
        raise problem

    answers = Visits(3, leave).run()
    assert sum(isinstance(answer, problem) for answer in answers) == 1
    assert answers.count("by another") == 3
    assert is_computed(("shared",))


def test_a_visitor_who_leaves_while_waiting_holds_up_nobody():
    begun, let_go, answers = Event(), Event(), []

    def compute(progress):
        begun.set()
        assert let_go.wait(PATIENCE)
        return "answer"

    first = Thread(target=lambda: answers.append(compute_with_bar(("a",), silent, compute)))
    first.start()
    assert begun.wait(PATIENCE)

    def leave(done, of):
        raise Left

    with pytest.raises(Left):
        compute_with_bar(("a",), leave, compute)
    let_go.set()
    first.join(PATIENCE)
    assert answers == ["answer"]
    assert compute_with_bar(("a",), leave, compute) == "answer"


def test_other_results_do_not_wait():
    answers = []

    def other():
        answers.append(compute_with_bar(("other",), "", lambda progress: "other"))

    def compute(progress):
        thread = Thread(target=other)
        thread.start()
        thread.join(PATIENCE)
        return "answer"

    assert compute_with_bar(("a",), "", compute) == "answer"
    assert answers == ["other"]

"""What is computed once for all visitors: each result once, bounded by bytes, and shared by all who wait for it."""

from threading import Event, Thread

import numpy as np
import pytest

from ordquant_core.figures.composed import Composed
from pages.shared import result_cache
from pages.shared.result_cache import ResultCache, compute_once, compute_with_bar, is_computed
from pages.shared.result_size import measure_size

PATIENCE = 30  # seconds until a test gives up


@pytest.fixture
def kept(monkeypatch):
    """An empty cache of our own, for 100 kB."""
    cache = ResultCache(100_000)
    monkeypatch.setattr(result_cache, "LONG_RESULTS", cache)
    return cache


def silent(done, of):
    """A bar that nobody sees."""


def compute(name):
    return compute_with_bar((name,), "", lambda progress: name)


def remember(number, size=0):
    return compute_with_bar(("kind", number), "", lambda progress: np.zeros(size, dtype=np.int8))


# --- How much a result takes ---


def test_a_view_keeps_alive_what_it_is_a_view_of_and_nothing_counts_twice():
    whole = np.zeros(1000)
    assert measure_size(whole[:1]) >= 8000
    assert measure_size((whole[:1], whole[1:], whole, whole)) < 9000
    assert measure_size(np.frombuffer(bytes(5000), dtype=np.int8)) >= 5000


def test_a_figure_counts_with_all_that_is_sent_of_it():
    x = np.random.default_rng(1).random(50_000)
    figure = Composed([{"type": "scatter", "x": x, "y": x}], {"xaxis": {"range": [0, 1]}})
    assert 2 * x.nbytes < measure_size(figure) < 3.5 * x.nbytes


# --- Results ---


def test_a_result_is_computed_once_for_its_key(kept):
    asked = []

    def compute(progress):
        asked.append(1)

    assert [compute_with_bar(("a", 1), "", compute) for _ in range(3)] == [None] * 3
    assert len(asked) == 1
    assert is_computed(("a", 1))
    assert not is_computed(("a", 2))


def test_what_was_not_used_for_longest_makes_room(kept):
    for number in range(3):
        remember(number, 30_000)
    remember(0)  # used again
    remember(3, 30_000)
    assert list(kept.results) == [("kind", 2), ("kind", 0), ("kind", 3)]
    remember(4, 90_000)
    assert list(kept.results) == [("kind", 4)]
    assert kept.size == sum(size for _, size in kept.results.values()) <= 100_000


def test_a_long_computation_is_not_lost_because_others_look_at_many_figures(kept, monkeypatch):
    monkeypatch.setattr(result_cache, "QUICK_RESULTS", ResultCache(100_000))
    assert compute("simulation") == "simulation"
    for number in range(100):
        compute_once(("figure", number), lambda: np.zeros(10_000, dtype=np.int8))
    assert is_computed(("simulation",))
    assert result_cache.QUICK_RESULTS.size <= 100_000


def test_a_result_that_is_too_large_is_returned_and_not_kept(kept):
    remember("small")
    assert len(remember("large", 200_000)) == 200_000
    assert list(kept.results) == [("kind", "small")]


def test_what_fails_is_not_remembered(kept):
    def fail(progress):
        raise ValueError("no gold")

    for _ in range(2):
        with pytest.raises(ValueError, match="no gold"):
            compute_with_bar(("a",), "", fail)
    assert not kept.results
    assert compute_with_bar(("a",), "", lambda progress: "answer") == "answer"


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
    assert is_computed(("shared",))


def test_a_visitor_who_leaves_while_waiting_holds_up_nobody(kept):
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


def test_other_results_do_not_wait(kept):
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

"""What clicks, boxes and lassos mean, and what they do to the visitor's choice; browsers may send nonsense."""

import numpy as np
import pytest

from ordquant_core.figures.deltas import delta_frame
from ordquant_core.figures.points import code_of
from pages.shared import clicks, selection, session

CASES = ("p", "q", "r", "s")
X, Y = np.array([-0.5, 0.5, 0.5, np.inf]), np.array([0.25, 0.25, 0.26, 0.5])
FRAME = delta_frame(X, Y)
Q_CELL = code_of(int(FRAME.cells(X, Y)[1]))


@pytest.fixture
def state(monkeypatch):
    """A stand-in for st.session_state."""
    kept = {}
    monkeypatch.setattr(session.st, "session_state", kept)
    return kept


def box(x0, x1, y0, y1):
    return [{"xref": "x", "yref": "y", "x": [x0, x1], "y": [y0, y1]}]


def do(state, reported, *, drawn=None, of=None):
    state["plot"] = {"selection": reported}
    numbers = np.arange(4) if drawn is None else np.array(drawn)
    selection.take("plot", X[numbers], Y[numbers], FRAME, CASES, drawn=drawn and numbers, of=of)


def test_a_click_makes_a_case_the_current_one(state):
    do(state, {"points": [{"customdata": 1}]})
    assert state["case"] == "q"
    do(state, {"points": [{"customdata": 0}]}, drawn=[3, 1])
    assert state["case"] == "s"


def test_a_plot_that_lets_go_of_nothing_changes_nothing(state):
    selection.pick("r")
    do(state, {"points": []})
    assert state["case"] == "r"
    state["last_of_plot"] = "gone"  # a case of another task
    do(state, {"points": []})
    assert state["case"] == "r"


def test_a_region_selects_cases_together_and_opens_the_first_of_their_list(state):
    selection.pick("r")  # in it, but not first
    do(state, {"points": [], "box": box(0, 1, 0, 1)}, of="task")
    assert selection.selected_together("task").tolist() == [1, 2]
    assert selection.selected_together("other task") is None
    assert [selection.current(CASES, np.array(order)) for order in ([1, 2], [2, 1])] == [1, 2]


def test_a_region_without_cases_is_no_selection(state):
    selection.select_together("task", np.array([1, 2]))
    selection.pick("q")
    do(state, {"points": [], "box": box(5, 6, 5, 6)}, of="task")
    assert selection.selected_together("task") is None
    assert state["case"] == "q"


def test_a_click_keeps_a_selection_it_lies_in_and_ends_one_it_does_not(state):
    selection.select_together("task", np.array([1, 2]))
    do(state, {"points": [{"customdata": 2}]}, of="task")
    assert selection.selected_together("task").tolist() == [1, 2]
    do(state, {"points": [{"customdata": 0}]}, of="task")
    assert selection.selected_together("task") is None
    assert state["case"] == "p"


def test_letting_go_of_a_region_ends_the_selection(state):
    do(state, {"points": [], "box": box(0, 1, 0, 1)}, of="task")
    do(state, {"points": []}, of="task")
    assert selection.selected_together("task") is None


@pytest.mark.parametrize(("chosen", "order", "shown"), [("r", [3, 2, 0, 1], 2), ("r", [3, 0], 3), ("x", [1, 0], 1)])
def test_the_current_case_is_the_chosen_one_if_it_is_listed_else_the_first(state, chosen, order, shown):
    state["case"] = chosen
    assert selection.current(CASES, np.array(order)) == shown


@pytest.mark.parametrize(
    ("choice", "separator", "numbers"),
    [("3", ",", (3,)), ("0,12", ",", (0, 12)), ("4-5", "-", (4, 5)), ("00000001", ",", (1,))]
    + [(nonsense, ",", ()) for nonsense in ("", "a", "-1", "1,", "²", "٣", "1.5", "123456789", "1\n")],
)
def test_a_choice_is_whole_numbers_or_nothing(choice, separator, numbers):
    assert clicks.numbers(choice, separator) == numbers


@pytest.mark.parametrize(
    ("data", "numbers"),
    [([2, 5], (2, 5)), (7, (7,)), ([3, "run x", 4], (3,)), ([2.0], (2,))]
    + [(nonsense, ()) for nonsense in (None, [], "3", [True], [float("nan")], [float("inf")], {"0": 1}, [[1]])],
)
def test_a_selected_point_carries_whole_numbers_or_nothing(state, data, numbers):
    state["plot"] = {"selection": {"points": [{"customdata": data}]}}
    assert session.selected_numbers("plot") == numbers


@pytest.mark.parametrize("reported", [None, {}, {"selection": None}, {"selection": {"points": "x"}}])
def test_a_plot_without_a_selected_point_carries_no_number(state, reported):
    state["plot"] = reported
    assert session.selected_numbers("plot") == ()

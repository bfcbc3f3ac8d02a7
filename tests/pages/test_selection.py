"""What clicks, boxes and lassos mean, and what they do to the visitor's choice; browsers may send nonsense."""

import numpy as np
import pytest

from ordquant_core.figures.deltas import delta_frame
from pages.shared import selection, session

CASES = ("p", "q", "r", "s")
X, Y = np.array([-0.5, 0.5, 0.5, np.inf]), np.array([0.25, 0.25, 0.26, 0.5])
FRAME = delta_frame(X, Y)


@pytest.fixture
def state(monkeypatch):
    """A stand-in for st.session_state."""
    kept = {}
    monkeypatch.setattr(session.st, "session_state", kept)
    return kept


def click(*numbers):
    return {"points": [{"customdata": number} for number in numbers]}


def box(x0, x1, y0, y1):
    return {"points": [], "box": [{"xref": "x", "yref": "y", "x": [x0, x1], "y": [y0, y1]}]}


def do(state, reported, *, drawn=None, of=None):
    state["plot"] = {"selection": reported}
    numbers = np.arange(4) if drawn is None else np.array(drawn)
    selection.take("plot", X[numbers], Y[numbers], FRAME, CASES, drawn=drawn and numbers, of=of)


def together(of="task"):
    selected = selection.selected_together(of)
    return None if selected is None else selected.tolist()


def test_a_click_makes_a_case_the_current_one_and_a_plot_that_lets_go_of_nothing_changes_nothing(state):
    for number, drawn, case in ((1, None, "q"), (0, [3, 1], "s")):
        do(state, click(number), drawn=drawn)
        assert state["case"] == case
    selection.pick("r")
    do(state, click())
    assert state["case"] == "s"  # clicked twice at the same point
    selection.pick("r")
    state["last_of_plot"] = "gone"  # a case of another task
    do(state, click())
    assert state["case"] == "r"


def test_a_region_selects_cases_together_and_opens_the_first_of_their_list_until_it_is_let_go(state):
    selection.pick("r")  # in it, but not first
    do(state, box(0, 1, 0, 1), of="task")
    assert (together(), together("other task")) == ([1, 2], None)
    assert [selection.current(CASES, np.array(order)) for order in ([1, 2], [2, 1])] == [1, 2]
    do(state, click(2), of="task")  # it lies in the selection
    assert together() == [1, 2]
    do(state, click(), of="task")
    assert together() is None
    do(state, box(0, 1, 0, 1), of="task")
    do(state, click(0), of="task")
    assert (together(), state["case"]) == (None, "p")
    selection.select_together("task", np.array([1, 2]))
    do(state, box(5, 6, 5, 6), of="task")  # a region without cases
    assert (together(), state["case"]) == (None, "p")


@pytest.mark.parametrize(
    ("chosen", "order", "among", "shown"),
    [("r", [3, 2, 0, 1], None, 2), ("r", [3, 0], None, 3), ("x", [1, 0], None, 1), ("r", [3, 0], [2], 2)],
)
def test_the_current_case_is_the_chosen_one_if_it_is_there_else_the_first(state, chosen, order, among, shown):
    state["case"] = chosen
    assert selection.current(CASES, np.array(order), None if among is None else np.array(among)) == shown

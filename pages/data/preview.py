"""A look into the task as it was read: the average gold and run, and all cases, some at a time."""

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from ordquant_core.figures.distributions import draw_average
from ordquant_core.frame_html import grid
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.markup import Grid
from ordquant_core.numerals import class_label, count
from ordquant_core.records import Task
from pages.shared import cached, look, write
from pages.shared.session import reported
from pages.shared.tasks import Current

ROWS = 8  # cases at a time


@st.fragment
def show(current: Current) -> None:
    """Draw the average distributions, and the rows of the gold or of a run."""
    runs, key = current.task.runs, current.key.digest[:16]
    names, own = ["Gold", *runs], [runs.index(run) for run in current.added if run in runs]
    with st.container(key="preview_card"):
        left, right = look.cards(1, 1)
    with left:
        title = f"On average over {count(len(current.task.cases), 'case')}"
        outlined = _choose(title, "Outline", runs, own[0] if own else 0, f"outline_{key}")
        look.plot(look.draw(draw_average, current.task, outlined), "average", "average")
    with right:
        chosen = f"preview_{key}"
        of_votes = current.task.votes is not None and not reported(chosen)  # runs have none
        title = f"{'Votes' if of_votes else 'Probabilities'}, case by case"
        _rows(current, _choose(title, "Rows of", names, 0, chosen))


def _choose(title: str, label: str, names: Sequence[str], first: int, key: str) -> int:
    """Draw the title of a card and a choice among the gold and runs; return the number of the chosen one."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"head_of_{key}"):
        st.header(title, anchor=False)
        write.paragraph(label, style="muted left", width="content")
        return int(
            st.selectbox(
                label, range(len(names)), first, names.__getitem__, key=key, label_visibility="collapsed", width=170
            )
        )


def _rows(current: Current, listed: int) -> None:
    """Draw some cases and, of more, which ones."""
    task, n, page, table = current.task, len(current.task.cases), 1, st.container()
    if n > ROWS:
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            page = st.pagination(-(-n // ROWS), key=f"preview_page_{current.key.digest[:16]}")
            last = min(ROWS * page, n)
            words = f"Cases {count(ROWS * (page - 1) + 1)} to {count(last)} of {count(n)}"
            write.paragraph(words, style="muted left", id="listed", width="content")
    with table:
        make = partial(_cases, task, listed - 1 if listed else None, slice(ROWS * (page - 1), ROWS * page))
        cached.write_table(("preview", current.key, listed, page), make, id="preview")


def _cases(task: Task, run: int | None, some: slice) -> Grid:
    """Return cases: their gold as a picture, and a row of numbers of a run, or of the gold (None): votes, if there are.

    What came along with a case follows.
    """
    votes = task.votes if run is None else None
    numbers = votes if votes is not None else task.gold if run is None else task.estimates[run]
    kind = Kind.SCORE if votes is None else Kind.COUNT
    places = range(len(task.classes))
    frame = pd.DataFrame({"case": task.cases[some], "gold": [*map(tuple, task.gold[some])]})
    frame = frame.join(pd.DataFrame(numbers[some], columns=[f"class_{place}" for place in places]))
    frame = frame.assign(**{f"extra_{name}": texts[some] for name, texts in task.extras.items()})
    columns = [
        drawn_as(Kind.TEXT, "case"),
        drawn_as(Kind.PICTURE, "gold"),
        *(drawn_as(kind, f"class_{place}", class_label(task.classes[place]), class_="oq-class") for place in places),
        *(drawn_as(Kind.TEXT, f"extra_{name}", name) for name in task.extras),
    ]
    return grid(frame, columns)

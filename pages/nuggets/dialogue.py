"""One dialogue, block by block, and the two ways to choose it: the plot of dialogues and the list of worst blocks."""

from functools import partial

import streamlit as st

from ordquant_core.figures.nuggets import NuggetView, draw_dialogue, draw_dialogues
from ordquant_core.formats.official.nuggets import OFFICIAL, NuggetTask
from ordquant_core.tables.nuggets.findings import of_dialogue, worst_table
from pages.nuggets import state
from pages.nuggets.state import STATE, VIEWS
from pages.shared import clicks, controls, current_mark, look, write
from pages.shared.escaping import escape
from pages.shared.result_cache import Key, compute_once
from pages.shared.session import preset, reported, use_selected_number

NONE = -1, None  # no dialogue, no block
NUGGETS = (
    "A nugget is what helps to solve the problem. CNUG0 states the problem, CNUG is useful to the helpdesk, CNUG* says "
    "that the problem is solved; HNUG is useful to the customer, HNUG* is a solution; CNaN, HNaN: none of these."
)


def card(shown: NuggetView) -> None:
    """Draw a dialogue: its scores and its blocks."""
    task, number = shown.task, shown.dialogue
    write.verdict(f"Dialogue {task.dialogues[number]}", id="dialogue")
    found = of_dialogue(shown.ranking, task.senders[number], shown.layer, shown.runs, number)
    write.because(found, id="dialogue_scores")
    figure = look.draw(draw_dialogue, shown)
    name = task.dialogues[number]
    look.plot(figure, "nugget_dialogue_plot", f"dialogue-{name}", name=f"Dialogue {name}")
    write.note(NUGGETS if task.types == OFFICIAL else "")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        preset("nugget_go", task.dialogues[number])
        st.selectbox("Dialogue", task.dialogues, key="nugget_go", on_change=_pick_name, args=(task,), width=170)
        controls.steps("nugget", number, len(task.dialogues), partial(state.go, task))


def scatter(shown: NuggetView) -> None:
    """Draw one point per dialogue; a click shows that dialogue."""
    views = VIEWS if len(shown.names) > 1 else {"measures": VIEWS["measures"]}
    view = controls.segments(STATE, "view", "Each point is one dialogue", views)
    figure = look.draw(draw_dialogues, shown, of_runs=view == "runs", selected=shown.dialogue)
    pick = partial(use_selected_number, "nugget_points", partial(state.go, shown.task))
    look.plot(figure, "nugget_points", f"nuggets-{view}", on_select=pick)


def worst(key: Key, shown: NuggetView) -> None:
    """List the blocks with the largest scores of run A; a click shows the dialogue and marks the block."""
    st.header(f"Worst blocks of A {escape(shown.names[0])}", anchor=False)
    about = shown.ranking, shown.task, shown.layer, shown.runs
    table = lambda: write.as_table(*worst_table(*about, NONE), id="worst", scrolls=False)  # noqa: E731
    built = compute_once(("nuggets, worst", *key, shown.measure, shown.runs), table)
    start = int(shown.task.starts[shown.dialogue])
    write.html(built)
    current_mark.show("block", rows={"worst": "" if shown.block is None else str(start + shown.block)})
    clicks.on_number("worst", partial(_pick_block, shown.task), opens=".st-key-nugget_card")


def _pick_name(task: NuggetTask) -> None:
    chosen = reported("nugget_go")
    if chosen in task.dialogues:
        state.go(task, task.dialogues.index(chosen))


def _pick_block(task: NuggetTask, block: int) -> None:
    if block < len(task.customer):
        dialogue = int(task.dialogue_of[block])
        state.go(task, dialogue, block - int(task.starts[dialogue]))

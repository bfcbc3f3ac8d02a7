"""One dialogue, block by block, and the two ways to choose it: the plot of dialogues and the list of worst blocks."""

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from ordquant_core.figures.dialogue import draw_dialogue
from ordquant_core.figures.nuggets import NuggetView, draw_dialogues
from ordquant_core.findings import nuggets as findings
from ordquant_core.findings.sentence import RunName, plain
from ordquant_core.formats.official.nuggets import OFFICIAL, NuggetTask
from ordquant_core.frame_html import Rows, grid, sentence
from ordquant_core.glossary import Kind, column, drawn_as
from ordquant_core.markup import Grid
from pages.nuggets import state
from pages.shared import cached, clicks, controls, current_mark, look, write
from pages.shared.result_cache import Key
from pages.shared.session import preset, reported, use_selected_number

WORST = 6  # blocks in the list
BARE: dict[str, Any] = {"label_visibility": "collapsed", "width": 120}
NUGGETS = (
    " A nugget helps to solve the problem. Customer: CNUG0 states the problem, CNUG is useful to the helpdesk, CNUG* "
    "says that it is solved, CNaN is none of these. Helpdesk: HNUG is useful to the customer, HNUG* is a solution, "
    "HNaN is neither."
)


def card(view: NuggetView) -> None:
    """Draw a dialogue: its scores and its blocks."""
    task, number = view.task, view.dialogue
    name, senders = task.dialogues[number], task.senders[number]
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="dialogue_head"):
        write.paragraph(f"Dialogue {name}", style="verdict", id="dialogue")
        preset("nugget_go", name)
        st.selectbox("Dialogue", task.dialogues, key="nugget_go", on_change=_pick_name, args=(task,), **BARE)
        with st.container(horizontal=True, gap="small", width="content"):
            controls.steps("nugget", number, len(task.dialogues), partial(state.go, task))
    scores = findings.of_dialogue(view.ranking, view.measure, view.names, number, senders)
    write.because(scores, NUGGETS if task.types == OFFICIAL else "", id="dialogue_scores")
    look.plot(look.draw(draw_dialogue, view), "nugget_dialogue_plot", f"dialogue-{name}", name=f"Dialogue {name}")


def scatter(view: NuggetView) -> None:
    """Draw one point per dialogue, under what they say of the two runs; a click shows that dialogue."""
    said = findings.better_dialogues(view.ranking, view.measure, *view.runs)
    write.choice(said, state.menus(view.task), id="better")
    figure = look.draw(draw_dialogues, view, selected=view.dialogue, title="")
    pick = partial(use_selected_number, "nugget_points", partial(state.go, view.task))
    look.plot(figure, "nugget_points", "nuggets-runs", on_select=pick, name=plain(said))


def worst(key: Key, view: NuggetView) -> None:
    """List the blocks with the largest scores of run A; a click shows the dialogue and marks the block."""
    write.title("Worst blocks of ", (RunName(view.names[0], "A", alone=False),))
    scores = [
        drawn_as(Kind.SCORE, f"score_{run}", sentence((RunName("", letter),)), run, class_=f"oq-{letter.lower()}")
        for letter, run in zip("AB", view.names, strict=False)
    ]

    def make() -> Grid:
        return grid(_blocks(view), ["dialogue", "block", column("sender", "side"), *scores], Rows(choice="number"))

    cached.write_table(("nuggets, worst", *key, view.measure, view.runs), make, id="worst", scrolls=False)
    start = int(view.task.starts[view.dialogue])
    current_mark.show("block", rows={"worst": "" if view.block is None else str(start + view.block)})
    clicks.on_number("worst", partial(_pick_block, view.task), opens=".st-key-nugget_card")


def _blocks(view: NuggetView) -> pd.DataFrame:
    """Return the worst blocks of run A, each with its number in the task, and the scores of both runs."""
    scores = view.ranking.averages.scores.to_frame(view.task)
    scores = scores[scores["measure"] == view.measure]
    blocks = scores[scores["run"] == view.names[0]].reset_index(drop=True)
    of_runs = {f"score_{run}": scores["score"][scores["run"] == run].to_numpy() for run in view.names}
    blocks = blocks.assign(number=blocks.index, **of_runs)
    return blocks.sort_values("score", ascending=False, kind="stable").head(WORST)


def _pick_name(task: NuggetTask) -> None:
    chosen = reported("nugget_go")
    if chosen in task.dialogues:
        state.go(task, task.dialogues.index(chosen))


def _pick_block(task: NuggetTask, block: int) -> None:
    if block < len(task.customer):
        dialogue = int(task.dialogue_of[block])
        state.go(task, dialogue, block - int(task.starts[dialogue]))

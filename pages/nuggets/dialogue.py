"""One dialogue, block by block, and the two ways to choose it: the plot of dialogues and the list of worst blocks."""

from collections.abc import Sequence
from dataclasses import replace
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
from ordquant_core.markup import Grid, Html, tag
from pages.nuggets import state
from pages.shared import cached, clicks, controls, current_mark, look, write
from pages.shared.result_cache import Key
from pages.shared.session import preset, reported, use_selected_number

WORST = 10  # blocks in the list
PLOT, CARD = "nugget_points", ".st-key-nugget_card"  # the key of the dialogues as points, the selector of one dialogue
BARE: dict[str, Any] = {"label_visibility": "collapsed", "width": 120}
CUSTOMER = ("states the problem", "useful to the helpdesk", "says that it is solved", "none of these")
HELPDESK = "useful to the customer", "a solution", "neither"


def card(view: NuggetView) -> None:
    """Draw a dialogue: its scores, what the types of nuggets are, and its blocks."""
    task, number = view.task, view.dialogue
    name, senders = task.dialogues[number], task.senders[number]
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="dialogue_head"):
        write.paragraph("Dialogue", style="verdict", width="content")
        preset("nugget_go", name)
        st.selectbox("Dialogue", task.dialogues, key="nugget_go", on_change=_pick_name, args=(task,), **BARE)
        with st.container(horizontal=True, gap="small", width="content"):
            controls.steps("nugget", number, len(task.dialogues), partial(state.go, task))
    scores = findings.of_dialogue(view.ranking, view.measure, view.names, number, senders)
    write.because(scores, tag("span", "annotators", class_="oq-gold"), id="dialogue_scores")
    write.small(findings.IN_BRIEF)
    if task.types == OFFICIAL:
        sides = _key("Customer", OFFICIAL.customer, CUSTOMER), _key("Helpdesk", OFFICIAL.helpdesk, HELPDESK)
        write.html(tag("div", *sides, class_="oq", id="nugget_types"))
    figure = look.draw(draw_dialogue, view, title="")
    look.plot(figure, "nugget_dialogue_plot", f"dialogue-{name}", name=f"Dialogue {name}")


def scatter(view: NuggetView) -> None:
    """Draw one point per dialogue, under what they say of the two runs; a click shows that dialogue."""
    said = findings.better_dialogues(view.ranking, view.measure, *view.runs)
    write.choice(said, state.menus(view.task), id="better")
    figure = look.draw(draw_dialogues, replace(view, dialogue=0, block=None), title="")
    pick = partial(use_selected_number, PLOT, partial(state.go, view.task))
    look.plot(figure, PLOT, "nuggets-runs", on_select=pick, name=plain(said))
    write.paragraph("Tap a dot to open its dialogue.", style="muted narrow")


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
    rows = {"worst": "" if view.block is None else str(start + view.block)}
    place = view.ranking.averages.values[view.layer, list(view.runs), view.dialogue]
    current_mark.show("dialogue", rows=rows, points={PLOT: place} if len(place) > 1 else {}, on_phone=CARD)
    clicks.on_number("worst", partial(_pick_block, view.task), opens=CARD)


def _blocks(view: NuggetView) -> pd.DataFrame:
    """Return the worst blocks of run A, each with its number in the task, and the scores of both runs."""
    scores = view.ranking.averages.scores.to_frame(view.task)
    scores = scores[scores["measure"] == view.measure]
    blocks = scores[scores["run"] == view.names[0]].reset_index(drop=True)
    of_runs = {f"score_{run}": scores["score"][scores["run"] == run].to_numpy() for run in view.names}
    blocks = blocks.assign(number=blocks.index, **of_runs)
    return blocks.sort_values("score", ascending=False, kind="stable").head(WORST)


def _key(sender: str, types: Sequence[str], meanings: Sequence[str]) -> Html:
    """Return the types of a sender's nuggets with what they mean."""
    listed = [tag("div", tag("dt", name), tag("dd", meaning)) for name, meaning in zip(types, meanings, strict=True)]
    return tag("div", tag("b", sender), tag("dl", *listed))


def _pick_name(task: NuggetTask) -> None:
    chosen = reported("nugget_go")
    if chosen in task.dialogues:
        state.go(task, task.dialogues.index(chosen))


def _pick_block(task: NuggetTask, block: int) -> None:
    if block < len(task.customer):
        dialogue = int(task.dialogue_of[block])
        state.go(task, dialogue, block - int(task.starts[dialogue]))

"""One dialogue, block by block, and the ways to choose it: the plot of dialogues, the list of worst blocks."""

import html
from functools import partial

import numpy as np
import streamlit as st

from ordquant_core.figures.dialogue import Block, dialogue_figure
from ordquant_core.figures.nuggets import dialogue_scatter
from ordquant_core.formats.nuggets.ntcir import SIDES
from ordquant_core.nuggets import NUGGET_MEASURES
from ordquant_core.numerals import score as number
from pages.nuggets import state
from pages.nuggets.results import Results
from pages.nuggets.state import VIEWS, Place, Settings
from pages.shared import clicks, look
from pages.shared.escaping import escape

WORST = 12
NUGGETS = (
    "A nugget is what helps to solve the problem. CNUG0: says what the problem is, CNUG: useful to the helpdesk, "
    "CNUG*: says that it is solved; HNUG: useful to the customer, HNUG*: a solution; CNaN, HNaN: none of these."
)


def show(shown: Results, settings: Settings, place: Place) -> None:
    """Draw the card of a dialogue: its scores and its blocks."""
    task, number_of = shown.task, place.dialogue
    name = html.escape(task.dialogues[number_of])
    runs = settings.names(task)
    scores = " · ".join(
        f'<span class="oq-{letter}">{letter.upper()} {html.escape(run)} '
        f"{number(shown.averages.values[settings.layer, index, number_of])}</span>"
        for letter, run, index in zip("ab", runs, settings.runs, strict=False)
    )
    what = "mean over its blocks" if settings.alpha is None else f"waM, alpha {settings.alpha:g}"
    only = set(task.senders[number_of])
    one = f" Only the {next(iter(only))} speaks: that side alone is scored." if len(only) == 1 else ""
    st.html(
        f'<p class="oq oq-verdict" id="dialogue">Dialogue {name}</p>'
        f'<p class="oq oq-because">{settings.measure} ({what}): {scores}.{one} '
        "Blocks in order, customer on the left, helpdesk on the right.</p>"
    )
    figure = dialogue_figure(
        _blocks(shown, settings, number_of),
        look.palette(),
        runs=runs,
        title="Gold as bars, runs as outlines",
        selected=place.block,
    )
    st.plotly_chart(
        figure, theme=None, key="nugget_dialogue_plot", config=look.plot_config(f"dialogue-{task.dialogues[number_of]}")
    )
    st.html(f'<p class="oq oq-note">{NUGGETS}</p>')
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.session_state["nugget_go"] = task.dialogues[number_of]
        st.selectbox("Dialogue", task.dialogues, key="nugget_go", on_change=_pick_name, args=(shown,), width=170)
        for label, to in (("‹ previous", number_of - 1), ("next ›", number_of + 1)):
            inside = 0 <= to < len(task.dialogues)
            st.button(label, disabled=not inside, on_click=state.go, args=(task, to), key=f"nugget_{label}")


def _blocks(shown: Results, settings: Settings, dialogue: int) -> list[Block]:
    task, layer = shown.task, settings.layer
    start = int(task.starts[dialogue])
    scores = shown.averages.scores.blocks[layer]
    return [
        Block(
            sender,
            SIDES[sender],
            task.gold[block, : len(SIDES[sender])],
            [task.estimates[run, block, : len(SIDES[sender])] for run in settings.runs],
            [float(scores[run, block]) for run in settings.runs],
            None if task.votes is None else int(task.votes[block].sum()),
        )
        for block, sender in enumerate(task.senders[dialogue], start=start)
    ]


def scatter(shown: Results, settings: Settings, place: Place) -> None:
    """Draw one point per dialogue; a click shows that dialogue."""
    task, values = shown.task, shown.averages.values
    names = settings.names(task)
    possible = list(VIEWS) if len(names) > 1 else ["measures"]
    if st.session_state["nugget_view"] not in possible:
        st.session_state["nugget_view"] = possible[0]
    view = st.segmented_control(
        "One point a dialogue",
        possible,
        key="nugget_view",
        format_func=VIEWS.__getitem__,
        required=True,
        persist_state="session",
    )
    if view == "runs":
        x, y = (values[settings.layer, run] for run in settings.runs)
        axes = (f"{settings.measure} of A {names[0]} (better above the line)", f"{settings.measure} of B {names[1]}")
        ties = np.abs(x - y) <= 1e-12
        better = int(((x < y) & ~ties).sum()), int(((x > y) & ~ties).sum())
        title = f"A is better on {better[0]} of {len(x):,}, B on {better[1]}"
    else:
        x, y = (values[NUGGET_MEASURES.index(key), settings.runs[0]] for key in ("RNSS", "JSD"))
        axes = ("RNSS", "JSD")
        title = f"RNSS and JSD of A {html.escape(names[0])}"
    figure = dialogue_scatter(
        x,
        y,
        task.dialogues,
        look.palette(),
        axes=axes,
        title=title,
        selected=place.dialogue,
        diagonal=view == "runs",
        height=380,
    )
    st.plotly_chart(
        figure,
        theme=None,
        key="nugget_points",
        on_select=partial(_pick_point, shown),
        selection_mode="points",
        config=look.plot_config(f"nuggets-{view}"),
    )


def worst(shown: Results, settings: Settings, place: Place) -> None:
    """List the blocks on which run A is off most; a click shows the dialogue and marks the block."""
    task, scores = shown.task, shown.averages.scores.blocks[settings.layer]
    letters = "ab"[: len(settings.runs)]
    rows = []
    for block in state.worst_blocks(shown, settings)[:WORST].tolist():
        at = state.place_of(task, block)
        chosen = " oq-chosen" if at == place else ""
        cells = "".join(
            f'<td title="{float(scores[run, block])!r}"><span class="oq-{letter}">{number(scores[run, block])}</span>'
            "</td>"
            for letter, run in zip(letters, settings.runs, strict=True)
        )
        rows.append(
            f'<tr class="{chosen}" data-choice="{block}" tabindex="0" aria-selected="{str(bool(chosen)).lower()}">'
            f"<th scope=row>{html.escape(task.dialogues[at.dialogue])}</th><td>{(at.block or 0) + 1}</td>"
            f"<td>{task.senders[at.dialogue][at.block or 0]}</td>{cells}</tr>"
        )
    name = escape(settings.names(task)[0])
    st.subheader(f"Worst blocks of A {name}", anchor=False)
    heads = "".join(f'<th scope=col><span class="oq-{x}">{x.upper()}</span></th>' for x in letters)
    st.html(
        '<table class="oq oq-table" id="worst"><thead><tr><th scope=col>dialogue</th><th scope=col>block</th>'
        f"<th scope=col>side</th>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )
    clicks.on_choice("worst", partial(_pick_block, shown), opens=".st-key-nugget_card")


def _pick_name(shown: Results) -> None:
    chosen = st.session_state["nugget_go"]
    if chosen in shown.task.dialogues:
        state.go(shown.task, shown.task.dialogues.index(chosen))


def _pick_block(shown: Results, choice: str) -> None:
    if choice.isdecimal() and int(choice) < len(shown.task.customer):
        place = state.place_of(shown.task, int(choice))
        state.go(shown.task, place.dialogue, place.block)


def _pick_point(shown: Results) -> None:
    points = st.session_state["nugget_points"]["selection"]["points"]
    if points:
        data = points[0].get("customdata")
        number_of = data[0] if isinstance(data, list) else data
        if isinstance(number_of, int | float):
            state.go(shown.task, int(number_of))

"""What a visitor of Nuggets has chosen: measure, average, two runs, dialogue and block. All of it is in the link."""

from collections.abc import Mapping

import streamlit as st

from ordquant_core.figures.nuggets import NuggetView
from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.nuggets import NUGGET_MEASURES, Ranking, block_numbers
from ordquant_core.tasks.published.source import SAMPLE
from pages.shared import controls
from pages.shared.params import Choice, Flag, Number, Params, Whole

AVERAGES = {"macro": "over dialogues (macro)", "micro": "over all blocks (micro)"}
MOST_BLOCKS = 1_000_000
STATE = Params(
    "nugget",
    Choice("data", default=SAMPLE),
    Choice("measure", NUGGET_MEASURES),
    Choice("average", AVERAGES),
    Number("alpha", 0.5, 0, 1),
    Choice("a"),
    Choice("b"),
    Choice("dialogue", default=""),
    Whole("block", None, 1, MOST_BLOCKS),
    Flag("how"),  # whether "How it works" is opened
)


def follow(query: Mapping[str, str] | None) -> None:
    """Set the choices to what a link says: another dialogue is shown without a marked block, unless it names one."""
    if query and "dialogue" in query:
        STATE.reset("block")
    STATE.follow(query)


def choose(task: NuggetTask) -> tuple[str, float | None, tuple[int, ...]]:
    """Draw the choices: the measure, alpha (None: micro), the runs."""
    two = len(task.runs) > 1
    STATE.restrict(
        {"a": task.runs, "b": task.runs, "dialogue": ["", *task.dialogues]},
        fallback={"b": task.runs[int(two)]},
    )
    for name in "ab"[: len(task.runs)]:
        controls.run(STATE, name, task.runs, 150)
    controls.segments(STATE, "measure", "Measure", NUGGET_MEASURES)
    controls.select(
        STATE,
        "average",
        "Average",
        AVERAGES,
        width=205,
        help="Macro: every dialogue counts the same, and alpha weighs its two sides. Micro: every block counts the "
        "same, so long dialogues count for more, and there is no alpha.",
    )
    micro = STATE["average"] == "micro"
    alpha = controls.draw(
        *(st.slider, STATE, "alpha", "alpha: helpdesk 0 … 1 customer", 0.0, 1.0),
        step=0.01,
        disabled=micro,
        width=260,
        help="The score of a dialogue (waM) is alpha × the mean over its customer blocks + (1 − alpha) × the mean "
        "over its helpdesk blocks.",
    )
    runs = tuple(task.runs.index(STATE[name]) for name in "ab"[: len(task.runs)])
    return STATE["measure"], None if micro else alpha, runs


def view(task: NuggetTask, ranking: Ranking, measure: str, runs: tuple[int, ...]) -> NuggetView:
    """Gather what the page shows: the dialogue that was chosen, or the one with the worst block of run A."""
    chosen = STATE["dialogue"]
    if chosen:
        dialogue = task.dialogues.index(chosen)
        STATE.restrict({"block": [None, *range(1, len(task.senders[dialogue]) + 1)]})
        number = STATE["block"]
    else:
        worst = int(ranking.averages.scores.worst_blocks(NUGGET_MEASURES.index(measure), runs[0])[0])
        dialogue, number = int(task.dialogue_of[worst]), int(block_numbers(task)[worst])
    return NuggetView(task, ranking, measure, runs, dialogue, None if number is None else number - 1)


def go(task: NuggetTask, dialogue: int, block: int | None = None) -> None:
    """Show another dialogue, with a block of it marked; what comes from the browser is checked here."""
    if 0 <= dialogue < len(task.dialogues):
        STATE["dialogue"], STATE["block"] = task.dialogues[dialogue], None if block is None else block + 1

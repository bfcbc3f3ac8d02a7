"""What a visitor of Nuggets has chosen: measure, average, two runs, dialogue and block. All of it is in the link."""

from collections.abc import Mapping

import streamlit as st

from ordquant_core.figures.nuggets import NuggetView
from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.nuggets import NUGGET_MEASURES, Ranking, block_numbers
from ordquant_core.tasks.published.source import SAMPLE
from pages.shared import choices, controls, look, task_scores
from pages.shared.choices import Menu, Menus
from pages.shared.params import Choice, Flag, Number, Params, Whole

AVERAGES = {"macro": "over dialogues (macro)", "micro": "over all blocks (micro)"}
MACRO = (
    "Macro: every dialogue counts the same, and alpha weighs its two sides. Micro: every block counts the same, so "
    "long dialogues count for more, and there is no alpha."
)
WAM = (
    "The score of a dialogue (waM) is alpha × the mean over its customer blocks + (1 − alpha) × the mean over its "
    "helpdesk blocks."
)
MOST_BLOCKS = 1_000_000
STATE = Params(
    "nugget",
    Choice("data", default=SAMPLE),
    Choice("measure", NUGGET_MEASURES),
    Choice("average", AVERAGES),
    Number("alpha", 0.5, 0, 1),
    Choice("a", noun="run"),
    Choice("b", noun="run"),
    Choice("dialogue", default=""),
    Whole("block", None, 1, MOST_BLOCKS),
    Flag("how"),  # whether "How it works" is opened
)


def follow(query: Mapping[str, str] | None) -> None:
    """Set the choices to what a link says: another dialogue is shown without a marked block, unless it names one."""
    if query and "dialogue" in query:
        STATE.reset("block")
    STATE.follow(query)


def restrict(task: NuggetTask) -> None:
    """Reset what this task does not have."""
    task_scores.restrict_pair(STATE, task.runs, task.runs[:2])
    STATE.restrict({"dialogue": ["", *task.dialogues]})


def menus(task: NuggetTask) -> Menus:
    """Return the lists of the sentences: the measure, and the runs A and B."""
    measures = Menu(STATE, "measure", "Measure", {key: key for key in NUGGET_MEASURES})
    return choices.of_runs(STATE, {run: run for run in task.runs}) | {"measure": measures}


def choose_alpha(place: look.Container) -> float | None:
    """Draw the choice of the average in a menu, of alpha in `place`; return alpha. None: the micro average has none."""
    with look.tools(), st.popover("Settings", key="nugget_settings"):
        micro = controls.select(STATE, "average", "Average", AVERAGES, help=MACRO) == "micro"
    control = st.slider, STATE, "alpha", "alpha: weight of the customer’s side", 0.0, 1.0
    with place:
        alpha = controls.draw(*control, step=0.01, disabled=micro, help=WAM)
    return None if micro else alpha


def runs(task: NuggetTask) -> tuple[int, ...]:
    """Return the numbers of run A and, if there is another, run B."""
    return tuple(task.runs.index(STATE[name]) for name in "ab"[: len(task.runs)])


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

"""What a visitor has chosen: measure, average, two runs, a dialogue and a block of it. All of it is in the link."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import streamlit as st

from ordquant_core.formats.nuggets.assembly import NuggetTask
from ordquant_core.nuggets import NUGGET_MEASURES
from pages.nuggets.results import Results
from pages.nuggets.slider import live_slider
from pages.shared.escaping import escape

AVERAGES = {"macro": "over dialogues (macro)", "micro": "over all blocks (micro)"}
VIEWS = {"runs": "Run A against run B", "measures": "RNSS against JSD"}


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices above the page."""

    measure: str
    alpha: float | None  # None: the micro average
    runs: tuple[int, ...]  # of run A and, if there is another, of run B

    @property
    def layer(self) -> int:
        return NUGGET_MEASURES.index(self.measure)

    def names(self, task: NuggetTask) -> tuple[str, ...]:
        return tuple(task.runs[run] for run in self.runs)


@dataclass(frozen=True, slots=True)
class Place:
    """The dialogue that is shown, and the block of it that is marked."""

    dialogue: int
    block: int | None  # counted from 0 in the dialogue


def follow(query: Mapping[str, str] | None, task: NuggetTask) -> None:
    """Set the choices to what a link says, and those it does not name to where the page starts.

    A link is followed when there is a task: that may be later, once the visitor has given files.
    """
    query = query or st.session_state.get("nugget_link") or {}
    st.session_state["nugget_link"] = None
    choices: dict[str, tuple[list[str], str]] = {
        "measure": (list(NUGGET_MEASURES), NUGGET_MEASURES[0]),
        "average": (list(AVERAGES), "macro"),
        "view": (list(VIEWS), "runs"),
        "a": (list(task.runs), task.runs[0]),
        "b": (list(task.runs), task.runs[min(1, len(task.runs) - 1)]),
        "dialogue": (list(task.dialogues), ""),
    }
    for name, (possible, start) in choices.items():
        key = f"nugget_{name}"
        if query.get(name) in possible:
            st.session_state[key] = query[name]
            if name == "dialogue":
                st.session_state["nugget_block"] = query.get("block", "")
        elif name in query:
            kind = "run" if name in ("a", "b") else name
            st.warning(f"The link names the {kind} “{escape(query[name][:60])}”, which is not here.")
        if st.session_state.get(key) not in possible:  # at first, or of another task
            st.session_state[key] = start
    alpha = _alpha(query["alpha"]) if "alpha" in query else None
    if alpha is not None:
        st.session_state["nugget_alpha"] = alpha
    elif "alpha" in query:
        st.warning(f"The link gives alpha as “{escape(query['alpha'][:60])}”; it lies between 0 and 1.")
    st.session_state.setdefault("nugget_alpha", 0.5)


def remember(query: Mapping[str, str] | None) -> None:
    """Keep a link until it is followed."""
    if query:
        st.session_state["nugget_link"] = dict(query)


def choose(task: NuggetTask, beside: st.delta_generator.DeltaGenerator) -> Settings:
    """Draw the choices, those of the runs `beside` that of the data, and return them."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="nugget_choices"):
        measure = st.segmented_control(
            "Measure", NUGGET_MEASURES, key="nugget_measure", required=True, persist_state="session"
        )
        micro = (
            st.selectbox(
                "Average",
                list(AVERAGES),
                key="nugget_average",
                format_func=AVERAGES.__getitem__,
                persist_state="session",
                width=205,
                help="Macro: every dialogue counts the same, alpha weighs its sides. Micro: every block counts the "
                "same, so long dialogues count for more, and there is no alpha.",
            )
            == "micro"
        )
        alpha = live_slider(
            "alpha: helpdesk 0 … 1 customer",
            key="nugget_alpha",
            disabled=micro,
            width=300,
            help="The score of a dialogue (waM) is alpha × the mean over its customer blocks + (1 − alpha) × the mean "
            "over its helpdesk blocks.",
        )
    with beside:
        runs = [
            st.selectbox(
                f"Run {letter.upper()}", list(task.runs), key=f"nugget_{letter}", persist_state="session", width=190
            )
            for letter in ("ab" if len(task.runs) > 1 else "a")
        ]
    measure = measure or NUGGET_MEASURES[0]  # None only where no visitor is attached: the page imported by itself
    return Settings(measure, None if micro else alpha, tuple(task.runs.index(run) for run in runs))


def place(shown: Results, settings: Settings) -> Place:
    """Return the dialogue that was chosen, or the one that holds run A's worst block."""
    task = shown.task
    chosen = st.session_state["nugget_dialogue"]
    if chosen in task.dialogues:
        number = task.dialogues.index(chosen)
        block = st.session_state.get("nugget_block", "")
        inside = block.isdecimal() and 1 <= int(block) <= len(task.senders[number])
        return Place(number, int(block) - 1 if inside else None)
    return place_of(task, int(worst_blocks(shown, settings)[0]))


def place_of(task: NuggetTask, block: int) -> Place:
    """Return the place of a block that is counted over all dialogues."""
    dialogue = int(task.dialogue_of[block])
    return Place(dialogue, block - int(task.starts[dialogue]))


def worst_blocks(shown: Results, settings: Settings) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Order all blocks by how far run A is off, the worst first."""
    return np.argsort(-shown.averages.scores.blocks[settings.layer, settings.runs[0]], kind="stable")


def go(task: NuggetTask, dialogue: int, block: int | None = None) -> None:
    """Show another dialogue; what comes from the browser is checked here."""
    if 0 <= dialogue < len(task.dialogues):
        st.session_state["nugget_dialogue"] = task.dialogues[dialogue]
        st.session_state["nugget_block"] = "" if block is None else str(block + 1)


def query(settings: Settings, task: NuggetTask, place: Place) -> dict[str, str]:
    """Return what a link must say to show the same again."""
    said = {"measure": settings.measure}
    said |= {"average": "micro"} if settings.alpha is None else {"alpha": f"{settings.alpha:g}"}
    said |= dict(zip("ab", settings.names(task), strict=False))
    said |= {"view": st.session_state["nugget_view"], "dialogue": task.dialogues[place.dialogue]}
    return said if place.block is None else said | {"block": str(place.block + 1)}


def _alpha(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and 0 <= value <= 1 else None

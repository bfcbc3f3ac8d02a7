"""What a visitor has chosen: two runs, a measure, a topic, how runs are merged. All of it is in the link."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import streamlit as st

from ordquant_core.analysis.retrieval import alike_pairs
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.ranked_lists.fusion import METHODS
from pages.ranked_lists.results import Results
from pages.shared.escaping import escape

RUNS_A_BIN = 4
LARGEST_SEED = 999_999
MOST_SETS = 200
VIEWS = {"tau": "Kendall’s tau", "information": "Information tau"}


@dataclass(frozen=True, slots=True)
class Settings:
    """The runs A and B, the measure beside RIC, the topic."""

    pair: tuple[int, int]
    measure: str
    topic: int

    def names(self, shown: Results) -> tuple[str, str]:
        runs = shown.scores.runs
        return runs[self.pair[0]], runs[self.pair[1]]


def remember(query: Mapping[str, str] | None) -> None:
    """Keep a link until there are lists to follow it with."""
    if query:
        st.session_state["lists_link"] = dict(query)


def follow(shown: Results) -> None:
    """Set the choices to what a link says, and those that fit no longer to where the page starts."""
    query = st.session_state.get("lists_link") or {}
    st.session_state["lists_link"] = None
    runs, topics = list(shown.scores.runs), list(shown.scores.topics)
    if st.session_state.get("lists_runs") != runs:  # how many are in a bin or a set goes with them
        st.session_state["lists_runs"] = runs
        for name in ("bins", "size"):
            st.session_state.pop(f"lists_{name}", None)
    measures = [key for key in shown.scores.measures if key != "RIC"]
    start = _start(shown)
    choices: dict[str, tuple[list[str], str]] = {
        "a": (runs, runs[start[0]]),
        "b": (runs, runs[start[1]]),
        "measure": (measures, measures[0]),
        "view": (list(VIEWS), "tau"),
        "method": (list(METHODS), "CombMNZ"),
        "topic": (["", *topics], ""),
    }
    for name, (possible, first) in choices.items():
        key = f"lists_{name}"
        if query.get(name) in possible:
            st.session_state[key] = query[name]
        elif name in query:
            kind = "run" if name in ("a", "b") else name
            st.warning(f"The link names the {kind} “{escape(query[name][:60])}”, which is not here.")
        if st.session_state.get(key) not in possible:  # at first, or of other data
            st.session_state[key] = first
    limits = {"size": (1, len(runs), min(3, len(runs))), "sets": (1, MOST_SETS, 40), "seed": (0, LARGEST_SEED, 1)}
    limits["bins"] = (1, len(runs), max(1, len(runs) // RUNS_A_BIN))
    for name, (least, most, usual) in limits.items():
        key = f"lists_{name}"
        told = query.get(name, "")
        if told.isascii() and told.isdecimal() and len(told) < 9 and least <= int(told) <= most:
            st.session_state[key] = int(told)
        elif told:
            st.warning(f"The link gives “{escape(told[:30])}” for {name}; it lies between {least} and {most:,}.")
        if not least <= st.session_state.get(key, -1) <= most:
            st.session_state[key] = usual
    for name, possible in (("own", runs), ("given", list(shown.scores.measures))):
        key = f"lists_{name}"
        told = [text for text in query.get(name, "").split("\n") if text in possible]
        st.session_state[key] = told or [text for text in st.session_state.get(key, []) if text in possible]


def choose(shown: Results, beside: st.delta_generator.DeltaGenerator) -> Settings:
    """Draw the choice of runs beside that of the data; return all that is chosen above the page."""
    runs = list(shown.scores.runs)
    with beside:
        chosen = [
            st.selectbox(
                f"Run {letter.upper()}",
                runs,
                key=f"lists_{letter}",
                persist_state="session",
                width=190,
            )
            for letter in "ab"
        ]
    pair = runs.index(chosen[0]), runs.index(chosen[1])
    return Settings(pair, st.session_state["lists_measure"], _topic(shown, pair))


def take_pair(shown: Results, one: int, other: int) -> None:
    """Make two runs A and B; what comes from the browser is checked here."""
    runs = shown.scores.runs
    if 0 <= one < len(runs) and 0 <= other < len(runs):
        st.session_state["lists_a"], st.session_state["lists_b"] = runs[one], runs[other]


def take_run(shown: Results, run: int) -> None:
    """Make a run A; if it is B, the two change places."""
    names = shown.scores.runs
    if 0 <= run < len(names):
        if names[run] == st.session_state["lists_b"]:
            st.session_state["lists_b"] = st.session_state["lists_a"]
        st.session_state["lists_a"] = names[run]


def take_topic(collection: Collection, topic: int) -> None:
    """Show another topic."""
    if 0 <= topic < len(collection.topics):
        st.session_state["lists_topic"] = collection.topics[topic].name


def query(shown: Results, settings: Settings) -> dict[str, str]:
    """Return what a link must say to show the same again."""
    a, b = settings.names(shown)
    said = {"a": a, "b": b, "measure": settings.measure, "topic": shown.scores.topics[settings.topic]}
    for name in ("view", "method", "bins", "size", "sets", "seed"):
        said[name] = str(st.session_state[f"lists_{name}"])
    for name in ("given", "own"):
        said[name] = "\n".join(st.session_state[f"lists_{name}"])
    return {name: value for name, value in said.items() if value}


def _start(shown: Results) -> tuple[int, int]:
    """Return the pair that scores alike and knows the most different things."""
    n = len(shown.scores.runs)
    if n == 1:
        return 0, 0
    pairs = alike_pairs(shown.means[shown.layer("AP")], shown.difference, n_bins=max(1, n // RUNS_A_BIN))
    close = sorted(pairs, key=lambda pair: pair.score_difference)[: max(1, len(pairs) // 4)]
    found = max(close, key=lambda pair: pair.information_difference)
    return found.run_1, found.run_2


def _topic(shown: Results, pair: tuple[int, int]) -> int:
    """Return the chosen topic, or the one on which A and B lie furthest apart by RIC."""
    chosen, topics = st.session_state["lists_topic"], shown.scores.topics
    if chosen in topics:
        return topics.index(chosen)
    return int(np.abs(shown.scores.values[0, pair[0]] - shown.scores.values[0, pair[1]]).argmax())

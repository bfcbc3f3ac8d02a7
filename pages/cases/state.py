"""What a visitor has chosen on Cases: the two runs, the order and the filter of the list. A link holds exactly this."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from ordquant_core.analysis.choosing import RANKINGS, Filter
from ordquant_core.analysis.properties import SHAPES
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from pages.cases import computed
from pages.shared import pair_view
from pages.shared.escaping import escape
from pages.shared.pair_view import Pair
from pages.shared.tasks import Current

SEED = 2021
OPENING = ("NMD", "RNOD", "RSNOD", "NVD", "RNSS", "JSD")  # the measures of LQ 2021, Table 7
FIRM = (0.0, 0.5, 0.8, 0.9, 0.95)  # shares of resamples in which a disagreement must stay; 0: do not ask
MOST_VOTES = 10**9


@dataclass(frozen=True, slots=True)
class View:
    """All that decides what the page shows, but for the case and the cases selected together."""

    a: str
    b: str
    pair: Pair
    ranking: str
    asked: Filter
    firm: float
    seed: int

    @property
    def filtered(self) -> bool:
        return self.asked != Filter() or self.firm > 0


def key(name: str) -> str:
    """Return the key of a widget of this page."""
    return f"cases_{name}"


def follow(query: Mapping[str, str] | None) -> None:
    """Set the measures and the case to what a link says; the rest waits until the task is known."""
    pair_view.follow(query)
    if query is not None:
        st.session_state[key("link")] = dict(query)


def settle(current: Current) -> None:
    """Set everything that depends on the task: what a link says of it, and what of the visitor's choices it has not."""
    query = st.session_state.pop(key("link"), None)
    runs, classes = current.task.runs, current.task.classes
    if query is not None:
        _take(query, runs, classes)
    state = st.session_state
    for side, default in zip("ab", _telling_pair(current), strict=True):
        if state.get(key(side)) not in runs:
            state[key(side)] = default
    if state.get(key("ranking")) not in RANKINGS:
        state[key("ranking")] = next(iter(RANKINGS))
    if state.get(key("majority")) not in classes:
        state[key("majority")] = None
    unset: dict[str, object] = {"shapes": [], "apart": False, "firm": 0.0, "seed": SEED, "fewest": None, "most": None}
    unset |= {"measures": list(OPENING), "follows": False}
    for name, value in unset.items():
        state.setdefault(key(name), value)
    if current.task.votes is None:
        state[key("firm")] = 0.0


def view(classes: Sequence[str]) -> View:
    """Return what is chosen now."""
    state = st.session_state
    majority = state[key("majority")]
    asked = Filter(
        majority=None if majority is None else classes.index(majority),
        fewest=state[key("fewest")],
        most=state[key("most")],
        shapes=tuple(shape for shape in SHAPES if shape in state[key("shapes")]),
        apart_only=state[key("apart")],
    )
    pair = state["pair_x"], state["pair_y"]
    return View(
        state[key("a")], state[key("b")], pair, state[key("ranking")], asked, state[key("firm")], state[key("seed")]
    )


def query(shown: View, classes: Sequence[str], case: str | None) -> dict[str, str]:
    """Return what a link must say to open the same view; `follow` and `settle` read it back."""
    asked = shown.asked
    said = {"a": shown.a, "b": shown.b, "x": shown.pair[0], "y": shown.pair[1]}
    optional = {
        "case": case,
        "rank": None if shown.ranking == next(iter(RANKINGS)) else shown.ranking,
        "majority": None if asked.majority is None else classes[asked.majority],
        "votes": _bounds(asked),
        "shape": ",".join(asked.shapes),
        "only": "disagreements" if asked.apart_only else None,
        "firm": f"{shown.firm:g}" if shown.firm else None,
        "seed": None if shown.seed == SEED else str(shown.seed),
        "show": st.session_state.get(key("section_open")),
        "measures": _measures_said(),
        "follow": "gold" if st.session_state.get(key("follows")) else None,
    }
    return said | {name: text for name, text in optional.items() if text}


def clear() -> None:
    """List all cases again."""
    for name, value in (("majority", None), ("fewest", None), ("most", None), ("shapes", []), ("apart", False)):
        st.session_state[key(name)] = value
    st.session_state[key("firm")] = 0.0


def swap() -> None:
    """Exchange A and B."""
    a, b = key("a"), key("b")
    st.session_state[a], st.session_state[b] = st.session_state[b], st.session_state[a]


def _take(query: Mapping[str, str], runs: Sequence[str], classes: Sequence[str]) -> None:
    """Take over what a link says; what the task does not have, or what makes no sense, is told."""
    state = st.session_state
    clear()
    for side in "ab":
        wanted = query.get(side)
        if wanted in runs:
            state[key(side)] = wanted
        elif wanted is not None:
            st.warning(f"The link names the run “{escape(wanted[:60])}”, which this task does not have.")
    known = {"rank": ("ranking", tuple(RANKINGS)), "majority": ("majority", tuple(classes))}
    state[key("ranking")] = next(iter(RANKINGS))
    for name, (place, allowed) in known.items():
        wanted = query.get(name)
        if wanted in allowed:
            state[key(place)] = wanted
        elif wanted is not None:
            _unknown(name, wanted)
    shapes = [word for word in query.get("shape", "").split(",") if word]
    state[key("shapes")] = [shape for shape in shapes if shape in SHAPES]
    for word in shapes:
        if word not in SHAPES:
            _unknown("shape", word)
    state[key("apart")] = query.get("only") == "disagreements"
    low, _, high = query.get("votes", "").partition("-")
    state[key("fewest")], state[key("most")] = _whole(low), _whole(high)
    firm = query.get("firm")
    shares = {f"{share:g}": share for share in FIRM}
    if firm in shares:
        state[key("firm")] = shares[firm]
    elif firm is not None:
        _unknown("firm", firm)
    seed = _whole(query.get("seed", str(SEED)))
    state[key("seed")] = SEED if seed is None else seed
    state[key("section_wanted")] = query.get("show")
    chosen = [measure for measure in query.get("measures", "").split(",") if measure in MEASURES]
    state[key("measures")] = chosen or list(OPENING)
    state[key("follows")] = query.get("follow") == "gold"


def _unknown(name: str, wanted: str) -> None:
    st.warning(f"The link says {name} = “{escape(wanted[:30])}”, which is not here.")


def _whole(text: str) -> int | None:
    return min(int(text), MOST_VOTES) if text.isascii() and text.isdigit() and len(text) < 12 else None


def _measures_said() -> str | None:
    """Return the measures of the matrix, None where they are those it opens with."""
    chosen: list[str] = st.session_state.get(key("measures")) or []
    return None if set(chosen) == set(OPENING) else ",".join(measure for measure in MEASURES if measure in chosen)


def _bounds(asked: Filter) -> str | None:
    if asked.fewest is None and asked.most is None:
        return None
    return f"{'' if asked.fewest is None else asked.fewest}-{'' if asked.most is None else asked.most}"


def _telling_pair(current: Current) -> tuple[str, str]:
    """Return the two runs a task opens with: its best two, its only one and a baseline, or both baselines."""
    if len(current.own_runs) >= 2:
        return computed.best_two(current.key, current.own_runs, current.task)
    a, b, *_ = *current.own_runs, *current.baselines
    return a, b


def measures(pair: Pair) -> tuple[str, ...]:
    """Return the main measures, and the two that are looked at if they are raw forms."""
    return (*MAIN_MEASURES, *(one for one in dict.fromkeys(pair) if one not in MAIN_MEASURES))

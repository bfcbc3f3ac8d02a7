"""What the visitor of the atlas has chosen, as widgets keep it, and how a link holds it."""

from collections.abc import Mapping

import numpy as np
import streamlit as st

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.analysis.picture import Entry, Picture
from ordquant_core.analysis.spaces.golds import MOST_CLASSES
from ordquant_core.analysis.spaces.rivals import RULES, Rival
from ordquant_core.analysis.spaces.search import Condition, What
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from pages.shared.escaping import escape

Votes = tuple[int, ...]

VIEWS = {
    "every": "Every gold",
    "search": "Search backwards",
    "artificial": "Artificial distributions",
    "laws": "Laws",
}
WHAT: dict[What, str] = {"delta": "Δ (A − B)", "a": "score of A", "b": "score of B"}
MOST_CONDITIONS = 6
MOST_VOTES = 2_000_000
DEFAULTS: dict[str, object] = {
    "view": "every",
    "n": 20,
    "l": 5,
    "x": "NMD",
    "y": "RNOD",
    "rule_a": "popularity",
    "rule_b": "uniform",
    "votes_a": "1,1,2,4,2",
    "votes_b": "1,1,2,4,2",
    "added_a": 1,
    "added_b": 1,
    "study_l": 3,
    "study_votes": 30,
    "study_seeds": 20,
    "repeats": False,
    "laws_l": 4,
    "laws_n": 7,
    "law": "NMD.order",
    "gold": "",
    "if_count": 2,
    "mode": 4,
}
PRESETS = {  # LQ 2021, Figure 3: the printed deltas and modes
    "a": (("NMD", "delta", -0.150, 0.0005), ("RNOD", "delta", 0.115, 0.0005), 4),
    "b": (("NMD", "delta", 0.0, 0.0005), ("RNOD", "delta", 0.263, 0.0005), 1),
}
_WHOLE = {
    "n": (1, MOST_VOTES),
    "l": (2, MOST_CLASSES),
    "study_l": (2, MOST_CLASSES),
    "study_votes": (2, 1000),
    "study_seeds": (1, 100),
    "laws_l": (2, MOST_CLASSES),
    "laws_n": (1, 299),
    "added_a": (1, 1000),
    "added_b": (1, 1000),
    "mode": (0, MOST_CLASSES),
}
_CHOICES = {
    "view": tuple(VIEWS),
    "x": MAIN_MEASURES,
    "y": MAIN_MEASURES,
    "rule_a": tuple(RULES),
    "rule_b": tuple(RULES),
}
_TEXTS = {"votes_a": 200, "votes_b": 200, "gold": 200, "law": 60}
_OF_VIEW = {
    "every": ("n", "l", "x", "y", "gold"),
    "search": ("n", "l", "gold"),
    "artificial": ("study_l", "study_votes", "study_seeds"),
    "laws": ("laws_l", "laws_n", "law"),
}


def key(name: str) -> str:
    """Return the key of a widget."""
    return f"atlas_{name}"


def get(name: str) -> object:
    """Return a choice as it stands."""
    return st.session_state[key(name)]


def whole(name: str) -> int:
    """Return a choice that is a whole number."""
    return int(st.session_state[key(name)])


def text(name: str) -> str:
    """Return a choice that is a text."""
    return str(st.session_state[key(name)])


def put(name: str, value: object) -> None:
    """Set a choice."""
    st.session_state[key(name)] = value


def follow(query: Mapping[str, str] | None) -> None:
    """Set the choices to what a link says; what it cannot mean is told, and left as it was."""
    for name, value in DEFAULTS.items():
        st.session_state.setdefault(key(name), value)
    if key("if_0_measure") not in st.session_state:
        use_preset("a")
    wrong = [name for name, word in (query or {}).items() if not _take(name, word)]
    if wrong:
        st.warning(f"The link says something about “{escape(', '.join(wrong)[:80])}” that this page cannot show.")


def use_preset(name: str) -> None:
    """Search for one of the two golds of LQ 2021, figure 3."""
    first, second, mode = PRESETS[name]
    _put_conditions((first, second))
    for choice, value in (("n", 20), ("l", 5), ("rule_a", "popularity"), ("rule_b", "uniform"), ("mode", mode)):
        put(choice, value)
    put("gold", "")


def conditions() -> tuple[Condition, ...]:
    """Return the conditions of the search; raises `OrdquantError` on one that nothing can meet."""
    made = []
    for place in range(whole("if_count")):
        value, margin = (float(st.session_state[key(f"if_{place}_{part}")]) for part in ("value", "margin"))
        measure, what = (st.session_state[key(f"if_{place}_{part}")] for part in ("measure", "what"))
        made.append(Condition(measure, what, value - margin, value + margin))
    return tuple(made)


def rival(side: str) -> Rival:
    """Return estimate A or B; raises `OrdquantError` where the typed numbers are no votes."""
    rule = text(f"rule_{side}")
    if rule == "fixed":
        return Rival(rule, _votes(text(f"votes_{side}")))
    return Rival(rule, added=whole(f"added_{side}")) if rule == "smoothed" else Rival(rule)


def chosen_gold() -> Votes | None:
    """Return the gold the visitor has chosen, if it belongs to the space that is shown."""
    try:
        votes = _votes(text("gold"))
    except OrdquantError:
        return None
    return votes if len(votes) == whole("l") and sum(votes) == whole("n") and min(votes) >= 0 else None


def choose(gold: str) -> None:
    """Make a gold the current one; what comes from the browser is checked when it is read."""
    put("gold", gold[: _TEXTS["gold"]])


def query() -> dict[str, str]:
    """Write what is shown as the parameters of a link."""
    view = text("view")
    words = {"view": view} | {name: str(get(name)) for name in _OF_VIEW[view]}
    if view in ("every", "search"):
        for side in ("a", "b"):
            rule = text(f"rule_{side}")
            words[side] = {"fixed": text(f"votes_{side}"), "smoothed": f"smoothed:{whole(f'added_{side}')}"}.get(
                rule, rule
            )
    if view == "search":
        rows = ("measure", "what", "value", "margin")
        words["if"] = ";".join(
            ":".join(_short(st.session_state[key(f"if_{place}_{part}")]) for part in rows)
            for place in range(whole("if_count"))
        )
        words["mode"] = str(whole("mode"))
    if view == "artificial" and get("repeats"):
        words["repeats"] = "yes"
    return {name: word for name, word in words.items() if word}


def classes(n_classes: int) -> tuple[str, ...]:
    """Name the classes 1 … L."""
    return tuple(str(place + 1) for place in range(n_classes))


def picture(gold: Votes, a: Votes | Rival, b: Votes | Rival | None) -> Picture:
    """Return a gold and two estimates as Compare draws them; baselines stay words, and stand in where there is no B."""
    (first, name_a), (second, name_b) = (_entry(gold, Rival("uniform") if side is None else side) for side in (a, b))
    return Picture(classes(len(gold)), tuple(map(float, gold)), first, second, name_a, name_b)


def _entry(gold: Votes, side: Votes | Rival) -> tuple[Entry, str]:
    if not isinstance(side, Rival):
        return tuple(map(float, side)), ""
    if side.rule in BASELINES:
        return side.rule, ""
    return tuple(map(float, side.estimate(np.array(gold)[:, None])[:, 0].tolist())), side.name


def _take(name: str, word: str) -> bool:
    """Set one choice to what the link says; return whether that was possible."""
    if name in ("a", "b"):
        rule, _, added = word.partition(":")
        if rule in RULES and rule != "fixed":
            put(f"rule_{name}", rule)
            return not added or (rule == "smoothed" and _take(f"added_{name}", added))
        put(f"rule_{name}", "fixed")
        return _take(f"votes_{name}", word)
    if name == "if":
        return _take_conditions(word)
    if name == "repeats":
        put(name, word == "yes")
        return word in ("yes", "no")
    if name in _WHOLE and word.isascii() and word.isdecimal() and len(word) < 10:
        low, high = _WHOLE[name]
        if low <= int(word) <= high:
            put(name, int(word))
            return True
        return False
    if name in _CHOICES and word in _CHOICES[name]:
        put(name, word)
        return True
    if name in _TEXTS and len(word) <= _TEXTS[name]:
        put(name, word)
        return True
    return False


def _take_conditions(word: str) -> bool:
    rows: list[tuple[str, str, float, float]] = []
    for part in word.split(";")[:MOST_CONDITIONS]:
        cells = part.split(":")
        if len(cells) != 4 or cells[0] not in MEASURES or cells[1] not in WHAT:
            return False
        try:
            value, margin = float(cells[2]), float(cells[3])
        except ValueError:
            return False
        if not (abs(value) <= 100 and 0 <= margin <= 100):
            return False
        rows.append((cells[0], cells[1], value, margin))
    _put_conditions(tuple(rows))
    return True


def _put_conditions(rows: tuple[tuple[str, str, float, float], ...]) -> None:
    put("if_count", len(rows))
    for place, row in enumerate(rows):
        for part, value in zip(("measure", "what", "value", "margin"), row, strict=True):
            put(f"if_{place}_{part}", value)


def _votes(word: str) -> Votes:
    cells = [cell.strip() for cell in word.split(",")]
    if not all(cell.isascii() and cell.isdecimal() and len(cell) < 8 for cell in cells):
        raise OrdquantError(f"“{word[:60]}” are no whole votes; write one number a class, such as 1,1,2,4,2.")
    return tuple(map(int, cells))


def _short(value: object) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)

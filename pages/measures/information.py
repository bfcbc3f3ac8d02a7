"""Information: how much two rankings tell of each other, and how much of it other measures explain."""

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import percent
from ordquant_core.numerals import score as number
from pages.measures import parts, state
from pages.measures.state import Shown
from pages.shared import measured, several


def show(shown: Shown) -> list[parts.Download]:
    """Draw the view; return the tables to keep."""
    place = st.container()
    with st.container(width=520):
        chosen = st.multiselect(
            "Given the rankings by",
            [key for key in MEASURES if key not in {shown.measures[place] for place in shown.pair}],
            key=state.STATE.key("given"),
            format_func=measured.label,
            persist_state="session",
            placeholder="nothing: information tau; choose measures to condition on",
        )
    given = tuple(chosen)
    x, y = shown.pair
    name_x, name_y = shown.names
    pair = (shown.measures[x], shown.measures[y])
    alone = _average(shown, pair, ())
    left_over = _average(shown, pair, given) if given else alone
    told = ", ".join(map(measured.label, given))
    said = f"{name_x} and {name_y} tell {number(alone)} bits of each other{shown.over}"
    if np.isnan(alone):
        said = f"{name_x} and {name_y} tie every pair of runs between them: there is nothing to tell"
    if given and alone > 0 and np.isfinite(left_over):
        said += f"; given {told}, {number(left_over)} are left: {_share(left_over, alone)} is explained"
    with place:
        parts.finding(
            f"{said}.",
            "Information tau: draw two runs; how much does the order one measure puts them in tell of the order by the "
            "other, of 1 bit? It is 1 − H₂((1 − tau)/2), and it can be conditioned on other rankings. Pairs of runs "
            "that tie in a ranking involved are left out.",
            shown,
        )
    measures = tuple(key for key in shown.measures if key not in given)
    bits = parts.mean(measured.informations(shown.tasks, shown.measures, given))
    seen = state.Shown(
        shown.tasks,
        shown.settings,
        measures,
        shown.infinite,
        (measures.index(pair[0]), measures.index(pair[1])),
    )
    left, right = st.columns([1.25, 1], gap="medium")
    with left.container(border=True):
        labels = seen.labels
        parts.matrix(
            seen,
            bits,
            parts.hundredths,
            lambda i, j: f"{labels[i]} and {labels[j]}: {bits[i, j]:.4f} bits",
            title=f"Bits of every pair{f' given {told}' if given else ''}{shown.over}",
            name="information",
        )
    with right.container(border=True):
        _explain(shown, pair, alone)
    return [
        ("Information, task by task (CSV)", lambda: _frame(shown, given), "measures-information.csv"),
    ]


def _explain(shown: Shown, pair: tuple[str, str], alone: float) -> None:
    """List how much of what two measures share every other one explains."""
    name_x, name_y = shown.names
    st.subheader(f"What explains the {number(alone)} bits of {name_x} and {name_y}?", anchor=False)
    others = [key for key in shown.measures if key not in pair]
    left = {key: _average(shown, pair, (key,)) for key in others}
    rows = "".join(
        f'<tr data-measure="{key}"><th scope=row>{measured.label(key)}</th>'
        f'<td title="{left[key]!r}">{number(left[key])}</td><td>{_share(left[key], alone)}</td></tr>'
        for key in sorted(others, key=lambda key: (np.isnan(left[key]), left[key]))
    )
    st.html(
        '<table class="oq oq-table" id="explained"><thead><tr><th scope=col>given</th>'
        f"<th scope=col>bits left</th><th scope=col>explained</th></tr></thead><tbody>{rows}</tbody></table>"
    )


def _average(shown: Shown, pair: tuple[str, str], given: tuple[str, ...]) -> float:
    """Return the information of two measures given others, averaged over the tasks that define it."""
    return float(parts.mean(measured.informations(shown.tasks, pair, given))[0, 1])


def _share(left: float, alone: float) -> str:
    if np.isnan(left) or not alone > 0:
        return "n/a"
    return "nothing" if left >= alone else percent(1 - left / alone)


def _frame(shown: Shown, given: tuple[str, ...]) -> pd.DataFrame:
    measures = [key for key in shown.measures if key not in given]
    rows = []
    for current, bits in zip(shown.tasks, measured.informations(shown.tasks, shown.measures, given), strict=True):
        for i, first in enumerate(measures):
            for j, second in enumerate(measures[:i]):
                rows.append((several.name(current), second, first, float(bits[i, j]), ",".join(given)))
    return pd.DataFrame(rows, columns=["task", "measure_1", "measure_2", "information_tau", "given"])

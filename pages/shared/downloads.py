"""Tables to keep: CSV at full precision, safe to open in a spreadsheet."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Preferences
from pages.shared.cached import Versus

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def button(label: str, frame: Callable[[], pd.DataFrame], file_name: str) -> None:
    """Draw a button that makes and downloads a CSV table when it is pressed."""
    st.download_button(
        label,
        data=lambda: to_csv(frame()),
        file_name=file_name,
        mime="text/csv",
        on_click="ignore",
        width="stretch",
        key=f"download_{file_name}",
    )


def to_csv(frame: pd.DataFrame) -> bytes:
    """Write a table as UTF-8 CSV; a text a spreadsheet would run as a formula gets an apostrophe in front."""
    safe = frame.copy()
    for column in safe.columns:
        if not pd.api.types.is_numeric_dtype(safe[column]):
            safe[column] = [_safe(text) for text in safe[column].astype(str)]
    return str(safe.to_csv(index=False, lineterminator="\n")).encode()


def preference_frame(preferences: Preferences, run_a: str, run_b: str) -> pd.DataFrame:
    """Wins, ties and losses per measure, one row a measure."""
    name_a, name_b = told_apart(run_a, run_b)
    return pd.DataFrame(
        {
            "measure": preferences.measures,
            f"prefers {name_a}": preferences.prefers_a,
            f"prefers {name_b}": preferences.prefers_b,
            "ties": preferences.ties,
            "mean delta": preferences.mean_delta,
        }
    )


def case_frame(versus: Versus) -> pd.DataFrame:
    """Every score and delta of every case, one row a case."""
    columns: dict[str, object] = {"case": list(versus.task.cases)}
    names = told_apart(versus.run_a, versus.run_b)
    places = [versus.task.runs.index(run) for run in (versus.run_a, versus.run_b)]
    values = versus.scores.values[:, places]  # noqa: PD011 - an array, not a frame
    for key, scores, deltas in zip(versus.scores.measures, values, versus.deltas, strict=True):
        for name, row in zip(names, scores, strict=True):
            columns[f"{key} {name}"] = row
        columns[f"{key} delta"] = deltas
    return pd.DataFrame(columns)


def told_apart(run_a: str, run_b: str) -> tuple[str, str]:
    """Return names for columns: a run that is compared with itself must not overwrite its own column."""
    return (run_a, run_b) if run_a != run_b else (f"A: {run_a}", f"B: {run_b}")


def measure_frame(scores_a: dict[str, float], scores_b: dict[str, float], name_a: str, name_b: str) -> pd.DataFrame:
    """The table of measures of one pair of estimates, one row a measure."""
    keys = list(scores_a)
    return pd.DataFrame(
        {
            "measure": keys,
            "name": [MEASURES[key].name for key in keys],
            f"A: {name_a}": [scores_a[key] for key in keys],
            f"B: {name_b}": [scores_b[key] for key in keys],
            "delta": [0.0 if scores_a[key] == scores_b[key] else scores_a[key] - scores_b[key] for key in keys],
        }
    )


def _safe(text: str) -> str:
    if not text.startswith(_FORMULA_STARTS):
        return text
    try:
        float(text)  # a negative number is no formula
    except ValueError:
        return f"'{text}"
    return text

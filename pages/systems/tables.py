"""The tables to download: each says with which settings it was computed."""

from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd

from ordquant_core.analysis.discrimination import LoneDifference, lone_differences
from ordquant_core.writing.latex import latex
from ordquant_core.writing.markdown import markdown
from ordquant_core.writing.paper_table import PaperTable
from pages.shared import downloads
from pages.systems import official
from pages.systems.state import Shown


def lone(shown: Shown) -> pd.DataFrame:
    """The differences that one measure alone finds."""
    return _with_settings(LoneDifference.frame(lone_differences(shown.found, shown.settings.alpha)), shown)


def show(shown: Shown, notes: Sequence[str]) -> None:
    """Draw the buttons of all tables, and of the one for a paper in its forms."""
    for label, make, file_name in TABLES:
        downloads.table_button(label, partial(make, shown), file_name, notes)
    name = f"Table for a paper, by {shown.label}"
    downloads.table_button(f"{name}", lambda: official.paper_table(shown).data, "results-wide.csv", notes)
    for form, write, ending in FORMS:
        make_text = partial(_text, shown, write)
        downloads.file_button(
            f"{name} ({form})", make_text, f"results-wide.{ending}", f"text/x-{ending}", help_=FOR_A_PAPER
        )


def _text(shown: Shown, write: Callable[[PaperTable], str]) -> bytes:
    return write(official.paper_table(shown)).encode()


FOR_A_PAPER = "A row per run, the best first; means with their significance groups as superscripts."
FORMS: tuple[tuple[str, Callable[[PaperTable], str], str], ...] = (
    ("LaTeX", latex, "tex"),
    ("Markdown", markdown, "md"),
)
TABLES: tuple[tuple[str, Callable[[Shown], pd.DataFrame], str], ...] = (
    ("Official results", official.table, "results.csv"),
    ("Official results, pairs of runs", official.pair_table, "results-pairs.csv"),
    ("One measure only", lone, "systems-one-measure.csv"),
)


def _with_settings(table: pd.DataFrame, shown: Shown) -> pd.DataFrame:
    found, settings = shown.found, shown.settings
    return table.assign(
        cases=found.n_cases,
        alpha=settings.alpha,
        trials=found.n_trials,
        seed=settings.seed,
        compared=shown.tasks[0].family,
    )

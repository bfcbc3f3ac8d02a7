"""The tables to download: those of the command `results`, and the differences that one measure alone finds."""

from collections.abc import Sequence

import pandas as pd

from ordquant_core.analysis.discrimination import LoneDifference, lone_differences
from ordquant_core.writing.latex import latex
from ordquant_core.writing.markdown import markdown
from ordquant_core.writing.paper_table import PaperTable
from ordquant_core.writing.results import wide_table
from pages.shared import downloads
from pages.shared.downloads import Tables
from pages.systems.state import RunComparison

FOR_A_PAPER = "A row per run, the best first; means with their significance groups as superscripts."


def draw(compared: RunComparison, notes: Sequence[str]) -> None:
    """Draw the buttons of all tables, and of the one for a paper in its forms."""
    alpha, official, source = compared.alpha, compared.official, compared.tasks[0].source
    results = "Results with your runs" if compared.yours else "Official results"
    tables: Tables = [
        (results, lambda: official.to_frame(alpha=alpha, teams=source.teams), "results.csv"),
        (f"{results}, pairs of runs", lambda: official.to_frame(alpha=alpha, pairs=True), "results-pairs.csv"),
        ("One measure only", lambda: _lone(compared), "systems-one-measure.csv"),
    ]
    downloads.table_buttons(tables, notes)
    beside = compared.beside
    if beside is not None:
        downloads.table_button("Runs without a rank", lambda: beside, "systems-without-rank.csv", notes)

    def for_a_paper() -> PaperTable:
        title = "" if source.own else source.title
        return wide_table(official, alpha, primary=compared.measure, title=title, teams=source.teams)

    name = f"Table for a paper, by {compared.label}"
    downloads.table_button(name, lambda: for_a_paper().data, "results-wide.csv", notes)
    as_latex, as_markdown = (lambda: latex(for_a_paper()).encode()), (lambda: markdown(for_a_paper()).encode())
    downloads.file_button(f"{name} (LaTeX)", as_latex, "results-wide.tex", "text/x-tex", help_=FOR_A_PAPER)
    downloads.file_button(f"{name} (Markdown)", as_markdown, "results-wide.md", "text/x-md", help_=FOR_A_PAPER)


def _lone(compared: RunComparison) -> pd.DataFrame:
    """Return the differences that one measure alone finds; they say with which settings they were found."""
    test, settings = compared.test, compared.settings
    return LoneDifference.frame(lone_differences(test, settings.alpha)).assign(
        cases=test.n_cases,
        alpha=settings.alpha,
        trials=test.n_trials,
        seed=settings.seed,
        compared=compared.tasks[0].family,
    )

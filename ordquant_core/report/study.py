"""A study of several tasks: its page with every table of the papers' form, and its figures for print."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ordquant_core.figure_files import sheets
from ordquant_core.figures.deltas import draw_deltas
from ordquant_core.figures.template import Figure
from ordquant_core.findings.disagreement import correlation
from ordquant_core.frame_html import grid
from ordquant_core.markup import Html, join, table, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count
from ordquant_core.papers.experiments import PLOTTED
from ordquant_core.papers.references import REFERENCES
from ordquant_core.report.look import style
from ordquant_core.report.parts import FOOT, facts, listing, page, section
from ordquant_core.reproduction.study import TaskResults
from ordquant_core.statistics.correlation import pearson
from ordquant_core.writing.latex import Panels
from ordquant_core.writing.paper_table import PaperTable

RUNS = ("Popularity", "Uniform")
PANEL = 320  # pixels of a side, 85 mm: a column of a paper
COLUMNS = (2, 3)  # panels beside each other in figures 1 and 2


class StudyFigure(NamedTuple):
    """A figure of a task: a PDF with a page per panel, and how LaTeX sets it."""

    name: str  # of its file, without the ending
    pdf: bytes
    panels: Panels


def study_figures(results: Sequence[TaskResults]) -> Iterator[StudyFigure]:
    """Yield figures 1 and 2 of LQ 2021 of every task, drawn by Chromium."""
    for number, result in enumerate(results, start=1):
        for figure, pairs, columns in zip(("figure-1", "figure-2"), PLOTTED, COLUMNS, strict=True):
            known = [pair for pair in pairs if set(pair) <= set(result.preferences.measures)]
            if known:
                name = f"{_file_name(result.name, number)}-{figure}"
                panels = Panels(_caption(result, figure, known), len(known), columns)
                yield StudyFigure(name, sheets([_panel(result, pair) for pair in known], width=PANEL), panels)


def _panel(result: TaskResults, pair: tuple[str, str]) -> Figure:
    x, y = (result.deltas[result.preferences.measures.index(key)] for key in pair)
    r = correlation(pearson(x, y))
    return draw_deltas(x, y, result.task.cases, pair, RUNS, under=r, small=True, height=PANEL)


def _caption(result: TaskResults, figure: str, pairs: Sequence[tuple[str, str]]) -> str:
    others = "/".join(MEASURES[other].label for _, other in pairs)
    return (
        f"{result.name}: margins of Popularity and Uniform on {count(result.deltas.shape[1], 'case')}, "
        f"{MEASURES[pairs[0][0]].label} vs. {others}, as in {figure.replace('-', ' ').title()} of LQ 2021. "
        "On the left and below, Popularity is better; on the right and above, Uniform is. The tinted quadrants are "
        "disagreements, with their numbers of cases. r is Pearson's, with its 95% interval (Fisher's z)."
    )


def _file_name(name: str, number: int) -> str:
    """Return the name of a task as part of the name of a file; its number keeps names apart.

    >>> _file_name("STC-3 DQ-A", 3), _file_name("…/..", 1)
    ('3-STC-3-DQ-A', '1-task')
    """
    return f"{number}-{re.sub(r'[^A-Za-z0-9]+', '-', name).strip('-')[:40] or 'task'}"


def study_page(
    title: str, tables: Sequence[PaperTable], *, left_out: Sequence[str], notes: Sequence[str], how: Mapping[str, str]
) -> str:
    """Return the page; `left_out` are tasks that could not be studied, each with its reason, `how` the settings."""
    parts = [
        tag("h1", title),
        *([section("Left out", listing(left_out))] if left_out else []),
        *map(_table, tables),
        *([section("Repairs and notes", listing(notes))] if notes else []),
        section("How to reproduce this study", facts(how)),
        FOOT,
    ]
    return page(f"{title} · OrdQuant", style(()), tag("main", join(parts, "\n")))


def _table(paper_table: PaperTable) -> Html:
    source = f"As {REFERENCES[paper_table.source].short}, {paper_table.place}." if paper_table.source else ""
    tables = (tag("div", table(*grid(block.to_frame(), block.columns)), class_="wide") for block in paper_table.blocks)
    caption = tag("p", f"{paper_table.caption} ", tag("span", source, class_="oq-muted"))
    return section(_heading(paper_table.key), caption, join(tables, "\n"))


def _heading(key: str) -> str:
    words = key.replace("-", " ")
    return words[0].upper() + words[1:]

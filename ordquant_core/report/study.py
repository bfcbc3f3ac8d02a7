"""A study of several tasks as one HTML page: every table of the papers' form, and how to repeat it.

Its figures for print are figures 1 and 2 of LQ 2021 of every task, panel by panel and as a whole.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from ordquant_core.analysis.comparison import quadrants
from ordquant_core.analysis.study import TaskResults
from ordquant_core.figures.print_drawing import Drawing, beside, delta_drawing
from ordquant_core.markup import Html, join, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, score
from ordquant_core.papers.references import REFERENCES
from ordquant_core.report.look import style
from ordquant_core.report.parts import FOOT, facts, listing, page, section
from ordquant_core.statistics.correlation import pearson
from ordquant_core.tables.papers.grid import PaperTable
from ordquant_core.tables.writing.paper_tables import html

FIGURES = {  # pairs of measures, and how many panels stand beside each other
    "figure-1": (tuple(("NMD", key) for key in ("NVD", "RNSS", "JSD", "RNOD")), 2),
    "figure-2": (tuple(("RNOD", key) for key in ("NVD", "RNSS", "JSD")), 3),
}


def panels(results: Sequence[TaskResults]) -> Iterator[tuple[str, Drawing]]:
    """Yield the panels of every task and both figures as a whole, each with the name of its file without the ending."""
    for number, one in enumerate(results, start=1):
        file_name = _file_name(one.name, number)
        for figure, (pairs, columns) in FIGURES.items():
            known = [pair for pair in pairs if set(pair) <= set(one.wins.measures)]
            drawn = [_panel(one, *pair) for pair in known]
            for pair, drawing in zip(known, drawn, strict=True):
                yield "-".join((file_name, *pair)), drawing
            if drawn:
                yield f"{file_name}-{figure}", beside(_words(one, figure, known), drawn, columns)


def is_whole(name: str) -> bool:
    """Return whether a file with this name holds a figure with all its panels."""
    return name.endswith(tuple(FIGURES))


def _panel(one: TaskResults, first: str, second: str) -> Drawing:
    x, y = (one.deltas[one.wins.measures.index(key)] for key in (first, second))
    counts, r = quadrants(x, y), pearson(x, y)
    notes = [] if r.value is None else [f"r = {score(r.value)}"]
    if r.low is not None and r.high is not None:
        notes.append(f"[{score(r.low)}, {score(r.high)}]")
    return delta_drawing(
        x,
        y,
        (MEASURES[first].label, MEASURES[second].label),
        title=one.name,
        second=counts.second,
        fourth=counts.fourth,
        notes=notes,
    )


def _words(one: TaskResults, figure: str, pairs: Sequence[tuple[str, str]]) -> str:
    others = "/".join(MEASURES[other].label for _, other in pairs)
    return (
        f"{one.name}: score deltas (Popularity minus Uniform) of {count(one.deltas.shape[1], 'case')}, "
        f"{MEASURES[pairs[0][0]].label} vs. {others}, with the number of cases in the 2nd and 4th quadrants and "
        f"Pearson's r with its 95% interval (Fisher's z), as in {figure.replace('-', ' ').title()} of LQ 2021."
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


def _table(one: PaperTable) -> Html:
    source = f"As {REFERENCES[one.source].short}, {one.place}." if one.source else ""
    return section(_heading(one.key), tag("p", f"{one.caption} ", tag("span", source, class_="tied")), html(one))


def _heading(key: str) -> str:
    words = key.replace("-", " ")
    return words[0].upper() + words[1:]

"""A study of several tasks as one HTML page: every table of the papers' form, and how to repeat it."""

from collections.abc import Mapping, Sequence

from ordquant_core.markup import Html, join, tag
from ordquant_core.papers.references import REFERENCES
from ordquant_core.report.look import style
from ordquant_core.report.parts import FOOT, facts, page, section
from ordquant_core.tables.papers.grid import PaperTable
from ordquant_core.tables.writing.paper_tables import html


def study_page(
    title: str, tables: Sequence[PaperTable], *, left_out: Sequence[str], notes: Sequence[str], how: Mapping[str, str]
) -> str:
    """Return the page; `left_out` are tasks that could not be studied, each with its reason, `how` the settings."""
    parts = [
        tag("h1", title),
        *([section("Left out", _listed(left_out))] if left_out else []),
        *map(_table, tables),
        *([section("Repairs and notes", _listed(notes))] if notes else []),
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


def _listed(lines: Sequence[str]) -> Html:
    return tag("ul", *(tag("li", line) for line in lines))

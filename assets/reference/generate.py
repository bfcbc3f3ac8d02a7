"""The reference of the library as HTML, from docstrings and registries: `make reference`.

pdoc renders the docstrings of every public name; the tables of measures, columns and commands are read from the
registry, from the vocabulary of tables, and from the parser of the command line.
"""

import sys
import warnings
from pathlib import Path

import pdoc
import pdoc.doc
import pdoc.render

from ordquant_core.__main__ import parsers
from ordquant_core.markup import Cell, Column, Html, Row, document, join, table, tag
from ordquant_core.measures.registry import FAMILIES, MEASURES
from ordquant_core.numerals import setting
from ordquant_core.papers.references import REFERENCES
from ordquant_core.tables.columns import COLUMNS, PATTERNS

MODULES = ("ordquant_core", "ordquant_core.records", "ordquant_core.errors", "ordquant_core.tables")
PAGES = ("ordquant_core", "measures", "columns", "commands")
CLASSES = 5  # the range of a measure is given for this many
STYLE = """
body { font-family: system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; line-height: 1.5;
  color-scheme: light dark; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
td, th { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem; border-top: 1px solid #8884; }
pre { overflow-x: auto; font-size: 0.85rem; } code { font-size: 0.9em; }
"""


def write(folder: Path) -> None:
    """Write the reference into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    pdoc.render.configure(docformat="restructuredtext", show_source=False, footer_text="OrdQuant")
    with warnings.catch_warnings():  # signatures say ArrayLike, which is shorter than what the name stands for
        warnings.filterwarnings("ignore", message="Error parsing type annotation ArrayLike")
        pdoc.pdoc(*MODULES, output_directory=folder)
    for name, title, content in (
        ("measures", "Measures", measures()),
        ("columns", "Columns of tables", columns()),
        ("commands", "Commands", commands()),
    ):
        (folder / f"{name}.html").write_text(page(title, content), encoding="utf-8")


def measures() -> Html:
    """Return every measure with what the registry knows of it."""
    rows = []
    for measure in MEASURES.values():
        best, worst = measure.bounds(CLASSES)
        known = [f"{REFERENCES[key].short}{', ' * bool(at)}{at}" for key, at in measure.sources]
        sources = "; ".join([*known, measure.cited] if measure.cited else known)
        rows.append(
            Row(
                [
                    Cell(tag("code", measure.key), heads=True),
                    join([tag("b", measure.name), ". ", measure.summary]),
                    tag("code", measure.formula),
                    FAMILIES[measure.family],
                    f"{setting(best)} to {setting(round(worst, 4))}",
                    "yes" if measure.symmetric else "no",
                    sources,
                ]
            )
        )
    heads = ("key", "what it measures", "formula", "family", f"range, {CLASSES} classes", "symmetric", "sources")
    note = "p is the estimate, p* the gold, cp and cp* their cumulative sums; smaller is better."
    return join([tag("p", note), table(heads, rows)])


def columns() -> Html:
    """Return every column that a table of the command line or of a download may have."""
    named = {**COLUMNS, **{pattern.replace(".+", "…"): meaning for pattern, meaning in PATTERNS.items()}}
    rows = [Row([Cell(tag("code", name), heads=True), one.kind, one.words]) for name, one in named.items()]
    return table(["column", Column("kind"), "what it holds"], rows)


def commands() -> Html:
    """Return the help of every command."""
    _, named = parsers()
    return join(join([tag("h2", name), tag("pre", command.format_help())]) for name, command in named.items())


def page(title: str, content: Html) -> str:
    """Return a page of the reference."""
    head = [tag("meta", charset="utf-8"), tag("title", f"OrdQuant: {title}"), tag("style", Html(STYLE))]
    links = join((tag("a", name, href=f"{name}.html") for name in PAGES), " · ")
    return document(head, join([tag("p", links), tag("h1", title), content]))


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "build/reference"))

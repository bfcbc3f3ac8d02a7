"""The calculation of a measure, as records for a page: its finding, its steps as tables, and facts about it."""

import math

from ordquant_core.markup import Cell, Column, Html, Row, join, table, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import Step, Working
from ordquant_core.numerals import score, setting, significant
from ordquant_core.papers.references import REFERENCES
from ordquant_core.tables.sentences import lettered

EQUIDISTANT = {True: "yes", False: "no", None: "not applicable: it uses no distances"}


def finding(working: Working, name: str, letter: str) -> Html:
    """Say what came out: 'NMD of A Popularity is 0.150'."""
    value = tag("span", score(working.value), title=repr(working.value))
    return join([MEASURES[working.key].label, " of ", lettered(name, letter), " is ", value])


def heading(step: Step, number: int) -> Html:
    """Return the heading of a step."""
    return tag("p", f"{number}. {step.title}", class_="oq oq-step")


def step_table(step: Step, letter: str) -> tuple[list[Column], list[Row]]:
    """Return the columns and the rows of a step, those of the gold and of the run in their colours."""
    sides = {"gold": "gold", "estimate": letter.lower()}

    def heading(title: str) -> object:
        side = next((side for word, side in sides.items() if title.startswith(word)), None)
        return title if side is None else tag("span", title, class_=f"oq-{side}")

    rows = [
        Row([Cell(_written(first), heads=True), *map(_cell, rest)])
        for first, *rest in zip(*(column.values for column in step.columns), strict=True)
    ]
    return [Column(heading(column.title)) for column in step.columns], rows


def facts(key: str, n_classes: int) -> Html:
    """Return the table of facts about a measure: its range, its symmetry, whether it uses distances, its sources."""
    measure = MEASURES[key]
    best, worst = measure.bounds(n_classes)
    largest = score(worst) if math.isinf(worst) else significant(worst, 4)
    symmetric = "yes" if measure.symmetric else "no: exchanging gold and estimate changes the score"
    rows = {
        f"Range over {n_classes} classes": f"{setting(best)} to {largest}, smaller is better",
        "Symmetric": symmetric,
        "Assumes equidistance": EQUIDISTANT[measure.equidistant],
        "Sources": join([_source(*source) for source in measure.sources], "; "),
    }
    return table(
        [], [Row([Cell(fact, heads=True), words]) for fact, words in rows.items()], class_="oq oq-table oq-facts"
    )


def _cell(value: float | str) -> Cell:
    return Cell(_written(value), title=None if isinstance(value, str) else repr(value))


def _written(value: float | str) -> str:
    return value if isinstance(value, str) else score(value)


def _source(key: str, location: str) -> Html:
    reference = REFERENCES[key]
    name = (
        tag("a", reference.short, href=reference.url, title=reference.citation)
        if reference.url
        else tag("abbr", reference.short, title=reference.citation)
    )
    return join([name, location], ", ") if location else name

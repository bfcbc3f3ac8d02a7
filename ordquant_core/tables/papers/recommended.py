"""What the papers recommend, as people read it beside a choice of measures."""

from collections.abc import Iterable

from ordquant_core.markup import Band, BandedGrid, Cell, Column, Row
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import listed
from ordquant_core.papers.recommendations import OF_DISTRIBUTIONS, TOGETHER, Recommendation


def recommended_rows() -> BandedGrid:
    """A row per recommendation on distributions: measures, what the paper says, where."""
    rows: list[Row | Band] = [
        Row(
            [
                Cell(_names(one), heads=True, style="white-space:normal"),
                Cell(one.words, class_="oq-sentence", style="width:62%; max-width:none"),
                Cell(one.source, class_="oq-sentence"),
            ],
            data={"paper": one.paper},
        )
        for one in OF_DISTRIBUTIONS
    ]
    return ["Measures", *(Column(one, class_="oq-sentence") for one in ("what the paper says", "where"))], rows


def recommended_pairs() -> str:
    """Name the pairs that papers recommend for classes with an order."""
    pairs = "; ".join(f"{_names(one)} ({one.source})" for one in TOGETHER)
    return f"Recommended for ordered classes: {pairs}"


def recommended_together(measures: Iterable[str]) -> Recommendation | None:
    """Return the recommendation to use two measures together, None where there is none."""
    return next((one for one in TOGETHER if set(one.measures) == set(measures)), None)


def said_of(one: Recommendation) -> str:
    """Say what a paper says of a pair of measures, and where."""
    return f"{one.source}, recommends {listed([_label(key) for key in one.measures])} together. {one.words}"


def _names(one: Recommendation) -> str:
    names = [_label(key) for key in one.measures]
    return f"{names[0]} with {names[1]}" if one.together else ", ".join(names)


def _label(key: str) -> str:
    return MEASURES[key].label if key in MEASURES else key

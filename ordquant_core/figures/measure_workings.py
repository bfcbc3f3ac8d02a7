"""The figures that show how a measure is calculated, chosen by the columns of its steps or by its contributions."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ordquant_core.figures.small_workings import small_cumulative, small_gaps, small_order, small_terms
from ordquant_core.figures.template import LIGHT, Look
from ordquant_core.figures.workings import RunLetter, cumulative_figure, pairs_figure, terms_figure
from ordquant_core.records import FloatArray

SIGNED = "p log₂(p / p*)"  # the one column of terms that may be below 0
TERMS = {  # a column of contributions, the title of its figure
    "|p − p*|": "Absolute error of each class",
    "(p − p*)²": "Squared error of each class",
    "half their sum": "Bits that each class adds",
    SIGNED: "Bits that each class adds or saves",
    "(cp − cp*)²": "Squared difference of the cumulative distributions",
    "half their divergence": "Nats that each class adds",
    "(√p − √p*)²": "Squared difference of the roots",
    "|p − p*| / (p + p*)": "Error of each class, relative to the sum of both sides",
    "their product": "Product of both sides, each divided by its length",
}
COUNTED = {  # a column that says which classes count, the title of its figure
    "counts": "DW: the classes of the gold count",
    "counts, gold": "DW: the classes of the gold count",
    "counts, estimate": "DW: the classes of the estimate count",
}
ORDERS, PARTS = "½\u00a0(C\u00a0−\u00a0D)", "score"


def working_figures(
    columns: Mapping[str, Sequence[float | str]],
    classes: Sequence[str],
    *,
    run: RunLetter,
    name: str,
    look: Look = LIGHT,
) -> list[go.Figure]:
    """Return the figures of a working with these columns (title: values), as many as it takes."""
    figures: list[go.Figure] = []
    if "pair" in columns:
        kinds = np.full((len(classes), len(classes)), "", dtype=object)
        kinds[np.triu_indices(len(classes), 1)] = columns["pair"]
        figures.append(pairs_figure(classes, kinds, title="Same order in the estimate as in the gold?", look=look))
    if "|cp − cp*|" in columns:
        cumulative = _numbers(columns["gold cp*"]), _numbers(columns["estimate cp"])
        title = "Shaded area = match distance"
        figures.append(cumulative_figure(classes, *cumulative, run=run, name=name, title=title, look=look))
    if "DW" in columns:
        masks = {title: np.array(columns[mask]) == "yes" for mask, title in COUNTED.items() if mask in columns}
        for title, counted in (masks or {"DW: all classes count": np.ones(len(classes), dtype=bool)}).items():
            weighted = _numbers(columns["DW"])
            figures.append(
                terms_figure(
                    classes, weighted, run=run, name=name, title=title, counted=counted, value_title="DW", look=look
                )
            )
    for column, title in TERMS.items():
        if column in columns:
            terms, signed = _numbers(columns[column]), column == SIGNED
            figures.append(terms_figure(classes, terms, run=run, name=name, title=title, signed=signed, look=look))
    return figures


class Row(Protocol):
    """The contributions to a measure: what one of them is, and for each its label, its size, whether it is counted."""

    @property
    def unit(self) -> str: ...  # noqa: D102
    @property
    def labels(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def values(self) -> FloatArray: ...  # noqa: D102
    @property
    def counted(self) -> NDArray[np.bool_]: ...  # noqa: D102


class Short(Protocol):
    """A calculation in short, as `ordquant_core.measures.workings.short_working` returns it."""

    @property
    def gold(self) -> FloatArray: ...  # noqa: D102
    @property
    def estimated(self) -> FloatArray: ...  # noqa: D102
    @property
    def row(self) -> Row: ...  # noqa: D102
    @property
    def contributions(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def value(self) -> float: ...  # noqa: D102


def short_figure(short: Short, *, run: RunLetter, name: str, look: Look = LIGHT) -> go.Figure:
    """Return the small figure of a calculation in short, chosen by what one contribution is."""
    row, texts, gold, estimated = short.row, short.contributions, short.gold, short.estimated
    if row.unit == "difference":
        return small_cumulative(row.labels, gold, estimated, texts, run=run, name=name, look=look)
    if row.unit == "absolute error":
        return small_gaps(row.labels, gold, estimated, texts, run=run, name=name, look=look)
    if row.unit == ORDERS:
        return small_order(row.labels, gold, estimated, run=run, name=name, look=look)
    mean = short.value if row.unit == PARTS else None
    return small_terms(row.labels, row.values, texts, run=run, name=name, counted=row.counted, mean=mean, look=look)


def _numbers(values: Sequence[float | str]) -> FloatArray:
    return np.array([float(value) for value in values])

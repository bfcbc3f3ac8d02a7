"""The figures that show how a measure is calculated, chosen by the columns of its steps."""

from collections.abc import Mapping, Sequence

import numpy as np

from ordquant_core.figures.style import Figure, Palette
from ordquant_core.figures.workings import RunLetter, cumulative_figure, pairs_figure, terms_figure
from ordquant_core.records import FloatArray

SIGNED = "p log₂(p / p*)"  # the one column of terms that may be below 0
TERMS = {  # a column of contributions, the title of its figure
    "|p − p*|": "Absolute error of each class",
    "(p − p*)²": "Squared error of each class",
    "half their sum": "Bits that each class adds",
    SIGNED: "Bits that each class adds or saves",
}
COUNTED = {  # a column that says which classes count, the title of its figure
    "counts": "DW: the classes of the gold count",
    "counts, gold": "DW: the classes of the gold count",
    "counts, estimate": "DW: the classes of the estimate count",
}


def working_figures(
    columns: Mapping[str, Sequence[float | str]],
    classes: Sequence[str],
    palette: Palette,
    *,
    run: RunLetter,
    name: str,
) -> list[Figure]:
    """Return the figures of a working with these columns (title: values), as many as it takes."""
    figures: list[Figure] = []
    if "pair" in columns:
        kinds = np.full((len(classes), len(classes)), "", dtype=object)
        kinds[np.triu_indices(len(classes), 1)] = columns["pair"]
        figures.append(pairs_figure(classes, kinds, palette, "Same order in the estimate as in the gold?"))
    if "gold cp*" in columns and "estimate cp" in columns:
        cumulative = _numbers(columns["gold cp*"]), _numbers(columns["estimate cp"])
        title = "Shaded area = match distance"
        figures.append(cumulative_figure(classes, *cumulative, palette, run=run, name=name, title=title))
    if "DW" in columns:
        masks = {title: np.array(columns[mask]) == "yes" for mask, title in COUNTED.items() if mask in columns}
        for title, counted in (masks or {"DW: all classes count": np.ones(len(classes), dtype=bool)}).items():
            weighted = _numbers(columns["DW"])
            figures.append(
                terms_figure(
                    classes, weighted, palette, run=run, name=name, title=title, counted=counted, value_title="DW"
                )
            )
    for column, title in TERMS.items():
        if column in columns:
            terms, signed = _numbers(columns[column]), column == SIGNED
            figures.append(terms_figure(classes, terms, palette, run=run, name=name, title=title, signed=signed))
    return figures


def _numbers(values: Sequence[float | str]) -> FloatArray:
    return np.array([float(value) for value in values])

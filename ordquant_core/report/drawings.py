"""The figures of a report, from what was found."""

import numpy as np

from ordquant_core.analysis.comparison import disagreement, quadrants
from ordquant_core.figures.deltas import delta_scatter
from ordquant_core.figures.measuring import matrix_figure
from ordquant_core.figures.report import score_boxes
from ordquant_core.figures.style import Figure, Palette
from ordquant_core.numerals import count, decimals, score
from ordquant_core.report.findings import Findings, label
from ordquant_core.report.sections import BOXES, SCATTER, TAU, labels


def figures(found: Findings, palette: Palette) -> dict[str, Figure]:
    """Return the figures by their containers; of several for one container, the name ends with the measure."""
    runs, keys = found.scores.runs, found.scores.measures
    drawn = {
        f"{BOXES} {key}": score_boxes(
            found.quantiles[m],
            found.means[m],
            runs,
            palette,
            measure=label(key),
            title=f"{label(key)} of all cases, by run",
        )
        for m, key in enumerate(keys)
    }
    if found.tau is not None:
        every = labels(found)
        drawn[TAU] = matrix_figure(
            found.tau,
            [
                ["" if np.isnan(value) or i == j else decimals(value, 2) for j, value in enumerate(row)]
                for i, row in enumerate(found.tau)
            ],
            [
                [f"{one} and {other}: tau {score(value)}" for other, value in zip(every, row, strict=True)]
                for one, row in zip(every, found.tau, strict=True)
            ],
            every,
            palette,
            title="Kendall's tau: stronger tint, more similar rankings",
            low=min(0.0, float(np.nanmin(found.tau, initial=0))),
        )
    if found.pair is not None:
        first, second = found.pair.deltas
        counts = quadrants(first, second)
        names = (label(found.pair.measures[0]), label(found.pair.measures[1]))
        disagree = counts.second + counts.fourth
        drawn[SCATTER] = delta_scatter(
            first,
            second,
            found.task.cases,
            disagreement(first, second),
            counts,
            palette,
            measures=names,
            runs=found.pair.runs,
            title=f"{names[0]} and {names[1]} disagree on {count(disagree)} of {count(len(found.task.cases), 'case')}",
        )
    return drawn

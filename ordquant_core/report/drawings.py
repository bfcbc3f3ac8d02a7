"""The figures of a report, from its findings."""

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.comparison import disagreement, quadrants
from ordquant_core.figures.deltas import delta_scatter
from ordquant_core.figures.measuring import matrix_figure
from ordquant_core.figures.report import score_boxes
from ordquant_core.figures.template import Look
from ordquant_core.numerals import count, decimals, score
from ordquant_core.report.findings import Findings, label
from ordquant_core.report.sections import BOXES, SCATTER, TAU, labels


def draw_figures(findings: Findings, look: Look) -> dict[str, go.Figure]:
    """Return the figures by their containers; of several for one container, the name ends with the measure."""
    runs, keys = findings.scores.runs, findings.scores.measures
    drawn = {
        f"{BOXES} {key}": score_boxes(
            findings.quantiles[m],
            findings.means[m],
            runs,
            measure=label(key),
            title=f"{label(key)} of all cases, by run",
            look=look,
        )
        for m, key in enumerate(keys)
    }
    if findings.tau is not None:
        every = labels(findings)
        drawn[TAU] = matrix_figure(
            findings.tau,
            [
                ["" if np.isnan(value) or i == j else decimals(value, 2) for j, value in enumerate(row)]
                for i, row in enumerate(findings.tau)
            ],
            [
                [f"{one} and {other}: tau {score(value)}" for other, value in zip(every, row, strict=True)]
                for one, row in zip(every, findings.tau, strict=True)
            ],
            every,
            title="Kendall's tau: stronger tint, more similar rankings",
            low=min(0.0, float(np.nanmin(findings.tau, initial=0))),
            look=look,
        )
    if findings.pair is not None:
        first, second = findings.pair.deltas
        counts = quadrants(first, second)
        names = (label(findings.pair.measures[0]), label(findings.pair.measures[1]))
        disagree, n_cases = counts.second + counts.fourth, count(len(findings.task.cases), "case")
        drawn[SCATTER] = delta_scatter(
            first,
            second,
            findings.task.cases,
            disagreement(first, second),
            counts,
            measures=names,
            runs=findings.pair.runs,
            title=f"{names[0]} and {names[1]} disagree on {count(disagree)} of {n_cases}",
            look=look,
        )
    return drawn

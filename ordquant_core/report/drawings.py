"""The figures of a report, from its report."""

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.comparison import disagreement, quadrants
from ordquant_core.analysis.task_report import TaskReport
from ordquant_core.figures.deltas import delta_scatter
from ordquant_core.figures.measuring import matrix_figure
from ordquant_core.figures.report import score_boxes
from ordquant_core.figures.template import Look
from ordquant_core.numerals import count, decimals, score
from ordquant_core.report.sections import BOXES, SCATTER, TAU, label, labels


def draw_figures(report: TaskReport, look: Look) -> dict[str, go.Figure]:
    """Return the figures by their containers; of several for one container, the name ends with the measure."""
    runs, keys = report.scores.runs, report.scores.measures
    drawn = {
        f"{BOXES} {key}": score_boxes(
            report.quantiles[m],
            report.means[m],
            runs,
            measure=label(key),
            title=f"{label(key)} of all cases, by run",
            look=look,
        )
        for m, key in enumerate(keys)
    }
    if report.tau is not None:
        every = labels(report)
        drawn[TAU] = matrix_figure(
            report.tau,
            [
                ["" if np.isnan(value) or i == j else decimals(value, 2) for j, value in enumerate(row)]
                for i, row in enumerate(report.tau)
            ],
            [
                [f"{one} and {other}: tau {score(value)}" for other, value in zip(every, row, strict=True)]
                for one, row in zip(every, report.tau, strict=True)
            ],
            every,
            title="Kendall's tau: stronger tint, more similar rankings",
            low=min(0.0, float(np.nanmin(report.tau, initial=0))),
            look=look,
        )
    if report.pair is not None:
        first, second = report.pair.deltas
        counts = quadrants(first, second)
        names = (label(report.pair.measures[0]), label(report.pair.measures[1]))
        disagree, n_cases = counts.second + counts.fourth, count(len(report.task.cases), "case")
        drawn[SCATTER] = delta_scatter(
            first,
            second,
            report.task.cases,
            disagreement(first, second),
            counts,
            measures=names,
            runs=report.pair.runs,
            title=f"{names[0]} and {names[1]} disagree on {count(disagree)} of {n_cases}",
            look=look,
        )
    return drawn

"""The figures of a report, from its report."""

from ordquant_core.analysis.task_report import TaskReport
from ordquant_core.figures.deltas import draw_deltas
from ordquant_core.figures.measuring import draw_matrix
from ordquant_core.figures.report import draw_score_boxes
from ordquant_core.figures.template import Figure, Look
from ordquant_core.numerals import score
from ordquant_core.report.sections import BOXES, SCATTER, TAU, labels


def draw_figures(report: TaskReport, look: Look) -> dict[str, Figure]:
    """Return the figures by their containers; of several for one container, the name ends with the measure."""
    drawn = {f"{BOXES} {key}": draw_score_boxes(report, key, look=look) for key in report.scores.measures}
    if report.tau is not None:
        tau, named = report.tau, labels(report)
        drawn[TAU] = draw_matrix(
            tau,
            report.scores.measures,
            score,
            lambda i, j: f"{named[i]} and {named[j]}: tau {score(tau[i, j])}",
            title="Tau of every pair of measures",
            unit="tau",
            look=look,
        )
    if report.pair is not None:
        pair, (x, y) = report.pair, report.pair.deltas
        drawn[SCATTER] = draw_deltas(x, y, report.task.cases, pair.measures, pair.runs, height=400, look=look)
    return drawn

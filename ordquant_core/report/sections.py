"""The sections of a report, from what was found to HTML."""

import math
from collections.abc import Sequence
from itertools import product
from string import ascii_lowercase

import numpy as np

from ordquant_core.analysis.comparison import deltas, disagreement, quadrants
from ordquant_core.figures.deltas import delta_scatter
from ordquant_core.figures.measuring import matrix_figure
from ordquant_core.figures.report import score_boxes
from ordquant_core.figures.standalone import Figure
from ordquant_core.figures.style import Palette
from ordquant_core.measures.registry import FAMILIES, MEASURES
from ordquant_core.measures.views import VIEWS
from ordquant_core.papers.references import REFERENCES
from ordquant_core.records import Task
from ordquant_core.report.findings import LEVEL, Findings, headline
from ordquant_core.report.parts import Html, choice, facts, figure, join, section, table, tag

NOTHING = Html("")
BOXES, TAU, SCATTER = "scores", "agreement", "deltas"


def title(task: Task) -> str:
    """Return what a report is called."""
    return f"Report on {task.name}{f', scale {task.scale}' if task.scale else ''}"


def opening(found: Findings) -> Html:
    """The finding, and the facts about the task."""
    task = found.task
    annotators = "probabilities"
    if task.votes is not None:
        counts = task.votes.sum(axis=1)
        few, many = int(counts.min()), int(counts.max())
        annotators = f"votes of {few} annotators" if few == many else f"votes of {few} to {many} annotators"
    told: dict[str, object] = {
        "Cases": f"{len(task.cases):,}",
        "Classes": f"{len(task.classes)}, in this order: {', '.join(task.classes)}",
        "Gold": annotators,
        "Runs": f"{len(task.runs)}: {', '.join(task.runs)}",
        "Measures": ", ".join(map(_label, found.scores.measures)),
    }
    if found.separated is not None:
        told["Test"] = f"{found.separated.method}, {found.separated.n_trials:,} trials, seed {found.seed}"
    return join([tag("p", headline(found), class_="finding"), facts(told)])


def repairs(notes: Sequence[str]) -> Html:
    """What was repaired on the user's word."""
    if not notes:
        return section("Repairs and choices", tag("p", "None: all files were used as they are."))
    words = tag("p", "Made on the word of whoever made this report; nothing else was changed.")
    return section("Repairs and choices", words, tag("ul", join(tag("li", note) for note in notes)))


def means(found: Findings) -> Html:
    """The mean of every run by every measure."""
    best = found.best
    rows = [
        (run, [_score(float(found.scores.values[m, r].mean()), best=r in best[m]) for m in range(len(best))])
        for r, run in enumerate(found.scores.runs)
    ]
    caption = "Smaller is better; ● marks the smallest mean of a measure. Point at a number for all its digits."
    return section("Mean scores", table(caption, ["Run", *_labels(found)], rows))


def cases(found: Findings) -> Html:
    """How scores spread over the cases."""
    options = {key: f"{_label(key)}: {MEASURES[key].name}" for key in found.scores.measures}
    words = "Box plots of the scores of all cases, a row a run; the means stand in the table above."
    key = tag("figcaption", "90% of the cases lie between the whiskers, half of them in the box; ◆ is the mean.")
    return section(
        "Scores of the cases", choice("Measure", BOXES, options), tag("figure", join([key, figure(BOXES, words)]))
    )


def separated(found: Findings) -> Html:
    """Which runs a test separates."""
    if found.separated is None:
        return section("Which runs differ", tag("p", found.not_tested))
    test, runs = found.separated, found.scores.runs
    letters = [_letters(groups, len(runs)) for groups in found.groups]
    rows: list[tuple[object, list[object]]] = [(run, [row[r] for row in letters]) for r, run in enumerate(runs)]
    counts = test.significant(LEVEL).sum(axis=1).tolist()
    rows.append((f"Pairs that differ, of {len(test.pairs)}", counts))
    caption = (
        f"{test.method[0].upper()}{test.method[1:]}, {test.n_trials:,} trials. Runs that share a letter cannot be told "
        f"apart by that measure at the {LEVEL:.0%} level; a is the best group. (Near that level p has a standard error "
        f"of {test.error_at(LEVEL):.2g}.)"
    )
    listed = table(caption, ["Run", *map(_label, test.measures)], rows)
    return section("Which runs differ", listed, tag("p", found.not_tested) if found.not_tested else NOTHING)


def preferred(found: Findings) -> Html:
    """How many cases prefer the best run to each other one."""
    if len(found.scores.runs) < 2:
        return NOTHING
    rows = []
    for r, run in enumerate(found.scores.runs[1:], start=1):
        cells = []
        for m in range(len(found.scores.measures)):
            mine, other, ties = found.preferred[m, r].tolist()
            told = f"{mine} cases prefer {found.first}, {other} prefer {run}, {ties} tie"
            cells.append(tag("td", f"{mine} : {other}", title=told, class_="tied" if mine == other else None))
        rows.append((run, cells))
    caption = (
        f"Cases that prefer {found.first}, the best run by {_labels(found)[0]}, against cases that prefer the other "
        "run; the rest tie."
    )
    parts = [table(caption, ["Other run", *_labels(found)], rows)]
    if len(found.scores.measures) > 1:
        words = "A point a case: the difference of two runs by one measure against that by another."
        parts.append(figure(SCATTER, words, least_width=340))
    return section("Case by case", *parts)


def agreement(found: Findings) -> Html:
    """How alike the measures rank the runs."""
    if found.tau is None:
        return NOTHING
    words = "Heatmap of Kendall's tau between the rankings of the runs by every two measures."
    width = 130 + 44 * len(found.scores.measures)
    return section("How alike the measures rank the runs", figure(TAU, words, least_width=width))


def views(found: Findings) -> Html:
    """What other scorers print."""
    rows = [
        (run, [_score(value, best=False) for value in column.tolist()])
        for run, column in zip(found.scores.runs, found.views.T, strict=True)
    ]
    listed = table(
        "For comparison only; of −log2, larger is better.", ["Run", *(view.label for view in VIEWS.values())], rows
    )
    told = (join([tag("b", view.label), f": {view.summary} Printed by {view.printed_by}."]) for view in VIEWS.values())
    return section("As other scorers print it", listed, tag("ul", join(tag("li", words) for words in told)))


def measures(found: Findings) -> Html:
    """What the measures are."""
    rows = []
    for key in found.scores.measures:
        measure = MEASURES[key]
        source, place = measure.sources[0]
        cited = ", ".join(part for part in (REFERENCES[source].short, place) if part)
        told = (f"{measure.name}. {measure.summary}", FAMILIES[measure.family], cited)
        rows.append((measure.label, [tag("td", words, class_="text") for words in told]))
    listed = table("0 is perfect.", ["Measure", "What it is", "Family", "Source"], rows)
    return section("The measures", tag("details", join([tag("summary", "What each of them looks at"), listed])))


def reproduction(commands: Sequence[str], program: str) -> Html:
    """How to get the same numbers again."""
    if not commands and not program:
        return NOTHING
    parts = []
    if commands:
        parts += [tag("p", "On the command line, beside the files:"), tag("pre", "\n".join(commands))]
    if program:
        parts += [tag("p", "In Python:"), tag("pre", program)]
    return section("The same numbers again", *parts)


def figures(found: Findings, palette: Palette) -> dict[str, Figure]:
    """Return the figures by the places they are drawn at; several for one place are told apart by a measure."""
    runs, keys = found.scores.runs, found.scores.measures
    drawn = {
        f"{BOXES} {key}": score_boxes(
            found.quantiles[m],
            found.means[m],
            runs,
            palette,
            measure=_label(key),
            title=f"{_label(key)} of all cases, run by run",
        )
        for m, key in enumerate(keys)
    }
    if found.tau is not None:
        labels = _labels(found)
        drawn[TAU] = matrix_figure(
            found.tau,
            [
                ["" if np.isnan(value) or i == j else f"{value:.2f}" for j, value in enumerate(row)]
                for i, row in enumerate(found.tau)
            ],
            [
                [f"{one} and {other}: tau {value:.3f}" for other, value in zip(labels, row, strict=True)]
                for one, row in zip(labels, found.tau, strict=True)
            ],
            labels,
            palette,
            title="Kendall's tau: the stronger the tint, the more alike",
            low=min(0.0, float(np.nanmin(found.tau, initial=0))),
        )
    if len(runs) > 1 and len(keys) > 1:
        values = deltas(found.scores, runs[0], runs[1])
        first, second = values[0], values[1]
        counts = quadrants(first, second)
        names = (_label(keys[0]), _label(keys[1]))
        apart = counts.second + counts.fourth
        heading = f"{names[0]} and {names[1]} disagree on {apart:,} of {len(found.task.cases):,} cases"
        drawn[SCATTER] = delta_scatter(
            first, second, found.task.cases, disagreement(first, second), counts, palette,
            measures=names, runs=(runs[0], runs[1]), title=heading,
        )  # fmt: skip
    return drawn


def _letters(groups: Sequence[Sequence[int]], n_runs: int) -> list[str]:
    """Return the groups of every run as letters: a for the best one; after z come aa, ab, …"""
    names = [*ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2))]
    of_run: list[list[str]] = [[] for _ in range(n_runs)]
    for name, group in zip(names, groups, strict=False):
        for place in group:
            of_run[place].append(name)
    return [(" " if any(len(name) > 1 for name in own) else "").join(own) for own in of_run]


def _score(value: float, *, best: bool) -> Html:
    shown = f"{value:.4f}" if math.isfinite(value) else "∞"
    return tag("td", shown, title=repr(value), class_="best" if best else None)


def _label(key: str) -> str:
    return MEASURES[key].label


def _labels(found: Findings) -> list[str]:
    return [_label(key) for key in found.scores.measures]

"""The sections of a report as HTML.

How the runs compare: means with their intervals, groups that share a letter, and the p-value of every pair. Two runs,
case by case: on how many each is preferred, and the cases on which two measures disagree most.
"""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.comparison import quadrants
from ordquant_core.analysis.discrimination import TUKEY, Discrimination
from ordquant_core.findings.runs import impossible
from ordquant_core.findings.tasks import family
from ordquant_core.findings.words import MEANS, few_cases, span
from ordquant_core.formats.task.wording import split_notes
from ordquant_core.markup import Html, join, tag
from ordquant_core.measures.measure import FAMILIES
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, p_error, percent, setting
from ordquant_core.records import Task
from ordquant_core.report.findings import LEVEL, Findings, Pair, headline, label
from ordquant_core.report.parts import choice, facts, figure, listing, section, table
from ordquant_core.tables import report as tables

OPEN_UP_TO = 30  # pairs of runs; more are listed when they are asked for
TABLES = (
    ("ordinal",),
    ("nominal",),
    ("priority", "combined"),
    ("own",),
    ("other",),
)  # families that share a table of intervals
BOXES, TAU, SCATTER = "scores", "agreement", "deltas"  # the containers of figures
NOTHING = Html("")


def title(task: Task) -> str:
    """Return the title of a report."""
    return f"Report on {task.name}{f', scale {task.scale}' if task.scale else ''}"


def opening(findings: Findings, description: str = "") -> Html:
    """The description of the task, the finding, and the facts about the task."""
    task = findings.task
    votes = task.votes
    annotators = "probabilities" if votes is None else f"votes of {span(votes.sum(axis=1), 'annotator')}"
    about: dict[str, object] = {
        "Cases": count(len(task.cases)),
        "Classes": f"{len(task.classes)}, in this order: {', '.join(task.classes)}",
        "Gold": annotators,
        "Runs": f"{len(task.runs)}: {', '.join(task.runs)}",
        "Measures": ", ".join(map(label, findings.scores.measures)),
    }
    if findings.separated is not None:
        about["Test"] = f"{TUKEY}, {count(findings.separated.n_trials, 'trial')}, seed {findings.seed}"
        about["Tested together"] = family(task)
    described = tag("p", description, class_="description") if description else NOTHING
    return join([described, tag("p", headline(findings), class_="finding"), facts(about)])


def repairs(notes: Sequence[str]) -> Html:
    """What was repaired on request, and what was noted as the files were read."""
    made, others = split_notes(notes)
    words = "Applied on request only; nothing else was changed." if made else "None: all files were used as they are."
    noted = (tag("p", "Notes on the files:"), listing(others)) if others else ()
    return section("Repairs and choices", tag("p", words), listing(made) if made else NOTHING, *noted)


def cases(findings: Findings) -> Html:
    """How scores spread over the cases."""
    options = {key: f"{label(key)}: {MEASURES[key].name}" for key in findings.scores.measures}
    words = "Box plots of the scores of all cases, one row per run; the table above has the means."
    key = tag("figcaption", "About 90% of the cases lie between the whiskers, half of them in the box; ◆ is the mean.")
    return section(
        "Scores of the cases", choice("Measure", BOXES, options), tag("figure", join([key, figure(BOXES, words)]))
    )


def agreement(findings: Findings) -> Html:
    """How similarly the measures rank the runs."""
    if findings.tau is None:
        return NOTHING
    words = "Heatmap of Kendall's tau between the rankings of the runs by every two measures."
    width = 130 + 44 * len(findings.scores.measures)
    return section("How similarly the measures rank the runs", figure(TAU, words, least_width=width))


def measures(findings: Findings) -> Html:
    """What the measures are."""
    listed = table("0 is perfect.", *tables.descriptions(findings.scores.measures))
    return section("The measures", tag("details", join([tag("summary", "What each measure compares"), listed])))


def reproduction(commands: Sequence[str], program: str) -> Html:
    """How to reproduce the numbers."""
    if not commands and not program:
        return NOTHING
    parts = []
    if commands:
        parts += [tag("p", "On the command line, beside the files:"), tag("pre", "\n".join(commands))]
    if program:
        parts += [tag("p", "In Python:"), tag("pre", program)]
    return section("How to reproduce the numbers", *parts)


def labels(findings: Findings) -> list[str]:
    """Return the labels of all measures of a report."""
    return [label(key) for key in findings.scores.measures]


def means(findings: Findings) -> Html:
    """The mean of every run by every measure, and its interval."""
    caption = "Smaller is better; ● marks the smallest mean of a measure. Hover over a number for all its digits."
    every = np.array([[row.mean() for row in layer] for layer in findings.scores.values])  # not rounded to show ties
    grid = tables.means(findings.scores.runs, labels(findings), every, findings.best)
    return section("Mean scores", table(caption, *grid), _intervals(findings))


def _intervals(findings: Findings) -> Html:
    interval = findings.intervals
    if interval is None:
        return NOTHING
    if interval.n_cases == 1:
        return tag("p", few_cases(1))
    listed = []
    for families in TABLES:
        layers = [m for m, key in enumerate(findings.finite) if MEASURES[key].family in families]
        if layers:
            grid = tables.intervals(findings.scores.runs, [label(findings.finite[m]) for m in layers], interval, layers)
            listed.append(table("; ".join(FAMILIES[family] for family in families), *grid))
    words = (
        f"{MEANS}, over {count(interval.n_cases, 'case')}. {few_cases(interval.n_cases)} An interval "
        "shows how precise a mean is, not whether two runs differ: all runs have the same cases."
    )
    infinite = [label(key) for key in findings.scores.measures if key not in findings.finite]
    missing = f" No intervals, as infinite on some case: {', '.join(infinite)}." if infinite else ""
    return join(
        [tag("h3", f"{percent(interval.confidence)} intervals of the means"), tag("p", words + missing), *listed]
    )


def separated(findings: Findings) -> Html:
    """Which runs a test separates."""
    if findings.separated is None:
        return section("Which runs differ significantly", tag("p", findings.not_tested))
    test = findings.separated
    counts = test.significant(LEVEL).sum(axis=1).tolist()
    caption = (
        f"{TUKEY[0].upper()}{TUKEY[1:]}, {count(test.n_trials, 'trial')}. Runs that share a letter do not "
        f"differ significantly by that measure at the {percent(LEVEL)} level; a is the best group. (Near that level p "
        f"has a standard error of {p_error(test.error_at(LEVEL))}.) {impossible(test, LEVEL)}"
    )
    listed = table(caption, *tables.groups(test, findings.groups, counts))
    not_tested = tag("p", findings.not_tested) if findings.not_tested else NOTHING
    return section("Which runs differ significantly", listed, not_tested, _p_values(test))


def _p_values(test: Discrimination) -> Html:
    """The p-value of every pair of runs by every measure."""
    caption = f"p-values of the {TUKEY} test; ● marks p < {setting(LEVEL)}."
    listed = table(caption, *tables.p_values(test, LEVEL))
    number = len(test.pairs)
    summary = tag("summary", f"p-values of {'the pair' if number == 1 else f'all {count(number)} pairs'} of runs")
    return tag("details", join([summary, listed]), open="" if number <= OPEN_UP_TO else None)


def preferred(findings: Findings) -> Html:
    """How many cases prefer the best run to each other one."""
    if len(findings.scores.runs) < 2:
        return NOTHING
    best = "a run" if len(findings.best[0]) > 1 else "the run"
    caption = (
        f"Number of cases on which each measure prefers {findings.first}, {best} with the smallest mean "
        f"{labels(findings)[0]}, and on which it prefers the other run; the rest are ties. Every case counts once."
    )
    parts = [table(caption, *tables.preferences(findings.scores.runs, labels(findings), findings.preferred))]
    if findings.pair is not None:
        parts += [_scatter(findings.pair), _cases(findings, findings.pair)]
    elif len(findings.scores.measures) > 1:
        parts.append(tag("p", "All runs have the same estimates: no two of them can be compared case by case."))
    return section("Case by case", *parts)


def _scatter(pair: Pair) -> Html:
    first, second = map(label, pair.measures)
    runs = f"{pair.runs[0]} (A) and {pair.runs[1]} (B)"
    words = f"Each point is one case: the margin between {runs} by {first} and by {second}."
    return join([tag("h3", f"{pair.runs[0]} and {pair.runs[1]}"), tag("p", words), figure(SCATTER, words)])


def _cases(findings: Findings, pair: Pair) -> Html:
    """The cases on which the two measures prefer different runs, the largest disagreement first."""
    names = [label(key) for key in pair.measures]
    counts = quadrants(*pair.deltas)
    disagree = counts.second + counts.fourth
    both, n = f"{names[0]} and {names[1]} disagree on", len(findings.task.cases)
    if not disagree:
        return tag("p", f"{both} none of the {count(n)} cases." if n > 1 else f"{both} no case: there is one.")
    are = "It is" if disagree == 1 else "They are"
    shown = f"{are} listed" if disagree == len(pair.top) else f"The first {len(pair.top)} are listed"
    caption = (
        f"{both} {count(disagree)} of {count(n, 'case')}. {shown}, ranked by the smaller of the two |Δ|. Δ is "
        f"the score of {pair.runs[0]} minus that of {pair.runs[1]}: negative where {pair.runs[0]} is preferred."
    )
    grid = tables.disagreements(
        [findings.task.cases[case] for case in pair.top],
        pair.measures,
        pair.runs,
        [deltas[list(pair.top)] for deltas in pair.deltas],
    )
    return join([tag("h3", "Cases of largest disagreement"), table(caption, *grid)])

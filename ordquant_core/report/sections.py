"""The sections of a report as HTML.

How the runs compare: means with their intervals, groups that share a letter, and the p-value of every pair. Two runs,
case by case: on how many each is preferred, and the cases on which two measures disagree most.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from ordquant_core.analysis.comparison import quadrants, signs
from ordquant_core.analysis.discrimination import TUKEY, Discrimination
from ordquant_core.analysis.official import Official
from ordquant_core.analysis.task_report import Pair, TaskReport
from ordquant_core.findings.runs import impossible
from ordquant_core.findings.smallest_means import not_tested, smallest_means
from ordquant_core.findings.tasks import family
from ordquant_core.findings.words import MEANS, few_cases, span
from ordquant_core.glossary import Column, Kind, drawn_as, stacked
from ordquant_core.markup import Html, join, tag
from ordquant_core.measures.measure import FAMILIES
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import NOT_DEFINED, count, p_error, percent, setting
from ordquant_core.papers.references import REFERENCES
from ordquant_core.records import Task
from ordquant_core.report.parts import choice, facts, figure, listing, section, table
from ordquant_core.tasks.wording import split_notes

LEVEL = 0.05
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


def opening(report: TaskReport, description: str = "") -> Html:
    """The description of the task, the finding, and the facts about the task."""
    task = report.task
    votes = task.votes
    annotators = "probabilities" if votes is None else f"votes of {span(votes.sum(axis=1), 'annotator')}"
    about: dict[str, object] = {
        "Cases": count(len(task.cases)),
        "Classes": f"{len(task.classes)}, in this order: {', '.join(task.classes)}",
        "Gold": annotators,
        "Runs": f"{len(task.runs)}: {', '.join(task.runs)}",
        "Measures": ", ".join(labels(report)),
    }
    if report.results is not None and report.tested is not None:
        about["Test"] = f"{TUKEY}, {count(report.tested.n_trials, 'trial')}, seed {report.results.seed}"
        about["Tested together"] = family(task)
    described = tag("p", description, class_="description") if description else NOTHING
    return join([described, tag("p", smallest_means(report, LEVEL), class_="finding"), facts(about)])


def repairs(notes: Sequence[str]) -> Html:
    """What was repaired on request, and what was noted as the files were read."""
    made, others = split_notes(notes)
    words = "Applied on request only; nothing else was changed." if made else "None: all files were used as they are."
    noted = (tag("p", "Notes on the files:"), listing(others)) if others else ()
    return section("Repairs and choices", tag("p", words), listing(made) if made else NOTHING, *noted)


def cases(report: TaskReport) -> Html:
    """How scores spread over the cases."""
    options = {key: f"{label(key)}: {MEASURES[key].name}" for key in report.scores.measures}
    words = "Box plots of the scores of all cases, one row per run; the table above has the means."
    key = tag("figcaption", "About 90% of the cases lie between the whiskers, half of them in the box; ◆ is the mean.")
    return section(
        "Scores of the cases", choice("Measure", BOXES, options), tag("figure", join([key, figure(BOXES, words)]))
    )


def agreement(report: TaskReport) -> Html:
    """How similarly the measures rank the runs."""
    if report.tau is None:
        return NOTHING
    words = "Heatmap of Kendall's tau between the rankings of the runs by every two measures."
    width = 130 + 44 * len(report.scores.measures)
    return section("How similarly the measures rank the runs", figure(TAU, words, least_width=width))


def measures(report: TaskReport) -> Html:
    """What the measures are: what each compares, its family, and where it was published."""
    rows = []
    for measure in (MEASURES[key] for key in report.scores.measures):
        cited = measure.cited or f"added by {measure.origin}"
        for source, place in measure.sources[:1]:
            cited = ", ".join(part for part in (REFERENCES[source].short, place) if part)
        rows.append((measure.label, f"{measure.name}. {measure.summary}", FAMILIES[measure.family], cited))
    names = ["Measure", "Description", "Family", "Source"]
    columns = [drawn_as(Kind.SENTENCE, name) for name in names]
    listed = table("0 is perfect.", pd.DataFrame(rows, columns=names), columns)
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


def label(key: str) -> str:
    """Return the label of a measure."""
    return MEASURES[key].label


def labels(report: TaskReport) -> list[str]:
    """Return the labels of all measures of a report."""
    return [label(key) for key in report.scores.measures]


def means(report: TaskReport) -> Html:
    """The mean of every run by every measure, and its interval."""
    caption = "Smaller is better; ● marks the smallest mean of a measure. Hover over a number for all its digits."
    scores = report.scores
    every = [[row.mean() for row in layer] for layer in scores.values]  # not rounded to show ties
    frame = pd.DataFrame(dict(zip(scores.measures, every, strict=True))).assign(run=scores.runs)
    columns = [_first("run", "Run")]
    for key, best in zip(scores.measures, report.best, strict=True):
        styles = ["oq-best" if place in best else "" for place in range(len(scores.runs))]
        columns.append(drawn_as(Kind.SCORE, key, label(key), styles=styles))
    return section("Mean scores", table(caption, frame, columns), _intervals(report))


def _first(name: str, head: str) -> Column:
    """Return the column that heads the rows: it may wrap."""
    return drawn_as(Kind.SENTENCE, name, head)


def _by_measure(frame: pd.DataFrame, about: Sequence[str], values: Sequence[str]) -> pd.DataFrame:
    """Return a frame of results with the measures beside each other instead of one below the other.

    `about` are the columns that say what a row is about; those of values are called "low NMD".
    """
    blocks = [(key, block.reset_index(drop=True)) for key, block in frame.groupby("measure", sort=False)]
    wide = blocks[0][1][[*about]]
    return wide.assign(**{f"{value} {key}": block[value] for key, block in blocks for value in values})


def _intervals(report: TaskReport) -> Html:
    if report.results is None:
        return NOTHING
    interval = report.results.interval
    if interval.n_cases == 1:
        return tag("p", few_cases(1))
    finite = report.results.scores.measures
    frame = _by_measure(report.results.to_frame(alpha=LEVEL), ["run"], ["low", "high"])
    listed = []
    for families in TABLES:
        keys = [key for key in finite if MEASURES[key].family in families]
        if keys:
            columns = [_first("run", "Run"), *(_interval(frame, key) for key in keys)]
            listed.append(table("; ".join(FAMILIES[family] for family in families), frame, columns))
    words = (
        f"{MEANS}, over {count(interval.n_cases, 'case')}. {few_cases(interval.n_cases)} An interval "
        "shows how precise a mean is, not whether two runs differ: all runs have the same cases."
    )
    infinite = ", ".join(map(label, report.infinite))
    missing = f" No intervals, as infinite on some case: {infinite}." if infinite else ""
    return join(
        [tag("h3", f"{percent(interval.confidence)} intervals of the means"), tag("p", words + missing), *listed]
    )


def _interval(frame: pd.DataFrame, key: str) -> Column:
    parts = f"low {key}", f"high {key}"
    bounds = zip(*(frame[part].tolist() for part in parts), strict=True)
    exact = [f"{low!r} to {high!r}" for low, high in bounds]
    return drawn_as(Kind.RANGE, key, label(key), parts=parts, hover=exact, missing=NOT_DEFINED)


def separated(report: TaskReport) -> Html:
    """Which runs a test separates."""
    test, why = report.tested, not_tested(report)
    heading = "Which runs differ significantly"
    if report.results is None or test is None:
        return section(heading, tag("p", why))
    caption = (
        f"{TUKEY[0].upper()}{TUKEY[1:]}, {count(test.n_trials, 'trial')}. Runs that share a letter do not "
        f"differ significantly by that measure at the {percent(LEVEL)} level; a is the best group. (Near that level p "
        f"has a standard error of {p_error(test.error_at(LEVEL))}.) {impossible(test, LEVEL)}"
    )
    frame, columns = _groups(report.results)
    return section(heading, table(caption, frame, columns), tag("p", why) if why else NOTHING, _p_values(test))


def _groups(results: Official) -> tuple[pd.DataFrame, list[Column]]:
    """Return the letters of every run by every measure; below them how many pairs differ."""
    test, frame = results.test, _by_measure(results.to_frame(alpha=LEVEL), ["run"], ["group"])
    counts = dict(zip(test.measures, test.significant(LEVEL).sum(axis=1).tolist(), strict=True))
    below = {"run": f"Pairs that differ significantly, of {len(test.pairs)}"}
    below |= {f"group {key}": str(number) for key, number in counts.items()}
    columns = [drawn_as(Kind.TEXT, f"group {key}", label(key)) for key in test.measures]
    return stacked([frame, pd.DataFrame([below], columns=frame.columns)]), [_first("run", "Run"), *columns]


def _p_values(test: Discrimination) -> Html:
    """The p-value of every pair of runs by every measure."""
    caption = f"p-values of the {TUKEY} test; ● marks p < {setting(LEVEL)}."
    frame = _by_measure(test.to_frame(LEVEL), ["run_1", "run_2"], ["p"])
    frame = frame.assign(pair=frame["run_1"] + " – " + frame["run_2"])
    columns = [drawn_as(Kind.P, f"p {key}", label(key), trials=test.n_trials, alpha=LEVEL) for key in test.measures]
    listed = table(caption, frame, [_first("pair", "Pair of runs"), *columns])
    number = len(test.pairs)
    summary = tag("summary", f"p-values of {'the pair' if number == 1 else f'all {count(number)} pairs'} of runs")
    return tag("details", join([summary, listed]), open="" if number <= OPEN_UP_TO else None)


def preferred(report: TaskReport) -> Html:
    """How many cases prefer the best run to each other one."""
    if len(report.scores.runs) < 2:
        return NOTHING
    best = "a run" if len(report.best[0]) > 1 else "the run"
    caption = (
        f"Number of cases on which each measure prefers {report.first}, {best} with the smallest mean "
        f"{labels(report)[0]}, and on which it prefers the other run; the rest are ties. Every case counts once."
    )
    parts = [_preferences(report, caption)]
    if report.pair is not None:
        parts += [_scatter(report.pair), _cases(report, report.pair)]
    elif len(report.scores.measures) > 1:
        parts.append(tag("p", "All runs have the same estimates: no two of them can be compared case by case."))
    return section("Case by case", *parts)


def _preferences(report: TaskReport, caption: str) -> Html:
    first, others = report.scores.runs[0], report.scores.runs[1:]
    frame, columns = pd.DataFrame({"run": others}), [_first("run", "Other run")]
    for m, key in enumerate(report.scores.measures):
        counts = [tuple(int(side[m]) for side in (one.prefers_a, one.prefers_b, one.ties)) for one in report.against]
        parts = f"a {key}", f"b {key}"
        frame = frame.assign(**{part: [row[side] for row in counts] for side, part in enumerate(parts)})
        hover = [
            f"prefers {first} on {count(a, 'case')}, {run} on {count(b)}, neither on {count(ties)}"
            for run, (a, b, ties) in zip(others, counts, strict=True)
        ]
        tied = ["oq-muted" if a == b else "" for a, b, _ in counts]
        columns.append(drawn_as(Kind.TALLY, key, label(key), parts=parts, between=" : ", hover=hover, styles=tied))
    return table(caption, frame, columns)


def _scatter(pair: Pair) -> Html:
    first, second = map(label, pair.measures)
    runs = f"{pair.runs[0]} (A) and {pair.runs[1]} (B)"
    words = f"Each point is one case: the margin between {runs} by {first} and by {second}."
    return join([tag("h3", f"{pair.runs[0]} and {pair.runs[1]}"), tag("p", words), figure(SCATTER, words)])


def _cases(report: TaskReport, pair: Pair) -> Html:
    """The cases on which the two measures prefer different runs, the largest disagreement first."""
    names = [label(key) for key in pair.measures]
    counts = quadrants(*pair.deltas)
    disagree = counts.second + counts.fourth
    both, n = f"{names[0]} and {names[1]} disagree on", len(report.task.cases)
    if not disagree:
        return tag("p", f"{both} none of the {count(n)} cases." if n > 1 else f"{both} no case: there is one.")
    are = "It is" if disagree == 1 else "They are"
    which = f"{are} listed" if disagree == len(pair.top) else f"The first {len(pair.top)} are listed"
    caption = (
        f"{both} {count(disagree)} of {count(n, 'case')}. {which}, ranked by the smaller of the two |Δ|. Δ is "
        f"the score of {pair.runs[0]} minus that of {pair.runs[1]}: negative where {pair.runs[0]} is preferred."
    )
    frame, columns = pd.DataFrame({"case": [report.task.cases[case] for case in pair.top]}), [_first("case", "Case")]
    for key, name, deltas in zip(pair.measures, names, pair.deltas[:, list(pair.top)], strict=True):
        prefers = np.where(signs(deltas) < 0, *pair.runs)
        frame = frame.assign(**{f"delta {key}": deltas, f"prefers {key}": prefers})
        columns.append(drawn_as(Kind.DELTA, f"delta {key}", f"Δ{name}"))
        columns.append(drawn_as(Kind.SENTENCE, f"prefers {key}", f"{name} prefers"))
    return join([tag("h3", "Cases of largest disagreement"), table(caption, frame, columns)])

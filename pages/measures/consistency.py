"""Consistency: how alike two disjoint sets of cases rank the runs, and how many cases it takes."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis.agreement import largest_first, mean_over_tasks
from ordquant_core.analysis.consistency import Experiment
from ordquant_core.analysis.consistency_over_cases import taus_over_tasks
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.measuring import draw_consistency, draw_growth
from ordquant_core.findings import rankings as findings
from ordquant_core.findings.sentence import join
from ordquant_core.findings.words import confidence, labels
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.markup import tag
from ordquant_core.numerals import count, group_letters, letters, setting
from ordquant_core.records import FloatArray
from pages.measures import drawing, papers, state
from pages.measures.state import STATE, MeasureComparison
from pages.shared import look, run_analyses, several, write
from pages.shared.choices import Menu
from pages.shared.downloads import Tables

MOST_RUNS, MOST_SCORES = 60, 25_000  # of a task and a measure; more would take minutes
TARGETS = 0.5, 0.6, 0.7, 0.8, 0.9, 0.95
NEEDED = "two disjoint sets of so many cases reach this mean tau"
TOO_MANY, NONE = (tag("span", words, class_="oq-muted") for words in ("more than half", "none"))
JOINTLY = "of mean taus; the intervals hold jointly"
BETTER = "significantly more consistent than"
LETTERS = (
    drawn_as(Kind.TEXT, "letter", "letter", f"stands for the measure in “{BETTER}”"),
    drawn_as(
        *(Kind.TEXT, "than", BETTER, "cases resampled, all pairs of measures tested together"),
        class_="oq-letters",
        missing=NONE,
    ),
)


def show(compared: MeasureComparison) -> Tables:
    """Draw the view; return the tables to download."""
    sets = str(STATE["sets"])
    _require_few(compared)
    alpha, size, target = compared.alpha, STATE["size"], STATE["target"]
    experiments = run_analyses.test_consistency(compared.tasks, compared.measures, size, compared.settings)
    first = experiments[0]
    means = {kind: mean_over_tasks([each.by(kind)[0].means for each in experiments]) for kind in state.SETS}
    order = largest_first(means[sets])
    needed = run_analyses.find_cases_needed(compared.tasks[0], compared.measures, first, target)
    of_task = several.name(compared.tasks[0]) if compared.over else ""
    splits, test = first.by(sets)
    over_cases = taus_over_tasks([each.by(sets)[1] for each in experiments])
    verdict, rest = findings.consistency(over_cases, compared.over, test, alpha)
    drawing.finding(compared, verdict, findings.splits(splits, test, first.seed, alpha, of_task))
    with compared.top:
        of = findings.between_sets(splits, compared.over)
        sizes = {kind: findings.sets_of_cases(first.by(kind)[0]) for kind in state.SETS}
        sets_menu = Menu(STATE, "sets", "Sets of cases", sizes)
        write.choice(join([of, rest]), {"sets": sets_menu}, id="rest", style="because")
    pair = compared.measures.index(compared.pair[0]), compared.measures.index(compared.pair[1])
    left, right = look.cards(1, 1.1)
    with left:
        look.plot(look.draw(draw_consistency, splits, order, pair[0]), "consistency_plot", "measures-consistency")
        drawing.which(compared)
    with right:
        said = findings.growth(compared.pair, target, [needed[m] for m in pair])
        targets = Menu(STATE, "target", "Target tau", {one: setting(one) for one in sorted({*TARGETS, target})})
        write.choice(said, {**state.menus(compared), "target": targets}, id="pair")
        figure = look.draw(draw_growth, first.curve, target, needed[pair[0]], pair)
        look.plot(figure, "growth_plot", "measures-growth")
        drawing.which(compared)
    with st.container(border=True):
        st.header("Consistency of every measure", anchor=False)
        differing = write.styled(findings.differing(test, alpha, of_task), style="muted", id="differing")
        _table(compared, first, sets, means, needed, differing)
    papers.consistency(compared, experiments)
    tested = compared.by_task(lambda each: each.to_frame(alpha=alpha), experiments, "alpha", "seed")
    differences = compared.by_task(lambda each: each.pairs_to_frame(alpha=alpha), experiments, "alpha", "seed")
    growth = compared.by_task(lambda each: each.curve.to_frame(), experiments, "seed")
    return [
        ("Mean tau, task by task", tested, "measures-consistency.csv"),
        ("Differences of mean tau", differences, "measures-consistency-pairs.csv"),
        ("Growth with the cases", growth, "measures-growth.csv"),
    ]


def _require_few(compared: MeasureComparison) -> None:
    """Raise `OrdquantError` for a task whose splits would take minutes; say which command takes it."""
    for current in compared.tasks:
        n_cases, n_runs = len(current.task.cases), len(current.task.runs)
        if n_runs > MOST_RUNS or n_cases * n_runs > MOST_SCORES:
            has = f"{several.name(current)} has {count(n_cases, 'case')} and {count(n_runs, 'run')}."
            raise OrdquantError(
                f"{has} This page splits the cases of tasks of up to {MOST_RUNS} runs and {count(MOST_SCORES)} scores "
                "by a measure; the command consistency takes more: python -m ordquant_core consistency -h."
            )


def _table(
    compared: MeasureComparison,
    first: Experiment,
    sets: str,
    means: Mapping[str, FloatArray],
    needed: Sequence[int | None],
    after: object,
) -> None:
    """Draw a row per measure: mean taus, the cases that it needs, and than which others it is more consistent.

    Tests and numbers of cases are those of one task: beside averages over several there are none.
    """
    test, chosen = first.by(sets)[1], compared.measures.index(compared.pair[0])
    order, better = largest_first(means[sets]), test.outperformed(compared.alpha)
    gaps, width = test.differences[:, chosen], test.half_widths(compared.alpha)[:, chosen]
    gaps = np.where(np.arange(len(gaps)) == chosen, np.nan, gaps)
    frame = pd.DataFrame(
        {
            "measure": first.half.measures,
            **means,
            "needed": pd.array(needed, dtype="Int64"),
            "low": gaps - width,
            "high": gaps + width,
            "than": [group_letters(sorted(map(order.index, others))) for others in better],
        }
    ).iloc[order]
    frame = frame.assign(letter=list(map(letters, range(len(order)))))
    size, over = first.small.size, compared.over
    taus = [
        drawn_as(Kind.SCORE, "half", f"mean tau, halves{over}"),
        drawn_as(Kind.SCORE, "small", f"mean tau, {size} against {size}{over}"),
    ]
    label, level = labels(compared.pair[:1]), confidence(compared.alpha)
    tested = [
        drawn_as(Kind.COUNT, "needed", f"cases for tau {setting(STATE['target'])}", NEEDED, missing=TOO_MANY),
        drawn_as(
            *(Kind.RANGE, "interval", f"difference from {label}, {level} interval", JOINTLY),
            parts=("low", "high"),
            missing="–",
        ),
    ]
    if any(better):  # else there are no letters to read
        tested += LETTERS
    columns = [drawn_as(Kind.MEASURE, "measure", "Measure"), *taus, *([] if over else tested)]
    drawing.table(compared, lambda: frame, columns, sets, size, STATE["target"], name="consistency", after=after)

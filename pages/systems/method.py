"""What the numbers of the page were computed with, and the runs of several tasks beside each other."""

from collections.abc import Sequence

import streamlit as st

from ordquant_core.analysis.discrimination import TUKEY, powers
from ordquant_core.findings import runs as findings
from ordquant_core.findings.second_panel import against_annotators, allowed_for, how_panels, runs_against_annotators
from ordquant_core.findings.sentence import RunName, join, lettered
from ordquant_core.findings.words import MEANS, few_cases, labels
from ordquant_core.frame_html import sentence
from ordquant_core.glossary import Column, Kind, drawn_as, of_rows
from ordquant_core.numerals import count, listed, setting
from ordquant_core.statistics.resampling import significance_groups
from pages.shared import several, write
from pages.shared.evaluation_settings import TRIALS, first_trials
from pages.systems.state import RunComparison


def settings(compared: RunComparison) -> list[str]:
    """Return what the numbers were computed with, a few words each."""
    chosen = compared.settings
    trials = [count(chosen.trials, "trial"), f"alpha {setting(chosen.alpha)}", f"seed {chosen.seed}"]
    return [TUKEY, *trials, f"intervals: 95%, {MEANS}"]


def explain(compared: RunComparison, infinite: Sequence[str]) -> None:
    """Say how many pairs of runs the test separates, and how; what intervals are, and how a second panel compares."""
    test, measure, alpha, tasks = compared.test, compared.measure, compared.alpha, compared.tasks
    whole = (tasks[0].whole or tasks[0]).task  # of which the settings begin with so many trials
    few = test.n_trials == first_trials(len(whole.cases), len(whole.runs)) < TRIALS
    of_task = f"About {several.name(tasks[0])}, the current task. " if len(tasks) > 1 else ""
    write.because(
        f"{of_task}{findings.grouped(test, measure, alpha)} {several.compared(tasks)} ",
        f"{findings.settings([test], alpha, compared.settings.seed)} {findings.undecided(test, measure, alpha)}",
        f" Left out, as infinite on some case: {labels(infinite)}." if infinite else "",
        f" Tested together with your {listed(compared.yours)}." if compared.yours else "",
        " So many scores are tested with few trials at first; the settings take more." if few else "",
        id="because",
    )
    write.because(
        f"Intervals: 95%, {MEANS}, over {count(test.n_cases, 'case')}. {few_cases(test.n_cases)} They show how "
        "precise each mean is, not whether two runs differ: the test behind the groups compares runs on the same "
        f"cases. {findings.critical_difference(test, measure, alpha)}"
    )
    if compared.panel is None:
        write.because(compared.no_panel, id="annotators")
    else:
        panel, names = compared.panel, list(map(RunName, compared.panel.runs))
        of_a = against_annotators(panel, measure, compared.pair[0], each=False)
        of_runs = runs_against_annotators(panel, measure, names)
        lower = "A run can score lower than a second panel: it need not have the sampling noise of votes."
        said = join([of_a, of_runs, how_panels(panel, measure), allowed_for(panel), lower])
        write.because(sentence(lettered(said, compared.pair)), id="annotators")


def tasks(compared: RunComparison) -> None:
    """Draw a row per task: who leads, how many runs are in the first significance group, how many pairs differ."""
    measure, alpha = compared.measure, compared.alpha
    rows = []
    for task, test in zip(compared.tasks, compared.tests, strict=True):
        of_measure = test.only(measure)
        groups = significance_groups(of_measure.means[0], of_measure.p_values[0], alpha)
        (power,) = powers(of_measure, alpha)
        sizes = (test.n_cases, len(test.runs), findings.leading(test, measure), len(groups[0]), len(groups))
        rows.append((several.name(task), *sizes, power.significant, power.pairs))
    names = ("task", "cases", "runs", "leads", "in_first_group", "n_groups", "significant", "pairs")
    columns: list[str | Column] = [
        *names[:4],
        drawn_as(Kind.COUNT, "in_first_group", "runs in the first group"),
        drawn_as(Kind.COUNT, "n_groups", "groups"),
        drawn_as(Kind.OUT_OF, "differ", "pairs that differ significantly", parts=("significant", "pairs")),
    ]
    st.header(f"{len(rows)} tasks by {compared.label}", anchor=False)
    write.frame(of_rows(names, rows), columns, id="tasks")

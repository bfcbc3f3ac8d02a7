"""What the test says of the runs: the sentence, how it was computed; several tasks."""

from collections.abc import Sequence

import streamlit as st

from ordquant_core.analysis.discrimination import TUKEY, powers
from ordquant_core.findings.planning import against_panel
from ordquant_core.findings.words import MEANS, few_cases, labels
from ordquant_core.numerals import count, setting
from ordquant_core.statistics.resampling import significance_groups
from ordquant_core.tables.runs import significance_sentences as say
from ordquant_core.tables.runs import views as runs
from pages.shared import several, write
from pages.systems.state import Shown


def finding(shown: Shown) -> None:
    """Say which runs lead."""
    write.verdict(say.leader(shown.found, shown.layer, shown.settings.alpha, shown.names))


def differing(shown: Shown) -> None:
    """Say how many pairs of runs differ, and from which gap on."""
    write.because(say.how_many_differ(shown.found, shown.layer, shown.settings.alpha), id="differ")


def settings(shown: Shown) -> list[str]:
    """Return what the numbers were computed with, a few words each."""
    said = shown.settings
    trials = [count(said.trials, "trial"), f"alpha {setting(said.alpha)}", f"seed {said.seed}"]
    return [TUKEY, *trials, f"intervals: 95%, {MEANS}"]


def verdict(shown: Shown, infinite: Sequence[str]) -> None:
    """Say how many pairs of runs the test separates, and how."""
    found, layer, alpha = shown.found, shown.layer, shown.settings.alpha
    power, groups = powers(found, alpha)[layer], significance_groups(found.means[layer], found.p_values[layer], alpha)
    of_task = f"About {several.name(shown.tasks[0])}, the current task. " if len(shown.tasks) > 1 else ""
    write.because(
        f"{of_task}{count(power.significant)} of {count(power.pairs, 'pair')} of runs differ significantly; the "
        f"{count(len(shown.runs), 'run')} make {say.groups(groups)}. {several.compared(shown.tasks)} ",
        f"{say.settings([found], alpha, shown.settings.seed)} {say.undecided(found, layer, alpha)}",
        f" Left out, as infinite on some case: {labels(infinite)}." if infinite else "",
        " Your own run is tested together with these; what else is shown is of these alone." if shown.yours else "",
        id="because",
    )
    interval = shown.interval
    write.because(
        f"Intervals: 95%, {MEANS}, over {count(interval.n_cases, 'case')}. {few_cases(interval.n_cases)} They show how "
        "precise each mean is, not whether two runs differ: the test behind the groups compares runs on the same "
        f"cases. {say.critical_difference(found, layer, alpha)}"
    )
    if shown.noise is None or shown.panel is None:
        write.because(f"No noise floor. {shown.no_noise}", id="noise")
    else:
        panel = against_panel(shown.noise, shown.panel, layer, shown.names)
        write.because("Dotted: the noise floor. ", panel, id="noise")


def tasks(shown: Shown) -> None:
    """Draw a row per task."""
    st.header(f"{len(shown.tasks)} tasks by {shown.label}", anchor=False)
    names = list(map(several.name, shown.tasks))
    write.table(*runs.tasks(shown.tests, names, shown.layer, shown.settings.alpha), id="tasks")

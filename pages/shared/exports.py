"""Downloads of any page that works on a task: its scores, a report, the program that gives the same numbers."""

from collections.abc import Sequence

import streamlit as st

from ordquant_core.analysis.scoring import score
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import count
from ordquant_core.report import Reading, command, python, report
from pages.shared import downloads
from pages.shared.downloads import Tables
from pages.shared.tasks import Current

BASELINES = ("baseline:popularity", "baseline:uniform")
TRIALS, SEED = 5000, 1  # of the report, where the page has no settings of its own
MOST = 5_000_000  # scores that are offered


def show(
    current: Current,
    measures: Sequence[str] = MAIN_MEASURES,
    *,
    tables: Tables = (),
    **tested: int,
) -> None:
    """Draw the buttons: `tables` of the page, every score, a report, the same in Python.

    Scores are those of all runs. The report is on the runs that are `tested` together: see `report_of`.
    """
    current = current.whole or current
    notes = current.task.notes
    downloads.table_buttons(tables, notes)

    runs, cases = len(current.task.runs), len(current.task.cases)
    rows = runs * cases * len(measures)
    if rows > MOST:
        st.info(
            f"Every score and the report are not offered: {count(runs, 'run')}, {count(cases, 'case')} and "
            f"{count(len(measures), 'measure')} make {count(rows)} scores, and up to {count(MOST)} are written. Use "
            "fewer runs or measures, or the command line."
        )
    else:
        downloads.table_button("Every score", lambda: score(current.task, measures).to_frame(), "scores.csv", notes)
        downloads.file_button(
            "Report (HTML)",
            lambda: report_of(current, measures, **tested).encode(),
            "report.html",
            "text/html",
            help_="One file with tables and figures that needs no network.",
        )
    downloads.file_button(
        "The means in Python", lambda: reproduce(current, measures).encode(), "scores.py", "text/x-python"
    )


def reproduce(current: Current, measures: Sequence[str]) -> str:
    """Return a program that prints the means of the page, beside the task's files."""
    reading = _reading(current)
    folder = f"# Run this where these files are: {', '.join(map(repr, reading.paths))}\n"
    return folder + python(reading, current.task.runs, measures)


def report_of(
    current: Current, measures: Sequence[str], *, n_trials: int = TRIALS, seed: int = SEED, baselines: int = False
) -> str:
    """Return the report on the runs of the task that are tested together, with or without `baselines`."""
    current = current.tested(baselines=bool(baselines), with_added=True)
    reading, commands = _reading(current), []
    if reading.gold in reading.paths and not reading.left_out:  # a command names files, not what an archive holds
        joined = BASELINES if current.baselines[0] in current.task.runs else ()
        runs = [*(path for path in reading.paths if path != reading.gold), *joined]
        random = () if (n_trials, seed) == (TRIALS, SEED) else ("--trials", str(n_trials), "--seed", str(seed))
        commands = [f"{command('report', reading, runs, measures, *random)} --out report.html"]
    return report(
        current.task,
        measures,
        commands=commands,
        program=reproduce(current, measures),
        description=current.source.description,
        n_trials=n_trials,
        seed=seed,
    )


def _reading(current: Current) -> Reading:
    source, held = current.source, [file.name for file in current.source.load()]
    paths = tuple(dict.fromkeys(name.partition("/")[0] if name in source.members else name for name in held))
    left_out = tuple(sorted(source.members - {*held}))
    return Reading(paths, source.gold, None, current.task.scale, source.choices, left_out)

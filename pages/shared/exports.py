"""What a visitor can take along from any page that works on a task."""

from collections.abc import Sequence

from ordquant_core.analysis.scoring import score
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.report import Reading, command, python, report
from pages.shared import downloads
from pages.shared.tasks import Current


def show(current: Current, measures: Sequence[str] = MAIN_MEASURES) -> None:
    """Draw the buttons: every score as CSV and Parquet, a report, the Python that gives the same numbers."""
    notes = current.task.notes
    downloads.button(
        "Every score (CSV)", lambda: downloads.scores_frame(score(current.task, measures)), "scores.csv", notes
    )
    downloads.file_button(
        "Every score (Parquet)",
        lambda: downloads.to_parquet(
            downloads.with_notes(downloads.scores_frame(score(current.task, measures)), notes)
        ),
        "scores.parquet",
        "application/vnd.apache.parquet",
    )
    downloads.file_button(
        "Report (HTML)",
        lambda: whole_report(current, measures).encode(),
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


def whole_report(current: Current, measures: Sequence[str]) -> str:
    """Return the report on the task, baselines included."""
    reading, commands = _reading(current), []
    if reading.gold is not None:
        runs = [*(path for path in reading.paths if path != reading.gold), "baseline:popularity", "baseline:uniform"]
        commands = [f"{command('report', reading, runs, measures)} > report.html"]
    return report(current.task, measures, commands=commands, program=reproduce(current, measures))


def _reading(current: Current) -> Reading:
    paths = tuple(file.name for file in current.source.load())
    return Reading(paths, current.source.gold, None, current.task.scale, current.source.choices)

"""A task as one HTML file: findings in words, tables and figures, and how to reproduce them.

The file needs nothing else: no network, no other file. It is the same, byte for byte, for the same task and seed.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ordquant_core.analysis.task_report import TaskReport, task_report
from ordquant_core.errors import OrdquantError
from ordquant_core.figures import standalone
from ordquant_core.figures.template import DARK, LIGHT
from ordquant_core.markup import Html, join, tag
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.records import Task
from ordquant_core.report import sections
from ordquant_core.report.drawings import draw_figures
from ordquant_core.report.look import SCRIPT, style
from ordquant_core.report.parts import FOOT, data, page, widths
from ordquant_core.report.reproduce import Reading, command, python
from ordquant_core.statistics.progress import Progress

__all__ = ["Reading", "command", "python", "report", "report_on_scales"]

POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"


def report(
    task: Task,
    measures: Sequence[str] = MAIN_MEASURES,
    *,
    notes: Sequence[str] = (),
    commands: Sequence[str] = (),
    program: str = "",
    description: str = "",
    n_trials: int = 5000,
    seed: int = 1,
    progress: Progress | None = None,
) -> str:
    """Return a report on all runs of a task as HTML.

    `notes`: what was repaired or ignored, beside the notes of the task. `commands` and `program` are shown as
    they are: how to get the numbers again. `description` says what the task is about. `progress` is called with the
    trials of the test that are done and their number. Raises `OrdquantError` for a task without cases or runs, and
    `UnknownNameError` for an unknown measure.
    """
    return report_on_scales(
        [replace(task, notes=(*task.notes, *notes))],
        measures,
        commands=commands,
        programs=[program],
        description=description,
        n_trials=n_trials,
        seed=seed,
        progress=progress,
    )


def report_on_scales(
    tasks: Sequence[Task],
    measures: Sequence[str] = MAIN_MEASURES,
    *,
    commands: Sequence[str] = (),
    programs: Sequence[str] = (),
    description: str = "",
    n_trials: int = 5000,
    seed: int = 1,
    progress: Progress | None = None,
) -> str:
    """Return the reports on all scales of a task, one after the other, as one HTML file; `programs`: one per scale."""
    reports = []
    for number, task in enumerate(tasks):
        if not task.runs or not task.cases:
            raise OrdquantError("A report needs one case and one run, or more; add a run or a baseline.")
        analysed = task_report(task, tuple(measures), n_trials=n_trials, seed=seed, progress=progress)
        last = number == len(tasks) - 1
        parts = [
            sections.opening(analysed, "" if number else description),
            sections.repairs(task.notes),
            sections.means(analysed),
            sections.cases(analysed),
            sections.separated(analysed),
            sections.preferred(analysed),
            sections.agreement(analysed),
            sections.measures(analysed),
            sections.reproduction(commands if last else (), programs[number] if programs else ""),
        ]
        reports.append(_draw_figures(analysed, join(filter(None, parts), "\n"), number))
    return _page(reports)


class _Part(NamedTuple):
    """The report on one task: its title, its sections, its figures as JSON by the names of their containers."""

    title: str
    sections: Html
    figures: dict[str, str]


def _draw_figures(report: TaskReport, body: Html, number: int) -> _Part:
    of_light, of_dark = (draw_figures(report, look) for look in (LIGHT, DARK))
    figures = {
        name: standalone.data(light, dark)
        for (name, light), dark in zip(of_light.items(), of_dark.values(), strict=True)
    }
    if number:
        body, figures = _renamed(body, figures, f"scale-{number + 1}-")
    return _Part(sections.title(report.task), body, figures)


def _renamed(body: Html, figures: dict[str, str], prefix: str) -> tuple[Html, dict[str, str]]:
    """Give the containers of figures names of their own: several tasks on a page have the same figures.

    Quotation marks in texts are escaped, so that what is found are attributes.
    """
    names = "|".join(sorted({re.escape(name.partition(" ")[0]) for name in figures}))
    renamed = re.sub(rf' (id|data-figure)="({names})"', rf' \1="{prefix}\2"', body) if names else body
    return Html(renamed), {f"{prefix}{name}": figure for name, figure in figures.items()}


def _page(reports: Sequence[_Part]) -> str:
    written = ",".join(f"{json.dumps(name)}:{drawn}" for one in reports for name, drawn in one.figures.items())
    scripts = [
        data("figures", f"{{{written}}}"),
        tag("script", Html(standalone.script())),
        tag("script", Html(SCRIPT)),
    ]
    parts = [part for report in reports for part in (tag("h1", report.title), report.sections)]
    body = join([tag("main", join([*parts, FOOT], "\n")), *scripts], "\n")
    return page(f"{reports[0].title} · OrdQuant", style(widths(body)), body, policy=POLICY)

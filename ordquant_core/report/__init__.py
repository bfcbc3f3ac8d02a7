"""A task as one HTML file: findings in words, tables and figures, and how to reproduce them.

The file needs nothing else: no network, no other file. It is the same, byte for byte, for the same task and seed.
"""

import json
from collections.abc import Sequence

from ordquant_core.errors import OrdquantError
from ordquant_core.figures import standalone
from ordquant_core.figures.style import DARK, LIGHT
from ordquant_core.markup import Html, document, join, tag
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.records import Task
from ordquant_core.report import drawings, sections, significance, two_runs
from ordquant_core.report.findings import find
from ordquant_core.report.look import SCRIPT, style
from ordquant_core.report.parts import data, widths
from ordquant_core.report.reproduce import Reading, command, python
from ordquant_core.statistics.portions import Progress

__all__ = ["Reading", "command", "python", "report"]

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
    if not task.runs or not task.cases:
        raise OrdquantError("A report needs one case and one run, or more; add a run or a baseline.")
    found = find(task, tuple(measures), n_trials=n_trials, seed=seed, progress=progress)
    light, dark = (drawings.figures(found, palette) for palette in (LIGHT, DARK))
    parts = [
        sections.opening(found, description),
        sections.repairs((*task.notes, *notes)),
        significance.means(found),
        sections.cases(found),
        significance.separated(found),
        two_runs.preferred(found),
        sections.agreement(found),
        sections.views(found),
        sections.measures(found),
        sections.reproduction(commands, program),
        tag("footer", "Written by OrdQuant. This file needs no network."),
    ]
    title = sections.title(task)
    written = ",".join(f"{json.dumps(name)}:{standalone.data(light[name], dark[name])}" for name in light)
    scripts = [
        data("figures", f"{{{written}}}"),
        tag("script", Html(standalone.script())),
        tag("script", Html(SCRIPT)),
    ]
    body = join([tag("main", join([tag("h1", title), *(part for part in parts if part)], "\n")), *scripts], "\n")
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("title", f"{title} · OrdQuant"),
        tag("style", Html(style(widths(body)))),
    ]
    return document(head, body)

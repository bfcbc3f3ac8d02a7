"""`report`: everything about a task in one HTML file."""

from __future__ import annotations  # help() shows types as they are written

import argparse
import sys
from dataclasses import replace

from ordquant_core.analysis.baselines import BASELINES as KEYS
from ordquant_core.commands.all_runs import note_family
from ordquant_core.commands.decisions import choices_of
from ordquant_core.commands.inputs import ALL_SCALES, paths_of, read_scales
from ordquant_core.commands.options import (
    BASELINE,
    Commands,
    add_baselines,
    add_command,
    add_files,
    add_runs,
    add_scales,
    add_settings,
    measure_keys,
)
from ordquant_core.commands.task_folder import description_of
from ordquant_core.findings.tasks import family
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.terminal import progress

BASELINES = tuple(BASELINE + key for key in KEYS)
LOOK = "The page contains means, intervals, tests, cases and figures; it needs no network."


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "everything about a task as one HTML page", "gold.json run.json baseline:uniform --out report.html"
    reporting = add_command(commands, "report", _report, words, example, default="all but unnormalised variants")
    reporting.epilog = f"{LOOK}\n\n{reporting.epilog}"
    add_files(reporting)
    add_runs(reporting)
    add_baselines(reporting)
    add_scales(reporting)
    add_settings(reporting, "trials", "seed")


def _report(options: argparse.Namespace) -> None:
    from ordquant_core.report import (  # plotly takes half a second to be imported
        Reading,
        command,
        python,
        report_on_scales,
    )

    keys = measure_keys(options, MAIN_MEASURES)  # before any file is read
    tasks = read_scales(options, options.runs)
    named = tuple(run for run in options.runs if not run.startswith(BASELINE))
    readings = [
        Reading(
            paths_of(options, options.runs),
            options.gold,
            named or None,
            scale,
            choices_of(options),
        )
        for scale in ([task.scale for task in tasks] if options.scale == ALL_SCALES else [options.scale])
    ]
    more = ("--baselines",) if options.baselines else ()
    random = (*more, "--trials", str(options.trials), "--seed", str(options.seed))
    whole = readings[0] if len(tasks) == 1 else replace(readings[0], scale=ALL_SCALES)
    commands = [
        command("score", whole, [*options.runs, *(BASELINES if options.baselines and options.runs else ())], keys),
        *([command("discriminative-power", whole, options.runs, keys, *random)] if len(tasks[0].runs) > 1 else []),
        f"{command('report', whole, options.runs, keys, *random)} --out report.html",
    ]
    programs = [python(reading, task.runs, keys) for reading, task in zip(readings, tasks, strict=True)]
    with progress("Permuting runs") as line:
        page = report_on_scales(
            tasks,
            keys,
            commands=commands,
            programs=programs,
            n_trials=options.trials,
            seed=options.seed,
            description=description_of(options.gold),
            progress=line,
        )
    for words in dict.fromkeys(map(family, tasks)):
        options.compared = words
        note_family(options)
    sys.stdout.write(page)

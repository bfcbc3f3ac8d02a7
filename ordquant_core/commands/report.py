"""`report`: everything about a task in one HTML file."""

import argparse
import sys

from ordquant_core.commands.inputs import choices_of, paths_of, read_task
from ordquant_core.commands.options import BASELINE, Commands, add_command, add_files, add_runs, chosen, count, seed
from ordquant_core.commands.progress import progress, waiting
from ordquant_core.commands.task_folder import description_of
from ordquant_core.measures.registry import MAIN_MEASURES, get_measures

LOOK = "The page contains means, intervals, tests, cases and figures; it needs no network. Use > to write it to a file."


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "everything about a task as one HTML page", "gold.json run.json baseline:uniform > report.html"
    reporting = add_command(commands, "report", _report, words, example, default="all but unnormalised variants")
    reporting.epilog = f"{LOOK}\n\n{reporting.epilog}"
    add_files(reporting)
    add_runs(reporting)
    reporting.add_argument("--trials", type=count, default=5000, metavar="B", help="permutations (default: 5000)")
    reporting.add_argument("--seed", type=seed, default=1, help="seed of the random numbers (default: 1)")


def _report(options: argparse.Namespace) -> None:
    from ordquant_core.report import Reading, command, python, report  # plotly takes half a second to be imported

    keys = MAIN_MEASURES if options.measures is None else chosen(options.measures)
    get_measures(keys)  # before any file is read
    with waiting("Reading the files"):
        task = read_task(options, options.runs)
    named = tuple(run for run in options.runs if not run.startswith(BASELINE))
    reading = Reading(
        paths_of(options, options.runs),
        options.gold,
        named if options.runs else None,
        options.scale,
        choices_of(options),
    )
    random = ("--trials", str(options.trials), "--seed", str(options.seed))
    commands = [
        command("score", reading, options.runs, keys),
        *([command("discriminative-power", reading, options.runs, keys, *random)] if len(task.runs) > 1 else []),
        f"{command('report', reading, options.runs, keys, *random)} > report.html",
    ]
    with progress("Permuting runs") as line:
        page = report(
            task,
            keys,
            commands=commands,
            program=python(reading, task.runs, keys),
            n_trials=options.trials,
            seed=options.seed,
            description=description_of(options.gold),
            progress=line,
        )
    sys.stdout.write(page)

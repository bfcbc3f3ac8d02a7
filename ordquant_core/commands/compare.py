"""`compare`: on how many cases each of two runs is preferred, by every measure."""

import argparse

from ordquant_core.analysis.comparison import delta_correlations, deltas, preferences
from ordquant_core.analysis.scoring import score
from ordquant_core.commands.inputs import load_task
from ordquant_core.commands.options import A_RUN_IN_SHORT, Commands, add_command, add_files, add_format, measure_keys
from ordquant_core.commands.output import write_table
from ordquant_core.errors import UnknownNameError


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = (
        "on how many cases each of two runs is preferred, every case counting once",
        "gold.json run.json baseline:popularity --scale A",
    )
    added = add_command(commands, "compare", _compare, words, example)
    add_files(added)
    added.usage = f"{added.prog} [options] GOLD RUN_A RUN_B"
    added.add_argument("run_a", metavar="RUN_A", help=A_RUN_IN_SHORT)
    added.add_argument("run_b", metavar="RUN_B", help="the other run")
    add_format(added)


def _compare(options: argparse.Namespace) -> None:
    keys = measure_keys(options)
    task = load_task(options, [options.run_a, options.run_b], one_each=True)
    if len(task.runs) != 2:
        raise UnknownNameError(f"RUN_A and RUN_B are the same run, {task.runs[0]}.")
    scores = score(task, keys)
    correlations = delta_correlations(deltas(scores, *scores.runs))
    write_table(preferences(scores, *scores.runs).to_frame(correlations=correlations), options.format)

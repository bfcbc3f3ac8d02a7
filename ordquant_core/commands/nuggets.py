"""`nuggets`: the scores of estimated nugget types, averaged over dialogues."""

import argparse

from ordquant_core.commands.options import Commands, add_command, add_format, names_in, number
from ordquant_core.commands.output import write_table
from ordquant_core.commands.reading_options import add_repair
from ordquant_core.commands.task_folder import add_nugget_types, nugget_task, nugget_types_of
from ordquant_core.formats.decisions import NOTHING
from ordquant_core.nuggets import NUGGET_MEASURES, average, average_blocks, check_alpha, check_measures, score_nuggets
from ordquant_core.tasks.published.description import REPAIRS_OF
from ordquant_core.terminal import write_message, write_notes


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "mean nugget scores of runs", "gold.json run.json --alpha 0.5"
    nuggets = add_command(commands, "nuggets", _nuggets, words, example, keys="RNSS,JSD", plugin=False)
    nuggets.usage = f"{nuggets.prog} [options] GOLD RUN…"
    add_format(nuggets)
    words = "NTCIR JSON with the nugget labels of every utterance block, or the folder of a published task"
    nuggets.add_argument("gold", metavar="GOLD", help=words)
    words = "NTCIR JSON with a distribution for every block (default: the runs of the folder)"
    nuggets.add_argument("runs", nargs="*", metavar="RUN", help=words)
    nuggets.add_argument(
        "--alpha", type=number, metavar="A", help="weight of the customer's blocks, from 0 to 1 (default: 0.5)"
    )
    nuggets.add_argument("--micro", action="store_true", help="average over all blocks equally, not over dialogues")
    nuggets.add_argument("--per-case", action="store_true", help="write one row per dialogue instead of the mean")
    add_repair(nuggets, REPAIRS_OF["nuggets"], "renormalise: divide blocks that sum to 0.95 … 1.05 by their sum")
    add_nugget_types(nuggets)


def _nuggets(options: argparse.Namespace) -> None:
    measures = NUGGET_MEASURES if options.measures is None else names_in(options.measures)
    check_measures(measures)
    if options.micro and options.alpha is not None:
        write_message("note: --micro gives all blocks the same weight: --alpha has no effect")
    alpha = 0.5 if options.alpha is None else options.alpha
    check_alpha(alpha)
    task = nugget_task(options.gold, options.runs, NOTHING.with_(options.repair), nugget_types_of(options))
    scores = score_nuggets(task, measures)
    averages = average_blocks(scores) if options.micro else average(scores, alpha=alpha)
    write_notes((*task.notes, averages.note))
    write_table(averages.dialogues_to_frame() if options.per_case else averages.to_frame(), options.format)

"""`consistency`: how similarly two disjoint sets of cases rank the runs of a task."""

import argparse

import numpy as np

from ordquant_core.analysis.consistency import consistency, draw_splits
from ordquant_core.commands.all_runs import add_random, finite_scores, note_family
from ordquant_core.commands.elsewhere import add_elsewhere, executor_of
from ordquant_core.commands.options import Commands, count
from ordquant_core.commands.output import write_message, write_table
from ordquant_core.commands.progress import progress
from ordquant_core.tables.runs.consistency import consistency_table


def add(commands: Commands) -> None:
    """Add the command."""
    added = add_random(commands, "consistency", _run, "how similarly two sets of cases rank runs: mean tau")
    added.add_argument("--splits", type=count, default=1000, metavar="B", help="random splits (default: 1000)")
    added.add_argument("--size", type=count, metavar="N", help="two sets of N cases (default: halves)")
    add_elsewhere(added)


def _run(options: argparse.Namespace) -> None:
    scores, left_out = finite_scores(options)
    with progress("Splitting cases", "splits") as line, executor_of(options) as executor:
        splits = draw_splits(len(scores.cases), options.splits, np.random.default_rng(options.seed))
        found = consistency(scores, splits, size=options.size, progress=line, executor=executor)
    tied = found.n_splits - len(found.taus)
    if tied:
        write_message(f"note: {tied} of {found.n_splits} splits are left out: all runs tie by one of the measures")
    write_message(f"note: {found.n_splits} splits, seed {options.seed}{left_out}")
    note_family(options)
    write_table(consistency_table(found), options.format)

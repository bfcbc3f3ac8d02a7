"""`agreement`: how similarly measures rank the runs of a task."""

import argparse

from ordquant_core.analysis.agreement import agreement
from ordquant_core.commands.all_runs import add_exact, note_seed, scores_of
from ordquant_core.commands.options import Commands, measure_keys
from ordquant_core.commands.output import write_table
from ordquant_core.tables.runs.agreement import agreement_table


def add(commands: Commands) -> None:
    """Add the command."""
    add_exact(commands, "agreement", _run, "how similarly measures rank runs: Kendall's tau")


def _run(options: argparse.Namespace) -> None:
    note_seed(options)
    write_table(agreement_table(agreement(scores_of(options, measure_keys(options)))), options.format)

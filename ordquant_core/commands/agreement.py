"""`agreement`: how similarly measures rank the runs of a task."""

import argparse

from ordquant_core.analysis.agreement import agreement
from ordquant_core.commands.all_runs import add_exact, by_scale, note_family, note_seed, scores_of
from ordquant_core.commands.options import Commands, add_scales, measure_keys
from ordquant_core.commands.output import write_table
from ordquant_core.tables.runs.agreement import agreement_table
from ordquant_core.tables.table import Table


def add(commands: Commands) -> None:
    """Add the command."""
    add_scales(add_exact(commands, "agreement", _run, "how similarly measures rank runs: Kendall's tau"))


def _run(options: argparse.Namespace) -> None:
    note_seed(options)
    write_table(by_scale(options, _table), options.format)


def _table(options: argparse.Namespace) -> Table:
    table = agreement_table(agreement(scores_of(options, measure_keys(options))))
    note_family(options)
    return table

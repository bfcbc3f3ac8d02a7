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
    added = add_exact(commands, "agreement", _run, "how similarly measures rank runs: Kendall's tau")
    added.description = (
        "Write tau for every pair of measures with two 95% intervals: low_long_cliff and high_long_cliff are those of "
        "Long and Cliff, as on the page Measures (empty where tau is 1 or -1); low and high are those of the variants "
        "study of 2022, which are too narrow where tau is large or runs tie."
    )
    add_scales(added)


def _run(options: argparse.Namespace) -> None:
    note_seed(options)
    write_table(by_scale(options, _table), options.format)


def _table(options: argparse.Namespace) -> Table:
    table = agreement_table(agreement(scores_of(options, measure_keys(options))))
    note_family(options)
    return table

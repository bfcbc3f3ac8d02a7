"""`discriminative-power`: how many pairs of runs every measure separates."""

import argparse

from ordquant_core.analysis.discrimination import powers
from ordquant_core.commands.all_runs import add_tested, by_scale, separated
from ordquant_core.commands.options import Commands, add_scales
from ordquant_core.commands.output import write_table
from ordquant_core.tables.runs.significance import power_table
from ordquant_core.tables.table import Table


def add(commands: Commands) -> None:
    """Add the command."""
    add_scales(add_tested(commands, "discriminative-power", _run, "how many pairs of runs differ significantly"))


def _run(options: argparse.Namespace) -> None:
    write_table(by_scale(options, _table), options.format)


def _table(options: argparse.Namespace) -> Table:
    return power_table(powers(separated(options), options.alpha))

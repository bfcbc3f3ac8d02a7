"""`overlap`: which significant differences two measures share."""

import argparse

from ordquant_core.analysis.overlaps import overlaps
from ordquant_core.commands.all_runs import add_tested, separated
from ordquant_core.commands.options import Commands
from ordquant_core.commands.output import write_table
from ordquant_core.tables.runs.significance import overlap_table


def add(commands: Commands) -> None:
    """Add the command."""
    add_tested(commands, "overlap", _run, "which significant differences two measures share: a, b, c and SSO")


def _run(options: argparse.Namespace) -> None:
    write_table(overlap_table(overlaps(separated(options), options.alpha)), options.format)

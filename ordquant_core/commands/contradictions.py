"""`contradictions`: pairs of runs that two measures call significantly different in opposite directions."""

import argparse

from ordquant_core.analysis.overlaps import contradictions
from ordquant_core.commands.all_runs import add_tested, separated
from ordquant_core.commands.options import Commands
from ordquant_core.commands.output import write_table
from ordquant_core.tables.runs.significance import contradiction_table


def add(commands: Commands) -> None:
    """Add the command."""
    add_tested(commands, "contradictions", _run, "pairs of runs on which two measures contradict each other")


def _run(options: argparse.Namespace) -> None:
    write_table(contradiction_table(contradictions(separated(options), options.alpha)), options.format)

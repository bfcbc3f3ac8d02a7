"""`overlap`: which significant differences two measures share."""

import argparse

from ordquant_core.analysis.overlaps import overlaps_left
from ordquant_core.commands.all_runs import add_further_tasks, add_tested, by_task, separated
from ordquant_core.commands.options import Commands, add_scales
from ordquant_core.commands.output import write_table
from ordquant_core.tables.runs.significance import overlap_table
from ordquant_core.tables.table import Table


def add(commands: Commands) -> None:
    """Add the command."""
    added = add_tested(commands, "overlap", _run, "which significant differences two measures share: a, b, c and SSO")
    added.description = (
        "Write for every two measures how many pairs of runs only the first (a), both (b) and only the second (c) call "
        "significantly different, SSO = b / (a + b + c), and sso_left: SSO without the pairs on which the measures "
        "contradict each other."
    )
    add_scales(added)
    add_further_tasks(added)


def _run(options: argparse.Namespace) -> None:
    write_table(by_task(options, _table), options.format)


def _table(options: argparse.Namespace) -> Table:
    both = overlaps_left(separated(options), options.alpha)
    return overlap_table([one for one, _ in both], [left for _, left in both])

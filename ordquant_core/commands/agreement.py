"""`agreement`: how similarly measures rank the runs of a task."""

import argparse

from ordquant_core.analysis.agreement import agreement
from ordquant_core.analysis.scoring import require_finite
from ordquant_core.commands.all_runs import add_exact, by_scale, finite_scores, note_family, note_seed
from ordquant_core.commands.options import Commands, add_scales
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
    scores, left_out = finite_scores(options)
    require_finite(scores)
    table = agreement_table(agreement(scores))
    note_family(options, left_out)
    return table

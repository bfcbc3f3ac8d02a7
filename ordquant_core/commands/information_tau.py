"""`information-tau`: how much information two rankings of the runs share."""

import argparse

from ordquant_core.analysis.agreement import information
from ordquant_core.commands.all_runs import add_exact, note_family, note_seed, scores_of
from ordquant_core.commands.options import Commands, chosen, measure_keys
from ordquant_core.commands.output import write_table
from ordquant_core.measures.registry import get_measures
from ordquant_core.tables.runs.agreement import information_table


def add(commands: Commands) -> None:
    """Add the command."""
    added = add_exact(commands, "information-tau", _run, "bits that the rankings by two measures share")
    added.add_argument("--given", metavar="KEYS", help="count only what the rankings by these measures do not explain")


def _run(options: argparse.Namespace) -> None:
    note_seed(options)
    keys = measure_keys(options)
    given = () if options.given is None else chosen(options.given)
    if given:
        get_measures(given)
    scores = scores_of(options, tuple(dict.fromkeys((*keys, *given))))
    table = information_table(*information(scores, given=given))
    note_family(options)
    write_table(table, options.format)

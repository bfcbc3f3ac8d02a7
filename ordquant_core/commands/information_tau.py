"""`information-tau`: how much information two rankings of the runs share."""

import argparse

from ordquant_core.analysis.agreement import information
from ordquant_core.analysis.scoring import choose, require_finite
from ordquant_core.commands.all_runs import add_exact, finite, note_family, note_seed, scores_of
from ordquant_core.commands.options import Commands, chosen, measure_keys
from ordquant_core.commands.output import write_table
from ordquant_core.measures.registry import get_measures
from ordquant_core.tables.runs.agreement import information_table


def add(commands: Commands) -> None:
    """Add the command."""
    added = add_exact(commands, "information-tau", _run, "bits that the rankings by two measures share")
    added.add_argument(
        "--given", metavar="KEYS", help="the information that remains given the rankings by these measures"
    )


def _run(options: argparse.Namespace) -> None:
    note_seed(options)
    keys = measure_keys(options)
    given = () if options.given is None else chosen(options.given)
    if given:
        get_measures(given)
    scores = scores_of(options, tuple(dict.fromkeys((*keys, *given))))
    asked = given if options.measures is None else scores.measures
    require_finite(choose(scores, asked))
    scores, left_out = finite(scores, options)
    table = information_table(*information(scores, given=given))
    note_family(options, left_out)
    write_table(table, options.format)

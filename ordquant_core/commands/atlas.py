"""`atlas`: which of two estimators every measure prefers on all possible gold distributions."""

import argparse

from ordquant_core.commands.elsewhere import add_elsewhere, executor_of
from ordquant_core.commands.options import Commands, add_command, add_format, count, measure_keys
from ordquant_core.commands.output import write_table
from ordquant_core.errors import OrdquantError
from ordquant_core.findings.sentence import plain
from ordquant_core.findings.spaces import same_estimates
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import count as counted
from ordquant_core.spaces.compare_estimators import compare_estimators
from ordquant_core.spaces.gold_distributions import MOST_DISTRIBUTIONS, NAMED, check_size, parse_estimator
from ordquant_core.statistics.progress import words_for_time
from ordquant_core.terminal import progress, write_message

MOST = 1_000_000_000  # distributions: an hour or more
PER_SECOND = 200_000  # distributions that a core scores by all measures
TABLES = ("preferences", "disagreements")


def add(commands: Commands) -> None:
    """Add the command."""
    words = "which estimator each measure prefers, over all possible gold distributions"
    added = add_command(commands, "atlas", _atlas, words, "--votes 20 --classes 5 --a popularity --b uniform")
    added.add_argument("--votes", type=count, required=True, metavar="N", help="annotators of each case")
    added.add_argument("--classes", type=count, required=True, metavar="L", help="ordered classes")
    rules = f"{', '.join(NAMED)}, smoothed:2 (2 votes added to every class), or votes such as 1,1,2,4,2"
    added.add_argument("--a", default="popularity", metavar="RULE", help=f"estimator A: {rules} (default: popularity)")
    added.add_argument("--b", default="uniform", metavar="RULE", help="estimator B (default: uniform)")
    words = f"{' or '.join(TABLES)} (default: {TABLES[0]})"
    added.add_argument("--table", choices=TABLES, default=TABLES[0], metavar="TABLE", help=words)
    add_elsewhere(added)
    add_format(added)


def _atlas(options: argparse.Namespace) -> None:
    keys = measure_keys(options)
    a, b = parse_estimator(options.a), parse_estimator(options.b)
    size = check_size(options.votes, options.classes, MOST)
    if size > MOST_DISTRIBUTIONS:
        _announce(options, size, len(keys))
    with progress("Scoring", "distributions") as line, executor_of(options) as executor:
        compared = compare_estimators(
            options.votes, options.classes, a, b, keys, most=MOST, progress=line, executor=executor
        )
    if same := same_estimates(a, b, options.votes, options.classes):
        write_message(f"note: {plain(same)}")
    table = compared.to_frame() if options.table == "preferences" else compared.disagreements_to_frame()
    write_table(table, options.format)


def _announce(options: argparse.Namespace, size: int, n_measures: int) -> None:
    """Say how long so many distributions take; raise where nobody said who is to score them."""
    alone = words_for_time(size * n_measures / len(MAIN_MEASURES) / PER_SECOND).removesuffix(" left")
    size_in_words = counted(size, "distribution")
    if options.workers is None and options.dask is None:
        raise OrdquantError(
            f"{size_in_words} take {alone} on one core; above {counted(MOST_DISTRIBUTIONS)}, add --workers N or "
            "--dask ADDRESS"
        )
    write_message(f"note: {size_in_words} take {alone} on one core, less on several")

"""`consistency`: how similarly two disjoint sets of cases rank the runs of a task."""

import argparse

import numpy as np

from ordquant_core.analysis.consistency import compare_measures, consistency, draw_splits
from ordquant_core.commands.all_runs import add_further_tasks, add_random, by_task, finite_scores, level, note_family
from ordquant_core.commands.elsewhere import add_elsewhere, executor_of
from ordquant_core.commands.options import Commands, add_scales, count
from ordquant_core.commands.output import write_message, write_table
from ordquant_core.commands.progress import progress
from ordquant_core.numerals import setting
from ordquant_core.tables.runs.consistency import symbols, tested_table
from ordquant_core.tables.table import Table


def add(commands: Commands) -> None:
    """Add the command."""
    added = add_random(commands, "consistency", _run, "how similarly two sets of cases rank runs: mean tau")
    added.description = (
        "Write for every measure the mean tau of random splits of the cases, its spread over the splits, and which "
        "measures it outperforms: randomised Tukey HSD over splits, as in the variants study of 2022. The test is "
        "about splits of these cases: more splits find more, and other cases may reverse it."
    )
    added.add_argument("--splits", type=count, default=1000, metavar="B", help="random splits (default: 1000)")
    added.add_argument("--size", type=count, metavar="N", help="two sets of N cases (default: halves)")
    added.add_argument("--trials", type=count, default=5000, metavar="B", help="permutations (default: 5000)")
    added.add_argument("--alpha", type=level, default=0.05, help="significance level (default: 0.05)")
    add_elsewhere(added)
    add_scales(added)
    add_further_tasks(added)


def _run(options: argparse.Namespace) -> None:
    write_table(by_task(options, _table), options.format)


def _table(options: argparse.Namespace) -> Table:
    scores, left_out = finite_scores(options)
    with progress("Splitting cases", "splits") as line, executor_of(options) as executor:
        splits = draw_splits(len(scores.cases), options.splits, np.random.default_rng(options.seed))
        found = consistency(scores, splits, size=options.size, progress=line, executor=executor)
        rng = np.random.default_rng(options.seed)
        test = compare_measures(found, n_trials=options.trials, rng=rng, executor=executor)
    tied = found.n_splits - len(found.taus)
    if tied:
        write_message(f"note: {tied} of {found.n_splits} splits are left out: all runs tie by one of the measures")
    write_message(f"note: {found.n_splits} splits, seed {options.seed}{left_out}")
    signs = ", ".join(f"{sign} {key}" for key, sign in symbols(found.measures).items())
    write_message(f"note: symbols at p < {setting(options.alpha)}, {options.trials} trials: {signs}")
    note_family(options)
    return tested_table(found, test, options.alpha)

"""`agreement`, `consistency`, `discriminative-power` and more: what measures say of all runs of a task, compared."""

import argparse
from collections.abc import Callable
from itertools import combinations

import numpy as np

from ordquant_core.analysis import agreement, consistency, discrimination
from ordquant_core.analysis.scoring import choose, infinite_measures, score
from ordquant_core.commands.inputs import read_task
from ordquant_core.commands.options import (
    Commands,
    add_command,
    add_files,
    add_runs,
    chosen,
    count,
    measure_keys,
    number,
    seed,
)
from ordquant_core.commands.output import cell, tell, write
from ordquant_core.commands.progress import progress, waiting
from ordquant_core.measures.registry import get_measures
from ordquant_core.records import Scores

TEST = "Runs differ significantly where the randomised Tukey HSD test gives p < ALPHA."
EXACT = ("agreement", "information-tau")  # commands without random numbers
EXAMPLE = "gold.csv run-1.csv run-2.csv baseline:uniform"


def add(commands: Commands) -> None:
    """Add the commands of this file."""
    _add(commands, "agreement", _agreement, "how alike measures rank runs: Kendall's tau")
    words = "how alike two sets of cases rank runs: mean tau"
    consistent = _add(commands, "consistency", _consistency, words)
    consistent.add_argument("--splits", type=count, default=1000, metavar="B", help="random splits (default: 1000)")
    consistent.add_argument("--size", type=count, metavar="N", help="two sets of N cases (default: halves)")
    for name, run, words in (
        ("discriminative-power", _power, "how many pairs of runs differ significantly"),
        ("overlap", _overlap, "which of them two measures share: a, b, c and SSO"),
        ("contradictions", _contradictions, "pairs of runs on which two measures are at odds"),
    ):
        added = _add(commands, name, run, words)
        added.epilog = f"{TEST}\n\n{added.epilog}"
        added.add_argument("--trials", type=count, default=5000, metavar="B", help="permutations (default: 5000)")
        added.add_argument("--alpha", type=_level, default=0.05, help="significance level (default: 0.05)")
    words = "bits two measures' rankings tell of each other"
    informed = _add(commands, "information-tau", _information, words)
    informed.add_argument("--given", metavar="KEYS", help="of what is not known from the rankings by these measures")


def _add(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], None], words: str
) -> argparse.ArgumentParser:
    added = add_command(commands, name, run, words, EXAMPLE)
    add_files(added)
    add_runs(added)
    random = name not in EXACT
    words = "of the random numbers (default: 1)" if random else "has no effect: nothing here is random"
    added.add_argument("--seed", type=seed, default=1 if random else None, help=words)
    return added


def _note_seed(options: argparse.Namespace) -> None:
    """Say that a seed has no effect, where one was given."""
    if options.seed is not None:
        tell(f"note: --seed has no effect on {options.name}: nothing in it is random")


def _agreement(options: argparse.Namespace) -> None:
    _note_seed(options)
    keys = measure_keys(options)
    found = agreement.agreement(_scores(options, keys))
    tables = (found.tau, found.low, found.high, found.low_long_cliff, found.high_long_cliff)
    write(
        ("measure_1", "measure_2", "tau", "low", "high", "low_long_cliff", "high_long_cliff"),
        (
            (keys[i], keys[j], *(cell(float(table[i, j])) for table in tables))
            for i, j in combinations(range(len(keys)), 2)
        ),
    )


def _information(options: argparse.Namespace) -> None:
    _note_seed(options)
    keys = measure_keys(options)
    given = () if options.given is None else chosen(options.given)
    if given:
        get_measures(given)
    scores = _scores(options, tuple(dict.fromkeys((*keys, *given))))
    measures, bits = agreement.information(scores, given=given)
    pairs = combinations(range(len(measures)), 2)
    write(
        ("measure_1", "measure_2", "information_tau"),
        ((measures[i], measures[j], cell(float(bits[i, j]))) for i, j in pairs),
    )


def _consistency(options: argparse.Namespace) -> None:
    scores, left_out = _finite_scores(options)
    with progress("Splitting cases", "splits") as line:
        splits = consistency.draw_splits(len(scores.cases), options.splits, _rng(options))
        found = consistency.consistency(scores, splits, size=options.size, progress=line)
    tied = found.n_splits - len(found.taus)
    if tied:
        tell(f"note: {tied} of {found.n_splits} splits are left out: all runs tie by one of the measures")
    tell(f"note: {found.n_splits} splits, seed {options.seed}{left_out}")
    split = "half" if found.size is None else found.size
    means = zip(found.measures, found.means.tolist(), strict=True)
    write(("measure", "split", "tau"), ((key, split, cell(mean)) for key, mean in means))


def _power(options: argparse.Namespace) -> None:
    rows = discrimination.powers(_separated(options), options.alpha)
    write(
        ("measure", "significant", "pairs", "share"),
        ((row.measure, row.significant, row.pairs, cell(row.share)) for row in rows),
    )


def _overlap(options: argparse.Namespace) -> None:
    rows = discrimination.overlaps(_separated(options), options.alpha)
    write(
        ("measure_1", "measure_2", "a", "b", "c", "sso"),
        ((row.measure_1, row.measure_2, row.a, row.b, row.c, cell(row.sso)) for row in rows),
    )


def _contradictions(options: argparse.Namespace) -> None:
    rows = discrimination.contradictions(_separated(options), options.alpha)
    write(
        ("measure_1", "measure_2", "run_1", "run_2"),
        ((row.measure_1, row.measure_2, row.run_1, row.run_2) for row in rows),
    )


def _separated(options: argparse.Namespace) -> discrimination.Discrimination:
    scores, left_out = _finite_scores(options)
    with progress("Permuting runs") as line:
        found = discrimination.separate_runs(scores, n_trials=options.trials, rng=_rng(options), progress=line)
    error = f"standard error of p at {options.alpha:g}: {found.error_at(options.alpha):.2g}"
    tell(f"note: {options.trials} trials, seed {options.seed}; {error}{left_out}")
    _tell_undecided(found, options.alpha)
    return found


def _tell_undecided(found: discrimination.Discrimination, alpha: float) -> None:
    """Say for how many pairs of runs the number of trials leaves open whether they differ significantly."""
    counts = zip(found.measures, found.undecided(alpha).sum(axis=1).tolist(), strict=True)
    some = [f"{count} by {key}" for key, count in counts if count]
    if some:
        near = f"p within {discrimination.STANDARD_ERRORS} standard errors of {alpha:g}"
        tell(f"note: {near} (more trials would decide): of {len(found.pairs)} pairs of runs, {', '.join(some)}")


def _scores(options: argparse.Namespace, keys: tuple[str, ...]) -> Scores:
    with waiting("Reading the files"):
        task = read_task(options, options.runs)
    with progress("Scoring", "cases") as line:
        return score(task, keys, progress=line)


def _finite_scores(options: argparse.Namespace) -> tuple[Scores, str]:
    """Score by all measures asked for; where none were named, leave out those that are infinite, and say which."""
    scores = _scores(options, measure_keys(options))
    infinite = infinite_measures(scores)
    if infinite and options.measures is None:
        finite = choose(scores, [key for key in scores.measures if key not in infinite])
        return finite, f"; left out, as infinite on some case: {', '.join(infinite)}"
    return scores, ""


def _rng(options: argparse.Namespace) -> np.random.Generator:
    return np.random.default_rng(options.seed)


def _level(text: str) -> float:
    value = number(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} does not lie between 0 and 1")
    return value

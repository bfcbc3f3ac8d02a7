"""Shared by the commands that compare measures over all runs of a task: options, scores, the test of all pairs."""

import argparse
from collections.abc import Callable

import numpy as np

from ordquant_core.analysis.discrimination import Discrimination, separate_runs
from ordquant_core.analysis.outside_scores import notes_on, with_outside
from ordquant_core.analysis.scoring import choose, infinite_measures, score
from ordquant_core.commands.elsewhere import add_elsewhere, executor_of
from ordquant_core.commands.inputs import ALL_SCALES, load_task, on_scale, scales_wanted
from ordquant_core.commands.options import (
    Commands,
    add_baselines,
    add_command,
    add_files,
    add_format,
    add_runs,
    chosen,
    count,
    measure_keys,
    number,
    seed,
)
from ordquant_core.commands.output import write_message
from ordquant_core.commands.progress import progress, waiting
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.files import read_bytes
from ordquant_core.formats.outside_scores import COLUMNS, OutsideScores, parse_outside_scores
from ordquant_core.numerals import p_error, setting
from ordquant_core.records import Scores, Task
from ordquant_core.tables.runs import significance_sentences
from ordquant_core.tables.table import Table, stacked
from ordquant_core.tables.tasks.results import family

TEST = "Runs differ significantly where the randomised Tukey HSD test gives p < ALPHA."
EXAMPLE = "gold.csv run-1.csv run-2.csv baseline:uniform"


def add_random(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], None], words: str
) -> argparse.ArgumentParser:
    """Add a command that uses random numbers."""
    added = _add(commands, name, run, words)
    added.add_argument("--seed", type=seed, default=1, help="seed of the random numbers (default: 1)")
    return added


def add_exact(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], None], words: str
) -> argparse.ArgumentParser:
    """Add a command that uses no random numbers."""
    added = _add(commands, name, run, words)
    added.add_argument("--seed", type=seed, help="has no effect: this command uses no random numbers")
    return added


def add_tested(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], None], words: str
) -> argparse.ArgumentParser:
    """Add a command on the randomised Tukey HSD test of all pairs of runs."""
    added = add_random(commands, name, run, words)
    added.epilog = f"{TEST}\n\n{added.epilog}"
    added.add_argument("--trials", type=count, default=5000, metavar="B", help="permutations (default: 5000)")
    added.add_argument("--alpha", type=level, default=0.05, help="significance level (default: 0.05)")
    add_elsewhere(added)
    return added


def _add(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], None], words: str
) -> argparse.ArgumentParser:
    added = add_command(commands, name, run, words, EXAMPLE)
    add_files(added)
    add_runs(added)
    add_baselines(added)
    add_outside(added)
    add_format(added)
    return added


def add_outside(added: argparse.ArgumentParser) -> None:
    """Add the options on scores that were computed elsewhere."""
    added.add_argument("--scores", metavar="FILE", help=f"further scores, by {','.join(COLUMNS)}")
    added.add_argument("--larger", metavar="NAME,…", help="measures of that table for which larger is better")


def note_seed(options: argparse.Namespace) -> None:
    """Note that a seed has no effect, if one was given."""
    if options.seed is not None:
        write_message(f"note: --seed has no effect on {options.name}: it uses no random numbers")


def scores_of(options: argparse.Namespace, keys: tuple[str, ...]) -> Scores:
    """Read the task and score all its runs."""
    with waiting("Reading the files"):
        task = load_task(options, options.runs)
    return scored(task, keys, options)


def scored(task: Task, keys: tuple[str, ...], options: argparse.Namespace) -> Scores:
    """Score all runs of a task, and add the scores that were computed elsewhere."""
    outside = outside_of(options)
    with progress("Scoring", "cases") as line:
        scores = score(task, keys, progress=line)
    options.compared = family(task)
    if outside is None:
        return scores
    found = with_outside(scores, outside)
    note_outside(outside)
    return found


def note_family(options: argparse.Namespace, more: str = "") -> None:
    """Note which runs were compared, after they were: ranks and tests of a run depend on the others."""
    write_message(f"note: compared: {options.compared}{more}")


def outside_of(options: argparse.Namespace) -> OutsideScores | None:
    """Read the scores that were computed elsewhere, if any are given: not all commands that score take them."""
    path: str | None = getattr(options, "scores", None)
    larger: str | None = getattr(options, "larger", None)
    if path is None:
        if larger is not None:
            raise OrdquantError("--larger is on the measures of a file of scores: give --scores FILE")
        return None
    outside = parse_outside_scores(read_bytes(path), path)
    return outside if larger is None else outside.with_larger(chosen(larger))


def note_outside(outside: OutsideScores) -> None:
    """Say how the scores of a file count."""
    for note in notes_on(outside):
        write_message(f"note: {outside.file}: {note}")


def check_one_scale(options: argparse.Namespace, n_scales: int) -> None:
    """Refuse scores that were computed elsewhere where there are several scales: a file does not say of which it is."""
    if n_scales > 1 and getattr(options, "scores", None) is not None:
        raise OrdquantError("--scores: the file holds scores for one scale; name it with --scale SCALE")


def add_further_tasks(added: argparse.ArgumentParser) -> None:
    """Add the further tasks of which a command writes the same table."""
    words = "write the same for a further task: a folder, or its gold and runs as one zip (may be repeated)"
    added.add_argument("--also", action="append", default=[], metavar="TASK", help=words)


def by_task(options: argparse.Namespace, make: Callable[[argparse.Namespace], Table]) -> Table:
    """Make a table; with `--also` make one of each task, which is then named, as on the command line, in a column."""
    if not options.also:
        return by_scale(options, make)
    if getattr(options, "scores", None) is not None:
        raise OrdquantError("--scores: the file holds scores for one task; leave out --also")
    if len({options.gold, *options.also}) <= len(options.also):
        raise OrdquantError("--also: a task is named twice")
    further = [argparse.Namespace(**{**vars(options), "gold": task, "runs": []}) for task in options.also]
    tables = [(one.gold, by_scale(one, make)) for one in (options, *further)]
    return stacked([Table({"task": [name] * len(table), **table.columns}) for name, table in tables])


def by_scale(options: argparse.Namespace, make: Callable[[argparse.Namespace], Table]) -> Table:
    """Make a table; with `--scale all` make one on each scale, which is then named in a first column."""
    if options.scale != ALL_SCALES:
        return make(options)
    scales = scales_wanted(options, options.runs)
    check_one_scale(options, len(scales))
    tables = [(scale or "", make(on_scale(options, scale))) for scale in scales]
    return stacked([Table({"scale": [scale] * len(table), **table.columns}) for scale, table in tables])


def finite_scores(options: argparse.Namespace) -> tuple[Scores, str]:
    """Score by all requested measures; if none were named, leave out those that are infinite, and name them."""
    return finite(scores_of(options, measure_keys(options)), options)


def finite(scores: Scores, options: argparse.Namespace) -> tuple[Scores, str]:
    """Leave out measures that are infinite, and name them, if the options name none."""
    infinite = infinite_measures(scores)
    if infinite and options.measures is None:
        finite = choose(scores, [key for key in scores.measures if key not in infinite])
        return finite, f"; left out, as infinite on some case: {', '.join(infinite)}"
    return scores, ""


def separated(options: argparse.Namespace) -> Discrimination:
    """Test all pairs of runs, and note how sure the p-values are."""
    scores, left_out = finite_scores(options)
    rng = np.random.default_rng(options.seed)
    with progress("Permuting runs") as line, executor_of(options) as executor:
        found = separate_runs(scores, n_trials=options.trials, rng=rng, progress=line, executor=executor)
    note_test(found, options, left_out)
    return found


def note_test(found: Discrimination, options: argparse.Namespace, left_out: str) -> None:
    """Note how sure the p-values of a test are."""
    error = f"standard error of p at {setting(options.alpha)}: {p_error(found.error_at(options.alpha))}"
    write_message(f"note: {options.trials} trials, seed {options.seed}; {error}{left_out}")
    note_family(options)
    impossible = significance_sentences.impossible(found, options.alpha)
    undecided = "" if impossible else significance_sentences.undecided_by_measure(found, options.alpha)
    for words in filter(None, (impossible, undecided)):
        write_message(f"note: {words}")


def level(text: str) -> float:
    """Return the share between 0 and 1 that an option gives, for argparse."""
    value = number(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} does not lie between 0 and 1")
    return value

"""The commands that compare measures over all runs of a task, and what others share: options, scores, the test."""

import argparse
from collections.abc import Callable

import numpy as np
import pandas as pd

from ordquant_core.analysis.agreement import agreement, information, similarity_over_cases
from ordquant_core.analysis.consistency import compare_over_cases, consistency, draw_splits
from ordquant_core.analysis.discrimination import (
    Contradiction,
    Discrimination,
    Power,
    contradictions,
    overlap_over_cases,
    overlaps,
    overlaps_left,
    overlaps_left_to_frame,
    power_over_cases,
    powers,
    separate_runs,
    separated_over_cases,
)
from ordquant_core.analysis.scoring import choose, infinite_measures, require_finite, score
from ordquant_core.commands.elsewhere import add_elsewhere, executor_of
from ordquant_core.commands.inputs import ALL_SCALES, load_task, on_scale, scales_wanted
from ordquant_core.commands.options import (
    COLUMNS,
    Commands,
    Run,
    add_baselines,
    add_command,
    add_files,
    add_format,
    add_runs,
    add_scales,
    add_settings,
    count,
    measure_keys,
    names_in,
    seed,
)
from ordquant_core.commands.output import write_table
from ordquant_core.errors import OrdquantError
from ordquant_core.findings import discrimination as of_measures
from ordquant_core.findings import rankings
from ordquant_core.findings import runs as findings
from ordquant_core.findings.sentence import plain
from ordquant_core.findings.tasks import family
from ordquant_core.glossary import in_front, stacked
from ordquant_core.numerals import p_error, setting
from ordquant_core.records import Scores, Task
from ordquant_core.terminal import progress, write_message, write_notes

Make = Callable[[argparse.Namespace], pd.DataFrame]
TEST = "Runs differ significantly where the randomised Tukey HSD test gives p < ALPHA."
EXAMPLE = "gold.csv run-1.csv run-2.csv baseline:uniform"


def add_random(commands: Commands, name: str, run: Run, words: str) -> argparse.ArgumentParser:
    """Add a command that uses random numbers."""
    added = _add(commands, name, run, words)
    add_settings(added, "seed")
    return added


def add_exact(commands: Commands, name: str, run: Run, words: str) -> argparse.ArgumentParser:
    """Add a command that uses no random numbers."""

    def noted(options: argparse.Namespace) -> None:
        if options.seed is not None:
            write_message(f"note: --seed has no effect on {name}: it uses no random numbers")
        run(options)

    added = _add(commands, name, noted, words)
    added.add_argument("--seed", type=seed, help="has no effect: this command uses no random numbers")
    return added


def add_tested(commands: Commands, name: str, run: Run, words: str) -> argparse.ArgumentParser:
    """Add a command on the randomised Tukey HSD test of all pairs of runs."""
    added = add_random(commands, name, run, words)
    added.epilog = f"{TEST}\n\n{added.epilog}"
    add_settings(added, "trials", "alpha")
    add_elsewhere(added)
    return added


def _add(commands: Commands, name: str, run: Run, words: str) -> argparse.ArgumentParser:
    added = add_command(commands, name, run, words, EXAMPLE)
    added.description = f"{added.description} {COLUMNS}"
    add_files(added)
    add_runs(added)
    add_baselines(added)
    add_format(added)
    return added


def scores_of(options: argparse.Namespace, keys: tuple[str, ...]) -> Scores:
    """Read the task and score all its runs."""
    return score_runs(load_task(options, options.runs), keys, options)


def score_runs(task: Task, keys: tuple[str, ...], options: argparse.Namespace) -> Scores:
    """Score all runs of a task."""
    with progress("Scoring", "cases") as line:
        scores = score(task, keys, progress=line)
    options.compared = family(task)
    return scores


def note_family(options: argparse.Namespace, more: str = "") -> None:
    """Note which runs were compared, after they were: ranks and tests of a run depend on the others."""
    write_message(f"note: compared: {options.compared}{more}")


def add_further_tasks(added: argparse.ArgumentParser) -> None:
    """Add the further tasks of which a command writes the same table."""
    words = "write the same for a further task: a folder, or its gold and runs as one zip (may be repeated)"
    added.add_argument("--also", action="append", default=[], metavar="TASK", help=words)


def make_by_task(options: argparse.Namespace, make: Make) -> pd.DataFrame:
    """Make a table; with `--also` make one of each task, which is then named, as on the command line, in a column."""
    if not options.also:
        return make_by_scale(options, make)
    if len({options.gold, *options.also}) <= len(options.also):
        raise OrdquantError("--also: a task is named twice")
    further = [argparse.Namespace(**{**vars(options), "gold": task, "runs": []}) for task in options.also]
    return stacked([in_front(make_by_scale(one, make), task=one.gold) for one in (options, *further)])


def make_by_scale(options: argparse.Namespace, make: Make) -> pd.DataFrame:
    """Make a table; with `--scale all` make one on each scale, which is then named in a first column."""
    if options.scale != ALL_SCALES:
        return make(options)
    scales = scales_wanted(options, options.runs)
    return stacked([in_front(make(on_scale(options, scale)), scale=scale or "") for scale in scales])


def finite_scores(options: argparse.Namespace) -> tuple[Scores, str]:
    """Score by all requested measures; if none were named, leave out those that are infinite, and name them."""
    return without_infinite(scores_of(options, measure_keys(options)), options)


def without_infinite(scores: Scores, options: argparse.Namespace) -> tuple[Scores, str]:
    """Leave out measures that are infinite, and name them, if the options name none."""
    infinite = infinite_measures(scores)
    if infinite and options.measures is None:
        kept = choose(scores, [key for key in scores.measures if key not in infinite])
        return kept, f"; left out, as infinite on some case: {', '.join(infinite)}"
    return scores, ""


def separate_pairs(options: argparse.Namespace) -> tuple[Scores, Discrimination]:
    """Test all pairs of runs, and note how sure the p-values are; return the scores, too."""
    scores, left_out = finite_scores(options)
    rng = np.random.default_rng(options.seed)
    with progress("Permuting runs") as line, executor_of(options) as executor:
        test = separate_runs(scores, n_trials=options.trials, rng=rng, progress=line, executor=executor)
    note_test(test, options, left_out)
    return scores, test


def note_test(test: Discrimination, options: argparse.Namespace, left_out: str) -> None:
    """Note how sure the p-values of a test are."""
    error = f"standard error of p at {setting(options.alpha)}: {p_error(test.error_at(options.alpha))}"
    write_message(f"note: {options.trials} trials, seed {options.seed}; {error}{left_out}")
    note_family(options)
    impossible = findings.impossible(test, options.alpha)
    undecided = "" if impossible else findings.undecided_by_measure(test, options.alpha)
    write_notes((impossible, undecided))


def add(commands: Commands) -> None:
    """Add the commands of this file."""
    _add_agreement(commands)
    _add_consistency(commands)
    words = "how many pairs of runs differ significantly"
    add_scales(add_tested(commands, "discriminative-power", _writer_of(_powers, make_by_scale), words))
    _add_overlap(commands)
    words = "pairs of runs on which two measures contradict each other"
    add_tested(commands, "contradictions", _writer_of(_contradictions), words)
    words = "bits that the rankings by two measures share"
    added = add_exact(commands, "information-tau", _writer_of(_information), words)
    words = "the information that remains given the rankings by these measures"
    added.add_argument("--given", metavar="KEYS", help=words)


def _writer_of(make: Make, by: Callable[[argparse.Namespace, Make], pd.DataFrame] | None = None) -> Run:
    """Return what writes a table; `by` scale or task, where the command can be asked for several of these."""
    return lambda options: write_table(by(options, make) if by else make(options), options.format)


def _add_agreement(commands: Commands) -> None:
    words = "how similarly measures rank runs: Kendall's tau"
    added = add_random(commands, "agreement", _writer_of(_agreement, make_by_scale), words)
    add_scales(added)


def _agreement(options: argparse.Namespace) -> pd.DataFrame:
    scores, left_out = finite_scores(options)
    require_finite(scores)
    table = agreement(scores).to_frame()
    write_notes(rankings.similarity(similarity_over_cases([scores], seed=options.seed), ""))
    note_family(options, left_out)
    return table


def _add_consistency(commands: Commands) -> None:
    words = "how similarly two sets of cases rank runs: mean tau"
    added = add_random(commands, "consistency", _writer_of(_consistency, make_by_task), words)
    add_settings(added, "splits")
    added.add_argument("--size", type=count, metavar="N", help="two sets of N cases (default: halves)")
    words = "a row per pair of measures: the difference of mean taus, its simultaneous interval, and p"
    added.add_argument("--pairs", action="store_true", help=words)
    add_settings(added, "alpha")
    add_elsewhere(added)
    add_scales(added)
    add_further_tasks(added)


def _consistency(options: argparse.Namespace) -> pd.DataFrame:
    scores, left_out = finite_scores(options)
    with progress("Splitting cases", "splits") as line, executor_of(options) as executor:
        splits = draw_splits(len(scores.cases), options.splits, np.random.default_rng(options.seed))
        results = consistency(scores, splits, size=options.size, progress=line, executor=executor)
        rng = np.random.default_rng(options.seed)
        test = compare_over_cases(scores, splits, results, rng=rng, executor=executor)
    tied = results.n_splits - len(results.taus)
    if tied:
        write_message(f"note: {tied} of {results.n_splits} splits are left out: all runs tie by one of the measures")
    write_message(f"note: {results.n_splits} splits, seed {options.seed}{left_out}")
    between = plain(rankings.between_sets(results, ""))
    said = rankings.consistency(test.taus, "", test, options.alpha)
    write_notes([*said, between, rankings.differing(test, options.alpha)])
    note_family(options)
    return test.to_frame(alpha=options.alpha) if options.pairs else results.to_frame(test, alpha=options.alpha)


def _powers(options: argparse.Namespace) -> pd.DataFrame:
    scores, test = separate_pairs(options)
    total = powers(test, options.alpha)
    separated = separated_over_cases([scores], [test], options.alpha, seed=options.seed)
    if not findings.impossible(test, options.alpha):  # else `separate_pairs` has said so
        over_cases = power_over_cases(total, separated, len(scores.cases))
        write_notes(of_measures.power(total, over_cases, ""))
    return Power.frame(total)


def _add_overlap(commands: Commands) -> None:
    words = "which significant differences two measures share: a, b, c and SSO"
    added = add_tested(commands, "overlap", _writer_of(_overlap, make_by_task), words)
    add_scales(added)
    add_further_tasks(added)


def _overlap(options: argparse.Namespace) -> pd.DataFrame:
    scores, test = separate_pairs(options)
    total, against = overlaps(test, options.alpha), contradictions(test, options.alpha)
    separated = separated_over_cases([scores], [test], options.alpha, seed=options.seed)
    over_cases = overlap_over_cases(total, separated, len(scores.cases))
    write_notes(of_measures.overlaps(total, over_cases, [(0, each) for each in against], ""))
    return overlaps_left_to_frame(overlaps_left(test, options.alpha))


def _contradictions(options: argparse.Namespace) -> pd.DataFrame:
    return Contradiction.frame(contradictions(separate_pairs(options)[1], options.alpha))


def _information(options: argparse.Namespace) -> pd.DataFrame:
    given = () if options.given is None else names_in(options.given)
    keys = measure_keys(options, more=given)
    scores = scores_of(options, tuple(dict.fromkeys((*keys, *given))))
    asked = given if options.measures is None else scores.measures
    require_finite(choose(scores, asked))
    scores, left_out = without_infinite(scores, options)
    table = information(scores, given=given).to_frame()
    note_family(options, left_out)
    return table

"""`plan`: what is noise, how many cases the next round needs, and how to spend a budget of votes."""

import argparse
import copy
from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.planning.design import Needed, Variance, needed, of_variance, pooled_variances
from ordquant_core.analysis.planning.noise import DRAWS, draw_noise
from ordquant_core.analysis.planning.split import CASES, RESAMPLES, bounded, resample_pilot
from ordquant_core.analysis.planning.votes import votes_of
from ordquant_core.analysis.scoring import score
from ordquant_core.commands.all_runs import finite_scores
from ordquant_core.commands.elsewhere import add_elsewhere, executor_of
from ordquant_core.commands.inputs import ALL_SCALES, load_task, on_scale, scales_wanted
from ordquant_core.commands.options import (
    Commands,
    Parts,
    add_command,
    add_files,
    add_format,
    add_runs,
    add_settings,
    count,
    fill_in_parts,
    level,
    measure_keys,
    number,
    number_list,
    refuse_together,
)
from ordquant_core.commands.output import progress, write_message, write_table
from ordquant_core.errors import OrdquantError
from ordquant_core.findings.planning import SHRUNK, annotator_agreement
from ordquant_core.numerals import count as counted
from ordquant_core.records import Scores

PARTS: Parts = {
    "noise": {"per_case": False},
    "design": {"difference": "0.1", "alpha": 0.05, "power": 0.8, "pool": ()},
    "split": {"cases": ",".join(map(str, CASES)), "annotators": None, "resamples": RESAMPLES},
}
WORDS = f"""\
--noise: the scores of the true distributions and of a second panel of annotators; neither is 0, because votes are a
sample ({DRAWS} draws per case). A note gives Krippendorff's alpha of the annotators.
--design: the smallest number of cases with which a paired t-test of two runs detects a difference of their means, from
the variance of their differences in the pilot, and from its upper limit. --variance X needs no files.
--split: resamples cases and votes; writes the width of the 95% interval of the difference of two runs (median pair),
the share of the pairs that it separates in the same order as the pilot, and tau with the ranking of the pilot."""


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "how many cases and annotators the next round needs", "gold.csv run-1.csv run-2.csv --design"
    added = add_command(commands, "plan", _plan, words, example)
    added.description = f"{words[0].upper()}{words[1:]}; the files are the pilot.\n\n{WORDS}"
    add_files(added, optional=True, without=("split",))
    add_runs(added)
    add_settings(added, "seed")
    add_format(added)
    parts = added.add_mutually_exclusive_group()
    parts.add_argument("--noise", action="store_true", help="the noise floor and a second panel; needs no runs")
    parts.add_argument("--design", action="store_true", help="cases needed to detect a difference")
    parts.add_argument("--split", action="store_true", help="compare many cases with many annotators")
    group = added.add_argument_group("with --noise")
    group.add_argument("--per-case", action="store_true", default=None, help="write one row per case and measure")
    group = added.add_argument_group("with --design")
    group.add_argument("--variance", type=number, metavar="X", help="use this variance of differences instead of files")
    group.add_argument("--difference", metavar="D,…", help="differences to detect (default: 0.1)")
    group.add_argument("--alpha", type=level, help="significance level (default: 0.05)")
    group.add_argument("--power", type=level, help="probability of detecting the difference (default: 0.8)")
    words = "a further task (folder or archive with gold and runs) whose variances are pooled; may be repeated"
    group.add_argument("--pool", metavar="TASK", action="append", help=words)
    group = added.add_argument_group("with --split")
    group.add_argument("--cases", metavar="N,…", help=f"numbers of cases (default: {PARTS['split']['cases']})")
    words = "numbers of annotators, at most the smallest number of votes of a case (default: that number, halved "
    group.add_argument("--annotators", metavar="K,…", help=words + "repeatedly)")
    group.add_argument("--resamples", type=count, metavar="B", help=f"resamples (default: {RESAMPLES})")
    add_elsewhere(added)


def _plan(options: argparse.Namespace) -> None:
    if options.variance is not None and (options.gold is not None or options.measures is not None):
        raise OrdquantError("--variance replaces the files and --measures: give one or the other")
    refuse_together(options, "variance", ("noise", "split", "pool"))
    options.design |= options.variance is not None
    asked = next((part for part in PARTS if getattr(options, part)), None)
    if asked is None:
        raise OrdquantError("choose --noise, --design or --split")
    fill_in_parts(options, PARTS)
    if options.gold is None and options.variance is None:
        raise OrdquantError("name GOLD, the file of the pilot, or give --variance")
    {"noise": _noise, "design": _design, "split": _split}[asked](options)


def _noise(options: argparse.Namespace) -> None:
    keys = measure_keys(options)
    task = load_task(options, options.runs, gold_alone=True)
    votes = votes_of(task)
    with progress("Drawing votes", "cases") as line, executor_of(options) as executor:
        rng = np.random.default_rng(options.seed)
        noise = draw_noise(votes, keys, rng=rng, positions=task.positions, progress=line, executor=executor)
    write_message(f"note: {noise.n_draws} draws per case, seed {options.seed}")
    write_message(f"note: {annotator_agreement(votes)}")
    write_table(noise.to_frame(task.cases if options.per_case else None), options.format)


def _design(options: argparse.Namespace) -> None:
    differences = number_list("--difference", options.difference).tolist()
    if options.variance is not None:
        variances: tuple[Variance, ...] = (of_variance(options.variance),)
    else:
        scores, left_out = finite_scores(options)
        collections = [scores, *(_score_further(options, path, scores.measures) for path in options.pool)]
        variances = pooled_variances(collections)
        for pilot, rest in zip(collections, (left_out, *("" for _ in options.pool)), strict=True):
            write_message(
                f"note: variances from {counted(len(pilot.runs), 'run')} and {counted(len(pilot.cases), 'case')}{rest}"
            )
    rows = [
        needed(variance, difference, alpha=options.alpha, power=options.power)
        for variance in variances
        for difference in differences
    ]
    write_table(Needed.frame(rows), options.format)


def _score_further(options: argparse.Namespace, path: str, measures: Sequence[str]) -> Scores:
    """Score the runs of a further collection, a folder, an archive or a file that holds its gold and its runs."""
    other = copy.copy(options)
    other.gold = path
    if options.scale is not None and scales_wanted(on_scale(other, ALL_SCALES), ()) == (None,):
        write_message(f"note: {path} has no scales: --scale {options.scale} is that of {options.gold} alone")
        other.scale = None
    return score(load_task(other, ()), measures)


def _split(options: argparse.Namespace) -> None:
    keys = measure_keys(options)
    cases = _whole_numbers("--cases", options.cases)
    annotators = None if options.annotators is None else _whole_numbers("--annotators", options.annotators)
    task = load_task(options, options.runs)
    used = bounded(keys, len(task.classes)) if options.measures is None else keys
    infinite = ", ".join(key for key in keys if key not in used)
    left_out = f"; left out because they can be infinite: {infinite}" if infinite else ""
    with progress("Resampling", "resamples") as line, executor_of(options) as executor:
        split = resample_pilot(
            task,
            used,
            cases=cases,
            annotators=annotators,
            seed=options.seed,
            n_resamples=options.resamples,
            progress=line,
            executor=executor,
        )
    write_message(f"note: {split.n_resamples} resamples, seed {options.seed}{left_out}")
    write_message(f"note: separated: {SHRUNK[0].lower()}{SHRUNK[1:]}")
    write_table(split.to_frame(), options.format)


def _whole_numbers(option: str, text: str) -> tuple[int, ...]:
    """Return the whole numbers of `50,100`; the error names `option`."""
    values = number_list(option, text).tolist()
    if any(value != int(value) or abs(value) > 10**9 for value in values):
        raise OrdquantError(f"{option}: {text} holds a number that is not whole; give whole numbers, such as 2,10")
    return tuple(int(value) for value in values)

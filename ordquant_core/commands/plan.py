"""`plan`: what is noise, how many cases the next round needs, and how to spend a budget of votes."""

import argparse
import copy
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ordquant_core.analysis.planning.annotators import NO_NAMES, UNNAMED, order_matters, profiles
from ordquant_core.analysis.planning.design import METHODS, SYSTEMS, Variances, needed, of_variance, pooled_variances
from ordquant_core.analysis.planning.noise import DRAWS, NoiseDraws
from ordquant_core.analysis.planning.split import CASES, RESAMPLES, SplitResamples, bounded
from ordquant_core.analysis.planning.standing_out import standing_out
from ordquant_core.analysis.planning.votes import votes_of
from ordquant_core.analysis.scoring import score
from ordquant_core.commands.all_runs import finite_scores
from ordquant_core.commands.elsewhere import add_elsewhere, executor_of
from ordquant_core.commands.inputs import ALL_SCALES, all_choices_of, load_task, on_scale, read_files, scales_wanted
from ordquant_core.commands.options import (
    Commands,
    Parts,
    add_command,
    add_files,
    add_format,
    add_runs,
    add_settings,
    count,
    level,
    measure_keys,
    number,
    number_list,
    refuse_together,
    settle_parts,
)
from ordquant_core.commands.output import progress, waiting, write_message, write_table
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.annotators import read_annotations
from ordquant_core.numerals import count as counted
from ordquant_core.records import Scores
from ordquant_core.tables.planning.results import annotator_table, design_table, noise_by_case, noise_table, split_table
from ordquant_core.tables.planning.sentences import SHRUNK

PROFILES = "profiles"  # what `--annotators` without numbers asks for
PARTS: Parts = {
    "noise": {"per_case": False},
    "design": {"difference": "0.1", "alpha": 0.05, "power": 0.8, "systems": ",".join(map(str, SYSTEMS)), "pool": ()},
    "split": {"cases": ",".join(map(str, CASES)), "annotators": None, "resamples": RESAMPLES},
}
WORDS = f"""\
--noise: the scores of the true distributions and of a second panel of annotators; neither is 0, because votes are a
sample ({DRAWS} draws per case).
--design: the smallest number of cases that detects a difference of two means: {", ".join(METHODS)}. `paired` uses the
variance of the differences of two runs; the others use that of the scores within runs. --variance X needs no files.
--annotators: for each annotator, the agreement with the others, the bias towards one end, and the share of each class;
the gold must say who voted for what.
--split: resamples cases and votes; writes the width of the 95% interval of the difference of two runs (median pair),
the share of the pairs that it separates in the same order as the pilot, and tau with the ranking of the pilot."""


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "how many cases and annotators the next round needs", "gold.csv run-1.csv run-2.csv --design"
    added = add_command(commands, "plan", _plan, words, example)
    added.description = f"{words[0].upper()}{words[1:]}; the files are the pilot.\n\n{WORDS}"
    add_files(added, optional=True)
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
    group.add_argument("--variance", type=number, metavar="X", help="use this variance instead of files")
    group.add_argument("--difference", metavar="D,…", help="differences to detect, or interval widths (default: 0.1)")
    group.add_argument("--alpha", type=level, help="significance level (default: 0.05)")
    group.add_argument("--power", type=level, help="probability of detecting the difference (default: 0.8)")
    words = f"systems that the analysis of variance compares (default: {PARTS['design']['systems']})"
    group.add_argument("--systems", metavar="M,…", help=words)
    words = "a further task (folder or archive with gold and runs) whose variances are pooled; may be repeated"
    group.add_argument("--pool", metavar="TASK", action="append", help=words)
    group = added.add_argument_group("with --split")
    group.add_argument("--cases", metavar="N,…", help=f"numbers of cases (default: {PARTS['split']['cases']})")
    words = "numbers of annotators, at most the smallest number of votes of a case (default: that number, halved "
    words += "repeatedly); without numbers and --split: one row per annotator of the gold"
    group.add_argument("--annotators", metavar="K,…", nargs="?", const=PROFILES, help=words)
    group.add_argument("--resamples", type=count, metavar="B", help=f"resamples (default: {RESAMPLES})")
    add_elsewhere(added)


def _plan(options: argparse.Namespace) -> None:
    if options.variance is not None and (options.gold is not None or options.measures is not None):
        raise OrdquantError("--variance replaces the files and --measures: give one or the other")
    refuse_together(options, "variance", ("noise", "split", "pool"))
    options.design |= options.variance is not None
    asked = next((part for part in PARTS if getattr(options, part)), None)
    if asked is None and options.annotators is None:
        raise OrdquantError("choose --noise, --design or --split, or --annotators alone")
    if asked is None:
        _take_profiles(options)
    settle_parts(options, PARTS)
    if options.gold is None and options.variance is None:
        raise OrdquantError(f"name GOLD, the file of the pilot{', or give --variance' if asked else ''}")
    {"noise": _noise, "design": _design, "split": _split, None: _annotators}[asked](options)


def _take_profiles(options: argparse.Namespace) -> None:
    """Let `--annotators` stand alone: what follows it is no number of annotators but the gold."""
    refuse_together(options, "annotators", ("measures",))
    if options.annotators != PROFILES:
        if not Path(options.annotators).exists():
            raise OrdquantError("--annotators K,… needs --split")
        options.runs = [name for name in (options.gold, *options.runs) if name is not None]
        options.gold = options.annotators
    options.annotators = None


def _noise(options: argparse.Namespace) -> None:
    keys = measure_keys(options)
    task = load_task(options, options.runs, gold_alone=True)
    with progress("Drawing votes", "cases") as line, executor_of(options) as executor:
        rng = np.random.default_rng(options.seed)
        found = NoiseDraws(votes_of(task), keys, rng=rng, positions=task.positions).finish(line, executor)
    write_message(f"note: {found.n_draws} draws per case, seed {options.seed}")
    write_table(noise_by_case(found, task.cases) if options.per_case else noise_table(found), options.format)


def _annotators(options: argparse.Namespace) -> None:
    task = load_task(options, options.runs, gold_alone=True)
    votes_of(task)
    with waiting("Reading the files"):
        given = read_annotations(read_files(options, options.runs), task, all_choices_of(options))
    if given is None:
        raise OrdquantError(NO_NAMES)
    found = profiles(given.annotators, given.labels, task.classes)
    write_message(f"note: Krippendorff's alpha (ordinal) of all {len(found.annotators)} annotators: {found.alpha!r}")
    if not given.named:
        p = order_matters(given.labels, rng=np.random.default_rng(options.seed))
        write_message(f"note: {UNNAMED} (p = {p!r} for the hypothesis that their order is arbitrary)")
    out = standing_out(given.labels, len(task.classes), rng=np.random.default_rng(options.seed))
    write_message(f"note: p: labels exchanged within cases {out.n_exchanges} times, corrected for the annotators")
    write_table(annotator_table(found, out), options.format)


def _design(options: argparse.Namespace) -> None:
    differences = number_list("--difference", options.difference).tolist()
    systems = _whole_numbers("--systems", options.systems)
    if options.variance is not None:
        found: tuple[Variances, ...] = (of_variance(options.variance),)
    else:
        scores, left_out = finite_scores(options)
        collections = [scores, *(_score_further(options, path, scores.measures) for path in options.pool)]
        found = pooled_variances(collections)
        for one, said in zip(collections, (left_out, *("" for _ in options.pool)), strict=True):
            write_message(
                f"note: variances from {counted(len(one.runs), 'run')} and {counted(len(one.cases), 'case')}{said}"
            )
    rows = [
        row
        for one in found
        for difference in differences
        for row in needed(one, difference, alpha=options.alpha, power=options.power, systems=systems)
    ]
    write_table(design_table(rows), options.format)


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
        found = SplitResamples(
            task,
            used,
            cases=cases,
            annotators=annotators,
            seed=options.seed,
            n_resamples=options.resamples,
        ).finish(line, executor)
    write_message(f"note: {found.n_resamples} resamples, seed {options.seed}{left_out}")
    write_message(f"note: separated: {SHRUNK[0].lower()}{SHRUNK[1:]}")
    write_table(split_table(found), options.format)


def _whole_numbers(option: str, text: str) -> tuple[int, ...]:
    """Return the whole numbers of `50,100`; the error names `option`."""
    values = number_list(option, text).tolist()
    if any(value != int(value) or abs(value) > 10**9 for value in values):
        raise OrdquantError(f"{option}: {text} holds a number that is not whole; give whole numbers, such as 2,10")
    return tuple(int(value) for value in values)

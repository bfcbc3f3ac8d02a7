"""`plan`: what a second panel scores, how many cases the next round needs, and how to spend a budget of votes."""

import argparse
from collections.abc import Sequence

from ordquant_core.analysis.planning.design import Needed, Variance, needed, of_variance, variances
from ordquant_core.analysis.planning.split import CASES, RESAMPLES, resample_pilot
from ordquant_core.analysis.planning.votes import bounded, votes_of
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.commands.all_runs import score_runs, without_infinite
from ordquant_core.commands.elsewhere import add_elsewhere, executor_of
from ordquant_core.commands.inputs import load_task
from ordquant_core.commands.options import (
    COLUMNS,
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
from ordquant_core.commands.output import write_table
from ordquant_core.errors import OrdquantError
from ordquant_core.findings.planning import SHRUNK, annotator_agreement, few_pilot, paired_design
from ordquant_core.findings.second_panel import allowed_for, how_panels, runs_against_annotators, second_panel
from ordquant_core.findings.sentence import plain
from ordquant_core.findings.words import few_cases
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count as counted
from ordquant_core.numerals import setting
from ordquant_core.terminal import progress, write_message

PARTS: Parts = {
    "noise": {"per_case": False},
    "design": {"difference": "0.1", "alpha": 0.05, "power": 0.8},
    "split": {"cases": ",".join(map(str, CASES)), "annotators": None, "resamples": RESAMPLES},
}
LOOK = f"The files are the pilot. {COLUMNS}"


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "how many cases and annotators the next round needs", "gold.csv run-1.csv run-2.csv --design"
    added = add_command(commands, "plan", _plan, words, example)
    added.description = f"{words[0].upper()}{words[1:]}. {LOOK}"
    add_files(added, optional=True, without=("split",))
    add_runs(added)
    add_settings(added, "seed")
    add_format(added)
    parts = added.add_mutually_exclusive_group()
    parts.add_argument("--noise", action="store_true", help="half of the annotators of a case against the other half")
    parts.add_argument("--design", action="store_true", help="cases to detect a difference of two runs")
    parts.add_argument("--split", action="store_true", help="many cases against many annotators, by resampling")
    group = added.add_argument_group("with --noise")
    group.add_argument("--per-case", action="store_true", default=None, help="write one row per case and measure")
    group = added.add_argument_group("with --design")
    group.add_argument("--variance", type=number, metavar="X", help="use this variance of differences instead of files")
    group.add_argument("--difference", metavar="D,…", help="differences to detect (default: 0.1)")
    group.add_argument("--alpha", type=level, help="significance level (default: 0.05)")
    group.add_argument("--power", type=level, help="probability of detecting the difference (default: 0.8)")
    group = added.add_argument_group("with --split")
    group.add_argument("--cases", metavar="N,…", help=f"numbers of cases (default: {PARTS['split']['cases']})")
    words = "numbers of annotators, at most the smallest number of votes of a case (default: that number, halved "
    group.add_argument("--annotators", metavar="K,…", help=words + "repeatedly)")
    group.add_argument("--resamples", type=count, metavar="B", help=f"resamples (default: {RESAMPLES})")
    add_elsewhere(added)


def _plan(options: argparse.Namespace) -> None:
    if options.variance is not None and (options.gold is not None or options.measures is not None):
        raise OrdquantError("--variance replaces the files and --measures: give one or the other")
    refuse_together(options, "variance", ("noise", "split"))
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
    used, left_out = _finite(options, keys, len(task.classes))
    with progress("Drawing panels", "cases") as line, executor_of(options) as executor:
        work = {"seed": options.seed, "progress": line, "executor": executor}
        panel = compare_with_panel(task.only([]), used, **work)
        beside = compare_with_panel(task, used[:1], **work) if task.runs else None
    write_message(f"note: {how_panels(panel, used[0])} {allowed_for(panel)} Seed {options.seed}{left_out}.")
    words = second_panel(panel, used[0]), annotator_agreement(votes), few_cases(len(task.cases))
    write_message(f"note: {' '.join(filter(None, words))}")
    if beside is not None:
        write_message(f"note: by {used[0]}: {plain(runs_against_annotators(beside, used[0], task.runs))}")
    write_table(panel.to_frame(task.cases if options.per_case else None), options.format)


def _finite(options: argparse.Namespace, keys: Sequence[str], n_classes: int) -> tuple[Sequence[str], str]:
    """Return the measures to use, where nobody names them those that are never infinite, and which are left out."""
    used = bounded(keys, n_classes) if options.measures is None else keys
    infinite = ", ".join(key for key in keys if key not in used)
    return used, f"; left out because they can be infinite: {infinite}" if infinite else ""


def _design(options: argparse.Namespace) -> None:
    differences = number_list("--difference", options.difference).tolist()
    if options.variance is not None:
        known: tuple[Variance, ...] = (of_variance(options.variance),)
    else:
        keys = measure_keys(options)
        task = load_task(options, options.runs)
        _require_possible(max(differences), keys, len(task.classes))
        scores, left_out = without_infinite(score_runs(task, keys, options), options)
        known = variances(scores)
        of = f"{counted(len(scores.runs), 'run')} and {counted(len(scores.cases), 'case')}"
        write_message(f"note: variances from {of}{left_out}.{few_pilot(len(scores.cases))}")
    rows = [
        needed(variance, difference, alpha=options.alpha, power=options.power)
        for variance in known
        for difference in differences
    ]
    if words := paired_design(rows[0]):
        write_message(f"note: {words}")
    write_table(Needed.frame(rows), options.format)


def _require_possible(difference: float, keys: Sequence[str], n_classes: int) -> None:
    """Raise `OrdquantError` where a difference is larger than any two means by a measure can have."""
    for key in keys:
        largest = MEASURES[key].largest(n_classes)
        if difference > largest:
            raise OrdquantError(
                f"--difference: {setting(difference)} cannot be: by {key}, over {n_classes} classes, the means of two "
                f"runs differ by {setting(largest)} at most"
            )


def _split(options: argparse.Namespace) -> None:
    keys = measure_keys(options)
    cases = _whole_numbers("--cases", options.cases)
    annotators = None if options.annotators is None else _whole_numbers("--annotators", options.annotators)
    task = load_task(options, options.runs)
    used, left_out = _finite(options, keys, len(task.classes))
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
    write_message(f"note: {split.n_resamples} resamples, seed {options.seed}{left_out}.{few_pilot(split.n_cases)}")
    write_message(f"note: separated: {SHRUNK[0].lower()}{SHRUNK[1:]}")
    write_table(split.to_frame(), options.format)


def _whole_numbers(option: str, text: str) -> tuple[int, ...]:
    """Return the whole numbers of `50,100`; the error names `option`."""
    values = number_list(option, text).tolist()
    if any(value != int(value) or abs(value) > 10**9 for value in values):
        raise OrdquantError(f"{option}: {text} holds a number that is not whole; give whole numbers, such as 2,10")
    return tuple(int(value) for value in values)

"""`measure`, `score` and `compare`: one estimate, runs, two runs."""

import argparse

from ordquant_core.analysis.comparison import deltas, preferences
from ordquant_core.analysis.scoring import score
from ordquant_core.analysis.views import average_with_views, check_keys, score_with_views
from ordquant_core.commands.inputs import read_task
from ordquant_core.commands.options import (
    A_RUN,
    Commands,
    add_command,
    add_files,
    add_runs,
    chosen,
    measure_keys,
    number_list,
)
from ordquant_core.commands.output import cell, mean_rows, write, write_scores
from ordquant_core.commands.progress import progress, waiting
from ordquant_core.errors import UnknownNameError
from ordquant_core.measures.registry import MEASURES, get_measures
from ordquant_core.measures.views import VIEWS
from ordquant_core.statistics.correlation import pearson


def add(commands: Commands) -> None:
    """Add the commands of this file."""
    words, example = "score one estimate", "--gold 0,1,2,9,8 --estimate 0,0,0,1,0 --measures NMD,RNOD"
    measure = add_command(commands, "measure", _measure, words, example)
    measure.add_argument("--gold", required=True, metavar="NUMBERS", help="votes or probabilities of the gold")
    measure.add_argument("--estimate", required=True, metavar="NUMBERS", help="those of the estimate")

    words, example = "mean scores of runs", "gold.json run.json baseline:uniform --scale A"
    scoring = add_command(commands, "score", _score, words, example)
    add_files(scoring)
    add_runs(scoring)
    scoring.add_argument("--per-case", action="store_true", help="a row per case instead of the mean")
    words = f"add rows with what other scorers print ({', '.join(VIEWS)}); --measures takes these keys, too"
    scoring.add_argument("--views", action="store_true", help=words)

    words, example = "how many cases prefer which of two runs", "gold.json run.json baseline:popularity --scale A"
    comparing = add_command(commands, "compare", _compare, words, example)
    add_files(comparing)
    comparing.usage = f"{comparing.prog} [options] GOLD RUN_A RUN_B"
    comparing.add_argument("run_a", metavar="RUN_A", help=A_RUN)
    comparing.add_argument("run_b", metavar="RUN_B", help=A_RUN)


def _measure(options: argparse.Namespace) -> None:
    gold, estimated = number_list("--gold", options.gold), number_list("--estimate", options.estimate)
    values = [(measure.key, measure(gold, estimated)) for measure in get_measures(measure_keys(options))]
    write(("measure", "score"), ((key, cell(float(value))) for key, value in values))


def _score(options: argparse.Namespace) -> None:
    keys = _keys_and_views(options)  # before any file is read
    with waiting("Reading the files"):
        task = read_task(options, options.runs)
    if options.per_case:
        with progress("Scoring", "cases") as line:
            scores = score_with_views(task, keys, progress=line)
        write_scores(("run", "case", "measure", "score"), scores.runs, scores.cases, keys, scores.values)
    else:
        with progress("Scoring", "cases") as line:
            means = average_with_views(task, keys, progress=line)
        write(("run", "measure", "mean", "cases"), mean_rows(task.runs, task.cases, keys, means))


def _keys_and_views(options: argparse.Namespace) -> tuple[str, ...]:
    keys = tuple(MEASURES) if options.measures is None else chosen(options.measures)
    if options.views:
        keys += tuple(key for key, view in VIEWS.items() if key not in keys and not (options.per_case and view.of_mean))
    check_keys(keys, per_case=options.per_case)
    return keys


def _compare(options: argparse.Namespace) -> None:
    keys = measure_keys(options)
    task = read_task(options, [options.run_a, options.run_b], one_each=True)
    if len(task.runs) != 2:
        raise UnknownNameError(f"RUN_A and RUN_B are one and the same run, {task.runs[0]}.")
    scores = score(task, keys)
    values = deltas(scores, *scores.runs)
    counts = preferences(scores, *scores.runs)
    header = ["measure", "prefers_a", "prefers_b", "ties", "mean_delta", *(f"pearson_{key}" for key in scores.measures)]
    columns = (scores.measures, counts.prefers_a, counts.prefers_b, counts.ties, map(cell, counts.mean_delta.tolist()))
    correlations = ([cell(pearson(row, other).value) for other in values] for row in values)
    write(header, ([*left, *right] for *left, right in zip(*columns, correlations, strict=True)))

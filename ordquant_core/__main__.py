"""The command line: CSV on stdout; 0 on success; on bad input exit code 2 and one line on stderr."""

import argparse
import csv
import io
import math
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn

import numpy as np

from ordquant_core.analysis.baselines import BASELINES, baseline_run
from ordquant_core.analysis.comparison import deltas, preferences
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import InvalidDistributionError, OrdquantError, UnknownNameError
from ordquant_core.formats import assemble, kind_of, ntcir_nuggets, nugget_assembly, parse_gold, parse_run, read_bytes
from ordquant_core.formats.text import is_number, numbers, shown
from ordquant_core.measures.registry import MEASURES, get_measures
from ordquant_core.nuggets import NUGGET_MEASURES, average, average_blocks, check_alpha, check_measures, score_nuggets
from ordquant_core.records import FloatArray, Task
from ordquant_core.statistics.correlation import pearson

PROGRAM = "python -m ordquant_core"
BASELINE = "baseline:"
BAD_INPUT = 2
INTERRUPTED = 130  # as a shell says it
Names = Sequence[str]
_A_RUN = f"a file, or {' or '.join(BASELINE + key for key in BASELINES)}"


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are as short as all the others, and to which `-1,2` is a value, not an option."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._negative_number_matcher = re.compile(r"-[\d.]")

    def error(self, message: str) -> NoReturn:
        raise OrdquantError(f"{message} (see {self.prog} -h)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Without `arguments`, those of the process are taken."""
    if sys.stdout is None:
        return _refuse("there is no standard output to write to")
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        _drop_output()
        return 0
    except OSError as problem:
        _drop_output()
        return _refuse(f"the output cannot be written ({problem.strerror or problem})")
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(arguments: Sequence[str] | None) -> int:
    try:
        with np.errstate(all="ignore"):  # what is not finite is written as such: no warning beside the output
            options = _options(arguments)
            options.command(options)
    except SystemExit as stop:  # argparse, after it has shown a help text
        return int(stop.code or 0)
    except OrdquantError as problem:
        return _refuse(str(problem))
    return 0


def _refuse(message: str) -> int:
    _tell(f"error: {message}")
    return BAD_INPUT


def _tell(message: str) -> None:
    if sys.stderr is not None:  # print() would take stdout instead
        print(" ".join(message.splitlines()), file=sys.stderr)


def _drop_output() -> None:
    """Let what is still buffered go nowhere, or the interpreter complains about it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# --- commands --------------------------------------------------------------------------------------------------------


def _measure(options: argparse.Namespace) -> None:
    gold, estimated = _numbers("--gold", options.gold), _numbers("--estimate", options.estimate)
    values = [(measure.key, measure(gold, estimated)) for measure in get_measures(_keys(options))]
    _write(("measure", "score"), ((key, _cell(float(value))) for key, value in values))


def _score(options: argparse.Namespace) -> None:
    task = _task(options, options.runs)
    scores = score(task, _keys(options))
    if options.per_case:
        rows = _score_rows(scores.runs, scores.cases, scores.measures, scores.values)
        _write(("run", "case", "measure", "score"), rows)
    else:
        means = scores.values.mean(axis=2)
        _write(("run", "measure", "mean", "cases"), _mean_rows(scores.runs, scores.cases, scores.measures, means))


def _compare(options: argparse.Namespace) -> None:
    task = _task(options, [options.run_a, options.run_b])
    scores = score(task, _keys(options))
    values = deltas(scores, *scores.runs)
    counts = preferences(scores, *scores.runs)
    header = ["measure", "prefers_a", "prefers_b", "ties", "mean_delta", *(f"pearson_{key}" for key in scores.measures)]
    columns = (scores.measures, counts.prefers_a, counts.prefers_b, counts.ties, map(_cell, counts.mean_delta.tolist()))
    correlations = ([_cell(pearson(row, other).value) for other in values] for row in values)
    _write(header, ([*left, *right] for *left, right in zip(*columns, correlations, strict=True)))


def _nuggets(options: argparse.Namespace) -> None:
    measures = NUGGET_MEASURES if options.measures is None else _chosen(options.measures)
    check_measures(measures)
    if options.micro and options.alpha is not None:
        _tell("note: --micro counts every block alike: --alpha has no effect on it")
    alpha = 0.5 if options.alpha is None else options.alpha
    check_alpha(alpha)
    files = [read_bytes(path) for path in (options.gold, *options.runs)]
    gold = ntcir_nuggets.parse_gold(files[0], options.gold, renormalise=options.renormalise)
    runs = [
        ntcir_nuggets.parse_run(data, path, renormalise=options.renormalise)
        for data, path in zip(files[1:], options.runs, strict=True)
    ]
    task = nugget_assembly.assemble(gold, runs)
    scores = score_nuggets(task, measures)
    found = average_blocks(scores) if options.micro else average(scores, alpha=alpha)
    for note in (*task.notes, found.note):
        if note:
            _tell(f"note: {note}")
    if options.per_case:
        _write(("run", "dialogue", "measure", "score"), _score_rows(task.runs, task.dialogues, measures, found.values))
    else:
        _write(("run", "measure", "mean", "dialogues"), _mean_rows(task.runs, task.dialogues, measures, found.means))


# --- input and output ------------------------------------------------------------------------------------------------


def _numbers(option: str, text: str) -> FloatArray:
    cells = text.split(",")
    values = numbers(cells)
    if values is None:
        wrong = next(cell for cell in cells if not is_number(cell))
        raise InvalidDistributionError(f"{option}: {shown(wrong)} is not a number; give numbers, such as 0,1,2,9,8")
    return values


def _number(text: str) -> float:
    value = numbers([text])
    if value is None:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number")
    return float(value[0])


def _keys(options: argparse.Namespace) -> tuple[str, ...]:
    if options.measures is None:
        return tuple(MEASURES)
    keys = _chosen(options.measures)
    get_measures(keys)  # before any file is read
    return keys


def _chosen(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key.strip() for key in text.split(",")))


def _task(options: argparse.Namespace, runs: Sequence[str]) -> Task:
    """Read the files and baselines named on the command line; say what was renormalised."""
    _keys(options)
    unknown = [run for run in runs if run.startswith(BASELINE) and run.removeprefix(BASELINE) not in BASELINES]
    if unknown:
        raise UnknownNameError(f"Unknown baseline {unknown[0]!r}; a run is {_A_RUN}.")
    paths = [options.gold, *(run for run in runs if not run.startswith(BASELINE))]
    files = {path: read_bytes(path) for path in paths}
    # A table has no scales; the scale is for the other files, so that a table may stand beside them.
    scales = {path: None if kind_of(data) == "table" else options.scale for path, data in files.items()}
    if options.scale is not None and not any(scales.values()):
        raise UnknownNameError(f"--scale {options.scale}: {options.gold} is a table, which has no scales")
    repair = options.renormalise
    gold = parse_gold(files[options.gold], options.gold, scale=scales[options.gold], renormalise=repair)
    read = [
        baseline_run(run.removeprefix(BASELINE), gold)
        if run.startswith(BASELINE)
        else parse_run(files[run], run, scale=scales[run], renormalise=repair)
        for run in runs
    ]
    task = assemble(gold, read)
    for note in task.notes:
        _tell(f"note: {note}")
    return task


def _score_rows(runs: Names, cases: Names, measures: Names, values: FloatArray) -> Iterator[Sequence[object]]:
    """Yield a row per run, case and measure; `values` has shape (measures, runs, cases)."""
    for r, run in enumerate(runs):
        for c, case in enumerate(cases):
            for m, key in enumerate(measures):
                yield run, case, key, _cell(float(values[m, r, c]))


def _mean_rows(runs: Names, cases: Names, measures: Names, means: FloatArray) -> Iterator[Sequence[object]]:
    """Yield a row per run and measure; `means` has shape (measures, runs)."""
    for r, run in enumerate(runs):
        for m, key in enumerate(measures):
            yield run, key, _cell(float(means[m, r])), len(cases)


def _cell(value: float | None) -> str:
    """Write a number so that it reads back as the same number; empty where it is not defined."""
    return "" if value is None or math.isnan(value) else repr(value + 0.0)  # -0.0 + 0.0 is 0.0


def _write(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)


# --- options ---------------------------------------------------------------------------------------------------------


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = _parser()
    options, rest = parser.parse_known_args(arguments)
    if "runs" in options and not any(argument.startswith("-") for argument in rest):
        options.runs += rest  # argparse takes no more of a list once an option has interrupted it
    elif rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return options


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog=PROGRAM,
        description="Score ordinal quantification; CSV on stdout. COMMAND -h tells more.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="name")

    def command(name: str, words: str, example: str, keys: str = "NMD,RNOD") -> argparse.ArgumentParser:
        added = commands.add_parser(
            name,
            help=words,
            description=f"{words[0].upper()}{words[1:]}.",
            epilog=f"example:\n  {PROGRAM} {name} {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        added.add_argument("--measures", metavar="KEYS", help=f"such as {keys} (default: all)")
        return added

    def on_files(added: argparse.ArgumentParser) -> argparse.ArgumentParser:
        added.add_argument("gold", metavar="GOLD", help="a file of votes or distributions: NTCIR JSON or CSV")
        added.add_argument("--scale", help="which scale to read, where a file has several")
        added.add_argument(
            "--renormalise", action="store_true", help="divide rows that sum to 0.98 … 1.02 by their sum"
        )
        return added

    measure = command("measure", "score one estimate", "--gold 0,1,2,9,8 --estimate 0,0,0,1,0 --measures NMD,RNOD")
    measure.add_argument("--gold", required=True, metavar="NUMBERS", help="votes or probabilities of the gold")
    measure.add_argument("--estimate", required=True, metavar="NUMBERS", help="those of the estimate")
    measure.set_defaults(command=_measure)

    scoring = on_files(command("score", "mean scores of runs", "gold.json run.json baseline:uniform --scale A"))
    scoring.add_argument("runs", nargs="+", metavar="RUN", help=_A_RUN)
    scoring.add_argument("--per-case", action="store_true", help="a row per case instead of the mean")
    scoring.set_defaults(command=_score)

    words = "how many cases prefer which of two runs"
    comparing = on_files(command("compare", words, "gold.json run.json baseline:popularity --scale A"))
    comparing.add_argument("run_a", metavar="RUN_A", help=_A_RUN)
    comparing.add_argument("run_b", metavar="RUN_B", help=_A_RUN)
    comparing.set_defaults(command=_compare)

    nuggets = command("nuggets", "mean nugget scores of runs", "gold.json run.json --alpha 0.5", "RNSS,JSD")
    nuggets.add_argument("gold", metavar="GOLD", help="NTCIR JSON with the nugget labels of every utterance block")
    nuggets.add_argument("runs", nargs="+", metavar="RUN", help="NTCIR JSON with a distribution for every block")
    nuggets.add_argument(
        "--alpha", type=_number, metavar="A", help="weight of the customer's blocks, from 0 to 1 (default: 0.5)"
    )
    nuggets.add_argument("--micro", action="store_true", help="average over all blocks alike, not over dialogues")
    nuggets.add_argument("--per-case", action="store_true", help="a row per dialogue instead of the mean")
    nuggets.add_argument(
        "--renormalise", action="store_true", help="divide blocks that sum to 0.95 … 1.05 by their sum"
    )
    nuggets.set_defaults(command=_nuggets)
    return parser


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):  # ids of any script, whatever the terminal is set to
        if isinstance(stream, io.TextIOWrapper):  # None where it was closed
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(main())

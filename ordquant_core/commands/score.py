"""`score`: mean scores of runs, or every score of every case."""

import argparse

import pandas as pd

from ordquant_core.analysis.case_filters import ALL, case_groups
from ordquant_core.analysis.scoring import score_on_request
from ordquant_core.commands.all_runs import make_by_scale
from ordquant_core.commands.inputs import load_task
from ordquant_core.commands.options import (
    Commands,
    add_by,
    add_command,
    add_files,
    add_format,
    add_runs,
    add_scales,
    check_positions,
    keys_on_request,
    refuse_together,
)
from ordquant_core.commands.output import write_table
from ordquant_core.glossary import in_front, stacked
from ordquant_core.terminal import progress


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "mean scores of runs", "gold.json run.json baseline:uniform --scale A"
    added = add_command(commands, "score", _score, words, example)
    add_files(added)
    add_runs(added)
    added.add_argument("--per-case", action="store_true", help="write one row per case instead of the mean")
    add_by(added, "add the means")
    add_scales(added)
    add_format(added)


def _score(options: argparse.Namespace) -> None:
    keys = keys_on_request(options)  # before any file is read
    check_positions(options, keys)
    refuse_together(options, "by", ("per_case",))
    write_table(make_by_scale(options, lambda task: _table(task, keys)), options.format)


def _table(options: argparse.Namespace, keys: tuple[str, ...]) -> pd.DataFrame:
    task = load_task(options, options.runs)
    groups = () if options.by is None else case_groups(task.extras, options.by)
    with progress("Scoring", "cases") as line:
        scores = score_on_request(task, keys, progress=line)
    if options.per_case:
        return scores.to_frame()
    if options.by is None:
        return scores.means_to_frame()
    parts = [(ALL, scores), *((group.name, scores.at(group.rows)) for group in groups)]
    return stacked([in_front(some.means_to_frame(), case_group=name) for name, some in parts])

"""`score`: mean scores of runs, or every score of every case."""

import argparse

from ordquant_core.analysis.case_filters import ALL, case_groups
from ordquant_core.analysis.profiles import PROFILES, get_profile
from ordquant_core.analysis.views import average_with_views, check_keys, score_with_views
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
    names_in,
    refuse_together,
)
from ordquant_core.commands.output import progress, write_notes, write_table
from ordquant_core.measures.registry import DEFAULT_MEASURES
from ordquant_core.measures.views import VIEWS
from ordquant_core.tables.scores import every_score, mean_scores, official_figures
from ordquant_core.tables.table import Table, stacked


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "mean scores of runs", "gold.json run.json baseline:uniform --scale A"
    added = add_command(commands, "score", _score, words, example)
    add_files(added)
    add_runs(added)
    added.add_argument("--per-case", action="store_true", help="write one row per case instead of the mean")
    add_by(added, "add the means")
    add_scales(added)
    words = f"add the values that other scorers print ({', '.join(VIEWS)}); --measures accepts these keys as well"
    added.add_argument("--views", action="store_true", help=words)
    words = f"write the figures that the official scorer of a task prints, one per column ({', '.join(PROFILES)})"
    added.add_argument("--profile", metavar="NAME", help=words)
    add_format(added)


def _score(options: argparse.Namespace) -> None:
    if options.profile is not None:
        _score_as(options)
        return
    keys = _keys_and_views(options)  # before any file is read
    check_positions(options, keys)
    refuse_together(options, "by", ("per_case",))
    write_table(make_by_scale(options, lambda one: _table(one, keys)), options.format)


def _table(options: argparse.Namespace, keys: tuple[str, ...]) -> Table:
    task = load_task(options, options.runs)
    groups = () if options.by is None else case_groups(task.extras, options.by)
    with progress("Scoring", "cases") as line:
        if options.per_case:
            return every_score(score_with_views(task, keys, progress=line))
        means = average_with_views(task, keys, progress=line)
        whole = mean_scores(task.runs, keys, means, len(task.cases))
    if options.by is None:
        return whole
    parts = [(ALL, whole)]
    for group in groups:
        part = task.at(group.rows)
        means = average_with_views(part, keys)
        parts.append((group.name, mean_scores(part.runs, keys, means, len(part.cases))))
    return stacked([table.about(case_group=name) for name, table in parts])


def _score_as(options: argparse.Namespace) -> None:
    """Write the figures of a profile."""
    profile = get_profile(options.profile)
    refuse_together(options, "profile", ("measures", "views", "per_case", "by", "positions"))

    def make(one: argparse.Namespace) -> Table:
        task = load_task(one, one.runs)
        figures = profile.score(task)  # first: it refuses tasks that it is not for
        write_notes(profile.notes(task))
        return official_figures(task.runs, figures, len(task.cases))

    write_table(make_by_scale(options, make), options.format)


def _keys_and_views(options: argparse.Namespace) -> tuple[str, ...]:
    keys = DEFAULT_MEASURES if options.measures is None else names_in(options.measures)
    if options.views:
        keys += tuple(key for key, view in VIEWS.items() if key not in keys and not (options.per_case and view.of_mean))
    check_keys(keys, per_case=options.per_case)
    return keys

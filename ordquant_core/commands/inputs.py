"""Read the files and baselines named on the command line as a task."""

import argparse
import copy
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ordquant_core.analysis.baselines import BASELINES, class_baselines, with_baselines
from ordquant_core.commands.decisions import choices_of
from ordquant_core.commands.options import A_BASELINE, A_RUN, BASELINE
from ordquant_core.commands.reading_options import split_names
from ordquant_core.errors import InputError, OrdquantError, UnknownNameError
from ordquant_core.formats.files import STANDARD_INPUT, read_stream
from ordquant_core.numerals import listed
from ordquant_core.records import Task
from ordquant_core.tasks import Decisions, File, TaskRead, folder, is_wanted, read_bytes, read_task
from ordquant_core.tasks.outline import on_each_scale, parse_case_ids, read_against
from ordquant_core.tasks.published.contents import is_described, read_folder
from ordquant_core.tasks.published.reading import combined, read_published
from ordquant_core.terminal import waiting, write_notes

ALL_SCALES = "all"  # as --scale


def load_task(
    options: argparse.Namespace, runs: Sequence[str], *, one_each: bool = False, gold_alone: bool = False
) -> Task:
    """Read the gold and `runs` (none: those that come with the gold) as the options say; report what was repaired.

    Baselines alone join the runs that come with the gold. `one_each`: each of `runs` must name one run, and no other
    one joins. `gold_alone`: there need be no run.
    """
    files = _all_files(options, runs)
    read = _read(files, options, runs, choices_of(options), one_each=one_each)
    if read.task is None:
        raise InputError(read.problems)
    task = replace(read.task, notes=(*read.task.notes, *read.notes))
    names = _runs_wanted(read, runs, one_each=one_each)
    if getattr(options, "baselines", False):
        names = list(dict.fromkeys([*names, *with_baselines(read.task).runs[-len(BASELINES) :]]))
    for run in runs if one_each else ():
        count = len(_runs_wanted(read, [run], one_each=True))
        if count != 1:
            raise UnknownNameError(f"{run} contains {count} runs; name one of them as FILE:NAME.")
    if not names and not gold_alone:
        raise UnknownNameError(f"{options.gold} contains no runs; name a RUN: {A_RUN}.")
    write_notes((*task.notes, read.order_note))
    return task if list(task.runs) == names else with_baselines(task, names).only(names)


def read_scales(options: argparse.Namespace, runs: Sequence[str]) -> list[Task]:
    """Read the task on the scale of `--scale`, or with `--scale all` on every scale of the gold."""
    return [load_task(on_scale(options, scale), runs) for scale in scales_wanted(options, runs)]


def scales_wanted(options: argparse.Namespace, runs: Sequence[str]) -> tuple[str | None, ...]:
    """Return the scales to read, one after the other: with `--scale all` those of the gold (None: it has just one)."""
    if options.scale != ALL_SCALES:
        return (options.scale,)
    read = _read(_all_files(options, runs), on_scale(options, None), runs, choices_of(options))
    if any(ALL_SCALES in one.scales for one in read.recognised):  # a scale may be called like that
        return (ALL_SCALES,)
    return read.scales_of_gold or (None,)


def scales_to_check(options: argparse.Namespace, runs: Sequence[str]) -> tuple[str | None, ...]:
    """Return the scales on which the files are checked: where the files ask for one and none is named, all of them."""
    if options.scale is None and all(problem.asks != "scale" for problem in read_all(options, runs).problems):
        return (None,)
    return scales_wanted(on_scale(options, ALL_SCALES) if options.scale is None else options, runs)


def on_scale(options: argparse.Namespace, scale: str | None) -> argparse.Namespace:
    """Return the options with another scale."""
    changed = copy.copy(options)
    changed.scale = scale
    return changed


def read_all(options: argparse.Namespace, runs: Sequence[str], *, scale: str | None = None) -> TaskRead:
    """Read all files that the command line names, with all their problems; `scale`: the scale, where it is known."""
    wanted = on_scale(options, scale) if scale is not None or options.scale == ALL_SCALES else options
    return _read(_all_files(wanted, runs), wanted, runs, choices_of(wanted))


def read_cases(options: argparse.Namespace) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cases of `--cases` and the classes of `--classes`: a task whose gold is not at hand."""
    if options.classes is None:
        raise OrdquantError("--cases needs the classes of the task in their order: --classes A,B,…")
    classes = split_names(options.classes)
    twice = next((name for name in classes if not name or classes.count(name) > 1), None)
    if len(classes) < 2 or twice is not None:
        raise OrdquantError(f"--classes {options.classes}: expected two or more different labels in their order")
    return parse_case_ids(read_bytes(options.cases), options.cases), classes


def check_without_gold(options: argparse.Namespace, runs: Sequence[str]) -> list[tuple[str | None, TaskRead]]:
    """Read runs against the cases and classes of the options, on each scale that is wanted."""
    cases, classes = read_cases(options)
    baselines = [run for run in runs if _is_baseline(run)]
    if baselines:
        raise UnknownNameError(f"{baselines[0]} is not a file: without the gold there are no baselines")
    files = [file for path in runs for file in _read_path(_bare_path(path))]

    def read(scale: str | None) -> TaskRead:
        return read_against(cases, classes, files, scale=scale, choices=choices_of(options))

    if options.scale not in (None, ALL_SCALES):
        return [(options.scale, read(options.scale))]
    return list(on_each_scale(read))


def read_files(options: argparse.Namespace, runs: Sequence[str]) -> list[File]:
    """Return all files that the command line names, as they are; standard input can be read just once."""
    if STANDARD_INPUT in paths_of(options, runs):
        raise OrdquantError("the files are needed twice, but standard input can be read only once: name files")
    files, gold = _all_files(options, runs), _bare_path(options.gold)
    return [*folder(gold), *files] if is_described(gold) else files


def _all_files(options: argparse.Namespace, runs: Sequence[str]) -> list[File]:
    gold, *others = paths_of(options, runs)
    paths = others if is_described(gold) else [gold, *others]  # the files of a described folder are read with it
    return [file for path in paths for file in _read_path(path)]


@waiting("Reading the files")
def _read(
    files: Sequence[File],
    options: argparse.Namespace,
    runs: Sequence[str],
    choices: Decisions,
    *,
    one_each: bool = False,
) -> TaskRead:
    gold = _bare_path(options.gold)
    named = None if _takes_all(runs, one_each=one_each) else [_bare_path(run) for run in runs if not _is_baseline(run)]
    if is_described(gold):
        return read_published(gold, files, runs=named, scale=options.scale, choices=choices)
    return read_task(files, gold=gold, runs=named, scale=options.scale, choices=choices)


def _is_baseline(run: str) -> bool:
    return run.startswith(BASELINE)


def _takes_all(runs: Sequence[str], *, one_each: bool = False) -> bool:
    """Return whether the runs that come with the gold are meant: none is named, or only baselines that join them."""
    return not runs or (not one_each and all(map(_is_baseline, runs)))


def paths_of(options: argparse.Namespace, runs: Sequence[str]) -> tuple[str, ...]:
    """Return the files and folders to read, the gold's first."""
    gold = _bare_path(options.gold)
    named = [_file_of(_bare_path(run), gold) for run in runs if not _is_baseline(run)]
    return (gold, *(path for path in named if path != gold))


def all_choices_of(options: argparse.Namespace) -> Decisions:
    """Return the decisions of the options, with those of the `task.json` of a described folder."""
    gold, choices = _bare_path(options.gold), choices_of(options)
    return combined(read_folder(gold).description.choices, choices) if is_described(gold) else choices


def _bare_path(path: str) -> str:
    """Return a path without the slash that a shell adds to the name of a folder."""
    return path.rstrip("/") or path


def _file_of(run: str, gold: str) -> str:
    """Return the file of a run: itself, or FILE of FILE:NAME."""
    place = run.find(":")
    while place > 0 and not Path(run).exists():
        if run[:place] == gold or Path(run[:place]).exists():
            return run[:place]
        place = run.find(":", place + 1)
    return run


def _read_path(path: str) -> tuple[File, ...]:
    if path == STANDARD_INPUT:
        return (File(path, read_stream(sys.stdin.buffer, path)),)
    return folder(path) if os.path.isdir(path) else (File(path, read_bytes(path)),)  # noqa: PTH112 - "" is no folder


def _runs_wanted(read: TaskRead, runs: Sequence[str], *, one_each: bool) -> list[str]:
    """Return the names of the runs in the order of the command line, each once."""
    task = read.task
    if task is None or not runs:
        return [] if task is None else list(task.runs)
    names: dict[str, None] = dict.fromkeys(task.runs) if _takes_all(runs, one_each=one_each) else {}
    usual = with_baselines(task).runs[-len(BASELINES) :]
    baselines = class_baselines(task) | dict(zip(BASELINES, usual, strict=True))
    for run in runs:
        if _is_baseline(run):
            wanted = run.removeprefix(BASELINE)
            if wanted not in baselines:
                classes = listed(task.classes, at_most=12)
                raise UnknownNameError(f"Unknown baseline {run!r}; expected {A_BASELINE}; the classes are {classes}.")
            names[baselines[wanted]] = None
        else:
            names |= dict.fromkeys(one.name for one in read.runs if one.name in task.runs and is_wanted(one, [run]))
    return list(names)

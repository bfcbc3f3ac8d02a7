"""`check`: everything that is wrong with the files of a task, with or without the gold."""

import argparse
import json
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pandas as pd

from ordquant_core.analysis.case_filters import case_groups
from ordquant_core.analysis.official import official_measures
from ordquant_core.analysis.reversed_classes import in_words, reversed_runs
from ordquant_core.commands.decisions import choices_of
from ordquant_core.commands.inputs import check_without_gold, read_all, scales_to_check
from ordquant_core.commands.options import (
    Commands,
    add_cases,
    add_command,
    add_files,
    add_format,
    add_runs,
    add_scales,
    refuse_together,
)
from ordquant_core.commands.output import write_table
from ordquant_core.commands.task_folder import add_kinds, check_other_kind, official_entries
from ordquant_core.errors import OrdquantError, Problem
from ordquant_core.glossary import in_front, stacked
from ordquant_core.measures.registry import DEFAULT_MEASURES
from ordquant_core.numerals import count, listed
from ordquant_core.records import problems_to_frame
from ordquant_core.tasks import TaskRead
from ordquant_core.tasks.mistakes import mistakes
from ordquant_core.tasks.outcomes import WAITS, outcomes
from ordquant_core.tasks.published.description import FACTS, TaskDescription
from ordquant_core.terminal import write_notes

PROBLEMS = 1  # the exit code with --strict


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words = "report every problem of a gold and its runs"
    checking = add_command(commands, "check", _check, words, "gold.json run.json --scale A", measures=False)
    add_files(checking, listed=True)
    checking.usage = f"{checking.prog} [options] GOLD RUN…\n       {checking.prog} --cases FILE --classes A,B,… RUN…"
    add_runs(checking, listed=True)
    add_cases(checking)
    add_scales(checking)
    words = f"end with the exit code {PROBLEMS} if there are problems"
    checking.add_argument("--strict", action="store_true", help=words)
    add_kinds(checking)
    add_format(checking)
    checking.description = (
        "Write a row for every problem of a gold and its runs; notes say how each file was read. GOLD may be the "
        "folder of a published task. Without the gold, --cases and --classes describe the task."
    )


def _check(options: argparse.Namespace) -> None:
    if options.cases is not None:
        refuse_together(options, "cases", ("nuggets", "ranked_lists", "customer_types", "helpdesk_types"))
        reads = check_without_gold(options, [options.gold, *options.runs])
        _write_all(reads, options, TaskDescription(""))
        return
    other = check_other_kind(options, choices_of(options))
    if other is not None:
        write_notes(other.notes)
        _exit_with(problems_to_frame(other.problems), options)
        return
    scales = scales_to_check(options, options.runs)
    apart = _of_other_scales(options, scales)
    reads = [
        (scale, read_all(options, [run for run in options.runs if scale not in apart.get(run, ())], scale=scale))
        for scale in scales
    ]
    try:
        facts = official_entries(options.gold)
    except OrdquantError:  # it is among the problems of the folder
        facts = TaskDescription("")
    _write_all(reads, options, facts, with_gold=True)


def _of_other_scales(options: argparse.Namespace, scales: Sequence[str | None]) -> dict[str, list[str | None]]:
    """Return the scales on which runs are not checked: of several of the gold, they have estimates on others alone.

    Where the user names a scale, or all of them, every run is checked on it.
    """
    if options.scale is not None or len(scales) < 2:
        return {}
    have = {one.file: one.scales for one in read_all(options, options.runs).recognised}
    lacking_of = {run: [one for one in scales if one not in have[run]] for run in options.runs if have.get(run)}
    lacking_of = {run: lacking for run, lacking in lacking_of.items() if 0 < len(lacking) < len(scales)}
    for run, lacking in lacking_of.items():
        on = listed([str(scale) for scale in scales if scale not in lacking])
        of = listed(list(map(str, lacking)))
        write_notes([f"{run}: checked on scale {on} alone: it has no scale {of}. --scale all checks it on every scale"])
    return lacking_of


def _write_all(
    reads: Sequence[tuple[str | None, TaskRead]],
    options: argparse.Namespace,
    facts: TaskDescription,
    *,
    with_gold: bool = False,
) -> None:
    """Write notes and problems; with `--scale all` the scales are named in a first column."""
    by_scale: list[tuple[str | None, Sequence[Problem]]] = []
    described = set[str]()
    for scale, read in reads:
        new = [one for one in read.recognised if one.file not in described]
        described.update(one.file for one in new)
        write_notes(f"{one.file}: {one.words}" for one in new)
        if scale == reads[0][0]:
            write_notes(_how_tables_were_read(read))
        notes = read.task.notes if read.task is not None else ()
        waiting = {outcome.file for outcome in outcomes(read) if outcome.verdict == WAITS}
        verdicts = [f"{one.file}: {WAITS if one.file in waiting else one.verdict}" for one in read.submissions]
        order = read.order_note if with_gold else ""
        on = f"scale {scale}: " if len(reads) > 1 else ""
        said_of_files = [*notes, *read.notes, order, *verdicts, *map(str, mistakes(read))]
        if with_gold and read.task is not None:
            files = {run.name: run.place for run in read.runs}
            said_of_files += [f"{files.get(one.run, one.run)}: {in_words(one)}" for one in reversed_runs(read.task)]
        others = (note for note in dict.fromkeys(said_of_files) if note and ": not used: " not in note)  # said above
        write_notes(f"{on}{note}" for note in others)
        of_description = _problems_of_description(options.gold, facts, read) if scale == reads[0][0] else []
        by_scale.append((scale, (*read.problems, *of_description)))
    if len(by_scale) > 1 and options.scale is None:
        by_scale = _join_scales(by_scale)
    in_columns = len(reads) > 1 and options.scale is not None
    tables = [(scale, problems_to_frame(problems)) for scale, problems in by_scale]
    _exit_with(
        stacked([in_front(table, scale=scale or "") if in_columns else table for scale, table in tables]), options
    )


def _how_tables_were_read(read: TaskRead) -> Iterator[str]:
    """Yield the options that read each table as it was read, once for all with the same columns; and what is unused."""
    for reading in read.readings:
        more = f" and {count(len(reading.files) - 1)} more" if len(reading.files) > 1 else ""
        mapping = json.dumps({reading.files[0]: reading.mapping.to_json()}, ensure_ascii=False)
        options = reading.mapping.options() if read.gold_file in reading.files else f"--mapping {shlex.quote(mapping)}"
        _, not_used, columns = reading.words.partition("; not used: ")
        yield f"{reading.files[0]}{more}: as with {options}{not_used}{columns}"


def _join_scales(pairs: Sequence[tuple[str | None, Sequence[Problem]]]) -> list[tuple[str | None, Sequence[Problem]]]:
    """Return the problems of all scales: those of every scale once, the others with their scale."""
    where: dict[Problem, list[str]] = {}
    for scale, problems in pairs:
        for problem in problems:
            where.setdefault(problem, []).append(scale or "")
    return [(None, [one if len(on) == len(pairs) else _on_scales(one, on) for one, on in where.items()])]


def _on_scales(problem: Problem, scales: Sequence[str]) -> Problem:
    """Return a problem with the scales on which it occurs, unless it names its scale itself."""
    named = problem.seen.startswith("has no scale")
    return problem if named else replace(problem, seen=f"on scale {listed(scales)}: {problem.seen}")


def _problems_of_description(gold: str, facts: TaskDescription, read: TaskRead) -> list[Problem]:
    """Return what is wrong with the official measures and groups that a `task.json` names."""
    problems, file = [], f"{gold.rstrip('/')}/{FACTS}"
    try:
        official_measures(facts.measures, facts.primary, DEFAULT_MEASURES)
    except OrdquantError as error:
        problems.append(Problem(file, "measures", str(error).rstrip("."), "correct the key"))
    if facts.by is not None and read.task is not None:
        try:
            case_groups(read.task.extras, facts.by)
        except OrdquantError as error:
            problems.append(Problem(file, "groups", str(error).rstrip("."), "name a column that groups the cases"))
    return problems


def _exit_with(table: pd.DataFrame, options: argparse.Namespace) -> None:
    """Write the problems, and end with the exit code that they ask for."""
    write_table(table, options.format)
    if options.strict and len(table):
        raise SystemExit(PROBLEMS)

"""`results`: the official results of a task, run by run or pair by pair."""

import argparse
import sys
from collections.abc import Mapping, Sequence

from ordquant_core.analysis.case_filters import ALL, case_groups
from ordquant_core.analysis.official import (
    Official,
    Part,
    first_measure,
    groups_to_frame,
    official,
    official_measures,
    on_groups,
)
from ordquant_core.commands.all_runs import (
    add_tested,
    note_family,
    note_test,
    score_runs,
    without_infinite,
)
from ordquant_core.commands.elsewhere import executor_of
from ordquant_core.commands.inputs import read_scales
from ordquant_core.commands.options import COLUMNS, Commands, add_by, add_scales, measure_keys, refuse_together
from ordquant_core.commands.output import write_table
from ordquant_core.commands.task_folder import official_entries
from ordquant_core.errors import OrdquantError
from ordquant_core.findings import runs as findings
from ordquant_core.findings.words import few_cases
from ordquant_core.formats.files import read_bytes
from ordquant_core.formats.teams import parse_teams
from ordquant_core.glossary import stacked
from ordquant_core.measures.registry import DEFAULT_MEASURES
from ordquant_core.terminal import progress, write_message
from ordquant_core.writing.forms import written
from ordquant_core.writing.results import wide_data, wide_table

LOOK = (
    "Write a row per scale, measure and run: rank, mean, 95% interval, significance groups. Runs that share a letter "
    "do not differ significantly. GOLD may be the folder of a task: its task.json may name the official measures, the "
    f"primary one and the teams. {COLUMNS}"
)
TABLES = ("long", "wide")
LONGEST = 5  # runs without a team that a note names


def add(commands: Commands) -> None:
    """Add the command of this file."""
    added = add_tested(commands, "results", _results, "the official results of a task: ranks, intervals, groups")
    added.description = LOOK
    add_scales(added)
    added.add_argument(
        "--table", choices=TABLES, default=TABLES[0], metavar="FORM", help="wide: the table of a paper, a row per run"
    )
    added.add_argument("--pairs", action="store_true", help="a row per pair of runs, with p-values and intervals")
    added.add_argument("--teams", metavar="FILE", help="a table run,team: adds the column team")
    add_by(added, "add the results on cases")


def _results(options: argparse.Namespace) -> None:
    if options.pairs and options.table != TABLES[0]:
        raise OrdquantError("--table wide is on runs, --pairs on pairs of runs: give one of them")
    refuse_together(options, "pairs", ("teams",))
    facts = official_entries(options.gold)
    if options.measures is None:
        keys = official_measures(facts.measures, facts.primary, DEFAULT_MEASURES)
    else:
        keys = measure_keys(options)
    teams = facts.teams if options.teams is None else parse_teams(read_bytes(options.teams), options.teams)
    tasks = read_scales(options, options.runs)
    by_task: list[tuple[Official, tuple[Part, ...]]] = []
    for task in tasks:
        groups = () if options.by is None else case_groups(task.extras, options.by)
        named = options.measures is not None or facts.measures is not None
        scores = score_runs(task, keys, options)
        scores, left_out = (scores, "") if named else without_infinite(scores, options)
        trials = {"n_trials": options.trials, "seed": options.seed}
        with progress("Permuting runs") as line, executor_of(options) as executor:
            whole = official(scores, scale=task.scale, progress=line, executor=executor, **trials)
        with progress("Testing groups", "groups") as line, executor_of(options) as executor:
            by_task.append((whole, on_groups(whole, groups, executor=executor, progress=line)))
        if whole.tested:
            note_test(whole.test, options, left_out)
        else:
            note_family(options, "; nothing is tested: a test needs two runs and two cases")
        _note_few_cases([whole, *(part.results for part in by_task[-1][1])], options)
    if teams is not None:
        _note_missing(list(dict.fromkeys(run for task in tasks for run in task.runs if run not in teams)))
    every = [one for whole, parts in by_task for one in (whole, *(part.results for part in parts))]
    by_group = options.by is not None
    if options.table == "wide":
        _write_wide(every, options, facts.title, first_measure(every[0].test.measures, facts.primary), teams)
        return
    if not options.pairs:
        table = Official.frame(every, alpha=options.alpha, teams=teams, by_group=by_group)
    elif by_group:
        table = stacked([groups_to_frame(*one, alpha=options.alpha) for one in by_task])
    else:
        table = Official.frame(every, alpha=options.alpha, pairs=True)
    write_table(table, options.format)


def _write_wide(
    every: Sequence[Official],
    options: argparse.Namespace,
    title: str,
    primary: str,
    teams: Mapping[str, str] | None,
) -> None:
    """Write a table for every scale and group of cases; in CSV and JSON one below the other."""
    if options.format not in ("markdown", "latex"):
        write_table(wide_data(every, options.alpha, primary=primary, teams=teams), options.format)
        return
    tables = [wide_table(one, options.alpha, primary=primary, title=title, teams=teams) for one in every]
    sys.stdout.write("\n".join(written(table, options.format) for table in tables))


def _note_few_cases(every: Sequence[Official], options: argparse.Namespace) -> None:
    """Note all cases, or groups of cases, that are too few for intervals, or for significant differences."""
    for part in every:
        where = "" if part.cases == ALL else f"{part.cases}: "
        words = "" if options.pairs else few_cases(part.test.n_cases)
        impossible = "" if part.cases == ALL or not part.tested else findings.impossible(part.test, options.alpha)
        for note in filter(None, (words, impossible)):
            write_message(f"note: {where}{note}")


def _note_missing(runs: list[str]) -> None:
    """Note runs of which nobody says whose they are."""
    if runs:
        more = f" and {len(runs) - LONGEST} more" if len(runs) > LONGEST else ""
        write_message(f"note: no team is named for {', '.join(runs[:LONGEST])}{more}")

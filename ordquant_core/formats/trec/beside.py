"""Tables that stand beside TREC's files: scores that were computed elsewhere, and the teams that submitted runs.

CSV, or columns separated by tabs, with a header; its columns come in any order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.headed import headed_rows, names_columns
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import is_number, label, shown
from ordquant_core.ranked_lists.measures import is_list_measure

SCORE_COLUMNS = ("run", "topic", "measure", "score")
TEAM_COLUMNS = ("run", "team")
ALL = "all"  # in place of a topic: the mean over topics, as trec_eval writes it


@dataclass(frozen=True, slots=True)
class OutsideScores:
    """Scores of runs by measures that are not computed here, such as alpha-nDCG."""

    file: str
    scores: Mapping[str, Mapping[tuple[str, str], float]]  # measure -> (run, topic) -> score


def kind_of_table(data: bytes) -> Literal["scores", "teams"] | None:
    """Recognise a table by its header; None if it is neither."""
    if names_columns(data, SCORE_COLUMNS):
        return "scores"
    return "teams" if names_columns(data, TEAM_COLUMNS) else None


def parse_scores(data: bytes, name: str) -> OutsideScores:
    """Read a table with the columns run, topic, measure, score. Rows of the topic `all`, means, are ignored.

    Raises `InputError` with every problem of the file: a score that is not a number, a second one, a measure that has
    the name of one that is computed here.
    """
    problems = Problems(name)
    found: dict[str, dict[tuple[str, str], float]] = {}
    for line, (run, topic, measure, score) in headed_rows(data, name, SCORE_COLUMNS, problems):
        place, where = f"line {line}", (run, topic)
        if topic == ALL:
            continue
        if not is_number(score):
            problems.add(line, place, f"the score {shown(score)} is not a number", "give a finite number")
        elif is_list_measure(measure) and measure not in found:
            problems.add(line, place, f"{measure} is computed here", "give the measure of the file another name")
            found[measure] = {}
        elif where in found.setdefault(measure, {}):
            seen = f"run {label(run)} has a second score by {label(measure)} on topic {label(topic)}"
            problems.add(line, place, seen, "give one score per run, topic and measure")
        else:
            found[measure][where] = float(score)
    problems.raise_if_any()
    if not found:
        raise InputError([Problem(name, "", "it contains no score", f"expected {', '.join(SCORE_COLUMNS)}")])
    return OutsideScores(name, found)


def parse_teams(data: bytes, name: str) -> dict[str, str]:
    """Read a table with the columns run, team. Raises `InputError` with every problem, such as a run of two teams."""
    problems = Problems(name)
    teams: dict[str, str] = {}
    for line, (run, team) in headed_rows(data, name, TEAM_COLUMNS, problems):
        if not run or not team:
            problems.add(line, f"line {line}", "an empty cell", f"expected {', '.join(TEAM_COLUMNS)}")
        elif teams.setdefault(run, team) != team:
            seen = f"run {label(run)} is of team {label(teams[run])} and of {label(team)}"
            problems.add(line, f"line {line}", seen, "give every run one team")
    problems.raise_if_any()
    if not teams:
        raise InputError([Problem(name, "", "it contains no team", f"expected {', '.join(TEAM_COLUMNS)}")])
    return teams


def teams_of(runs: Sequence[str], teams: Mapping[str, str], name: str) -> tuple[str, ...]:
    """Return the team of every run. Raises `InputError` for runs that the file `name` does not have."""
    missing = [run for run in runs if run not in teams]
    if missing:
        action = "add a line for every run; runs are named after their files"
        raise InputError([Problem(name, "", f"run {label(run)} has no team", action) for run in missing])
    return tuple(teams[run] for run in runs)

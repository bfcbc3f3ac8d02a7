"""Tables of teams: the team that submitted each run. CSV, or separated by tabs, with a header in any order."""

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.headed import headed_rows
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import label

COLUMNS = ("run", "team")


def parse_teams(data: bytes, name: str) -> dict[str, str]:
    """Read a table with the columns run, team. Raises `InputError` with every problem, such as a run of two teams."""
    problems = Problems(name)
    teams: dict[str, str] = {}
    for line, (run, team) in headed_rows(data, name, COLUMNS, problems):
        if not run or not team:
            problems.add(line, f"line {line}", "an empty cell", f"expected {', '.join(COLUMNS)}")
        elif teams.setdefault(run, team) != team:
            seen = f"run {label(run)} is of team {label(teams[run])} and of {label(team)}"
            problems.add(line, f"line {line}", seen, "give every run one team")
    problems.raise_if_any()
    if not teams:
        raise InputError([Problem(name, "", "it contains no team", f"expected {', '.join(COLUMNS)}")])
    return teams

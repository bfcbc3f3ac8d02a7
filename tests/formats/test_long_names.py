"""Ids, classes, runs, teams, systems and topics have at most 1,000 characters, wherever they stand."""

from functools import partial

import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats.headed import headed_rows
from ordquant_core.formats.official.nuggets import read_nuggets
from ordquant_core.formats.official.trec_files import read_lists
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.teams import parse_teams
from ordquant_core.tasks import File, read_task
from ordquant_core.tasks.published.description import parse_description
from tests.formats.files import CLASS_COLUMNS, SYSTEM_ROWS, VOTE_ROWS, problems_of
from tests.fuzz.fuzz_formats import EVEN, TURN, as_bytes

MOST, LONG = "n" * 1000, "n" * 1001
GOLD = File("gold.csv", b"case,a,b\nx,1,2\n")


def of_task(data, choices=CLASS_COLUMNS):
    return read_task([File("gold.csv", data)], gold="gold.csv", choices=choices).problems


of_votes, of_systems = partial(of_task, choices=VOTE_ROWS), partial(of_task, choices=SYSTEM_ROWS)


def of_rows(columns):
    """Return the problems of a table with a header, with these columns."""

    def problems(data):
        found = Problems("t.csv")
        list(headed_rows(data, "t.csv", columns, found))
        return found.sorted()

    return problems


WAYS = {
    "id": (of_task, lambda name: f"case,a,b\n{name},1,2\n"),
    "id of many": (of_task, lambda name: "case,a,b\n" + "".join(f"c{n},1,2\n" for n in range(9000)) + f"{name},1,2\n"),
    "class": (of_task, lambda name: f"case,a,{name}\nx,1,2\n"),
    "class of a vote": (of_votes, lambda name: f"case,annotator,label\nx,a,m\nx,b,{name}\n"),
    "id of a vote": (of_votes, lambda name: f"case,annotator,label\n{name},a,1\n{name},b,2\n"),
    "system": (of_systems, lambda name: f"system,query,0,1\nGOLD,q,1,2\n{name},q,2,1\n"),
    "system of many": (
        of_systems,
        lambda name: (
            "system,query,0,1\n" + "".join(f"{system},q{n},1,2\n" for system in ("GOLD", name) for n in range(9000))
        ),
    ),
    "id in JSON": (of_task, lambda name: as_bytes([{"id": name, "quality": {"A": EVEN}}]).decode()),
    "scale": (of_task, lambda name: as_bytes([{"id": "x", "quality": {name: EVEN}}]).decode()),
    "id of annotations": (
        of_task,
        lambda name: as_bytes(
            {name: {"annotations": {"a": "1", "b": "2"}, "soft_label": {"1": 0.5, "2": 0.5}}}
        ).decode(),
    ),
    "dialogue": (of_task, lambda name: as_bytes({"dialogue-id": name, "turns": [TURN]}).decode()),
    "nuggets": (
        lambda data: read_nuggets(File("g.json", data), []).problems,
        lambda name: as_bytes([{"id": name, "nugget": [{"CNUG": 1.0, "CNUG0": 0, "CNUG*": 0, "CNaN": 0}]}]).decode(),
    ),
    "topic": (
        lambda data: read_lists([File("q.txt", data), File("r.txt", b"t Q0 a 1 1 r\n")]).problems,
        lambda name: f"t 0 a 1\nt 0 b 0\n{name} 0 a 1\n{name} 0 b 0\n",
    ),
    "document": (
        lambda data: read_lists([File("q.txt", data), File("r.txt", b"t Q0 a 1 1 r\n")]).problems,
        lambda name: f"t 0 a 1\nt 0 {name} 0\n",
    ),
    "team": (lambda data: problems_in(parse_teams, data), lambda name: f"run,team\nr,{name}\n"),
    "group": (
        lambda data: parse_description(data, title="t")[1],
        lambda name: as_bytes({"title": "t", "groups": {"x": name}}).decode(),
    ),
}


def problems_in(read, data):
    """Return the problems that reading raises."""
    try:
        read(data, "t.csv")
    except InputError as error:
        return error.problems
    return ()


@pytest.mark.parametrize("way", WAYS)
def test_a_name_of_more_than_a_thousand_characters_is_a_problem(way):
    read, written = WAYS[way]
    words = " ".join(map(str, read(written(LONG).encode())))
    assert "1,001 characters" in words
    assert "the limit is 1,000" in words
    assert "characters" not in " ".join(map(str, read(written(MOST).encode())))


def test_so_is_the_name_of_a_file_which_names_a_run():
    files = [GOLD, File(f"{LONG}.csv", b"case,a,b\nx,.5,.5\n")]
    (problem,) = read_task(files, gold="gold.csv", choices=CLASS_COLUMNS).problems
    assert problem.seen == "the name of the file has 1,005 characters"
    assert problem.action == "the limit is 1,000; if it does not belong to the task, remove it"


def test_a_cell_has_at_most_what_a_spreadsheet_holds():
    for quote in ("", '"'):
        rows = [f"case,a,b\nx,1,2\n{quote}{'t' * length}{quote},1,2\n".encode() for length in (32_767, 32_768)]
        assert "the id has 32,767 characters" in str(of_task(rows[0])[0])
        (problem,) = of_task(rows[1])
        assert (problem.case, problem.seen) == ("line 3", "a cell has 32,768 characters")


def test_the_problems_of_a_table_with_a_header_name_their_lines():
    (problem,) = of_rows(["run", "team"])(f"run,team\na,b\n{LONG},c\n".encode())
    assert problem.case == "line 3"
    assert problems_of(parse_teams, f"run,team\n{LONG},c\n".encode(), "t.csv")

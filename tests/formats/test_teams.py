"""Small files beside a task: which team submitted each run; the ids of the cases, for checks without a gold."""

import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats.teams import parse_teams
from ordquant_core.tasks.outline import parse_case_ids


def seen(text):
    with pytest.raises(InputError) as caught:
        parse_teams(text.encode(), "teams.csv")
    return [f"{problem.case}: {problem.seen}".lstrip(": ") for problem in caught.value.problems]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_text_is_read_in_every_encoding_that_its_first_bytes_tell(encoding):
    assert parse_case_ids("id\nx\ny\n".encode(encoding), "ids.txt") == ("x", "y")
    assert parse_teams("run,team\na,t\n".encode(encoding), "teams.csv") == {"a": "t"}


def test_teams_are_read_whatever_the_order_of_the_columns():
    text = "team,Run\nt,a\n\nu,b\nt,c\n"
    for table in (text, text.replace(",", "\t"), "\ufeff" + text.replace("\n", "\r\n")):
        assert parse_teams(table.encode(), "teams.csv") == {"a": "t", "b": "u", "c": "t"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("run,team\na,t\na,u\n", "line 3: run a is of team t and of u"),
        ("run,team\na,\n", "line 2: an empty cell"),
        ("run,team\na\n", "line 2: 1 column"),
        ("run,team\n", "it contains no team"),
        ("", "the file is empty"),
        ("run,group\na,t\n", "line 1: no column team"),
    ],
)
def test_faulty_teams_are_reported_with_their_line(text, words):
    assert seen(text) == [words]

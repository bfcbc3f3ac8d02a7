"""Tables beside TREC's files: scores that were computed elsewhere, and teams."""

import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats.trec.beside import kind_of_table, parse_scores, parse_teams, teams_of


def seen(read, text):
    with pytest.raises(InputError) as caught:
        read(text.encode(), "table.csv")
    return [f"{problem.case}: {problem.seen}".lstrip(": ") for problem in caught.value.problems]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_tables_with_the_byte_order_mark_of_wide_text_are_recognised_and_read(encoding):
    scores = "run,topic,measure,score\na,1,alpha-nDCG,0.5\n".encode(encoding)
    teams = "run,team\na,t\n".encode(encoding)
    assert [kind_of_table(data) for data in (scores, teams)] == ["scores", "teams"]
    assert parse_scores(scores, "scores.csv").scores == {"alpha-nDCG": {("a", "1"): 0.5}}
    assert parse_teams(teams, "teams.csv") == {"a": "t"}


def test_scores_are_read_whatever_the_order_of_the_columns():
    text = "topic,score,Run,measure\n1,0.5,a,alpha-nDCG@20\n2,1,a,alpha-nDCG@20\n\nall,0.75,a,alpha-nDCG@20\n"
    for table in (text, text.replace(",", "\t"), "\ufeff" + text.replace("\n", "\r\n")):
        found = parse_scores(table.encode(), "table.csv")
        assert found.scores == {"alpha-nDCG@20": {("a", "1"): 0.5, ("a", "2"): 1.0}}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("run,topic,measure\na,1,x\n", "line 1: no column score"),
        ("", "the file is empty"),
        ("run,topic,measure,score\n", "it contains no score"),
        ("run,topic,measure,score\na,1,x\n", "line 2: 3 columns"),
        ("run,topic,measure,score\na,1,x,high\n", "line 2: the score 'high' is not a number"),
        ("run,topic,measure,score\na,1,x,nan\n", "line 2: the score 'nan' is not a number"),
        ("run,topic,measure,score\na,1,nDCG@20,1\nb,1,nDCG@20,1\n", "line 2: nDCG@20 is computed here"),
        ("run,topic,measure,score\na,1,x,1\na,1,x,1\n", "line 3: run a has a second score by x on topic 1"),
    ],
)
def test_faulty_scores_are_reported_with_their_line(text, words):
    assert seen(parse_scores, text)[0] == words


def test_teams_are_read_and_every_run_must_have_one():
    teams = parse_teams(b"team,run\nt,a\nu,b\nt,c\n", "teams.csv")
    assert teams_of(["c", "b"], teams, "teams.csv") == ("t", "u")
    with pytest.raises(InputError, match=r"teams\.csv: run d has no team; add a line for every run"):
        teams_of(["a", "d"], teams, "teams.csv")
    assert seen(parse_teams, "run,team\na,t\na,u\n") == ["line 3: run a is of team t and of u"]
    assert seen(parse_teams, "run,team\na,\n") == ["line 2: an empty cell"]
    assert seen(parse_teams, "run,team\n") == ["it contains no team"]
    assert seen(parse_teams, "run,group\na,t\n") == ["line 1: no column team"]

"""`measure`: every score of one pair in full precision, rounded where asked, and what it refuses."""

import pytest

import ordquant_core as oq
from ordquant_core.__main__ import main
from ordquant_core.measures.registry import DEFAULT_MEASURES


def test_measure_scores_one_pair_by_every_measure_in_full_precision(table):
    header, rows, _ = table("measure", "--gold", "0,1,2,9,8", "--estimate", "0,0,0,1,0")
    assert header == ["measure", "score"]
    assert [key for key, _ in rows] == list(DEFAULT_MEASURES)
    for key, value in rows:
        assert float(value) == oq.MEASURES[key]([0, 1, 2, 9, 8], [0, 0, 0, 1, 0])


def test_measure_takes_a_choice_of_measures_in_the_order_given(table):
    _, rows, _ = table("measure", "--gold", "1,0", "--estimate", "0,1", "--measures", "RNOD, NMD,RNOD")
    assert rows == [["RNOD", "1.0"], ["NMD", "1.0"]]


def test_infinite_scores_are_written_as_inf(table):
    assert table("measure", "--gold", "1,0", "--estimate", ".5,.5", "--measures", "KLD")[1] == [["KLD", "inf"]]


@pytest.mark.parametrize(
    ("gold", "estimate", "words"),
    [
        ("0.5,0.3,0,0,0", "0,0,0,0,1", "(0.5, 0.3, 0, 0, 0) sums to 0.8"),
        ("1,0", "1,0,0", "2 classes"),
        ("a,b", "1,0", "--gold: 'a' is not a number"),
        ("1,0", "1,nan", "--estimate: 'nan' is not a number"),
        ("1,0", "1,1_0", "--estimate: '1_0'"),
        ("1,", "1,0", "--gold: '' is not a number"),
        ("-1,2", "1,0", "negative number -1"),
        ("-.5,1.5", "1,0", "negative number -0.5"),
        ("1", "1", "two or more classes"),
        ("0,0", "1,0", "sums to 0"),
        ("1e308,1e308", "1,0", "gold"),
    ],
)
def test_measure_refuses_what_is_no_distribution(refused, gold, estimate, words):
    assert words in refused("measure", "--gold", gold, "--estimate", estimate)


def test_a_table_for_people_is_rounded(capsys):
    arguments = ["measure", "--gold", "0,1,2,9,8", "--estimate", "0,0,0,1,0", "--measures", "NMD,RNOD", "--format"]
    assert main([*arguments, "markdown"]) == 0
    assert capsys.readouterr().out.splitlines()[2:] == ["| NMD | 0.150 |", "| RNOD | 0.373 |"]
    assert main([*arguments, "latex"]) == 0
    assert r"RNOD & 0.373 \\" in capsys.readouterr().out

"""The sentences around a prediction: what the estimates are like, who agrees, where the largest error is."""

from dataclasses import replace

import pytest

from ordquant_core.analysis.picture import DEFAULT
from ordquant_core.markup import plain
from ordquant_core.tables.one_case import prediction

PROBABILITIES = replace(DEFAULT, gold=(0.0, 0.05, 0.1, 0.45, 0.4))


def test_estimates_are_described_without_a_score():
    assert plain(prediction.described(DEFAULT)).strip() == (
        "The gold shows how people voted. System A puts all 20 votes on one class. "
        "System B spreads all 20 votes evenly over the 5 classes."
    )


def test_other_estimates_are_described_by_their_highest_bar():
    changed = replace(DEFAULT, a=(10.0, 6.0, 4.0, 0.0, 0.0), b=(0.5, 0.0, 0.0, 0.0, 0.5))
    said = plain(prediction.described(changed))
    assert "System A gives its highest probability, 50%, to −2." in said
    assert "System B gives its highest probability, 50% each, to −2 and 2." in said


@pytest.mark.parametrize(
    ("answer", "sides", "said"),
    [
        ("a", {"NMD": -1, "RNOD": 1}, "So does NMD."),
        ("b", {"NMD": 1, "RNOD": 1}, "So do NMD and RNOD."),
        ("b", {"NMD": -1, "RNOD": 0}, "Neither measure does."),
        ("a", {"NMD": 1, "RNOD": 1, "JSD": 1}, "No measure does."),
    ],
)
def test_who_agrees(answer, sides, said):
    assert plain(prediction.agreement(answer, sides)) == f"You said {answer.upper()}. {said}"


def test_a_tie_is_no_disagreement():
    assert prediction.disagree({"NMD": -1, "RNOD": 1})
    assert not prediction.disagree({"NMD": -1, "RNOD": 0})
    assert plain(prediction.finding({"NMD": -1, "RNOD": 0}, ("NMD", "RNOD"))) == "NMD prefers A and RNOD sees a tie."


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (DEFAULT, "The largest error in one class: A has 11 votes too many on 1."),  # 20 votes where the gold has 9
        (PROBABILITIES, "The largest error in one class: A has 55% too much on 1."),
        (
            replace(DEFAULT, a="uniform"),
            "The largest errors in one class: A has 5 votes too few on 1; B has 5 votes too few on 1.",
        ),
        (
            replace(DEFAULT, a=(1.0, 1.0, 2.0, 8.0, 8.0), b=DEFAULT.gold),
            "The largest errors in one class: A has 1 vote too many on −2; A has 1 vote too few on 1.",
        ),
        (
            replace(DEFAULT, gold=(3.0, 3.0, 4.0, 3.0, 3.0), a="uniform", b="uniform"),
            "The largest errors in one class: A has 0.8 votes too few on 0; B has 0.8 votes too few on 0.",
        ),
        (
            replace(DEFAULT, gold=(2.0, 2.0, 4.0, 2.0, 2.0), a=(3.0, 1.0, 4.0, 1.0, 3.0), b="uniform"),
            "The largest error in one class: B has 1.6 votes too few on 0.",
        ),
        (replace(DEFAULT, a=DEFAULT.gold, b=DEFAULT.gold), "Here both estimates equal the gold."),
    ],
)
def test_the_largest_error_of_one_class(picture, said):
    assert plain(prediction.largest_error(picture)) == said

"""The sentences around a prediction: what the estimates are like, who agrees, where the largest error is."""

from dataclasses import replace

import pytest

from ordquant_core.analysis.picture import DEFAULT
from ordquant_core.findings.prediction import agreement, disagree, estimates, largest_error, preferences
from ordquant_core.findings.sentence import plain

PROBABILITIES = replace(DEFAULT, gold=(0.0, 0.05, 0.1, 0.45, 0.4))
PEAKED = replace(DEFAULT, a=(10.0, 6.0, 4.0, 0.0, 0.0), b=(0.5, 0.0, 0.0, 0.0, 0.5))


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        (
            estimates(DEFAULT),
            "System A puts all 20 votes on one class. System B spreads all 20 votes evenly over the 5 classes.",
        ),
        (
            estimates(PEAKED),
            "System A gives its highest probability, 50%, to −2. System B gives its highest probability, 50% each, to "
            "−2 and 2.",
        ),
        (
            estimates(PROBABILITIES),
            "System A puts everything on one class. System B spreads everything evenly over the 5 classes.",
        ),
        (agreement("a", {"NMD": -1, "RNOD": 1}), "You said A. So does NMD."),
        (agreement("b", {"NMD": 1, "RNOD": 1}), "You said B. So do NMD and RNOD."),
        (agreement("b", {"NMD": -1, "RNOD": 0}), "You said B. Neither measure does."),
        (agreement("a", {"NMD": 1, "RNOD": 1, "JSD": 1}), "You said A. No measure does."),
        (preferences({"NMD": -1, "RNOD": 0}, ("NMD", "RNOD")), "NMD prefers A and RNOD sees a tie."),
        (
            preferences({"NMD": -1, "RNOD": 1}, ("NMD", "RNOD")),
            "NMD prefers A and RNOD prefers B: the measures disagree.",
        ),
        *(
            (largest_error(picture), words)
            for picture, words in (
                # 20 votes where the gold has 9
                (DEFAULT, "The largest error in one class: A has 11 votes too many on 1."),
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
                (
                    replace(DEFAULT, gold=(1.0, 1.0, 1.0, 1.0), classes=tuple("wxyz"), a=(2.0, 2.0, 0.0, 0.0)),
                    "The largest errors in one class: A has 1 vote too many on w; A has 1 vote too many on x; 2 others "
                    "as large.",
                ),
                (replace(DEFAULT, a=DEFAULT.gold, b=DEFAULT.gold), "Here both estimates equal the gold."),
            )
        ),
    ],
)
def test_every_branch_has_its_words(sentence, words):
    assert plain(sentence) == words


def test_a_tie_is_no_disagreement():
    assert disagree({"NMD": -1, "RNOD": 1})
    assert not disagree({"NMD": -1, "RNOD": 0})

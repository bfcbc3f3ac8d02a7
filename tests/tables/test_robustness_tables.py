"""How robust preferences are, in words: shares that are never rounded to certainty, moves in the plural they need."""

import numpy as np
import pytest

from ordquant_core.analysis.robustness import Flip, Move, Robustness
from ordquant_core.markup import plain
from ordquant_core.tables.one_case.robustness import flip_words, robustness_table, sentence
from tests.html_tables import rows_of

CLASSES = ("-1", "<0>", "1")


def robustness(same, preference):
    n = len(same)
    shares = np.zeros(n)
    return Robustness(("NMD", "JSD", "DNKT")[:n], np.array(preference), shares, shares, shares, np.array(same), 2000)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            robustness([0.5, 0.9995, 0.8], [-1, 1, 0]),
            "Each of the 3 measures keeps its preference or tie in 50% (NMD) to 99.95% (JSD) of 2,000 panels of 20 "
            "annotators simulated from these votes.",
        ),
        (
            robustness([1.0, 1.0], [-1, 1]),
            "Each of the 2 measures keeps its preference in 100% of 2,000 panels of 20 annotators simulated from these "
            "votes.",
        ),
        (
            robustness([1.0, 1.0], [0, 0]),
            "Each of the 2 measures sees a tie in 100% of 2,000 panels of 20 annotators simulated from these votes.",
        ),
    ],
)
def test_the_sentence_names_the_least_and_the_most_robust_measure(found, said):
    assert plain(sentence(found, [0, 1, 2, 9, 8])) == said


@pytest.mark.parametrize(
    ("flip", "said"),
    [
        (Flip("NMD", -1, 1, 1, (Move(0, 1, 1),), 1), "move 1 vote from −1 to <0>: B"),
        (Flip("NMD", -1, 0, 2, (Move(2, 0, 2),), 2), "move 2 votes from 1 to −1: tie"),
        (Flip("NMD", 1, -1, 5, (Move(2, 0, 5),), 3), "move 5 votes from 1 to −1: A (none below 3 votes)"),
        (Flip("NMD", 1, None, None, (), None), "no move of these votes flips it"),
        (Flip("NMD", 1, None, None, (), 4), "more than 3 votes"),
        (Flip("NMD", 1, None, None, (), 2), "more than 1 vote"),
    ],
)
def test_a_flip_is_worded_with_its_votes_and_what_is_preferred_then(flip, said):
    assert plain(flip_words(flip, CLASSES)) == said


def test_the_table_has_a_row_per_measure_and_is_escaped():
    found = robustness([0.5, 1.0], [-1, 0])
    flips = [Flip("NMD", -1, 1, 1, (Move(1, 0, 1),), 1), Flip("JSD", 0, None, None, (), None)]
    table = robustness_table(found, flips, CLASSES)
    rows = [row for row in rows_of(table, "robustness") if not row.head]
    assert [row.cells for row in rows] == [
        ["NMD", "A", "50%", "move 1 vote from <0> to −1: B"],
        ["JSD", "tie", "100%", "no move of these votes flips it"],
    ]
    assert [row.titles[2] for row in rows] == ["0.5", "1.0"]
    assert "<0>" not in table

"""Slips of the papers: printed numbers that differ from what their own definitions or other numbers give.

None changes a conclusion: the order of the examples in EVIA 2017 stays, as do the findings of the other two papers.
Two statements are slips, too; `ordquant_core.analysis.printed.slips` shows why they do not hold.
"""

from typing import NamedTuple


class Slip(NamedTuple):
    """A printed number that does not come out, by its place, and why."""

    paper: str  # a key of REFERENCES
    place: str
    name: str
    cause: str
    example: str = ""  # a key of EXAMPLES that shows it


class Statement(NamedTuple):
    """A statement that does not hold."""

    paper: str
    place: str
    said: str
    cause: str
    gold: tuple[int, ...]  # the witness, in votes or tenths
    estimate: tuple[int, ...]
    measure: str
    printed: str  # the number of the statement that the witness exceeds or misses


_DIVISOR = "The order-aware divergence was divided by 3; with five classes L − 1 is 4."
_ROW = "a + b is 125, the total of RNOD in Table 3; that of NVD is 120. The cell repeats the one of RNOD."
_COUNT = "184 disagreements without 8 ties are 176."
_SWAPPED_ROW = "evia2017-figure-3-i-ii"
SLIPS = (
    Slip("sakai2017", "Figure 3", "(II), NOD", "The printed number is that of (I).", _SWAPPED_ROW),
    Slip("sakai2017", "Figure 3", "(II), SNOD", "It is the mean of 0.3148, the NOD of (I), and 0.1111.", _SWAPPED_ROW),
    *(
        Slip("sakai2017", "Figure 4", f"({letter}), {key}", _DIVISOR, "evia2017-figure-1")
        for letter, key in (("X", "NOD"), ("X", "SNOD"), ("X′", "NOD"), ("Y", "NOD"), ("Y", "SNOD"), ("Y′", "NOD"))
    ),
    Slip("sakai2018", "Section 4.2", "disagreements without ties", _COUNT),
    Slip("sakai2018", "Figure 2", "disagreements without ties", _COUNT),
    Slip("sakai2021lq", "Table 4 (h)", "NVD and RNSS, a", _ROW),
    Slip("sakai2021lq", "Table 4 (h)", "NVD and JSD, a", _ROW),
)
STATEMENTS = (
    Statement(
        "sakai2017",
        "Section 3.2.2",
        "NOD lies between 0 and 1.",
        "OD weighs every class that occurs in the gold alike: one vote far away counts as much as 18.",
        (1, 1, 0, 18, 0),
        (0, 0, 0, 0, 20),
        "NOD",
        "1",
    ),
    Statement(
        "sakai2018",
        "Section 3.1",
        "Y returns the same numbers as X.",
        "Y is printed as X. With the numbers of EVIA 2017 (0.4, 0.2, 0.2, 0.1, 0.1) its printed RNSS and JSD come out.",
        (2, 2, 2, 2, 2),
        (3, 3, 2, 1, 1),
        "RNSS",
        "0.1732",
    ),
)

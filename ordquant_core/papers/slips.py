"""Slips of the papers: printed numbers that differ from what their own definitions or other numbers give.

Beside them, what nobody can recompute from the papers alone. Statements that do not hold are in
`ordquant_core.papers.statements`.
"""

from typing import NamedTuple


class Slip(NamedTuple):
    """A printed number that does not come out, by its place, and why."""

    paper: str  # a key of REFERENCES
    place: str
    name: str
    cause: str
    example: str = ""  # a key of EXAMPLES that shows it


class Misprint(NamedTuple):
    """Numbers of an example that were printed in place of others: what is printed beside them does not follow."""

    paper: str
    place: str
    cause: str
    gold: tuple[float, ...]
    estimate: tuple[float, ...]  # as printed
    measure: str
    printed: str  # its score as printed
    example: str  # a key of EXAMPLES with the right numbers


_DIVISOR = "The order-aware divergence was divided by 3; with five classes L − 1 is 4."
_ROW = "a + b is 125, the total of RNOD in Table 3; that of NVD is 120. The cell repeats that of RNOD."
_COUNT = "184 disagreements minus 8 ties are 176."
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
MISPRINTS = (
    Misprint(
        "sakai2018",
        "Section 3.1",
        "X is printed twice. The Y of EVIA 2017 (0.4, 0.2, 0.2, 0.1, 0.1) gives the printed RNSS and JSD.",
        (0.2, 0.2, 0.2, 0.2, 0.2),
        (0.3, 0.3, 0.2, 0.1, 0.1),
        "RNSS",
        "0.1732",
        "evia2017-figure-1",
    ),
)


class Left(NamedTuple):
    """Printed numbers that need data."""

    paper: str  # a key of REFERENCES
    place: str
    what: str
    numbers: int | None  # None: not counted
    why: str


_RUNS = "needs the gold and the runs of the eight tasks; most runs are not published"
_UTTERANCES = "needs the two runs of DBDC3, which are not published"
_TREC = "needs the runs and judgements of TREC, which NIST provides on request"
NOT_RECOMPUTED = (
    Left("sakai2018", "Table 1", "τ and intervals between measures on artificial distributions", 60, "drawn at random"),
    Left("sakai2018", "Table 2 (I)", "τ and intervals between measures on utterances", 30, _UTTERANCES),
    Left("sakai2018", "Table 2 (II)", "preference agreement, except one number", 9, _UTTERANCES),
    Left("sakai2018", "Section 4.2", "p-values of the randomisation test", 5, _UTTERANCES),
    Left(
        "sakai2021lq",
        "Table 4",
        "b, the differences that both measures find significant",
        120,
        "given; a and c are computed from it",
    ),
    Left(
        "sakai2021lq", "Table 7", "wins and losses of the six tasks", 72, "needs the gold of the task: upload it below"
    ),
    Left("sakai2021lq", "Figures 1 and 2", "quadrants and Pearson correlations of 300 dialogues", None, _RUNS),
    Left("sakai2022", "Tables 3 to 17", "τ between the rankings of the runs", 288, _RUNS),
    Left("sakai2022", "Tables 21 to 23", "τ of the combined measures", 48, _RUNS),
    Left("sakai2022", "Tables 25 to 27", "mean τ of 1,000 random splits, and the symbols beside them", 192, _RUNS),
    Left("golbus2013", "Tables 1 to 4", "all numbers", 60, _TREC),
)

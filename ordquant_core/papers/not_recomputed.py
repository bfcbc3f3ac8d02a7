"""What the papers print and nobody can recompute from the papers alone, with the reason."""

from typing import NamedTuple


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

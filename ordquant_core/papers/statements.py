"""What the papers state of measures, beyond numbers: each is checked on all pairs of small vote distributions, or
of short rankings.

`ordquant_core.reproduction.statements` checks them by their keys. Two do not hold; `cause` says why.
"""

from typing import NamedTuple


class Statement(NamedTuple):
    """A statement in our words, where it is made, and the votes and classes it is checked on."""

    key: str
    paper: str  # a key of REFERENCES
    place: str
    quote: str
    n_votes: int
    n_classes: int
    cause: str = ""  # why it does not hold
    of_rankings: bool = False  # of so many documents as there are classes, instead of votes


STATEMENTS = (
    Statement(
        "bounded",
        "sakai2017",
        "Section 3.2.2",
        "NOD lies between 0 and 1.",
        20,
        5,
        "OD gives every class that occurs in the gold the same weight: one distant vote counts as much as all others.",
    ),
    Statement("jsd", "sakai2017", "Eq. 6", "JSD is never larger than NVD.", 10, 4),
    Statement("same classes", "sakai2017", "Footnote 7", "OD is symmetric where both use the same classes.", 10, 4),
    Statement("one class", "sakai2017", "Footnote 7", "OD is symmetric where each has one class.", 10, 4),
    Statement(
        "no zero",
        "sakai2021lq",
        "Footnote 2",
        "OD is symmetric where no gold probability is zero.",
        10,
        4,
        "The estimate must not contain a zero either. EVIA 2017 requires the same classes in both, which suffices.",
    ),
    Statement("adw", "sakai2021lq", "Section 3", "ADW is symmetric.", 10, 4),
    Statement("two classes", "sakai2021lq", "Appendix", "With two classes NMD, RNOD and RSNOD are equal.", 20, 2),
    Statement("uniform", "sakai2022", "Section 2.3", "DNKT is 0.5 where gold or estimate is uniform.", 10, 5),
    Statement(
        "between",
        "sakai2022",
        "Section 2.3",
        "A combined measure lies between DNKT and the measure it is combined with.",
        10,
        4,
    ),
    Statement(
        "theorem 1",
        "golbus2013",
        "Theorem 1",
        "The mutual information of two rankings is (1 + τ)/2 log(1 + τ) + (1 − τ)/2 log(1 − τ).",
        0,
        5,
        of_rankings=True,
    ),
    Statement(
        "corollary 1",
        "golbus2013",
        "Corollary 1",
        "It is 1 − H(K), with the share K of pairs of documents that the rankings order differently.",
        0,
        5,
        of_rankings=True,
    ),
)

"""SIGIR 2018, tables 1 and 2 (II), as printed: Kendall's tau on artificial distributions, agreement on utterances.

L = 3: 60 distributions, 1,770 pairs; L = 7: 140 distributions, 9,730 pairs. The table for L = 5 was left out of the
paper for lack of space. Table 2 (II): the percentages of 2,000 utterances on which two measures prefer the same of two
systems. Reference: [sakai2018], sections 4.1 and 4.2.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

MEASURES_OF_TABLE = ("NVD", "RNSS", "JSD", "NMD", "RSNOD")
N_VOTES = 30
PER_COVER = 20  # distributions for each number of covered classes


@dataclass(frozen=True, slots=True)
class PrintedTau:
    """One cell of the table: tau and its 95% confidence interval."""

    first: str
    second: str
    tau: float
    low: float
    high: float


def _table(*cells: tuple[str, str, float, float, float]) -> tuple[PrintedTau, ...]:
    return tuple(PrintedTau(*cell) for cell in cells)


PRINTED_TAUS: Mapping[int, tuple[PrintedTau, ...]] = {
    3: _table(
        ("NVD", "RNSS", 0.947, 0.942, 0.951),
        ("NVD", "JSD", 0.939, 0.932, 0.947),
        ("NVD", "NMD", 0.773, 0.759, 0.786),
        ("NVD", "RSNOD", 0.864, 0.855, 0.874),
        ("RNSS", "JSD", 0.899, 0.892, 0.907),
        ("RNSS", "NMD", 0.753, 0.740, 0.767),
        ("RNSS", "RSNOD", 0.859, 0.850, 0.869),
        ("JSD", "NMD", 0.734, 0.719, 0.750),
        ("JSD", "RSNOD", 0.873, 0.864, 0.882),
        ("NMD", "RSNOD", 0.819, 0.807, 0.831),
    ),
    7: _table(
        ("NVD", "RNSS", 0.845, 0.842, 0.849),
        ("NVD", "JSD", 0.888, 0.885, 0.890),
        ("NVD", "NMD", 0.593, 0.585, 0.601),
        ("NVD", "RSNOD", 0.803, 0.798, 0.808),
        ("RNSS", "JSD", 0.808, 0.804, 0.813),
        ("RNSS", "NMD", 0.602, 0.594, 0.610),
        ("RNSS", "RSNOD", 0.815, 0.810, 0.820),
        ("JSD", "NMD", 0.568, 0.559, 0.576),
        ("JSD", "RSNOD", 0.801, 0.797, 0.806),
        ("NMD", "RSNOD", 0.643, 0.635, 0.650),
    ),
}

PRINTED_SHARES: Mapping[tuple[str, str], str] = dict(
    zip(
        combinations(MEASURES_OF_TABLE, 2),
        ["96.1", "95.3", "89.4", "95.5", "97.8", "89.4", "98.2", "89.9", "98.2", "90.8"],
        strict=True,
    )
)

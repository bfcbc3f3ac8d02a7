"""LQ 2021, tables 5 and 6: how often two measures contradict each other, and on which pairs of runs, as printed.

Table 6 names the pairs of runs, better one by measure 1 first; `{C,E}` stands for the Chinese and the English run of a
baseline, which are equal. The other three tasks have no contradictions. Reference: [sakai2021lq], section 5.2.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, product

from ordquant_core.papers.significance import MEASURES_OF_TABLES


@dataclass(frozen=True, slots=True)
class PrintedPairs:
    """Every first measure contradicts every second one on these pairs of runs, as table 6 has it."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]

    @property
    def runs(self) -> tuple[tuple[str, str], ...]:
        """The pairs with every run of `{C,E}` by itself.

        >>> PrintedPairs(("NMD",), ("RNOD",), (("P-{C,E}", "U"),)).runs
        (('P-C', 'U'), ('P-E', 'U'))
        """
        return tuple(pair for one, other in self.pairs for pair in product(_both(one), _both(other)))


@dataclass(frozen=True, slots=True)
class PrintedContradictions:
    """One part of both tables."""

    part: str
    task: str
    counts: Mapping[tuple[str, str], str]  # table 5
    listed: tuple[PrintedPairs, ...]  # table 6


def _both(run: str) -> tuple[str, ...]:
    return tuple(run.replace("{C,E}", language) for language in "CE") if "{C,E}" in run else (run,)


def _part(part: str, task: str, counts: str, *listed: tuple[str, str, str]) -> PrintedContradictions:
    scale = task[-1]
    pairs = tuple(
        PrintedPairs(
            tuple(first.split()),
            tuple(second.split()),
            tuple((f"{scale}_BL-popularity-{{C,E}}", f"{scale}_{other}") for other in others.split()),
        )
        for first, second, others in listed
    )
    cells = zip(combinations(MEASURES_OF_TABLES, 2), counts.split(), strict=True)
    return PrintedContradictions(part, task, dict(cells), pairs)


_UNIFORM, _NKUST_C, _NKUST = "BL-uniform-{C,E}", "NKUST-run0-C", "NKUST-run0-C NKUST-run0-E"
PRINTED_CONTRADICTIONS = (
    _part("(I)", "STC-3 DQ-A", "0 4 4 4 4 0 0 0 0 0 0 0 0 0 0", ("NMD", "RNOD NVD RNSS JSD", _UNIFORM)),
    _part("(II)", "STC-3 DQ-S", "0 0 0 4 4 0 0 4 4 0 0 0 0 0 0", ("NMD RSNOD", "RNSS JSD", _UNIFORM)),
    _part(
        "(III)",
        "DialEval-1 DQ-A",
        "0 8 6 8 8 8 6 8 8 0 0 0 0 0 0",
        ("NMD RSNOD", "RNOD RNSS JSD", f"{_UNIFORM} {_NKUST}"),
        ("NMD RSNOD", "NVD", f"{_UNIFORM} {_NKUST_C}"),
    ),
    _part("(IV)", "DialEval-1 DQ-E", "0 4 4 4 4 0 0 0 0 0 0 0 0 0 0", ("NMD", "RNOD NVD RNSS JSD", _UNIFORM)),
    _part(
        "(V)",
        "DialEval-1 DQ-S",
        "0 4 0 8 8 4 0 8 8 0 0 0 0 0 0",
        ("NMD RSNOD", "RNOD", _NKUST),
        ("NMD RSNOD", "RNSS JSD", f"{_UNIFORM} {_NKUST}"),
    ),
)

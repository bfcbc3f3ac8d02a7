"""SIGIR 2018, table 2 (II): on how many of 2,000 utterances two measures prefer the same of two systems, as printed.

Percentages of utterances. Reference: [sakai2018], section 4.2.
"""

from collections.abc import Mapping
from itertools import combinations
from types import MappingProxyType

from ordquant_core.papers.artificial import MEASURES_OF_TABLE

PRINTED_SHARES: Mapping[tuple[str, str], str] = MappingProxyType(
    dict(
        zip(
            combinations(MEASURES_OF_TABLE, 2),
            ["96.1", "95.3", "89.4", "95.5", "97.8", "89.4", "98.2", "89.9", "98.2", "90.8"],
            strict=True,
        )
    )
)

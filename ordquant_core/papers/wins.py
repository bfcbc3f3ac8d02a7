"""LQ 2021, table 7: on how many dialogues six measures prefer Uniform, and on how many Popularity, as printed.

Reference: [sakai2021lq], section 5.3.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ordquant_core.papers.significance import MEASURES_OF_TABLES


@dataclass(frozen=True, slots=True)
class PrintedWins:
    """One row: by measure, the dialogues on which it prefers Uniform, and those on which it prefers Popularity."""

    task: str
    n_cases: int
    counts: Mapping[str, tuple[int, int]]


def _row(task: str, n_cases: int, counts: str) -> PrintedWins:
    numbers = list(map(int, counts.split()))
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return PrintedWins(task, n_cases, MappingProxyType(dict(zip(MEASURES_OF_TABLES, pairs, strict=True))))


PRINTED_WINS = (
    _row("STC-3 DQ-A", 390, "175 197 224 166 265 125 274 116 297 93 301 89"),
    _row("STC-3 DQ-E", 390, "257 127 294 96 331 58 328 62 340 50 347 43"),
    _row("STC-3 DQ-S", 390, "109 268 177 213 229 161 224 166 257 133 255 135"),
    _row("DialEval-1 DQ-A", 300, "97 185 164 136 185 114 172 113 186 86 192 108"),
    _row("DialEval-1 DQ-E", 300, "128 155 174 124 213 85 198 77 226 42 229 71"),
    _row("DialEval-1 DQ-S", 300, "79 209 133 167 177 123 157 120 186 90 191 109"),
)
PRINTED_TOTAL = _row("TOTAL", 2070, "845 1141 1166 902 1400 666 1353 654 1492 494 1515 555")

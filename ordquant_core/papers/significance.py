"""LQ 2021, tables 3, 4 and 7, as printed: which differences six measures call significant, which baseline they prefer.

Randomised Tukey HSD, 5,000 trials, at the level of 0.05. In the last task, two overlaps of NVD (with RNSS and JSD) are
printed with the counts of RNOD; they are kept as printed. Table 7: on how many dialogues each measure prefers Uniform,
and on how many Popularity. Reference: [sakai2021lq], section 5.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

MEASURES_OF_TABLES = ("NMD", "RSNOD", "RNOD", "NVD", "RNSS", "JSD")


@dataclass(frozen=True, slots=True)
class PrintedOverlap:
    """Significant differences found by the first measure only, by both, by the second only; and b / (a + b + c)."""

    first: str
    second: str
    a: int
    b: int
    c: int
    percent: str


@dataclass(frozen=True, slots=True)
class PrintedPower:
    """Significant differences of one measure among all pairs of runs."""

    measure: str
    significant: int
    pairs: int
    percent: str


@dataclass(frozen=True, slots=True)
class PrintedSignificance:
    """The tables of one task."""

    name: str
    powers: tuple[PrintedPower, ...]
    overlaps: tuple[PrintedOverlap, ...]


def _powers(pairs: int, significant: str, percent: str) -> tuple[PrintedPower, ...]:
    rows = zip(MEASURES_OF_TABLES, significant.split(), percent.split(), strict=True)
    return tuple(PrintedPower(measure, int(count), pairs, share) for measure, count, share in rows)


def _task(name: str, pairs: int, significant: str, percent: str, overlaps: str) -> PrintedSignificance:
    cells = []
    for (first, second), cell in zip(combinations(MEASURES_OF_TABLES, 2), overlaps.split(), strict=True):
        a, b, c, share = cell.split("/")
        cells.append(PrintedOverlap(first, second, int(a), int(b), int(c), share))
    return PrintedSignificance(name, _powers(pairs, significant, percent), tuple(cells))


PRINTED_SIGNIFICANCE = (
    _task(
        "Sem16T4E",
        66,
        "38 32 35 31 37 32",
        "57.6 48.5 53.0 47.0 56.1 48.5",
        """
        9/29/3/70.7 9/29/6/65.9 8/30/1/76.9 10/28/9/59.6 7/31/1/79.5 1/31/4/86.1 3/29/2/85.3 2/30/7/76.9 5/27/5/73.0
        6/29/2/78.4 1/34/3/89.5 8/27/5/67.5 3/28/9/70.0 2/29/3/85.3 11/26/6/60.5
        """,
    ),
    _task(
        "Sem17T4E",
        91,
        "48 40 35 40 37 35",
        "52.7 44.0 38.5 44.0 40.7 38.5",
        """
        10/38/2/76.0 15/33/2/66.0 10/38/2/76.0 15/33/4/63.5 13/35/0/72.9 5/35/0/87.5 2/38/2/90.5 6/34/3/79.1
        5/35/0/87.5 0/35/5/87.5 1/34/3/89.5 3/32/3/84.2 5/35/2/83.3 5/35/0/87.5 6/31/4/75.6
        """,
    ),
    _task(
        "STC-3 DQ-A",
        171,
        "71 67 68 68 67 64",
        "41.5 39.2 39.8 39.8 39.2 37.4",
        """
        5/66/1/91.7 3/68/0/95.8 3/68/0/95.8 4/67/0/94.4 7/64/0/90.1 3/64/4/90.1 3/64/4/90.1 4/63/4/88.7 7/60/4/84.5
        0/68/0/100.0 1/67/0/98.5 4/64/0/94.1 1/67/0/98.5 4/64/0/94.1 3/64/0/95.5
        """,
    ),
    _task(
        "STC-3 DQ-E",
        171,
        "68 72 66 66 65 64",
        "39.8 42.1 38.6 38.6 38.0 37.4",
        """
        0/68/4/94.4 2/66/0/97.1 2/66/0/97.1 3/65/0/95.6 4/64/0/94.1 6/66/0/91.7 6/66/0/91.7 7/65/0/90.3 8/64/0/88.9
        0/66/0/100.0 1/65/0/98.5 2/64/0/97.0 1/65/0/98.5 2/64/0/97.0 1/64/0/98.5
        """,
    ),
    _task(
        "STC-3 DQ-S",
        171,
        "65 66 61 61 65 64",
        "38.0 38.6 35.7 35.7 38.0 37.4",
        """
        0/65/1/98.5 4/61/0/93.8 4/61/0/93.8 0/65/0/100.0 1/64/0/98.5 5/61/0/92.4 5/61/0/92.4 1/65/0/98.5 2/64/0/97.0
        0/61/0/100.0 0/61/4/93.8 1/60/4/92.3 0/61/4/93.8 1/60/4/92.3 1/64/0/98.5
        """,
    ),
    _task(
        "DialEval-1 DQ-A",
        231,
        "84 119 133 138 113 135",
        "36.4 51.5 57.6 59.7 48.9 58.4",
        """
        4/80/39/65.0 7/77/56/55.0 4/80/58/56.3 28/56/57/39.7 0/84/51/62.2 6/113/20/81.3 3/116/22/82.3 27/92/21/65.7
        8/111/24/77.6 3/130/8/92.2 21/112/1/83.6 6/127/8/90.1 29/109/4/76.8 7/131/4/92.3 7/106/29/74.6
        """,
    ),
    _task(
        "DialEval-1 DQ-E",
        231,
        "116 116 117 116 115 115",
        "50.2 50.2 50.6 50.2 49.8 49.8",
        """
        15/101/15/77.1 12/104/13/80.6 11/105/11/82.7 12/104/11/81.9 12/104/11/81.9 3/113/4/94.2 4/112/4/93.3
        5/111/4/92.5 5/111/4/92.5 2/115/1/97.5 2/115/0/98.3 2/115/0/98.3 1/115/0/99.1 1/115/0/99.1 0/115/0/100.0
        """,
    ),
    _task(
        "DialEval-1 DQ-S",
        231,
        "82 115 125 120 129 127",
        "35.5 49.8 54.1 51.9 55.8 55.0",
        """
        8/74/41/60.2 11/71/54/52.2 16/66/54/48.5 11/71/58/50.7 7/75/52/56.0 10/105/20/77.8 14/101/19/75.4
        6/109/20/80.7 7/108/19/80.6 7/118/2/92.9 4/121/8/91.0 5/120/7/90.9 4/121/8/91.0 5/120/7/90.9 7/122/5/91.0
        """,
    ),
)
PRINTED_POOLED = _powers(1363, "572 627 640 640 628 636", "42.0 46.0 47.0 47.0 46.1 46.7")


@dataclass(frozen=True, slots=True)
class PrintedWins:
    """One row: by measure, the dialogues on which it prefers Uniform, and those on which it prefers Popularity."""

    task: str
    n_cases: int
    counts: Mapping[str, tuple[int, int]]


def _row(task: str, n_cases: int, counts: str) -> PrintedWins:
    numbers = list(map(int, counts.split()))
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return PrintedWins(task, n_cases, dict(zip(MEASURES_OF_TABLES, pairs, strict=True)))


PRINTED_WINS = (
    _row("STC-3 DQ-A", 390, "175 197 224 166 265 125 274 116 297 93 301 89"),
    _row("STC-3 DQ-E", 390, "257 127 294 96 331 58 328 62 340 50 347 43"),
    _row("STC-3 DQ-S", 390, "109 268 177 213 229 161 224 166 257 133 255 135"),
    _row("DialEval-1 DQ-A", 300, "97 185 164 136 185 114 172 113 186 86 192 108"),
    _row("DialEval-1 DQ-E", 300, "128 155 174 124 213 85 198 77 226 42 229 71"),
    _row("DialEval-1 DQ-S", 300, "79 209 133 167 177 123 157 120 186 90 191 109"),
)
PRINTED_TOTAL = _row("TOTAL", 2070, "845 1141 1166 902 1400 666 1353 654 1492 494 1515 555")

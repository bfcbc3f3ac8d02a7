"""Which notes report a repair or another decision of the user, and which only say how a file was read."""

import re
from collections.abc import Iterable

from ordquant_core.errors import Repair

PATTERNS: dict[Repair, str] = {  # words of the notes that readers and `assembly` write on each repair
    "renormalise": r"divided by (its|their) sum",
    "percentages": r"read as percentages",
    "by-position": r"by position|as row numbers|rows (without ids )?paired with",
    "drop-surplus": r"that the gold does not have",
    "drop-missing": r"because some run lacks them",
    "accept-gold-copies": r"its estimates equal the gold",
}
MERGED = r"are merged into one"
SCALES, MISSING = r"is scored against (scale|the gold)", r"scored as (Uniform|the end of the scale)"
_MADE = re.compile("|".join((*PATTERNS.values(), MERGED, SCALES, MISSING)))


def is_repair(note: str) -> bool:
    """Return whether a note reports what was done at the user's request, and not only how a file was read.

    >>> is_repair("a.csv: 1 row divided by its sum (case x)"), is_repair("a.csv: nobody votes for 3")
    (True, False)
    """
    return _MADE.search(note) is not None


def split_notes(notes: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the notes that report repairs, and the others."""
    made: tuple[list[str], list[str]] = ([], [])
    for note in notes:
        made[not is_repair(note)].append(note)
    return made

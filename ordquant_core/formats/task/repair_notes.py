"""Which notes report a repair or another decision of the user, and which only say how a file was read."""

import re
from collections.abc import Iterable

from ordquant_core.errors import Repair

PATTERNS: dict[Repair, str] = {  # words of the notes that readers and `assembly` write on each repair
    "renormalise": r"divided by (its|their) sum",
    "percentages": r"read as percentages",
    "latin-1": r"read as Latin-1",
    "ratings": r"are read as annotators",
    "one-hot": r"read as one-hot distributions",
    "missing-votes": r"missing votes? (is|are) left out",
    "no-ids": r"rows are numbered from 1|rows without ids paired",
    "by-position": r"by position|as row numbers|rows (without ids )?paired with",
    "drop-classes": r"class(es)? [^:]* left out|is not a class: ",
    "drop-surplus": r"that the gold does not have",
    "drop-missing": r"because some run lacks them",
    "accept-gold-copies": r"its estimates equal the gold",
}
MERGED = r"are merged into one"
SCALES, MISSING = r"is scored against (scale|the gold)", r"scored as (Uniform|the end of the scale)"
_CHOSEN = r"is not among the chosen classes"
_NUMBERED = "rows are numbered from 1"  # a note that ends so reports no repair: nothing is changed
_MADE = re.compile("|".join((*PATTERNS.values(), MERGED, SCALES, MISSING, _CHOSEN)))


def is_repair(note: str) -> bool:
    """Return whether a note reports what was done at the user's request, and not only how a file was read.

    >>> is_repair("a.csv: 1 row divided by its sum (case x)"), is_repair("a.csv: nobody votes for 3")
    (True, False)
    """
    return _MADE.search(note) is not None and not note.endswith(_NUMBERED)


def split_notes(notes: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the notes that report repairs, and the others."""
    made: tuple[list[str], list[str]] = ([], [])
    for note in notes:
        made[not is_repair(note)].append(note)
    return made

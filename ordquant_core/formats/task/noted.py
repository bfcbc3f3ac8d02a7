"""The notes on the files of a task, sorted by the decision that they report."""

import re
from typing import NamedTuple

from ordquant_core.errors import Repair
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.task.reading import TaskRead
from ordquant_core.formats.task.repairs import PENALTIES
from ordquant_core.formats.task.wording import button_name
from ordquant_core.numerals import listed

HUNDRED_VOTES = "is read as 100 votes"
PATTERNS: dict[Repair, str] = {  # how the notes on each repair read
    "renormalise": r"divided by (its|their) sum",
    "percentages": r"read as percentages",
    "latin-1": r"read as Latin-1",
    "keep-first": r"the first (of each case|is) kept",
    "drop-totals": r"of all others?, left out",
    "ratings": r"are read as annotators",
    "no-ids": r"rows are numbered from 1|rows without ids paired",
    "by-position": r"by position|as row numbers|rows (without ids )?paired with",
    "drop-classes": r"class(es)? .* left out|is not a class: ",
    "union-classes": r"added, which only runs have|nothing for class",
    "skip-files": r"ignored, (?!it is a copy of the gold)",
    "skip-faulty-runs": r": left out, ",
    "drop-surplus": r"that the gold does not have",
    "drop-missing": r"because some run lacks them",
    "drop-faulty": r"with a fault left out|because of a fault in some file",
    "accept-gold-copies": r"its estimates equal the gold",
}
_MERGED = r"are merged into one"
_SCALES, _MISSING = r"is scored against (scale|the gold)", r"scored as (Uniform|the end of the scale)"


class Decided(NamedTuple):
    """One decision of the user: the field of `Decisions` that holds it, its words, and the notes that report it."""

    name: str
    words: str
    notes: tuple[str, ...]
    undone: object  # the value of the field without it


def decided(read: TaskRead, choices: Decisions) -> tuple[list[Decided], list[str]]:
    """Return the decisions with what each did, and the notes that report none of them."""
    rest = list(read.task.notes if read.task is not None else read.notes)

    def taken(pattern: str) -> tuple[str, ...]:
        found = [note for note in rest if re.search(pattern, note)]
        rest[:] = [note for note in rest if note not in found]
        return tuple(found)

    lines = []
    if choices.run_scale is not None:
        lines.append(Decided("run_scale", choices.run_scale, taken(_SCALES), None))
    if choices.id_columns is not None:
        lines.append(Decided("id_columns", f"column {', '.join(choices.id_columns)}", (), None))
    for choice in choices.made:
        lines.append(Decided(choice.replace("-", "_"), button_name([choice]), taken(PATTERNS[choice]), False))
    if choices.missing is not None:
        lines.append(Decided("missing", PENALTIES[choices.missing], taken(_MISSING), None))
    if choices.merge:
        words = "; ".join(f"{listed(group)} merged" for group in choices.merge)
        lines.append(Decided("merge", words, taken(_MERGED), ()))
    return lines, rest

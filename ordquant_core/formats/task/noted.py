"""The notes on the files of a task, sorted by the decision that they report."""

import re
from typing import NamedTuple

from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.task.reading import TaskRead
from ordquant_core.formats.task.repair_buttons import PENALTIES
from ordquant_core.formats.task.repair_notes import MERGED, MISSING, PATTERNS, SCALES
from ordquant_core.formats.task.wording import button_name
from ordquant_core.numerals import listed

HUNDRED_VOTES = "is read as 100 votes"  # words of a note on the gold, from `task_file`


class Decided(NamedTuple):
    """One decision of the user: the field of `Decisions` that holds it, its words, and the notes that report it."""

    name: str
    words: str
    notes: tuple[str, ...]
    default: object  # the value of the field where nothing is decided


def decided(read: TaskRead, choices: Decisions) -> tuple[list[Decided], list[str]]:
    """Return the decisions with what each did, and the notes that report none of them."""
    rest = list(read.task.notes if read.task is not None else read.notes)

    def take_notes(pattern: str) -> tuple[str, ...]:
        """Return the notes that match, and remove them from the rest."""
        found = [note for note in rest if re.search(pattern, note)]
        rest[:] = [note for note in rest if note not in found]
        return tuple(found)

    lines = []
    if choices.run_scale is not None:
        lines.append(Decided("run_scale", choices.run_scale, take_notes(SCALES), None))
    if choices.id_columns is not None:
        lines.append(Decided("id_columns", f"column {', '.join(choices.id_columns)}", (), None))
    if choices.annotator_column is not None:
        words = f"annotators in column {choices.annotator_column}" if choices.annotator_column else "a vote in each row"
        lines.append(Decided("annotator_column", words[:1].upper() + words[1:], (), None))
    if choices.label_column is not None:
        lines.append(Decided("label_column", f"Labels in column {choices.label_column}", (), None))
    for choice in choices.made:
        lines.append(Decided(choice.replace("-", "_"), button_name([choice]), take_notes(PATTERNS[choice]), False))
    if choices.missing is not None:
        lines.append(Decided("missing", PENALTIES[choices.missing], take_notes(MISSING), None))
    if choices.merge:
        words = "; ".join(f"{listed(group)} merged" for group in choices.merge)
        lines.append(Decided("merge", words, take_notes(MERGED), ()))
    return lines, rest

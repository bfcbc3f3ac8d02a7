"""What must be asked about tables, and how the others were read: once for all with the same columns."""

from collections.abc import Sequence
from typing import NamedTuple

from ordquant_core import numerals
from ordquant_core.errors import Problem
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.raw_table import RawTable, ReadingQuestion
from ordquant_core.tasks.file_read import FileRead
from ordquant_core.tasks.grouping import grouped


class Reading(NamedTuple):
    """How tables with the same columns were read."""

    files: tuple[str, ...]
    table: RawTable  # of the first file
    mapping: TableMapping
    words: str  # one sentence


def questions_on(used: Sequence[FileRead], gold: FileRead | None = None) -> tuple[ReadingQuestion, ...]:
    """Return what must be asked, the gold's question first; while it is open, runs of other columns wait."""
    asking = [read for read in used if read.reasons]
    if gold is not None and gold in asking:
        asking = [gold, *(read for read in asking if read is not gold and _columns(read) == _columns(gold))]
    return tuple(
        ReadingQuestion(
            tuple(read.name for read in group),
            group[0].reasons,
            group[0].opened.table,
            group[0].certain,
            group[0].opened.lines,
        )
        for group in grouped(asking, _columns).values()
    )


def _columns(read: FileRead) -> object:
    """Return what is the same for files for which one answer does: the columns, or what is asked to open them."""
    if read.header is None:
        return tuple((reason.field, reason.options) for reason in read.reasons)
    return frozenset(read.header), read.given is None


def as_problem(question: ReadingQuestion, *, of_gold: bool = True) -> Problem:
    """Return a question as a problem of its first file, with what to do; `of_gold`: it is about the gold's columns."""
    n_more = len(question.files) - 1
    more = f" ({numerals.count(n_more, 'more file')} with these columns)" if n_more else ""
    return Problem(question.files[0], "", f"{question.seen}{more}", question.action(of_gold=of_gold), asks="reading")


def readings_of(used: Sequence[FileRead]) -> tuple[Reading, ...]:
    """Return how tables were read, in a sentence for all that were read alike."""
    groups = grouped((read for read in used if read.parts), lambda read: (read.header, read.mapping))
    return tuple(
        Reading(tuple(read.name for read in group), table, mapping, _in_words(group[0]))
        for group in groups.values()
        if (table := group[0].opened.table) is not None and (mapping := group[0].mapping) is not None
    )


def _in_words(read: FileRead) -> str:
    words = read.recognised().words.replace(", ", ": ", 1)
    unused = (note.partition("not used: ")[2] for note in read.parts[0].problems.notes if "not used: " in note)
    return "; not used: ".join([words, *list(unused)[:1]])

"""A task without its gold: the ids of its cases and its classes, against which a run can be checked; its scales."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File, check_size
from ordquant_core.formats.limits import check_lines
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import case_place, id_fault, text_of
from ordquant_core.tasks.reading import TaskRead, read_task

OUTLINE = "the task"  # what the file of cases and classes is called in messages
# Words of notes that `reading` writes on the gold, where there is only its outline.
_OF_THE_OUTLINE = ("equal the gold", "is scored against the gold, which names no scale")
_IDS = frozenset({"case", "cases", "id", "ids"})  # a first line that is a header


def parse_case_ids(data: bytes, name: str) -> tuple[str, ...]:
    r"""Read a list of cases: an id per line, or a table whose first column holds them.

    Raises `InputError` with every problem: an empty file, an id twice.

    >>> parse_case_ids(b"id\nx\ny\n", "ids.txt")
    ('x', 'y')
    """
    check_size(data, name)
    check_lines(data, name)
    text = text_of(data, name)
    first = text.split("\n", 1)[0]
    delimiter = "\t" if "\t" in first else ","
    problems, ids = Problems(name), dict[str, None]()
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for cells in reader:
            case = cells[0].strip() if cells else ""
            if not any(cells) or (not ids and case.casefold() in _IDS):
                continue
            fault = id_fault(case)
            if fault:
                problems.add(reader.line_num, f"line {reader.line_num}", f"the id {fault}", "give one id per line")
            elif case in ids:
                seen = "this id occurs twice in the list"
                problems.add(reader.line_num, case_place(case), seen, "list every case once")
            ids[case] = None
    except csv.Error as fault:
        problems.add(reader.line_num, f"line {reader.line_num}", f"not a list ({fault})", "give one id per line")
    problems.raise_if_any()
    if not ids:
        raise InputError([Problem(name, "", "it lists no case", "give one id per line")])
    return tuple(ids)


def read_against(
    cases: Sequence[str],
    classes: Sequence[str],
    files: Sequence[File],
    *,
    scale: str | None = None,
    choices: Decisions = NOTHING,
) -> TaskRead:
    """Read runs as `read_task` does, against the cases and classes of a task whose gold is not known.

    A run with scales is read on this `scale`, and one without scales is taken for it, as beside a gold. A mapping of
    the gold is one of the first file. Nothing in the result comes from a gold: the one it holds gives every class the
    same probability.
    """
    column = next(name for name in ("case", "id", "ids") if name not in classes)
    outline = File(OUTLINE, _outline(column, cases, classes))
    mappings = {name or files[0].name: mapping for name, mapping in choices.mappings if files}
    mappings[OUTLINE] = TableMapping("class-columns", case=(column,), classes=tuple(classes))
    # What stands for the gold gives every class the same probability: a run that equals it is no copy of the gold.
    lenient = replace(
        choices.with_(["accept-gold-copies"]),
        mappings=tuple(mappings.items()),
        classes=None,
        run_scale=choices.run_scale or scale,
    )
    read = read_task([outline, *files], gold=OUTLINE, choices=lenient)
    return read._replace(
        notes=tuple(note for note in read.notes if not any(words in note for words in _OF_THE_OUTLINE)),
        recognised=tuple(one for one in read.recognised if one.file != OUTLINE),
        readings=tuple(one for one in read.readings if one.files[0] != OUTLINE),
    )


def on_each_scale(read: Callable[[str | None], TaskRead]) -> Iterator[tuple[str | None, TaskRead]]:
    """Yield what `read` returns on each scale that the runs have, on none where they have one at most."""
    unscaled = read(None)
    scales = list(dict.fromkeys(scale for one in unscaled.recognised for scale in one.scales))
    if len(scales) < 2:
        yield None, unscaled
    else:
        yield from ((scale, read(scale)) for scale in scales)


def _outline(column: str, cases: Sequence[str], classes: Sequence[str]) -> bytes:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([column, *classes])
    writer.writerows([case, *[1 / len(classes)] * len(classes)] for case in cases)
    return file.getvalue().encode()

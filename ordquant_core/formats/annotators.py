"""Who voted for what: the labels of single annotators, where the files of a gold name them or list them in one order.

LeWiDi JSON and DBDC logs name annotators, as do tables with a row per vote and a column of annotators, or a column per
annotator, also in workbooks and JSON.
NTCIR lists the labels of every case without names, as other JSON may: the n-th one is taken as those of one annotator,
if all lists are equally long.
"""

import csv
import io
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats.archive import is_zip, unpack
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.json import lewidi, ntcir, records
from ordquant_core.formats.json.strict import load
from ordquant_core.formats.tables.columns import columns_of, said_of
from ordquant_core.formats.tables.delimited import DELIMITERS, delimiter_of, first_line, with_tabs
from ordquant_core.formats.tables.workbook import sheets
from ordquant_core.formats.text import as_utf8, decode, spelling
from ordquant_core.numerals import count
from ordquant_core.records import IntArray, Task

NONE = -1  # the annotator has not labelled the case
MOST_LABELS = 5_000_000  # annotators times cases: the table of all labels stays small
Vote = tuple[str, str, str]  # case, annotator, label


@dataclass(frozen=True, slots=True, eq=False)
class Annotations:
    """The labels of annotators, in the order of the classes and cases of a task."""

    annotators: tuple[str, ...]
    labels: IntArray  # (annotators, cases): the number of a class, or `NONE`
    named: bool  # False: the file lists labels without names, in one order


def read_annotations(files: Sequence[File], task: Task, choices: Decisions = NOTHING) -> Annotations | None:
    """Return who voted for what in the gold of a task, None where the files do not say it.

    `choices` are those with which the task was read.

    Only cases count whose labels add up to the votes of the task, as it was read; others stay without labels. Raises
    `OrdquantError` for more annotators than can be described.
    """
    if task.votes is None:
        return None
    cases = {case: number for number, case in enumerate(task.cases)}
    classes = {name: number for number, name in enumerate(task.classes)}
    found: dict[str, dict[int, int]] = {}  # annotator: {case: class}
    twice: set[int] = set()  # cases that an annotator has labelled more than once
    named = True
    for file in unpack(files).files:
        votes, of_names = _votes(file, task, choices)
        for case, annotator, label in votes:
            named = named and of_names
            if case in cases and label in classes:
                own = found.setdefault(annotator, {})
                if cases[case] in own:
                    twice.add(cases[case])
                own[cases[case]] = classes[label]
    if len(found) * len(task.cases) > MOST_LABELS:
        raise OrdquantError(
            f"{count(len(found), 'annotator')} on {count(len(task.cases), 'case')} are too many: the limit "
            f"is {count(MOST_LABELS)}, annotators times cases."
        )
    labels = np.full((len(found), len(task.cases)), NONE, dtype=np.int64)
    for row, own in enumerate(found.values()):
        labels[row, list(own)] = list(own.values())
    counts = np.stack([(labels == number).sum(axis=0) for number in range(len(task.classes))], axis=1)
    labels[:, (counts != task.votes).any(axis=1)] = NONE
    labels[:, list(twice)] = NONE
    known = (labels != NONE).any(axis=1)
    names = tuple(name for name, is_known in zip(found, known.tolist(), strict=True) if is_known)
    if len(names) < 2:
        return None
    return Annotations(names, labels[known], named)


def _votes(file: File, task: Task, choices: Decisions) -> tuple[Iterable[Vote], bool]:
    """Return the votes of a file, and whether it names the annotators."""
    try:
        data = file.data if is_zip(file.data) else as_utf8(file.data, file.name, latin_1=True)[0]
        if data[:200].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"{", b"["):
            return _of_table(_rows_of(file, task.scale), task, choices), True
        value = load(data, file.name, lines=True)
        if isinstance(value, dict) and "turns" in value:
            return _of_turns(value), True
        if lewidi.looks_like_gold(value):
            return _of_names(lewidi.LewidiGold(file.name, lewidi.entries_of(value)))
        if ntcir.looks_like(value):
            return _of_lists(value if isinstance(value, list) else [], task.scale), False
        table = records.table_of(value, file.name)
    except InputError:
        return (), True
    if table is None:
        return (), True
    votes = Counter(record for record, _ in table.rows[1:])
    if table.voters is False and len({*votes.values()}) > 1:
        return (), True
    return _of_table([row for _, row in table.rows], task, choices), table.voters is not False


def _of_names(gold: lewidi.LewidiGold) -> tuple[list[Vote], bool]:
    """LeWiDi: `{id: {"annotations": {annotator: label}}}`; [] where lists without names differ in their length."""
    votes: list[Vote] = []
    lengths = set()
    named = True
    for case, entry in gold.cases():
        given = lewidi.votes_of(entry)
        if given:
            lengths.add(len(given))
            named = named and (isinstance(entry.get("annotations"), dict) or "annotators" in entry)
            votes += [(case, annotator, spelling(vote)) for annotator, vote in given]
    return votes if named or len(lengths) == 1 else [], named


def _of_turns(value: dict[str, object]) -> Iterator[Vote]:
    """DBDC: `{"dialogue-id": …, "turns": [{"turn-index": 1, "annotations": [{"annotator-id": …}]}]}`."""
    turns = value["turns"]
    for turn in turns if isinstance(turns, list) else ():
        given = turn.get("annotations") if isinstance(turn, dict) else None
        for one in given if isinstance(given, list) else ():
            if isinstance(one, dict) and "annotator-id" in one:
                case = f"{value.get('dialogue-id')}/{turn.get('turn-index')}"
                yield case, str(one["annotator-id"]), str(one.get("breakdown"))


def _of_lists(value: Sequence[object], scale: str | None) -> list[Vote]:
    """NTCIR: `[{"id": …, "annotations": [{"quality": {"A": -1}}]}]`; [] unless all lists have one length."""
    votes: list[Vote] = []
    lengths = set()
    for entry in value:
        given = entry.get("annotations") if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or not isinstance(given, list):
            return []
        lengths.add(len(given))
        for number, one in enumerate(given, start=1):
            quality = one.get("quality") if isinstance(one, dict) else None
            label = quality.get(scale) if isinstance(quality, dict) and scale is not None else None
            votes.append((str(entry.get("id")), f"annotator {count(number)}", spelling(label)))
    return votes if len(lengths) == 1 else []


def _rows_of(file: File, scale: str | None) -> list[list[str]]:
    """Return the rows of a table, or of the sheet of a workbook that was read; [] where it is none."""
    if is_zip(file.data):
        found = sheets(file.data, file.name)
        sheet = found.get(scale or "", next(iter(found.values())))
        return [row for _, row in sheet.sheet]
    text = decode(as_utf8(file.data, file.name, latin_1=True)[0], file.name)
    line = first_line(text)
    tabs = None if any(delimiter in line for delimiter in DELIMITERS) else with_tabs(text)
    try:
        delimiter = "\t" if tabs else delimiter_of(line)
        return [row for row in csv.reader(io.StringIO(tabs or text), delimiter=delimiter) if any(row)]
    except csv.Error:
        return []


def _of_table(rows: Sequence[list[str]], task: Task, choices: Decisions) -> Iterator[Vote]:
    """A table that says who voted, as the readers know its columns: a row per vote, or a column per annotator.

    A row per vote has a column of labels, or a column for each class. Where the names of columns do not say which one
    holds the cases, what they hold does.
    """
    names = [cell.strip() for cell in rows[0]] if rows else []
    rows = [row for row in rows[1:] if len(row) == len(names)]
    if not rows or len(names) < 2:
        return
    columns = columns_of(names, said_of(names, choices))
    voters = (*columns.classes, *columns.extras) if choices.ratings else ()
    by, classes = columns.annotator, {*task.classes}
    if by is None and not voters:
        return
    keys = _keys(rows, tuple(key for key in columns.keys if key != by), len(names), by, {*task.cases})
    if columns.label is not None and by is not None:
        for row in rows:
            yield _id(row, keys), row[by].strip(), spelling(row[columns.label].strip())
        return
    chosen = {place: name for place, text in enumerate(names) if (name := spelling(text)) in classes}
    for row in rows if by is not None and len(chosen) > 1 else ():
        votes = [name for place, name in chosen.items() if row[place].strip() not in ("0", "0.0", "")]
        if len(votes) == 1:
            yield _id(row, keys), row[by or 0].strip(), votes[0]
    for row in rows if by is None else ():
        for place in voters:
            if place not in keys:
                yield _id(row, keys), names[place], spelling(row[place].strip())


def _keys(
    rows: Sequence[list[str]], named: tuple[int, ...], width: int, by: int | None, cases: Collection[str]
) -> tuple[int, ...]:
    """Return the columns that make the id of a case: those named so, or the one that holds the most ids of cases."""
    if named and any(_id(row, named) in cases for row in rows):
        return named
    others = [place for place in range(width) if place != by]
    return (max(others, key=lambda place: sum(row[place].strip() in cases for row in rows)),)


def _id(row: Sequence[str], keys: Sequence[int]) -> str:
    return "/".join(row[key] for key in keys).strip()

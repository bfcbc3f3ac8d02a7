"""Detect the columns of a table from their names: ids, texts, votes, and the rest, which may be classes.

`evidence` checks them against the rows.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.limits import MAX_COLUMNS, refuse
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import PLAIN_NUMBER, canonical, id_fault, is_number, label, numbers, shown
from ordquant_core.numerals import count, listed
from ordquant_core.records import FloatArray

HEADER = "expected a header: case,class1,class2,…"
NEAR_ONE = 0.02  # how far from 1 the numbers of a row may sum to be taken for probabilities
_FEW = 64  # rows
LEAST_OF_VOTES = 3  # columns at most of a table without a column per class beside those of cases and annotators
MOST = 0.9  # of the rows that agree: the others may have faults of their own

# Columns by their name, as `normal` spells it: the one list of them, for all readers. What is called after the thing
# that is judged (an image, a product) holds the ids where no column has a name that is more certain.
_ID = r"_?(id|ids|idx|index|no|nr|num|number|key|code|name)"
_KEY = re.compile(
    r"case|id|topic|query|qid|hashtag|item|dialogue|dialog|conversation|session|document|doc|turn|index|idx"
    r"|split|set|system|run|team|.*_(id|index|idx|no|number|key)|(case|dialogue|dialog|turn|topic|query|item|doc)id"
)
_SURE_KEY = re.compile(r"case|id|topic|query|qid|dialogue|dialog|conversation|document|.*_id|(case|dialogue|doc)id")
_THING = re.compile(
    rf"(input_)?(item|task|text|sentence|utterance|tweet|post|comment|review|headline|title|story|essay|statement|claim"
    rf"|question|prompt|message|email|article|paper|passage|paragraph|snippet|segment|document|image|img|picture|photo"
    rf"|audio|clip|video|song|track|recording|file|product|asin|sku|movie|film|book|pair|example|instance|sample|hit"
    rf"|unit|word|term|stimulus|object|entity|record|url|link)s?({_ID})?|filename"
)
_TEXT = re.compile(
    r"(tweet_)?text\d*|utterance|sentence_?\d*|title|description|content|context|response|question|comments?|notes?"
    r"|link|url|href|lang|language|time_?stamp|date|time|date_?time|unix_?time|(created|submitted)_at"
)
_PERSON = (
    r"annotator|rater|worker|crowd_?worker|turker|mturker|judge|coder|assessor|labell?er|evaluator|tagger|grader|scorer"
    r"|marker|voter|bewerter|bewerterin|kodierer|codierer|annotateur|[ée]valuateur|anotador|evaluador|annotatore|beoordelaar"
    r"|評価者|アノテータ|アノテーター|标注者|标注员"
)
_AUTHOR = r"user|performer|listener|viewer|participant|respondent|reviewer|contributor|customer"  # or its author
_BY = r"(annotat|label|labell|rat|cod|judg|tagg|vot|grad|scor|evaluat|assess)ed_by"
_VOTER = re.compile(rf"(answer_)?({_PERSON})({_ID})?|{_BY}")
_ANNOTATOR = re.compile(rf"(answer_)?({_PERSON}|{_AUTHOR})({_ID})?|{_BY}")
_NUMBERED = re.compile(rf"({_PERSON}|{_AUTHOR}|ann|anno|annot|expert|person|subject|tester|student|wizard|w|u)_?\d+")
_LABEL = re.compile(r"(answer_)?(label|vote|rating|grade|answer|annotation|class|judge?ment)")
_PERHAPS_LABEL = re.compile(
    r"(answer_)?(score|stars?|overall|category|response|opinion|choice|verdict|decision|value|sentiment|stance|emotion"
    r"|.+_(label|vote|rating|grade|annotation|class|judge?ment|score|stars?))"
)
_VOTE = re.compile(
    rf"(vote|annotation|rating|label|judge?ment|response|answer|assignment|submission|person|trial|event)({_ID})"
)
COUNTS = frozenset(
    ["total", "sum", "n", "count", "number_of_annotators", "annotators", "summe", "gesamt", "somme", "suma", "合計"]
    + [f"{how}_{what}" for how in ("n", "num", "total") for what in ("votes", "annotators", "raters", "ratings")]
)
_INDEX = re.compile(r"(unnamed:_0(_level_\d+)?|level_0)?")  # how pandas writes an index without a name
_EDGE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")  # between the words of `annotatorId`, `HITId`
SYSTEMS = frozenset(
    ["approach", "method", "run_tag"]
    + [f"{name}{end}" for name in ("system", "run", "team", "model", "submission") for end in ("", "_id", "_name")]
)


class Columns(NamedTuple):
    """The roles of the columns of a table, as indices."""

    keys: tuple[int, ...]  # the id of a case, in parts; () where rows are numbered
    classes: tuple[int, ...]
    extras: tuple[int, ...]
    annotator: int | None = None
    label: int | None = None
    named: bool = True  # a column has a name usual for ids; otherwise the rows must show which column holds them
    numbers_rows: bool = False  # the ids only count the rows, as an index of pandas does
    doubt: str = ""  # why the numbers may be ratings, a column per annotator or item, and not votes for classes


class Said(NamedTuple):
    """What the user says about the columns, as indices; None where nothing is said."""

    keys: tuple[int, ...] | None = None
    annotator: int | None = None
    label: int | None = None
    nobody: bool = False  # no column holds annotators


def normal(header: str) -> str:
    """Return the name of a column in the spelling of the lists above.

    >>> normal("Annotator ID"), normal("workerId"), normal("Input.image-url"), normal("# HITId")
    ('annotator_id', 'worker_id', 'input_image_url', 'hit_id')
    """
    text = re.sub(r"[\s\-.]+", "_", _EDGE.sub("_", re.sub(r"^#\s*(?=\w)", "", header.strip())))
    return (text.strip("_") or text).lower()


def is_annotator(header: str) -> bool:
    """Return whether a column of this name holds those who voted: `annotator`, `Worker ID`, `raterId`, `username`, …

    >>> is_annotator("Rater ID"), is_annotator("raterId"), is_annotator("annotators")
    (True, True, False)
    """
    return _ANNOTATOR.fullmatch(normal(header)) is not None


def is_numbered_annotator(header: str) -> bool:
    """Return whether a column of this name belongs to one of several people: `ann1`, `Rater 2`, `worker_3`, …

    >>> is_numbered_annotator("Rater 2"), is_numbered_annotator("class2")
    (True, False)
    """
    return _NUMBERED.fullmatch(normal(header)) is not None


def is_key(header: str) -> bool:
    """Return whether a column of this name holds ids."""
    return _KEY.fullmatch(normal(header)) is not None


def is_text(header: str) -> bool:
    """Return whether a column of this name holds texts or links of the cases."""
    return _TEXT.fullmatch(normal(header)) is not None


def is_item(header: str) -> bool:
    """Return whether a column of this name holds ids, or what is judged: `image`, `productId`, `file name`, `ASIN`, …

    >>> is_item("Image ID"), is_item("asin"), is_item("bad")
    (True, True, False)
    """
    return is_key(header) or _THING.fullmatch(normal(header)) is not None


def is_surely_label(header: str) -> bool:
    """Return whether a column of this name holds nothing but what somebody voted for.

    >>> is_surely_label("rating"), is_surely_label("score")
    (True, False)
    """
    return _LABEL.fullmatch(normal(header)) is not None


def is_vote(header: str) -> bool:
    """Return whether a column of this name numbers votes, or what was said: no part of the id of a case.

    >>> is_vote("vote_id"), is_vote("ResponseId"), is_vote("turn_id")
    (True, True, False)
    """
    return _VOTE.fullmatch(normal(header)) is not None


def is_unnamed_index(header: str) -> bool:
    """Return whether pandas calls an index without a name like this.

    >>> is_unnamed_index(""), is_unnamed_index("Unnamed: 0"), is_unnamed_index("-")
    (True, True, False)
    """
    return _INDEX.fullmatch(normal(header)) is not None


def place_of(header: Sequence[str], column: str) -> int | None:
    """Return where a column stands that the user names, as the file spells it or as `normal` does."""
    exact = next((place for place, text in enumerate(header) if text.strip() == column), None)
    if exact is not None:
        return exact
    return next((place for place, text in enumerate(header) if text and normal(text) == column), None)


def said_of(header: Sequence[str], choices: Decisions) -> Said:
    """Return what the user says about the columns of a table that has them."""
    keys = [place_of(header, column) for column in choices.id_columns or ()]
    annotator, label_ = (
        place_of(header, text) if text else None for text in (choices.annotator_column, choices.label_column)
    )
    found = tuple(place for place in keys if place is not None)
    whole = bool(found) and len(found) == len(keys)
    return Said(found if whole else None, annotator, label_, choices.annotator_column == "")


def columns_of(header: Sequence[str], said: Said = Said()) -> Columns:  # noqa: B008 - it cannot change
    """Sort the columns of a table by their names: keys, texts, and the rest, which may be classes.

    What the user has `said` goes before the names.
    """
    return _columns_of(tuple(header), said)


@lru_cache(maxsize=32)  # the files of a task have the same header, mostly
def _columns_of(header: tuple[str, ...], said: Said) -> Columns:
    names = [normal(cell) for cell in header]
    taken = {*(said.keys or ()), said.annotator, said.label}
    annotator, votes = said.annotator, said.label
    if annotator is None and not said.nobody:
        annotator = _first(names, (_VOTER, _ANNOTATOR), taken)
    if votes is None:
        found = labels_of(header, {*taken, annotator})
        votes = found[0] if len(found) == 1 else None
    items = said.keys or tuple(place for place, text in enumerate(names) if place != annotator and _KEY.fullmatch(text))
    things = [p for p, text in enumerate(names) if p not in (annotator, votes) and _THING.fullmatch(text)]
    if annotator is not None and said.annotator is None and _is_first_of_several(names, annotator):
        annotator = None
    in_long = votes is not None and (said.label is not None or (annotator is not None and len(header) > 2))
    if not in_long:
        votes = None
        wide = said.annotator is not None or ((items or things) and len(header) > LEAST_OF_VOTES)
        annotator = annotator if wide else None
    extras = [place for place, text in enumerate(names) if place and _TEXT.fullmatch(text)]
    extras = [place for place in extras if place not in {annotator, votes, *(said.keys or ())}]
    others = [place for place in range(len(names)) if place not in {annotator, votes, *extras}]
    if (in_long or annotator is not None) and said.keys is None:
        others, numbering = _without_vote_ids(names, others, extras)
        extras = sorted({*extras, *numbering})
    keys = _keys(names, others, extras, in_long=in_long or annotator is not None)
    if said.keys is not None:
        extras = sorted({*extras, *keys} - {*said.keys})  # other columns with names of ids stay with the cases
        others = [place for place in others if place not in extras]
        keys = said.keys
    if not keys and in_long and len(others) == 1:
        keys = (others[0],)
    extras = [place for place in extras if place not in keys]
    classes = tuple(place for place in others if place not in keys)
    return Columns(keys, classes, tuple(extras), annotator, votes, named=bool(keys))


def _without_vote_ids(
    names: Sequence[str], others: Sequence[int], extras: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Part columns that number the votes, `annotation_id`, from the others, where one of these holds the ids."""
    numbering = [p for p in others if _VOTE.fullmatch(names[p]) and names[p] not in SYSTEMS]
    rest = [place for place in others if place not in numbering]
    known = any(_holds_ids(names[p]) or _THING.fullmatch(names[p]) for p in (*rest, *extras))
    return (rest, numbering) if known else ([*others], [])


def _is_first_of_several(names: Sequence[str], annotator: int) -> bool:
    """Return whether a column is the first of several of one name, which programs number: `rater`, `rater.1`, …"""
    numbered = re.compile(rf"{re.escape(names[annotator])}_?\d+")
    return any(map(numbered.fullmatch, names))


def _keys(names: Sequence[str], others: Sequence[int], extras: Sequence[int], *, in_long: bool) -> tuple[int, ...]:
    """Return the columns that make the id of a case, by their names; () where no name says so.

    What is judged (an image, a text) stands for the id where no column is called like one; texts elsewhere than in
    the first column do so only beside votes.
    """
    first = next((place for place in others if _SURE_KEY.fullmatch(names[place])), None)
    if others and _holds_ids(names[others[0]]):
        first = others[0]
    if first is None:
        first = next((place for place in others if _KEY.fullmatch(names[place])), None) if in_long else None
    if first is None:
        things = [place for place in (*others, *(extras if in_long else ())) if _THING.fullmatch(names[place])]
        return tuple(things[:1])
    keys = [first]
    for place in others[others.index(first) + 1 :]:
        if not _holds_ids(names[place]):
            break
        keys.append(place)
    return tuple(keys)


def labels_of(header: Sequence[str], taken: Collection[int | None] = ()) -> list[int]:
    """Return the columns that may hold what was voted for, by their names: those that are certain, or else others."""
    names = [normal(cell) for cell in header]
    if sum(PLAIN_NUMBER.fullmatch(canonical(cell)) is not None for cell in header) > 1:  # a column per class
        return []
    for pattern in (_LABEL, _PERHAPS_LABEL):
        found = [p for p, text in enumerate(names) if p not in taken and pattern.fullmatch(text)]
        if found:
            return found
    return []


def _first(names: Sequence[str], patterns: Sequence[re.Pattern[str]], taken: Collection[int | None]) -> int | None:
    found = (p for pattern in patterns for p, text in enumerate(names) if p not in taken and pattern.fullmatch(text))
    return next(found, None)


def _holds_ids(name: str) -> bool:
    return name in SYSTEMS or _KEY.fullmatch(name) is not None


def check_header(line: int, header: Sequence[str], name: str, rows: Sequence[Sequence[str]]) -> None:
    """Raise `InputError` if the header is not one, or its columns cannot be distinguished."""
    check_width(header, name)
    place = f"line {line}"
    known = any(map(is_key, header)) or is_item(header[0]) or is_unnamed_index(header[0])
    numeric = all(is_number(cell) for cell in header)
    few = len(header) < 3 and not (len(header) == 2 and _adds_up(header, rows))
    below_zero = numeric and min(map(float, header)) < 0  # no distribution has such a number: these are labels
    alone = len(header) == 1 and rows and len(rows[0]) > 2
    if alone or (
        not known and (few or (numeric and not below_zero and not _adds_up(header, rows)) or _starts_as_data(header))
    ):
        seen, action = (
            f"the file starts with {shown(header[0] if header else '')}",
            f"{HEADER} (or a JSON list of cases)",
        )
        if len(header) == 1 and "," in header[0]:
            action = "take the lines out of their quotes"
        elif alone:
            seen = f"{seen} above rows of {count(len(rows[0]), 'column')}"
            action = "name each of these columns, separated as below, in one line above them, such as case,class1,…"
        elif len(header) > 2 and len(rows) > 1:
            action = f"{action}; if this is the header, call its first column case or id"
        raise InputError([Problem(name, place, seen, action)])


def check_width(header: Sequence[str], name: str) -> None:
    """Raise `InputError` for more columns than a table may have."""
    if len(header) > MAX_COLUMNS:
        raise refuse(name, f"the file has {count(len(header))} columns", count(MAX_COLUMNS))


def check_labels(line: int, header: Sequence[str], classes: Sequence[int], name: str) -> None:
    """Raise `InputError` if two classes have the same label, or a class has none."""
    problems = Problems(name)
    place = f"line {line}"
    labels: set[str] = set()
    unnamed = [str(column + 1) for column in classes if not header[column].strip()]
    if len(unnamed) > 1:
        seen = f"columns {listed(unnamed, at_most=9)} have no names, as below merged cells"
        problems.add(0, place, seen, "give every class a label, all in one line")
        problems.raise_if_any()
    for column in classes:
        text = header[column].strip()
        fault = id_fault(text)
        if fault:
            problems.add(column, place, f"the class in column {column + 1} {fault}", "give every class a label")
        elif text in labels:
            problems.add(column, place, f"the class {label(text)} occurs twice", "give every class its own label")
        labels.add(text)
    problems.raise_if_any()


def _starts_as_data(header: Sequence[str]) -> bool:
    """Return whether the first cell alone is not a number, and no other cell is below zero: an id and counts."""
    rest = [cell for cell in header[1:] if is_number(cell)]
    return not is_number(header[0]) and len(rest) == len(header) - 1 > 0 and min(map(float, rest)) >= 0


def _adds_up(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the rows below a header are distributions over all of its columns."""
    values = numbers_in([row for row in rows if len(row) == len(header)], range(len(header)))
    with np.errstate(over="ignore"):  # finite numbers may have an infinite sum
        totals = values.sum(axis=1)
    return len(values) > 1 and agreement(totals) >= MOST


def agreement(totals: FloatArray) -> float:
    """Return the share of rows that sum to 1 (or to 100), or to the one number of votes that most of them have.

    >>> agreement(np.array([1.0, 0.999, 1.0, 3.7])), agreement(np.array([19.0, 19.0, 20.0, 19.0]))
    (0.75, 0.75)
    """
    if len(totals) < _FEW:  # NumPy takes longer to begin
        return _agreement_of_few(totals.tolist())
    near = max((np.abs(totals - 1) <= NEAR_ONE).mean(), (np.abs(totals - 100) <= 100 * NEAR_ONE).mean())
    whole = totals[(totals == np.rint(totals)) & (totals >= 1)]
    most = np.unique(whole, return_counts=True)[1].max() if len(whole) else 0
    return float(max(near, most / len(totals)))


def _agreement_of_few(totals: list[float]) -> float:
    ones = sum(abs(total - 1) <= NEAR_ONE for total in totals)
    hundreds = sum(abs(total - 100) <= 100 * NEAR_ONE for total in totals)
    whole = Counter(total for total in totals if total >= 1 and (total == inf or total.is_integer()))
    return max(ones, hundreds, *whole.values(), 0) / max(1, len(totals))


def repeats(rows: Sequence[Sequence[str]], places: Sequence[int]) -> bool:
    """Return whether most of several values of these columns stand in more than one row."""
    times = Counter(tuple(row[place].strip() for place in places) for row in rows)
    return len(times) > 1 and 2 * sum(number > 1 for number in times.values()) > len(times)


def count_up(values: Sequence[str]) -> bool:
    """Return whether texts are 0, 1, 2, … or 1, 2, 3, …"""
    start = values[0] if values else ""
    return start in ("0", "1") and list(values) == list(map(str, range(int(start), int(start) + len(values))))


def numbers_in(rows: Sequence[Sequence[str]], places: Sequence[int]) -> FloatArray:
    """Return the rows that hold numbers only, in these columns: shape (rows, places)."""
    whole = numbers([row[place] for row in rows for place in places])
    if whole is not None:  # as nearly always
        return whole.reshape(len(rows), len(places))
    found = (numbers([row[place] for place in places]) for row in rows)
    values = [row for row in found if row is not None]
    return np.array(values, dtype=np.float64).reshape(len(values), len(places))

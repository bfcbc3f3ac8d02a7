"""Is a table plain? Then it has a mapping, and is read without a question; if not, what is to be asked.

Nothing here weighs evidence: a rule holds for every row, or there is a question. A role is proposed only where the name
of the column makes it certain.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import Any

import numpy as np

from ordquant_core.distributions import RENORMALISE_TOLERANCE, SUM_TOLERANCE
from ordquant_core.formats import names
from ordquant_core.formats.labels import far_labels, gaps_in, match, order_of
from ordquant_core.formats.limits import check_table
from ordquant_core.formats.mapping import Layout, TableMapping, in_list
from ordquant_core.formats.raw_table import RawTable, Reason, named
from ordquant_core.formats.rows import PERCENT
from ordquant_core.formats.text import PLAIN_NUMBER, brief, canonical, column_numbers, is_date, is_list, label, looks
from ordquant_core.formats.totals import summary_rows
from ordquant_core.known_scales import rank_words
from ordquant_core.numerals import count, listed, setting, significant
from ordquant_core.records import FloatArray

_YEARS = Decimal(1900), Decimal(2100)
_LEAST_ROWS = 5  # from which on unknown words with one sum in every row are no chance
_SURELY_VOTES = 10  # a number above is no rating
_NAMED = 6  # values in a question
_BEGINNING = 100  # cells that show whether a column holds numbers
_YES_OR_NO = ({"0", "1"}, {"yes", "no"}, {"true", "false"}, {"y", "n"})
_WHICH = {
    "case": "which columns name the case",
    "annotator": "which column says whose vote it is, if any",
    "label": "which column holds the label",
}
_FIELDS = ("layout", "system", "case", "annotator", "label", "value", "columns", "classes", "numbers", "where")


@dataclass(frozen=True, slots=True)
class Known:
    """What other files of the task say, or the user."""

    classes: tuple[str, ...] = ()  # in their order
    cases: frozenset[str] = frozenset()  # of the gold, where the table is to be a run
    by_user: bool = False  # the user has named the classes: other columns of numbers are none
    as_run: bool = False  # the file is a run, whose gold is not at hand

    @property
    def is_run(self) -> bool:
        """Whether the table is to be a run: the order of its classes is that of the gold, and one may have it all."""
        return self.as_run or bool(self.cases)


@dataclass(frozen=True, slots=True)
class Answer:
    """The mapping of a plain table; or the questions, in the order layout, roles, cells, and what is certain."""

    mapping: TableMapping | None = None
    reasons: tuple[Reason, ...] = ()
    certain: Mapping[str, Any] = field(default_factory=dict)  # fields of the mapping


@np.errstate(over="ignore", invalid="ignore")  # sums that are too large are infinite, and said to be too large
def find_mapping(table: RawTable, known: Known = Known()) -> Answer:
    """Return the mapping of a table, or what must be asked; `known` is what other files say."""
    run = _run(table, known) if known.cases else None
    if run is not None:
        return run
    match _layout_by_names(table):
        case "votes":
            return _answer_votes(table, known)
        case "values":
            return _answer_values(table, known)
        case _:
            return _answer_class_columns(table, known)


def _ask(reasons: Sequence[Reason], certain: Mapping[str, Any]) -> Answer:
    """Return the questions in the order layout, roles, cells, with the fields that are certain."""
    places = {name: place for place, name in enumerate(_FIELDS)}
    ordered = sorted(reasons, key=lambda reason: places.get(reason.field, len(places)))
    return Answer(reasons=tuple(ordered), certain=certain)


def _layout_by_names(table: RawTable) -> Layout:
    """Return how a table is looked at: as votes, values or columns of classes, by the names of its columns alone."""
    header = table.header
    if sum(PLAIN_NUMBER.fullmatch(canonical(name)) is not None for name in header) > 1:
        return "class-columns"
    values = [name for name in header if names.is_value(name)]
    in_one_row = any(table.is_unique(name) for name in header if names.is_case(name))
    if values and not in_one_row and any(names.is_class(name) and name not in values for name in header):
        return "values"
    labels, annotators = list(filter(names.is_label, header)), list(filter(names.is_annotator, header))
    if labels and (annotators or len(header) <= 3 or (len(labels) == 1 and not in_one_row)):
        return "votes"
    return "votes" if annotators and _repeats_without_marks(table) else "class-columns"


def _repeats_without_marks(table: RawTable) -> bool:
    """Return whether cases stand in several rows of a table with annotators, which do not mark a class each."""
    cases = [name for name in table.header if names.is_case(name)]
    if not cases or any(table.is_unique(name) for name in cases if not names.is_content(name)):
        return False
    others = [name for name in table.header if name not in cases and not names.is_annotator(name)]
    numeric = [name for name in others if _is_numeric(table, name)]
    return not (len(numeric) > 1 and _marks_one(_matrix(table, numeric)))


def _is_numeric(table: RawTable, name: str) -> bool:
    """Return whether a column holds numbers and nothing else, empty cells apart."""
    if table.numbers(name) is not None:
        return True
    cells = [cell for cell in table.column(name) if cell]
    return 0 < len(cells) < len(table) and column_numbers(cells, table.decimal) is not None


def _has_empty(table: RawTable, columns: Sequence[str]) -> bool:
    return any(table.numbers(name) is None and "" in table.column(name) for name in columns)


def _matrix(table: RawTable, columns: Sequence[str]) -> FloatArray:
    """Return the numbers of those columns that hold nothing else: shape (rows, columns)."""
    numeric = [numbers for name in columns if (numbers := table.numbers(name)) is not None]
    return np.stack(numeric, axis=1) if numeric else np.zeros((len(table), 0))


def _marks_one(values: FloatArray) -> bool:
    return bool(((values == 0) | (values == 1)).all() and (values.sum(axis=1) == 1).all())


# ---- runs: the gold settles them -------------------------------------------------------------------------------------


def _run(table: RawTable, known: Known) -> Answer | None:
    """Return the mapping of a run that has the gold's classes and cases, which makes it certain; None for any other."""
    cases = _columns_with(known.cases, table) or _other_than_classes(known.classes, table)
    if len(cases) != 1:
        return None
    rest = [name for name in table.header if name != cases[0]]
    columns = _columns_of(known.classes, rest, table)
    if columns is None:
        return _run_by_rows(table, known, cases[0]) or _run_with_other_classes(table, known, cases[0])
    if not table.is_unique(cases[0]) or _has_empty(table, columns):
        return None
    fields: dict[str, Any] = {"layout": "class-columns", "case": _as_case(table, cases[0])}
    others = names.without_prefix([*columns, *(name for name in rest if name not in columns)])[len(columns) :]
    if further := [name for name in others if PLAIN_NUMBER.fullmatch(canonical(name))]:
        return _ask([_are_classes_too(further, known.classes)], fields)
    values = _matrix(table, columns)
    whole = values.shape[1] > 1 and bool((values == np.rint(values)).all()) and not _marks_one(values)
    if whole and len(values) > 1:
        ranks = np.sort(values, axis=1) == np.arange(1, values.shape[1] + 1)
        doubts = _doubts_of_rows([], [], values) or (_doubts_of_ranks(values) if ranks.all() else [])
        if doubts:
            return _ask(doubts, {"case": fields["case"]})
    return Answer(TableMapping(**fields, columns=tuple(columns), classes=known.classes))


def _columns_with(cases: frozenset[str], table: RawTable) -> list[str]:
    """Return the columns that hold some of the gold's cases: those with a name for ids, or else any."""
    by_name = [name for name in table.header if names.is_case(name) or names.is_index(name)]
    for candidates in (by_name, [name for name in table.header if name not in by_name]):
        with_gold_cases = [name for name in candidates if not cases.isdisjoint(table.column(name))]
        if with_gold_cases:
            return with_gold_cases
    return []


def _other_than_classes(classes: Sequence[str], table: RawTable) -> list[str]:
    """Return the columns with a name for ids beside those of all classes: none of their ids is the gold's."""
    columns = _columns_of(classes, table.header, table)
    others = [name for name in table.header if columns is not None and name not in columns]
    return [name for name in others if names.is_case(name) or names.is_index(name)]


def _columns_of(classes: Sequence[str], columns: Sequence[str], table: RawTable) -> list[str] | None:
    """Return the column of each class, by its name or by what follows a prefix such as `prob_`; None without one."""
    places, _ = match(classes, columns)
    if None in places:
        columns = [name for name in columns if _is_numeric(table, name)]
        places, _ = match(classes, names.without_prefix(columns))
    return None if None in places else [columns[place] for place in places if place is not None]


def _run_by_rows(table: RawTable, known: Known, case: str) -> Answer | None:
    """Return the mapping of a run with a row per case and class, with the gold's labels and cases."""
    wanted = {*map(canonical, known.classes)}
    rest = [name for name in table.header if name != case]
    labels = [name for name in rest if {*map(canonical, table.values(name))} <= wanted]
    others = [name for name in rest if name not in labels]
    values = others if len(rest) == 2 else [name for name in others if names.is_value(name)]
    if len(values) != 1 or len(labels) != 1 or any(map(names.is_system, table.header)):
        return None
    once = table.repeat([case, labels[0]]) is None and not table.is_unique(case)
    if not once or not _is_numeric(table, values[0]):
        return None
    return Answer(
        TableMapping("values", case=_as_case(table, case), label=labels[0], value=values[0], classes=known.classes)
    )


def _run_with_other_classes(table: RawTable, known: Known, case: str) -> Answer | None:
    """Return the mapping of a run with as many classes as the gold, most of them the gold's: the others are wrong."""
    columns = [name for name in table.header if name != case and _is_numeric(table, name)]
    labels, values = names.without_prefix(columns), _matrix(table, columns)
    n_known = len(columns) - len(match(known.classes, labels)[1])
    if len(columns) != len(known.classes) or 2 * n_known <= len(columns):
        return None
    if not table.is_unique(case) or _has_empty(table, columns) or bool((values == np.rint(values)).all()):
        return None
    fields: dict[str, Any] = {"case": _as_case(table, case), "columns": tuple(columns), "classes": tuple(labels)}
    return Answer(TableMapping("class-columns", **fields))


# ---- a column per class ----------------------------------------------------------------------------------------------


def _answer_class_columns(table: RawTable, known: Known) -> Answer:
    if len(table.header) < 3:
        return _ask([Reason("layout", _what(table))], {})
    fields: dict[str, Any] = {}
    numeric = [name for name in table.header if _is_numeric(table, name)]
    settled = bool(known.classes) and _columns_of(known.classes, table.header[1:], table) is not None
    case, doubts = _case_of_rows(table, numeric, settled=settled)
    classes = [name for name in numeric if name != case and not names.is_index(name)]
    if case is not None and (names.is_case(case) or table.outer):
        fields["case"] = _as_case(table, case)
    people = [name for name in table.header if names.is_one_of_people(name)]
    if len(people) > 1:
        fields["layout"] = "annotator-columns"
        words = f"Does each of the columns {_some(people)} hold the labels of one annotator?"
        return _ask([Reason("columns", words), *doubts], fields)
    if table.outer and doubts:  # which of the names are cases is what is asked
        return _ask(doubts, {})
    doubts = _doubts_of_layout(table, classes, has_case="case" in fields) or doubts
    return _ask(doubts, fields) if doubts else _with_classes(table, known, str(case), classes)


def _what(table: RawTable) -> str:
    return f"The columns are {_some(table.header)}: what does a row hold?"


def _doubts_of_layout(table: RawTable, classes: Sequence[str], *, has_case: bool) -> list[Reason]:
    """Return why the columns of numbers may be no classes at all."""
    annotators = [] if has_case else [name for name in table.header if names.is_annotator(name)]
    if annotators and len(classes) > 1 and _marks_one(_matrix(table, classes)):
        words = f"Each row marks one of {_some(classes)}: is it one vote, by the person in {label(annotators[0])}?"
        return [Reason("layout", words)]
    if annotators:
        words = f"{label(annotators[0])} seems to name people: is a row one vote, or all votes of one person?"
        return [Reason("layout", words)]
    if systems := [name for name in table.header if names.is_system(name)]:
        return [Reason("system", f"Does each value of {label(systems[0])} name a run?")]
    return [Reason("layout", _what(table))] if len(classes) < 2 else []


def _case_of_rows(table: RawTable, numeric: Sequence[str], *, settled: bool) -> tuple[str | None, list[Reason]]:
    """Return the column that names the case of a row, None where it is not certain, and what to ask: rule 3.

    `settled`: other files say that columns are the classes.
    """
    header = table.header
    named_so = [name for name in header if names.is_case(name) and not PLAIN_NUMBER.fullmatch(name)]
    by_name = [name for name in named_so if not names.is_content(name)]
    candidates = by_name or _without_name(table, numeric, named_so)
    unique = [name for name in candidates if table.is_unique(name) and not _has_empty(table, [name])]
    if len(unique) == 1 and {*by_name} <= {*unique}:
        outer_keys = table.outer and unique[0] == header[0] and not settled
        if outer_keys and _is_scale(table.column(header[0])):
            either = table.column(header[0]), header[1:]
            outer, inner = map(_some, either)
            words = f"Which are the classes: {outer}, or {inner}?"
            return None, [Reason("classes", words, tuple(map(in_list, either)))]
        return unique[0], []
    candidates = by_name or named_so
    if len(candidates) > 1:
        return None, [Reason("case", f"{listed([label(one) for one in candidates])}: which columns name the case?")]
    if candidates:
        words = f"{label(candidates[0])} is {_first_twice(table, candidates)}: which columns name the case?"
        return None, [Reason("case", words)]
    return None, [Reason("case", f"Which column names the case: {_or(header)}?")]


def _some(columns: Sequence[str]) -> str:
    return listed([*map(label, columns)], at_most=_NAMED)


def _or(columns: Sequence[str]) -> str:
    *first, last = map(label, columns[:_NAMED])
    if len(columns) > _NAMED:
        first, last = [*first, last], f"{len(columns) - _NAMED} more"
    return f"{', '.join(first)} or {last}" if first else last


def _first_twice(table: RawTable, columns: Sequence[str]) -> str:
    """Return the first values that stand in two rows, and these rows: "D01 in line 2 and line 5"."""
    rows = table.repeat(columns)
    if rows is None:
        return "empty in some row"
    cells = table.columns(columns)[rows[0]].tolist()
    return f"{named(cells)} in {table.place_of(rows[0])} and {table.place_of(rows[1])}"


def _first_empty(table: RawTable, columns: Sequence[str]) -> str:
    """Return the first empty cell of some columns: "line 4, column label"."""
    name = next(name for name in columns if "" in table.column(name))
    return f"{table.place_of(table.column(name).index(''))}, column {label(name)}"


def _without_name(table: RawTable, numeric: Sequence[str], content: Sequence[str]) -> list[str]:
    """Return the columns that may name the case where no name says so: an index, what is judged, or the first one."""
    first = table.header[0]
    candidates = [*([first] if names.is_index(first) else []), *content]
    candidates = [name for name in candidates if table.outer or name not in numeric]
    return candidates or ([first] if first not in numeric and not names.is_other(first) else [])


def _as_case(table: RawTable, column: str) -> tuple[str, ...]:
    """Return the column of the case as a mapping has it: outer keys of JSON need no name."""
    return () if table.outer and column == table.header[0] else (column,)


def _with_classes(table: RawTable, known: Known, case: str, classes: list[str]) -> Answer:
    """Answer for a table whose case is clear: are these columns the classes, and in which order?"""
    cases = _as_case(table, case)
    certain: dict[str, Any] = {"case": cases} if names.is_case(case) or table.outer else {}
    rest = [name for name in table.header if name not in (case, *classes) and not names.is_index(name)]
    odd = {name: seen for name in rest if (seen := _cell_among_numbers(table, name))}
    if odd and {*odd} <= {*(named_so := _columns_of(known.classes, [*classes, *odd], table) or ())}:
        columns = tuple(named_so)  # which it says when these are read
        return Answer(TableMapping("class-columns", case=cases, columns=columns, classes=known.classes))
    labels = names.without_prefix(classes)
    places, others = match(known.classes, labels) if known.classes else ([None], [])
    settled = None not in places
    if odd and not settled:
        words = f"{'; '.join(odd.values())}: {'is it a class' if len(odd) == 1 else 'are they classes'}, too?"
        return _ask([Reason("classes", words)], {**certain, "layout": "class-columns"})
    if settled and others and not known.by_user:
        further = [classes[place] for place in others]
        doubt = _are_classes_too(further, known.classes, " Other files have no such class.")
        return _ask([doubt], {**certain, "layout": "class-columns"})
    if settled:
        classes, labels = [classes[place] for place in places if place is not None], known.classes
    doubts = [] if settled else _doubts_of_names(table, classes, labels, is_run=known.is_run)
    if _has_empty(table, classes):
        words = f"Some cells are empty ({_first_empty(table, classes)}): 0 for that class, or an error?"
        return _ask([*doubts, Reason("empty", words, ("0",))], certain)
    values = _matrix(table, classes)
    doubts += _doubts_of_rows(table.column(case), labels, values)
    if not settled and not any(reason.field == "layout" for reason in doubts):
        asked = _is_odd if any(reason.field == "classes" for reason in doubts) else lambda text: False
        sure = [place for place, text in enumerate(labels) if not asked(text)]
        if len(sure) > 1:  # with fewer, no number is read
            doubts += _doubts_of_numbers([labels[place] for place in sure], values[:, sure], is_run=known.is_run)
    if not any(reason.field == "layout" for reason in doubts):
        certain = {**certain, "layout": "class-columns"}
    if doubts:
        return _ask(doubts, certain)
    keep = tuple(
        name for name in table.header if name and name not in (case, *classes) and not _is_numeric(table, name)
    )
    order = known.classes if settled else ()
    return Answer(TableMapping("class-columns", case=cases, columns=tuple(classes), classes=order, keep=keep))


def _cell_among_numbers(table: RawTable, name: str) -> str:
    """Say which cell of a column of numbers is none: without it, the column may be a class. "" for other columns."""
    cells, start = table.column(name), 0
    odd = list[int]()
    for end in (_BEGINNING, len(cells)):  # of long columns of words only the beginning is looked at
        part = enumerate(cells[start:end], start)
        odd += [row for row, cell in part if cell and column_numbers([cell], table.decimal) is None]
        if not 2 * len(odd) < min(end, len(cells)):
            return ""
        start = end
    seen = count(len(odd), "cell that is none", "cells that are none")
    return f"Column {label(name)} holds numbers and {seen} ({named([cells[odd[0]]])} in {table.place_of(odd[0])})"


def _is_scale(labels: Sequence[str]) -> bool:
    """Return whether labels are numbers one step apart, or words of a known scale."""
    spelled = [*dict.fromkeys(map(canonical, labels))]
    if len(spelled) < 2 or len(spelled) < len(labels):
        return False
    if all(PLAIN_NUMBER.fullmatch(text) for text in spelled):
        numbers = sorted(map(Decimal, spelled))
        years = all(_YEARS[0] <= number <= _YEARS[1] for number in numbers)
        return not years and all(high - low == 1 for low, high in pairwise(numbers))
    return _is_known_scale(labels)


def _is_known_scale(labels: Sequence[str]) -> bool:
    """Return whether labels are the words of a known scale; `q1, q2` may be items, `r1, r2` people."""
    numbered = any(text[-1:].isdigit() and text[:1].isalpha() for text in labels)
    return rank_words(labels) is not None and (not numbered or all(map(names.is_numbered_class, labels)))


def _doubts_of_names(table: RawTable, columns: Sequence[str], labels: Sequence[str], *, is_run: bool) -> list[Reason]:
    """Return why the names of columns may not be one scale: rules 4 and 5. A run has the order of the gold."""
    if _is_scale(labels):
        return []
    odd = [name for name, text in zip(columns, labels, strict=True) if _is_odd(text)]
    if odd:
        return [_are_classes_too(odd, [text for name, text in zip(columns, labels, strict=True) if name not in odd])]
    if any(PLAIN_NUMBER.fullmatch(canonical(text)) for text in labels):
        words = f"Which of these columns are the classes, and in which order: {_some(columns)}?"
        return [Reason("classes", words)]
    if any(char.isdigit() for text in labels for char in text):
        return [Reason("layout", f"What are {_some(columns)}: classes, cases or annotators?")]
    in_order = table.ordered and list(labels) != sorted(labels, key=str.casefold)
    return [] if in_order or is_run else [Reason("classes", f"What is the order of the classes {named(labels)}?")]


def _is_odd(text: str) -> bool:
    """Return whether a label is no point of a scale: a total, a mean, a date."""
    return names.names_no_class(text) or is_date(text)


def _are_classes_too(columns: Sequence[str], others: Sequence[str], why: str = "") -> Reason:
    """Return the question whether columns are classes beside the others, which are the answer "no"."""
    names_of = _some(columns)
    words = f"Is {names_of} a class, too?" if len(columns) == 1 else f"Are {names_of} classes, too?"
    return Reason("classes", f"{words}{why}", (in_list(others),) if len(others) > 1 else ())


def _doubts_of_rows(cases: Sequence[str], labels: Sequence[str], values: FloatArray) -> list[Reason]:
    """Return which rows may be no cases, and whether the table may be turned or cumulative: rule 7."""
    for row, what in summary_rows(cases, values).items() if cases else ():
        words = f"{label(cases[row])} is the {what} of the other rows: is it a case?"
        return [Reason("drop", words, (cases[row],))]
    if not {*labels}.isdisjoint(cases) and not all(PLAIN_NUMBER.fullmatch(canonical(text)) for text in labels):
        return [Reason("layout", "Some names stand for classes and for cases: which way round is the table?")]
    if bool((np.abs(values.sum(axis=1) - 1) <= RENORMALISE_TOLERANCE).all()):
        return []
    values = values[:, order_of(labels)[0]] if labels else values
    last, rises = values[:, -1], bool((np.diff(values, axis=1) >= 0).all()) and len(values) > 1
    if rises and bool((last == last[0]).all()) and bool((values[:, 0] < last).any()):
        return [Reason("layout", "The numbers of each row rise to the same last number: are they cumulative?")]
    return []


def _doubts_of_numbers(labels: Sequence[str], values: FloatArray, *, is_run: bool) -> list[Reason]:
    """Return why the numbers may be neither shares nor votes: rule 6."""
    sums = values.sum(axis=1)
    if not np.isfinite(sums).all() or (values < 0).any():
        odd = values[(values < 0) | ~np.isfinite(values)]
        words = f"Some numbers are negative or too large, such as {significant((odd if len(odd) else values).max(), 6)}"
        return [Reason("layout", f"{words}: what do they mean?")]
    few = listed([setting(total) for total in dict.fromkeys(round(total, 6) for total in sums.tolist())], at_most=3)
    if not (values == np.rint(values)).all():
        return _doubts_of_shares(sums, few)
    if (sums == 1).all() and is_run and _is_scale(labels):
        return []
    if (sums == 1).all():
        words = "Each row marks one class: is it one of several votes on a case, the only vote, or a probability of 1?"
        return [Reason("layout", words)]
    if (sums == PERCENT).all():
        return [Reason("numbers", "The rows sum to 100: votes or percentages?", ("counts", "shares"))]
    if (sums == sums[0]).all():
        return _doubts_of_votes(labels, values)
    sure = (sums > 0).all() and _is_surely_scale(labels)
    return [] if sure else [Reason("layout", f"The rows have different sums ({few}): are these votes?")]


def _doubts_of_shares(sums: FloatArray, few: str) -> list[Reason]:
    if (np.abs(sums - 1) <= RENORMALISE_TOLERANCE + SUM_TOLERANCE).all():
        return []
    if (np.abs(sums - PERCENT) <= PERCENT * RENORMALISE_TOLERANCE).all():
        return [Reason("numbers", f"The rows sum to 100 or nearly ({few}): are these percentages?", ("shares",))]
    return [Reason("layout", f"The rows do not all sum to 1, or all to 100 ({few}): what do the numbers mean?")]


def _is_surely_scale(labels: Sequence[str]) -> bool:
    """Return whether labels are a scale that neither people nor items are called after: known words, -2 to 2, stars."""
    if any(text.startswith("-") for text in map(canonical, labels)):
        return _is_scale(labels)
    words = any(char.isalpha() for text in labels for char in text) and any(len(text) > 1 for text in labels)
    return words and _is_known_scale(labels)


def _doubts_of_votes(labels: Sequence[str], values: FloatArray) -> list[Reason]:
    """Return why whole numbers with one sum may be no votes: rule 6 a to d."""
    constant = np.flatnonzero((values == values[0]).all(axis=0))
    if len(constant):
        words = (
            f"Column {label(labels[constant[0]])} holds {setting(values[0, constant[0]])} in every row: is it a class?"
        )
        return [Reason("layout", words)]
    is_sum = np.flatnonzero((2 * values == values.sum(axis=1, keepdims=True)).all(axis=0))
    if len(is_sum):
        rest = in_list([text for text in labels if text != labels[is_sum[0]]])
        return [Reason("classes", f"{label(labels[is_sum[0]])} is the sum of the others: is it a class?", (rest,))]
    if ranks := _doubts_of_ranks(values):
        return ranks
    if values.min() > 0 and values.max() <= _SURELY_VOTES:
        numbers = f"{setting(values.min())} to {setting(values.max())}"
        return [Reason("layout", f"The numbers are {numbers}: do they count votes, or are they ratings by people?")]
    if not _is_scale(labels) and len(values) < _LEAST_ROWS:
        return [Reason("layout", f"Are {named(labels)} classes with votes, in this order?")]
    return []


def _doubts_of_ranks(values: FloatArray) -> list[Reason]:
    ranked = np.sort(values, axis=1)
    same = bool((ranked == ranked[0]).all())
    return [Reason("layout", "All rows hold the same numbers in another order: are these ranks?")] if same else []


# ---- a row per vote --------------------------------------------------------------------------------------------------


def _answer_votes(table: RawTable, known: Known) -> Answer:
    fields, doubts = _roles_of_votes(table)
    if doubts:
        return _ask(doubts, _without_doubtful_case(table, fields))
    case, annotator, labels = str(fields["case"][0]), str(fields["annotator"]), str(fields["label"])
    more, keep = _doubts_of_others(table, case, annotator, labels)
    doubts = [*more, *_doubts_of_cells(table, case, annotator, labels, known)]
    return _ask(doubts, fields) if doubts else Answer(TableMapping(**fields, classes=known.classes, keep=keep))


def _roles_of_votes(table: RawTable) -> tuple[dict[str, Any], list[Reason]]:
    """Return case, annotator and label where their names make them certain, and what to ask about the others."""
    header = table.header
    annotators = [name for name in header if names.is_annotator(name)]
    labels = [name for name in header if names.is_label(name) and name not in annotators]
    cases = [name for name in header if names.is_case(name) and name not in labels]
    ids = {names.normal(name) for name in cases}
    cases = [name for name in cases if not names.is_content(name) and f"{names.normal(name)}_id" not in ids] or cases
    columns = {"case": cases, "annotator": annotators, "label": labels}
    rest = [name for name in header if all(name not in some for some in columns.values())]
    missing = [role for role, some in columns.items() if not some]
    third = len(header) == 3 and len(rest) == len(missing) == 1 and not names.is_other(rest[0])
    if third and (missing == ["label"] or not names.is_class(rest[0])):
        columns, rest = {**columns, missing[0]: rest}, []  # by exclusion
    fields: dict[str, Any] = {"layout": "votes"}
    doubts: list[Reason] = []
    for role, some in columns.items():
        if len(some) == 1:
            fields[role] = (some[0],) if role == "case" else some[0]
        elif some:
            doubts.append(Reason(role, f"{listed([label(one) for one in some])}: {_WHICH[role]}?"))
        else:
            words = _WHICH[role][:1].upper() + _WHICH[role][1:]
            doubts.append(Reason(role, f"{words}: {_or(rest)}?" if rest else f"{words}?"))
    return fields, doubts


def _without_doubtful_case(table: RawTable, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is certain: not the case, where several columns vary inside it that may be a part of it."""
    if "case" not in fields:
        return dict(fields)
    codes = table.coded(fields["case"][0]).codes
    others = [
        name for name in table.header if name not in (*fields["case"], fields.get("annotator"), fields.get("label"))
    ]
    varying = [name for name in others if not table.is_unique(name) and not _is_constant(table, name, codes)]
    least = 1 if "label" in fields else 2  # one of them is the label
    return {name: value for name, value in fields.items() if name != "case" or len(varying) < least}


def _doubts_of_cells(table: RawTable, case: str, annotator: str, labels: str, known: Known) -> list[Reason]:
    """Return why cases, annotators and labels may not be what their names say: rules 10 and 12."""
    doubts: list[Reason] = []
    twice = table.repeat([case, annotator])
    if twice is not None:
        what, who = map(label, table.columns([case, annotator])[twice[0]].tolist())
        doubts.append(Reason("case", f"{who} votes twice on {what}: which columns name the case?"))
    elif table.is_unique(case):
        doubts.append(
            Reason(
                "case",
                f"{label(case)} differs in every row, so each case would have one vote: which columns name the case?",
            )
        )
    if _has_empty(table, [case, annotator]):
        empty = _first_empty(table, [case, annotator])
        role = "case" if _has_empty(table, [case]) else "annotator"
        doubts.append(Reason(role, f"A cell is empty ({empty}): leave such rows out, or use another column?"))
    n = table.column(labels).count("")
    if n:
        be = "is" if n == 1 else "are"
        words = f"{count(n, 'label')} {be} empty ({_first_empty(table, [labels])}): missing votes, or an error?"
        doubts.append(Reason("empty", words, ("missing",)))
    return [*doubts, *_doubts_of_labels([*filter(None, table.values(labels))], labels, known)]


def _doubts_of_labels(texts: Sequence[str], column: str, known: Known) -> list[Reason]:
    """Return why labels may not be one scale: rule 12."""
    labels = list(dict.fromkeys(map(canonical, texts)))
    if known.classes and {*labels} <= {*map(canonical, known.classes)}:
        return []
    if any(map(is_list, labels)):
        words = f"{label(column)} holds lists, such as {label(labels[0])}: does a cell hold several votes?"
        return [Reason("split", words, (",", ";", "|", " "))]
    labels_named = named(sorted(labels, key=_by_number)[: 2 * _NAMED])
    if len({*map(looks, labels)}) < len(labels):
        return [Reason("classes", f"Some labels look alike ({labels_named}): which are the classes?")]
    if far := far_labels(labels):
        words = f"is {label(far[0])} a vote" if len(far) == 1 else f"are {listed([*map(label, far)])} votes"
        return [Reason("no_vote", f"The labels are {labels_named}: {words}?")]
    if len(labels) < 2:
        return [Reason("classes", f"All votes are for {labels_named}: which classes are there, in which order?")]
    if gaps := gaps_in(labels):
        words = f"is {label(gaps[0])} a class" if len(gaps) == 1 else "are the numbers between them classes"
        whole = in_list(sorted([*labels, *gaps], key=_by_number))
        words = f"The labels are {labels_named}: {words} without votes, or does one label mean no vote?"
        return [Reason("classes", words, (whole,))]
    if not _is_scale(labels):
        return [Reason("classes", f"What is the order of the classes {labels_named}, and are all of them classes?")]
    return []


def _by_number(text: str) -> tuple[int, Decimal, str]:
    return (0, Decimal(text), "") if PLAIN_NUMBER.fullmatch(text) else (1, Decimal(0), text)


def _doubts_of_others(table: RawTable, case: str, annotator: str, labels: str) -> tuple[list[Reason], tuple[str, ...]]:
    """Return what a further column may be: a part of the case, a second question, rows to leave out; and the texts."""
    codes = {name: table.coded(name).codes for name in (case, annotator)}
    keep: list[str] = []
    for name in table.header:
        if name in (case, annotator, labels):
            continue
        doubt = _doubt_of_other(table, name, case, codes[case], codes[annotator])
        if doubt is not None:
            return [doubt], ()
        if not _is_numeric(table, name) and _is_constant(table, name, codes[case]):
            keep.append(name)
    return [], tuple(keep)


def _doubt_of_other(table: RawTable, name: str, case: str, by_case: Any, by_annotator: Any) -> Reason | None:
    values = table.values(name)
    some = {text.casefold() for text in values[: 2 * _NAMED]}
    if len(values) > 1 and (names.is_status(name) or not some.isdisjoint(names.REJECTED)):
        return Reason("where", f"{label(name)} is {named(values[:_NAMED])}: do all rows count?", tuple(values[:_NAMED]))
    if names.is_count(name) and values != ["1"]:
        return Reason("value", f"{label(name)} is not 1 everywhere: does a row stand for several votes?")
    if len(values) == 1 or _is_constant(table, name, by_case):
        return None
    if table.is_unique(name):
        words = f"{label(name)} differs in every row, and {label(case)} does not: which columns name the case?"
        return Reason("case", words) if names.is_case(name) else None
    if _is_constant(table, name, by_annotator) and not names.is_variant(name):
        doubtful = len(values) == 2 and any(some <= pair for pair in _YES_OR_NO)
        return (
            Reason("where", f"{label(name)} is {named(values)}: do all rows count?", tuple(values))
            if doubtful
            else None
        )
    words = "is it a part of the case or a second question, or does it mark rows to leave out?"
    return Reason("case", f"{label(name)} varies within one {label(case)}: {words}")


def _is_constant(table: RawTable, name: str, codes: Any) -> bool:
    """Return whether a column has one value for each value of another, given by its codes."""
    own = table.coded(name)
    pairs = np.unique(codes.astype(np.int64) * len(own.names) + own.codes)
    return len(pairs) == int(codes.max(initial=-1)) + 1


# ---- a row per case and class ----------------------------------------------------------------------------------------


def _answer_values(table: RawTable, known: Known) -> Answer:
    header = table.header
    values = [name for name in header if names.is_value(name)]
    labels = [name for name in header if names.is_class(name) and name not in values]
    cases = [name for name in header if names.is_case(name) and name not in (*values, *labels)]
    fields: dict[str, Any] = {"layout": "values"}
    doubts: list[Reason] = []
    for role, candidates, words in (("case", cases, "case"), ("label", labels, "class"), ("value", values, "number")):
        if len(candidates) == 1:
            fields[role] = (candidates[0],) if role == "case" else candidates[0]
        else:
            doubts.append(Reason(role, f"Which column holds the {words}: {_or(candidates or header)}?"))
    for name in [name for name in header if name not in (*values, *labels, *cases)][:1]:
        kind = "system" if names.is_system(name) else "case"
        doubts.append(
            Reason(kind, f"What does {label(name)} hold: names of runs, a part of the case, or something else?")
        )
    if doubts:
        return _ask(doubts, fields)
    case, text, value = str(fields["case"][0]), str(fields["label"]), str(fields["value"])
    if table.repeat([case, text]) is not None:
        words = f"{label(case)} and {label(text)} are {_first_twice(table, [case, text])}: which columns name the case?"
        return _ask([Reason("case", words)], fields)
    if _has_empty(table, [case, text, value]):
        return _ask(
            [Reason("empty", f"A cell is empty ({_first_empty(table, [case, text, value])}): what does it mean?")],
            fields,
        )
    numbers = table.numbers(value)
    if numbers is None:
        cells = table.column(value)
        row = next(row for row, cell in enumerate(cells) if column_numbers([cell], table.decimal) is None)
        words = f"{label(value)} is {brief(cells[row])} in {table.place_of(row)}: which column holds the number?"
        return _ask([Reason("value", words)], {name: one for name, one in fields.items() if name != "value"})
    return _with_pairs(table, known, fields, numbers)


def _with_pairs(table: RawTable, known: Known, fields: dict[str, Any], numbers: FloatArray) -> Answer:
    """Answer for a table in which each case and class has one number."""
    texts = [canonical(text) for text in table.column(str(fields["label"]))]
    labels = list(dict.fromkeys(texts))
    settled = bool(known.classes) and {*labels} <= {*map(canonical, known.classes)}
    places, basis = order_of(labels)
    order = known.classes if settled else tuple(labels[place] for place in places)
    codes, cases = table.coded(str(fields["case"][0]))
    check_table(table.file, len(cases), len(order))
    column_of = {text: place for place, text in enumerate(map(canonical, order))}
    matrix = np.zeros((len(cases), len(order)))
    matrix[codes, [column_of[text] for text in texts]] = numbers
    doubts = [] if settled else _doubts_of_names(table, order, order, is_run=known.is_run)
    if basis == "file" and not (settled or doubts or known.is_run):
        doubts = [Reason("classes", f"What is the order of the classes {named(order)}?")]
    doubts += _doubts_of_rows([*cases], order, matrix) + (
        [] if settled else _doubts_of_numbers(order, matrix, is_run=known.is_run)
    )
    return _ask(doubts, fields) if doubts else Answer(TableMapping(**fields, classes=known.classes if settled else ()))

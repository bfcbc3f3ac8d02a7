"""Decide what the columns of a table are, from all of its rows and the user's decisions.

A column is a class if its label fits the others' and the rows add up with it: to 1, or to the number of votes that
other rows have. Where the evidence is contradictory, the user is asked; nothing is guessed.
"""

import re
from collections.abc import Iterable, Sequence

import numpy as np

from ordquant_core.errors import Repair
from ordquant_core.formats.labels import names_no_class, spelled
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.tables.columns import (
    COUNTS,
    MOST,
    NEAR_ONE,
    Columns,
    agreement,
    count_up,
    is_surely_label,
    is_unnamed_index,
    normal,
    numbers_in,
    place_of,
)
from ordquant_core.formats.tables.ratings import NAMED, are_sure_classes, looks_like_ratings, people_among, ratings_of
from ordquant_core.formats.tables.totals import totals_of
from ordquant_core.formats.text import DATE, PLAIN_NUMBER, canonical, is_date, is_number, label, numbers, shown
from ordquant_core.known_scales import rank_words
from ordquant_core.numerals import count, listed, percent, setting
from ordquant_core.records import FloatArray

MOST_VOTES = 10_000  # for one case, in a table that does not say that it holds votes
LEAST_BARE = 4  # columns of numbers in a table without a header whose rows do not add up
_ENOUGH = 5  # rows, from which on totals that agree are no chance
_LOOKED_AT = 256  # rows
_MOST_CLASSES = 21  # of a table with a row per class
_PART = re.compile(r"(.+)([_.:/|-])([^_.:/|-]+)")  # of a class: of which scale it is
_YEARS = 1900, 2100
_TIMES = 10**8, 10**16  # votes for one class in every row are fewer; seconds and microseconds since 1970 lie between


@np.errstate(over="ignore", invalid="ignore")  # finite numbers may have an infinite sum: it is no number of votes
def decide_columns(
    columns: Columns,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    problems: Problems,
    line: int,
    *,
    named: bool,
    known: frozenset[str] = frozenset(),
) -> Columns:
    """Decide what the columns are, from their names, from some rows, and from the user's decisions.

    `named`: the file has a header; `known`: the classes by what other files of the task say. What is unclear is a
    problem that asks; what is left out is noted.
    """
    rows = [row for row in rows[:_LOOKED_AT] if len(row) == len(header)]
    columns = _ids(columns, header, rows, problems, line, named=named)
    if not named:
        return columns
    columns = _people_alone(columns, header, rows, problems)
    columns = _without_texts(columns, header, rows, problems, line)
    rows = without_total_rows(rows, columns)
    return _without_doubtful(columns, header, rows, problems, line, known)


@np.errstate(over="ignore", invalid="ignore")
def faults_of_bare_rows(rows: Sequence[Sequence[str]], columns: Columns) -> str:
    """Say why rows without a header cannot be taken for votes or distributions as they are; "" where they can.

    Rows that add up, to 1 or to one number of votes, say what they are. Others may be ratings, times, or anything,
    where the ids are numbers, too.
    """
    classes = columns.classes
    values = bare_numbers(rows, columns)
    if len(values) < 2 or agreement(values.sum(axis=1)) >= MOST:
        return ""
    largest = float(values.sum(axis=1).max())
    if largest > MOST_VOTES:
        return f"the file has no header, and a row sums to {count(int(min(largest, 1e15)))}: too much for votes"
    if _YEARS[0] <= values.min() and values.max() <= _YEARS[1] and bool((values == np.rint(values)).all()):
        return "the file has no header, and its numbers may be years"
    numbered = all(is_number(row[place]) for row in rows for place in columns.keys if len(row) > place)
    if len(classes) < LEAST_BARE and numbered and bool((values == np.rint(values)).all()):
        return f"the file has no header, and its {count(len(classes), 'column')} of numbers do not add up"
    return ""


def bare_numbers(rows: Sequence[Sequence[str]], columns: Columns) -> FloatArray:
    """Return the numbers of the first rows of a table without a header."""
    whole = [row for row in rows[:_LOOKED_AT] if len(row) > max(columns.classes, default=0)]
    return numbers_in(whole, columns.classes)


def without_total_rows(rows: Sequence[Sequence[str]], columns: Columns) -> Sequence[Sequence[str]]:
    """Leave out rows that are the sum or the mean of others: they say nothing about the columns."""
    rows = [row for row in rows[:_LOOKED_AT] if len(row) > max((*columns.keys, *columns.classes), default=0)]
    read = {n: numbers([row[place] for place in columns.classes]) for n, row in enumerate(rows)}
    sound = {n: values for n, values in read.items() if values is not None}
    if not sound or not columns.classes:
        return rows
    cases = ["/".join(rows[n][place] for place in columns.keys) for n in sound]
    numbered = list(sound)
    totals = {numbered[place] for place in totals_of(cases, np.stack(list(sound.values())))}
    return [row for n, row in enumerate(rows) if n not in totals]


@np.errstate(over="ignore", invalid="ignore")
def turned(classes: Sequence[str], cases: Sequence[str], values: FloatArray) -> str:
    """Say why the rows of a table seem to be classes, not cases; "" where they do not.

    >>> values = np.array([[0.2, 0.7, 0.5], [0.8, 0.3, 0.5]])
    >>> turned(["a", "b", "c"], ["1", "2"], values)
    'the numbers of each column add up, not those of each row: the table seems to have a row per class'
    >>> turned(["a", "b"], ["1", "2", "3"], values.T)
    ''
    """
    if not 1 < len(cases) <= _MOST_CLASSES:
        return ""
    if {*cases} == {*classes} and not all(map(is_number, cases)):
        return "rows and columns have the same names, as in a table of two labels against each other"
    words = all(len(case) > 1 and not any(map(str.isdecimal, case)) for case in cases)
    if words and rank_words(cases) is not None and not are_sure_classes(classes):
        return f"the rows are called {listed([label(case) for case in cases], at_most=NAMED)}: they seem to be classes"
    few = len(classes) < _ENOUGH and bool((values == np.rint(values)).all())  # their sums may agree by chance
    named = are_sure_classes(classes) and not all(map(is_number, cases))
    if not (few or named) and agreement(values.sum(axis=0)) >= MOST > agreement(values.sum(axis=1)):
        return "the numbers of each column add up, not those of each row: the table seems to have a row per class"
    return ""


@np.errstate(over="ignore", invalid="ignore")
def cumulative(values: FloatArray) -> str:
    """Say why the rows of a table (cases, classes) seem to be cumulative votes; "" where they do not.

    >>> cumulative(np.array([[0.0, 3, 5], [1, 1, 5], [2, 4, 5], [5, 5, 5], [0, 0, 5]]))
    'every row grows to 5: the numbers may be cumulative, each with those of the classes before it'
    """
    if len(values) < _ENOUGH or values.shape[1] < 3 or (np.diff(values, axis=1) < 0).any():
        return ""
    last = values[:, -1]
    if last[0] < 1 or (last != last[0]).any() or agreement(values.sum(axis=1)) >= MOST:
        return ""
    most = setting(float(last[0]))
    return f"every row grows to {most}: the numbers may be cumulative, each with those of the classes before it"


# --- ids ---


def _ids(
    columns: Columns,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    problems: Problems,
    line: int,
    *,
    named: bool,
) -> Columns:
    chosen = problems.choices.id_columns
    if chosen is not None:
        places = [place for text in chosen if (place := place_of(header, text)) is not None]
        if named and len(places) == len(chosen):
            return _with_keys(columns, tuple(sorted(places)))
    if named and len(columns.classes) > 1 and is_unnamed_index(header[0]):
        return _with_index(columns, header, rows, problems)
    rest, first = columns.classes, columns.classes[:1]
    if columns.named or not rest or not rows:
        return columns if columns.named else _with_keys(columns, first)
    values = [row[first[0]].strip() for row in rows]
    distinct = len(set(values))
    unique = distinct == len(values)
    if not all(map(is_number, values)):
        if not named or distinct >= MOST * len(values):
            return _with_keys(columns, first)
        facts = "words"
    else:
        places = [place for place in rest if all(is_number(row[place]) for row in rows)]
        together = agreement(numbers_in(rows, places).sum(axis=1))
        alone = agreement(numbers_in(rows, [place for place in places if place != first[0]]).sum(axis=1))
        labels = [header[place] for place in rest]
        fits = named and (all(map(is_number, labels)) or rank_words(labels) is not None)
        strong = len(rows) >= _ENOUGH or not _whole(rows, places)  # few rows of votes may agree by chance
        if len(rows) > 1 and together >= MOST > alone and (strong or fits):
            problems.notes.append(f"{problems.file}: no column holds ids: rows are numbered from 1")
            return columns._replace(keys=())
        odd = named and not is_number(header[first[0]]) and any(is_number(header[place]) for place in rest[1:])
        counts = len(rows) >= _ENOUGH and count_up(values)
        if unique and together < MOST and not fits and (odd or not named or counts or (strong and alone >= MOST)):
            return _with_keys(columns, first)
        if not named and len(rows) == 1:
            return _with_keys(columns, first)
        facts = f"numbers, and {percent(together, 1)} of the rows add up with it, {percent(alone, 1)} without it"
    if problems.choices.no_ids:
        problems.notes.append(f"{problems.file}: no column holds ids: rows are numbered from 1")
        return columns._replace(keys=(), classes=rest)
    name = label(header[first[0]].strip()) if named else "1"
    repeated = "" if unique else f" ({count(len(values) - distinct)} of {count(len(values))} are repeated)"
    seen = f"it is not clear which column holds the ids: column {name} holds {facts}{repeated}"
    action = "name it case or id in the header, or choose the id column"
    problems.add(line, f"line {line}", seen, action, ["no-ids"], "ids")
    return _with_keys(columns, first)


def _with_keys(columns: Columns, keys: tuple[int, ...]) -> Columns:
    """Make these columns the ids; other columns with names of ids stay with the cases."""
    extras = sorted({*columns.extras, *columns.keys} - {*keys})
    classes = tuple(place for place in columns.classes if place not in keys)
    return columns._replace(keys=keys, classes=classes, extras=tuple(extras), named=True)


def _with_index(columns: Columns, header: Sequence[str], rows: Sequence[Sequence[str]], problems: Problems) -> Columns:
    """Take the first column, which has no name, for what pandas writes: row numbers beside ids, or the ids."""
    counts = count_up([row[0].strip() for row in rows])
    others = tuple(place for place in columns.keys if place)
    if others and counts:
        problems.notes.append(f"{problems.file}: column 1 has no name and numbers the rows: it is ignored")
        return _with_keys(columns, others)._replace(classes=tuple(p for p in columns.classes if p))
    return _with_keys(columns, others or (0,))._replace(numbers_rows=counts and not others)


# --- classes ---


def _without_texts(
    columns: Columns, header: Sequence[str], rows: Sequence[Sequence[str]], problems: Problems, line: int
) -> Columns:
    """Take columns without a number, or of totals, for texts: a problem each, unless the user leaves them out."""
    last = columns.classes[-1] if columns.classes else 0
    if rows and last == len(header) - 1 and not any(row[last].strip() for row in (header, *rows)):  # a trailing comma
        problems.notes.append(f"{problems.file}: the last column has no name and is empty: it is ignored")
        columns = columns._replace(classes=columns.classes[:-1])
    chosen = _chosen(problems)
    counts = [p for p in columns.classes if normal(header[p]) in COUNTS and canonical(header[p]) not in chosen]
    counts = [p for p in counts if normal(header[p]) != "n" or _may_be_total(p, columns.classes, rows)]
    texts = [p for p in columns.classes if len(rows) > 1 and not any(is_number(row[p]) for row in rows)]
    texts = sorted({*counts, *texts})
    if not texts or len(columns.classes) - len(texts) < 2:
        if len(columns.classes) == 2 and counts and not chosen:  # nothing but a part and the whole
            where, action = f"column {label(header[counts[0]])}", "give a column per class"
            problems.add(line, where, "is named like a total of votes", action, asks="classes")
        return columns
    for place in texts:
        where, example = f"column {label(header[place])}", next((r[place] for r in rows if r[place]), "")
        seen = "is named like a total of votes" if place in counts else f"holds no numbers, but {shown(example)}"
        if problems.choices.drop_classes or chosen:
            problems.notes.append(f"{problems.file}: {where} is not a class: it {seen}")
        else:
            action = "if it is a class, name it like the others; otherwise name it text, link or comment"
            problems.add(line, where, seen, action, ["drop-classes"], "classes")
    return _aside(columns, texts)


def _may_be_total(place: int, places: Sequence[int], rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a column called `n` may count the votes of the others: a class may be called so, too.

    It is a class where the rows add up only with it, or where it is mostly less than the sum of the others.
    """
    values = numbers_in(rows, places)
    if not len(values):
        return True
    own, totals = values[:, places.index(place)], values.sum(axis=1)
    if (np.abs(own - (totals - own)) <= NEAR_ONE).mean() >= MOST:
        return True
    together = len(values) > 1 and agreement(totals) >= MOST > agreement(totals - own)
    return not together and bool((own >= totals - own).mean() >= MOST)


def _without_doubtful(
    columns: Columns,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    problems: Problems,
    line: int,
    known: frozenset[str],
) -> Columns:
    """Ask about columns of numbers that need not be classes; leave them out if the user says so."""
    places = columns.classes
    chosen = _chosen(problems)
    if chosen:
        given = [place for place in places if canonical(header[place]) in chosen]
        if len(given) < 2:
            return columns
        numbers = all(map(PLAIN_NUMBER.fullmatch, chosen))
        odd = [place for place in places if place not in given and not _may_be_class(header[place], numbers=numbers)]
        for place in odd:
            problems.notes.append(f"{problems.file}: column {label(header[place])} is not among the chosen classes")
        return _aside(columns, odd)
    labels, values = [header[place] for place in places], numbers_in(rows, places)
    doubt = "" if known.issuperset(map(canonical, labels)) else looks_like_ratings(labels, _with_gaps(rows, places))
    if doubt:
        return columns._replace(doubt=doubt)
    doubtful = {
        place: why for place, why in _doubtful(places, header, rows).items() if canonical(header[place]) not in known
    }
    if not doubtful:
        return columns
    voted = _with_votes(doubtful, places, values)
    for place, seen in doubtful.items():
        where = f"column {label(header[place].strip())}"
        if problems.choices.drop_classes and len(doubtful) < len(places) - 1:
            lost = f"; its {count(voted.get(place, 0), 'vote')} in the first {count(len(values), 'row')} are left out"
            problems.notes.append(f"{problems.file}: {where} is not a class: {seen}{lost if place in voted else ''}")
        else:
            action = "name all classes in their order, or leave the column out"
            may_go = len(doubtful) < len(places) - 1 and place not in voted
            offered: list[Repair] = ["drop-classes"] if may_go else []
            problems.add(line, where, f"this may not be a class: {seen}", action, offered, "classes")
    return _aside(columns, list(doubtful)) if len(doubtful) < len(places) - 1 else columns


def _people_alone(
    columns: Columns, header: Sequence[str], rows: Sequence[Sequence[str]], problems: Problems
) -> Columns:
    """Keep the columns of people alone, where these hold ratings: their mean may stand beside them, or a majority."""
    people = [columns.classes[n] for n in people_among([header[place] for place in columns.classes])]
    rest = [place for place in columns.classes if place not in people]
    if not people or not rest or problems.choices.classes:
        return columns
    if not looks_like_ratings([header[place] for place in people], _with_gaps(rows, people)):
        return columns
    named = listed([label(header[place].strip()) for place in rest], at_most=NAMED)
    what = "column" if len(rest) == 1 else "columns"
    problems.notes.append(f"{problems.file}: {what} {named} not counted: the others have names of annotators")
    return _aside(columns, rest)


def _with_gaps(rows: Sequence[Sequence[str]], places: Sequence[int]) -> FloatArray:
    """Return the rows that hold nothing but numbers and cells without a rating, which become nan."""
    found = (ratings_of([row[place] for place in places]) for row in rows)
    whole = [row for row in found if row is not None]
    return np.concatenate(whole).reshape(len(whole), len(places)) if whole else np.empty((0, len(places)))


def _doubtful(places: Sequence[int], header: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[int, str]:
    """Return the columns whose label or numbers do not agree with the others', and why."""
    named = {place: "its name is that of labels" for place in places if is_surely_label(header[place])}
    if named or len(places) < 2:
        return named
    dates = [place for place in places if is_date(header[place])]
    if dates:
        return dict.fromkeys(dates, f"its label is {DATE}")
    twice = _of_two(places, [header[place].strip() for place in places])
    if twice:
        return twice
    values = numbers_in(rows, places)
    large = [
        p
        for p, column in zip(places, values.T, strict=True)
        if len(values) and _TIMES[0] < column.min() <= column.max() < _TIMES[1]
    ]
    if large:
        return dict.fromkeys(large, "its numbers are too large for votes, as times are")
    if len(places) < 3:
        return {}
    numeric = {place for place in places if PLAIN_NUMBER.fullmatch(canonical(header[place]))}
    words = [p for p in places if p not in numeric and not names_no_class(header[p])]
    if numeric and words:
        odd = words if len(numeric) >= len(words) else sorted(numeric)
        kind = "not a number, unlike the other labels" if odd is words else "a number, unlike the other labels"
        return dict.fromkeys(odd, f"its label is {kind}")
    if len(values) < 2:
        return {}
    totals = values.sum(axis=1)
    whole = bool((values == np.rint(values)).all()) and bool((totals > 1).any())
    if agreement(totals) >= MOST:
        if numeric or not whole or rank_words([header[place] for place in places]) is not None:
            return {}
        same = [p for p, column in zip(places, values.T, strict=True) if (column == column[0]).all()]
        if len(same) > len(places) - 2:
            return {}
        return dict.fromkeys(same, "it holds the same number in every row")
    alone = [
        place
        for place, column in zip(places, values.T, strict=True)
        if agreement(totals - column) >= MOST and not (numeric and (whole and len(values) < 5))
    ]
    if len(alone) == 1 and not _evenly_spaced([header[place] for place in numeric]):
        return {alone[0]: "the rows add up only without it"}
    if numeric or not whole or rank_words([header[place] for place in places]) is not None:
        return {}
    return dict.fromkeys(places, "the rows differ in their number of votes, so the sums cannot confirm it")


def _of_two(places: Sequence[int], labels: Sequence[str]) -> dict[int, str]:
    """Return columns that stand twice, as pandas names the second, or those of several scales or systems, and why."""
    parts = {place: _PART.fullmatch(text) for place, text in zip(places, labels, strict=True)}
    again = {
        p: part[1] for p, part in parts.items() if part and part[2] == "." and part[3].isdigit() and part[1] in labels
    }
    if again and not (all(map(is_number, labels)) and _evenly_spaced(labels)):
        return {place: f"it may be a second column {label(first)}" for place, first in again.items()}
    scales: dict[str, list[str]] = {}
    for part in parts.values():
        if part:
            scales.setdefault(part[1], []).append(part[3])
    points = next(iter(scales.values()), [])
    scale = len(points) > 1 and (all(map(is_number, points)) or rank_words(points) is not None)
    if len(scales) < 2 or not scale or not all(parts.values()) or rank_words(labels) is not None:
        return {}
    if any(sorted(some) != sorted(points) for some in scales.values()) or any(map(is_number, scales)):
        return {}
    named = listed([label(name) for name in scales], at_most=NAMED)
    return dict.fromkeys(places, f"{named} have the same classes each, as several scales or systems do")


def _with_votes(doubtful: Iterable[int], places: Sequence[int], values: FloatArray) -> dict[int, int]:
    """Return the doubtful columns without which rows of votes add up no longer, and the votes in each."""
    totals = values.sum(axis=1)
    if not len(values) or not (values == np.rint(values)).all() or agreement(totals) < MOST or totals.max() <= 1:
        return {}
    columns = {place: values[:, places.index(place)] for place in doubtful}
    return {place: int(column.sum()) for place, column in columns.items() if agreement(totals - column) < MOST}


def _evenly_spaced(numbers: Sequence[str]) -> bool:
    """Return whether labels that are numbers stand at equal distances, as those of classes do."""
    steps = np.diff(sorted(float(canonical(number)) for number in numbers))
    return len(steps) > 0 and bool(np.allclose(steps, steps[0]))


def _may_be_class(text: str, *, numbers: bool) -> bool:
    """Return whether a column has the name of a class, though the user has not named it as one."""
    plain = PLAIN_NUMBER.fullmatch(canonical(text)) is not None
    return names_no_class(text) or (numbers and plain)


def _chosen(problems: Problems) -> frozenset[str]:
    classes = problems.choices.classes
    return frozenset() if classes is None else frozenset(spelled(classes))


def _aside(columns: Columns, places: Sequence[int]) -> Columns:
    """Keep some columns with the cases, as texts."""
    classes = tuple(place for place in columns.classes if place not in set(places))
    return columns._replace(classes=classes, extras=tuple(sorted({*columns.extras, *places})))


def _whole(rows: Sequence[Sequence[str]], places: Sequence[int]) -> bool:
    values = numbers_in(rows, places)
    return bool((values == np.rint(values)).all())

"""Tasks from tables of pandas: votes are counted, predictions sorted by run, gold and runs checked as files are.

A frame of distributions has a row per case, its index the ids, and a column per class: votes or probabilities.
Nothing here is dropped, filled in or taken by position.

From a long table of votes and a table of predictions to a comparison of two systems:

>>> import pandas as pd
>>> import ordquant_core as oq
>>> people = ["ann", "bob", "cid", "dot"]
>>> votes = pd.DataFrame(
...     [(f"D{n}", people[k], 1 + n * (k + 1) % 5) for n in range(1, 13) for k in range(4)],
...     columns=["dialogue", "annotator", "rating"],
... )
>>> gold = oq.from_votes(votes, item="dialogue", annotator="annotator", rating="rating")
>>> gold.loc["D1"].to_dict()
{1: 0, 2: 1, 3: 1, 4: 1, 5: 1}
>>> shares = {"bert": (0.1, 0.2, 0.4, 0.2, 0.1), "rules": (0.8, 0.0, 0.0, 0.0, 0.2)}
>>> predictions = pd.DataFrame(
...     [(f"D{n}", system, *shares[system]) for n in range(12, 0, -1) for system in shares],
...     columns=["dialogue", "system", 1, 2, 3, 4, 5],
... )
>>> task = oq.from_frames(gold, oq.from_predictions(predictions, item="dialogue", run="system"))
>>> task.runs, task.classes
(('bert', 'rules'), ('1', '2', '3', '4', '5'))
>>> scores = oq.score(task, ["NMD", "RNOD"])
>>> scores.to_frame().groupby(["measure", "run"])["score"].mean().round(3).to_dict()
{('NMD', 'bert'): 0.187, ('NMD', 'rules'): 0.388, ('RNOD', 'bert'): 0.183, ('RNOD', 'rules'): 0.596}
>>> results = oq.results(task, ["NMD", "RNOD"])  # the means with intervals; a test of all pairs of runs
>>> results.to_frame()[["measure", "run", "rank", "group"]].to_csv(index=False).split()
['measure,run,rank,group', 'NMD,bert,1,a', 'NMD,rules,2,b', 'RNOD,bert,1,a', 'RNOD,rules,2,b']
>>> results.to_frame(pairs=True)["p"].lt(0.05).tolist()
[True, True]
>>> from ordquant_core.figures.systems import draw_groups
>>> figure = draw_groups(results, "NMD")  # runs that do not differ significantly are joined by a bar
>>> figure.write_html("systems.html")  # doctest: +SKIP
"""

from __future__ import annotations  # help() shows types as they are written

import warnings
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, NoReturn

import numpy as np
import pandas as pd

from ordquant_core.errors import InputError, OrdquantError, Problem, UnknownNameError, extra
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.rows import Part, Problems, to_content
from ordquant_core.formats.text import canonical, case_place, id_fault
from ordquant_core.formats.text import label as quoted
from ordquant_core.known_scales import lacking_end
from ordquant_core.labelled import IDS, known_order, no_number, other_types
from ordquant_core.numerals import count
from ordquant_core.records import Annotations, Task
from ordquant_core.tasks.align import align, is_on_classes
from ordquant_core.tasks.file_read import gold_of, run_of
from ordquant_core.tasks.positions import with_positions

Frame = Any  # a DataFrame of pandas
MOST_NAMED = 5  # rows, labels or columns in a message
LONGEST_GAP = 1000  # classes that nobody chose between two that somebody did
ONE_RUN = "run"  # the name of the run of a table without a column of runs


def from_frames(
    gold: Frame,
    runs: Mapping[str, Frame] | None = None,
    *,
    classes: Sequence[Hashable] | None = None,
    name: str = "gold",
    choices: Decisions = NOTHING,
    annotations: Frame | None = None,
    votes: bool | None = None,
) -> Task:
    """Make a task of a gold frame and a frame per run, matched by their labels.

    The classes have the order of `classes`, of ordered categories of the columns, of their numbers or of a known scale
    of words; else that of the gold's columns, and the notes of the task say so. `choices` allows repairs, and says what
    else `task.json` may say, such as `positions`. `annotations` says whose vote is whose, with a row per case and a
    column per person: of a table of votes, `votes.pivot(index=item, columns=annotator, values=rating)`. `votes` says
    whether the gold holds votes or probabilities; None: as it shows, and rows with a single 1 are probabilities.

    Raises `InputError` with every problem, as for files: a case or class that is missing or surplus, a row that is no
    distribution, a column without numbers. Raises `OrdquantError` where `annotations` are not the votes of the gold.

    >>> import pandas as pd
    >>> gold = pd.DataFrame({"bad": [1, 0], "fair": [2, 1], "good": [0, 3]}, index=["a", "b"])
    >>> run = pd.DataFrame({"good": [0.5, 0], "fair": [0.5, 0.5], "bad": [0, 0.5]}, index=["b", "a"])
    >>> from_frames(gold, {"mine": run}).estimates.tolist()  # rows and columns are matched by their labels
    [[[0.5, 0.5, 0.0], [0.0, 0.5, 0.5]]]
    """
    votes = True if annotations is not None else votes
    if not isinstance(runs, Mapping | None):
        raise OrdquantError(
            "`runs` is no dictionary; give the frame of each run under its name, {'my run': frame}, as "
            "oq.from_predictions makes them of one table."
        )
    if classes is None and getattr(getattr(gold, "columns", None), "ordered", False):
        present = set(gold.columns)
        classes = [one for one in gold.columns.categories if one in present]
    decided = choices if classes is None else _with_classes(choices, classes)
    decided = replace(decided, positions_from=decided.positions_from or "choices")
    try:
        the_gold, problems = gold_of(_distributions_in(name, gold, decided, votes=votes), name, name)
        pairs = [run_of(_distributions_in(str(run), frame, choices), str(run)) for run, frame in (runs or {}).items()]
    except InputError as error:  # a frame that cannot be read at all
        raise InputError(error.problems, python=True) from None
    if problems:
        raise InputError([*problems, *(problem for _, more in pairs for problem in more)], python=True)
    aligned = align(the_gold, pairs, name, decided)
    if aligned.task is None:
        raise InputError(_causes(aligned.problems), python=True)
    task = aligned.task
    if annotations is not None:
        task = replace(task, annotations=_annotations_in(annotations, task))
    task = with_positions(task, decided)
    return _with_note_on_order(task, the_gold.ordered_by, name)


def _annotations_in(frame: Frame, task: Task) -> Annotations:
    """Return the classes that persons gave the cases of a task. Raises `OrdquantError` where they are not its votes."""
    _check_frame(frame, [])
    row_of = {_text(one): row for row, one in enumerate(frame.index)}
    lacking = [case for case in task.cases if case not in row_of]
    if lacking:
        action = "give a row per case of the gold, its index the ids"
        raise OrdquantError(f"`annotations` has no row for {case_place(lacking[0])}; {action}.")
    cells = frame.iloc[[row_of[case] for case in task.cases]].to_numpy(dtype=object)
    number_of: dict[str, int] = {text: number for number, text in enumerate(task.classes)} | {"": -1}
    texts = [[_text(cell) for cell in row] for row in cells]
    unknown = next((text for row in texts for text in row if text not in number_of), None)
    if unknown is not None:
        raise OrdquantError(f"`annotations` holds {quoted(unknown)}; the classes are {', '.join(task.classes)}.")
    numbers = np.array([[number_of[text] for text in row] for row in texts], dtype=np.int16)
    counts = np.stack([(numbers == number).sum(axis=1) for number in range(len(task.classes))], axis=1)
    differs = np.flatnonzero((counts != task.votes).any(axis=1)).tolist()
    if differs:
        of_gold, its = (side[differs[0]].tolist() for side in (np.asarray(task.votes), counts))
        raise OrdquantError(
            f"`annotations` gives {case_place(task.cases[differs[0]])} the votes {its}, the gold {of_gold}; give both "
            "from the same table of votes."
        )
    return numbers


def _causes(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems without those of rows whose columns are not the classes of the gold.

    No repair is offered for such columns where it would leave rows that are no distributions.
    """
    with_classes = {one.file for one in problems if is_on_classes(one)}
    more = {one.file for one in problems if not is_on_classes(one)}
    return [
        replace(one, choices=()) if one.file in with_classes & more else one
        for one in problems
        if is_on_classes(one) or one.file not in with_classes
    ]


def _with_classes(choices: Decisions, classes: Sequence[Hashable]) -> Decisions:
    return replace(choices, classes=tuple(_text(one) for one in _in_order(classes)))


def _in_order(classes: Sequence[Hashable]) -> list[Hashable]:
    """Return the classes that were named as a list; refuse what names none."""
    if isinstance(classes, str) or not isinstance(classes, Iterable):
        raise OrdquantError(f"`classes` is {classes!r}; give the labels as a list, in their order: ['bad', 'good'].")
    return list(classes)


def _with_note_on_order(task: Task, ordered_by: str, name: str) -> Task:
    if ordered_by != "file":
        return task
    listed = ", ".join(map(quoted, task.classes))
    note = f"{name}: classes in the order of its columns, {listed}; if that is not the order, give `classes`"
    return replace(task, notes=(*task.notes, note))


def _distributions_in(name: str, frame: Frame, choices: Decisions, *, votes: bool | None = None) -> Part:
    """Read a frame of distributions row by row, and note what is wrong. Raises `InputError` for what stops that."""
    _check_shape(name, frame)
    classes = tuple(_text(one) for one in frame.columns)
    _check_numbers(name, frame, classes)
    twice = sorted({text for text in classes if classes.count(text) > 1})
    if twice:
        raise InputError([Problem(name, f"class {quoted(twice[0])}", "occurs twice", "give every class once")])
    if len(classes) < 2:
        _refuse(name, f"has {count(len(classes), 'column')}", "give a column per class: at least two are needed")
    columns = [column.infer_objects().to_numpy(dtype=np.float64, na_value=np.nan) for _, column in frame.items()]
    values = np.stack(columns, axis=1)
    problems, kept = Problems(name, choices), dict[str, int]()
    for row, case in enumerate(_text(one) for one in frame.index):
        fault = id_fault(case)
        if fault:
            problems.fault(row, f"row {row + 1}", f"its id {fault}", "give every row of the index the id of a case")
        elif case in kept:
            problems.repeat(row, case, f"{case_place(case)} occurs twice")
        else:
            kept[case] = row
    rows = list(kept.values())
    return Part("", to_content(classes, list(kept), values[rows], rows, problems, votes=votes), problems)


def _check_shape(name: str, frame: Frame) -> None:
    """Refuse what is no frame with a row per case, its index the ids, and a column per class."""
    if not hasattr(frame, "iloc") or frame.ndim != 2:
        action = f"give a DataFrame, a row per case and a column per class{_hint_conversion(frame)}"
        _refuse(name, f"is {_kind(frame)}", action)
    if frame.columns.nlevels > 1:
        seen = f"its columns have {frame.columns.nlevels} levels, such as {_text(frame.columns[0])}"
        _refuse(name, seen, f"give the columns of one run, its classes alone: frame[{frame.columns[0][0]!r}]")
    if not len(frame):
        _refuse(name, "has no rows", "give a row per case")
    ids = [one for one in frame.columns if str(one).casefold() in IDS]
    if ids and _is_numbered(frame.index):
        seen = f"column {ids[0]} has a name of ids, and the index numbers the rows"
        _refuse(name, seen, f"set it as the index: frame.set_index({ids[0]!r})")


def _refuse(name: str, seen: str, action: str) -> NoReturn:
    raise InputError([Problem(name, "", seen, action)])


def _check_numbers(name: str, frame: Frame, classes: Sequence[str]) -> None:
    """Refuse columns without numbers, all of them in one problem."""
    faults = [no_number(column) for _, column in frame.items()]
    bad = [place for place, fault in enumerate(faults) if fault]
    if not bad:
        return
    named = f"column{'s' * (len(bad) > 1)} {_name_first([quoted(classes[place]) for place in bad])}"
    hold = "holds" if len(bad) == 1 else "hold"
    first = faults[bad[0]] if len(bad) == 1 else f"{faults[bad[0]]} of the first"
    action = "give numbers: frame.astype(float) makes them of text and truth values"
    if len(bad) < len(classes):
        action += f"; a column of ids is set as the index: frame.set_index({classes[bad[0]]!r})"
    raise InputError([Problem(name, named, f"{hold} {first}, no numbers", action)])


def _is_numbered(index: Any) -> bool:
    """Return whether an index is that of a frame to which nobody has given one."""
    return bool(index.nlevels == 1 and index.name is None and list(index) == list(range(len(index))))


def _hint_conversion(value: object) -> str:
    """Say how an object becomes a DataFrame, where that is known."""
    if hasattr(value, "to_pandas"):  # of Polars, Arrow and others
        return ": .to_pandas().set_index(…) makes it"
    return " (of one case: series.to_frame().T)" if hasattr(value, "iloc") else ""


def _kind(value: object) -> str:
    return f"an object of the type {type(value).__name__}"


def _text(value: Any) -> str:
    """Return a label as files spell it; of several parts, as of a MultiIndex, with / between."""
    if isinstance(value, tuple):
        return "/".join(map(_text, value))
    plain = value.item() if isinstance(value, np.generic) else value
    return "" if pd.isna(plain) else canonical(repr(plain) if isinstance(plain, float) else str(plain))


def from_votes(
    votes: Frame,
    *,
    item: str | Sequence[str],
    annotator: str | None,
    rating: str,
    classes: Sequence[Hashable] | None = None,
) -> pd.DataFrame:
    """Count the ratings of a table with a row per vote: a row per item, in the order of the table, a column per class.

    `item`, `annotator` and `rating` name columns; several columns may make the id of an item, and with `annotator=None`
    each row is the vote of somebody else. The classes are the ordered categories of the ratings, or `classes`; else the
    ratings that occur, in the order of their numbers or of a known scale of words. What nobody chose is then no class:
    a gap in whole numbers is refused, an end of the scale without votes has to be named, and of known scales (1, 2, …;
    -2 to 2; words) a warning says so. Tables of Polars and Arrow are converted. Where `classes` or categories
    give an order that labels alone do not have, the columns are ordered categories, which measures use.

    Raises `OrdquantError`, naming rows, for a missing item, annotator or rating, two ratings of an item by one
    annotator, a rating that is not among `classes`, and an order that is not known.

    >>> import pandas as pd
    >>> votes = pd.DataFrame({"id": ["a", "a", "b"], "by": [1, 2, 1], "rating": [3, 1, 2]})
    >>> from_votes(votes, item="id", annotator="by", rating="rating").to_csv().split()
    ['id,1,2,3', 'a,1,0,1', 'b,0,1,0']
    """
    keys, votes = _keys(item), _as_pandas(votes)
    _check_frame(votes, [*keys, *([] if annotator is None else [annotator]), rating])
    if not len(votes):
        raise OrdquantError("The table of votes is empty: give a row per vote.")
    for column in (*keys, *([] if annotator is None else [annotator]), rating):
        _check_missing(votes, column)
    if annotator is not None:
        _check_once(votes, keys, [annotator], "")
    order = _classes_of(votes[rating], classes)
    items = pd.Index(votes[item]) if isinstance(item, str) else pd.MultiIndex.from_frame(votes[keys])
    codes, names = pd.factorize(items)
    places = votes[rating].astype(object).map({one: place for place, one in enumerate(order)}).to_numpy(dtype=np.int64)
    counts = np.bincount(codes * len(order) + places, minlength=len(names) * len(order))
    index = names.set_names(items.names)
    return pd.DataFrame(counts.reshape(len(names), len(order)), index=index, columns=_columns(order))


def from_predictions(
    predictions: Frame,
    *,
    item: str | Sequence[str],
    run: str | None = None,
    classes: Sequence[Hashable] | None = None,
    prediction: str | None = None,
    label: str | None = None,
    probability: str | None = None,
) -> dict[str, pd.DataFrame]:
    """Sort a table of predictions by run: a frame of distributions each, in the order of their first rows.

    `item` names the column of the ids, or several; `run` that of the runs (without it, all rows are of a run called
    "run"). A row is one of three things:

    - the distribution of an item, a column per class: `classes` names these columns, by default all others;
    - one probability of it: `label` names the column of the classes, `probability` that of the numbers;
    - a single predicted class: `prediction` names the column, and all probability is on that class of `classes`.

    Raises `OrdquantError`, naming rows, for what is missing or occurs twice. Sums are checked by `from_frames`.

    >>> import pandas as pd
    >>> table = pd.DataFrame({"id": ["a", "b"], "system": ["s1", "s1"], "bad": [0.5, 0], "good": [0.5, 1]})
    >>> from_predictions(table, item="id", run="system")["s1"].loc["b"].to_dict()
    {'bad': 0.0, 'good': 1.0}
    >>> table = pd.DataFrame({"id": ["a", "b"], "rating": [3, 1]})
    >>> from_predictions(table, item="id", prediction="rating", classes=[1, 2, 3])["run"].to_csv().split()
    ['id,1,2,3', 'a,0.0,0.0,1.0', 'b,1.0,0.0,0.0']
    """
    keys, predictions = _keys(item), _as_pandas(predictions)
    given = [one for one in (prediction, label, probability) if one is not None]
    if (label is None) != (probability is None) or (prediction is not None and label is not None):
        raise OrdquantError("Give `label` and `probability` together, or `prediction`, or none of them.")
    wide = not given
    named = [] if classes is None else _in_order(classes)
    _check_frame(predictions, [*keys, *([] if run is None else [run]), *given, *(named if wide else [])])
    for column in (*keys, *([] if run is None else [run]), *given):
        _check_missing(predictions, column)
    parts = {ONE_RUN: predictions} if run is None else dict(iter(predictions.groupby(run, sort=False, observed=True)))
    if wide:
        used = {*keys, run}
        columns = [one for one in predictions.columns if one not in used] if classes is None else named
        _check_distributions(predictions, columns, run, chosen=classes is not None)
    else:
        columns = _classes_of(predictions[prediction or label], classes)
    by_run = {}
    for name, rows in parts.items():
        where = "" if run is None else f" of run {name}"
        by = item if isinstance(item, str) else keys
        instead = ", or name the column of the runs: run=…" if run is None else ""
        _check_once(rows, keys, [] if label is None else [label], where, instead)
        if wide:
            frame = rows.set_index(by)[columns]
        elif label is not None:
            tall = rows.set_index([*keys, label])[probability]
            wanted = tall.index.droplevel(-1).unique()
            frame = tall.unstack().reindex(index=wanted, columns=columns)  # noqa: PD010 - a pivot table would average
            _check_filled(frame, where)
        else:
            ones = rows[prediction].to_numpy()[:, None] == np.array(columns, dtype=object)[None]
            frame = pd.DataFrame(ones.astype(np.float64), index=rows.set_index(by).index)
        if not wide or classes is not None:
            frame.columns = _columns(columns)
        by_run[str(name)] = frame
    return by_run


def _keys(item: str | Sequence[str]) -> list[Any]:
    """Return the columns whose values are the id of an item."""
    return list(item) if isinstance(item, list | tuple) else [item]


def _check_distributions(frame: Frame, columns: Sequence[Any], run: str | None, *, chosen: bool) -> None:
    """Refuse columns of text among those of the classes, and say how others than these are named."""
    faults = {column: no_number(frame[column]) for column in columns}
    bad = [column for column, fault in faults.items() if fault]
    if not bad:
        return
    action = "give numbers: frame.astype({…: float}) makes them of text"
    if not chosen and len(bad) < len(columns):
        classes = [column for column in columns if column not in bad]
        action = f"name the columns of the classes: classes=[{_reprs(classes)}]"
        if run is None and len(bad) == 1:
            action = f"if it names the runs, say run={bad[0]!r}; else {action}"
    raise OrdquantError(f"Column {bad[0]!r} holds {faults[bad[0]]}, no probabilities; {action}.")


def _as_pandas(table: Any) -> Any:
    """Return the table of another library, such as Polars or Arrow, as a DataFrame."""
    if hasattr(table, "iloc") or not hasattr(table, "to_pandas"):
        return table
    with extra("formats", ".to_pandas()"):  # of Polars needs pyarrow
        return table.to_pandas()


def _check_frame(frame: Frame, columns: Sequence[Hashable]) -> None:
    """Refuse what is no DataFrame, or lacks a column."""
    if not hasattr(frame, "iloc") or frame.ndim != 2:
        raise OrdquantError(f"This is {_kind(frame)}; give a DataFrame.")
    for column in columns:
        if not isinstance(column, Hashable):
            raise OrdquantError(f"{column!r} is given as the name of one column; give it as a text or a number.")
        if column not in frame.columns:
            index = " (what is in the index becomes a column by .reset_index())" if column in frame.index.names else ""
            near = get_close_matches(str(column), [str(one) for one in frame.columns], n=1)
            meant = f"; did you mean {near[0]!r}?" if near else "."
            raise UnknownNameError(
                f"The table has no column {column!r}, but {_reprs(list(frame.columns))}{index}{meant}"
            )
    twice = [column for column in columns if columns.count(column) > 1 or list(frame.columns).count(column) > 1]
    if twice:
        raise OrdquantError(f"Column {twice[0]!r} is named twice; give every column one meaning.")


def _check_missing(frame: Frame, column: str) -> None:
    missing = frame[column].isna().to_numpy()
    if missing.any():
        rows = _name_first([str(one) for one in frame.index[missing].tolist()])
        raise OrdquantError(
            f"Column {column!r} has no value in {count(int(missing.sum()))} of {count(len(frame))} rows "
            f"(index {rows}); "
            f"complete them, or leave them out yourself: frame.dropna(subset=[{column!r}])."
        )


def _check_once(frame: Frame, keys: Sequence[str], others: Sequence[str], where: str, instead: str = "") -> None:
    """Refuse rows that say a second time what the columns say of an item."""
    again = frame.duplicated([*keys, *others]).to_numpy()
    if again.any():
        row = frame.iloc[int(again.argmax())]
        other = "".join(f", {column} {row[column]}" for column in others)
        more = int(again.sum()) - 1
        others_too = f"; so do{'es' * (more == 1)} {count(more, 'more row')}" if more else ""
        raise OrdquantError(
            f"Row {row.name} repeats item {_text(tuple(row[key] for key in keys))}{where}{other}{others_too}. Keep one "
            f"row of each item{instead}."
        )


def _check_filled(frame: Frame, where: str) -> None:
    empty = frame.isna().to_numpy()
    if empty.any():
        row, place = np.argwhere(empty)[0]
        raise OrdquantError(
            f"Item {_text(frame.index[row])}{where} has no probability for {_text(frame.columns[place])}; "
            "give every class a row, also for 0."
        )


def _name_first(texts: Sequence[str]) -> str:
    more = len(texts) - MOST_NAMED
    return f"{', '.join(texts[:MOST_NAMED])}{f' and {count(more)} more' if more > 0 else ''}"


def _classes_of(ratings: Any, classes: Sequence[Hashable] | None) -> list[Any]:
    """Return the classes of some ratings in their order."""
    name = ratings.name
    dtype = ratings.dtype
    if classes is None and getattr(dtype, "ordered", False):
        return list(dtype.categories)
    present = list(dict.fromkeys(ratings.tolist()))
    if classes is not None:
        order = _in_order(classes)
        if len(order) < 2 or len(set(order)) < len(order):
            raise OrdquantError(f"`classes` is {classes!r}; give two or more different labels in their order.")
        other = [one for one in present if one not in set(order)]
        if other:
            hint = other_types(other, order, f".astype({{{name!r}: str}})")
            raise OrdquantError(f"Column {name!r} holds {_reprs(other)}, not among `classes`: {_reprs(order)}.{hint}")
        return order
    for place, value in enumerate(present):
        same = other_types([value], present[:place], f".astype({{{name!r}: str}})")
        if same:
            raise OrdquantError(f"Column {name!r} holds labels of two types.{same}")
    places = known_order(present)
    if places is None:
        raise OrdquantError(
            f"Column {name!r} holds {_reprs(present)}, and their order is not known; name the classes from one end to "
            f"the other: classes=[…]."
        )
    order = [present[place] for place in places]
    _check_gaps(order, str(name))
    if len(order) < 2:
        raise OrdquantError(f"Column {name!r} holds {_reprs(order)} only; name all classes: classes=[…].")
    end = lacking_end([str(one) for one in order])
    if end:
        seen = f"Column {name!r} holds {order[0]} to {order[-1]}, but never {end}"
        warnings.warn(f"{seen}: if that is a class, too, name all of them, classes=[…].", stacklevel=3)
    return order


def _check_gaps(order: Sequence[Any], name: str) -> None:
    """Refuse whole numbers between which others are missing: nobody chose them, but they may be classes."""
    try:
        numbers = [float(one) for one in order]
    except ValueError:
        return
    if not all(number.is_integer() for number in numbers):
        return
    known, lowest, highest = set(numbers), int(numbers[0]), int(numbers[-1])
    if highest - lowest > LONGEST_GAP:
        raise OrdquantError(f"Column {name!r} holds numbers from {lowest} to {highest}; name the classes: classes=[…].")
    gaps = [str(number) for number in range(lowest, highest + 1) if number not in known]
    if gaps:
        every = f"range({lowest}, {highest + 1})"
        raise OrdquantError(
            f"Column {name!r} holds whole numbers from {lowest} to {highest}, but never {_name_first(gaps)}; name the "
            f"classes, with those that nobody chose: classes={every}, or without them."
        )


def _reprs(labels: Sequence[Any]) -> str:
    return _name_first([repr(one) for one in labels])


def _columns(order: Sequence[Any]) -> Any:
    """Return an index of classes: ordered categories, unless the labels say the order by themselves."""
    if known_order(order) == list(range(len(order))):
        return pd.Index(order)
    return pd.CategoricalIndex(order, categories=order, ordered=True)

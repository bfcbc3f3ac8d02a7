"""Tables with a row per case and class, `item,class,prob`, or with one label per case, `item,predicted`.

A column of systems may stand beside the ids: then the table holds several runs. Rows of a case and a class that are
not there count as 0. A label is no distribution: it becomes one, with all probability on its class, on request only.
"""

import re
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import ClassVar

import numpy as np

from ordquant_core.formats.labels import ascending
from ordquant_core.formats.limits import check_table
from ordquant_core.formats.numbered import firsts
from ordquant_core.formats.opened import Part, Role
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.tables.columns import (
    COUNTS,
    MOST,
    NEAR_ONE,
    SYSTEMS,
    count_up,
    is_annotator,
    is_item,
    is_text,
    normal,
    repeats,
)
from ordquant_core.formats.tables.long_table import LongRows, LongTable, Places
from ordquant_core.formats.tables.system_counts import GOLD, problems_by_system
from ordquant_core.formats.tables.totals import without_totals
from ordquant_core.formats.text import case_place, is_list, is_number, label, numbers, shown
from ordquant_core.numerals import significant
from ordquant_core.records import FloatArray, IntArray

_LABEL = re.compile(
    r"(hard_|true_|majority_)?(class|label|category|cat|option|choice|level|grade|rating|vote|answer|variable|bin|bucket)"
    r"(_?(label|name|id|value))?|(y_?)?(hat|pred|predicted|prediction|predictions)(_?(class|label|rating|grade|value))?"
)
_SHARE = re.compile(
    r"p|y?_?p_?hat|(pred(icted)?_)?(prob|probs|proba|probability|probabilities|share|proportion|prevalence|mass)"
    r"|percents?|percentage|pct|weight|likelihood|softmax|confidence|conf|score|estimate|estimated|prediction|predicted|value"
)
_COUNT = re.compile(r"n|(n_)?(count|counts|freq|frequency|votes|annotators)|(vote|label)_counts?")
_PROBABILITY = re.compile(
    r"p|(pred(icted)?_)?(prob|probs|proba|probability|probabilities|share|proportion|prevalence)"
    r"|percents?|percentage|pct"
)
_ENOUGH = 4  # rows


def places_of(header: Sequence[str], rows: Sequence[Sequence[str]], chosen: Sequence[str] | None) -> Places | None:
    """Return the columns of a table, seeing its first rows; None where it is none of these.

    `chosen`: the columns that the user has named as those of the ids.
    """
    rows = [row for row in rows if len(row) == len(header)]
    names = [normal(text) for text in header]
    if any(map(is_annotator, header)) or not rows:
        return None
    ids = [place for place, text in enumerate(header) if chosen is not None and text.strip() in chosen]
    system = next((place for place, text in enumerate(names) if text in SYSTEMS and place not in ids), None)
    extras = [place for place, text in enumerate(names) if place and is_text(text) and place not in ids]
    rest = [place for place in range(len(names)) if place not in {system, *extras, *ids}]
    if not ids:
        ids = [place for place in rest if is_item(header[place]) and not _LABEL.fullmatch(names[place])]
        rest = [place for place in rest if place not in ids]
        if ids and rest and not names[rest[0]] and count_up([row[rest[0]].strip() for row in rows]):
            rest = rest[1:]  # the index of pandas
    if not ids and len(rest) > 1:
        known = [place for place in rest if _LABEL.fullmatch(names[place]) or _number_name(names[place])]
        unknown = [place for place in rest if place not in known]
        if len(unknown) == 3 and not known:  # nobody knows these names: only what adds up can tell
            orders = (Places((key,), name, number, system, tuple(extras)) for key, name, number in permutations(rest))
            return next((places for places in orders if _adds_up(rows, places)), None)
        if len(unknown) != 1:
            return None
        ids, rest = unknown, known
    rest = [place for place in rest if not _counts_rows(header, rows, place)]
    counts = [place for place in rest if is_count(header[place])]
    if len(rest) > 2 and len(counts) == 1:  # percentages and totals may stand beside the counts
        rest = [p for p in rest if p in counts or not (_SHARE.fullmatch(names[p]) or names[p] in COUNTS)]
    if len(counts) == len(rest) == len(extras) == 1 and repeats(rows, extras):  # `response`, which may be a text
        rest, extras = [*extras, *rest], []
    if not ids or not 1 <= len(rest) <= 2:
        return None
    found = Places(tuple(ids), rest[0], None, system, tuple(extras))
    if len(rest) == 1:
        return found
    pairs = [found._replace(label=one, number=other) for one, other in permutations(rest)]
    for pair in pairs:
        by_name = _LABEL.fullmatch(names[pair.label]) and _number_name(names[pair.number or 0])
        by_name = by_name or (is_count(header[pair.number or 0]) and repeats(rows, (*ids,)))
        if by_name and 2 * sum(is_number(row[pair.number or 0]) for row in rows) >= len(rows):
            return pair
    return next((pair for pair in pairs if _adds_up(rows, pair)), None)


def is_sure(header: Sequence[str], places: Places) -> bool:
    """Return whether names alone say that a column holds votes or probabilities of classes, not ratings."""
    name = normal(header[places.number or 0])
    return is_count(name) or _PROBABILITY.fullmatch(name) is not None


def is_count(header: str) -> bool:
    """Return whether a column of this name holds how many votes a row stands for."""
    return _COUNT.fullmatch(normal(header)) is not None


def _counts_rows(header: Sequence[str], rows: Sequence[Sequence[str]], place: int) -> bool:
    """Return whether a column called `n` numbers the rows: by chance, so many counts are not one after the other."""
    return is_count(header[place]) and len(rows) >= _ENOUGH and count_up([row[place].strip() for row in rows])


def _number_name(name: str) -> bool:
    return _SHARE.fullmatch(name) is not None or _COUNT.fullmatch(name) is not None


def _adds_up(rows: Sequence[Sequence[str]], places: Places) -> bool:
    """Return whether the numbers are shares of the labels of each case, which sum to 1; the last may go on below."""
    shares = numbers([row[places.number or 0] for row in rows])
    if shares is None or not ((shares >= 0) & (shares <= 1)).all() or (shares == np.rint(shares)).all():
        return False
    cases: dict[tuple[str, ...], dict[str, float]] = {}
    system = () if places.group is None else (places.group,)
    for row, share in zip(rows, shares.tolist(), strict=True):
        of_case = cases.setdefault(tuple(row[place] for place in (*system, *places.keys)), {})
        if row[places.label] in of_case:
            return False
        of_case[row[places.label]] = share
    whole = list(cases.values())[:-1] if len(cases) > 2 else list(cases.values())
    ones = sum(len(case) > 1 and abs(sum(case.values()) - 1) <= NEAR_ONE for case in whole)
    return len(cases) > 1 and ones >= MOST * len(whole)


@dataclass(slots=True)
class LongEstimates(LongTable):
    """A table with a row per case and class, or with one label per case."""

    kind: ClassVar[str] = "long-estimates"
    words: ClassVar[str] = "a table with a row per case and class"
    places: Places
    has_gold: bool  # among the systems
    one_label: bool = field(init=False, default=False)  # per case, as the rows show

    def __post_init__(self) -> None:
        self.by_system = self.has_gold
        self.one_label = self.places.number is None

    @property
    def has_systems(self) -> bool:
        """Whether a column may name several runs."""
        return self.places.group is not None and not self.has_gold

    @property
    def role(self) -> Role:
        """A gold has more than a label per case."""
        return "task" if self.has_gold else "run" if self.one_label or self.by_system else "either"

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Put the numbers of each case side by side; or make its label a distribution, if the user says so."""
        places = self.places
        if places.group is not None and not self.by_system:
            places = places._replace(keys=tuple(sorted((*places.keys, places.group))), group=None)
        of_system, _ = problems_by_system(problems)
        cells = self.collect(places, problems, of_system)
        lines, systems, cases, classes = cells.columns()
        values = np.ones(len(lines)) if places.number is None else np.concatenate([np.empty(0), *cells.values])
        width = len(cells.classes)
        if not problems.found and not len(lines):
            place = f"line {self.header_line}"
            problems.add(self.header_line, place, "there is no row after the header", "give a row per case and class")
            problems.raise_if_any()
        rows, of_row = np.unique(systems * max(1, len(cells.cases)) + cases, return_inverse=True)
        check_table(self.name, len(rows), width)
        chosen = np.bincount(of_row, minlength=len(rows))
        names = list(cells.classes)
        self._see_labels(chosen, values, problems)
        if self.one_label:
            self._as_labels(names, chosen, problems)
            values = np.ones(len(values))
        first = firsts(of_row if self.one_label else of_row * max(1, width) + classes)
        twice = np.flatnonzero(first != np.arange(len(first)))
        table = np.zeros((len(rows), width))
        table[of_row, classes] = values
        if not self.one_label and len(twice) == 0:
            self._check_sums(table.sum(axis=1), problems)
        texts, of_systems = list(cells.cases), list(cells.groups)
        for again in twice.tolist():
            case, line = texts[cases[again]], int(lines[again])
            what = "it has labels" if self.one_label else f"class {label(names[classes[again]])} stands"
            seen = f"{what} in lines {lines[first[again]]} and {line}"
            of_system(of_systems[systems[again]]).fault(line, case_place(case), seen, "give one of them", case=case)
        order = ascending(names) if names else None
        if order is not None:
            names, table = [names[place] for place in order], table[:, order]
        begun = np.unique(of_row, return_index=True)[1]
        return self._parts(names, table, rows, begun, lines, cells, of_system, problems)

    def _parts(
        self,
        names: Sequence[str],
        table: FloatArray,
        rows: IntArray,
        begun: IntArray,
        lines: IntArray,
        cells: LongRows,
        of_system: Callable[[str], Problems],
        problems: Problems,
    ) -> list[Part]:
        """Return the rows of each system by themselves, in the order of the file."""
        texts = list(cells.cases)
        parts = []
        for number, system in enumerate(cells.groups):
            mine = np.flatnonzero(rows // max(1, len(texts)) == number)
            mine = mine[np.argsort(begun[mine], kind="stable")]
            places = (rows[mine] % max(1, len(texts))).tolist()
            if not self.one_label:
                own = [texts[place] for place in places]
                mine = mine[without_totals(own, table[mine], lines[begun[mine]].tolist(), of_system(system))]
                places = (rows[mine] % max(1, len(texts))).tolist()
            content = to_content(
                tuple(names),
                [texts[place] for place in places],
                table[mine],
                array("q", lines[begun[mine]].tolist()),
                of_system(system),
                extras={self.header[p].strip(): [some[place] for place in places] for p, some in cells.texts.items()},
                open_ended=self.one_label,
            )
            is_gold = self.by_system and system.strip().casefold() == GOLD
            parts.append(Part(system if self.by_system else "", content, of_system(system), is_gold))
        if parts and self.by_system:
            parts[0].problems.found.extend(problems.found)
            for part in parts:
                part.problems.notes[:0] = problems.notes
        elif not parts:
            problems.raise_if_any()
        return parts

    def _see_labels(self, chosen: IntArray, values: FloatArray, problems: Problems) -> None:
        """Say whether a number that stands beside the only label of each case is just something about it."""
        if self.places.number is None or not len(chosen) or (chosen > 1).any() or bool((values == 1).all()):
            return
        if (values != np.rint(values)).sum() * 2 > len(values):
            self.one_label = True
            return
        name, line = self.name_of(self.places.label), self.header_line
        seen = f"every case has one row only: column {name} holds one label for it"
        problems.add(line, f"line {line}", seen, "give a row for each class of each case, where it is 0, too")
        problems.raise_if_any()

    def _as_labels(self, names: Sequence[str], chosen: IntArray, problems: Problems) -> None:
        """Note that labels are read as distributions, or a problem: none is one without the user's word."""
        column, line = self.name_of(self.places.label), self.header_line
        number = self.places.number
        if (chosen > 1).sum() * 2 >= len(chosen):
            seen = f"column {column} holds several labels per case, as votes are, and no column names who gave them"
            problems.add(line, f"line {line}", seen, "add a column annotator, or give a number per class")
            problems.raise_if_any()
        lists = [text for text in names if is_list(text)]
        if lists:
            seen = f"column {column} holds lists, such as {shown(lists[0])}"
            problems.add(line, f"line {line}", seen, "give a column per class: case,class1,class2,…")
            problems.raise_if_any()
        fractions = [text for text in names if is_number(text) and not (4 * float(text)).is_integer()]
        if fractions:
            seen = f"column {column} holds numbers such as {label(fractions[0])}, not classes or their probabilities"
            problems.add(line, f"line {line}", seen, "give a number per class: case,class1,class2,…")
            problems.raise_if_any()
        beside = "" if number is None else f"; the numbers of column {self.name_of(number)} are not used"
        if problems.choices.one_hot:
            words = f"the labels of column {column} are read as one-hot distributions{beside}"
            problems.notes.append(f"{problems.file}: {words}")
            return
        if all(map(is_number, names)) and not _LABEL.fullmatch(normal(self.header[self.places.label])):
            action = f"at least two are needed: case,class1,class2,… (or labels, if these are in column {column})"
            problems.add(line, f"line {line}", "the header names 1 class", action, ["one-hot"])
            return
        seen = f"column {column} holds a label per case, such as {shown(names[0])}: a point prediction, no distribution"
        problems.add(line, f"line {line}", seen, "give a probability per class: case,class1,class2,…", ["one-hot"])

    def _check_sums(self, totals: FloatArray, problems: Problems) -> None:
        """Note a problem where the numbers are neither called counts nor add up."""
        name = self.header[self.places.number or 0].strip()
        whole = bool((totals == np.rint(totals)).all())
        if is_count(name) or not whole or bool((totals == 1).all() or (totals == 100).all()):
            return  # sums that are odd are faults of their own
        seen = f"the numbers of column {label(name)} sum to {significant(totals.min())} to {significant(totals.max())}"
        action = "if they are votes, call the column count; probabilities sum to 1 for each case"
        problems.add(self.header_line, f"line {self.header_line}", seen, action)


class Labels(LongEstimates):
    """A table with one label per case: point predictions."""

    __slots__ = ()
    words: ClassVar[str] = "a table with a label per case"

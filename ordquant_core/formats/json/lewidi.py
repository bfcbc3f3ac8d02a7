"""Learning with disagreements (LeWiDi 2025): gold in JSON, runs of one array of numbers per line.

Gold is an object `{id: {"annotations": {annotator: "-4", …}, "soft_label": {"-5": 0.0, …, "5": 0.25}}, …}`, the
number of annotators may vary. A run has lines of `id<TAB>[p0,…]`; the gold says what the numbers belong to.
"""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ordquant_core.formats.json.cases import FaultError
from ordquant_core.formats.json.strict import JsonObject
from ordquant_core.formats.labels import ascending
from ordquant_core.formats.opened import Kind, Opened, Part, Role
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.tables.columns import Columns
from ordquant_core.formats.tables.delimited import PIECE, Block, Reader, Row
from ordquant_core.formats.tables.wide import Headerless
from ordquant_core.formats.text import case_place, id_fault, label, shown, spelling
from ordquant_core.numerals import significant

MOST_APART = 0.02  # soft labels are printed with few digits
_RUN = re.compile(r"[^\t]*\t\s*\[")
_TEXTS = ("text", "link", "url", "lang")


def looks_like_gold(value: JsonObject) -> bool:
    """Return whether the object holds cases with annotations or soft labels."""
    some = list(value.values())[:50]
    return any(isinstance(entry, dict) and not {"annotations", "soft_label"}.isdisjoint(entry) for entry in some)


def looks_like_run(line: str) -> bool:
    """Return whether a line is an id, a tab and an array."""
    return _RUN.match(line) is not None


@dataclass(slots=True)
class LewidiGold(Opened):
    """The parsed object of cases."""

    kind: ClassVar[Kind] = "lewidi-gold"
    words: ClassVar[str] = "LeWiDi JSON with annotators' labels"
    entries: JsonObject

    @property
    def role(self) -> Role:
        """It is always a gold."""
        return "gold"

    @property
    def open_ended(self) -> bool:
        """Without soft labels, only the classes that somebody chose are known."""
        return not any(isinstance(entry, dict) and entry.get("soft_label") for entry in self.entries.values())

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Count the annotations of every case, or take its soft labels where there are no annotations at all."""
        classes = self._classes()
        votes = any(isinstance(entry, dict) and entry.get("annotations") for entry in self.entries.values())
        cases: list[str] = []
        positions: list[int] = []
        rows: list[list[float]] = []
        texts: list[dict[str, str]] = []
        for position, (case, entry) in enumerate(self.entries.items(), start=1):
            fault = id_fault(case)
            if fault:
                problems.fault(position, f"entry {position}", f"the id {fault}", "give every case a printable id")
                continue
            try:
                rows.append(_row(entry, classes, votes=votes))
            except FaultError as error:
                error.report(problems, position, case_place(case), case)
                continue
            cases.append(case)
            positions.append(position)
            texts.append(_texts(entry))
        values = np.array(rows, dtype=np.float64).reshape(len(rows), len(classes))
        columns = dict.fromkeys(column for row in texts for column in row)
        extras = {column: [row.get(column, "") for row in texts] for column in columns}
        return [Part("", to_content(classes, cases, values, positions, problems, votes=votes, extras=extras), problems)]

    def _classes(self) -> tuple[str, ...]:
        """Return the keys of the soft labels (or, without any, the labels given) in the order of their numbers."""
        found: dict[str, None] = {}
        key = "annotations" if self.open_ended else "soft_label"
        for entry in self.entries.values():
            if isinstance(entry, dict):
                given = entry.get(key)
                if isinstance(given, dict):
                    listed = given.values() if key == "annotations" else given
                    found |= dict.fromkeys(spelling(text) for text in listed)
        classes = tuple(text for text in found if text)
        order = ascending(classes) if classes else None
        return classes if order is None else tuple(classes[place] for place in order)


def _row(entry: object, classes: tuple[str, ...], *, votes: bool) -> list[float]:
    if not isinstance(entry, dict):
        raise FaultError(f"this is {shown(entry)}", 'expected an object with "annotations" and "soft_label"')
    soft = entry.get("soft_label")
    shares = _soft(soft, classes, whole=not votes) if soft or not votes else None
    if not votes:
        return shares or []
    given = entry.get("annotations")
    if not isinstance(given, dict) or not given:
        seen = f'"annotations" is {shown(given)}' if "annotations" in entry else 'there are no "annotations"'
        raise FaultError(seen, 'expected {"annotator": "label", …} with one label or more, as in other cases')
    places = {text: place for place, text in enumerate(classes)}
    counts = [0.0] * len(classes)
    for annotator, value in given.items():
        text = spelling(value)
        if text not in places:
            listed = ", ".join(map(label, classes))
            raise FaultError(f"annotator {label(annotator)} says {shown(value)}", f"the classes are {listed}")
        counts[places[text]] += 1
    if shares is not None:
        apart = max(abs(share - count / len(given)) for share, count in zip(shares, counts, strict=True))
        if apart > MOST_APART:
            seen = f'"soft_label" and "annotations" differ by {significant(apart)}'
            raise FaultError(seen, "correct one of them")
    return counts


def _soft(soft: object, classes: tuple[str, ...], *, whole: bool) -> list[float]:
    if not isinstance(soft, dict) or not soft:
        raise FaultError(f'"soft_label" is {shown(soft)}', "every case needs labels")
    numbers = dict.fromkeys(classes, 0.0)
    missing = dict.fromkeys(classes)
    for key, value in soft.items():
        text = spelling(key)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise FaultError(f"class {label(key)} holds {shown(value)}", "expected a number")
        if text not in missing:
            raise FaultError(f"class {label(key)} occurs twice", "give every class once")
        del missing[text]
        numbers[text] = float(value)
    if missing and whole:
        raise FaultError(f"class {', '.join(missing)} is missing", "give a number for every class (0 is one)")
    return list(numbers.values())


def _texts(entry: object) -> dict[str, str]:
    """Return the texts of a case: `"text": "…"`, or `"text": {"Question1": "…", …}`."""
    found: dict[str, str] = {}
    for key in _TEXTS:
        value = entry.get(key) if isinstance(entry, dict) else None
        if isinstance(value, str):
            found[key] = value
        elif isinstance(value, dict):
            found |= {column: text for column, text in value.items() if isinstance(text, str)}
    return found


class ArrayReader(Reader):
    """Lines of an id, a tab and an array of numbers, as rows of a table."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data, "\t", name, quotes=False)
        self._text = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig", newline=None)

    def pieces(self) -> Iterator[list[Row] | Block]:
        """Yield the id and the numbers of each line; only the id where there is no array."""
        piece: list[Row] = []
        for number, line in enumerate(self._text, start=1):
            if not line.strip():
                continue
            case, _, array = line.rstrip("\n").partition("\t")
            array = array.strip()
            whole = array.startswith("[") and array.endswith("]")
            piece.append((number, [case, *(array[1:-1].split(",") if whole else ())]))
            if len(piece) == PIECE:
                yield piece
                piece = []
        if piece:
            yield piece


class LewidiRun(Headerless):
    """Lines of an id and an array."""

    __slots__ = ()
    kind: ClassVar[Kind] = "lewidi-run"
    words: ClassVar[str] = "a LeWiDi run (an id and an array in each line)"

    @property
    def role(self) -> Role:
        """It is always a run."""
        return "run"

    @property
    def labelled(self) -> bool:
        """The gold says what the numbers belong to."""
        return False

    def settle(self, rows: Sequence[list[str]], problems: Problems) -> None:
        """The format has the id first."""
        width = len(self.header)
        self.header = ["case", *map(str, range(1, width))]
        self.columns = Columns((0,), tuple(range(1, width)), ())

    @property
    def positional(self) -> bool:
        """The format has arrays in the order of the gold's soft labels."""
        return True

    def width_fault(self, row: Sequence[str]) -> tuple[str, str]:
        """Return the number of numbers."""
        count, expected = len(row) - 1, len(self.header) - 1
        return f"{count} number{'s' * (count != 1)}", f"expected id<TAB>[p1,p2,…] with {expected}, as in the first line"

"""Learning with disagreements (LeWiDi 2023 and 2025): gold in JSON, runs of one array of numbers per line.

Gold is an object `{id: {"annotations": {annotator: "-4", …}, "soft_label": {"-5": 0.0, …, "5": 0.25}}, …}`, the
number of annotators may vary. In 2023 the labels were one text, `"annotations": "1,1,0"`, beside the names in
`"annotators": "Ann1,Ann2,Ann3"`. A list of such objects with an `id` in each is the same. A run has lines of
`id<TAB>[p0,…]`; the gold says what the numbers belong to.

VariErrNLI (2025) lets annotators choose several labels, `"contradiction,neutral"`, and has a soft label for each:
`{"contradiction": {"0": 0.0, "1": 1.0}, …}`. Each label is then a case of its own, `ID/LABEL`, with the classes 0
and 1. Its runs have a pair for each label, in alphabetical order: `id<TAB>[[p0,p1],[p0,p1],[p0,p1]]`.
"""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.json.cases import FaultError, NoVoteError
from ordquant_core.formats.json.strict import JsonObject
from ordquant_core.formats.labels import ascending
from ordquant_core.formats.limits import check_table, refuse
from ordquant_core.formats.missing import MissingVotes, is_missing
from ordquant_core.formats.opened import Opened, Part, Role, Vote
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.tables.columns import Columns
from ordquant_core.formats.tables.delimited import PIECE, Block, Reader, Row
from ordquant_core.formats.tables.wide import Headerless
from ordquant_core.formats.text import case_place, id_fault, label, shown, spelling
from ordquant_core.numerals import count, significant
from ordquant_core.records import Order

MOST_APART = 0.02  # soft labels are printed with few digits
NO, YES = "0", "1"  # the classes of VariErrNLI, whose labels are cases: annotators accept each, or do not
NLI = ("contradiction", "entailment", "neutral")  # the labels of VariErrNLI, in the order of its runs
_RUN = re.compile(r"[^\t]*\t\s*\[")
_PAIRS = re.compile(r"[^\t]*\t\s*\[\s*\[")
_THREE_PAIRS = re.compile(r"\[\s*" + r"\s*,\s*".join([r"\[([^][]*)\]"] * len(NLI)) + r"\s*\]")
_EXPECTED = 'expected an object with "annotations" and "soft_label"'
_ANNOUNCED = "number of annotations"
_TEXTS = ("text", "link", "url", "lang")
_CASES_SEEN = 50
_MOST_CASES = 100_000  # where each label of each item is one: a short file could name very many


def looks_like_gold(value: object) -> bool:
    """Return whether the value holds cases with annotations or soft labels."""
    some = list(entries_of(value).values())[:_CASES_SEEN]
    return any(isinstance(entry, dict) and _is_gold(entry) for entry in some)


def entries_of(value: object) -> JsonObject:
    """Return the cases by their ids; {} where the value is no object of cases, and no list of those with an id."""
    if isinstance(value, dict):
        return value
    entries = value if isinstance(value, list) else []
    if not all(isinstance(entry, dict) and isinstance(entry.get("id"), str | int) for entry in entries):
        return {}
    found = {str(entry["id"]): entry for entry in entries}
    return found if len(found) == len(entries) else {}


def _is_gold(entry: JsonObject) -> bool:
    votes = entry.get("annotations")
    named = isinstance(votes, dict) and {"quality", "nugget"}.isdisjoint(votes)
    return "soft_label" in entry or named or isinstance(votes, str) or (votes is None and "annotations" in entry)


def votes_of(entry: JsonObject) -> list[tuple[str, object]] | None:
    """Return the annotators of a case and their labels; None where there is nothing that holds labels.

    >>> votes_of({"annotations": "1,0", "annotators": "Ann1,Ann7"}), votes_of({"annotations": {"a": "-4"}})
    ([('Ann1', '1'), ('Ann7', '0')], [('a', '-4')])
    """
    given = entry.get("annotations")
    if isinstance(given, dict):
        return list(given.items())
    if isinstance(given, str):
        given = given.split(",") if given.strip() else []
    if not isinstance(given, list):
        return None
    names = entry.get("annotators")
    names = names.split(",") if isinstance(names, str) else names
    if not isinstance(names, list) or len(names) != len(given):
        names = list(range(1, len(given) + 1))
    return [(str(name).strip(), vote) for name, vote in zip(names, given, strict=True)]


def _labels_of(vote: object) -> list[str]:
    """Return the labels that an annotator has chosen, of several in a text."""
    return [text.strip() for text in vote.split(",")] if isinstance(vote, str) else [spelling(vote)]


def looks_like_run(line: str) -> bool:
    """Return whether a line is an id, a tab and an array."""
    return _RUN.match(line) is not None


def has_pairs(line: str) -> bool:
    """Return whether a line is an id, a tab and an array of arrays."""
    return _PAIRS.match(line) is not None


@dataclass(slots=True)
class LewidiGold(Opened):
    """The parsed object of cases."""

    kind: ClassVar[str] = "lewidi-gold"
    words: ClassVar[str] = "LeWiDi JSON with annotators' labels"
    role: ClassVar[Role] = "gold"
    entries: JsonObject
    several: bool = field(init=False)  # do annotators choose several labels, each of which is a case?

    def __post_init__(self) -> None:
        entries = [entry for entry in self.entries.values() if isinstance(entry, dict)]
        soft = [entry["soft_label"] for entry in entries if isinstance(entry.get("soft_label"), dict)]
        named = [entry["annotations"] for entry in entries if isinstance(entry.get("annotations"), dict)]
        if any(soft):
            self.several = any(isinstance(value, dict) for one in soft for value in one.values())
        else:
            self.several = any(isinstance(vote, str) and "," in vote for one in named for vote in one.values())

    @property
    def _has_soft_labels(self) -> bool:
        """Whether the classes are named; otherwise only those that somebody chose are known."""
        return any(isinstance(entry, dict) and entry.get("soft_label") for entry in self.entries.values())

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Count the annotations of every case, or take its soft labels where there are no annotations at all."""
        missing = MissingVotes(problems, self._named())
        labels = self._labels(problems.choices)
        if self.votes is not None:
            self.votes += self._each_vote(labels)
        if self.several and len(labels) * len(self.entries) > _MOST_CASES:
            seen = f"there are {count(len(labels))} labels for {count(len(self.entries), 'item')}, each of them a case"
            raise refuse(self.name, seen, count(_MOST_CASES, "case"))
        classes = (NO, YES) if self.several else labels
        check_table(self.name, len(self.entries), len(classes))
        votes = any(isinstance(entry, dict) and votes_of(entry) for entry in self.entries.values())
        cases: list[str] = []
        positions: list[int] = []
        rows: list[list[float]] = []
        texts: list[dict[str, str]] = []
        for position, (item, given) in enumerate(self.entries.items(), start=1):
            entry = _without_missing(given, missing, item)
            fault = id_fault(item)
            if fault:
                problems.fault(position, f"entry {position}", f"the id {fault}", "give every case a printable id")
                continue
            for text in labels if self.several else ("",):
                case = f"{item}/{text}" if self.several else item
                try:
                    rows.append(_row(_of_label(entry, text, labels) if self.several else entry, classes, votes=votes))
                except FaultError as error:
                    error.report(problems, position, case_place(case), case)
                    continue
                cases.append(case)
                positions.append(position)
                texts.append(_texts(entry) | ({"label": text} if self.several else {}))
        missing.report()
        values = np.array(rows, dtype=np.float64).reshape(len(rows), len(classes))
        columns = dict.fromkeys(column for row in texts for column in row)
        extras = {column: [row.get(column, "") for row in texts] for column in columns}
        basis: Order = "format" if self.several else "file"
        content = to_content(
            classes,
            cases,
            values,
            positions,
            problems,
            votes=votes,
            extras=extras,
            ordered_by=basis,
            open_ended=not self._has_soft_labels,
        )
        return [Part("", content, problems)]

    def _each_vote(self, labels: Sequence[str]) -> Iterator[Vote]:
        """Yield who voted for what in a case: an item, or a label of an item where annotators choose several."""
        for item, entry in self.entries.items():
            given = votes_of(entry) if isinstance(entry, dict) else None
            if not isinstance(entry, dict) or not given:
                continue
            self.names_annotators &= isinstance(entry.get("annotations"), dict) or "annotators" in entry
            for annotator, vote in given:
                if not self.several:
                    yield item, annotator, spelling(vote)
                    continue
                chosen = _labels_of(vote)
                yield from ((f"{item}/{text}", annotator, YES if text in chosen else NO) for text in labels)

    def _named(self) -> frozenset[str]:
        """Return the classes that the soft labels name."""
        soft = [entry.get("soft_label") for entry in self.entries.values() if isinstance(entry, dict)]
        return frozenset(spelling(key) for some in soft if isinstance(some, dict) for key in some)

    def _labels(self, choices: Decisions) -> tuple[str, ...]:
        """Return the keys of the soft labels (or, without any, the labels given) in the order of their numbers."""
        found: dict[str, None] = {}
        by_votes = not self._has_soft_labels  # looks at all entries
        for entry in self.entries.values():
            if not isinstance(entry, dict):
                continue
            if by_votes:
                for _, vote in votes_of(entry) or ():
                    found |= dict.fromkeys(_labels_of(vote) if self.several else [spelling(vote)])
            elif isinstance(entry.get("soft_label"), dict):
                found |= dict.fromkeys(map(spelling, entry["soft_label"]))
        chosen = choices.classes or ()
        labels = tuple(text for text in found if text and (not by_votes or text in chosen or not is_missing(text)))
        order = ascending(labels) if labels else None
        return tuple(sorted(labels)) if self.several else labels if order is None else tuple(labels[p] for p in order)


def _without_missing(entry: object, missing: MissingVotes, item: str) -> object:
    """Return a case without its missing votes."""
    given = votes_of(entry) if isinstance(entry, dict) else None
    if not isinstance(entry, dict) or not given:
        return entry
    kept = missing.kept(given, item)
    if len(kept) == len(given):
        return entry
    found = {**entry, "annotators": [name for name, _ in kept], "annotations": [vote for _, vote in kept]}
    if entry.get(_ANNOUNCED) in (len(given), len(kept)):
        found[_ANNOUNCED] = len(kept)
    if not missing.problems.choices.missing_votes:  # what the others say is compared once it is known to be all
        found["soft_label"] = None
    return found


def _of_label(entry: object, text: str, labels: Sequence[str]) -> JsonObject:
    """Return a case as it is about one label of several: was it chosen? Raises `FaultError`."""
    if not isinstance(entry, dict):
        raise FaultError(f"this is {shown(entry)}", _EXPECTED)
    found: JsonObject = {}
    given = votes_of(entry)
    for annotator, vote in given or ():
        chosen = _labels_of(vote)
        unknown = [one for one in chosen if one not in labels]
        if unknown:
            listed = ", ".join(map(label, labels))
            raise FaultError(f"annotator {label(annotator)} says {shown(unknown[0])}", f"the labels are {listed}")
        found[annotator] = YES if text in chosen else NO
    soft = entry.get("soft_label")
    shares = soft.get(text, {}) if isinstance(soft, dict) else soft
    return {"annotations": found if given is not None else entry.get("annotations"), "soft_label": shares}


def _row(entry: object, classes: tuple[str, ...], *, votes: bool) -> list[float]:
    if not isinstance(entry, dict):
        raise FaultError(f"this is {shown(entry)}", _EXPECTED)
    soft = entry.get("soft_label")
    shares = _soft(soft, classes, whole=not votes) if soft or not votes else None
    if not votes:
        return shares or []
    given = votes_of(entry)
    if not given:
        if entry.get("annotators") == []:
            raise NoVoteError
        seen = (
            f'"annotations" is {shown(entry["annotations"])}'
            if "annotations" in entry
            else 'there are no "annotations"'
        )
        raise FaultError(seen, 'expected {"annotator": "label", …} with one label or more, as in other cases')
    announced = entry.get(_ANNOUNCED)
    if isinstance(announced, int) and announced != len(given):
        seen = f'there are {len(given)} labels, and "number of annotations" is {announced}'
        raise FaultError(seen, "correct one of them")
    places = {text: place for place, text in enumerate(classes)}
    counts = [0.0] * len(classes)
    for annotator, value in given:
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
        """Yield the rows of all lines that are not empty."""
        piece: list[Row] = []
        for number, line in enumerate(self._text, start=1):
            if line.strip():
                case, _, text = line.rstrip("\n").partition("\t")
                piece += [(number, row) for row in self.rows_of_line(case, text.strip())]
            if len(piece) >= PIECE:
                yield piece
                piece = []
        if piece:
            yield piece

    def rows_of_line(self, case: str, text: str) -> list[list[str]]:
        """Return the id and the numbers of a line; only the id where there is no array."""
        whole = text.startswith("[") and text.endswith("]")
        return [[case, *(text[1:-1].split(",") if whole else ())]]


class PairReader(ArrayReader):
    """Lines of an id, a tab and a pair of numbers for each label of VariErrNLI: a row per pair."""

    def rows_of_line(self, case: str, text: str) -> list[list[str]]:
        """Return the id with each label, and its two numbers; only these ids where there are not three pairs."""
        pairs = _THREE_PAIRS.fullmatch(text)
        return [
            [f"{case}/{name}", *(pairs[place].split(",") if pairs else ())] for place, name in enumerate(NLI, start=1)
        ]


class LewidiRun(Headerless):
    """Lines of an id and an array."""

    __slots__ = ()
    kind: ClassVar[str] = "lewidi-run"
    words: ClassVar[str] = "a LeWiDi run (an id and an array in each line)"
    role: ClassVar[Role] = "run"
    labelled: ClassVar[bool] = False  # the gold says what the numbers belong to
    positional: ClassVar[bool] = True  # in the order of its soft labels

    def decide_columns(self, rows: Sequence[list[str]], problems: Problems) -> None:
        """The format has the id first."""
        self.put_ids_first()

    def width_fault(self, row: Sequence[str]) -> tuple[str, str]:
        """Return the number of numbers."""
        count, expected = len(row) - 1, len(self.header) - 1
        return f"{count} number{'s' * (count != 1)}", f"expected id<TAB>[p1,p2,…] with {expected}, as in the first line"


class VariErrRun(LewidiRun):
    """Lines of an id and a pair for each label."""

    __slots__ = ()
    words: ClassVar[str] = "a VariErrNLI run of LeWiDi (an id and a pair for each label in each line)"

    def decide_columns(self, rows: Sequence[list[str]], problems: Problems) -> None:
        """The format has two numbers after the id, whatever the first line has."""
        self.header = ["case", NO, YES]
        self.columns = Columns((0,), (1, 2), ())

    def width_fault(self, row: Sequence[str]) -> tuple[str, str]:
        """Say what a line has."""
        expected = f"expected id<TAB>[[p0,p1],[p0,p1],[p0,p1]] for {', '.join(NLI)}"
        return "there are not three pairs of numbers", expected

"""Learning with disagreements (LeWiDi 2023 and 2025): the gold, in JSON.

It is an object `{id: {"annotations": {annotator: "-4", …}, "soft_label": {"-5": 0.0, …, "5": 0.25}}, …}`, the number
of annotators may vary; null means that this annotator did not label the item. In 2023 the labels were one text,
`"annotations": "1,1,0"`. A list of such objects with an `id` in each is the same.

VariErrNLI (2025) lets annotators choose several labels, `"contradiction,neutral"`, and has a soft label for each:
`{"contradiction": {"0": 0.0, "1": 1.0}, …}`. Each label is then a case of its own, `ID/LABEL`, with the classes 0
and 1.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import ClassVar

from ordquant_core.formats.json.strict import JsonObject
from ordquant_core.formats.labels import far_labels
from ordquant_core.formats.limits import check_table, refuse
from ordquant_core.formats.official.cases import (
    SEEN,
    Case,
    FaultError,
    Vote,
    content_of_cases,
    count_votes,
    each,
    in_order,
    named,
    numbers_by_key,
)
from ordquant_core.formats.official.interface import Official, Role
from ordquant_core.formats.official.lewidi_runs import NO, YES
from ordquant_core.formats.rows import Part, Problems, listing
from ordquant_core.formats.text import label, shown, spelling
from ordquant_core.numerals import count, significant

MOST_APART = 0.02  # soft labels are printed with few digits
_ANNOUNCED = "number of annotations"
_TEXTS = ("text", "link", "url", "lang")
_NO_LABEL = "write null where an annotator gave no label"
_MOST_CASES = 100_000  # where each label of each item is one: a short file could name very many


def recognise(value: object, name: str) -> "LewidiGold | None":
    """Return an object (or list) of cases that have annotations beside a soft label or the number of annotations."""
    entries: list[object] = value if isinstance(value, list) else []
    if isinstance(value, dict):
        entries = [(entry if isinstance(entry, dict) else {}) | {"id": case} for case, entry in value.items()]
    with_id = [entry for entry in entries if isinstance(entry, dict) and "id" in entry]
    return LewidiGold(name, entries) if any(map(_is_case, with_id[:SEEN])) else None


def _is_case(entry: JsonObject) -> bool:
    votes = entry.get("annotations")
    other = isinstance(votes, list) and any(isinstance(vote, dict | list) for vote in votes)
    return "annotations" in entry and not other and not {"soft_label", _ANNOUNCED}.isdisjoint(entry)


@dataclass(frozen=True, eq=False)
class LewidiGold(Official):
    """The parsed cases, each with its id."""

    entries: Sequence[object]
    kind: ClassVar[str] = "lewidi-gold"
    words: ClassVar[str] = "LeWiDi JSON with annotators' labels"
    role: ClassVar[Role] = "gold"

    def read(self, problems: Problems, *, scale: str | None = None, as_gold: bool = True) -> list[Part]:
        """Count the annotations of every case, or take its soft labels where there are no annotations at all."""
        items = list(named(self.entries, problems))
        voted, several = any(_votes(item.value) for item in items), _has_several(items)
        labels = _labels(items, several, problems.choices.classes or ())
        if several and len(labels) * len(items) > _MOST_CASES:
            seen = f"there are {count(len(labels))} labels for {count(len(items), 'item')}, each of them a case"
            raise refuse(self.name, seen, count(_MOST_CASES, "case"))
        check_table(self.name, len(items), len(labels))
        rows = each(items, partial(_rows, labels=labels, several=several, voted=voted), problems)
        texts = {item.id: _texts(item.value) for item in items}
        cases = [Case(item.position, item.id, item.value[0], texts[item.id]) for item in rows]
        if several:
            cases = [
                Case(item.position, f"{item.id}/{text}", row, texts[item.id] | {"label": text})
                for item in rows
                for text, row in zip(labels, item.value, strict=True)
            ]
            problems.faulty = {f"{item}/{text}": None for item in problems.faulty for text in labels}
        problems.notes += _on_null(items, problems.file)
        content = content_of_cases(
            (NO, YES) if several else labels,
            cases,
            problems,
            votes=voted,
            ordered_by="format" if several else "file",
            open_ended=not any(item.value.get("soft_label") for item in items),
        )
        return [Part("", content, problems)]


def _votes(entry: JsonObject) -> list[Vote]:
    """Return who said what of an item; annotators are numbered where the file lists their labels alone.

    >>> _votes({"annotations": "1,0"}), _votes({"annotations": {"Ann7": None}})
    ([('annotator 1', '1'), ('annotator 2', '0')], [('annotator Ann7', None)])
    """
    given = entry.get("annotations")
    if isinstance(given, str):
        given = given.split(",") if given.strip() else []
    if isinstance(given, list):
        given = {str(number): vote for number, vote in enumerate(given, start=1)}
    return [(f"annotator {label(who)}", vote) for who, vote in given.items()] if isinstance(given, dict) else []


def _has_several(items: Sequence[Case[JsonObject]]) -> bool:
    """Return whether annotators choose several labels, each of which is a case."""
    soft = [one for item in items if (one := item.value.get("soft_label"))]
    if soft:
        return any(isinstance(shares, dict) for one in soft if isinstance(one, dict) for shares in one.values())
    by_name = [item.value for item in items if isinstance(item.value.get("annotations"), dict)]
    return any(isinstance(vote, str) and "," in vote for entry in by_name for _, vote in _votes(entry))


def _chosen(vote: object, several: bool) -> list[object]:
    """Return the labels that an annotator has chosen: one, or those in a text."""
    return list(dict.fromkeys(map(str.strip, vote.split(",")))) if several and isinstance(vote, str) else [vote]


def _labels(items: Sequence[Case[JsonObject]], several: bool, chosen: Collection[str]) -> tuple[str, ...]:
    """Return the keys of the soft labels (or, without any, the labels given) in the order of their numbers.

    Among labels given, texts that stand for none are left out, but for those that are `chosen` as classes.
    """
    soft = [one for item in items if isinstance(one := item.value.get("soft_label"), dict)]
    found = dict.fromkeys(spelling(key) for one in soft for key in one)
    if not found:
        votes = [vote for item in items for _, vote in _votes(item.value)]
        found = dict.fromkeys(spelling(text) for vote in votes for text in _chosen(vote, several))
        for text in {"", *far_labels(list(found))}.difference(chosen):
            found.pop(text, None)
    return tuple(sorted(found)) if several else in_order(found)


def _rows(entry: JsonObject, labels: tuple[str, ...], several: bool, voted: bool) -> list[list[float]]:
    """Return the votes of an item, or its soft label where no item has votes; one row for each of several labels.

    Raises `FaultError`, also where votes and soft label differ.
    """
    soft = entry.get("soft_label") or {}
    parts = [soft.get(text) or {} for text in labels] if several and isinstance(soft, dict) else [soft]
    classes = (NO, YES) if several else labels
    shares = [_shares(part, classes, whole=not voted) for part in parts] if soft else []
    if soft and not voted:
        return shares
    given = [(who, vote) for who, vote in _votes(entry) if vote is not None]
    if not given:
        raise FaultError('"annotations" holds no label', "give every case one label or more")
    announced = entry.get(_ANNOUNCED)
    if not several and isinstance(announced, int) and announced not in (len(given), len(_votes(entry))):
        raise FaultError(f'there are {len(given)} labels, and "{_ANNOUNCED}" is {announced}', "correct one of them")
    times = count_votes([(who, one) for who, vote in given for one in _chosen(vote, several)], labels, _NO_LABEL)
    rows = [[len(given) - yes, yes] for yes in times] if several else [times]
    apart = max((abs(p - n / len(given)) for p, n in zip(chain(*shares), chain(*rows), strict=False)), default=0.0)
    if apart > MOST_APART:
        raise FaultError(f'"soft_label" and "annotations" differ by {significant(apart)}', "correct one of them")
    return rows


def _shares(soft: object, classes: tuple[str, ...], *, whole: bool) -> list[float]:
    if not isinstance(soft, dict):
        raise FaultError(f'"soft_label" holds {shown(soft)}', "give a number for every class")
    return numbers_by_key(soft, classes, whole=whole)


def _on_null(items: Sequence[Case[JsonObject]], file: str) -> list[str]:
    """Return the note on annotators who did not label an item."""
    lost = [item.id for item in items for _, vote in _votes(item.value) if vote is None]
    cases = list(dict.fromkeys(lost))
    votes = "missing vote is" if len(lost) == 1 else "missing votes are"
    of_cases = f"{count(len(cases), 'case')} ({listing(cases)})"
    return [f"{file}: {count(len(lost))} {votes} left out, null in {of_cases}"] if lost else []


def _texts(entry: JsonObject) -> dict[str, str]:
    """Return the texts of a case: `"text": "…"`, or `"text": {"Question1": "…", …}`."""
    found: dict[str, str] = {}
    for key in _TEXTS:
        value = entry.get(key)
        texts = value if isinstance(value, dict) else {key: value}
        found |= {column: text for column, text in texts.items() if isinstance(text, str)}
    return found

"""Learning with disagreements (LeWiDi 2023 and 2025): the gold, in JSON, and runs, in lines.

The gold is `{id: {"annotations": {annotator: "-4", …}, "soft_label": {"-5": 0.0, …, "5": 0.25}}, …}`, the number of
annotators may vary; null means that this annotator did not label the item. In 2023 the labels were one text,
`"annotations": "1,1,0"`. A list of such objects with an `id` in each is the same. A run has an array in each line,
`id<TAB>[p0,…]`; the gold says what its numbers belong to.

VariErrNLI (2025) lets annotators choose several labels, `"contradiction,neutral"`, and has a soft label for each:
`{"contradiction": {"0": 0.0, "1": 1.0}, …}`. Runs have a pair for each, in alphabetical order:
`id<TAB>[[p0,p1],[p0,p1],[p0,p1]]`. Each label is then a case of its own, `ID/LABEL`, with the classes 0 and 1.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import chain

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.json.strict import JsonObject
from ordquant_core.formats.labels import far_labels
from ordquant_core.formats.limits import check_table, refuse
from ordquant_core.formats.official.cases import (
    SEEN,
    Case,
    FaultError,
    Vote,
    by_name,
    content_of_cases,
    count_votes,
    each,
    in_order,
    named,
    numbers_by_key,
)
from ordquant_core.formats.official.interface import Official
from ordquant_core.formats.official.lines import Line, content_of, first_lines, split_lines
from ordquant_core.formats.rows import Content, Problems, listing
from ordquant_core.formats.text import brief, label, spelling
from ordquant_core.numerals import count, significant

NO, YES = "0", "1"  # the classes of VariErrNLI: annotators accept a label, or do not
NLI = ("contradiction", "entailment", "neutral")  # the labels of VariErrNLI, in the order of its runs
MOST_APART = 0.02  # soft labels are printed with few digits
_ANNOUNCED = "number of annotations"
_TEXTS = ("text", "link", "url", "lang")
_NO_LABEL = "write null where an annotator gave no label"
_MOST_CASES = 100_000  # where each label of each item is one: a short file could name very many
_RUN = re.compile(r"[^\t]*\t\s*\[")
_PAIRS = re.compile(r"[^\t]*\t\s*\[\s*\[")
_THREE_PAIRS = re.compile(r"\[\s*" + r"\s*,\s*".join([r"(\[[^][]*\])"] * len(NLI)) + r"\s*\]")


def recognise(value: object, name: str) -> Official | None:
    """Return an object (or list) of cases that have annotations beside a soft label or the number of annotations."""
    entries: list[object] = value if isinstance(value, list) else []
    if isinstance(value, dict):
        entries = [(entry if isinstance(entry, dict) else {}) | {"id": case} for case, entry in value.items()]
    with_id = [entry for entry in entries if isinstance(entry, dict) and "id" in entry]
    words = "LeWiDi JSON with annotators' labels"
    is_gold = any(map(_is_case, with_id[:SEEN]))
    return Official(name, "lewidi-gold", words, partial(_read, entries), "gold") if is_gold else None


def _is_case(entry: JsonObject) -> bool:
    votes = entry.get("annotations")
    other = isinstance(votes, list) and any(isinstance(vote, dict | list) for vote in votes)
    return "annotations" in entry and not other and not {"soft_label", _ANNOUNCED}.isdisjoint(entry)


def _read(entries: Sequence[object], problems: Problems) -> Content:
    """Count the annotations of every case, or take its soft labels where there are no annotations at all."""
    items = [item._replace(texts=_texts(item.value)) for item in named(entries, problems)]
    voted, several = any(_votes(item.value) for item in items), _has_several(items)
    labels = _labels(items, several, problems.choices.classes or ())
    if several and len(labels) * len(items) > _MOST_CASES:
        seen = f"there are {count(len(labels))} labels for {count(len(items), 'item')}, each of them a case"
        raise refuse(problems.file, seen, count(_MOST_CASES, "case"))
    check_table(problems.file, len(items), len(labels))
    rows = each(items, partial(_rows, labels=labels, several=several, voted=voted), problems)
    kept = {row.id for row in rows}
    named_votes = [_named_votes(item.value) for item in items if item.id in kept]
    chosen = [{who: [*map(spelling, _chosen(vote, several))] for who, vote in some.items()} for some in named_votes]
    cases = [Case(item.position, item.id, item.value[0], item.texts) for item in rows]
    if several:
        pairs = [(item, text, row) for item in rows for text, row in zip(labels, item.value, strict=True)]
        cases = [
            Case(item.position, f"{item.id}/{text}", row, {**item.texts, "label": text}) for item, text, row in pairs
        ]
        problems.faulty = {f"{item}/{text}": None for item in problems.faulty for text in labels}
    problems.notes += _on_null(items, problems.file)
    ordered_by, soft = "format" if several else "file", any(item.value.get("soft_label") for item in items)
    classes = (NO, YES) if several else labels
    given = [{who: votes[0] for who, votes in some.items()} for some in chosen]
    if several:
        given = [
            {who: YES if text in votes else NO for who, votes in some.items()} for some in chosen for text in labels
        ]
    annotations = by_name(given, classes) if voted and all(given) else None
    needed = not soft or len(classes) < 2  # only those for which somebody voted are named
    return content_of_cases(
        classes, cases, problems, votes=voted, ordered_by=ordered_by, open_ended=needed, annotations=annotations
    )


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


def _named_votes(entry: JsonObject) -> dict[str, object]:
    """Return the votes of an item by the names of its annotators; {} where the file does not name them.

    >>> _named_votes({"annotations": "1,0", "annotators": "Ann7,Ann2"}), _named_votes({"annotations": "1,0"})
    ({'Ann7': '1', 'Ann2': '0'}, {})
    """
    given, names = entry.get("annotations"), entry.get("annotators")
    if isinstance(given, str) and isinstance(names, str):
        votes, who = given.split(","), names.split(",")
        given = dict(zip(who, votes, strict=True)) if len({*who}) == len(votes) == len(who) else None
    return {who: vote for who, vote in given.items() if vote is not None} if isinstance(given, dict) else {}


def _has_several(items: Sequence[Case[JsonObject]]) -> bool:
    """Return whether annotators choose several labels, each of which is a case."""
    soft = [soft_label for item in items if (soft_label := item.value.get("soft_label"))]
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
    soft = [soft_label for item in items if isinstance(soft_label := item.value.get("soft_label"), dict)]
    labels = dict.fromkeys(spelling(key) for one in soft for key in one)
    if not labels:
        votes = [vote for item in items for _, vote in _votes(item.value)]
        labels = dict.fromkeys(spelling(text) for vote in votes for text in _chosen(vote, several))
        for text in {"", *far_labels(list(labels))}.difference(chosen):
            labels.pop(text, None)
    return tuple(sorted(labels)) if several else in_order(labels)


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
        raise FaultError(f'"soft_label" holds {brief(soft)}', "give a number for every class")
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
    texts_of: dict[str, str] = {}
    for key in _TEXTS:
        value = entry.get(key)
        texts = value if isinstance(value, dict) else {key: value}
        texts_of |= {column: text for column, text in texts.items() if isinstance(text, str)}
    return texts_of


def recognise_run(text: str, name: str) -> Official | None:
    """Return a text whose first line is an id, a tab and an array: numbers in the order of the gold's soft labels."""
    first = next(iter(first_lines(text)), "")
    words = "a LeWiDi run (an id and an array in each line)"
    read = partial(_read_pairs if _PAIRS.match(first) else _read_run, text)
    return Official(name, "lewidi-run", words, read, "run") if _RUN.match(first) else None


def _read_run(text: str, problems: Problems) -> Content:
    """Read the arrays, which are as long as the first one."""
    lines = [Line(number, case, _cells(array)) for number, case, array in _arrays(text)]
    width = len(lines[0].cells)
    if width < 2:
        seen = f"the arrays begin with {count(width, 'number')}"
        raise InputError([Problem(problems.file, f"line {lines[0].number}", seen, "at least two are needed")])
    classes = tuple(map(str, range(1, 1 + width)))
    return content_of(lines, classes, problems, f"id<TAB>[p1,p2,…] with {width} numbers", labelled=False)


def _read_pairs(text: str, problems: Problems) -> Content:
    """Read the pairs as cases of two classes; note the lines that have not three of them."""
    lines: list[Line] = []
    for number, item, array in _arrays(text):
        pairs = _THREE_PAIRS.fullmatch(array)
        if pairs is None:
            expected = f"expected id<TAB>[[p0,p1],[p0,p1],[p0,p1]] for {', '.join(NLI)}"
            problems.add(number, f"line {number}", "there are not three pairs of numbers", expected)
            problems.faulty |= {f"{item}/{name}": None for name in NLI}
        else:
            of_labels = zip(NLI, pairs.groups(), strict=True)
            lines += [Line(number, f"{item}/{name}", _cells(pair)) for name, pair in of_labels]
    return content_of(lines, (NO, YES), problems, "pairs of numbers", labelled=False)


def _arrays(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the number of a line, the id, and what stands behind it."""
    for number, line in split_lines(text):
        case, _, array = line.partition("\t")
        yield number, case.strip(), array.strip()


def _cells(array: str) -> list[str]:
    """Return the numbers of an array; none where there is no array."""
    return array[1:-1].split(",") if array[:1] == "[" and array[-1:] == "]" else []

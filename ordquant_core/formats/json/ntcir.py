"""The official JSON of NTCIR STC-3 and DialEval, dialogue quality: gold with annotators' votes, and runs.

Gold is a list of `{"id": …, "annotations": [{"quality": {"A": -1, "E": 0}}, …]}`, a run (or a gold of
distributions) one of `{"id": …, "quality": {"A": {"-2": p, …, "2": p}, …}}`. Other keys are ignored.

The task's scale is -2 to 2. Distributions name their classes, so a file of distributions may have others. Votes name
only the classes that somebody chose: where those would be a scale of their own (-1 to 1, 0 to 2), it is a question
which one is meant, unless the runs or the user say so.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from ordquant_core.formats.json.cases import Case, FaultError, NoVoteError, named, numbers_by_key
from ordquant_core.formats.json.strict import JsonObject
from ordquant_core.formats.labels import ascending, spelled
from ordquant_core.formats.limits import check_table
from ordquant_core.formats.missing import MissingVotes
from ordquant_core.formats.opened import Opened, Part, Role, choose_scale
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.text import canonical, case_place, id_fault, label, shown, spelling
from ordquant_core.numerals import count

CLASSES = ("-2", "-1", "0", "1", "2")
_LABEL = "a label is a whole number from -2 to 2; on another scale, name its classes (--classes A,B,…)"
_DISTRIBUTION = 'expected {"-2": p, "-1": p, "0": p, "1": p, "2": p}'
_MOST_CLASSES = 11  # that annotators choose from; more are no scale but a mistake


def looks_like(value: object) -> bool:
    """Return whether the value is a list with cases of dialogue quality or nuggets, or none that shows what it is."""
    entries = value if isinstance(value, list) else []
    return not all(isinstance(entry, dict | list) for entry in entries) or any(map(_is_case, entries))


def _is_case(entry: object) -> bool:
    if not isinstance(entry, dict):
        return False
    votes = entry.get("annotations")
    others = isinstance(votes, list) and bool(votes) and all(map(_is_other_vote, votes))
    return not {"quality", "nugget", "turns"}.isdisjoint(entry) or ("annotations" in entry and not others)


def _is_other_vote(vote: object) -> bool:
    """Return whether a vote is a label, or an object of somebody else: Label Studio's annotations have a `result`."""
    return (
        {"quality", "nugget"}.isdisjoint(vote)
        if isinstance(vote, dict)
        else vote is None or isinstance(vote, str | int | float)
    )


@dataclass(slots=True)
class Ntcir(Opened):
    """The parsed list of cases."""

    kind: ClassVar[str] = "ntcir"
    words: ClassVar[str] = "NTCIR JSON of dialogue quality"
    listed: list[object]
    annotated: bool = field(init=False)  # does some case have annotators' votes?
    _scales: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._scales = tuple(dict.fromkeys(scale for entry in self.listed for scale in _scales_of(entry)))
        self.annotated = any(isinstance(entry, dict) and "annotations" in entry for entry in self.listed)

    @property
    def scales(self) -> tuple[str, ...]:
        """The quality scales, in the order of their first appearance."""
        return self._scales

    @property
    def role(self) -> Role:
        """A file with annotations is a gold; one without any quality is for the nuggets."""
        if not self.scales:
            return "other"
        return "gold" if self.annotated else "either"

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Read one scale; a gold may hold annotators' votes, a run distributions only.

        Raises `UnknownNameError` for a scale that is not there, or if there is a choice and none was made.
        """
        scale = choose_scale(self.scales, scale, self.name)
        listed = list(named(self.listed, problems))
        if as_gold and self.annotated:
            return [self._read_votes(listed, scale, problems)]
        return [self._read_distributions(listed, scale, problems)]

    def _read_votes(self, listed: Sequence[Case], scale: str | None, problems: Problems) -> Part:
        """Count the labels of each case's annotators."""
        self.names_annotators = False
        given: list[tuple[Case, list[tuple[int, object]]]] = []
        missing = MissingVotes(problems)
        for case in listed:
            try:
                votes = list(enumerate(_labels(case.entry, scale), start=1))
                if self.votes is not None:
                    self.votes += [(case.id, f"annotator {count(number)}", spelling(vote)) for number, vote in votes]
                kept_votes = [(number, vote) for number, vote in votes if not missing.holds(vote, case.id)]
                if not kept_votes:
                    raise NoVoteError
                given.append((case, kept_votes))
            except FaultError as fault:
                fault.report(problems, case.position, case_place(case.id), case.id)
        missing.report()
        classes = self._classes_of_votes([[spelling(vote) for _, vote in votes] for _, votes in given], problems)
        places = {text: place for place, text in enumerate(classes)}
        kept: list[Case] = []
        rows: list[list[float]] = []
        for case, votes in given:
            try:
                rows.append(_counts(votes, places, scale))
                kept.append(case)
            except FaultError as fault:
                fault.report(problems, case.position, case_place(case.id), case.id)
        return _part(classes, kept, rows, problems, scale, votes=True)

    def _classes_of_votes(self, labels: Sequence[Sequence[str]], problems: Problems) -> tuple[str, ...]:
        """Return the classes that annotators chose from; ask where their votes do not show them."""
        used = Counter(text for votes in labels for text in {*votes} if text and id_fault(text) is None)
        chosen = problems.choices.classes
        if chosen is not None:
            return _in_order({*spelled(chosen), *(text for text in used if text in CLASSES)})
        if self.known_classes and used.keys() <= self.known_classes:
            classes = _in_order(self.known_classes)
            unused = [text for text in classes if text not in used]
            if unused:
                names = ", ".join(map(label, unused))
                problems.notes.append(f"{problems.file}: nobody votes for {names}; the runs name these classes")
            return classes
        others = used.keys() - {*CLASSES}
        foreign = sum(not others.isdisjoint(votes) for votes in labels)
        found = _in_order(used)
        if (2 * foreign > len(labels) > 1 and 1 < len(found) <= _MOST_CLASSES) or _is_a_scale(found):
            within = used.keys() < {*CLASSES}
            only = " only" if within else ""
            seen = f"the annotators vote for {', '.join(map(label, found))}{only}; the scale of the task is -2 to 2"
            answers = tuple(",".join(some) for some in ([found, CLASSES] if within else [found]))
            action = f"name the classes that the annotators chose from: {' or '.join(answers)}"
            problems.add(0, "", seen, action, asks="classes", answers=answers)
            return found
        unused = [text for text in CLASSES if text not in used]
        if unused and used:
            note = f"nobody votes for {', '.join(unused)}; the scale of the task, -2 to 2, has all five classes"
            problems.notes.append(f"{problems.file}: {note}; for another one, name its classes (--classes)")
        return CLASSES

    def _read_distributions(self, listed: Sequence[Case], scale: str | None, problems: Problems) -> Part:
        """Take the numbers of each case, over the classes that most cases name."""
        given: list[tuple[Case, JsonObject]] = []
        for case in listed:
            try:
                given.append((case, _distribution(case.entry, scale)))
            except FaultError as fault:
                fault.report(problems, case.position, case_place(case.id), case.id)
        classes = _classes_of_distributions([values for _, values in given])
        check_table(self.name, len(given), len(classes))
        drop = problems.dropped if problems.choices.drop_classes else None
        kept: list[Case] = []
        rows: list[list[float]] = []
        for case, values in given:
            try:
                rows.append(numbers_by_key(values, classes, drop=drop))
                kept.append(case)
            except FaultError as fault:
                fault.report(problems, case.position, case_place(case.id), case.id)
        return _part(classes, kept, rows, problems, scale, votes=False)


def _part(
    classes: tuple[str, ...],
    cases: Sequence[Case],
    rows: Sequence[Sequence[float]],
    problems: Problems,
    scale: str | None,
    *,
    votes: bool,
) -> Part:
    values = np.array(rows, dtype=np.float64).reshape(len(rows), len(classes))
    ids, positions = [case.id for case in cases], [case.position for case in cases]
    return Part("", to_content(classes, ids, values, positions, problems, scale=scale, votes=votes), problems)


def _in_order(labels: Iterable[str]) -> tuple[str, ...]:
    """Return labels in the order of their numbers; as they come, with those of the task in front, where one is none."""
    found = tuple(labels)
    order = ascending(found) if found else None
    return found if order is None else tuple(found[place] for place in order)


def _is_a_scale(used: Sequence[str]) -> bool:
    """Return whether some classes of the task could be all classes of a scale: alike around 0, or counting from 0.

    >>> [_is_a_scale(text.split()) for text in ("-1 0 1", "-1 1", "0 1 2", "-2 0 2", "-1 0 1 2", "1 2", "-2 1", "0")]
    [True, True, True, True, False, False, False, False]
    """
    if len(used) < 2 or not {*used} < {*CLASSES}:
        return False
    numbers = sorted(map(int, used))
    alike = numbers == sorted(-number for number in numbers)
    counting = numbers == list(range(numbers[0], numbers[-1] + 1))
    return alike or (counting and (0 in (numbers[0], numbers[-1])))


def _classes_of_distributions(values: Sequence[JsonObject]) -> tuple[str, ...]:
    """Return the classes that most cases name; those of the task where there are none."""
    keys = Counter(frozenset(map(canonical, one)) for one in values)
    if not keys:
        return CLASSES
    most, times = keys.most_common(1)[0]
    if 2 * times <= len(values) or len(most) < 2 or {*CLASSES} <= most:
        return CLASSES
    first = next(one for one in values if {*map(canonical, one)} == most)
    return _in_order(dict.fromkeys(map(canonical, first)))


def _scales_of(entry: object) -> Iterator[str]:
    if not isinstance(entry, dict):
        return
    annotations = entry.get("annotations")
    for holder in (entry, *(annotations if isinstance(annotations, list) else ())):
        quality = holder.get("quality") if isinstance(holder, dict) else None
        if isinstance(quality, dict):
            yield from quality


def _quality(holder: object, whose: str) -> dict[str, object]:
    if not isinstance(holder, dict):
        raise FaultError(f"{whose} is {shown(holder)}", 'expected an object with "quality"')
    if "quality" not in holder:
        raise FaultError(f'{whose} has no "quality"', "expected dialogue quality")
    quality = holder["quality"]
    if not isinstance(quality, dict) or not quality:
        raise FaultError(f'the "quality" of {whose} is {shown(quality)}', "expected an object with a key per scale")
    return quality


def _on_scale(holder: object, scale: str | None, whose: str) -> object:
    quality = _quality(holder, whose)
    if scale is None or scale not in quality:
        raise FaultError(f"{whose} has no scale {shown(scale)}", "every case needs the scale that is read")
    return quality[scale]


def _labels(entry: JsonObject, scale: str | None) -> list[object]:
    """Return the labels of one case's annotators."""
    annotations = entry.get("annotations")
    if not isinstance(annotations, list) or not annotations:
        seen = f'"annotations" is {shown(annotations)}' if "annotations" in entry else 'there are no "annotations"'
        raise FaultError(seen, "every case of this gold needs a list with one annotation or more")
    return [_on_scale(one, scale, f"annotation {number}") for number, one in enumerate(annotations, start=1)]


def _counts(votes: Sequence[tuple[int, object]], places: Mapping[str, int], scale: str | None) -> list[float]:
    counts = [0.0] * len(places)
    for number, vote in votes:
        place = places.get(spelling(vote))
        if place is None:
            expected = _LABEL if places.keys() == {*CLASSES} else f"the classes are {', '.join(map(label, places))}"
            raise FaultError(f"annotation {number} says {shown(vote)} on scale {label(str(scale))}", expected)
        counts[place] += 1
    return counts


def _distribution(entry: JsonObject, scale: str | None) -> JsonObject:
    """Return the numbers of one case by class."""
    if "annotations" in entry and "quality" not in entry:
        raise FaultError("holds annotations", 'this is a gold file; a run has a "quality" of distributions')
    classes = _on_scale(entry, scale, "the case")
    if not isinstance(classes, dict):
        raise FaultError(f"scale {label(str(scale))} is {shown(classes)}", _DISTRIBUTION)
    return classes

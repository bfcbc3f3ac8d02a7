"""A picture: classes, a gold distribution and two estimates of it, as one value, and its form in links.

`FIELDS` is the grammar of the links to Compare: for every parameter its default, how it is read and how it is written.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from ordquant_core.analysis.baselines import BASELINES, baseline_of
from ordquant_core.distributions import read_rows, shares_by_class
from ordquant_core.errors import OrdquantError
from ordquant_core.glossary import frame_of
from ordquant_core.measures.built import Switches, built_measure
from ordquant_core.measures.pairs import in_blocks
from ordquant_core.measures.registry import Measure, measures_at
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.numerals import count, setting
from ordquant_core.papers.examples import EXAMPLES, Example
from ordquant_core.records import FloatArray, Task
from ordquant_core.tasks.merging import Merge, groups_of, merged_labels, merged_positions, merged_values
from ordquant_core.tasks.positions import checked_positions, unless_default

Entry = tuple[float, ...] | str  # numbers (votes or probabilities), or the key of a baseline that follows the gold

FEWEST_CLASSES, MOST_CLASSES = 2, 11
LONGEST_LABEL, LONGEST_NAME, LONGEST_TEXT = 30, 60, 2000
MOST_VOTES = 1_000_000
SIDES = ("gold", "a", "b")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?|\d{1,9}/0*[1-9]\d{0,8}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Picture:
    """A gold distribution and two estimates over the same classes; construct it with `checked`."""

    classes: tuple[str, ...]
    gold: tuple[float, ...]
    a: Entry
    b: Entry
    name_a: str = ""  # of a real run; baselines are called by their name
    name_b: str = ""
    positions: tuple[float, ...] | None = None  # of the classes on a line; None: 1, 2, 3, …

    def entry(self, side: str) -> Entry:
        """Return what was given for a side ('gold', 'a', 'b')."""
        return {"gold": self.gold, "a": self.a, "b": self.b}[side]

    def name(self, side: str) -> str:
        """Return what a side is called."""
        if side == "gold":
            return "Gold"
        entry, name = (self.a, self.name_a) if side == "a" else (self.b, self.name_b)
        return entry.capitalize() if isinstance(entry, str) else name or f"Run {side.upper()}"

    def probabilities(self, side: str) -> FloatArray:
        """Return the distribution of a side, shape (classes,)."""
        return _probabilities(self.gold, self.entry(side))

    def measures(self, keys: Sequence[str]) -> tuple[Measure, ...]:
        """Return measures with the classes where they stand."""
        return measures_at(keys, self.positions, len(self.classes))

    def compared(self, side: str) -> tuple[FloatArray, FloatArray, tuple[str, ...], tuple[float, ...] | None]:
        """Return the gold, the estimate of a side, the classes and their positions: what a calculation starts from."""
        return self.probabilities("gold"), self.probabilities(side), self.classes, self.positions

    def scores(self, side: str, keys: Iterable[str]) -> dict[str, float]:
        """Return the scores of an estimate by measure."""
        gold, estimate = self.probabilities("gold"), self.probabilities(side)
        return {measure.key: float(measure(gold, estimate)) for measure in self.measures(list(keys))}

    def scores_of_both(self, keys: Sequence[str]) -> tuple[dict[str, float], dict[str, float]]:
        """Return the scores of A and of B by measure, read once for all measures: `scores` of each, but sooner."""
        gold, a, b = map(self.probabilities, SIDES)
        kernels = [measure.compute.kernel for measure in self.measures(keys)]
        values = in_blocks(kernels, gold, np.array([a, b]), shares_by_class)
        scores_a, scores_b = (dict(zip(keys, map(float, row), strict=True)) for row in values.T)
        return scores_a, scores_b

    def smoothed_scores(self) -> tuple[dict[str, float], dict[str, float]]:
        """Return the scores of A and of B by the measures on smoothed distributions; none where there are no votes."""
        votes = self.votes
        if votes is None:
            return {}, {}
        gold, a, b = map(self.probabilities, SIDES)
        scores_a, scores_b = ({key: float(of(gold, side, votes)) for key, of in SMOOTHED.items()} for side in (a, b))
        return scores_a, scores_b

    def made_scores(self, switches: Switches) -> tuple[dict[str, float], dict[str, float]]:
        """Return the scores of A and of B by a measure that was made."""
        measure, gold = built_measure(switches), self.probabilities("gold")
        a, b = ({measure.key: float(measure(gold, self.probabilities(side), self.positions))} for side in "ab")
        return a, b

    def held(self, side: str) -> tuple[float, ...]:
        """Return a side as numbers, which stay as they are where the gold changes."""
        entry = self.entry(side)
        return tuple(self.probabilities(side).tolist()) if isinstance(entry, str) else entry

    def says(self, field: str, text: str) -> bool:
        """Return whether a text is one way of writing the value of one of `FIELDS`."""
        try:
            return bool(FIELDS[field].parse(text) == getattr(self, field))
        except OrdquantError:
            return False

    def text_of(self, field: str) -> str:
        """Write the value of one of `FIELDS` for people: numbers to six digits."""
        value = getattr(self, field)
        if value is None:
            return ""
        if field in (*SIDES, "positions") and not isinstance(value, str):
            return ", ".join(f"{number:.6g}" for number in value)
        return FIELDS[field].write(value)

    def to_frame(self) -> pd.DataFrame:
        """Return a row per class: the votes of the gold, where it is made of them, and the three probabilities."""
        votes = {} if self.votes is None else {"votes": [round(number) for number in self.gold]}
        names = {"gold": "probability", "a": "probability_a", "b": "probability_b"}
        shares = {name: self.probabilities(side) for side, name in names.items()}
        return frame_of({"class": self.classes, **votes, **shares})

    @property
    def votes(self) -> int | None:
        """Return the number of annotators, where the gold is made of votes."""
        return _votes(self.gold)


@lru_cache(256)  # while one side is drawn, the others stay as they are
def _probabilities(gold: tuple[float, ...], entry: Entry) -> FloatArray:
    shares = (
        BASELINES[entry](gold) if isinstance(entry, str) else np.array(read_rows(np.array([entry])).probabilities[0])
    )
    shares.flags.writeable = False
    return shares


@lru_cache(256)
def _votes(gold: tuple[float, ...]) -> int | None:
    votes = read_rows(np.array([gold])).votes
    return None if votes is None else int(votes.sum())


def checked(picture: Picture) -> Picture:
    """Return the picture, or raise `OrdquantError` that names the wrong entry, what was found and what to do."""
    n_classes = len(picture.classes)
    if not FEWEST_CLASSES <= n_classes <= MOST_CLASSES:
        raise OrdquantError(f"classes: {n_classes} given; Compare draws {FEWEST_CLASSES} to {MOST_CLASSES}.")
    if "" in picture.classes or max(map(len, picture.classes)) > LONGEST_LABEL:
        raise OrdquantError(f"classes: every class needs a label of 1 to {LONGEST_LABEL} characters.")
    repeated = [label for label in picture.classes if picture.classes.count(label) > 1]
    if repeated:
        raise OrdquantError(f"classes: the label {repeated[0]!r} is used twice; give each class its own.")
    for side in SIDES:
        entry = picture.entry(side)
        if isinstance(entry, str):
            if side == "gold" or entry not in BASELINES:
                allowed = "numbers" if side == "gold" else "numbers, popularity or uniform"
                raise OrdquantError(f"{side}: {entry[:30]!r} was given; expected {allowed}.")
            continue
        if len(entry) != n_classes:
            raise OrdquantError(f"{side}: {len(entry)} numbers for {n_classes} classes; give one number per class.")
        rows = read_rows(np.array([entry], dtype=np.float64))
        if rows.faults:
            raise OrdquantError(f"{side}: {rows.faults[0].seen}; {rows.faults[0].action}.")
        if max(entry) > MOST_VOTES:
            raise OrdquantError(
                f"{side}: {setting(max(entry))} votes for one class; Compare draws at most {count(MOST_VOTES)}."
            )
    if picture.positions is None:
        return picture
    return replace(picture, positions=_checked_positions(picture.positions, n_classes))


def _checked_positions(positions: tuple[float, ...], n_classes: int) -> tuple[float, ...] | None:
    if len(positions) != n_classes:
        raise OrdquantError(f"positions: {len(positions)} numbers for {n_classes} classes; give one number per class.")
    try:
        return checked_positions(positions)
    except OrdquantError as problem:
        raise OrdquantError(f"positions: {problem}.") from None


def with_entries(picture: Picture, entries: Mapping[str, Entry]) -> Picture:
    """Return the picture with other entries for some sides, not checked yet."""
    gold = entries.get("gold", picture.gold)
    if isinstance(gold, str):
        raise OrdquantError(f"gold: {gold[:30]!r} was given; expected numbers.")
    return replace(picture, gold=gold, a=entries.get("a", picture.a), b=entries.get("b", picture.b))


def with_text(picture: Picture, field: str, text: str) -> Picture:
    """Return the picture with what was typed for one of `FIELDS`, not checked yet. Raises `OrdquantError`."""
    value = FIELDS[field].parse(text)
    if field == "positions":
        return replace(picture, positions=value)
    return relabelled(picture, value) if field == "classes" else with_entries(picture, {field: value})


def relabelled(picture: Picture, labels: tuple[str, ...]) -> Picture:
    """Return the picture over other classes, not checked yet: renamed, with empty ones added, without the last ones.

    Raises `OrdquantError` where a class that goes is not empty: no vote gets lost.
    """
    own = {side: entry for side in SIDES if not isinstance(entry := picture.entry(side), str)}
    lost = [side for side, entry in own.items() if any(entry[len(labels) :])]
    if lost:
        gone = ", ".join(picture.classes[len(labels) :])
        raise OrdquantError(
            f"classes: {len(labels)} given, but {lost[0]} is not 0 for {gone}; move that to another class first."
        )
    missing = len(labels) - len(picture.classes)
    padded = {side: (*entry[: len(labels)], *[0.0] * missing) for side, entry in own.items()}
    return replace(with_entries(picture, padded), classes=labels, positions=_over(picture.positions, len(labels)))


def _over(positions: tuple[float, ...] | None, n_classes: int) -> tuple[float, ...] | None:
    """Return positions for another number of classes: without the last ones, or with further ones in mean steps."""
    if positions is None or not n_classes:
        return None
    step = (positions[-1] - positions[0]) / max(len(positions) - 1, 1)
    more = (positions[-1] + step * (number + 1) for number in range(n_classes - len(positions)))
    return unless_default((*positions[:n_classes], *more))


def renormalised(picture: Picture) -> Picture:
    """Divide the sides whose sum is slightly off by it, for a visitor who asked for that; votes stay votes."""
    divided: dict[str, Entry] = {}
    for side in SIDES:
        entry = picture.entry(side)
        if entry and not isinstance(entry, str):
            rows = read_rows(np.array([entry], dtype=np.float64), renormalise=True)
            divided[side] = tuple(rows.probabilities[0].tolist()) if rows.renormalised else entry
    return checked(with_entries(picture, divided))


def from_example(example: Example) -> Picture:
    """Turn a worked example of a paper into a picture."""
    names = [
        "" if isinstance(entry, str) else name
        for entry, name in ((example.a, example.name_a), (example.b, example.name_b))
    ]
    return Picture(example.classes, example.gold, example.a, example.b, names[0], names[1])


def of_case(task: Task, case: int) -> Picture:
    """Return a case of a task of two runs; baselines stay words, so that they follow the gold."""
    gold = task.gold[case] if task.votes is None else task.votes[case]
    a, b = (
        baseline_of(run, task.gold[case], estimates[case]) or tuple(estimates[case].tolist())
        for run, estimates in zip(task.runs, task.estimates, strict=True)
    )
    return Picture(task.classes, tuple(gold.tolist()), a, b, task.runs[0], task.runs[1], task.positions)


def example_of(picture: Picture) -> str | None:
    """Return the key of the worked example that a picture equals."""
    return next((key for key, example in EXAMPLES.items() if from_example(example) == picture), None)


DEFAULT = from_example(next(iter(EXAMPLES.values())))


def picture_of(
    classes: tuple[str, ...] | None,
    gold: tuple[float, ...] | None,
    a: Entry,
    b: Entry,
    name_a: str,
    name_b: str,
    positions: tuple[float, ...] | None = None,
) -> Picture:
    """Return the picture of a link. Gold is enough: classes are numbered where none are given.

    Raises `OrdquantError`.
    """
    if gold is None:
        raise OrdquantError("gold: missing in the link; expected numbers such as gold=0,1,2,9,8.")
    labels = tuple(str(number + 1) for number in range(len(gold))) if classes is None else classes
    return checked(Picture(labels, gold, a, b, name_a, name_b, positions))


def to_query(picture: Picture) -> dict[str, str]:
    """Write the picture as the parameters of a link: all of it, so that no default can change what it shows."""
    return {name: field.write(getattr(picture, name)) for name, field in FIELDS.items() if _is_said(picture, name)}


def _is_said(picture: Picture, name: str) -> bool:
    if name == "positions":
        return picture.positions is not None
    if name in ("classes", *SIDES):
        return True
    return bool(getattr(picture, name)) and not isinstance(picture.entry(name.removeprefix("name_")), str)


def parse_numbers(text: str, what: str) -> tuple[float, ...]:
    """Read numbers separated by commas, semicolons or blanks; fractions such as 1/3 are welcome."""
    words = [word for word in re.split(r"[,;\s]+", text.strip()) if word]
    if len(words) > MOST_CLASSES:
        raise OrdquantError(
            f"{what}: {count(len(words))} numbers given; Compare draws {FEWEST_CLASSES} to {MOST_CLASSES}."
        )
    for position, word in enumerate(words, start=1):
        if not _NUMBER.fullmatch(word):
            raise OrdquantError(
                f"{what}: {word[:30]!r} (position {position}) is not a number; write for example 0,1,2,9,8."
            )
    return tuple(float(Fraction(word)) if "/" in word else float(word) for word in words)


def parse_entry(text: str, what: str) -> Entry:
    """Read the numbers of a run, or the name of a baseline."""
    word = text.strip().lower()
    if word in BASELINES:
        return word
    if word[:1].isalpha():
        raise OrdquantError(f"{what}: {word[:30]!r} was given; expected numbers, or {' or '.join(BASELINES)}.")
    return parse_numbers(text, what)


def parse_positions(text: str) -> tuple[float, ...] | None:
    """Read the positions of classes; None where there is none."""
    return parse_numbers(text, "positions") if text.strip() else None


def _write_positions(positions: tuple[float, ...] | None) -> str:
    return "" if positions is None else write_entry(positions)


def parse_labels(text: str) -> tuple[str, ...]:
    """Read class labels separated by commas; a label that holds a comma is put in double quotes."""
    rows = list(csv.reader([text.replace("\n", " ").replace("\r", " ")], skipinitialspace=True))
    return tuple(label.strip() for label in rows[0]) if rows else ()


def write_labels(labels: tuple[str, ...]) -> str:
    """Write class labels so that `parse_labels` reads them back."""
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="").writerow(labels)
    return buffer.getvalue()


def write_entry(entry: Entry) -> str:
    """Write numbers without loss, whole ones as such."""
    if isinstance(entry, str):
        return entry
    return ",".join(str(int(value)) if value == int(value) else repr(float(value)) for value in entry)


class Field(NamedTuple):
    """One parameter of a link: its default, how it is read (`OrdquantError` says why not), how it is written."""

    default: Any
    parse: Callable[[str], Any]
    write: Callable[[Any], str]


def _field(name: str, default: Any, parse: Callable[[str], Any], write: Callable[[Any], str]) -> Field:
    def limited(text: str) -> Any:
        if len(text) > LONGEST_TEXT:
            raise OrdquantError(
                f"{name}: {count(len(text))} characters in the link; at most {count(LONGEST_TEXT)} are read."
            )
        return parse(text)

    return Field(default, limited, write)


def _name(text: str) -> str:
    return "".join(filter(str.isprintable, text))[:LONGEST_NAME]


FIELDS: Mapping[str, Field] = {
    "classes": _field("classes", None, parse_labels, write_labels),
    "gold": _field("gold", None, partial(parse_numbers, what="gold"), write_entry),
    "a": _field("a", "popularity", partial(parse_entry, what="a"), write_entry),
    "b": _field("b", "uniform", partial(parse_entry, what="b"), write_entry),
    "name_a": _field("name_a", "", _name, str),
    "name_b": _field("name_b", "", _name, str),
    "positions": _field("positions", None, parse_positions, _write_positions),
}


def with_merged_classes(picture: Picture, merge: Merge) -> Picture:
    """Add up the votes and probabilities of merged classes; baselines follow the merged gold.

    A merged class stands in the middle of those that it is made of, where the classes have positions. Raises
    `OrdquantError` for classes that are no neighbours, and where one class would be left.

    >>> from ordquant_core.analysis.picture import DEFAULT
    >>> merged = with_merged_classes(DEFAULT, (("-2", "-1"),))
    >>> merged.classes, merged.gold, merged.a
    (('-2+-1', '0', '1', '2'), (1.0, 2.0, 9.0, 8.0), 'popularity')
    """
    groups = groups_of(picture.classes, merge)

    def added(entry: Entry) -> Entry:
        return entry if isinstance(entry, str) else tuple(merged_values(np.array(entry, dtype=float), groups).tolist())

    positions = None if picture.positions is None else merged_positions(picture.positions, groups)
    sides = with_entries(picture, {side: added(picture.entry(side)) for side in SIDES})
    return checked(replace(sides, classes=merged_labels(picture.classes, groups), positions=positions))

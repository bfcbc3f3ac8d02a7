"""What Compare shows, as one value: classes, gold, run A, run B. A link holds exactly this."""

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.distributions import read_rows
from ordquant_core.errors import OrdquantError
from ordquant_core.papers.examples import EXAMPLES, Example
from ordquant_core.records import FloatArray

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

    def name(self, side: str) -> str:
        """Return what the page calls a side ('gold', 'a', 'b')."""
        if side == "gold":
            return "Gold"
        entry, name = (self.a, self.name_a) if side == "a" else (self.b, self.name_b)
        return entry.capitalize() if isinstance(entry, str) else name or f"Run {side.upper()}"

    def probabilities(self, side: str) -> FloatArray:
        """Return the distribution of a side, shape (classes,)."""
        entry = {"gold": self.gold, "a": self.a, "b": self.b}[side]
        if isinstance(entry, str):
            return BASELINES[entry](self.gold)
        return np.asarray(read_rows(np.array([entry])).probabilities[0])

    @property
    def votes(self) -> int | None:
        """Return the number of annotators, where the gold is made of votes."""
        votes = read_rows(np.array([self.gold])).votes
        return None if votes is None else int(votes.sum())


def checked(picture: Picture) -> Picture:
    """Return the picture, or raise `OrdquantError` that says which part is wrong, what was seen, what to do."""
    n_classes = len(picture.classes)
    if not FEWEST_CLASSES <= n_classes <= MOST_CLASSES:
        raise OrdquantError(f"classes: {n_classes} given; Compare draws {FEWEST_CLASSES} to {MOST_CLASSES}.")
    if "" in picture.classes or max(map(len, picture.classes)) > LONGEST_LABEL:
        raise OrdquantError(f"classes: every class needs a label of 1 to {LONGEST_LABEL} characters.")
    repeated = [label for label in picture.classes if picture.classes.count(label) > 1]
    if repeated:
        raise OrdquantError(f"classes: the label {repeated[0]!r} is used twice; give each class its own.")
    for side in SIDES:
        entry = getattr(picture, side)
        if isinstance(entry, str):
            if side == "gold" or entry not in BASELINES:
                allowed = "numbers" if side == "gold" else "numbers, popularity or uniform"
                raise OrdquantError(f"{side}: {entry[:30]!r} was given; expected {allowed}.")
            continue
        if len(entry) != n_classes:
            raise OrdquantError(f"{side}: {len(entry)} numbers for {n_classes} classes; give one number a class.")
        rows = read_rows(np.array([entry], dtype=np.float64))
        if rows.faults:
            raise OrdquantError(f"{side}: {rows.faults[0].seen}; {rows.faults[0].action}.")
        if max(entry) > MOST_VOTES:
            raise OrdquantError(f"{side}: {max(entry):g} votes for one class; Compare draws at most {MOST_VOTES:,}.")
    return picture


def renormalised(picture: Picture) -> Picture:
    """Divide the sides whose sum is slightly off by it, for a visitor who asked for that; votes stay votes."""

    def divided(entry: Entry) -> Entry:
        if isinstance(entry, str) or not entry:
            return entry
        rows = read_rows(np.array([entry], dtype=np.float64), renormalise=True)
        return tuple(rows.probabilities[0].tolist()) if rows.renormalised else entry

    gold = divided(picture.gold)
    assert not isinstance(gold, str)  # noqa: S101 - for the type checker
    return checked(replace(picture, gold=gold, a=divided(picture.a), b=divided(picture.b)))


def from_example(example: Example) -> Picture:
    """Turn a worked example of a paper into a picture."""
    names = [
        "" if isinstance(entry, str) else name
        for entry, name in ((example.a, example.name_a), (example.b, example.name_b))
    ]
    return Picture(example.classes, example.gold, example.a, example.b, *names)


DEFAULT = from_example(next(iter(EXAMPLES.values())))


def from_query(query: Mapping[str, str]) -> Picture:
    """Read the parameters of a link: `classes`, `gold`, `a`, `b`, and optionally `name_a`, `name_b`.

    `gold` alone is enough: classes are numbered, A is Popularity and B is Uniform. Raises `OrdquantError`.
    """
    for key, text in query.items():
        if len(text) > LONGEST_TEXT:
            raise OrdquantError(f"{key}: {len(text):,} characters in the link; at most {LONGEST_TEXT:,} are read.")
    if "gold" not in query:
        raise OrdquantError("gold: missing in the link; expected numbers such as gold=0,1,2,9,8.")
    gold = parse_numbers(query["gold"], "gold")
    classes = parse_labels(query["classes"]) if "classes" in query else tuple(str(i + 1) for i in range(len(gold)))
    a, b = (parse_entry(query.get(side, default), side) for side, default in (("a", "popularity"), ("b", "uniform")))
    name_a, name_b = (
        "".join(filter(str.isprintable, query.get(key, "")))[:LONGEST_NAME] for key in ("name_a", "name_b")
    )
    return checked(Picture(classes, gold, a, b, name_a, name_b))


def to_query(picture: Picture) -> dict[str, str]:
    """Write the picture as the parameters of a link; `from_query` reads back an equal picture."""
    query = {"classes": write_labels(picture.classes), "gold": write_entry(picture.gold)}
    query |= {"a": write_entry(picture.a), "b": write_entry(picture.b)}
    return query | {
        key: name
        for key, name, entry in (("name_a", picture.name_a, picture.a), ("name_b", picture.name_b, picture.b))
        if name and not isinstance(entry, str)
    }


def parse_numbers(text: str, what: str) -> tuple[float, ...]:
    """Read numbers separated by commas, semicolons or blanks; fractions such as 1/3 are welcome."""
    words = [word for word in re.split(r"[,;\s]+", text.strip()) if word]
    if len(words) > MOST_CLASSES:
        raise OrdquantError(f"{what}: {len(words):,} numbers given; Compare draws {FEWEST_CLASSES} to {MOST_CLASSES}.")
    for place, word in enumerate(words, start=1):
        if not _NUMBER.fullmatch(word):
            raise OrdquantError(f"{what}: {word[:30]!r} (place {place}) is not a number; write for example 0,1,2,9,8.")
    return tuple(float(Fraction(word)) if "/" in word else float(word) for word in words)


def parse_entry(text: str, what: str) -> Entry:
    """Read the numbers of a run, or the name of a baseline."""
    word = text.strip().lower()
    if word in BASELINES:
        return word
    if word[:1].isalpha():
        raise OrdquantError(f"{what}: {word[:30]!r} was given; expected numbers, or {' or '.join(BASELINES)}.")
    return parse_numbers(text, what)


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

"""The official JSON of NTCIR STC-3 and DialEval, dialogue quality: gold with annotators' votes, and runs.

Gold is a list of `{"id": …, "annotations": [{"quality": {"A": -1, "E": 0}}, …]}`, a run (or a gold of
distributions) one of `{"id": …, "quality": {"A": {"-2": p, …, "2": p}, …}}`. Other keys are ignored.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from ordquant_core.formats.json.cases import FaultError, named, numbers_by_key
from ordquant_core.formats.json.strict import JsonObject
from ordquant_core.formats.opened import Kind, Opened, Part, Role, choose_scale
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.text import case_place, label, shown, spelling

CLASSES = ("-2", "-1", "0", "1", "2")
_PLACES = {text: place for place, text in enumerate(CLASSES)}
_LABEL = "a label is a whole number from -2 to 2"
_DISTRIBUTION = 'expected {"-2": p, "-1": p, "0": p, "1": p, "2": p}'


@dataclass(slots=True)
class Ntcir(Opened):
    """The parsed list of cases."""

    kind: ClassVar[Kind] = "ntcir"
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
        votes = as_gold and self.annotated
        drop = problems.drop_class if problems.choices.drop_classes else None
        cases: list[str] = []
        positions: list[int] = []
        rows: list[list[float]] = []
        for case in named(self.listed, problems):
            try:
                rows.append(_votes(case.entry, scale) if votes else _distribution(case.entry, scale, drop))
            except FaultError as fault:
                fault.report(problems, case.position, case_place(case.id), case.id)
            else:
                cases.append(case.id)
                positions.append(case.position)
        values = np.array(rows, dtype=np.float64).reshape(len(rows), len(CLASSES))
        return [Part("", to_content(CLASSES, cases, values, positions, problems, scale=scale, votes=votes), problems)]


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


def _votes(entry: JsonObject, scale: str | None) -> list[float]:
    """Count the labels of one case's annotators."""
    annotations = entry.get("annotations")
    if not isinstance(annotations, list) or not annotations:
        seen = f'"annotations" is {shown(annotations)}' if "annotations" in entry else 'there are no "annotations"'
        raise FaultError(seen, "every case of this gold needs a list with one annotation or more")
    counts = [0.0] * len(CLASSES)
    for number, annotation in enumerate(annotations, start=1):
        vote = _on_scale(annotation, scale, f"annotation {number}")
        place = _PLACES.get(spelling(vote))
        if place is None:
            raise FaultError(f"annotation {number} says {shown(vote)} on scale {label(str(scale))}", _LABEL)
        counts[place] += 1
    return counts


def _distribution(entry: JsonObject, scale: str | None, drop: Callable[[str], None] | None) -> list[float]:
    """Return the numbers of one case in the order of the classes."""
    if "annotations" in entry and "quality" not in entry:
        raise FaultError("holds annotations", 'this is a gold file; a run has a "quality" of distributions')
    classes = _on_scale(entry, scale, "the case")
    if not isinstance(classes, dict):
        raise FaultError(f"scale {label(str(scale))} is {shown(classes)}", _DISTRIBUTION)
    return numbers_by_key(classes, CLASSES, drop=drop)

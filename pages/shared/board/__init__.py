"""The board alone: the votes of a picture, carried by hand, and what a measure counts."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ordquant_core.analysis.picture import Picture
from ordquant_core.browser import BROWSER
from ordquant_core.measures.registry import MEASURES
from ordquant_core.teaching.course import COURSE
from pages.shared.component import component

MOST_CARRIED = 100  # votes
BELOW: Mapping[str, str] = {  # what is drawn below the board, by measure
    "NVD": "bins",
    "DNKT": "order",
    "NMD": "traffic",
    "MD": "traffic",
    "RNOD": "weights",
    "NOD": "weights",
    "OD": "weights",
}
_component = component("ordquant_board", Path(__file__).with_name("board.js"), look=BROWSER / "lessons" / "course")


def can_carry(picture: Picture) -> bool:
    """Return whether all of a picture is up to 100 whole votes of equally many people, on classes a step apart."""
    if picture.positions is not None or picture.votes is None or picture.votes > MOST_CARRIED:
        return False
    return all(abs(votes - round(votes)) < 1e-9 for side in ("gold", "a", "b") for votes in _votes(picture, side))


def board(picture: Picture, measure: str, *, key: str) -> None:
    """Draw the votes of a picture that `can_carry`, the scores by a measure of `BELOW`, and what it counts."""
    sides = {side: [round(votes) for votes in _votes(picture, side)] for side in ("gold", "a", "b")}
    step: dict[str, Any] = {
        "board": {**sides, "carried": "b"},
        "rows": [measure],
        "below": BELOW[measure],
        "free": True,
        "classes": picture.classes,
        "highest": max(votes for side in sides.values() for votes in side),
        "live": [f"{{{measure} prefers}} ([A] {{{measure} a}}, [B] {{{measure} b}})."],
    }
    names = {measure: ("", MEASURES[measure].summary, MEASURES[measure].name)}
    words = {"names": names, "labels": {measure: MEASURES[measure].label}, "terms": COURSE["terms"], "class_words": []}
    of = str(hash((picture, measure)))
    _component(key=key, data={"of": of, "step": step, "words": words}, on_step_change=lambda: None)


def _votes(picture: Picture, side: str) -> Sequence[float]:
    votes: list[float] = (picture.probabilities(side) * (picture.votes or 0)).tolist()
    return votes

"""The kinds of questions of lessons. The correct answer is always computed from the measures, never stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ordquant_core.analysis.comparison import sides_of
from ordquant_core.analysis.picture import Picture
from ordquant_core.errors import OrdquantError
from ordquant_core.markup import Html, join
from ordquant_core.measures.registry import MEASURES, get_measures
from ordquant_core.numerals import score
from ordquant_core.tables.sentences import lettered
from ordquant_core.teaching.answers import KEY_OF, SIDES, WHICH, Choice, Key


class Question(Protocol):
    """What is asked about the pictures of a lesson: the first one, and the one after a change where there is one."""

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures whose scores would give the answer away."""
        ...

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The three buttons."""
        ...

    def answer(self, pictures: Sequence[Picture]) -> Key:
        """Return the correct choice, or raise `OrdquantError` where none of the three is correct."""
        ...

    def verdict(self, pictures: Sequence[Picture]) -> Html:
        """Say the answer in one sentence with its numbers."""
        ...


@dataclass(frozen=True, slots=True)
class Prefers:
    """Which estimate does a measure prefer: the one with the smaller score."""

    measure: str
    at: int = -1  # which picture: the last one

    @property
    def measures(self) -> tuple[str, ...]:
        """The measure."""
        return (self.measure,)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """A, a tie, B."""
        return WHICH

    def answer(self, pictures: Sequence[Picture]) -> Key:
        """Return the estimate with the smaller score."""
        return KEY_OF[side_of(pictures[self.at], self.measure)]

    def verdict(self, pictures: Sequence[Picture]) -> Html:
        """'RNOD prefers A: 0.354 against 0.500.'"""
        picture, label = pictures[self.at], MEASURES[self.measure].label
        values = {side: score_of(picture, self.measure, side) for side in "ab"}
        side = side_of(picture, self.measure)
        if not side:
            return Html(f"{label} sees a tie: {score(values['a'])} for both.")
        first, second = ("a", "b") if side < 0 else ("b", "a")
        numbers = f": {score(values[first])} against {score(values[second])}."
        return join([f"{label} prefers ", lettered("", first.upper()), numbers])


@dataclass(frozen=True, slots=True)
class Larger:
    """For which estimate is the score larger."""

    measure: str
    label: str = "Equal"  # of the choice in the middle

    @property
    def measures(self) -> tuple[str, ...]:
        """The measure."""
        return (self.measure,)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """A, equal, B."""
        return (WHICH[0], Choice("tie", self.label), WHICH[2])

    def answer(self, pictures: Sequence[Picture]) -> Key:
        """Return the estimate with the larger score."""
        return KEY_OF[-side_of(pictures[-1], self.measure)]

    def verdict(self, pictures: Sequence[Picture]) -> Html:
        """'NMD is larger for B: 0.300 against 0.150.'"""
        picture, label = pictures[-1], MEASURES[self.measure].label
        values = {side: score_of(picture, self.measure, side) for side in "ab"}
        larger = self.answer(pictures)
        if larger == "tie":
            return Html(f"{label} is {score(values['a'])} for both.")
        smaller = KEY_OF[-SIDES[larger]]
        numbers = f": {score(values[larger])} against {score(values[smaller])}."
        return join([f"{label} is larger for ", lettered("", larger.upper()), numbers])


@dataclass(frozen=True, slots=True)
class StaysEqual:
    """Which of two measures keeps its score of A from the first picture to the last."""

    first: str
    second: str

    @property
    def measures(self) -> tuple[str, ...]:
        """Both."""
        return self.first, self.second

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The first only, both, the second only."""
        first, second = (MEASURES[key].label for key in self.measures)
        return Choice("a", f"{first} only"), Choice("tie", "Both"), Choice("b", f"{second} only")

    def answer(self, pictures: Sequence[Picture]) -> Key:
        """Return the measure whose score stays the same."""
        stays = [score(before) == score(after) for before, after in self._scores(pictures)]
        if not any(stays):
            raise OrdquantError(f"The scores of {self.first} and {self.second} both change; expected one that stays.")
        return "tie" if all(stays) else "a" if stays[0] else "b"

    def verdict(self, pictures: Sequence[Picture]) -> Html:
        """'NMD stays 0.300; RNOD goes from 0.245 to 0.510.'"""
        said = [
            f"{MEASURES[key].label} stays {score(before)}"
            if score(before) == score(after)
            else f"{MEASURES[key].label} goes from {score(before)} to {score(after)}"
            for key, (before, after) in zip(self.measures, self._scores(pictures), strict=True)
        ]
        return Html(f"{'; '.join(said)}.")

    def _scores(self, pictures: Sequence[Picture]) -> list[tuple[float, float]]:
        return [(score_of(pictures[0], key, "a"), score_of(pictures[-1], key, "a")) for key in self.measures]


@dataclass(frozen=True, slots=True)
class ChangesPreference:
    """Which of two measures prefers another estimate on the last picture than on the first."""

    first: str
    second: str

    @property
    def measures(self) -> tuple[str, ...]:
        """Both."""
        return self.first, self.second

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The first, neither, the second."""
        first, second = (MEASURES[key].label for key in self.measures)
        return Choice("a", first), Choice("tie", "Neither"), Choice("b", second)

    def answer(self, pictures: Sequence[Picture]) -> Key:
        """Return the measure that changes its preference."""
        changes = [side_of(pictures[0], key) != side_of(pictures[-1], key) for key in self.measures]
        if all(changes):
            raise OrdquantError(f"{self.first} and {self.second} both change their preference; expected at most one.")
        return "a" if changes[0] else "b" if changes[1] else "tie"

    def verdict(self, pictures: Sequence[Picture]) -> Html:
        """'RNOD preferred A and now prefers B; NMD still prefers A.'"""
        return join([join([self._of(pictures, key) for key in self.measures], "; "), "."])

    def _of(self, pictures: Sequence[Picture], key: str) -> Html:
        before, after = (side_of(picture, key) for picture in (pictures[0], pictures[-1]))
        label = MEASURES[key].label
        if before == after:
            return join([f"{label} still ", preference(after)])
        return join([f"{label} ", preference(before, past=True), " and now ", preference(after)])


@dataclass(frozen=True, slots=True)
class DragUntil:
    """Drag the bars until a measure prefers another estimate; what it says of what was drawn is the answer.

    The last picture is an example on which it does. `choices` are what can come out, not buttons.
    """

    measure: str
    preferred: Key

    @property
    def measures(self) -> tuple[str, ...]:
        """The measure."""
        return (self.measure,)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can come out: A, a tie or B is preferred."""
        label = MEASURES[self.measure].label
        first, tie, second = (f"a gold on which {label} {what}" for what in ("prefers A", "sees a tie", "prefers B"))
        return Choice("a", first), Choice("tie", tie), Choice("b", second)

    def answer(self, pictures: Sequence[Picture]) -> Key:
        """Return the estimate that is to be preferred."""
        if [self.drawn(picture) == self.preferred for picture in (pictures[0], pictures[-1])] != [False, True]:
            raise OrdquantError(
                f"{self.measure} does not change its preference to {self.preferred} from the first picture to the last."
            )
        return self.preferred

    def drawn(self, picture: Picture) -> Key:
        """Return the answer that somebody gave by drawing a picture: what the measure prefers on it."""
        return KEY_OF[side_of(picture, self.measure)]

    def verdict(self, pictures: Sequence[Picture]) -> Html:
        """'NMD prefers A for 0, 1, 2, 9, 8 and prefers B for 9, 1, 0, 2, 8.'"""
        said = [
            join([preference(side_of(picture, self.measure)), f" for {picture.shown('gold')}"])
            for picture in (pictures[0], pictures[-1])
        ]
        return join([f"{MEASURES[self.measure].label} ", join(said, " and "), "."])


def side_of(picture: Picture, key: str) -> int:
    """Return which estimate a measure prefers: -1 (A), 0 (tie), 1 (B)."""
    return all_sides(picture, [key])[key]


def all_sides(picture: Picture, keys: Sequence[str]) -> dict[str, int]:
    """Return which estimate each measure prefers; by the formulas themselves, as the picture was checked before."""
    gold = picture.probabilities("gold")[:, None]
    both = np.stack([picture.probabilities("a"), picture.probabilities("b")], axis=1)
    scores = {key: measure.compute.kernel(gold, both) for key, measure in zip(keys, get_measures(keys), strict=True)}
    a, b = ({key: float(values[at]) for key, values in scores.items()} for at in (0, 1))
    return sides_of(a, b)


def score_of(picture: Picture, key: str, side: str) -> float:
    """Return the score of an estimate ("a" or "b")."""
    return picture.scores(side, [key])[key]


def preference(side: int, *, past: bool = False) -> Html:
    """Say what a measure does: 'prefers A', 'sees a tie'."""
    verbs = ("preferred ", "saw a tie") if past else ("prefers ", "sees a tie")
    return join([verbs[0], lettered("", "A" if side < 0 else "B")]) if side else Html(verbs[1])

"""What a learner can answer: one of three choices, with how sure they are."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from ordquant_core.errors import UnknownNameError

Key = Literal["a", "tie", "b"]  # also the keys of the keyboard: A, T, B
Confidence = Literal["guess", "fairly", "sure"]
KEYS: tuple[Key, ...] = get_args(Key)
SIDES: Mapping[Key, int] = {"a": -1, "tie": 0, "b": 1}  # as in `analysis.comparison`
KEY_OF: Mapping[int, Key] = {side: key for key, side in SIDES.items()}
CONFIDENCES: Mapping[Confidence, str] = {  # the words on the buttons
    "guess": "Guess",
    "fairly": "Fairly sure",
    "sure": "Sure",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the three buttons."""

    key: Key
    label: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a learner chose. Raises `UnknownNameError` for anything that is no choice or no confidence."""

    choice: Key
    confidence: Confidence = "fairly"

    def __post_init__(self) -> None:
        if self.choice not in KEYS:
            raise UnknownNameError(f"The answer is {self.choice!r}; expected {', '.join(KEYS)}.")
        if self.confidence not in CONFIDENCES:
            raise UnknownNameError(f"The confidence is {self.confidence!r}; expected {', '.join(CONFIDENCES)}.")


WHICH = (Choice("a", "A"), Choice("tie", "A tie"), Choice("b", "B"))

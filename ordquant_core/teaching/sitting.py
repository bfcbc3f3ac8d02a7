"""Where somebody is in a quiz: the answers so far and the question that is shown, as a part of a link.

The text is `edition.states.question`, with a digit per question: 0 for not answered, else one of nine states as in
result codes. A round of practice adds `.round.measures`, such as `.1.NMD-NMD-RNOD`.
"""

import re
from dataclasses import dataclass

from ordquant_core.errors import OrdquantError
from ordquant_core.teaching.answers import Answer
from ordquant_core.teaching.quiz import EDITION, MOST_PRACTICE, N_QUESTIONS, PLAN
from ordquant_core.teaching.readings import TAUGHT
from ordquant_core.teaching.result_codes import answer_of, state_of

MOST_ROUNDS = 99
_TEXT = re.compile(r"(\d{1,4})\.(\d{1,10})\.(\d{1,2})(?:\.(\d{1,2})\.([A-Z-]{1,60}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Sitting:
    """The answers so far (None: not answered), the question that is shown, and which round of practice it is.

    Practice has other pictures and no result code. `at` is the number of answers where the result is shown.
    """

    answers: tuple[Answer | None, ...] = (None,) * N_QUESTIONS
    at: int = 0
    practice: int = 0
    measures: tuple[str, ...] = PLAN

    @property
    def finished(self) -> bool:
        """Whether the result is shown."""
        return self.at >= len(self.answers)


def write_sitting(one: Sitting) -> str:
    """Return the text of a link.

    >>> write_sitting(Sitting((Answer("a", "sure"), *(None,) * 9), at=1))
    '2.3000000000.1'
    """
    text = f"{EDITION}.{''.join(str(state_of(answer)) for answer in one.answers)}.{one.at}"
    return f"{text}.{one.practice}.{'-'.join(one.measures)}" if one.practice else text


def read_sitting(text: str) -> Sitting:
    """Return what a link says. Raises `OrdquantError` for a damaged text or another edition of the questions."""
    found = _TEXT.fullmatch(text)
    if found is None:
        raise OrdquantError(f"The answers are damaged; expected a text such as {write_sitting(Sitting())}.")
    edition, states, at, practice, named = found.groups()
    if int(edition) != EDITION:
        raise OrdquantError(
            f"The answers are from edition {edition} of the questions; edition {EDITION} replaced it. "
            "Take the quiz again."
        )
    measures = PLAN if named is None else tuple(named.split("-"))
    if not set(measures) <= set(TAUGHT) or not len(measures) == len(states) <= max(N_QUESTIONS, MOST_PRACTICE):
        raise OrdquantError("The answers are damaged: expected one digit per question, and measures that are taught.")
    if int(at) > len(states) or (practice is not None and not 1 <= int(practice) <= MOST_ROUNDS):
        raise OrdquantError(f"The answers are damaged: expected a question from 0 to {len(states)}.")
    return Sitting(tuple(answer_of(int(state)) for state in states), int(at), int(practice or 0), measures)

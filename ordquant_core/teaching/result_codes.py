"""Result codes: what a learner answered in a quiz, short enough to be read out; and a class's answers as a histogram.

A code holds the edition of the questions, the level, the seed, and one of ten states per question: not answered, or
one of three choices with one of three confidences. It holds nothing else. `code_letters` says how it is written.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ordquant_core.errors import OrdquantError
from ordquant_core.numerals import count
from ordquant_core.teaching.answers import CONFIDENCES, KEYS, Answer, Confidence, Key
from ordquant_core.teaching.code_letters import CodeForm, Refused, quote_code, read_codes
from ordquant_core.teaching.quiz import EDITION, MOST_SEEDS, N_QUESTIONS, Quiz, check_seed
from ordquant_core.teaching.quiz_space import LEVELS, Level

FORM = CodeForm("OQ", 13, 5)
STATES = 10  # of a question
MOST_CODES = 5000
_CONFIDENCES = tuple(CONFIDENCES)
EXAMPLE = FORM.example


@dataclass(frozen=True, slots=True)
class Taken:
    """What a code holds: which quiz was taken, and the answers (None: not answered)."""

    seed: int
    level: Level
    answers: tuple[Answer | None, ...]


def write_code(taken: Taken) -> str:
    """Return the code. Raises `OrdquantError` for another number of answers than ten, or a seed out of range.

    >>> write_code(Taken(7, "easy", (None,) * 10))
    'OQ-6QYE3-XD3MF-XQXWE'
    """
    if len(taken.answers) != N_QUESTIONS:
        raise OrdquantError(f"A result code holds {N_QUESTIONS} answers; {len(taken.answers)} were given.")
    number = EDITION * len(LEVELS) + LEVELS.index(taken.level)
    number = number * MOST_SEEDS + check_seed(taken.seed)
    for answer in taken.answers:
        number = number * STATES + state_of(answer)
    return FORM.write(number)


def read_code(code: str) -> Taken:
    """Return what a code holds; case, spaces and hyphens do not matter. Raises `OrdquantError` for a wrong code."""
    number = FORM.read(code)
    states = []
    for _ in range(N_QUESTIONS):
        number, state = divmod(number, STATES)
        states.append(state)
    number, seed = divmod(number, MOST_SEEDS)
    edition, level = divmod(number, len(LEVELS))
    if edition != EDITION:
        raise OrdquantError(
            f"The code {quote_code(code)} is from edition {edition} of the questions; expected edition {EDITION}"
            f"{', which replaced it' if edition < EDITION else ''}. Take the quiz again."
        )
    return Taken(seed, LEVELS[level], tuple(map(answer_of, states[::-1])))


def state_of(answer: Answer | None) -> int:
    """Return the state of an answer: 0 for None, else 1 to 9."""
    if answer is None:
        return 0
    return 1 + KEYS.index(answer.choice) * len(_CONFIDENCES) + _CONFIDENCES.index(answer.confidence)


def answer_of(state: int) -> Answer | None:
    """Return the answer of a state from 0 to 9."""
    if not state:
        return None
    choice, confidence = divmod(state - 1, len(_CONFIDENCES))
    return Answer(KEYS[choice], _CONFIDENCES[confidence])


@dataclass(frozen=True, slots=True)
class QuestionCounts:
    """How a class answered one question."""

    counts: dict[Key, dict[Confidence, int]]
    not_answered: int
    correct: Key

    @property
    def right(self) -> int:
        """How many answered right."""
        return sum(self.counts[self.correct].values())


@dataclass(frozen=True, slots=True)
class Histogram:
    """The answers of a class to a quiz."""

    questions: tuple[QuestionCounts, ...]
    counted: int
    repeated: int  # codes that were given before: two learners with the same answers, or one code pasted twice
    refused: tuple[Refused, ...]
    duplicates: Mapping[str, int] = field(default_factory=dict)  # such codes, as they are written, and how often


def split_codes(text: str) -> list[str]:
    """Split a text into codes: one per line, or divided by commas or semicolons. Raises `OrdquantError` beyond 5,000.

    >>> split_codes("OQ-1, OQ-2")
    ['OQ-1', 'OQ-2']
    """
    codes = [code.strip() for code in re.split(r"[\n\r,;]+", text) if code.strip()]
    if len(codes) > MOST_CODES:
        raise OrdquantError(f"{count(len(codes), 'code')} given; at most {count(MOST_CODES)} are counted.")
    return codes


def most_frequent(codes: Iterable[str]) -> tuple[int, Level] | None:
    """Return the seed and the level that most of the codes have, those of the first of equals; None without a code."""
    found = Counter((taken.seed, taken.level) for _, taken in read_codes(codes, read_code)[0])
    return found.most_common(1)[0][0] if found else None


def histogram(codes: Sequence[str], of: Quiz) -> Histogram:
    """Count the answers per question and confidence; codes of other quizzes and wrong codes are listed with the reason.

    Raises `OrdquantError` for a quiz that is not the one of its seed and level: it has no codes.
    """
    if len(of.items) != N_QUESTIONS:
        raise OrdquantError(f"Only a quiz of {N_QUESTIONS} questions has result codes; this one has {len(of.items)}.")

    def read(code: str) -> Taken:
        taken = read_code(code)
        if (taken.seed, taken.level) != (of.seed, of.level):
            found = f"seed {taken.seed}, level {taken.level}"
            raise OrdquantError(f"It is from {found}; expected seed {of.seed}, level {of.level}.")
        return taken

    counted, refused = read_codes(codes, read)
    seen: Counter[Taken] = Counter()
    questions = [
        QuestionCounts({key: dict.fromkeys(CONFIDENCES, 0) for key in KEYS}, 0, item.answer) for item in of.items
    ]
    left_open = [0] * N_QUESTIONS
    for _, taken in counted:
        seen[taken] += 1
        for at, answer in enumerate(taken.answers):
            if answer is None:
                left_open[at] += 1
            else:
                questions[at].counts[answer.choice][answer.confidence] += 1
    whole = [
        QuestionCounts(one.counts, unanswered, one.correct)
        for one, unanswered in zip(questions, left_open, strict=True)
    ]
    duplicates = {write_code(taken): times for taken, times in seen.items() if times > 1}
    return Histogram(tuple(whole), seen.total(), seen.total() - len(seen), tuple(refused), duplicates)

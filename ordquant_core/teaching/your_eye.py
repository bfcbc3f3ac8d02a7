"""Your eye: 24 pairs of estimates on which measures disagree; a person says which estimate is better.

From every two of the four taught measures, 4 pairs on which they prefer different estimates: on two of them the first
measure prefers A, on two B. Which of them a person sees, and in which order, follows from a seed. No measure is named
while they answer. What people see as better is the future work of [sakai2018].
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Literal, get_args

import numpy as np

from ordquant_core.analysis.comparison import signs
from ordquant_core.analysis.picture import Picture
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.human_judgements import CHOICES, HumanJudgements
from ordquant_core.records import IntArray
from ordquant_core.teaching.code_letters import CodeForm, Refused, quote_code, read_codes
from ordquant_core.teaching.draws import Draws
from ordquant_core.teaching.quiz import MOST_SEEDS, as_picture, check_seed
from ordquant_core.teaching.quiz_space import PARTS, Pictures, pictures
from ordquant_core.teaching.readings import READINGS, TAUGHT

EDITION = 1  # of the pairs: another one where a seed would lead to other pairs
N_VOTES, N_CLASSES = 20, 5
PER_PAIR = 4  # of measures: each prefers A on two, and B on two
MEASURE_PAIRS = tuple(combinations(TAUGHT, 2))
N_ITEMS = PER_PAIR * len(MEASURE_PAIRS)
CLEAR = 0.05  # of a delta: smaller ones nobody can be asked to see
Side = Literal["a", "b", "neither"]
SIDES: tuple[Side, ...] = get_args(Side)
FORM = CodeForm("EY", 16, 6)
_LETTERS: dict[Side | None, str] = {"a": "a", "b": "b", "neither": "n", None: "-"}  # of answers in a link
_TEXT = re.compile(rf"(\d{{1,4}})\.([abn-]{{0,{N_ITEMS}}})(?:\.(\d{{1,2}}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class EyePair:
    """A gold and two estimates, A and B, of which two measures prefer different ones."""

    measures: tuple[str, str]
    picture: Picture


@dataclass(frozen=True, slots=True)
class Seen:
    """What a code holds: which pairs were shown, and what was said of each (None: nothing)."""

    seed: int
    answers: tuple[Side | None, ...]


def eye_pairs(seed: int) -> tuple[EyePair, ...]:
    """Return the 24 pairs of a seed, in the order in which they are shown. Raises `OrdquantError` for a wrong seed."""
    (every, pools), draws = _pools(), Draws(f"your eye {EDITION}, {check_seed(seed)}")
    used: set[int] = set()
    found = []
    for first, second in MEASURE_PAIRS:
        pool = pools[first, second]
        for place in range(PER_PAIR):
            while (number := int(pool[draws.below(len(pool))])) in used:
                pass
            used.add(number)
            picture = as_picture(*every.parts(number), mirrored=bool(draws.below(2)))
            if (READINGS[first].answer(picture) == "a") != (place < PER_PAIR // 2):
                picture = replace(picture, a=picture.b, b=picture.a)
            found.append(EyePair((first, second), picture))
    return tuple(draws.shuffled(found))


def write_eye_code(seen: Seen) -> str:
    """Return the result code of what a person said: no name, nothing but the seed and the answers.

    >>> write_eye_code(Seen(7, ("a",) * 24)) == write_eye_code(Seen(7, ("b",) * 24))
    False
    """
    if len(seen.answers) != N_ITEMS:
        raise OrdquantError(f"A result code holds {N_ITEMS} answers; {len(seen.answers)} were given.")
    number = EDITION * MOST_SEEDS + check_seed(seen.seed)
    for answer in seen.answers:
        number = number * (len(SIDES) + 1) + (0 if answer is None else 1 + SIDES.index(answer))
    return FORM.write(number)


def read_eye_code(code: str) -> Seen:
    """Return what a code holds; case, spaces and hyphens do not matter. Raises `OrdquantError` for a wrong code."""
    number, answers = FORM.read(code), list[Side | None]()
    for _ in range(N_ITEMS):
        number, state = divmod(number, len(SIDES) + 1)
        answers.append(SIDES[state - 1] if state else None)
    edition, seed = divmod(number, MOST_SEEDS)
    if edition != EDITION:
        raise OrdquantError(f"The code {quote_code(code)} is from edition {edition} of the pairs; expected {EDITION}.")
    return Seen(seed, tuple(answers[::-1]))


@dataclass(frozen=True, slots=True)
class EyeSitting:
    """Where somebody is: the answers so far (None: not answered), and the pair that is shown, counted from 0.

    `at` is the number of pairs where the result is shown.
    """

    answers: tuple[Side | None, ...] = (None,) * N_ITEMS
    at: int = 0

    @property
    def finished(self) -> bool:
        """Whether the result is shown."""
        return self.at >= len(self.answers)


def write_eye_sitting(one: EyeSitting) -> str:
    """Return the text of a link: edition, a letter per answer, and the pair where it is not the first that is open.

    >>> write_eye_sitting(EyeSitting(("a", "neither", *(None,) * 22), at=2))
    '1.an'
    """
    letters = "".join(_LETTERS[answer] for answer in one.answers).rstrip("-")
    return f"{EDITION}.{letters}" + (f".{one.at}" if one.at != len(letters) else "")


def read_eye_sitting(text: str) -> EyeSitting:
    """Return what a link says. Raises `OrdquantError` for a damaged text or another edition of the pairs."""
    found = _TEXT.fullmatch(text)
    if found is None or int(found[3] or 0) > N_ITEMS:
        raise OrdquantError(f"The answers are damaged; expected a text such as {EDITION}.abn.")
    if int(found[1]) != EDITION:
        raise OrdquantError(f"The answers are from edition {found[1]} of the pairs; expected {EDITION}.")
    sides = {letter: side for side, letter in _LETTERS.items()}
    answers = tuple(sides[letter] for letter in found[2].ljust(N_ITEMS, "-"))
    return EyeSitting(answers, len(found[2]) if found[3] is None else int(found[3]))


@dataclass(frozen=True, slots=True)
class EyeCodes:
    """The result codes of a class or a study: each once, how many were given again, and those that are wrong.

    Two persons never give the same 24 answers by chance: a code that comes again is the same person.
    """

    codes: tuple[str, ...]
    repeated: int
    refused: tuple[Refused, ...]


def sort_codes(codes: Iterable[str]) -> EyeCodes:
    """Return which codes count."""
    read, refused = read_codes(codes, read_eye_code)
    kept: dict[Seen, str] = {}
    for code, seen in read:
        kept.setdefault(seen, code)
    return EyeCodes(tuple(kept.values()), len(read) - len(kept), tuple(refused))


def judgements_of(codes: Iterable[str]) -> HumanJudgements:
    """Return the answers of codes as `human_agreement` takes them. Raises `OrdquantError` for a wrong code, or where
    no code holds an answer.
    """
    rows = answers_of(codes)
    if not rows:
        raise OrdquantError("The codes hold no answer.")
    sides = [(picture.gold, picture.a, picture.b) for _, _, picture, _ in rows]
    gold, a, b = (tuple(np.array(one, dtype=np.float64) for one in column) for column in zip(*sides, strict=True))
    choices = np.array([CHOICES[side] for *_, side in rows], dtype=np.int64)
    return HumanJudgements(tuple(row[0] for row in rows), tuple(row[1] for row in rows), gold, a, b, choices)


def answers_of(codes: Iterable[str]) -> list[tuple[str, str, Picture, Side]]:
    """Return a row per answer of each code: person, pair, picture, side. Persons are numbered in the order of codes.

    A pair is named by its seed and its place, such as "7/3". Raises `OrdquantError` for a wrong code.
    """
    rows = []
    shown_for = cache(eye_pairs)  # a class mostly shares one seed
    for person, code in enumerate(codes, start=1):
        seen = read_eye_code(code)
        for place, (pair, side) in enumerate(zip(shown_for(seen.seed), seen.answers, strict=True), start=1):
            if side is not None:
                rows.append((f"P{person}", f"{seen.seed}/{place}", pair.picture, side))
    return rows


@cache
def _pools() -> tuple[Pictures, Mapping[tuple[str, str], IntArray]]:
    """Return all pictures, and the numbers of those that two measures see differently."""
    every = pictures(N_VOTES, N_CLASSES)
    allowed = every.usable()
    deltas = {key: every.deltas(READINGS[key].errors) for key in TAUGHT}
    sides = {key: signs(delta) for key, delta in deltas.items()}
    clear = {key: np.rint(np.abs(delta) * PARTS) >= CLEAR * PARTS for key, delta in deltas.items()}
    pools = {
        (one, other): np.flatnonzero(allowed & clear[one] & clear[other] & (sides[one] == -sides[other]))
        for one, other in MEASURE_PAIRS
    }
    return every, pools

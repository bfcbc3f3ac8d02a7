"""Codes that are read out: a number in an alphabet of 23 characters that are not mistaken for each other, with checks.

Two check characters end a code. With the values c_1 … c_n of all characters, both sum c_i and sum i c_i are 0 modulo
23. As 23 is prime, and larger than n, no change of one or two characters keeps both sums, so neither does an exchange
of two.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ordquant_core.errors import OrdquantError
from ordquant_core.numerals import count

ALPHABET = "34679ACDEFHJKMNPQRTVWXY"  # without 0 O, 1 I L, 2 Z, 5 S, 8 B, and U and G
N_CHECKS = 2
SHOWN = 30  # characters of a wrong code in a message
_BASE = len(ALPHABET)
Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class CodeForm:
    """How codes of one kind look: a prefix, then groups of characters."""

    prefix: str
    n_data: int  # characters before the checks; with them, fewer than 23
    group: int

    @property
    def length(self) -> int:
        """The characters after the prefix."""
        return self.n_data + N_CHECKS

    @property
    def example(self) -> str:
        """A code as it looks."""
        return f"{self.prefix}-" + "-".join(["X" * self.group] * (self.length // self.group))

    def write(self, number: int) -> str:
        """Return the code of a number from 0 to 23^n_data - 1."""
        data = []
        for _ in range(self.n_data):
            number, value = divmod(number, _BASE)
            data.append(value)
        values = data[::-1]
        plain, weighted = _sums(values)
        first = weighted - self.length * plain  # the places of the checks differ by 1: two equations, solved
        checks = first % _BASE, (-plain - first) % _BASE
        written = "".join(ALPHABET[value] for value in [*values, *checks])
        groups = (written[start : start + self.group] for start in range(0, self.length, self.group))
        return "-".join([self.prefix, *groups])

    def read(self, code: str) -> int:
        """Return the number; case, spaces and hyphens do not matter. Raises `OrdquantError` for a wrong code."""
        letters = re.sub(r"[\s-]", "", code[: 4 * SHOWN]).upper().removeprefix(self.prefix)
        unknown = [letter for letter in letters if letter not in ALPHABET]
        if unknown:
            raise OrdquantError(
                f"The code {quote_code(code)} holds {unknown[0]!r}, which no code contains; codes use only {ALPHABET}."
            )
        if len(letters) != self.length:
            raise OrdquantError(
                f"The code {quote_code(code)} has {count(len(letters), 'character')}; expected {self.length}, as in "
                f"{self.example}."
            )
        values = [ALPHABET.index(letter) for letter in letters]
        if any(_sums(values)):
            raise OrdquantError(
                f"The code {quote_code(code)} contains a mistake: a character is wrong, or two are swapped. Copy it "
                "again."
            )
        number = 0
        for value in values[: self.n_data]:
            number = number * _BASE + value
        return number


@dataclass(frozen=True, slots=True)
class Refused:
    """A code that is not counted, and why."""

    code: str
    why: str


def read_codes(codes: Iterable[str], read: Callable[[str], Content]) -> tuple[list[tuple[str, Content]], list[Refused]]:
    """Return each code with what it holds, and those that are wrong."""
    found: list[tuple[str, Content]] = []
    refused: list[Refused] = []
    for code in codes:
        try:
            found.append((code, read(code)))
        except OrdquantError as problem:
            refused.append(Refused(code, str(problem)))
    return found, refused


def quote_code(code: str) -> str:
    """Return a wrong code as a message shows it."""
    return repr(code[:SHOWN] + ("…" if len(code) > SHOWN else ""))


def _sums(values: Sequence[int]) -> tuple[int, int]:
    return sum(values) % _BASE, sum(place * value for place, value in enumerate(values, start=1)) % _BASE

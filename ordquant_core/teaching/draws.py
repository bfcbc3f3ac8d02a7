"""Random draws that are the same on every machine and with every version of NumPy: SHA-256 of a text and a counter."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

Drawn = TypeVar("Drawn")


class Draws:
    """A stream of draws that depends on nothing but its text.

    >>> draws = Draws("a seed")
    >>> [draws.below(6) for _ in range(5)], draws.shuffled("abc")
    ([4, 3, 2, 2, 0], ['c', 'b', 'a'])
    """

    def __init__(self, text: str) -> None:
        self._text, self._count = text.encode(), 0

    def below(self, number: int) -> int:
        """Return a whole number from 0 to `number` - 1; each is as likely, but for one part in 2^64 / `number`."""
        self._count += 1
        digest = hashlib.sha256(self._text + b"/" + str(self._count).encode()).digest()
        return int.from_bytes(digest[:8], "big") % number

    def shuffled(self, values: Sequence[Drawn]) -> list[Drawn]:
        """Return the values in a random order; each order is as likely."""
        mixed = list(values)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

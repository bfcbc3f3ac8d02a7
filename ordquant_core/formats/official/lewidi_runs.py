"""Runs of LeWiDi (learning with disagreements): one array of numbers in each line, `id<TAB>[p0,…]`.

The gold says what the numbers belong to. Runs of VariErrNLI have a pair for each label, in alphabetical order:
`id<TAB>[[p0,p1],[p0,p1],[p0,p1]]`. Each label is a case of its own, `id/label`, with the classes 0 and 1.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.official.interface import Official, Role
from ordquant_core.formats.official.lines import Line, content_of, first_lines, split_lines
from ordquant_core.formats.rows import Part, Problems
from ordquant_core.numerals import count

NO, YES = "0", "1"  # the classes of VariErrNLI: annotators accept a label, or do not
NLI = ("contradiction", "entailment", "neutral")  # the labels of VariErrNLI, in the order of its runs
_RUN = re.compile(r"[^\t]*\t\s*\[")
_PAIRS = re.compile(r"[^\t]*\t\s*\[\s*\[")
_THREE_PAIRS = re.compile(r"\[\s*" + r"\s*,\s*".join([r"(\[[^][]*\])"] * len(NLI)) + r"\s*\]")


def recognise(text: str, name: str) -> "LewidiRun | None":
    """Return a text whose first line is an id, a tab and an array."""
    first = next(iter(first_lines(text)), "")
    return LewidiRun(name, text, _PAIRS.match(first) is not None) if _RUN.match(first) else None


@dataclass(frozen=True, eq=False)
class LewidiRun(Official):
    """Lines of an id and an array."""

    text: str
    has_pairs: bool  # for each label, in the array
    kind: ClassVar[str] = "lewidi-run"
    words: ClassVar[str] = "a LeWiDi run (an id and an array in each line)"
    role: ClassVar[Role] = "run"
    positional: ClassVar[bool] = True  # in the order of the gold's soft labels

    def read(self, problems: Problems, *, scale: str | None = None, as_gold: bool = True) -> list[Part]:
        """Read the arrays, which are as long as the first one, or pairs as cases of two classes."""
        classes: tuple[str, ...] = (NO, YES)
        expected = "pairs of numbers"
        if self.has_pairs:
            lines = list(self._pairs(problems))
        else:
            lines = [Line(number, case, _cells(array)) for number, case, array in self._lines()]
            width = len(lines[0].cells)
            if width < 2:
                seen = f"the arrays begin with {count(width, 'number')}"
                raise InputError([Problem(problems.file, f"line {lines[0].number}", seen, "at least two are needed")])
            classes, expected = tuple(map(str, range(1, 1 + width))), f"id<TAB>[p1,p2,…] with {width} numbers"
        content = content_of(lines, classes, problems, expected, unit="number", labelled=False)
        return [Part("", content, problems)]

    def _lines(self) -> Iterator[tuple[int, str, str]]:
        """Yield the number of a line, the id, and what stands behind it."""
        for number, line in split_lines(self.text):
            case, _, array = line.partition("\t")
            yield number, case.strip(), array.strip()

    def _pairs(self, problems: Problems) -> Iterator[Line]:
        """Yield a line per pair; note the lines that have not three of them."""
        for number, item, array in self._lines():
            pairs = _THREE_PAIRS.fullmatch(array)
            if pairs is None:
                expected = f"expected id<TAB>[[p0,p1],[p0,p1],[p0,p1]] for {', '.join(NLI)}"
                problems.add(number, f"line {number}", "there are not three pairs of numbers", expected)
                problems.faulty |= {f"{item}/{name}": None for name in NLI}
                continue
            yield from (
                Line(number, f"{item}/{name}", _cells(pair)) for name, pair in zip(NLI, pairs.groups(), strict=True)
            )


def _cells(array: str) -> list[str]:
    """Return the numbers of an array; none where there is no array."""
    return array[1:-1].split(",") if array[:1] == "[" and array[-1:] == "]" else []

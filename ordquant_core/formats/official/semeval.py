"""SemEval 2016 and 2017, Task 4 E: a topic and the probability of each of five classes in a line, without a header."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from ordquant_core.distributions import RENORMALISE_TOLERANCE
from ordquant_core.formats.official.interface import Official
from ordquant_core.formats.official.lines import Line, content_of, first_lines, split_lines
from ordquant_core.formats.rows import Part, Problems
from ordquant_core.formats.text import is_number, numbers

CLASSES = ("-2", "-1", "0", "1", "2")


def recognise(text: str, name: str) -> "SemEval | None":
    """Return a text whose first lines are a topic, a tab, and five probabilities.

    Row numbers are no topics: such a table may be on any scale.
    """
    rows = [line.split("\t") for line in first_lines(text)]
    fitting = [row for row in rows if _is_distribution(row[1:])]
    begins = rows[:1] == fitting[:1] != []  # another first line may be a header
    topics = any(not is_number(row[0]) for row in fitting)
    return SemEval(name, text) if begins and topics and 2 * len(fitting) > len(rows) else None


def _is_distribution(cells: Sequence[str]) -> bool:
    """Return whether these are probabilities of the classes, but for the last digits of their sum."""
    values = numbers(cells) if len(cells) == len(CLASSES) else None
    return values is not None and bool((values >= 0).all() and abs(values.sum() - 1) <= RENORMALISE_TOLERANCE)


@dataclass(frozen=True, eq=False)
class SemEval(Official):
    """The text of a gold or a run."""

    text: str
    kind: ClassVar[str] = "semeval"
    words: ClassVar[str] = "a topic and a number per class in each line, without a header (SemEval Task 4 E)"

    def read(self, problems: Problems, *, scale: str | None = None, as_gold: bool = True) -> list[Part]:
        """Read the lines over the classes of the task, -2 to 2."""
        rows = ((number, line.split("\t")) for number, line in split_lines(self.text))
        lines = (Line(number, cells[0].strip(), cells[1:]) for number, cells in rows)
        expected = f"a topic and {len(CLASSES)} numbers, separated by tabs"
        return [Part("", content_of(lines, CLASSES, problems, expected), problems)]

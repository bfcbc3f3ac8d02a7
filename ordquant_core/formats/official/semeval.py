"""SemEval 2016 and 2017, Task 4 E: a topic and the probability of each of five classes in a line, without a header."""

from collections.abc import Sequence
from functools import partial

from ordquant_core.distributions import RENORMALISE_TOLERANCE
from ordquant_core.formats.official.interface import Official
from ordquant_core.formats.official.lines import Line, content_of, first_lines, split_lines
from ordquant_core.formats.rows import Content, Problems
from ordquant_core.formats.text import is_number, numbers

CLASSES = ("-2", "-1", "0", "1", "2")
WORDS = "a topic and a number per class in each line, without a header (SemEval Task 4 E)"


def recognise(text: str, name: str) -> Official | None:
    """Return a text whose first lines are a topic, a tab, and five probabilities.

    Row numbers are no topics: such a table may be on any scale.
    """
    rows = [line.split("\t") for line in first_lines(text)]
    fitting = [row for row in rows if _is_distribution(row[1:])]
    begins = rows[:1] == fitting[:1] != []  # another first line may be a header
    topics = any(not is_number(row[0]) for row in fitting)
    fits = begins and topics and 2 * len(fitting) > len(rows)
    return Official(name, "semeval", WORDS, partial(_read, text)) if fits else None


def _is_distribution(cells: Sequence[str]) -> bool:
    """Return whether these are probabilities of the classes, but for the last digits of their sum."""
    values = numbers(cells) if len(cells) == len(CLASSES) else None
    return values is not None and bool((values >= 0).all() and abs(values.sum() - 1) <= RENORMALISE_TOLERANCE)


def _read(text: str, problems: Problems) -> Content:
    """Read the lines over the classes of the task, -2 to 2."""
    rows = ((number, line.split("\t")) for number, line in split_lines(text))
    lines = (Line(number, cells[0].strip(), cells[1:]) for number, cells in rows)
    return content_of(lines, CLASSES, problems, f"a topic and {len(CLASSES)} numbers, separated by tabs")

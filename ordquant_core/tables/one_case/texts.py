"""One case under two runs: its title, the numbers of its picture, its texts and links."""

import re
from collections.abc import Mapping

import numpy as np

from ordquant_core.analysis import comparison
from ordquant_core.markup import NOTHING, Cell, Html, Row, join, table, tag
from ordquant_core.numerals import class_label, count, score
from ordquant_core.records import FloatArray, Task
from ordquant_core.tables import sentences
from ordquant_core.tables.two_runs.disagreement import Pair

LINK = re.compile(r"https?://[^\s<>\"']+")
LONGEST_EXTRA = 20_000


def sides_of_case(measures: tuple[str, ...], deltas: FloatArray, case: int) -> dict[str, int]:
    """Return the preference of every measure from deltas (measures, cases): -1 (A), 0 (tie), 1 (B)."""
    return dict(zip(measures, comparison.signs(deltas[:, case]).tolist(), strict=True))


def title(task: Task, case: int, sides: Mapping[str, int], pair: Pair) -> Html:
    """Return which runs two measures prefer: 'Case 7: NMD prefers X and RNOD sees a tie.'"""
    names = (sentences.lettered(run, letter, alone=True) for run, letter in zip(task.runs, "AB", strict=True))
    return join([f"Case {task.cases[case]}: ", sentences.of_two(sides, pair, *names), "."])


def extras(task: Task, case: int) -> Html:
    """Return the texts and the links that came with a case, as text: nothing in them is read as markup."""
    found = {name: texts[case].strip()[:LONGEST_EXTRA] for name, texts in task.extras.items()}
    parts = [join([tag("dt", name), tag("dd", _linked(text))]) for name, text in found.items() if text]
    return tag("dl", *parts, class_="oq oq-extras") if parts else NOTHING


def numbers(task: Task, case: int) -> Html:
    """Return the votes and the probabilities behind the picture, a column per class, folded away."""
    rows = []
    if task.votes is not None:
        rows.append(Row([_head("Votes", "gold"), *map(count, task.votes[case].tolist())]))
    lines = (("Gold", "gold", task.gold[case]), *zip("AB", "ab", task.estimates[:, case], strict=True))
    for name, colour, values in lines:
        cells = [Cell(score(value), title=repr(value)) for value in np.asarray(values).tolist()]
        rows.append(Row([_head(name, colour), *cells]))
    built = table(["", *map(class_label, task.classes)], rows, id="numbers", class_="oq oq-table")
    summary = tag("summary", "Votes and estimates as numbers")
    return tag("details", summary, tag("div", built, class_="oq-scroll"), class_="oq oq-numbers")


def _head(name: str, colour: str) -> Cell:
    return Cell(tag("span", name, class_=f"oq-{colour}"), heads=True)


def _linked(text: str) -> object:
    return tag("a", text, href=text, target="_blank", rel="noopener noreferrer") if LINK.fullmatch(text) else text

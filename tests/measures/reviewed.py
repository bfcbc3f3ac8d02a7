"""What the measures say, as it was reviewed: `python -m tests.measures.reviewed` writes it anew, the diff is read.

`registry.txt` has the facts about every measure, and other texts; `calculations.txt` the steps of every measure on one
example, and several examples in short.
"""

from itertools import product
from pathlib import Path

from ordquant_core.measures.built import WAYS, Switches, built_measure
from ordquant_core.measures.registry import FAMILIES, MEASURES
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.measures.workings import short_working, working
from ordquant_core.numerals import score

ROOM = Path(__file__).parent
GOLD, POPULARITY, UNIFORM = [0, 1, 2, 9, 8], [0, 0, 0, 1, 0], [1, 1, 1, 1, 1]  # LQ 2021, Figure 3 (a)
EXAMPLES = {  # of several kinds: missing classes, ties, pairs in the other order, nothing to tell, an infinite term
    "popularity": (GOLD, POPULARITY),
    "uniform": (GOLD, UNIFORM),
    "reversed": ([3, 2, 1], [1, 2, 3]),
    "perfect": ([3, 2, 1], [3, 2, 1]),
    "infinite": ([0, 1, 1], [2, 1, 1]),
    "close": ([0.5, 0.5, 0, 0, 0], [0.495, 0.505, 0, 0, 0]),
}


def calculations(key):
    """Return what is said of a measure: its steps for one example, and the examples in short."""
    steps = []
    for step in working(key, GOLD, POPULARITY).steps:
        columns = (f"{column.title}: {' '.join(map(cell, column.values))}" for column in step.columns)
        parts = step.title, step.latex, ", ".join(columns)
        steps.append(f"{key}: {' | '.join(filter(None, parts))}")
    for name, pair in EXAMPLES.items():
        shown = short_working(key, *pair)
        row = shown.row
        contributions = f"{' '.join(shown.contributions)} {row.unit}, {row.adding} {shown.total}; {row.left_out}"
        steps.append(f"{key} {name}: {contributions} | {shown.last_step} = {score(shown.value)}")
    return steps


def cell(value):
    return f"{round(value, 12) + 0.0:.4g}" if isinstance(value, float) else str(value)


def facts(measure):
    """Return what a record says, but for its functions."""
    left_out = ("compute", "working", "short", "terms", "largest", "key")
    said = [f"{name} {getattr(measure, name)}" for name in measure.__slots__ if name not in left_out]
    largest = " ".join(f"{measure.largest(size):.6g}" for size in (2, 3, 5, 8))
    return f"{measure.key}: {' | '.join(said)} | largest {largest}"


def texts():
    """Yield the other texts of the measures."""
    yield from (f"family {family}: {words}" for family, words in FAMILIES.items())
    for key, one in SMOOTHED.items():
        yield f"smoothed {key}: {one.label} | {one.name} | {one.formula} | {one.summary} | {one.sources}"
    for switches in (Switches.parse(".".join(parts)) for parts in product(*WAYS)):
        made = built_measure(switches)
        yield f"made {switches}: {switches.words} | {made.label} | {made.formula} | {made.summary}"


def kept(name):
    """Return the lines that were reviewed."""
    return (ROOM / name).read_text(encoding="utf-8").splitlines()


def write():
    """Write what is said now."""
    calculated = [line for key in MEASURES for line in calculations(key)]
    registered = [*map(facts, MEASURES.values()), *texts()]
    for name, lines in (("registry.txt", registered), ("calculations.txt", calculated)):
        (ROOM / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()

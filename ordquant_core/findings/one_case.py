"""What two measures prefer on one case, and why: in plain words, out of their calculations."""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter

import numpy as np

from ordquant_core.analysis.comparison import Sides
from ordquant_core.analysis.misplaced import Misplaced, misplaced
from ordquant_core.findings.pairs import of_two
from ordquant_core.findings.sentence import RunName, Sentence, both_names, say
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import ShortWorking, short_working
from ordquant_core.numerals import class_label, count, decimals, distinct, listed
from ordquant_core.records import Task

WORK = ("MD", "NMD")  # what a measure looks at: the amount that moves times how far
AMOUNT = ("VD", "NVD")  # the amount alone
SQUARES = ("SS", "RNSS", "OD", "NOD", "RNOD", "SOD", "SNOD", "RSNOD", "ADW", "RNADW", "RNOD2", "RNADW2")
COUNTED: Mapping[str, tuple[Callable[[Misplaced], float], str]] = {  # what of a miss, and the words for it
    **dict.fromkeys(WORK, (attrgetter("work"), "counts {what} × {unit}:")),
    **dict.fromkeys(AMOUNT, (attrgetter("amount"), "counts the {what} misplaced, however far:")),
    **dict.fromkeys(SQUARES, (attrgetter("largest"), "squares each miss; the largest is")),
}
MOST = 3  # decimals
WHOLE, SAME = 1e-9, 1e-12


def preferences(task: Task, case: int, pair: tuple[str, str], sides: Sides) -> Sentence:
    """Say which runs two measures prefer: 'Case 7: NMD prefers X and RNOD sees a tie.'"""
    return say(f"Case {task.cases[case]}: ", of_two(sides, pair, *both_names(task.runs)), ".")


def reasons(task: Task, case: int, pair: tuple[str, str], sides: Sides) -> list[Sentence]:
    """Explain what two measures prefer on a case of a task of two runs; `sides` are their preferences.

    The first line says how much each run misplaces and how far. A line for each measure follows: the amount, the
    distance or the largest miss where its preference rests on that, else its scores, and those of both parts of a
    harmonic mean. A measure that sees a tie has none, unless the order of the bars is why.
    """
    positions = None if task.positions is None else np.array(task.positions)
    misses = [misplaced(task.gold[case], estimates[case], positions) for estimates in task.estimates]
    votes = None if task.votes is None else int(task.votes[case].sum())
    words = _Words(task.classes, votes, positions is not None, both_names(task.runs))
    lines = [words.overall(*misses)]
    for key in dict.fromkeys(pair):
        scored = (short_working(key, task.gold[case], run[case], positions=task.positions) for run in task.estimates)
        lines.append(words.of_measure(key, sides[key], *misses) or words.of_scores(key, sides[key], *scored))
    return [line for line in lines if line]


class _Words:
    """The words for one case: its gold is made of so many votes, or of probabilities (None)."""

    def __init__(
        self, classes: Sequence[str], votes: int | None, positions: bool, names: tuple[RunName, RunName]
    ) -> None:
        self._classes, self._names, self._scale = classes, names, votes or 1
        self._what, self._less, self._as = (
            ("votes", "fewer", "as many") if votes else ("probability", "less", "as much")
        )
        self._of = f" of {count(votes)}" if votes else ""
        self._unit = "distance" if positions else "classes"
        self._far = ("less far", "farther") if positions else ("by fewer classes", "by more classes")

    def overall(self, a: Misplaced, b: Misplaced) -> Sentence:
        """Say how much each of both misplaces, and how far on average."""
        first, second = self._names
        if max(a.amount, b.amount) < SAME:
            return ()
        if min(a.amount, b.amount) < SAME:
            exact, wrong, miss = (first, second, b) if a.amount < SAME else (second, first, a)
            (amount, _), _ = self._amounts(miss.amount, 0.0)
            return (exact, " matches the gold; ", wrong, f" misplaces {amount}{self._of} {self._what}.")
        (amount, amount_b), more = self._amounts(a.amount, b.amount)
        (distance, distance_b), further = differing(a.distance, b.distance)
        if more:
            words = f" misplaces {'more' if more > 0 else self._less} {self._what} than "
            begin = say(first, words, second, f" ({amount} against {amount_b}{self._of}), ")
            link = say(("and " if more == further else "but ") if further else "")
        else:
            about = "" if abs(a.amount - b.amount) < SAME else "about "  # they differ by less than the decimals show
            begin = say(first, " and ", second, f" misplace {about}{self._as} {self._what} ({amount}{self._of}), ")
            link = (first, " ") if further else ()
        if further:
            end = f"{self._far[further > 0]}: {distance} on average against {distance_b}."
        else:
            end = f"both {self._by(distance)} on average."
        return say(begin, link, end)

    def of_measure(self, key: str, side: int, a: Misplaced, b: Misplaced) -> Sentence:
        """Say what a measure counts on both sides; nothing where that is not what its preference rests on."""
        if key not in COUNTED:
            return ()
        pick, what = COUNTED[key]
        texts, larger = self._amounts(pick(a), pick(b))
        if not side or larger != side:  # the smaller is preferred
            return ()
        if key in SQUARES:
            at = [
                f" (at {class_label(self._classes[miss.largest_class])})" if miss.amount >= SAME else ""
                for miss in (a, b)
            ]
            noun = f" {'vote' if texts[0] == '1' else 'votes'}" if self._what == "votes" else ""
            numbers = f"{texts[0]}{noun}{at[0]} against {texts[1]}{at[1]}"
        else:
            numbers = " against ".join(texts)
        counted = what.format(what=self._what, unit=self._unit)
        return (f"{MEASURES[key].label} {counted} {numbers}. It prefers ", self._names[side > 0], ".")

    def of_scores(self, key: str, side: int, a: ShortWorking, b: ShortWorking) -> Sentence:
        """Say what the scores of both sides are, and what they come of; nothing of a tie that is not one of orders."""
        measure, scores = MEASURES[key], " against ".join(distinct([a.value, b.value]))
        if a.row.of == "measure":
            parts = zip(a.row.labels, a.row.values.tolist(), b.row.values.tolist(), strict=True)
            means = [f"{MEASURES[part].label} ({' against '.join(distinct(values))})" for part, *values in parts]
            words = f"{measure.label} is the harmonic mean of {listed(means)}: {scores}."
        elif measure.family == "priority":
            words = f"{measure.label} compares only the order of the bars: {scores}."
        elif side:
            words = f"{measure.label} is {scores}."
        else:
            return ()
        return (words, " It prefers ", self._names[side > 0], ".") if side else (f"{words} It sees a tie.",)

    def _amounts(self, a: float, b: float) -> tuple[tuple[str, str], int]:
        return differing(a * self._scale, b * self._scale, fewest=2 if self._what == "probability" else 1)

    def _by(self, distance: str) -> str:
        unit = "" if self._unit == "distance" else " class" if distance == "1" else " classes"
        return f"by {distance}{unit}"


def differing(a: float, b: float, fewest: int = 1) -> tuple[tuple[str, str], int]:
    """Return two numbers with as few decimals as tell them apart, and which is larger: 1 the first, -1 the second.

    Whole numbers have no decimals, others have `fewest` or more. 0: they do not differ in three decimals.

    >>> differing(11, 9), differing(6.94, 6.93), differing(0.5, 0.5)
    ((('11', '9'), 1), (('6.94', '6.93'), 1), (('0.5', '0.5'), 0))
    """
    whole = all(abs(value - round(value)) < WHOLE for value in (a, b))
    for places in (0,) if whole else range(fewest, MOST + 1):
        texts = decimals(a, places), decimals(b, places)
        if texts[0] != texts[1]:
            return texts, 1 if a > b else -1
    text = decimals(a, 0 if whole else fewest)
    return (text, text), 0

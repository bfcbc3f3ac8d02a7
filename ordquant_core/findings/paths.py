"""What the curves along a path show, in sentences: where each measure is best, where a preference flips.

The curves are samples, so places are said to the nearest percent, or half percent.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ordquant_core.analysis.comparison import Sides, sides_of
from ordquant_core.analysis.paths import STEPS
from ordquant_core.analysis.picture import Picture
from ordquant_core.findings.sentence import NAMED, A, B, Part, Sentence, ended, join, say
from ordquant_core.measures.measure import ON_REQUEST
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import class_label, count, listed, percent
from ordquant_core.records import Curve, Path, PreferenceFlip

HOW_TO_READ = (
    f"Scores at {STEPS + 1} points; a change between two of them can be missed. Diamond: a preference flips. DNKT, "
    "alone or combined, jumps where the order of the bars changes, RSNOD where a class of a run becomes empty. Click a "
    "line to choose its measure."
)
_HALF = 0.5


def of_path(path: Path, chosen: str, picture: Picture, moves: str, classes: Sequence[str]) -> Sentence:
    """Say what `ordquant_core.analysis.paths.path_of` shows of the chosen measure."""
    if not classes:
        return best(path.curves, chosen)
    sides = sides_of(*(picture.scores(side, [curve.measure for curve in path.curves]) for side in "ab"))
    return flips(path.curves, chosen, sides, moves.upper(), *classes)


def best(curves: Sequence[Curve], chosen: str) -> Sentence:
    """Say where the chosen measure is best on the path from A to B, and where most of the others are.

    "NMD is best about 25% of the way from A to B; 10 of the other 12 measures are best past the middle."
    """
    others = {curve.measure: curve for curve in curves}
    own = _where(others.pop(chosen))
    start = say(f"{MEASURES[chosen].label} is best ", own)
    if not others:
        return say(start, ".")
    region, keys = max(_by_region(others).items(), key=lambda group: len(group[1]))
    if len(keys) == 1:
        who, verb = MEASURES[keys[0]].label, "is"
    elif len(keys) == len(others):
        who, verb = "both others" if len(others) == 2 else f"all {len(others)} other measures", "are"
    else:
        who, verb = f"{len(keys)} of the other {len(others)} measures", "are"
    return say(start, f"; so {verb} {who}.") if region == own else say(start, f"; {who} {verb} best ", region, ".")


def best_of_others(curves: Sequence[Curve], chosen: str) -> Sentence:
    """Say where every measure but the chosen one is best, in the order from A to B; each is counted once.

    "DNKT is best anywhere before B, DNKT·NMD before the middle, the nominal measures past the middle."
    """
    others = [curve for curve in curves if curve.measure != chosen]
    families = [MEASURES[curve.measure].family for curve in others]
    clauses: list[Sentence] = []
    for region, keys in _by_region({curve.measure: curve for curve in others}).items():
        names = []
        for family in dict.fromkeys(MEASURES[key].family for key in keys):
            members = [key for key in keys if MEASURES[key].family == family]
            if len(members) == families.count(family) > 1:
                names.append(f"the {'other ' * (family == MEASURES[chosen].family)}{_of_family(family)}")
            elif len(members) > NAMED:
                names.append(f"{len(members)} of the {families.count(family)} {_of_family(family)}")
            else:
                names += [MEASURES[key].label for key in members]
        verb = "" if clauses else " is best" if len(keys) == 1 else " are best"
        clauses.append(say(f"{listed(names)}{verb} ", region))
    return ended([join(clauses, ", ")])


def _of_family(family: str) -> str:
    return "measures of other fields" if family == ON_REQUEST else f"{family} measures"


def _by_region(curves: Mapping[str, Curve]) -> dict[Sentence, list[str]]:
    """Group measures by the part of the path where they are best."""
    order = {_region(curves[key]): None for key in sorted(curves, key=lambda key: curves[key].lowest[0])}
    return {region: [key for key in curves if _region(curves[key]) == region] for region in order}


def _region(curve: Curve) -> Sentence:
    low, high = curve.lowest[0][0], curve.lowest[-1][1]
    if 0 < high < _HALF:
        return ("before the middle",)
    if _HALF < low < 1:
        return ("past the middle",)
    return ("about halfway",) if low == high == _HALF else _where(curve)


def flips(curves: Sequence[Curve], chosen: str, sides: Sides, letter: str, source: str, target: str) -> Sentence:
    """Say how far the chosen measure's preference holds while probability moves in run `letter` ("A" or "B").

    `sides` are the preferences before anything moves: -1 (A), 0 (tie), 1 (B). `source` and `target` are the labels of
    the two classes. "NMD prefers B until about 12.0% has moved from 1 to 2 in A, then A; 3 of the other 12 measures
    change preference."
    """
    by_key = {curve.measure: curve for curve in curves}
    curve = by_key.pop(chosen)
    moves = say(f"from {class_label(source)} to {class_label(target)} in ", A if letter == "A" else B)
    holds = (
        say(*_chain(curve, letter, moves))
        if curve.flips
        else say(_prefers(sides[chosen]), ", however much moves ", moves)
    )
    others = f"; {_changing(list(by_key.values()))}" if by_key else ""
    return say(f"{MEASURES[chosen].label} ", holds, f"{others}.")


def _changing(others: Sequence[Curve]) -> str:
    """Say how many of the other measures change their preference."""
    changing = sum(bool(curve.flips) for curve in others)
    if len(others) == 1:
        return f"{MEASURES[others[0].measure].label} {'changes' if changing else 'does not change'} preference"
    if changing == len(others):
        return f"all {len(others)} other measures change preference"
    verb = "change" if changing > 1 else "changes"
    return f"{count(changing) if changing else 'none'} of the other {len(others)} measures {verb} preference"


def _chain(curve: Curve, letter: str, moves: Sentence) -> Iterator[Part | Sentence]:
    yield _prefers(_side(curve.flips[0].before, letter))
    for number, flip in enumerate(curve.flips):
        yield f" until {_amount(flip, curve.amounts[-1])} has moved"
        if not number:
            yield say(" ", moves)
        side, before = _side(flip.after, letter), _side(flip.before, letter)
        yield say(", then ", (A if side < 0 else B) if side and before else _prefers(side))


def _amount(flip: PreferenceFlip, all_of_it: float) -> str:
    if flip.low == 0:
        return "anything"
    return f"all {percent(flip.high, 1)}" if flip.high == all_of_it else f"about {percent(flip.amount, 1)}"


def _side(preference: int, letter: str) -> int:
    """Turn the preference between the changing run and the other one into -1 for A and 1 for B."""
    return preference if letter == "A" else -preference


def _prefers(side: int) -> Sentence:
    return ("prefers ", A if side < 0 else B) if side else ("sees a tie",)


def _where(curve: Curve) -> Sentence:
    """Word where a curve is lowest, as in 'is best at A'."""
    start, end = curve.lowest[0][0], curve.lowest[-1][1]
    gaps = [after - before for (_, before), (after, _) in pairwise(curve.lowest)]
    if len(gaps) == 1 and gaps[0] < 3 * curve.amounts[1]:  # one sample
        return say(_range(start, end, curve), " but at ", _at((curve.lowest[0][1] + curve.lowest[1][0]) / 2))
    if gaps:
        return say(f"in {len(gaps) + 1} places between ", _at(start), " and ", _at(end))
    return _range(start, end, curve)


def _range(start: float, end: float, curve: Curve) -> Sentence:
    if start == end:
        return ("at ", _at(start)) if start in (0, 1) else (_at(start), " of the way from ", A, " to ", B)
    after_a, before_b = start == curve.amounts[1], end == curve.amounts[-2]
    if start == 0 and end == 1:
        return ("all the way from ", A, " to ", B)
    if start == 0 and before_b:
        return ("anywhere before ", B)
    if after_a and end == 1:
        return ("anywhere after ", A)
    if after_a and before_b:
        return ("anywhere between ", A, " and ", B)
    return ("anywhere from ", _at(start), " to ", _at(end))


def _at(share: float) -> Part:
    half = int(round(1000 * share) % 10 == 5)  # a sample between two percentages: either would be wrong
    return (B if share else A) if share in (0, 1) else f"about {percent(share, half)}"

"""What the curves along a path show, in sentences: where each measure is best, where a preference flips."""

from collections.abc import Iterator, Mapping, Sequence

from ordquant_core.analysis.comparison import sides_of
from ordquant_core.analysis.paths import Path
from ordquant_core.analysis.picture import Picture
from ordquant_core.markup import NOTHING, Html, join, tag
from ordquant_core.measures.measure import ON_REQUEST
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import class_label, count, listed, percent
from ordquant_core.records import Best, Curve, PreferenceFlip, Span
from ordquant_core.tables.sentences import NAMED

A, B = tag("span", "A", class_="oq-a"), tag("span", "B", class_="oq-b")
HOW_TO_READ = (
    "Scores along the way, one panel for each family. Open dots are limits, closed dots values; a diamond marks where "
    "a preference flips. Click a line to choose its measure."
)
MAP_NOTES = {
    "estimates": "Colour and numbers: score (smaller is better). Thick lines: estimates that score as A or as B does.",
    "gold distributions": "Colour and numbers: score of A minus score of B. Thick line: neither is preferred.",
}
_HALF = 0.5


def how_to_read(curves: Sequence[Curve]) -> str:
    """Say how to read the curves, and of which measures a second best amount or flip can be missed."""
    found = [MEASURES[curve.measure].label for curve in curves if not MEASURES[curve.measure].one_minimum]
    if not found:
        return HOW_TO_READ
    return f"{HOW_TO_READ} {listed(found)} {'are' if len(found) > 1 else 'is'} searched near the points looked at only."


def best_title(curves: Sequence[Curve], chosen: str) -> Html:
    """Say where the chosen measure is best on the path from A to B, and where most of the others are.

    "NMD is best 25% of the way from A to B; 10 of the other 12 measures are best past the middle."
    """
    bests = {curve.measure: curve.best for curve in curves}
    own = _where(bests.pop(chosen))
    said = join([MEASURES[chosen].label, " is best ", own])
    if not bests:
        return join([said, "."])
    region, keys = max(_by_region(bests).items(), key=lambda group: len(group[1]))
    if len(keys) == 1:
        who, verb = MEASURES[keys[0]].label, "is"
    elif len(keys) == len(bests):
        who, verb = "both others" if len(bests) == 2 else f"all {len(bests)} other measures", "are"
    else:
        who, verb = f"{len(keys)} of the other {len(bests)} measures", "are"
    return join([said, *([f"; so {verb} {who}."] if region == own else [f"; {who} {verb} best ", region, "."])])


def best_of_others(curves: Sequence[Curve], chosen: str) -> Html:
    """Say where every measure but the chosen one is best, in the order from A to B; each is counted once.

    "DNKT is best anywhere before B, DNKT·NMD before the middle, the nominal measures past the middle."
    """
    others = [curve for curve in curves if curve.measure != chosen]
    families = [MEASURES[curve.measure].family for curve in others]
    clauses: list[Html] = []
    for region, keys in _by_region({curve.measure: curve.best for curve in others}).items():
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
        clauses.append(join([listed(names), verb, " ", region]))
    said = join([join(clauses, ", "), "."]) if clauses else NOTHING
    return Html(f"{said[:1].upper()}{said[1:]}")


def _of_family(family: str) -> str:
    return "measures of other fields" if family == ON_REQUEST else f"{family} measures"


def _by_region(bests: Mapping[str, Best]) -> dict[Html, list[str]]:
    """Group measures by the part of the path where they are best."""
    order = {_region(bests[key]): None for key in sorted(bests, key=lambda key: bests[key].spans[0][:2])}
    return {region: [key for key in bests if _region(bests[key]) == region] for region in order}


def _region(best: Best) -> Html:
    low, high = best.spans[0].start, best.spans[-1].end
    if 0 < high < _HALF:
        return Html("before the middle")
    if _HALF < low < 1:
        return Html("past the middle")
    return Html("halfway") if low == high == _HALF and best.attained else _where(best)


def path_title(path: Path, chosen: str, picture: Picture, moves: str, classes: Sequence[str]) -> Html:
    """Say what `ordquant_core.analysis.paths.path_of` shows of the chosen measure."""
    if not classes:
        return best_title(path.curves, chosen)
    sides = sides_of(*(picture.scores(side, path.measures) for side in "ab"))
    return flip_title(path.curves, chosen, sides, moves.upper(), *classes)


def flip_title(
    curves: Sequence[Curve], chosen: str, sides: Mapping[str, int], letter: str, source: str, target: str
) -> Html:
    """Say how far the chosen measure's preference holds while probability moves in run `letter` ("A" or "B").

    `sides` are the preferences before anything moves: -1 (A), 0 (tie), 1 (B). `source` and `target` are the labels of
    the two classes. "NMD prefers B until 12% has moved from 1 to 2 in A, then A; 3 of the other 12 measures change
    preference."
    """
    by_key = {curve.measure: curve for curve in curves}
    curve = by_key.pop(chosen)
    moves = join([f"from {class_label(source)} to {class_label(target)} in ", A if letter == "A" else B])
    label = MEASURES[chosen].label
    if curve.flips:
        said = join([label, " ", join(_chain(curve.flips, letter, moves, curve.parts[-1][0, -1]))])
    else:
        said = join([label, " ", _prefers(sides[chosen]), ", however much moves ", moves])
    if not by_key:
        return join([said, "."])
    changing, others = sum(bool(other.flips) for other in by_key.values()), len(by_key)
    if others == 1:
        who, does = (
            MEASURES[next(iter(by_key))].label,
            "changes preference" if changing else "does not change preference",
        )
    elif changing == others:
        who, does = f"all {others} other measures", "change preference"
    else:
        who = f"{count(changing) if changing else 'none'} of the other {others} measures"
        does = f"{'change' if changing > 1 else 'changes'} preference"
    return join([said, f"; {who} {does}."])


def _chain(flips: Sequence[PreferenceFlip], letter: str, moves: Html, all_of_it: float) -> Iterator[Html]:
    yield _prefers(_side(flips[0].before, letter))
    for number, flip in enumerate(flips):
        if flip.amount == 0:
            yield Html(" until anything has moved")
        elif flip.amount >= all_of_it:
            yield Html(f" until all {percent(flip.amount, 1)} has moved")
        else:
            yield Html(f" until {percent(flip.amount, 1)} has moved")
        if not number:
            yield join([" ", moves])
        yield join([", then ", _then(_side(flip.after, letter), _side(flip.before, letter))])


def _side(preference: int, letter: str) -> int:
    """Turn the preference between the changing run and the other one into -1 for A and 1 for B."""
    return preference if letter == "A" else -preference


def _prefers(side: int) -> Html:
    return join(["prefers ", A if side < 0 else B]) if side else Html("sees a tie")


def _then(side: int, before: int) -> Html:
    return _prefers(side) if not side or not before else A if side < 0 else B


def _where(best: Best) -> Html:
    """Word where a curve is lowest, as in 'is best at A'."""
    first, last = best.spans[0], best.spans[-1]
    if first.start == last.end and not best.attained:
        return join(["next to ", _at(first.start)])
    if len(best.spans) == 2 and first.end == last.start:
        whole = Span(first.start, last.end, first.has_start, last.has_end)
        return join([_where(Best(best.score, (whole,))), " but at ", _at(first.end)])
    if len(best.spans) > 1:
        return join([f"in {len(best.spans)} places between ", _at(first.start), " and ", _at(last.end)])
    if first.start == first.end:
        return _place(first.start)
    if (first.start, first.end) != (0, 1):
        return join(["anywhere from ", _at(first.start), " to ", _at(first.end)])
    if first.has_start and first.has_end:
        return join(["all the way from ", A, " to ", B])
    if first.has_start or first.has_end:
        return join(["anywhere before ", B]) if first.has_start else join(["anywhere after ", A])
    return join(["anywhere between ", A, " and ", B])


def _place(share: float) -> Html:
    if share in (0, 1):
        return join(["at ", B if share else A])
    return join([f"{percent(share)} of the way from ", A, " to ", B])


def _at(share: float) -> Html:
    return (B if share else A) if share in (0, 1) else Html(percent(share))

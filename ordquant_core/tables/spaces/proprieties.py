"""Whether measures reward the truth: the best reports as a finding, and as a table to read."""

from collections.abc import Iterable, Sequence

from ordquant_core.analysis.propriety import GRID, Propriety, report_text
from ordquant_core.analysis.propriety_map import ProprietyMap
from ordquant_core.findings.words import some
from ordquant_core.markup import BandedGrid, Cell, Html, Numbers, Row, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, decimals, percent, score, setting, significant
from ordquant_core.tables.measures import by_family
from ordquant_core.tables.spaces.sentences import Said
from ordquant_core.tables.spaces.views import ONE_LINE, SIGNS, bars

MAP = (
    f"Every point of the map is a true distribution p. Here, reports are multiples of 1/{GRID}, too: a better report "
    "less than a step away is not seen. The brighter a point, the more probability must move from p to the best of "
    "these reports. The dot is the p above; a line leads to its best report, which was searched in finer steps."
)
SMALL = 0.0005  # gaps that three decimals hide
PLACES = 3  # of a report in a sentence or a table to read; the last steps of the search are about as fine
HEADS = {
    "score": "Expected score of the best report",
    "truth": "Expected score of the true distribution",
    "gap": "How much smaller the expected score of the best report is",
}


def of_proprieties(found: Sequence[Propriety], chosen: str) -> Said:
    """Which measures reward the truth, and what one of them rewards."""
    n = found[0].annotators
    proper = [one.measure for one in found if one.proper]
    by = f"by {some(proper)}" if proper else "by no measure"
    others = len(found) - len(proper)
    rest = f"; by {others} of the {count(len(found), 'measure')}, another report is better" if others else ""
    said = of_measure(next(one for one in found if one.measure == chosen))
    words = f"Against {count(n, 'annotator')}, the truth is a best report {by}{rest}. {said}"
    searched = sum(not one.exhaustive for one in found)
    but = f" (for {searched} of the measures, of those that a search visits)" if searched else ""
    because = (
        "Annotators draw their votes from the true distribution p. The expected score of a report is its mean score "
        "over all votes that this many annotators can give. The best report has the smallest expected score of all "
        f"reports on a grid of {GRID}ths{but}, and then of those around it and around p in steps down to "
        f"1/{count(round(1 / found[0].step))}, and of those that break the ties of good reports. A measure is "
        "proper here if no report scores better than p; others may score the same. Smaller scores are better."
    )
    return Said(Html(words), because)


def of_measure(one: Propriety) -> str:
    """Say what a measure rewards: 'NMD is best at 0, 0.333, 0.667: 0.156, where the truth scores 0.188.'"""
    label = MEASURES[one.measure].label
    if one.proper:
        return f"By {label}, no report found is better than the truth: {score(one.truth_score)}."
    best, truth = (score(value) for value in (one.best_score, one.truth_score))
    if best == truth:
        best, gap = significant(one.best_score), significant(one.gap)
        return f"{label} is best {_at(one.best)}: {best}, {gap} less than the truth."
    return f"{label} is best {_at(one.best)}: {best}, where the truth scores {truth}."


def _at(report: tuple[float, ...]) -> str:
    """Say where a report lies; rounding must not tie classes that do not tie: a measure of their order jumps there.

    >>> _at((0.1, 0.3, 0.6)), _at((7.6e-07, 0.99999924, 0.0))
    ('at 0.1, 0.3, 0.6', 'close to 0, 1, 0, with its tie broken')
    """
    shares = {decimals(share, PLACES) for share in report}
    short = short_text(report)
    return f"at {short}" if len(shares) == len({*report}) else f"close to {short}, with its tie broken"


def of_map(mapped: ProprietyMap) -> str:
    """Say for how many true distributions no report of the grid is better, and how far the best one is at most."""
    label, n = MEASURES[mapped.measure].label, len(mapped.truths)
    proper = int((mapped.distances == 0).sum())
    where = (
        f"By {label}, the truth is a best report in steps of 1/{GRID} for {count(proper)} of the {count(n)} true "
        "distributions of this map"
    )
    if proper == n:
        return f"{where}. {MAP}"
    most = int(mapped.distances.argmax())
    return (
        f"{where}. At most, {percent(float(mapped.distances[most]), 1)} of the probability moves: from "
        f"{report_text(mapped.truths[most])} to {report_text(mapped.best[most])}. {MAP}"
    )


def proprieties(found: Sequence[Propriety], chosen: str) -> BandedGrid:
    """Best reports beside the truth, a row per measure; a row can be chosen."""
    of = {one.measure: one for one in found}

    def row(key: str) -> Row:
        one = of[key]
        drawn = bars([round(1000 * share) for share in one.best], short_text(one.best))
        cells = [
            Cell(tag("abbr", MEASURES[key].label, title=MEASURES[key].name), heads=True),
            Cell(drawn, style=ONE_LINE),
            *(
                Cell(said, title=repr(value))
                for said, value in (
                    (score(one.best_score), one.best_score),
                    (score(one.truth_score), one.truth_score),
                    (_small(one.gap), one.gap),
                )
            ),
            Cell(SIGNS[one.proper]),
        ]
        return Row(cells, choice=key, chosen=key == chosen, data={"measure": key})

    heads = [Numbers(name, title=words) for name, words in HEADS.items()]
    return ["Measure", "Best report", *heads, "proper"], list(by_family([one.measure for one in found], row))


def _small(gap: float) -> str:
    """Write a gap that three decimals would hide with its first digits."""
    return significant(gap) if 0 < gap < SMALL else score(gap)


def short_text(report: Iterable[float]) -> str:
    """Write a report to three decimals: '0, 0.333, 0.667'."""
    return ", ".join(setting(float(decimals(share, PLACES))) for share in report)

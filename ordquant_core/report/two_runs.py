"""Two runs, case by case: on how many cases each is preferred, and the cases on which two measures disagree most."""

from ordquant_core.analysis.comparison import quadrants
from ordquant_core.markup import Html, join, tag
from ordquant_core.numerals import count
from ordquant_core.report.findings import Findings, Pair
from ordquant_core.report.labels import NOTHING, SCATTER, label, labels
from ordquant_core.report.parts import figure, section, table
from ordquant_core.tables import report as tables


def preferred(found: Findings) -> Html:
    """How many cases prefer the best run to each other one."""
    if len(found.scores.runs) < 2:
        return NOTHING
    best = "a run" if len(found.best[0]) > 1 else "the run"
    caption = (
        f"Number of cases on which each measure prefers {found.first}, {best} with the smallest mean "
        f"{labels(found)[0]}, and on which it prefers the other run; the rest are ties. Every case counts once."
    )
    parts = [table(caption, *tables.preferences(found.scores.runs, labels(found), found.preferred))]
    if found.pair is not None:
        parts += [_scatter(found.pair), _cases(found, found.pair)]
    elif len(found.scores.measures) > 1:
        parts.append(tag("p", "All runs have the same estimates: no two of them can be compared case by case."))
    return section("Case by case", *parts)


def _scatter(pair: Pair) -> Html:
    first, second = map(label, pair.measures)
    words = (
        f"Each point is one case: Δ{first} against Δ{second}, the score of {pair.runs[0]} minus that of {pair.runs[1]}."
    )
    return join([tag("h3", f"{pair.runs[0]} and {pair.runs[1]}"), tag("p", words), figure(SCATTER, words)])


def _cases(found: Findings, pair: Pair) -> Html:
    """The cases on which the two measures prefer different runs, the largest disagreement first."""
    names = [label(key) for key in pair.measures]
    counts = quadrants(*pair.deltas)
    disagree = counts.second + counts.fourth
    both, n = f"{names[0]} and {names[1]} disagree on", len(found.task.cases)
    if not disagree:
        return tag("p", f"{both} none of the {count(n, 'case')}.")
    shown = "They are listed" if disagree == len(pair.top) else f"The first {len(pair.top)} are listed"
    caption = (
        f"{both} {count(disagree)} of {count(n, 'case')}. {shown}, ranked by the smaller of the two |Δ|. Δ is "
        f"the score of {pair.runs[0]} minus that of {pair.runs[1]}: negative where {pair.runs[0]} is preferred."
    )
    grid = tables.disagreements(
        [found.task.cases[case] for case in pair.top],
        pair.measures,
        pair.runs,
        [deltas[list(pair.top)] for deltas in pair.deltas],
    )
    return join([tag("h3", "Cases of largest disagreement"), table(caption, *grid)])

"""A and B by every measure, as tables that several pages and the lessons draw: scores of a case, wins on all cases.

They are HTML rather than a canvas, so that screen readers and tests can read them.
"""

import pandas as pd

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.analysis.comparison import QUANTITY, TIE, dissenters, on_more_cases
from ordquant_core.findings.sentence import Link
from ordquant_core.frame_html import LONGEST_BAR, Rows, grid, in_families, sentence
from ordquant_core.glossary import Column, Kind, drawn_as
from ordquant_core.markup import Band, Html, table, tag
from ordquant_core.measures.built import measure_called
from ordquant_core.measures.measure import MADE
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.numerals import listed
from ordquant_core.records import Preferences

BARS = "Score of A minus score of B"
SHORT_BAR, SHORT_BAR_OF_FEW = 0.1, 0.2  # where bars end if they fit, else at LONGEST_BAR: of many measures, of two
AMBER = "Amber: against most measures (DNKT and its combinations not counted)"
TIES = "grey: ties"  # in the bars of wins
SMOOTHED_BY = "Other fields, on distributions smoothed by half a vote"
WITHOUT_VOTES = f"{listed(list(SMOOTHED))} need the number of votes: switch to votes"  # no wider than other headings
LOOK = "oq oq-table oq-measures"


def measure_table(
    scores: CaseScores,
    *,
    chosen: str | None = None,
    plain: bool = False,
    positions: bool = False,
    smoothed: CaseScores | None = None,
    made: CaseScores | None = None,
    making: str = "",
) -> Html:
    """Return the scores of A and B by every measure, which run it prefers, as a bar, and by what margin.

    The bars are on one axis, named in their head, that fits the margins of the quantity measures; longer bars are cut.
    With `chosen` (a measure's key) the rows can be chosen, and that row is marked. `plain`: without families, in the
    order of the scores. `positions`: the measures that use the positions of the classes are marked. `smoothed`: the
    scores of A and B by measures on smoothed distributions, which have rows of their own that cannot be chosen; where
    both are empty, a line says why. `made`: the scores by a measure that was made, which has a row of its own below a
    line with its switches and a link to `making`, the address where they are changed.
    """
    frame = scores.to_frame()
    families = in_families(frame)
    rows = Rows(
        choice="" if chosen is None else "measure",
        chosen=[chosen],
        data="measure family",  # browser/draw/follow.js writes the numbers of these rows while a bar is dragged
        family="" if plain else "family",
        amber=dissenters(scores.sides),
    )
    reach = _reach(families, SHORT_BAR_OF_FEW if plain else SHORT_BAR)
    columns = [
        drawn_as(Kind.MEASURE, "measure", "Measure", described=True, positions=positions),
        *(_scores_of(side, name) for side, name in zip("ab", scores.names, strict=True)),
        drawn_as(Kind.BALANCE, "bar", "", BARS, parts=["delta"], reach=reach),
        drawn_as(Kind.MARGIN, "delta", "margin", f"Difference of the scores before rounding. {AMBER}."),
    ]
    heads, of_measures = grid(families.sort_index() if plain else families, columns, rows)
    if smoothed is not None and smoothed.a:
        apart = smoothed.to_frame().assign(family=SMOOTHED_BY)
        of_measures += grid(apart, columns, Rows(data="measure", family="family"))[1]
    elif smoothed is not None:
        of_measures.append(Band(WITHOUT_VOTES))
    if made is not None:
        (key,) = made.a
        of_measures.append(Band(sentence((f"Yours: {measure_called(key).name}. ", Link("Change the rule", making)))))
        of_measures += grid(made.to_frame().assign(family=MADE), columns, Rows(data="measure family"))[1]
    return tag("div", table(heads, of_measures, id="measures", class_=LOOK), class_="oq-room")


def wins_table(preferences: Preferences, runs: tuple[str, str], *, axes: tuple[str, str] | None = None) -> Html:
    """Return wins, ties and losses per measure as one bar with a line at its half, and the mean margin.

    Quantity measures that are in the minority with what they prefer on more cases are tinted. `axes`: the measures of a
    plot beside the table; its rows can be chosen.
    """
    columns = [
        drawn_as(Kind.MEASURE, "measure", "Measure", described=True),
        drawn_as(Kind.WINS, "wins", "", parts=("prefers_a", "ties", "prefers_b"), runs=runs),
        drawn_as(Kind.MARGIN, "mean_delta", "mean margin"),
    ]
    badges: dict[object, str] = dict(zip(axes, "xy", strict=True)) if axes else {}
    minority = dissenters(on_more_cases(preferences))
    rows = Rows(choice="measure" if axes else "", data="measure", family="family", amber=minority, badges=badges)
    return table(*grid(in_families(preferences.to_frame()), columns, rows), id="wins", class_=LOOK)


def _scores_of(side: str, name: str) -> Column:
    head = tag("span", side.upper(), class_=f"oq-{side}", title=name)
    return drawn_as(Kind.SCORE, f"score_{side}", head, class_=f"oq-of-{side}")


def _reach(frame: pd.DataFrame, short: float) -> float:
    """Return where the axis of the bars ends: at `short` if all quantity measures, or else all, have such margins."""
    of_quantity = frame[frame["family"].isin(QUANTITY)]
    margins = (frame if of_quantity.empty else of_quantity)["delta"]
    return short if margins.abs().max() <= short + TIE else LONGEST_BAR

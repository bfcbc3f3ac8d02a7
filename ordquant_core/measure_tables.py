"""A and B by every measure, as tables that several pages and the lessons draw: scores of a case, wins on all cases.

They are HTML rather than a canvas, so that screen readers and tests can read them.
"""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.analysis.comparison import dissenters, on_more_cases
from ordquant_core.frame_html import Rows, grid, in_families
from ordquant_core.glossary import Column, Kind, drawn_as
from ordquant_core.markup import Band, Html, table, tag
from ordquant_core.measures.registry import measures_at
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.numerals import listed
from ordquant_core.records import Preferences

_WIDE = tag("span", " better", class_="oq-wide")
_WORDS = tag("div", tag("span", "◂ A", _WIDE), tag("span", "B", _WIDE, " ▸"), class_="oq-ticks")
BARS = "Score of A minus score of B"
AMBER = "Amber: quantity measures in the minority"
SMOOTHED_BY = "Other fields, on distributions smoothed by half a vote"
WITHOUT_VOTES = f"{listed(list(SMOOTHED))} need the number of votes: switch to votes"  # no wider than other headings
LOOK = "oq oq-table"


def measure_table(
    scores: CaseScores,
    n_classes: int,
    *,
    chosen: str | None = None,
    plain: bool = False,
    positions: Sequence[float] | None = None,
    smoothed: CaseScores | None = None,
) -> Html:
    """Return the scores of A and B by every measure over hairline bars, which run it prefers, and by what margin.

    With `chosen` (a measure's key) the rows can be chosen, and that row is marked. `plain`: without families, and with
    the head of the bars in words, for readers who meet their first measures. `positions`: where the classes stand, if
    not a step apart; the measures that use that are marked. `smoothed`: the scores of A and B by measures on smoothed
    distributions, which have rows of their own that cannot be chosen; where both are empty, a line says why.
    """
    frame = scores.to_frame()
    frame = in_families(
        frame.assign(largest=[one.bounds(n_classes)[1] for one in measures_at(list(scores.a), positions, n_classes)])
    )
    rows = Rows(
        choice="" if chosen is None else "measure",
        chosen=[chosen],
        data="measure family",  # browser/draw/follow.js writes the numbers of these rows while a bar is dragged
        family="" if plain else "family",
        amber=dissenters(scores.sides),
    )
    columns = [
        drawn_as(Kind.MEASURE, "measure", "Measure", described=True, positions=positions is not None),
        *(_scores_of(side, name) for side, name in zip("ab", scores.names, strict=True)),
        drawn_as(Kind.BALANCE, "bar", _WORDS if plain else "", BARS, parts=["delta"]),
        drawn_as(Kind.MARGIN, "delta", "preference and margin", f"{AMBER}."),
    ]
    heads, of_measures = grid(frame.sort_index() if plain else frame, columns, rows)
    if smoothed is not None and smoothed.a:
        apart = smoothed.to_frame().assign(family=SMOOTHED_BY, largest=np.nan)
        of_measures += grid(apart, columns, Rows(data="measure", family="family"))[1]
    elif smoothed is not None:
        of_measures.append(Band(WITHOUT_VOTES))
    return table(heads, of_measures, id="measures", class_=LOOK)


def wins_table(
    preferences: Preferences, runs: tuple[str, str], *, counted: str = "", axes: tuple[str, str] | None = None
) -> Html:
    """Return wins, ties and losses per measure as one bar with a line at its half, and the mean margin.

    `counted` says what they are of, where nothing above the table does. Quantity measures that are in the minority with
    what they prefer on more cases are tinted. `axes`: the measures of a plot beside the table; its rows can be chosen.
    """
    columns = [
        drawn_as(Kind.MEASURE, "measure", "Measure", described=True),
        drawn_as(Kind.WINS, "wins", counted, parts=("prefers_a", "ties", "prefers_b"), runs=runs),
        drawn_as(Kind.MARGIN, "mean_delta", "mean margin"),
    ]
    badges: dict[object, str] = dict(zip(axes, "xy", strict=True)) if axes else {}
    minority = dissenters(on_more_cases(preferences))
    rows = Rows(choice="measure" if axes else "", data="measure", family="family", amber=minority, badges=badges)
    return table(*grid(in_families(preferences.to_frame()), columns, rows), id="wins", class_=LOOK)


def _scores_of(side: str, name: str) -> Column:
    head = tag("span", side.upper(), class_=f"oq-{side}", title=name)
    return drawn_as(Kind.SCORE_BAR, f"score_{side}", head, parts=[f"score_{side}", "largest"], side=side)

"""Golds as a table one can read and choose from, and the card of the one that is chosen."""

import html
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core import numerals
from ordquant_core.analysis import comparison
from ordquant_core.analysis.picture import Picture, to_query
from ordquant_core.analysis.spaces.rivals import Rival
from ordquant_core.figures.distributions import Estimate, distribution_figure
from ordquant_core.markup import join
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.tables import measures as measure_tables
from ordquant_core.tables import sentences
from pages.atlas import state
from pages.shared import clicks, links, look

COMPARE = "pages/compare/page.py"
LINK = "color:var(--oq-gold); white-space:nowrap"
SHOWN = 50  # rows of a table; all are in the download


def bars(votes: Sequence[int]) -> str:
    """Draw votes as small bars, with their numbers beside them."""
    most = max(votes)
    drawn = "".join(
        f'<i style="display:inline-block; width:6px; margin-right:1px; height:{18 * value / most:.1f}px; '
        f'background:var(--oq-gold); vertical-align:bottom"></i>'
        for value in votes
    )
    return f'<span style="white-space:nowrap">{drawn}</span>'


def compare_link(picture: Picture) -> str:
    """Return the address of a picture in Compare, seen from the atlas."""
    return f"compare?{urlencode(to_query(picture))}"


def table(
    name: str,
    golds: IntArray,
    columns: Mapping[str, FloatArray],
    rivals: tuple[Rival, Rival],
    chosen: tuple[int, ...] | None,
    *,
    shown: int = SHOWN,
    choosable: bool = True,
) -> None:
    """Draw golds (n, L) with a column of numbers each; a row can be chosen, and opens in Compare."""
    heads = "".join(f'<th scope=col style="text-align:right">{html.escape(title)}</th>' for title in columns)
    rows = []
    for place, row in enumerate(golds[:shown].tolist()):
        votes = tuple(row)
        text = ",".join(map(str, votes))
        numbers = "".join(_number(float(values[place])) for values in columns.values())
        link = html.escape(compare_link(state.picture(votes, *rivals)))
        marked = ' class="oq-chosen"' if votes == chosen else ""
        choice = f' data-choice="{text}" tabindex="0"' if choosable else ""
        rows.append(
            f"<tr{marked}><th scope=row{choice}>{bars(votes)}&nbsp; {text}</th>{numbers}"
            f'<td style="text-align:right"><a href="{link}" target="_self" style="{LINK}">Compare</a></td></tr>'
        )
    st.html(
        '<div style="max-height:26rem; overflow:auto" tabindex="0">'
        f'<table class="oq oq-table" id="{name}"><thead><tr><th scope=col>gold</th>{heads}<th></th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
    if choosable:
        clicks.on_choice(name, state.choose)
    if len(golds) > shown:
        st.caption(f"The first {shown} of {len(golds):,}; the download holds all of these.")


def frame(golds: IntArray, columns: Mapping[str, FloatArray]) -> pd.DataFrame:
    """Return golds and numbers as a table to download."""
    named = {f"class {place + 1}": golds[:, place] for place in range(golds.shape[1])}
    return pd.DataFrame(named | dict(columns))


def card(gold: tuple[int, ...], rivals: tuple[Rival, Rival], *, pair: tuple[str, str] | None = None) -> None:
    """Draw one gold, both estimates and every measure."""
    picture = state.picture(gold, *rivals)
    names = rivals[0].name, rivals[1].name
    shares = {side: picture.probabilities(side) for side in ("gold", "a", "b")}
    scores = {side: {key: _score(shares, side, key) for key in MAIN_MEASURES} for side in ("a", "b")}
    sides = comparison.sides_of(scores["a"], scores["b"])
    marked = [sentences.lettered(name, letter) for name, letter in zip(names, "AB", strict=True)]
    said = sentences.verdict({key: sides[key] for key in MAIN_MEASURES}, *marked)
    if pair:
        both = comparison.sides_of(*({key: _score(shares, side, key) for key in pair} for side in ("a", "b")))
        said = join([sentences.of_two(both, pair, *marked), ". ", said])
    st.html(
        f'<p class="oq oq-verdict" id="card">Gold {",".join(map(str, gold))}</p><p class="oq oq-because">{said}</p>'
    )
    figure = distribution_figure(
        picture.classes,
        shares["gold"],
        [Estimate(name, shares[side]) for name, side in zip(names, ("a", "b"), strict=True)],
        look.palette(),
        votes=int(np.sum(gold)),
        title=f"Gold (bars), {html.escape(names[0])} and {html.escape(names[1])} (outlines)",
        height=250,
    )
    st.plotly_chart(figure, theme=None, key="atlas_card", config=look.plot_config("gold"))
    st.html(measure_tables.measure_table(scores["a"], scores["b"], *names, len(gold)))
    links.door(COMPARE, "Open in Compare", ":material/open_in_new:", to_query(picture))


def _score(shares: Mapping[str, FloatArray], side: str, key: str) -> float:
    return float(MEASURES[key](shares["gold"], shares[side]))


def _number(value: float) -> str:
    return f'<td style="text-align:right" title="{value!r}">{numerals.score(value, sign=True)}</td>'

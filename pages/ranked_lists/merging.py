"""Metasearch: what sets of runs know together, and how much of it one merged list keeps."""

import html

import streamlit as st

from ordquant_core.analysis.retrieval import Metasearch, fits
from ordquant_core.figures.ranked_lists import metasearch_figure
from ordquant_core.numerals import percent
from ordquant_core.numerals import score as number
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS
from pages.ranked_lists import results
from pages.ranked_lists.results import Results
from pages.ranked_lists.source import Current
from pages.ranked_lists.state import LARGEST_SEED, MOST_SETS
from pages.shared import clicks, downloads, look


def show(current: Current, shown: Results) -> None:
    """Draw sets of runs and merge them by every method."""
    runs = list(shown.scores.runs)
    st.subheader("What could merging lists give?", anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        size = st.number_input("Runs in a set", 1, len(runs), key="lists_size", width=130)
        n_sets = st.number_input("Random sets", 1, MOST_SETS, key="lists_sets", width=130)
        seed = st.number_input("Seed", 0, LARGEST_SEED, key="lists_seed", width=130)
        own = st.multiselect(
            "A set of your own",
            runs,
            key="lists_own",
            placeholder="Choose runs",
            width=420,
        )
    guess = results.seconds(current.collection, n_sets)
    waits = guess > results.AT_ONCE and not results.is_merged(current.key, size, n_sets, seed)
    if waits and not st.button(f"Merge {n_sets} sets (about {guess:.0f} s)", key="lists_merge", type="primary"):
        return
    found = results.merged(current, size, n_sets, seed)
    chosen = tuple(runs.index(run) for run in own)
    mine = results.own_set(current.key, chosen, current.collection) if chosen else None
    method = st.session_state["lists_method"]
    _verdict(found, method, size, mine, own)
    left, right = st.columns([1.1, 1], gap="medium")
    with left:
        _picture(found, method, mine, runs)
    with right:
        _table(found, method, mine)
        sets = lambda: results.set_frame(found, runs)  # noqa: E731
        downloads.button("Sets (CSV)", sets, "ranked-lists-sets.csv", current.collection.notes)


def _verdict(found: Metasearch, method: str, size: int, mine: Metasearch | None, own: list[str]) -> None:
    place = list(METHODS).index(method)
    joint, merged = float(found.joint.mean()), float(found.fused[place].mean())
    share = f" ({percent(merged / joint)} of it)" if joint > 0 else ""
    sets = f"{len(found.sets)} sets of {size} run{'s' * (size != 1)}"
    said = f"{sets} know {number(joint)} bits together on average; merged by {method}, {number(merged)}{share}."
    if mine is not None:
        names = html.escape(", ".join(own))
        said += f" Your set ({names}): {number(float(mine.joint[0]))} and {number(float(mine.fused[place, 0]))}."
    st.html(f'<p class="oq oq-because" id="merging">{said}</p>')


def _picture(found: Metasearch, method: str, mine: Metasearch | None, runs: list[str]) -> None:
    place = list(METHODS).index(method)
    figure = metasearch_figure(
        found.joint,
        dict(zip(METHODS, found.fused, strict=True)),
        method,
        look.palette(),
        title=f"Blue: {method}; grey: other methods",
        sets=[" + ".join(runs[run] for run in chosen) for chosen in found.sets],
        own=None if mine is None else (float(mine.joint[0]), float(mine.fused[place, 0])),
    )
    st.plotly_chart(figure, theme=None, key="lists_metasearch", config=look.plot_config(f"metasearch-{method}"))


def _table(found: Metasearch, method: str, mine: Metasearch | None) -> None:
    rows = []
    for place, fit in enumerate(fits(found)):
        chosen = fit.method == method
        values = [
            "n/a" if fit.tau.value is None else number(fit.tau.value),
            "n/a" if fit.rho.value is None else number(fit.rho.value),
            number(fit.rmse),
            number(float(found.fused[place].mean())),
        ]
        if mine is not None:
            values.append(number(float(mine.fused[place, 0])))
        bound = ' <span class="oq-muted">bound</span>' if fit.method in BOUNDS else ""
        rows.append(
            f'<tr data-choice="{fit.method}" tabindex="0" aria-selected="{str(chosen).lower()}"'
            f'{" class=oq-chosen" if chosen else ""}><th scope=row><abbr title="{html.escape(METHODS[fit.method])}">'
            f"{fit.method}</abbr>{bound}</th>{''.join(f'<td>{value}</td>' for value in values)}</tr>"
        )
    own = "<th scope=col>yours</th>" if mine is not None else ""
    st.html(
        '<table class="oq oq-table" id="methods"><thead><tr><th scope=col>Method</th><th scope=col>tau</th>'
        f"<th scope=col>rho</th><th scope=col>RMSE</th><th scope=col>mean RIC</th>{own}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
        '<p class="oq oq-note">tau, rho and root mean square error between the RIC of the merged list and the joint '
        "RIC, over sets. Bounds look at the judgements while they sort. A click on a method draws it in blue.</p>"
    )
    clicks.on_choice("methods", _pick)


def _pick(choice: str) -> None:
    if choice in METHODS:
        st.session_state["lists_method"] = choice

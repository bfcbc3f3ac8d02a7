"""Metasearch: what sets of runs carry together, and how much of it one merged list keeps."""

from functools import partial

import pandas as pd
import streamlit as st

from ordquant_core.analysis.retrieval import Metasearch, MethodFit
from ordquant_core.figures.ranked_lists import draw_merging
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.frame_html import Rows
from ordquant_core.glossary import Kind, column, drawn_as
from ordquant_core.numerals import count, decimals
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS
from pages.ranked_lists import results
from pages.ranked_lists.state import STATE, View
from pages.shared import clicks, controls, downloads, look, write
from pages.shared.sample_or_own import Opened

AT_ONCE = 5  # seconds that need no asking


def show(opened: Opened[Collection], view: View) -> None:
    """Draw sets of runs and merge them by every method."""
    with st.container(border=True):
        _merging(opened, view)


def _merging(opened: Opened[Collection], view: View) -> None:
    runs = view.results.runs
    st.header("What does merging lists gain?", anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        controls.number(STATE, "size", "Runs per set", max_value=len(runs), width=130)
        controls.number(STATE, "sets", "Random sets", width=130)
        controls.number(STATE, "seed", "Seed", width=130)
        choice = {"placeholder": "Choose runs", "width": 420}
        controls.draw(st.multiselect, STATE, "own", "A set of your own", runs, **choice)
    size, n_sets, seed, own, method = (STATE[name] for name in ("size", "sets", "seed", "own", "method"))
    guess = results.seconds(opened, size, n_sets, seed)
    words = f"Merge {count(n_sets, 'set')} (about {decimals(guess, 0)} s)"
    if guess > AT_ONCE and not st.button(words, key="lists_merge", type="primary"):
        return
    merged, fits = results.merge(opened, size, n_sets, seed)
    mine = results.own_set(opened, tuple(map(runs.index, own)), seed) if own else None
    write.because(findings.merging(merged, method, size, mine, own), id="merging")
    write.note(findings.about_chance(results.permuted(opened, seed, results.OF_SETS), seed), id="merging_chance")
    if few := findings.few_documents(opened.contents, size):
        write.note(f"{few}.", id="merging_few")
    left, right = st.columns([1.1, 1], gap="medium")
    with left:
        figure = look.draw(draw_merging, merged, method, runs, own=mine)
        look.plot(figure, "lists_metasearch", f"metasearch-{method}")
    with right:
        methods = _methods(fits, method, mine)
        write.note(
            f"tau, rho and root mean square error between the RIC of the merged list and the joint RIC, over "
            f"{count(len(merged.sets), 'set')}. "
            "Bounds use the judgements to sort. Click a method to draw it in blue."
        )
        clicks.on_choice("methods", _pick)
        sets = partial(merged.to_frame, runs)
        downloads.table_button("Sets", sets, "ranked-lists-sets.csv", opened.contents.notes)
        downloads.table_button("Methods", lambda: methods, "ranked-lists-methods.csv", opened.contents.notes)


def _methods(fits: tuple[MethodFit, ...], method: str, mine: Metasearch | None) -> pd.DataFrame:
    """Draw a row per method; return that frame."""
    frame = MethodFit.frame(fits).assign(words=METHODS.values())
    columns = [drawn_as(Kind.TERM, "method", "Method", parts=("method", "words"))]
    columns += [column("tau"), column("rho"), column("rmse", "RMSE"), column("mean_RIC", "mean RIC")]
    if mine is not None:
        frame = frame.assign(own=mine.fused[:, 0])
        columns.append(drawn_as(Kind.SCORE, "own", "yours"))
    rows = Rows(choice="method", chosen=[method], badges=dict.fromkeys(BOUNDS, "bound"))
    write.frame(frame, columns, rows, id="methods", scrolls=False)
    return frame


def _pick(choice: str) -> None:
    if choice in METHODS:
        STATE["method"] = choice

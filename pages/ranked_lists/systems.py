"""Which system carries most information: the sentence, the table of systems, RIC against the other measures."""

from functools import partial

import streamlit as st

from ordquant_core.analysis.retrieval import ranking_agreement
from ordquant_core.figures.ranked_lists import draw_systems
from ordquant_core.papers.recommendations import OF_RANKED_LISTS
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.tables.ranked_lists import findings
from ordquant_core.tables.ranked_lists.definitions import GAINS
from pages.ranked_lists import results, state
from pages.ranked_lists.state import STATE, Shown
from pages.shared import cached, clicks, controls, look, write
from pages.shared.result_cache import compute_once
from pages.shared.sample_or_own import Opened
from pages.shared.session import use_selected_number


def _compares_two(shown: Shown) -> bool:
    return len(set(shown.pair)) == 2 and shown.results.has_ric


def finding(opened: Opened[Collection], shown: Shown) -> None:
    """Say which run has the largest RIC, and how A and B differ."""
    write.verdict(findings.best_run(shown.results, shown.pair))
    if shown.results.has_ric:
        chance = results.by_chance(opened, shown.pair, STATE["seed"]) if _compares_two(shown) else None
        write.because(findings.two_runs(shown.results, shown.pair, chance), id="two_runs")
    if _compares_two(shown) and (few := findings.few_documents(opened.found, 2)):
        write.note(f"{few}.", id="few")


def table(shown: Shown) -> None:
    """Draw the table of runs; a click makes a run A."""
    key = ("systems", shown.key, shown.pair)
    make = partial(findings.run_table, shown.results, shown.pair)
    cached.write_table(key, make, id="systems", styles="oq-many")
    first = shown.results.defined[0]
    write.note(f"▲ and ▼: ranks gained and lost against {first}. Click a run to make it run A.")
    for note in shown.results.scores.notes:
        write.note(f"{note}.", id="missing")
    clicks.on_number("systems", partial(state.take_run, shown.results.runs))


def method(opened: Opened[Collection], shown: Shown) -> None:
    """Say how the numbers above were computed, and what the paper recommends."""
    write.note(findings.MEANS[opened.found.over], id="means")
    if _compares_two(shown):
        seed = STATE["seed"]
        write.note(findings.about_chance(results.permuted(opened, seed), seed), id="chance")
    for one in OF_RANKED_LISTS:
        write.note(f"{one.words} ({one.source})", id="recommended")
    write.note(GAINS, id="definitions")


def scatter(shown: Shown) -> None:
    """Draw RIC against another measure, with tau and rho of all systems and of the best."""
    if not shown.results.has_ric:
        st.info(findings.NO_RIC)
        return
    ranked, measure = shown.results, shown.measure
    others = [key for key in ranked.scores.measures if key != "RIC"]
    controls.segments(STATE, "measure", "RIC against", others)
    ric, other = ranked.mean("RIC"), ranked.mean(measure)
    found = compute_once(("ranked lists", "rankings", shown.key, measure), lambda: ranking_agreement(ric, other))
    key = "systems", shown.key, shown.pair, measure
    figure = look.draw_once(key, draw_systems, ranked, shown.pair, measure, found)
    pick = partial(use_selected_number, "lists_scatter", partial(state.take_run, ranked.runs))
    look.plot(figure, "lists_scatter", f"ric-{measure}", on_select=pick)
    write.note(findings.remark(measure, found, len(ric)))

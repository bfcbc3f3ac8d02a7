"""Which system carries most information: the sentence, the table of systems, RIC against the other measures."""

from functools import partial

import streamlit as st

from ordquant_core.analysis.retrieval import ranking_agreement
from ordquant_core.figures.ranked_lists import draw_systems
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Column, Kind, drawn_as
from ordquant_core.markup import Grid, tag
from ordquant_core.papers.recommendations import OF_RANKED_LISTS
from ordquant_core.ranked_lists.collection import Collection
from pages.ranked_lists import results, state
from pages.ranked_lists.state import STATE, View
from pages.shared import cached, clicks, controls, look, write
from pages.shared.result_cache import compute_once
from pages.shared.sample_or_own import Opened
from pages.shared.session import use_selected_number


def _compares_two(view: View) -> bool:
    return len(set(view.pair)) == 2 and view.results.has_ric


def finding(opened: Opened[Collection], view: View) -> None:
    """Say which run has the largest RIC, and how A and B differ."""
    write.verdict(findings.best_run(view.results, view.pair))
    if view.results.has_ric:
        chance = results.by_chance(opened, view.pair, STATE["seed"]) if _compares_two(view) else None
        write.because(findings.two_runs(view.results, view.pair, chance), id="two_runs")
    if _compares_two(view) and (few := findings.few_documents(opened.contents, 2)):
        write.note(f"{few}.", id="few")


def table(view: View) -> None:
    """Draw the table of runs, by the first measure that is defined; a click makes a run A."""
    ranked, first = view.results, view.results.defined[0]
    cached.write_table(
        ("systems", view.key, view.pair), lambda: _means(view, first), id="systems", styles="oq-many oq-names"
    )
    write.note(f"▲ and ▼: ranks gained and lost against {first}. Click a run to make it run A.")
    for note in ranked.scores.notes:
        write.note(f"{note}.", id="missing")
    clicks.on_number("systems", partial(state.take_run, ranked.runs))


def _means(view: View, first: str) -> Grid:
    ranked = view.results
    frame = ranked.to_frame()
    ranks = {f"rank_{key}": of_runs for key, of_runs in zip(ranked.scores.measures, ranked.ranks, strict=True)}
    frame = frame.assign(number=frame.index, largest=frame[first].max(), **ranks)

    def of_measure(kind: Kind, key: str, *parts: str, **options: str) -> Column:
        head = tag("abbr", key, title=findings.measure_in_words(key))
        return drawn_as(kind, key, head, parts=(key, *parts), **options)

    columns = [
        drawn_as(Kind.RUN, "run", "Run", pair=view.names),
        of_measure(Kind.SCORE_BAR, first, "largest", side="run"),
        *(of_measure(Kind.MOVED, key, f"rank_{key}", f"rank_{first}") for key in ranked.defined if key != first),
    ]
    rows = Rows(choice="number", data="run", badges=findings.lacking_topics(ranked))
    return grid(frame.sort_values(first, ascending=False, kind="stable"), columns, rows)


def method(opened: Opened[Collection], view: View) -> None:
    """Say how the numbers above were computed, and what the paper recommends."""
    write.note(findings.MEANS[opened.contents.over], id="means")
    if _compares_two(view):
        seed = STATE["seed"]
        write.note(findings.about_chance(results.permuted(opened, seed), seed), id="chance")
    for recommendation in OF_RANKED_LISTS:
        write.note(f"{recommendation.words} ({recommendation.source})", id="recommended")
    write.note(findings.GAINS, id="definitions")


def scatter(view: View) -> None:
    """Draw RIC against another measure, with tau and rho of all systems and of the best."""
    if not view.results.has_ric:
        st.info(findings.NO_RIC)
        return
    ranked, measure = view.results, view.measure
    others = [key for key in ranked.scores.measures if key != "RIC"]
    controls.segments(STATE, "measure", "RIC against", others)
    ric, other = ranked.mean("RIC"), ranked.mean(measure)
    agreement = compute_once(("ranked lists", "rankings", view.key, measure), lambda: ranking_agreement(ric, other))
    key = "systems", view.key, view.pair, measure
    figure = look.draw_once(key, draw_systems, ranked, view.pair, measure, agreement)
    pick = partial(use_selected_number, "lists_scatter", partial(state.take_run, ranked.runs))
    look.plot(figure, "lists_scatter", f"ric-{measure}", on_select=pick)
    write.note(findings.agreement(measure, agreement, len(ric)))

"""The cards of the page: runs by every measure, RIC against one of them, and what several runs carry together."""

from functools import partial

import numpy as np
import streamlit as st

from ordquant_core.analysis.retrieval import MethodFit, fit_methods, ranking_agreement
from ordquant_core.figures.ranked_lists import draw_merging, draw_pair_differences, draw_systems
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.findings.sentence import Chosen, Styled
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Column, Kind, column, drawn_as
from ordquant_core.markup import Grid, tag
from ordquant_core.numerals import count, decimals
from ordquant_core.ranked_lists.chance import LEVEL
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS
from pages.ranked_lists import results, state
from pages.ranked_lists.state import STATE, View
from pages.shared import cached, clicks, current_mark, look, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_once
from pages.shared.sample_or_own import Opened
from pages.shared.session import use_selected_number

AT_ONCE = 5  # seconds that need no asking
BESIDE = 1.6, 1  # widths of a picture and of what stands beside it


def runs(view: View) -> None:
    """Draw the table of runs, by the first measure that is defined; a click makes a run A."""
    ranked, (first, *others) = view.results, view.results.defined
    cached.write_table(("systems", view.key, view.pair), lambda: _means(view), id="systems", styles="oq-names")
    ranks = Styled(f"▲ and ▼: ranks gained and lost against {first}. ", "wide")
    of_several = ("Larger is better. ", ranks, "Click a run to make it run A.") if view.is_several else ()
    without = findings.direction(ranked, view.pair) if ranked.has_ric else ()
    lines = of_several, findings.names(others), without
    write.html(*(write.styled(words, style="small") for words in lines if words))
    clicks.on_number("systems", partial(state.take_run, ranked.runs))


def _means(view: View) -> Grid:
    ranked, (first, *others) = view.results, view.results.defined
    frame = ranked.scores.means_to_frame()
    ranks = {f"rank_{key}": of_runs for key, of_runs in zip(ranked.scores.measures, ranked.ranks, strict=True)}
    frame = frame.assign(number=frame.index, **ranks)

    def of_measure(kind: Kind, key: str, *parts: str) -> Column:
        head = tag("abbr", key, title=findings.measure_in_words(key))
        return drawn_as(kind, key, head, parts=(key, *parts))

    columns = [
        drawn_as(Kind.RUN, "run", "Run", pair=view.names),
        of_measure(Kind.SCORE, first),
        *(of_measure(Kind.MOVED, key, f"rank_{key}", f"rank_{first}") for key in others),
    ]
    return grid(frame.sort_values(first, ascending=False, kind="stable"), columns, Rows(choice="number", data="run"))


def scatter(view: View) -> None:
    """Draw RIC against another measure, with tau and rho of all runs and of the best."""
    ranked, measure = view.results, view.measure
    ric, other = ranked.mean("RIC"), ranked.mean(measure)
    agreement = compute_once(("ranked lists", "rankings", view.key, measure), lambda: ranking_agreement(ric, other))
    with st.container(gap=None):
        write.choice(("RIC against ", Chosen(measure, "measure")), state.menus(view), id="against")
        write.because("; ".join(findings.agreement_title(agreement, len(ric)).split("<br>")))
    key = "systems", view.key, view.pair, measure
    figure = look.draw_once(key, draw_systems, ranked, view.pair, measure, agreement, titled=False)
    pick = partial(use_selected_number, "lists_scatter", partial(state.take_run, ranked.runs))
    look.plot(figure, "lists_scatter", f"ric-{measure}", name=f"RIC against {measure}", on_select=pick)
    write.small(findings.agreement(measure, agreement, len(ric)), " ", findings.topics_of(ranked, measure))


def two_runs(opened: Opened[Collection], view: View) -> Tables:
    """Draw the information difference of all pairs against the difference of their scores; a click chooses a pair."""
    ranked, measure, chance = view.results, view.measure, results.by_chance(opened, view.pair)
    write.choice(findings.two_runs(ranked, view.pair, chance), state.menus(view), id="two_runs")
    picture, beside = st.columns(BESIDE, gap="medium")
    with picture:
        pairs, of_scores, of_information = ranked.pair_differences(measure)
        key = "pair differences", view.key, measure
        figure = look.draw_once(key, draw_pair_differences, ranked, measure, titled=False)
        pick = partial(use_selected_number, "lists_differences", partial(state.take_pair, ranked))
        name = f"Information difference against difference in {measure}"
        look.plot(figure, "lists_differences", f"differences-{measure}", name=name, on_select=pick)
        own = np.flatnonzero((pairs == sorted(view.pair)).all(axis=1))
        current_mark.show("pair", points={"lists_differences": np.stack([of_scores[own], of_information[own]], axis=1)})
    with beside:
        write.muted(findings.two_together(ranked, view.pair, chance), id="two_together")
        write.muted(findings.INFORMATION_DIFFERENCE, " ", findings.BY_CHANCE)
        write.small(
            "Each dot is one pair of runs; at the upper left they have similar scores but carry different information. "
            "Click a dot to make its runs A and B. ",
            findings.topics_of(ranked, measure),
        )
    return []


def merging(opened: Opened[Collection], view: View) -> Tables:
    """Draw what random sets of runs carry together, and how much of it one merged list keeps; return its tables."""
    ranked, method, size = view.results, STATE["method"], STATE["size"]
    guess, words = results.guess_seconds(opened, size), f"Merge {count(results.SETS, 'set')} of runs"
    title, asked = st.container(gap=None), f"{words} (about {decimals(guess, 0)} s)"
    if guess > AT_ONCE and not st.button(asked, key="lists_merge", type="primary"):
        with title:
            write.choice(findings.merged_by(method, size), state.menus(view), id="merged")
        return []
    merged = results.merge(opened, size)
    with title:
        write.choice(findings.merged(merged, method, size), state.menus(view), id="merged")
        write.because(findings.merging(merged, method, size), id="merging")
    fits = compute_once(("ranked lists", "fits", opened.key, size), lambda: MethodFit.frame(fit_methods(merged)))
    picture, beside = st.columns(BESIDE, gap="medium")
    with picture:
        figure = look.draw(draw_merging, merged, method, ranked.runs, titled=False)
        look.plot(figure, "lists_metasearch", f"metasearch-{method}", name="What merged lists keep of joint RIC")
    with beside:
        places = fits["mean_RIC_by_chance_error"].map(findings.places_by_chance)
        columns = [
            drawn_as(Kind.TERM, "method", "Method", parts=("method", "words")),
            column("mean_RIC", "RIC"),
            _by_chance("mean_RIC_by_chance", "by chance"),
            *(column("tau"), column("rho"), column("rmse", "RMSE")),
        ]
        rows = Rows(choice="method", chosen=[method], badges=dict.fromkeys(BOUNDS, "bound"))
        write.frame(fits.assign(words=METHODS.values(), places=places), columns, rows, id="methods")
        write.small(
            f"Click a method to draw it in blue. Bounds sort by the judgements. {findings.BY_CHANCE} "
            "tau, rho and RMSE: of the RIC of merged lists and joint RIC."
        )
        clicks.on_choice("methods", partial(STATE.choose, "method", METHODS))
    return [
        ("Methods", lambda: fits, "ranked-lists-methods.csv"),
        ("Sets", partial(merged.to_frame, ranked.runs), "ranked-lists-sets.csv"),
    ]


def together(opened: Opened[Collection], view: View) -> Tables:
    """List joint RIC of all runs, and what of it is chance; return the table."""
    joint = results.together(opened)
    write.because(findings.all_runs(joint, len(view.results.runs)), id="all_runs")
    frame = joint.to_frame()
    name, not_above = "joint_RIC_by_chance", frame["joint_RIC_as_much_by_chance"] > LEVEL
    columns = [
        column("topic"),
        column("joint_RIC"),
        _by_chance(name, "by chance"),
        _by_chance(f"{name}_error", "error", class_="oq-wide"),
        _by_chance("joint_RIC_above_chance", "above chance"),
        column("joint_RIC_as_much_by_chance", "as much by chance"),
    ]
    badges = dict.fromkeys(frame["topic"][not_above], "not above chance")
    places = frame[f"{name}_error"].map(findings.places_by_chance)
    write.frame(frame.assign(places=places), columns, Rows(badges=badges), id="together")
    write.small(findings.BY_CHANCE, " ", findings.topics_tested(joint))
    return [("All runs together", joint.to_frame, "ranked-lists-together.csv")]


def _by_chance(name: str, head: str, **options: str) -> Column:
    """Return a column of bits that depend on chance, with as many decimals as their error allows."""
    return drawn_as(Kind.DIGITS, name, head, column(name).meaning, parts=(name, "places"), **options)

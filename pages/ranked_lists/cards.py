"""The cards of the page: runs by every measure, RIC against one of them, and what several runs carry together."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis.retrieval import MethodFit, fit_methods, ranking_agreement
from ordquant_core.figures.ranked_lists import draw_merging, draw_pair_differences, draw_systems
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.findings.sentence import Chosen
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Column, Kind, column, drawn_as
from ordquant_core.markup import Grid, join, tag
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

Card = tuple[Tables, str]  # what can be downloaded, and how it was permuted
AT_ONCE = 5  # seconds that need no asking
ON_PHONES = "AP", "nDCG@10", "ERR"  # measures for which a phone has room, if they are chosen
FITS = ("tau", "tau", "Kendall's tau"), ("rho", "rho", "Spearman's rho"), ("rmse", "RMSE", "root mean square error")
OF_MERGED = "of the RIC of merged lists and joint RIC"
AS_MUCH = "chance ≥\N{NO-BREAK SPACE}observed"  # the head of a column
TAP = write.by_width("Click", "Tap")
BESIDE = 1.6, 1  # widths of a picture and of what stands beside it


def runs(view: View) -> None:
    """Draw the table of runs, by the first measure that is defined; a click makes a run A."""
    ranked, first = view.results, view.results.defined[0]
    if view.is_several:
        write.title(f"Mean scores; arrows: ranks gained or lost against {first}")
    cached.write_table(("systems", view.key, view.pair), lambda: _means(view), id="systems", styles="oq-names")
    if view.is_several:
        others = [key for key in ranked.defined if key != first]
        hidden = [key for key in others if key not in on_phones(others)]
        also = (
            tag("span", f" Further measures in the download: {', '.join(hidden)}.", class_="oq-narrow")
            if hidden
            else ""
        )
        larger = f"RIC: {findings.BITS}. By the others, larger" if ranked.has_ric else "Larger"
        write.small(f"{larger} is better; the largest is bold. ", TAP, " a run to make it run A.", also)
    if ranked.has_ric and (without := findings.direction(ranked, view.pair)):
        write.small(without)
    clicks.on_number("systems", partial(state.take_run, ranked.runs))


def on_phones(others: Sequence[str]) -> list[str]:
    """Return the measures besides the first one that a phone has room for."""
    return sorted(others, key=lambda key: key not in ON_PHONES)[: len(ON_PHONES)]


def _means(view: View) -> Grid:
    ranked, (first, *others) = view.results, view.results.defined
    frame = ranked.scores.means_to_frame()
    ranks = {f"rank_{key}": of_runs for key, of_runs in zip(ranked.scores.measures, ranked.ranks, strict=True)}
    frame = frame.assign(number=frame.index, **ranks).sort_values(first, ascending=False, kind="stable")

    def of_measure(kind: Kind, key: str, *parts: str) -> Column:
        head = tag("abbr", key, title=findings.measure_in_words(key))
        styles = ["oq-best" * (view.is_several and rank == 1) for rank in frame[f"rank_{key}"]]
        wide = None if key in (first, *on_phones(others)) else "oq-wide"
        return drawn_as(kind, key, head, parts=(key, *parts), styles=styles, class_=wide)

    columns = [
        drawn_as(Kind.RUN, "run", "Run", pair=view.names),
        of_measure(Kind.SCORE, first),
        *(of_measure(Kind.MOVED, key, f"rank_{key}", f"rank_{first}") for key in others),
    ]
    return grid(frame, columns, Rows(choice="number", data="run"))


def scatter(view: View) -> None:
    """Draw RIC against another measure, with tau and rho of all runs and of the best."""
    ranked, measure = view.results, view.measure
    ric, other = ranked.mean("RIC"), ranked.mean(measure)
    agreement = compute_once(("ranked lists", "rankings", view.key, measure), lambda: ranking_agreement(ric, other))
    with st.container(gap=None):
        write.choice(("RIC against ", Chosen(measure, "measure")), state.menus(view), id="against")
        write.because(join(findings.agreement_title(agreement, len(ric)).split("<br>"), join([";", tag("br")])))
    key = "systems", view.key, view.pair, measure
    figure = look.draw_once(key, draw_systems, ranked, view.pair, measure, agreement, titled=False)
    pick = partial(use_selected_number, "lists_scatter", partial(state.take_run, ranked.runs))
    look.plot(figure, "lists_scatter", f"ric-{measure}", name=f"RIC against {measure}", on_select=pick)
    write.small(findings.agreement(measure, agreement, len(ric)), " ", findings.topics_of(ranked, measure))


def two_runs(opened: Opened[Collection], view: View) -> Card:
    """Draw the information difference of all pairs against the difference of their scores; a click chooses a pair."""
    ranked, measure, chance = view.results, view.measure, results.by_chance(opened, view.pair)
    write.choice(findings.two_runs(ranked, view.pair, chance), state.menus(view), id="two_runs")
    picture, beside = st.columns(BESIDE, gap="medium")
    with picture:
        write.title("Each dot is one pair of runs; upper left: similar scores, different information")
        pairs, of_scores, of_information = ranked.pair_differences(measure)
        key = "pair differences", view.key, measure
        figure = look.draw_once(key, draw_pair_differences, ranked, measure, titled=False)
        pick = partial(use_selected_number, "lists_differences", partial(state.take_pair, ranked))
        name = f"Information difference against difference in {measure}"
        look.plot(figure, "lists_differences", f"differences-{measure}", name=name, on_select=pick)
        own = np.flatnonzero((pairs == sorted(view.pair)).all(axis=1))
        current_mark.show("pair", points={"lists_differences": np.stack([of_scores[own], of_information[own]], axis=1)})
    shown = findings.of_two(ranked, view.pair, chance)
    with beside:
        rows = [(what, of.bits, of.by_chance, findings.places_by_chance(of.error), of.as_much) for what, of in shown]
        frame = pd.DataFrame(rows, columns=["what", "bits", "by_chance", "places", "as_much"])
        columns = [
            drawn_as(Kind.TEXT, "what", "Bits"),
            drawn_as(Kind.SCORE, "bits", "observed"),
            drawn_as(Kind.DIGITS, "by_chance", "by chance", findings.BY_CHANCE, parts=("by_chance", "places")),
            drawn_as(Kind.SHARE, "as_much", AS_MUCH, findings.AS_MUCH),
        ]
        badges: dict[object, str] = {what: "not above chance" for what, of in shown if not of.is_above}
        write.frame(frame, columns, Rows(badges=badges), id="two_together")
        lines = [
            (findings.CARRIED_TOGETHER, " ", findings.INFORMATION_DIFFERENCE, " ", findings.nearly_equal(shown)),
            (findings.of_this_pair(len(pairs)),),
            (TAP, " a dot to make its runs A and B. ", findings.topics_of(ranked, measure)),
        ]
        write.html(*(write.styled(*words, style="small") for words in lines))
    of_pair = frame.drop(columns="places").assign(run_a=view.names[0], run_b=view.names[1])
    return [("Runs A and B: by chance", lambda: of_pair, "ranked-lists-pair.csv")], findings.permuted(shown)


def merging(opened: Opened[Collection], view: View) -> Card:
    """Draw what random sets of runs carry together, and how much of it one merged list keeps; return its tables."""
    ranked, method, size = view.results, STATE["method"], STATE["size"]
    guess, words = results.guess_seconds(opened, size), f"Merge {count(results.SETS, 'set')} of runs"
    title, asked = st.container(gap=None), f"{words} (about {decimals(guess, 0)} s)"
    if guess > AT_ONCE and not st.button(asked, key="lists_merge", type="primary"):
        with title:
            write.choice(findings.merged_by(method, size), state.menus(view), id="merged")
        return [], ""
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
            *(drawn_as(Kind.SCORE, key, head, f"{what} {OF_MERGED}") for key, head, what in FITS),
        ]
        rows = Rows(choice="method", chosen=[method], badges=dict.fromkeys(BOUNDS, "bound"))
        write.frame(fits.assign(words=METHODS.values(), places=places), columns, rows, id="methods")
        write.small(
            f"Each dot is one set of runs, merged by {method} (blue) or another method (grey). On the dotted line, the "
            "merged list carries as much as its runs together. ",
            TAP,
            " a method to draw it in blue. Bounds sort by the judgements and are drawn where chosen.",
        )
        clicks.on_choice("methods", partial(STATE.choose, "method", METHODS))
    tables: Tables = [
        ("Methods", lambda: fits, "ranked-lists-methods.csv"),
        ("Sets", partial(merged.to_frame, ranked.runs), "ranked-lists-sets.csv"),
    ]
    both = (findings.TOGETHER, merged.together), ("Merged list", merged.merged(method))
    shown = [(what, of) for what, of in both if of is not None]
    return tables, findings.permuted(shown) if shown else ""


def together(opened: Opened[Collection], view: View) -> Card:
    """List joint RIC of all runs, and what of it is chance: topics above chance beside the others."""
    joint, n_runs = results.together(opened), len(view.results.runs)
    with st.container(gap=None):
        write.paragraph(findings.above_chance(joint, n_runs), style="title of-two", id="above_chance")
        write.because(findings.all_runs(joint, n_runs), id="all_runs")
    name, as_much = "joint_RIC_by_chance", "joint_RIC_as_much_by_chance"
    frame = joint.to_frame()[:-1].sort_values(as_much, kind="stable")
    frame = frame.assign(places=frame[f"{name}_error"].map(findings.places_by_chance))
    more = [
        column("joint_RIC"),
        _by_chance(name, "by chance"),
        _by_chance(f"{name}_error", "error", class_="oq-wide"),
        column(as_much, AS_MUCH),
    ]
    is_above = frame[as_much] <= LEVEL
    groups = ("above chance", "above", frame[is_above]), ("not above chance", "not_above", frame[~is_above])
    drawn = [group for group in groups if len(group[-1])]
    for container, (words, id, topics) in zip(st.columns(len(drawn), gap="medium"), drawn, strict=True):
        with container:
            write.frame(topics, [column("topic", f"{count(len(topics), 'topic')} {words}"), *more], id=id)
    if tested := findings.topics_tested(joint):
        write.small(tested)
    tables = [("All runs together", joint.to_frame, "ranked-lists-together.csv")]
    return tables, findings.permuted([(findings.TOGETHER, joint.mean)])


def _by_chance(name: str, head: str, **options: str) -> Column:
    """Return a column of bits that depend on chance, with as many decimals as their error allows."""
    return drawn_as(Kind.DIGITS, name, head, column(name).meaning, parts=(name, "places"), **options)

"""Properties of measures, each with an example, and which report each measure rewards."""

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from ordquant_core.figures.propriety import draw_best_report, draw_gap
from ordquant_core.findings import propriety as rewards
from ordquant_core.findings import spaces as words
from ordquant_core.findings.sentence import Link
from ordquant_core.frame_html import SIGNS, Rows, grid, in_families
from ordquant_core.glossary import Kind, column, drawn_as
from ordquant_core.markup import Grid
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count
from ordquant_core.spaces.gold_distributions import check_size
from ordquant_core.spaces.measure_properties import ORDERED, PROPERTIES, Finding, property_table, shown_by
from ordquant_core.spaces.pairs import MOST_IN_PAIRS, Example, picture
from ordquant_core.spaces.propriety import Propriety, numbers_of_annotators, proprieties
from pages.shared import cached, clicks, controls, current_mark, links, look, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_with_bar
from pages.which_measure.state import PROPER, SHOWN, STATE, parse_truth

REWARDS = "Rewards the truth"
ASKED = "Where annotators draw their votes from p, is the expected score of no report smaller than that of p itself?"
LEGEND = (
    "✓ yes, – no: an example shows it. In brackets: none was found among these distributions, against it (✓) or for it "
    "(–); other sizes may have one. n/a: does not apply. Large errors: by the share of comparisons. Rewards the truth "
    "✓: no better prediction was found. Choose a sign to see its example."
)


def show() -> Tables:
    """Draw the section; return its tables."""
    above = look.finding()
    with look.tools(), st.popover("Settings", key="properties_settings"):
        n_votes = controls.number(STATE, "n", "Votes")
        n_classes = controls.number(STATE, "l", "Classes")
        help_ = "Probabilities or votes, from which annotators draw their votes: does it pay to report them?"
        controls.draw(st.text_input, STATE, "truth", "True distribution p", max_chars=200, help=help_)
        annotators = int(controls.number(STATE, "k", "Annotators"))
    check_size(n_votes, n_classes, MOST_IN_PAIRS)
    of = n_votes, n_classes
    findings = compute_with_bar(("properties", *of), "Checking every pair and triple", property_table, *of, SHOWN)
    truth = parse_truth(STATE["truth"])
    results = _best_reports(truth, (annotators,), SHOWN)
    with above:
        write.verdict(words.ordinal_measures(findings, n_votes, n_classes))
        asked = f"{words.checks()} " if n_classes >= ORDERED and n_votes > 1 else ""
        write.because(asked, rewards.rewarded_reports(results))
    with st.container(border=True):
        key = "properties", n_votes, n_classes, truth, annotators
        cached.write_table(key, partial(_matrix, findings, results), id="properties", styles="oq-measures")
        current_mark.show("property", rows={"properties": STATE["property"]})
        clicks.on_choice("properties", partial(STATE.say, "property"), opens=".st-key-property")
        write.small(LEGEND)
    example = st.container(border=True, key="property")
    with look.method(
        f"all distributions of {count(n_votes, 'vote')} over {n_classes} classes", count(annotators, "annotator")
    ):
        write.because(words.how_checked(n_votes, n_classes))
        write.because(rewards.how_rewarded(results))
    measure, _, name = STATE["property"].partition(".")
    tables: Tables = [
        ("Properties with examples", lambda: Finding.frame(findings), "properties.csv"),
        ("Best reports", lambda: Propriety.frame(results), "propriety.csv"),
    ]
    with example:
        if name == PROPER:
            numbers = tuple(sorted({*numbers_of_annotators(len(truth)), annotators}))
            closing = _best_reports(truth, numbers, (measure,))
            _report(next(one for one in results if one.measure == measure), closing)
            label = f"Gap of {MEASURES[measure].label} by annotators"
            return [*tables, (label, lambda: Propriety.frame(closing), "propriety-gap.csv")]
        _examples(next(one for one in findings if (one.measure, one.property) == (measure, name)))
    return tables


def _best_reports(
    truth: tuple[float, ...], annotators: tuple[int, ...], measures: tuple[str, ...]
) -> tuple[Propriety, ...]:
    """Find the best report of every measure against these numbers of annotators, once for all visitors."""
    of = truth, annotators, measures
    return compute_with_bar(("propriety", *of), "Searching for the best reports", proprieties, *of)


def _matrix(findings: Sequence[Finding], results: Sequence[Propriety]) -> Grid:
    """Return a row per measure and a column per property, and what it rewards; every sign can be chosen."""
    signs = [(one.measure, one.property, _sign(one), words.has_property(one)) for one in findings]
    signs += [(one.measure, PROPER, SIGNS[one.proper], rewards.best_report(one)) for one in results]
    long = pd.DataFrame(signs, columns=["measure", "property", "sign", "meaning"])
    long["choice"] = long["measure"] + "." + long["property"]
    of_cell = ["sign", "choice", "meaning"]
    wide = long.pivot_table(index="measure", columns="property", values=of_cell, aggfunc="first", sort=False)
    wide.columns = [f"{value}_{name}" for value, name in wide.columns]
    frame = wide.reset_index().merge(Propriety.frame(results).assign(report=[one.best for one in results]))
    heads = {name: (one.name, one.question) for name, one in PROPERTIES.items()}
    heads[PROPER] = REWARDS, ASKED
    columns = [
        drawn_as(Kind.MEASURE, "measure", "Measure"),
        *(
            drawn_as(
                Kind.CHOICE,
                name,
                head,
                question,
                parts=[f"{value}_{name}" for value in of_cell],
                class_="oq-sign",
            )
            for name, (head, question) in heads.items()
        ),
        drawn_as(Kind.VOTES, "report", "Best prediction", class_="oq-one-line"),
        column("gap", "better by", fine=True),
    ]
    return grid(in_families(frame), columns, Rows(data="measure", family="family"))


def _sign(finding: Finding) -> str:
    return f"({SIGNS[finding.holds]})" if shown_by(finding) == "not found" else SIGNS[finding.holds]


def _report(result: Propriety, closing: Sequence[Propriety]) -> None:
    """Draw the best report by a measure beside the truth, and how its gap closes."""
    write.verdict(rewards.best_report(result), id="example")
    write.because(ASKED)
    left, right = st.columns(2, gap="medium")
    with left:
        look.plot(look.draw(draw_best_report, result), "propriety_report", f"propriety-{result.measure}")
    with right:
        look.plot(look.draw(draw_gap, closing, result.annotators), "propriety_gap", f"gap-{result.measure}")


def _examples(finding: Finding) -> None:
    checked = f" {count(finding.checked)} comparisons checked." if finding.checked else ""
    write.verdict(words.has_property(finding), id="example")
    write.because(PROPERTIES[finding.property].question)
    write.paragraph(f"{finding.words[0].upper()}{finding.words[1:]}.{checked}")
    with st.grid(min_column_width=300, gap="medium"):
        for example in finding.examples:
            _example(example, MEASURES[finding.measure].label)


def _example(example: Example, label: str) -> None:
    """Draw a gold and its estimates with their scores."""
    sides = [("Gold", example.gold, None), ("A", example.a, example.score_a), ("B", example.b, example.score_b)]
    frame = pd.DataFrame(sides[: 2 if example.b is None else 3], columns=["side", "votes", "score"])
    columns = [
        drawn_as(Kind.TEXT, "side", ""),
        drawn_as(Kind.VOTES, "votes", ""),
        drawn_as(Kind.SCORE, "score", "", by=label, missing=""),
    ]
    link = Link("Open in Compare", links.to_compare(picture(example.gold, example.a, example.b)))
    write.frame(frame, columns, styles="oq-example", scrolls=False, after=write.styled((link,)))

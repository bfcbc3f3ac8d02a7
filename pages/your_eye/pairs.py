"""A pair of estimates with the question which is better, and the result of all answers."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Literal

import streamlit as st

from ordquant_core.figures.human_agreement import agreement_figure
from ordquant_core.figures.style import Sketch
from ordquant_core.teaching.eye_result import EyeResult, eye_result
from ordquant_core.teaching.eye_views import duel_table, pairs_table
from ordquant_core.teaching.your_eye import EyePair, EyeSitting, Seen, Side, eye_pairs, write_eye_code
from pages.shared import asking, links, look, write
from pages.shared.result_cache import compute_with_bar
from pages.your_eye.state import STATE

LABELS: Mapping[Side, str] = {"a": "A", "neither": "Neither", "b": "B"}
KEYS = {"a": "choose_a", "n": "choose_neither", "b": "choose_b"}
HOW = (
    "Bars: 20 votes, the gold. Outlines: two estimates of it. Say which one looks better to you: nothing is right or "
    "wrong, and measures disagree on all 24 pairs. It takes three minutes; the link keeps your answers."
)


def pairs_of(seed: int) -> tuple[EyePair, ...]:
    """Return the pairs of a seed; those of all are collected once, which takes a moment."""
    return compute_with_bar(("your eye", seed), "Collecting pairs", lambda _: eye_pairs(seed))


def show(top: write.Container, left: write.Container, right: write.Container) -> None:
    """Draw the pair that is shown, or the result."""
    sitting: EyeSitting = STATE["answers"]
    if sitting.finished:
        _result(Seen(STATE["seed"], sitting.answers), top, left, right)
    else:
        _pair(sitting, left, right)


def _pair(sitting: EyeSitting, left: write.Container, right: write.Container) -> None:
    shown, said = pairs_of(STATE["seed"])[sitting.at].picture, sitting.answers[sitting.at]
    with left:
        asking.canvas(("your eye", STATE["seed"], sitting.at), shown)
    with right:
        with st.container(border=True, key="said_of_pair", gap="small"):
            write.verdict("Which estimate is better?")
            with st.container(key="choices"):
                for column, (side, label) in zip(st.columns(len(LABELS), gap="small"), LABELS.items(), strict=True):
                    kind: Literal["primary", "secondary"] = "primary" if side == said else "secondary"
                    column.button(
                        label,
                        key=f"choose_{side}",
                        type=kind,
                        on_click=_answer,
                        args=(sitting, side),
                        width="stretch",
                    )
            write.muted(HOW)
        back = ("Back", partial(_go, sitting, sitting.at - 1)) if sitting.at else None
        last = sitting.at + 1 == len(sitting.answers)
        label = "Result" if last else "Skip" if said is None else "Next pair"
        asking.go(back, (label, partial(_go, sitting, sitting.at + 1)), quiet=said is None)
    asking.listen(f"choose_{said}" if said else "", KEYS)


def _answer(sitting: EyeSitting, side: Side) -> None:
    answers = (*sitting.answers[: sitting.at], side, *sitting.answers[sitting.at + 1 :])
    STATE["answers"] = EyeSitting(answers, sitting.at + 1)


def _go(sitting: EyeSitting, at: int) -> None:
    STATE["answers"] = replace(sitting, at=at)


def _again() -> None:
    STATE.reset("seed", "answers")


def _result(seen: Seen, top: write.Container, left: write.Container, right: write.Container) -> None:
    pairs_of(seen.seed)
    found = eye_result(seen)
    with top:
        write.said(found.finding, found.because)
    with left.container(border=True, height="stretch"):
        write.title("Which measures agree with your eye?")
        look.plot(_figure(found), "eye_agreement", "your-eye")
        write.html(duel_table(found))
        with st.container(horizontal=True):
            st.button("Review the pairs", key="see_again", on_click=partial(_go, STATE["answers"], 0))
            st.button("Judge other pairs", key="another", on_click=_again)
    with right:
        with st.container(border=True):
            write.title("Pair by pair")
            write.scrolling(pairs_table(found, links.to_compare))
            write.muted("✓: the measure prefers the estimate that you chose. A number opens the pair in Compare.")
        with st.container(border=True):
            write.title("Result code to hand in")
            st.code(write_eye_code(seen), language=None)
            write.because("It contains your answers and the seed of the pairs, but no name.")
    asking.listen()


def _figure(found: EyeResult) -> Sketch:
    every = ((one.measure, one.share, one.low, one.high) for one in found.shares)
    measures, shares, lows, highs = zip(*every, strict=True)
    title = "Answers that agree with each measure"
    return partial(agreement_figure, measures, shares, lows, highs, title=title)

"""The first minutes: pairs of estimates, which is better, what the measures say after each answer, and the result."""

from dataclasses import dataclass, replace
from typing import Literal

import streamlit as st

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.analysis.comparison import sides_of
from ordquant_core.analysis.picture import DEFAULT, Picture, to_query
from ordquant_core.figures.distributions import draw_picture
from ordquant_core.findings import prediction
from ordquant_core.markup import Html, join, tag
from ordquant_core.measure_tables import measure_table
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.numerals import count, margin
from ordquant_core.spaces.pairs import classes
from pages.shared import address, links, look, session, write
from pages.shared.draw import draw
from pages.shared.links import COMPARE
from pages.start.entries import FIRST_LESSON, LESSONS

BOTH = ("NMD", "RNOD")
NAMES: dict[Literal["gold", "a", "b"], str] = {"gold": "20 people", "a": "System A", "b": "System B"}
TITLE = "Twenty people rated a dialogue. Two systems guessed how."
NEXT_TITLE = "Another dialogue, another 20 people."
AT_ONCE = 3  # pairs, until the result is shown
FIRST = replace(DEFAULT, classes=classes(5))  # on the scale of the lessons
PAIRS = (  # on each NMD and RNOD disagree; NMD prefers A, B, A, B, B, A, A, B
    FIRST,
    replace(FIRST, gold=(2.0, 2.0, 1.0, 14.0, 1.0), a=(1.0, 14.0, 1.0, 2.0, 2.0), b=(0.0, 2.0, 2.0, 1.0, 15.0)),
    replace(FIRST, gold=(0.0, 6.0, 4.0, 6.0, 4.0), a=(0.0, 0.0, 10.0, 10.0, 0.0), b=(4.0, 6.0, 4.0, 6.0, 0.0)),
    replace(FIRST, gold=(3.0, 0.0, 0.0, 0.0, 17.0), a=(0.0, 6.0, 8.0, 6.0, 0.0), b=(3.0, 0.0, 0.0, 17.0, 0.0)),
    replace(FIRST, gold=(1.0, 0.0, 12.0, 3.0, 4.0), a=(4.0, 3.0, 12.0, 0.0, 1.0), b="uniform"),
    replace(FIRST, gold=(0.0, 18.0, 2.0, 0.0, 0.0), a=(0.0, 0.0, 20.0, 0.0, 0.0), b="uniform"),
    replace(FIRST, gold=(7.0, 11.0, 0.0, 1.0, 1.0), a=(18.0, 0.0, 1.0, 1.0, 0.0), b=(0.0, 7.0, 11.0, 0.0, 2.0)),
    replace(FIRST, gold=(1.0, 3.0, 5.0, 6.0, 5.0), a=(8.0, 6.0, 4.0, 2.0, 0.0), b=(0.0, 0.0, 0.0, 20.0, 0.0)),
)


@dataclass(frozen=True, slots=True)
class Answered:
    """What the visitor said of a picture."""

    picture: Picture
    answer: str  # "a" or "b"

    def agrees(self, measure: str) -> bool:
        """Return whether a measure prefers the run that the visitor chose."""
        return sides_of(*self.picture.scores_of_both([measure]))[measure] == prediction.ANSWERS[self.answer]


@dataclass(frozen=True, slots=True)
class Rounds:
    """The pair that is shown, the answer to it, and those before; `rev` counts how often the canvas was mounted."""

    picture: Picture = FIRST
    now: Answered | None = None
    rev: int = 0
    before: tuple[Answered, ...] = ()
    planned: int = AT_ONCE  # pairs until the result

    @property
    def are_over(self) -> bool:
        """Whether the result is shown."""
        return len(self.before) >= self.planned

    def next(self) -> "Rounds":
        """Return the rounds with the next pair, or the result."""
        before = (*self.before, self.now) if self.now else self.before
        picture = PAIRS[len(before) % len(PAIRS)]
        return replace(self, picture=picture, now=None, rev=self.rev + 1, before=before)


ROUNDS = session.Item("rounds_of_start", Rounds)


def title() -> str:
    """Return the title of the page: what it is about, or the result."""
    rounds = ROUNDS.get()
    if rounds.are_over:
        return _result(rounds.before)[0]
    return NEXT_TITLE if rounds.before else TITLE


def show() -> None:
    """Draw a pair and the question, or what the measures say of it, or the result of all pairs."""
    if links.entered():  # the canvas forgets what it shows when the visitor leaves the page
        ROUNDS.set(replace(ROUNDS.get(), rev=ROUNDS.get().rev + 1))
    links.followed()
    rounds = ROUNDS.get()
    if rounds.are_over:
        _draw_result(rounds)
    else:
        legend = tag("span", " Blue is what the people said; the outlines are the two guesses.", class_="oq-wide")
        write.because("Ratings run from 1, very unhappy, to 5, very happy.", legend)
        _draw_round()


@st.fragment
def _draw_round() -> None:
    rounds = ROUNDS.get()
    with st.container(key="first_minute"):
        left, right = st.columns([1.4, 1], gap="small")
    with left.container(border=True, height="stretch", key="canvas"):
        drawn = draw(rounds.picture, rev=rounds.rev, names=NAMES, tools=False, height=330)
        if drawn is not None:
            rounds = replace(rounds, picture=drawn.picture)
            ROUNDS.set(rounds)
        write.muted("Drag any bar to change the distributions.")
    with right.container(border=True, height="stretch", key="question"):
        number = len(rounds.before) + 1
        dots = tag("span", "●" * number, "○" * (rounds.planned - number), aria_hidden="true", class_="oq-dots")
        write.muted(dots, f" Pair {number} of {rounds.planned}")
        with st.container(key="said", gap="small"):
            if rounds.now is not None:
                _draw_reaction(rounds, rounds.now.answer)
            else:
                write.verdict("Which system is better?")
                _draw_answers(rounds)
                write.paragraph(prediction.estimates(rounds.picture))
                after = (
                    f"After {rounds.planned} pairs you see which of the {len(MAIN_MEASURES)} measures agree with you."
                )
                write.muted(f"There is no right or wrong. {after}")
        if rounds.now is None:
            return
        with st.container(key="start_actions", horizontal=True, vertical_alignment="center"):
            words = "See your result" if number == rounds.planned else "Again with another pair"
            if st.button(words, key="next_pair", type="primary"):
                ROUNDS.set(rounds.next())
                address.begin_at_top()
                st.rerun()
            label = f"See all {len(MAIN_MEASURES)} measures"
            links.page_link(COMPARE, label, ":material/arrow_forward:", to_query(rounds.picture))


def _draw_answers(rounds: Rounds) -> None:
    """Draw the two answers; once one is given they say which, and the other can still be chosen."""
    said = rounds.now.answer if rounds.now else ""
    with st.container(key=f"votes_{said}"):
        for column, answer in zip(st.columns(2, gap="small"), prediction.ANSWERS, strict=True):
            letter = answer.upper()
            label = f"✓ You said {letter}" if answer == said else f"{letter} is better"
            column.button(label, key=f"say_{answer}", on_click=_answer, args=(answer,), width="stretch")


def _answer(answer: str) -> None:
    rounds = ROUNDS.get()
    ROUNDS.set(replace(rounds, now=Answered(rounds.picture, answer)))


def _draw_reaction(rounds: Rounds, answer: str) -> None:
    """Draw what two measures say, in place of the question, and why; the answers stay where they were."""
    a, b = rounds.picture.scores_of_both(MAIN_MEASURES)
    every = sides_of(a, b)
    sides = {key: every[key] for key in BOTH}
    style = "verdict disagreement" if prediction.disagree(sides) else "verdict"
    write.paragraph(prediction.reaction(answer, sides, BOTH), style=style, id="verdict")
    scores = CaseScores({key: a[key] for key in BOTH}, {key: b[key] for key in BOTH}, ("System A", "System B"))
    _draw_answers(rounds)
    write.html(measure_table(scores, plain=True))
    agreeing = write.styled(prediction.agreeing(answer, every), tag("span", " Smaller is better.", class_="oq-muted"))
    write.html(*map(write.styled, prediction.reasons(rounds.picture, sides)), agreeing)


def _result(before: tuple[Answered, ...]) -> tuple[str, str]:
    agreed = [sum(one.agrees(measure) for one in before) for measure in BOTH]
    return prediction.result(agreed, BOTH, len(before))


def _draw_result(rounds: Rounds) -> None:
    """Draw the pairs with the answers to them, how often each measure agreed, and where to go on."""
    before = rounds.before
    write.because(_result(before)[1])
    with st.container(key="pairs_answered"):
        for number, one in enumerate(before, start=1):
            with st.container(border=True, gap=None):
                _draw_answered(number, one)
    st.header("How often each measure agreed with you", anchor=False)
    agreed = {key: sum(one.agrees(key) for one in before) for key in MAIN_MEASURES}
    most = max(agreed.values())
    chips = [
        tag(
            "li",
            tag("b", MEASURES[key].label),
            f" {count(agreed[key])} of {count(len(before))}",
            class_="oq-most" if agreed[key] == most else None,
        )
        for key in sorted(agreed, key=lambda key: -agreed[key])
    ]
    write.html(tag("ul", *chips, class_="oq oq-chips", id="agreed"))
    with st.container(key="start_actions", horizontal=True, vertical_alignment="center"):
        links.page_link(LESSONS, "Start the lessons", ":material/school:", FIRST_LESSON)
        if more := min(AT_ONCE, len(PAIRS) - len(before)):
            st.button(f"{count(more, 'more pair')}", key="more_pairs", on_click=_go_on, args=(len(before) + more,))


def _go_on(planned: int) -> None:
    ROUNDS.set(replace(ROUNDS.get(), planned=planned))
    address.begin_at_top()


def _draw_answered(number: int, one: Answered) -> None:
    """Draw a small picture of a pair, what the visitor said, and what two measures say."""
    a, b = one.picture.scores_of_both(BOTH)
    sides = sides_of(a, b)
    letter = one.answer.upper()
    name = tag("b", letter, class_=f"oq-{one.answer}")
    write.html(tag("p", tag("b", f"Pair {number}"), tag("span", "You said ", name), class_="oq oq-ends-apart"))
    look.plot(
        look.draw(draw_picture, one.picture, height=134, titled=False, numbers=False),
        f"answered_{number}",
        "",
        name=f"Pair {number}",
    )
    measures = [join([f"{key} ", _preferred(sides[key], a[key] - b[key])]) for key in BOTH]
    open_it = tag("a", "Open", href=links.to_compare(one.picture), target="_self", data_inside=True)
    write.html(tag("p", *(tag("span", words) for words in measures), open_it, class_="oq oq-ends-apart"))


def _preferred(side: int, difference: float) -> Html:
    if not side:
        return tag("b", "tie")
    letter = "ab"[side > 0]
    return tag("b", f"{letter.upper()} {margin(difference)}", class_=f"oq-{letter}")

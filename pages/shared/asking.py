"""Questions on a picture: the frame of the page, the canvas, the answers with a confidence, the keys."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import streamlit as st

from ordquant_core.analysis.picture import Picture
from ordquant_core.markup import Html, tag
from ordquant_core.teaching.answers import CONFIDENCES, Answer, Choice, Key
from pages.shared import keys, links, presenting, session, write
from pages.shared.draw import draw

KEY = "lesson"  # of the canvas
HEIGHT = 462  # px of the canvas
LONGEST_NAME = 12  # characters that fit on the buttons of the canvas
PRESSED: dict[str, str] = {"1": "sure_guess", "2": "sure_fairly", "3": "sure_sure"}
KEYS = {"a": "choose_a", "t": "choose_tie", "b": "choose_b", **PRESSED}
NAVIGATION_KEYS = {"Enter": "go_on", "ArrowRight": "go_on", "ArrowLeft": "go_back"}


@dataclass(frozen=True, slots=True)
class Canvas:
    """What the canvas shows; `rev` counts the pictures that were sent to it."""

    of: object  # what it was sent for
    picture: Picture
    rev: int


CANVAS = session.Item[Canvas | None]("lessons_canvas", lambda: None)
CHOSEN = session.Item[tuple[object, Key] | None]("lessons_chosen", lambda: None)  # before the confidence


@contextmanager
def frame(page: str, query: Mapping[str, str], *, asks: bool) -> Iterator[tuple[write.Container, ...]]:
    """Draw the frame of the page; yield the containers of its head, of what is left and of what is right.

    `asks`: what is left is a canvas.
    """
    if presenting.on():
        with presenting.stage(page, query) as (top, left, right):
            yield top, left.container(key="canvas") if asks else left, right
        return
    top = st.container(key="top", gap="xsmall")
    if not asks:
        yield top, *st.columns([1.12, 1], gap="small")
        return
    left, right = st.container(key="stage").columns([1.12, 1], gap="small")
    yield top, left.container(border=True, height="stretch", key="canvas", gap="small"), right.container(key="asked")


def canvas(of: object, picture: Picture) -> None:
    """Draw the picture that belongs to `of`."""
    held = now(of, picture)
    CANVAS.set(held)
    draw(
        held.picture,
        rev=held.rev,
        key=KEY,
        names={"gold": "Gold", "a": _name(held.picture, "a"), "b": _name(held.picture, "b")},
        tools=False,
        large=presenting.on(),
        height=HEIGHT,
        locked=True,
    )


def now(of: object, picture: Picture) -> Canvas:
    """Return what the canvas shows of a picture, which belongs to `of`."""
    held = CANVAS.get()
    return held if held and held.of == of else Canvas(of, picture, held.rev + 1 if held else 1)


def enter() -> None:
    """Send the picture again when the visitor comes to the page: the canvas forgets what it shows when they leave."""
    held = CANVAS.get()
    if held is not None and links.entered():
        CANVAS.set(replace(held, rev=held.rev + 1))


def answers(of: object, choices: Sequence[Choice], before: Answer | None, use: Callable[[Answer], None]) -> str:
    """Draw the choices and how sure one is, which gives the answer; return the button that is chosen."""
    pending = CHOSEN.get()
    chosen = pending[1] if pending and pending[0] == of else before.choice if before else None
    if choices:
        with st.container(key="choices"):
            for column, choice in zip(st.columns(len(choices), gap="small"), choices, strict=True):
                kind: Literal["primary", "secondary"] = "primary" if choice.key == chosen else "secondary"
                column.button(
                    choice.label,
                    key=f"choose_{choice.key}",
                    type=kind,
                    on_click=CHOSEN.set,
                    args=((of, choice.key),),
                    width="stretch",
                )
    _confidence(chosen, use)
    return f"choose_{chosen}" if chosen else ""


def _confidence(chosen: Key | None, use: Callable[[Answer], None]) -> None:
    write.paragraph("How sure are you? ", tag("span", "Your choice shows the answer.", class_="oq-muted"))
    with st.container(key="sure"):
        for column, (key, label) in zip(st.columns(len(CONFIDENCES), gap="small"), CONFIDENCES.items(), strict=True):
            given = partial(use, Answer(chosen, key)) if chosen else None
            column.button(label, key=f"sure_{key}", on_click=given, disabled=chosen is None, width="stretch")


def listen(pressed: str = "", choices: Mapping[str, str] = KEYS) -> None:
    """Let the keyboard answer and go on; `choices`: of each key, the button that it presses."""
    keys.listen({**choices, **NAVIGATION_KEYS}, pressed)


def go(
    back: tuple[str, Callable[[], None]] | None, on: tuple[str, Callable[[], None] | None], *, quiet: bool = False
) -> None:
    """Draw the buttons to what was before and to what comes next, which stands out unless `quiet`.

    Without an action it is disabled.
    """
    with st.container(key="nav", horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        if back is not None:
            st.button(f"← {back[0]}", key="go_back", on_click=back[1])
        label, action = on
        kind: Literal["primary", "secondary"] = "secondary" if quiet else "primary"
        st.button(f"{label} →", key="go_on", type=kind, on_click=action, disabled=action is None)


def dots(states: Sequence[tuple[str, str]], label: str) -> Html:
    """Return a row of marks: each with its style (done, now, open, wrong) and what is said of it."""
    marks = (tag("i", class_=f"oq-{style}", title=words) for style, words in states)
    return tag("div", *marks, class_="oq oq-dots", role="img", aria_label=label)


def _name(picture: Picture, side: Literal["a", "b"]) -> str:
    name, letter = picture.name(side), side.upper()
    is_short = name not in (f"Run {letter}", f"System {letter}") and len(name) <= LONGEST_NAME
    return f"{letter} {name}" if is_short else letter

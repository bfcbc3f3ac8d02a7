"""What Compare shows, and its links: a picture that is set by links, examples and typing, and drawn on by hand."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.errors import StreamlitAPIException

from ordquant_core.analysis.picture import (
    DEFAULT,
    FIELDS,
    Picture,
    example_of,
    from_example,
    picture_of,
    to_query,
    with_merged_classes,
)
from ordquant_core.findings.changes import by_merging, by_positions
from ordquant_core.findings.sentence import Sentence, Styled, join
from ordquant_core.measures.built import Switches
from ordquant_core.measures.registry import DEFAULT_FAMILIES, FAMILIES
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.references import REFERENCES
from pages.shared import links, presenting, session, working_view
from pages.shared.common import COMMON
from pages.shared.draw import read_drawn
from pages.shared.params import Choice, Flag, Many, Param, Params

PAGE = "compare_page"  # the fragment that is all of the page
OWN = "own"
CARDS = {
    "calculated": "Calculation",
    "carry": "Carry the votes",
    "robust": "Robustness",
    "path": "Path A to B",
}
MOVES = {"none": "From A to B", "a": "Move probability in A", "b": "Move probability in B"}
SIDES = {"gold": "Gold", "a": "A", "b": "B"}
STATE = Params(
    "compare",
    *(Param(name, *field) for name, field in FIELDS.items()),
    Many("families", FAMILIES, list(DEFAULT_FAMILIES)),
    Flag("unnormalised"),
    Param("built", None, Switches.parse),  # a measure that was made
    Choice("card", CARDS),
    Choice("flip", SIDES),
    Flag("follow"),
    Choice("move", MOVES),
    Choice("from", noun="class"),
    Choice("to", noun="class"),
)
VIEW = [name for name in STATE if name not in FIELDS]  # how the picture is looked at
CASE = ("task", "scale", "merge", "case")  # parameters of a link: the case of a task that the picture is of
OF_CARD = {"robust": ("flip", "follow"), "path": ("move", "from", "to")}


@dataclass(frozen=True, slots=True)
class Compared:
    """The picture, with two counters: `version` counts every change, `rev` only those not made on the canvas."""

    picture: Picture
    rev: int = 0  # the canvas takes a picture of another `rev` over; what was drawn on it is never sent back
    # `version` is a part of the key of every widget that shows the whole picture: a widget's value must
    # not be set under a key it keeps, since the browser may send its old value once more, which would count as a change
    # by the visitor and bring the old picture back.
    version: int = 0
    problem: str | None = None  # what was wrong with the last link


COMPARED = session.Item("compare_picture", lambda: Compared(DEFAULT))
OF_CASE = session.Item[tuple[dict[str, str], Picture] | None]("compare_case", lambda: None)  # what the link said, drew
MERGED = session.Item[tuple[Picture, Picture] | None]("compare_merged", lambda: None)  # before and after


def from_query(query: Mapping[str, str]) -> Picture:
    """Return the picture of a link; raises `OrdquantError`, a `ValueError`."""
    of = [STATE.params[name] for name in FIELDS]
    return picture_of(**{one.name: one.parse(query[one.name]) if one.name in query else one.default for one in of})


def enter(query: Mapping[str, str] | None) -> None:
    """Open what a link shows; a broken link is reported and leaves the picture as it was."""
    if query:  # a link says only what differs from how the page opens
        STATE.reset(*VIEW)
        COMMON.reset(*working_view.SHOWN)
    STATE.follow(query, *VIEW)
    presenting.enter(query)
    COMMON.follow(query, "view", *working_view.SHOWN)
    if STATE["built"] and STATE["built"].name:  # a measure of the registry: it is explained
        working_view.ask_for_calculation(STATE["built"].name)
        STATE.reset("built")
    if query and not query.keys() <= {*VIEW, *working_view.SHOWN, "view"}:
        try:
            put(from_query(query))
            of_case = {name: query[name] for name in CASE if name in query}
            OF_CASE.set((of_case, picture()) if {"task", "case"} <= of_case.keys() else None)
        except ValueError as problem:
            put(picture(), problem=str(problem))
    elif links.entered():
        put(picture())  # the canvas forgets what it shows when the visitor leaves the page


def query() -> dict[str, str]:
    """Return what a link must say to open the same picture in the same view."""
    view = STATE.query("families", "unnormalised", "built", "card", *OF_CARD.get(STATE["card"], ()))
    return to_query(picture()) | case() | view | working_view.query()


def case() -> dict[str, str]:
    """Return the case of a task whose gold the picture shows, as a link names it; {} where it shows another gold."""
    of_case, now = OF_CASE.get(), picture()
    if of_case is None:
        return {}
    same = all(getattr(of_case[1], name) == getattr(now, name) for name in ("classes", "gold", "positions"))
    return of_case[0] if same else {}


def put(picture: Picture, *, problem: str | None = None) -> None:
    """Replace the picture; the canvas takes the new one over."""
    before = COMPARED.get()
    COMPARED.set(Compared(picture, before.rev + 1, before.version + 1, problem))


def take_drawing() -> Compared:
    """Take over what was drawn on the canvas since a picture was sent to it; return what is compared."""
    now = COMPARED.get()
    drawn = read_drawn((session.reported("draw") or {}).get("drawn"), now.rev)
    if drawn is not None and drawn.picture != now.picture:
        now = replace(now, picture=drawn.picture, version=now.version + 1, problem=None)
        COMPARED.set(now)
    return now


def redraw() -> None:
    """Draw the page again; the last act of a callback."""
    with suppress(StreamlitAPIException):
        st.rerun([PAGE])


def merge(classes: tuple[str, ...]) -> None:
    """Merge neighbouring classes of the picture, and remember it as it was."""
    before = picture()
    put(with_merged_classes(before, (classes,)))
    MERGED.set((before, picture()))


def changed(keys: Sequence[str]) -> Sentence:
    """Say which preferences have changed: by merged classes, by classes that are not a step apart."""
    now, merged = picture(), MERGED.get()
    return join([by_merging(*merged, keys) if merged and merged[1] == now else (), by_positions(now, keys)])


def picture() -> Picture:
    """Return the picture as it stands."""
    return COMPARED.get().picture


def choose_example() -> None:
    """Draw the choice of worked examples."""
    options, now = [*EXAMPLES, OWN], example_of(COMPARED.get().picture) or OWN
    key = f"example_{now}"

    def use() -> None:
        # A box that was just replaced may be reported once more, with what it showed: that is no choice.
        chosen = session.reported(key)
        if chosen in EXAMPLES and now == (example_of(COMPARED.get().picture) or OWN):
            put(from_example(EXAMPLES[chosen]))

    title = {key: f"{one.label}: {one.title}" for key, one in EXAMPLES.items()} | {OWN: "Your own picture"}
    title[now] = title[now].partition(":")[0]
    st.selectbox(
        "Worked example",
        options,
        options.index(now),
        title.__getitem__,
        key=key,
        on_change=use,
        label_visibility="collapsed",
        width=50 + 6 * len(title[now]),
    )


def look() -> Sentence:
    """Return what to look at in a worked example; nothing where none is shown."""
    example = EXAMPLES.get(example_of(picture()) or "")
    return (Styled(example.look, hover=REFERENCES[example.source_key].citation),) if example else ()

"""The look every page shares: style sheet, colours, heading."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Literal

import plotly.graph_objects as go
import streamlit as st

from ordquant_core.figures.paper import rules_on_paper
from ordquant_core.figures.template import DARK, LIGHT, Look, title_of
from ordquant_core.markup import Html, tag
from pages.shared import address, cached, fitting, links, plots, session
from pages.shared.escaping import escape
from pages.shared.result_cache import Key, compute_once

SelectionMode = Literal["points", "box", "lasso"]
Container = st.delta_generator.DeltaGenerator
ASSETS = Path(__file__).parents[2] / "assets"
FORMATS = ("png", "svg")
_ABOUT: session.Item[Container] = session.Item("about_page", st.container)
_WAYS: session.Item[Container] = session.Item("ways_of_page", st.container)
_TOOLS: session.Item[Container] = session.Item("tools_of_page", st.container)
_FORMAT: session.Item[str] = session.Item("drawn_plot_format", lambda: FORMATS[0])  # of the plots that are drawn
about = _ABOUT.get  # the place in the line at the top for what the page is about: the choice of its data, and facts
ways = _WAYS.get  # beside it, on a phone below the finding, for the choice of the way it is looked at: scale, ranking
tools = _TOOLS.get  # the place at the end of that line for the menus of the page
# Menus and dialogs stand outside of what has the theme.
MENUS_IN_THE_DARK = ":is([data-testid=stPopoverBody], [role=dialog]) { color-scheme: dark; }"
PLOT = {"displaylogo": False, "modeBarButtonsToRemove": ["zoom2d", "pan2d", "autoScale2d"]}


def heading(title: str, *sheets: str) -> None:
    """Draw the style sheet and the line at the top of a page: every page starts with this."""
    prepare(*sheets)
    head(title)


def head(title: str) -> None:
    """Draw the line at the top of a page: its name, what it is `about`, `ways` to look at it, its `tools`."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="page_head"):
        st.title(title, anchor=False, width="content")
        _ABOUT.set(st.container(horizontal=True, vertical_alignment="center", gap="small", key="about"))
        _WAYS.set(st.container(horizontal=True, gap="small", width="content", key="ways"))
        _TOOLS.set(st.container(horizontal=True, gap="small", width="content", key="tools"))
    links.draw_warnings()


def prepare(*sheets: str) -> None:
    """Draw the style sheet, further `sheets` that only this page has, and what stands below the navigation."""
    st.html(style_sheet(dark_theme=colours() is DARK))
    for name in (*sheets, *["embedded.css"] * bool(st.context.is_embedded)):  # apart: what all pages share is sent once
        st.html(sheet(name))
    address.watch_tab()
    _FORMAT.set(session.reported("plot_format") or FORMATS[0])
    with st.sidebar:
        fitting.listen()


def finding() -> Container:
    """Draw the container of a page's finding, which has its height before there is one."""
    return st.container(key="finding", gap=None)


def cards(*widths: float) -> list[Container]:
    """Draw a row of cards that end together.

    Plots keep their own height: one that is stretched jumps to it whenever it is drawn again.
    """
    return [column.container(border=True, height="stretch") for column in st.columns(widths, gap="small")]


def method(*settings: str) -> Container:
    """Draw the section that says how a page's numbers are computed, folded; return it, to be filled later, too.

    At its right stands what they are computed with: what was set, as it was used. None of it is typed: it comes from
    the values that the computation gets.
    """
    return st.expander(method_label(*settings), key="method")  # by its key it stays open when they change


def method_label(*settings: str) -> str:
    """Return the title of `method` in Markdown, for a page that folds it by `controls.folded`.

    >>> method_label("5,000 trials", "seed 1")
    'How computed :small[5,000 trials · seed 1]'
    """
    return f"How computed :small[{' · '.join(map(escape, settings))}]" if settings else "How computed"


def colours() -> Look:
    """Return the look of figures in the theme the visitor looks at."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def choose_plot_format() -> None:
    """Draw the choice of the format in which the camera over a plot saves it."""
    chosen = st.segmented_control(
        "Save plots as",
        FORMATS,
        key="plot_format",
        format_func=str.upper,
        default=FORMATS[0],
        required=True,
        persist_state="session",
        help="What the camera over a plot downloads: a sharp picture (PNG), or a drawing that scales (SVG).",
    )
    if chosen != _FORMAT.get():
        st.rerun()  # from a fragment, too: all plots of the page are saved in it


def draw(make: Callable[..., go.Figure], *arguments: object, **options: object) -> go.Figure:
    """Return the figure that `make` draws, in the colours of the theme; drawn once for all visitors who have it."""
    return cached.build(make, *arguments, **options, look=colours())


def draw_once(key: Key, make: Callable[..., go.Figure], *arguments: object, **options: object) -> go.Figure:
    """Return what `draw` returns; `key`: all that decides it, where the arguments are long or slow to tell apart."""
    theme = colours()
    return compute_once((*key, theme), make, *arguments, **options, look=theme)


def plot(
    figure: go.Figure,
    key: str,
    file_name: str,
    *,
    name: str = "",
    on_select: Callable[[], None] | None = None,
    modes: Sequence[SelectionMode] = ("points",),
    stretched: bool = False,
    width: Literal["stretch"] | int = "stretch",
) -> None:
    """Draw a figure under a key; `on_select` is called when a visitor selects points, see `session.selected_points`.

    `name`: what a screen reader calls it, by default its title. Without a file name it has no tool bar.
    `stretched`: as high as its container, whatever height the figure has.
    """
    if "to_dict" not in vars(figure):  # Plotly copies all of a figure whenever it is sent: the longest part of a re-run
        sent = figure.to_dict()
        figure.to_dict = lambda: sent
    plots.register(key, figure)
    kind = _FORMAT.get()  # in which the camera of the tool bar downloads a picture
    camera = {"format": kind, "scale": 3 if kind == "png" else 1, "filename": file_name}
    st.plotly_chart(
        figure,
        theme=None,
        key=key,
        width=width,
        height="stretch" if stretched else "content",
        on_select=on_select or "ignore",
        selection_mode=modes,
        config=PLOT | {"toImageButtonOptions": camera} if file_name else {"displayModeBar": False},
        alt=name or title_of(figure),
    )


@cache
def sheet(name: str) -> Html:
    """Return a style sheet that only some pages have."""
    return tag("style", Html((Path(__file__).parent / name).read_text(encoding="utf-8")))


@cache
def style_sheet(*, dark_theme: bool = False) -> str:
    """Return the style sheet of all pages, as an element; `dark_theme`: with what paper and menus need."""
    variables = "".join(
        f"--oq-{field.name.replace('_', '-')}: light-dark({getattr(LIGHT, field.name)}, {getattr(DARK, field.name)});"
        for field in fields(Look)
    )
    text = Path(__file__).with_name("ordquant.css").read_text(encoding="utf-8")
    dark = [rules_on_paper(), MENUS_IN_THE_DARK] if dark_theme else []
    return tag("style", Html("\n".join([f":root {{{variables}}}", text, *dark])))

"""Controls that set parameters: each stands under the key of its parameter, and keeps its value between pages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import streamlit as st

from ordquant_core.measures.registry import MEASURES
from pages.shared.params import Params
from pages.shared.session import preset, reported

Options = Sequence[Any] | Mapping[Any, str]  # values, or values with what is shown for each


def draw(control: Any, params: Params, name: str, label: str, *values: object, **more: Any) -> Any:
    """Draw any control for a parameter; return the value of the parameter."""
    control(label, *values, key=params.key(name), persist_state="session", **more)
    return params[name]


def select(params: Params, name: str, label: str, options: Options, **more: Any) -> Any:
    """Draw a choice of one value; return it."""
    return draw(st.selectbox, params, name, label, list(options), **_shown(options), **more)


def segments(params: Params, name: str, label: str, options: Options, **more: Any) -> Any:
    """Draw a choice of one value, all of them beside each other; return it."""
    return draw(st.segmented_control, params, name, label, list(options), required=True, **_shown(options), **more)


def pills(params: Params, name: str, label: str, options: Options, **more: Any) -> Any:
    """Draw a choice of one value as pills, without their label; return it."""
    more |= {"required": True, "label_visibility": "collapsed", **_shown(options)}
    return draw(st.pills, params, name, label, list(options), **more)


def toggle(params: Params, name: str, label: str, **more: Any) -> bool:
    """Draw a switch; return whether it is on."""
    return bool(draw(st.toggle, params, name, label, **more))


def number(params: Params, name: str, label: str, **more: Any) -> Any:
    """Draw the field of a number, within the bounds of its parameter; return it."""
    low, high = params.params[name].bounds
    return draw(st.number_input, params, name, label, **{"min_value": low, "max_value": high, **more})


def sections(params: Params, name: str, label: str, titles: Mapping[str, str]) -> str:
    """Draw the choice of the section of a page; return it."""
    with st.container(key=f"tabs_{params.key(name)}", width="content"):
        return str(segments(params, name, label, titles, label_visibility="collapsed", wrap=True))


def folded(params: Params, name: str, label: str, draw: Callable[[], object]) -> None:
    """Draw a section that is folded away until it is asked for: `draw` is called while it is open.

    A link opens it again; what is closed is neither computed nor sent.
    """
    key = f"{params.key(name)}_section"  # a section keeps nothing between pages, as other controls do
    if reported(key) != params[name]:
        preset(key, params[name])

    def take() -> None:
        params[name] = reported(key)

    section = st.expander(label, key=key, on_change=take)
    if section.open:
        with section:
            draw()


def labels(measures: Iterable[str] = MEASURES) -> dict[str, str]:
    """Return measures with what is shown for each."""
    return {key: MEASURES[key].label for key in measures}


def steps(key: str, number: int, n: int, go: Callable[[int], None]) -> None:
    """Draw the buttons to the item before and after one of `n`; `go` is called with the number of the other."""
    for name, label, to in (("previous", "‹ previous", number - 1), ("next", "next ›", number + 1)):
        st.button(label, key=f"{key}_{name}", disabled=not 0 <= to < n, on_click=go, args=(to,))


def _shown(options: Options) -> dict[str, Any]:
    return {"format_func": lambda value: options.get(value, value)} if isinstance(options, Mapping) else {}

"""Which two baselines are compared: Popularity and Uniform, unless the visitor puts one fixed class in place of one."""

import streamlit as st

from ordquant_core.analysis.baselines import class_baselines
from pages.shared import controls
from pages.shared.params import Choice, Params
from pages.shared.tasks import Current

STATE = Params("popularity", Choice("a", noun="baseline"), Choice("b", noun="baseline"))


def settle(current: Current) -> tuple[str, str]:
    """Reset what the task does not have; return the baselines A and B, which are never the same."""
    offered, (popularity, uniform) = _offered(current), current.baselines
    STATE.restrict({"a": offered}, fallback={"a": popularity})
    STATE.restrict({"b": _without(offered, STATE["a"])}, fallback={"b": uniform})
    return STATE["a"], STATE["b"]


def choose(current: Current) -> None:
    """Draw the choice of both baselines."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for letter, other in ("ab", "ba"):
            controls.run(STATE, letter, _without(_offered(current), STATE[other]), 165)


def query(current: Current) -> dict[str, str]:
    """Return what a link must say: the baselines, where they are others than Popularity and Uniform."""
    return {name: STATE[name] for name, usual in zip("ab", current.baselines, strict=True) if STATE[name] != usual}


def _offered(current: Current) -> list[str]:
    return [*current.baselines, *class_baselines(current.task).values()]


def _without(offered: list[str], run: str) -> list[str]:
    return [one for one in offered if one != run]

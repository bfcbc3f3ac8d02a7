"""What Systems shows of a tested task; other runs A and B draw only the parts that show them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import streamlit as st

from ordquant_core.tables.runs import views as runs
from pages.shared import controls, links, look, write
from pages.systems import groups, official, own, pairs, state
from pages.systems.state import STATE, Shown

PAGE = "systems"


def show(
    shown: Shown,
    unpaired: Sequence[int],
    infinite: Sequence[str],
    finding: look.Container,
    tools: look.Container,
    link: Callable[[], Mapping[str, str]],
    *,
    final: bool,
) -> None:
    """Draw all parts, the finding and the link into their containers.

    Where the answer is `final`, other runs A and B draw what is theirs alone.

    `unpaired`: how many pairs of runs differ by the unpaired test, a number per task.
    """
    wide = STATE["ranking"] == "all"  # a column per measure takes the width of the page
    cards = ["own_run", "systems_pair"] if shown.yours else ["systems_pair", "own_run"]
    if shown.tasks[0].source.own:
        cards.remove("own_run")
    if wide:
        ranking = st.container(border=True, key="runs_ranked")
        columns = st.columns(len(cards), gap="medium")
    else:
        left, right = st.columns([1.35, 1], gap="medium")
        ranking = left.container(border=True, height="stretch", key="runs_ranked")
        columns = [right] * len(cards)
    beside = {
        key: column.container(border=True, height="stretch" if wide or key == cards[-1] else "content", key=key)
        for key, column in zip(cards, columns, strict=True)
    }
    mine = against = None
    if "own_run" in beside:
        with beside["own_run"]:
            mine, against = own.losses(shown)
    chosen = beside["systems_pair"]
    sections = _sections(shown)
    section = controls.sections(STATE, "show", "Section", sections)
    behind = st.container(border=True, key="systems_behind")
    own.add(shown)
    with st.expander("How computed"):
        method = st.container()

    def of_pair() -> None:
        now = replace(shown, pair=state.pair(shown.runs))
        with finding:
            groups.finding(now)
            if mine is None:
                groups.differing(now)
            else:
                own.standing(now, mine)
        with ranking:
            official.ranking(now, wide=wide)
        with chosen:
            if mine is None:  # a ranking in which an own run stands out has no further colours
                write.html(runs.colours(now.pair))
            pairs.pair(now)
        with behind:
            {
                "pairs": lambda: pairs.matrix(now),
                "ranks": lambda: groups.ranks_by_measure(now, mine, against),
                "lone": lambda: pairs.lone(now),
                "tasks": lambda: groups.tasks(now, unpaired),
                "groups": lambda: official.by_group(now),
            }[section]()
        with method:
            groups.verdict(now, unpaired[0], infinite)
        with tools:
            links.bar(PAGE, link())

    # Streamlit ends a run of the script before it draws a part: a click must not wait while the answer gets sharper.
    (st.fragment(of_pair) if final else of_pair)()


def _sections(shown: Shown) -> dict[str, str]:
    """Return the sections that there are: one by one task of several, and by groups where the gold has them."""
    there = {"tasks": len(shown.tasks) > 1, "groups": official.has_groups(shown)}
    sections = {name: title for name, title in state.SECTIONS.items() if there.get(name, True)}
    STATE.restrict({"show": sections})
    return sections

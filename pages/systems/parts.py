"""What Systems shows of a tested task; other runs A and B draw only the parts that show them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import streamlit as st

from pages.shared import links, look
from pages.systems import groups, official, pairs, state
from pages.systems.state import Shown

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
    pauses: bool,
) -> None:
    """Draw all parts, the finding and the link into their containers.

    Where the answer is `final`, other runs A and B draw what is theirs alone.

    The table at the end of the page waits until the answer `pauses`: meanwhile, all is sent again and again.

    `unpaired`: how many pairs of runs differ by the unpaired test, a number per task.
    """
    top = st.container()
    left, right = look.cards(1, 1.1)
    sure, beside = look.cards(1, 1.1)
    with sure:
        pairs.matrix(shown)
    chosen = beside.container(key="systems_pair")
    lone = st.container(border=True, key="systems_lone")
    groups.tasks(shown, unpaired)
    results = st.container()
    official.your_run(shown)
    means = st.container()

    def of_pair() -> None:
        now = replace(shown, pair=state.pair(shown.runs))
        with finding:
            groups.finding(now)
        with top:
            groups.verdict(now, unpaired[0], infinite)
        with left:
            groups.means_and_groups(now)
        with right:
            groups.ranks_by_measure(now)
        with chosen:
            pairs.pair(now)
        with lone:
            pairs.lone(now)
        with results:
            official.show(now)
        if pauses:
            with means:
                groups.means(now)
        with tools:
            links.bar(PAGE, link())

    # Streamlit lets a run of the page end before it draws a part: a click must not wait while the answer gets sharper.
    (st.fragment(of_pair) if final else of_pair)()

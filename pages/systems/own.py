"""A visitor's own run on Systems: where it stands among the runs of a published task, and where it loses most."""

from urllib.parse import urlencode

import streamlit as st

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.analysis.losses import largest_losses
from ordquant_core.markup import Html, tag
from ordquant_core.tables.runs import official_views
from ordquant_core.tables.runs import significance_sentences as say
from pages.shared import carried, links, run_analyses, tasks, write
from pages.systems.state import Shown

LISTED = 3  # cases on which a run loses


def among(shown: Shown) -> Discrimination:
    """Test the official runs together with those of the visitor."""
    mine = shown.tasks[0].tested(baselines=shown.settings.baselines, with_added=True)
    (found,) = run_analyses.test_runs([mine], shown.found.measures, shown.settings)
    return found


def standing(shown: Shown, run: str) -> None:
    """Say where a run stands by the chosen measure, tested together with the official runs."""
    found, layer = among(shown), shown.layer
    words = say.standing(found, layer, found.runs.index(run), shown.settings.alpha)
    write.because(tag("strong", run), f" {words}", id="own_standing")


def losses(shown: Shown) -> str | None:
    """Draw on which cases an own run loses most, and where one is added; return it."""
    if not shown.yours:
        st.header("Your run in this ranking", anchor=False)
        tasks.add_own_runs(shown.tasks[0].source)
        return None
    run = shown.yours[0]
    if len(shown.yours) > 1:
        run = str(st.selectbox("Your run", shown.yours, key="own_run_choice", width=300))
    _losses(shown, run)
    return run


def add(shown: Shown) -> None:
    """Draw where further runs are added or removed, folded away, once one stands in the ranking."""
    if shown.yours:
        with st.expander("Your runs"):
            tasks.add_own_runs(shown.tasks[0].source)


def _losses(shown: Shown, run: str) -> None:
    """Draw the cases on which a run loses most against the best run, or against a baseline."""
    found, layer, current = shown.found, shown.layer, shown.tasks[0]
    current = current.whole or current
    others = [shown.runs[number] for number in shown.order if shown.runs[number] != run]
    against = list(dict.fromkeys([others[0], *(name for name in current.baselines if name in current.task.runs)]))
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.header(f"{run} loses most to", anchor=False, width="content")
        key = "own_run_against"
        other = str(st.selectbox("Compared with", against, key=key, label_visibility="collapsed", width=150))
    scored = run_analyses.score_runs(current, found.measures)
    lost = largest_losses(current.task, scored, layer, run, other, LISTED)
    if not lost:
        write.because(f"On no case does {run} score worse than {other} by {shown.label}.")
        return
    query = current.query()
    pair = {"a": run, "b": other} | carried.beside(found.measures[layer])
    to_cases = [_to_case(one.case, {**query, **pair, "case": one.case}) for one in lost]
    write.table(*official_views.losses(lost, to_cases, run, other), id="losses", lines=True)
    links.page_link("cases/page.py", "See all cases of these two runs", ":material/scatter_plot:", {**query, **pair})


def _to_case(case: str, query: dict[str, str]) -> Html:
    return tag("a", case, href=f"cases?{urlencode(query)}", target="_self", data_inside=True)

"""A visitor's own run on Systems: where it stands among the runs of a published task, and where it loses most."""

from urllib.parse import urlencode

import streamlit as st

from ordquant_core.analysis.agreement import ranks
from ordquant_core.analysis.discrimination import Discrimination, as_good_as_the_best
from ordquant_core.analysis.losses import largest_losses
from ordquant_core.markup import Html, tag
from ordquant_core.numerals import count, score
from ordquant_core.tables.runs import official_views
from pages.shared import run_analyses, tasks, write
from pages.systems.state import Shown

LISTED = 5  # cases on which a run loses


def chosen(shown: Shown) -> str | None:
    """Draw the choice of the own run that is looked at, where there are several; None where there is none."""
    own = shown.yours
    if not own:
        return None
    return own[0] if len(own) == 1 else str(st.selectbox("Your run", own, key="own_run_choice", width=300))


def add(shown: Shown) -> None:
    """Draw where a visitor adds a run to a published task, folded away once one stands in the ranking."""
    source = shown.tasks[0].source
    if not source.own:
        with st.expander("Your runs" if shown.yours else "Add your run to the ranking", key="own_run"):
            tasks.add_own_runs(source)


def among(shown: Shown) -> Discrimination:
    """Test the official runs together with those of the visitor."""
    mine = shown.tasks[0].tested(baselines=shown.settings.baselines, with_added=True)
    (found,) = run_analyses.test_runs([mine], shown.found.measures, shown.settings)
    return found


def standing(shown: Shown, run: str) -> None:
    """Say where a run stands by the chosen measure, tested together with the official runs."""
    found, layer = among(shown), shown.layer
    number = found.runs.index(run)
    places = ranks(found.means)[layer]
    place = int(places[number])
    best, *alike = as_good_as_the_best(found, layer, shown.settings.alpha)
    leader = found.runs[best]
    if number == best:
        shares = (places == 1).sum() > 1
        differ = "it shares the smallest mean" if shares else "it has the smallest mean"
    elif place == 1:
        differ = f"its mean equals that of {leader}"
    else:
        gap = score(found.means[layer, number] - found.means[layer, best])
        sure = "does not differ significantly" if number in alike else "differs significantly"
        differ = f"it {sure} from {leader}, whose mean is {gap} smaller"
    words = f"{run}: rank {place} of {count(len(found.runs))} by {shown.label}, mean "
    write.because(
        tag("strong", f"{words}{score(found.means[layer, number])}; {differ}."),
        " Tested together with the official runs; what else is shown is of the official runs alone.",
        id="own_standing",
    )


def losses(shown: Shown, run: str) -> None:
    """Draw the cases on which a run loses most against the best run, or against a baseline."""
    found, layer, current = shown.found, shown.layer, shown.tasks[0]
    current = current.whole or current
    others = [shown.runs[number] for number in shown.order if shown.runs[number] != run]
    against = list(dict.fromkeys([others[0], *(name for name in current.baselines if name in current.task.runs)]))
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.header(f"Where {run} loses most", anchor=False, width="content")
        key = "own_run_against"
        other = str(st.selectbox("Compared with", against, key=key, label_visibility="collapsed", width=190))
    scored = run_analyses.score_runs(current, found.measures)
    lost = largest_losses(current.task, scored, layer, run, other, LISTED)
    if not lost:
        write.because(f"On no case does {run} score worse than {other} by {shown.label}.")
        return
    key, query = found.measures[layer], current.query()
    pair = {"a": run, "b": other, "x": key, "y": "RNOD" if key == "NMD" else "NMD"}
    links = [_to_case(one.case, {**query, **pair, "case": one.case}) for one in lost]
    write.table(*official_views.losses(lost, links), id="losses", lines=True)


def _to_case(case: str, query: dict[str, str]) -> Html:
    return tag("a", case, href=f"cases?{urlencode(query)}", target="_self", data_inside=True)

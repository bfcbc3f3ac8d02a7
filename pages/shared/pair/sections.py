"""The sections below the case: the list of cases, and what lies behind them: tests, robustness, properties, scores."""

from collections.abc import Callable
from functools import partial

import streamlit as st
from numpy.typing import ArrayLike

from ordquant_core.analysis.case_filters import grouping_columns, ranked_by
from ordquant_core.analysis.properties import Properties
from ordquant_core.figures.points import DRAWN_AS_SVG
from ordquant_core.figures.scores import draw_scores, score_frame
from ordquant_core.statistics.correlation import pearson
from pages.shared import controls, current_mark, look, selection, several
from pages.shared.pair import case_list, groups, listing, lq2021, properties, robustness, scatter, tests
from pages.shared.pair.case_list import Cases
from pages.shared.pair.state import Method, View
from pages.shared.task_scores import Versus
from pages.shared.tasks import Current


def choose(view: View, versus: Versus) -> str:
    """Draw the choice of the section; say so if a link asks for one that the task does not have."""
    there = {
        "groups": bool(grouping_columns(versus.task.extras)),
        "tasks": several.STATE[several.TASKS] or view.state["show"] == "tasks",
    }
    if view.state["show"] == "groups" and not there["groups"]:
        st.info(groups.NONE)
        view.state.reset("show")
    titles = {name: title for name, title in view.preset.sections.items() if there.get(name, True)}
    return controls.sections(view.state, "show", "Section", titles)


def show(section: str, current: Current, view: View, cases: Cases, described: Properties) -> Method:
    """Draw a section; return how it is computed."""
    if section == "tests":
        return tests.show(current, cases.versus, view)
    if section == "robustness":
        return robustness.show(current.key, cases.versus, view, cases.current())
    drawn: dict[str, Callable[[], str | None]] = {
        "cases": lambda: _list(view, cases, described),
        "properties": lambda: properties.show(cases.versus, view, described),
        "scores": lambda: _scores(cases.versus, view),
        "groups": lambda: groups.show(cases.versus, view),
        "pairs": lambda: lq2021.pairs(cases.versus),
        "tasks": lambda: lq2021.of_tasks(current),
    }
    strength = ["strength: the smaller of the two margins"] * (view.ranking == "disagreement")
    return drawn[section]() or "", ["each case counts once", "ties within 10⁻¹²", *strength]


def points(section: str, cases: Cases, case: int) -> dict[str, ArrayLike]:
    """Return where a case stands in the plots of the page."""
    places = case_list.place(cases, case)
    if section == "pairs":
        places |= {key: scatter.points_of(cases.versus, pair, case) for key, pair in lq2021.PLOTS.items()}
    elif section == "scores":
        scores = cases.versus.scores
        rows = [scores.measures.index(measure) for measure in cases.margins.measures]
        places |= {f"cases_scores_{'ab'[run]}": tuple(scores.values[rows, run, case].tolist()) for run in range(2)}
    return places


def _list(view: View, cases: Cases, described: Properties) -> None:
    case_list.choose_kind(view.state, cases)
    listing.note(cases.versus.task, view, len(cases.plotted))
    case_list.show(cases, ranked_by(view.ranking, cases.margins.x, cases.margins.y, described))


def _scores(versus: Versus, view: View) -> str:
    """Draw the scores of both runs by two measures; a click chooses a case here, too."""
    rows = [versus.scores.measures.index(measure) for measure in view.pair]
    for run, (name, column) in enumerate(zip(versus.task.runs, st.columns(2, gap="medium"), strict=True)):
        (x, y), letter = versus.scores.values[rows, run], "ab"[run]
        widget, file_name = f"cases_scores_{letter}", f"scores-{letter.upper()}-{view.pair[0]}-{view.pair[1]}"
        placed = widget, x, y, score_frame(x, y), versus.task.cases
        figure = look.draw(draw_scores, x, y, versus.task.cases, view.pair, letter, name, pearson(x, y))
        with column:
            pick = partial(selection.take, *placed, of=versus.all_cases)
            look.plot(figure, widget, file_name, on_select=pick, modes=scatter.REGIONS)
    together = selection.selected_together(versus.all_cases)
    if together is not None:
        marked = versus.scores.values[rows][:, :, together[:DRAWN_AS_SVG]]
        current_mark.show("scores", points={f"cases_scores_{'ab'[run]}": marked[:, run].T for run in range(2)})
    return (
        "Each dot is one case. Where two measures weigh errors alike the dots form a line; off it lie the cases that "
        "they score differently."
    )

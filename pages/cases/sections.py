"""The sections of Cases: the cases one by one, and what lies behind them: tests, robustness, properties, scores."""

from ordquant_core.analysis.properties import Properties
from ordquant_core.figures.points import DRAWN_AS_SVG
from ordquant_core.figures.scores import draw_scores, score_frame
from ordquant_core.records import FloatArray
from ordquant_core.statistics.correlation import pearson
from pages.cases import groups, properties, robustness, tests
from pages.cases.state import SECTIONS, STATE, View
from pages.shared import case_list, controls, current_mark, look, pair_view, selection
from pages.shared.case_list import Cases
from pages.shared.task_scores import Versus
from pages.shared.tasks import Current

BESIDE_A_CASE = ("cases", "scores")  # sections from which a case is chosen: its card stands beside them


def chosen_section(versus: Versus) -> str:
    """Return the section that is chosen; say so if a link asks for one that the task does not have."""
    if STATE["show"] == "groups" and not groups.are_in(versus.task):
        groups.say_none()
        STATE.reset("show")
    return str(STATE["show"])


def choose(versus: Versus) -> None:
    """Draw the choice of the section, at the top of its card."""
    titles = {name: title for name, title in SECTIONS.items() if name != "groups" or groups.are_in(versus.task)}
    controls.sections(STATE, "show", "Section", titles, wrap=False)


def show(section: str, current: Current, versus: Versus, view: View, described: Properties, case: int | None) -> str:
    """Draw a section that does not list the cases; return how it is computed."""
    drawn = {
        "tests": lambda: tests.show(current, versus, view),
        "robustness": lambda: robustness.show(current.key, versus, view, case),
        "properties": lambda: properties.show(versus, view, described),
        "scores": lambda: _scores(versus, view),
        "groups": lambda: groups.show(versus, view),
    }
    return drawn[section]()


def points(section: str, cases: Cases, case: int) -> dict[str, current_mark.Point]:
    """Return where a case stands in the plots of a section."""
    if section == "cases":
        return case_list.place(cases, case)
    if section != "scores":
        return {}
    scores = cases.versus.scores
    rows = [scores.measures.index(measure) for measure in cases.margins.measures]
    return {f"cases_scores_{'ab'[run]}": tuple(scores.values[rows, run, case].tolist()) for run in range(2)}


def _scores(versus: Versus, view: View) -> str:
    """Draw the scores of both runs by two measures; a click chooses a case here, too."""
    rows = [versus.scores.measures.index(measure) for measure in view.pair]
    for run, name in enumerate(versus.task.runs):
        x, y = versus.scores.values[rows, run]
        side = "ab"[run]
        widget = f"cases_scores_{side}"

        def pick(widget: str = widget, x: FloatArray = x, y: FloatArray = y) -> None:
            selection.take(widget, x, y, score_frame(x, y), versus.task.cases, of=versus.all_cases)

        figure = look.draw(
            draw_scores,
            x,
            y,
            versus.task.cases,
            view.pair,
            "a" if side == "a" else "b",
            name,
            pearson(x, y),
        )
        name = f"scores-{side.upper()}-{view.pair[0]}-{view.pair[1]}"
        look.plot(figure, widget, name, on_select=pick, modes=pair_view.REGIONS)
    together = selection.selected_together(versus.all_cases)
    if together is not None:
        marked = versus.scores.values[rows][:, :, together[:DRAWN_AS_SVG]]
        current_mark.show("scores", points={f"cases_scores_{'ab'[run]}": marked[:, run].T for run in range(2)})
    return (
        "Each dot is one case. Where two measures weigh errors alike the dots form a line; off it lie the cases that "
        "they score differently."
    )

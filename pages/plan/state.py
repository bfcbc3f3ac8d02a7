"""What a visitor of Plan has chosen, and the pilot: the runs of a task without the baselines."""

from dataclasses import dataclass

from ordquant_core.analysis.planning.split import BUDGETS, usual_cases
from ordquant_core.analysis.planning.votes import bounded, require_pilot, require_several, usual_annotators, votes_of
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, percent
from ordquant_core.records import IntArray, Task
from pages.shared import controls, problems
from pages.shared.choices import Menu, Menus
from pages.shared.evaluation_settings import EvaluationSettings
from pages.shared.params import Choice, Number, Params
from pages.shared.tasks import Current

POWERS = 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99
STATE = Params(
    "plan",
    Choice("measure"),
    Choice("budget", map(str, BUDGETS), "4000"),
    Number("power", 0.8, 0.5, 0.99),
)


@dataclass(frozen=True, slots=True, eq=False)
class Pilot:
    """A task that serves as a pilot. Where something cannot be planned with it, a field says why, "" where it can."""

    current: Current
    task: Task  # without the baselines
    settings: EvaluationSettings
    measure: str
    votes: IntArray | None
    annotators: tuple[int, ...]
    no_panel: str  # why nothing is known of a second panel
    no_split: str  # why cases and annotators cannot be weighed against each other
    no_design: str  # why no number of cases can be calculated

    @property
    def label(self) -> str:
        return MEASURES[self.measure].label

    @property
    def budget(self) -> int:
        return int(STATE["budget"])

    @property
    def power(self) -> float:
        return float(STATE["power"])

    @property
    def sizes(self) -> tuple[int, ...]:
        """All numbers of cases that are resampled: those of the table, and what each budget allows."""
        return usual_cases(self.annotators)


def menus(pilot: Pilot) -> Menus:
    """Return what the sentences of the page let a reader choose."""
    powers = sorted({*POWERS, pilot.power})
    return {
        "measure": Menu(STATE, "measure", "Measure", controls.labels(pilot.settings.measures)),
        "budget": Menu(STATE, "budget", "Budget", {str(budget): count(budget, "vote") for budget in BUDGETS}),
        "power": Menu(STATE, "power", "Power", {power: percent(power) for power in powers}),
    }


def usable(current: Current, settings: EvaluationSettings) -> tuple[str, ...]:
    """Return the measures that can be planned with: none that can be infinite. Raises where none is left."""
    finite = bounded(settings.measures, len(current.task.classes)) if settings.measures else ()
    if not finite:
        raise OrdquantError("Choose a measure with finite scores in the settings.")
    return finite


def pilot(current: Current, settings: EvaluationSettings, measure: str) -> Pilot:
    """Return the task as a pilot, with what it lacks."""
    task = current.task.only(current.runs_without_baselines)
    votes: IntArray | None = None
    annotators: tuple[int, ...] = ()
    no_panel = one_vote = ""
    try:
        votes = votes_of(task)
        annotators = usual_annotators(int(votes.sum(axis=1).min()))
    except OrdquantError as problem:
        no_panel = problems.words(problem)
    else:
        try:
            require_several(votes)
        except OrdquantError as problem:
            one_vote = str(problem)
    few = _few(task)
    no_split = few or no_panel or one_vote
    return Pilot(current, task, settings, measure, votes, annotators, no_panel, no_split, few)


def _few(task: Task) -> str:
    """Say what is missing to compare runs."""
    if len(task.runs) < 2:
        has = f"has one run ({task.runs[0]})" if task.runs else "has no run besides the baselines"
        return f"The pilot {has}; comparing runs needs at least two. Add runs on Data."
    try:
        require_pilot(task)
    except OrdquantError as problem:
        return str(problem)
    return ""

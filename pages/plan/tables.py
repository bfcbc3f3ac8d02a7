"""The tables to download: those that the command `plan` writes."""

from ordquant_core.analysis.planning.design import Needed
from pages.plan import computed
from pages.plan.computed import Plan
from pages.plan.state import Pilot
from pages.shared.downloads import Tables


def listed(pilot: Pilot, plan: Plan) -> Tables:
    """Return the tables that there are: label, what makes it, name of the file."""
    split, noise, cases = plan.split, plan.noise, pilot.task.cases
    tables = []
    if split is not None:
        tables.append(("Cases and annotators", split.to_frame, "plan-split.csv"))
    if noise is not None:
        tables.append(("Noise floor", noise.to_frame, "plan-noise.csv"))
        tables.append(("Noise floor, case by case", lambda: noise.to_frame(cases), "plan-noise-cases.csv"))
    if not pilot.no_design:
        tables.append(("Cases needed", lambda: Needed.frame(computed.needed_cases(pilot)), "plan-cases.csv"))
    return tables

"""The tables to download: those that the command `plan` writes."""

from ordquant_core.tables.planning.results import design_table, noise_by_case, noise_table, split_table
from pages.plan import computed
from pages.plan.computed import Plan
from pages.plan.state import Pilot
from pages.shared.downloads import Tables


def listed(pilot: Pilot, plan: Plan) -> Tables:
    """Return the tables that there are: label, what makes it, name of the file."""
    split, noise, cases = plan.split, plan.noise, pilot.task.cases
    tables = []
    if split is not None:
        tables.append(("Cases and annotators", lambda: split_table(split), "plan-split.csv"))
    if noise is not None:
        tables.append(("Noise floor", lambda: noise_table(noise), "plan-noise.csv"))
        tables.append(("Noise floor, case by case", lambda: noise_by_case(noise, cases), "plan-noise-cases.csv"))
    if not pilot.no_design:
        tables.append(("Cases needed", lambda: design_table(computed.needed_cases(pilot)), "plan-cases.csv"))
    return tables

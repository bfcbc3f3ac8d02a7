"""The tables to download."""

from collections.abc import Callable

import pandas as pd

from ordquant_core.analysis.planning.design import DIFFERENCES, needed
from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.tables.planning.results import design_table, noise_by_case, noise_table, split_table
from pages.plan import computed
from pages.plan.state import Pilot
from pages.shared.downloads import Tables


def listed(pilot: Pilot, noise: Noise | None) -> Tables:
    """Return the tables that there are: label, what makes it, name of the file."""
    seed = pilot.settings.seed
    found: list[tuple[str, Callable[[], pd.DataFrame], str]] = []
    if not pilot.no_split:
        found.append(("Cases and annotators", lambda: split_table(computed.split(pilot)), "plan-split.csv"))
    if noise is not None:
        found.append(("Noise floor", lambda: noise_table(noise).assign(seed=seed), "plan-noise.csv"))
        cases = pilot.task.cases
        found.append(("Noise floor, case by case", lambda: noise_by_case(noise, cases), "plan-noise-cases.csv"))
    if not pilot.no_design:
        found.append(("Cases needed", lambda: _design(pilot), "plan-cases.csv"))
    return found


def _design(pilot: Pilot) -> pd.DataFrame:
    alpha, power = pilot.settings.alpha, pilot.power
    rows = [
        needed(one, difference, alpha=alpha, power=power)
        for one in computed.spread(pilot)
        for difference in DIFFERENCES
    ]
    return design_table(rows).assign(alpha=alpha, power=power)

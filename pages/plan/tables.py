"""The tables to download: those that the command `plan` writes, and the others that the page draws."""

from functools import partial

import numpy as np
import pandas as pd

from ordquant_core.analysis.planning.design import Needed, detectable
from ordquant_core.analysis.planning.split import Option
from ordquant_core.measures.registry import MEASURES
from pages.plan import computed
from pages.plan.computed import Plan
from pages.plan.state import Pilot
from pages.shared.downloads import Tables


def listed(pilot: Pilot, plan: Plan) -> Tables:
    """Return the tables that there are: label, what makes it, name of the file."""
    split, cases, measures = plan.split, pilot.task.cases, pilot.settings.measures
    tables = []
    if split is not None:
        tables.append(("Cases and annotators", split.to_frame, "plan-split.csv"))
        if plan.ways:
            tables.append(("Ways to spend the budget", lambda: ways(plan, split.pairs), "plan-ways.csv"))
    if plan.panel is not None:
        panels = partial(computed.second_panel, pilot, measures)
        tables.append(("Second panel", lambda: panels().to_frame(), "plan-noise.csv"))
        tables.append(
            ("Half of the annotators, case by case", lambda: panels().to_frame(cases), "plan-noise-cases.csv")
        )
    if not pilot.no_design:
        tables.append(("Cases needed", lambda: Needed.frame(computed.needed_cases(pilot)), "plan-cases.csv"))
        tables.append(("Detectable now", lambda: detectable_now(pilot), "plan-detectable.csv"))
    return tables


def ways(plan: Plan, pairs: int) -> pd.DataFrame:
    """Return a row per way to spend the budget: how many of the `pairs` of runs it separates."""
    frame = Option.frame(plan.ways)
    return frame.assign(pairs=pairs * frame["separated"], pairs_corrected=pairs * frame["corrected"])


def bold(values: pd.Series) -> list[str | None]:
    """Return a style for every number of a column: the largest are bold."""
    return ["oq-best" if best else None for best in values == values.max()]


def detectable_now(pilot: Pilot) -> pd.DataFrame:
    """Return a row per measure: the difference that the cases of the pilot detect, the standard deviation behind it."""
    variances, n_cases = computed.variances(pilot), len(pilot.task.cases)
    level = {"alpha": pilot.settings.alpha, "power": pilot.power}
    largest = {key: MEASURES[key].largest(len(pilot.task.classes)) for key in variances}
    least = [detectable(one, n_cases, largest=largest[key], **level) for key, one in variances.items()]
    return pd.DataFrame(
        {
            "measure": [*variances],
            "detectable": np.array(least, dtype=np.float64),  # None: NaN
            "sd": np.sqrt(np.array([one.value for one in variances.values()], dtype=np.float64)),
        }
    )

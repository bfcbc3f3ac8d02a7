"""Plans as tables: noise, needed cases, splits of a budget, simulated power."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.planning.annotators import Profiles
from ordquant_core.analysis.planning.design import Needed
from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.analysis.planning.power import PROCEDURES, SimulatedPower
from ordquant_core.analysis.planning.split import Split
from ordquant_core.analysis.planning.standing_out import StandingOut
from ordquant_core.tables.table import Coded, Table, of_rows


def noise_table(found: Noise) -> Table:
    """Return a row per measure: what the true distributions and a second panel would score."""
    n_measures, n_cases = found.floors.shape
    return Table(
        {
            "measure": found.measures,
            "floor": found.floor,
            "second_panel": found.panel,
            "cases": [n_cases] * n_measures,
        }
    )


def noise_by_case(found: Noise, cases: Sequence[str]) -> Table:
    """Return a row per case and measure."""
    n_measures, n_cases = found.floors.shape
    return Table(
        {
            "case": Coded(np.repeat(np.arange(n_cases), n_measures), cases),
            "measure": Coded(np.tile(np.arange(n_measures), n_cases), found.measures),
            "floor": found.floors.T.ravel(),
            "second_panel": found.panels.T.ravel(),
        }
    )


def design_table(found: Sequence[Needed]) -> Table:
    """Return a row per measure, method, number of systems and difference: the cases needed."""
    names = ("measure", "method", "systems", "difference", "variance", "cases", "variance_high", "cases_high")
    return of_rows(names, ([getattr(one, name) for name in names] for one in found))


def split_table(found: Split) -> Table:
    """Return a row per measure, number of annotators and number of cases."""
    shape = found.width.shape
    layers, annotators, cases = (axis.ravel() for axis in np.indices(shape))
    return Table(
        {
            "measure": Coded(layers, found.measures),
            "cases": np.asarray(found.cases)[cases],
            "annotators": np.asarray(found.annotators)[annotators],
            "width": found.width.ravel(),
            "separated": found.share.ravel(),
            "tau": found.tau.ravel(),
        }
    )


def power_table(found: SimulatedPower) -> Table:
    """Return a row per measure, procedure and difference."""
    names = (
        *("measure", "procedure", "difference", "power", "false_rejections", "interchangeable"),
        *("cases", "alpha", "trials", "simulations"),
    )
    rows = (
        (
            *(measure, procedure, difference, float(found.found[p, m, d])),
            *(float(found.false[p, m]), float(found.interchangeable[p, m])),
            *(found.n_cases, found.alpha, found.n_trials, found.n_simulations),
        )
        for m, measure in enumerate(found.measures)
        for p, procedure in enumerate(PROCEDURES)
        for d, difference in enumerate(found.differences)
    )
    return of_rows(names, rows)


def annotator_table(found: Profiles, out: StandingOut) -> Table:
    """Return a row per annotator."""
    return Table(
        {
            "annotator": found.annotators,
            "cases": found.cases,
            "same_label": found.agreement,
            "label_distance": found.distance,
            "bias": found.bias,
            "bias_low": found.low,
            "bias_high": found.high,
            "alpha_without": found.alpha_without,
            **{f"share_{name}": found.shares[:, number] for number, name in enumerate(found.classes)},
            "p_bias": out.bias,
            "p_alpha_without": out.alpha,
        }
    )

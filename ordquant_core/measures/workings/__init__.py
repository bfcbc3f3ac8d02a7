"""How a measure is calculated for one gold and one estimate, step by step, with the actual numbers.

`working` has every step, `short_working` one row of numbers and the last step. Each calculation follows the formula
and never calls the measure itself. So a test that compares its last number with the measure's value checks both.
Of custom measures nothing but the function is known.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.distributions import as_pair, widths_of
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.measures.registry import Measure, get_measures
from ordquant_core.measures.workings import contributions, nominal, ordinal, other_fields, own, priority
from ordquant_core.measures.workings.ordinal import Recipe
from ordquant_core.measures.workings.short import ShortWorking
from ordquant_core.measures.workings.steps import Column, Pair, Step, Working

__all__ = ["Column", "ShortWorking", "Step", "Working", "short_working", "working"]

_nmd = ordinal.normalised(ordinal.md, "NMD", "MD")
_rnod = ordinal.rooted(ordinal.od, "RNOD", "OD")
_RECIPES: Mapping[str, Recipe] = MappingProxyType(
    {
        "NMD": _nmd,
        "RNOD": _rnod,
        "RSNOD": ordinal.rooted(ordinal.sod, "RSNOD", "SOD"),
        "RNOD2": ordinal.rnod2,
        "RNADW": ordinal.rooted(ordinal.adw, "RNADW", "ADW"),
        "RNADW2": ordinal.rnadw2,
        "NVD": nominal.nvd,
        "RNSS": nominal.rnss,
        "JSD": nominal.jsd,
        "DNKT": priority.dnkt,
        "DNKT_NMD": priority.harmonic(_nmd, "NMD"),
        "DNKT_RNOD": priority.harmonic(_rnod, "RNOD"),
        "DNKT_JSD": priority.harmonic(nominal.jsd, "JSD"),
        "MD": ordinal.md,
        "OD": ordinal.od,
        "NOD": ordinal.normalised(ordinal.od, "NOD", "OD"),
        "SOD": ordinal.sod,
        "SNOD": ordinal.normalised(ordinal.sod, "SNOD", "SOD"),
        "ADW": ordinal.adw,
        "VD": nominal.vd,
        "SS": nominal.ss,
        "KLD": nominal.kld,
        "RPS": other_fields.rps,
        "CJS": other_fields.cjs,
        "AE": other_fields.ae,
        "NAE": other_fields.nae,
        "HD": other_fields.hd,
        "CHEB": other_fields.cheb,
        "CLARK": other_fields.clark,
        "CANB": other_fields.canb,
        "COS": other_fields.cos,
    }
)


def working(
    key: str,
    gold: ArrayLike,
    estimated: ArrayLike,
    classes: Sequence[str] | None = None,
    positions: ArrayLike | None = None,
) -> Working:
    """Calculate a measure step by step for one gold and one estimate of shape (L,), votes or probabilities.

    The labels in `classes` (1 to L if none are given) appear in columns only, as they are: escape them where they
    are shown. `positions` are those of the classes, for measures that take them. Raises `OrdquantError` on anything
    that is not one pair of distributions.

    >>> [step.value for step in working("NMD", [0, 0, 1], [1, 0, 0]).steps]
    [None, 2.0, 1.0]
    """
    (measure,) = get_measures([key])
    pair = _pair(measure, gold, estimated, classes, positions)
    steps = own.steps(measure.key, pair) if measure.origin else _RECIPES[measure.key](pair)
    return Working(measure.key, pair.gold, pair.estimated, steps)


def short_working(
    key: str,
    gold: ArrayLike,
    estimated: ArrayLike,
    classes: Sequence[str] | None = None,
    positions: ArrayLike | None = None,
) -> ShortWorking:
    """Return the contribution of every class to a measure, their sum or mean, and the last step to its value.

    Arguments and errors are those of `working`.

    >>> shown = short_working("NMD", [0, 1, 2, 9, 8], [0, 0, 0, 1, 0])
    >>> shown.contributions, shown.total, shown.last_step, round(shown.value, 3)
    (('0.00', '0.05', '0.15', '0.40', '0.00'), '0.60', '0.60 ÷ (5 − 1)', 0.15)
    """
    (measure,) = get_measures([key])
    shortened = own.short_working if measure.origin else contributions.short_working
    return shortened(measure.key, _pair(measure, gold, estimated, classes, positions))


def _pair(
    measure: Measure,
    gold: ArrayLike,
    estimated: ArrayLike,
    classes: Sequence[str] | None,
    positions: ArrayLike | None,
) -> Pair:
    gold, estimated = as_pair(gold, estimated)
    if gold.ndim != 1 or estimated.ndim != 1:
        raise ShapeMismatchError(
            f"A working is for one pair: give both sides one axis, not {gold.shape} and {estimated.shape}."
        )
    labels = tuple(str(i + 1) for i in range(len(gold))) if classes is None else tuple(classes)
    if len(labels) != len(gold):
        raise ShapeMismatchError(f"`classes` has {len(labels)} labels, the distributions have {len(gold)} classes.")
    if positions is None or not measure.takes_positions:
        return Pair(labels, gold, estimated)
    widths_of(positions, len(gold))  # checks them
    return Pair(labels, gold, estimated, tuple(np.asarray(positions, dtype=np.float64).tolist()))

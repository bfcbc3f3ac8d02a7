r"""A measure of one's own, put together from four switches, as Make a measure in the lessons does.

The errors e_k are those of the classes, p_k - p*_k, or of the running totals at each boundary, cp_k - cp*_k. They are
added up plain or squared, each once or times its mean distance d_k from the lookouts on the classes C, which are those
of the gold or all:

.. math:: \frac{1}{D} \sum_k d_k |e_k|, \quad \sqrt{\frac{1}{D} \sum_k d_k e_k^2}, \quad
          d_k = \frac{1}{|C|} \sum_{i \in C} |i - k|

D is 2 for classes without distances, else L - 1; a boundary lies in the middle between its classes. Five of these
measures have a name, and are those of the registry. Of the others, running totals squared is the root of RPS.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from ordquant_core.distributions import Widths
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.measure import MADE, Measure
from ordquant_core.measures.pairs import on_pairs, span
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.smoothed import SMOOTHED, Smoothed
from ordquant_core.records import FloatArray

NAMED: Mapping[str, str] = MappingProxyType(
    {
        "NVD": "bars.plain.anywhere.none",
        "RNSS": "bars.squared.anywhere.none",
        "NMD": "totals.plain.anywhere.none",
        "RNOD": "bars.squared.distance.gold",
        "RNADW": "bars.squared.distance.all",
    }
)
WAYS = (
    {"bars": "bars", "totals": "running totals"},
    {"plain": "plain errors", "squared": "squared errors"},
    {"anywhere": "distance off", "distance": "distance on"},
    {"none": "no lookouts", "gold": "lookouts on gold classes", "all": "lookouts on all classes"},
)
WORDS: Mapping[str, str] = MappingProxyType({part: words for ways in WAYS for part, words in ways.items()})


class Switches(NamedTuple):
    """What is compared, how errors count, whether their distance does, and who looks; `str` is the form of links."""

    compare: str  # bars or totals
    errors: str  # plain or squared
    distance: str  # anywhere or distance
    lookouts: str  # none, gold or all: without distance, all see the same

    @classmethod
    def parse(cls, text: str) -> "Switches":
        """Read the form of links; where distance counts, somebody looks. Raises `OrdquantError`.

        >>> switches = Switches.parse("totals.squared.distance.none")
        >>> str(switches), switches.words
        ('totals.squared.distance.gold', 'running totals · squared errors · distance on · lookouts on gold classes')
        """
        parts = text.split(".")
        if len(parts) != len(WAYS) or any(part not in ways for part, ways in zip(parts, WAYS, strict=True)):
            raise OrdquantError("four switches, such as bars.squared.distance.gold")
        switches = cls(*parts)
        return switches._replace(lookouts="gold") if switches[2:] == ("distance", "none") else switches

    def __str__(self) -> str:
        return ".".join(self)

    @property
    def words(self) -> str:
        """The four switches as a person reads them."""
        return " · ".join(WORDS[part] for part in self)

    @property
    def name(self) -> str:
        """The key of the measure of the registry that this is; empty where it is none."""
        rule = str(self._replace(lookouts="none") if self.distance == "anywhere" else self)
        return next((key for key, named in NAMED.items() if named == rule), "")


@lru_cache
def built_measure(switches: Switches) -> Measure:
    """Return the measure of the registry that these switches make; else one that has their text as its key.

    >>> built_measure(Switches.parse("bars.squared.distance.gold")).key
    'RNOD'
    >>> made = built_measure(Switches.parse("totals.squared.anywhere.none"))
    >>> made.key, float(made([1, 0, 0], [0, 0, 1]))
    ('totals.squared.anywhere.none', 1.0)
    """
    if switches.name:
        return MEASURES[switches.name]
    totals, squared = switches.compare == "totals", switches.errors == "squared"
    distance, of_gold = switches.distance == "distance", switches.lookouts == "gold"

    def yours(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
        """Return the scores of a measure that was made."""
        steps = np.ones(len(gold) - 1) if widths is None else np.array(widths)
        at = np.concatenate([[0.0], np.cumsum(steps)])  # where the errors lie
        errors, often = estimated - gold, np.ones(len(gold))
        looks = (gold > 0) * 1.0 if of_gold else np.ones_like(gold)
        places = at
        if totals:  # a boundary counts by how wide it is, the average one once
            errors, often = np.cumsum(errors, axis=0)[:-1], steps * len(steps) / steps.sum()
            at = (at[:-1] + at[1:]) / 2
        parts = errors**2 if squared else np.abs(errors)
        total = np.zeros_like(parts[0])
        for place, part, times in zip(at, parts, often, strict=True):
            far, lookouts = 0.0, 0.0
            for eye, open_ in zip(places, looks, strict=True):
                far, lookouts = far + abs(eye - place) * open_, lookouts + open_
            total += part * times * (far / lookouts if distance else 1.0)
        share = total / (span(gold, widths) if distance else len(steps))
        return np.asarray(np.sqrt(share) if squared else share)

    return Measure(
        key=str(switches),
        name=switches.words,
        family=MADE,
        compute=on_pairs(yours),
        symmetric=not of_gold or not distance,
        equidistant=True,
        formula=_formula(switches),
        summary="A measure that was made from four switches: it has no other name.",
        largest=lambda n_classes: max(2.0, n_classes - 1.0),
    )


def make_measure(switches: str) -> Measure:
    """Return the measure that four switches make, as Make a measure in the lessons does.

    They are those of its links: what is compared (bars or totals), how errors count (plain or squared), whether their
    distance does (anywhere or distance), and who looks (none, gold or all). Raises `OrdquantError` for any others.

    >>> import ordquant_core as oq
    >>> oq.make_measure("totals.plain.anywhere.none").key, oq.make_measure("totals.squared.distance.all").label
    ('NMD', 'yours')
    """
    return built_measure(Switches.parse(switches))


def _formula(switches: Switches) -> str:
    """Return the formula of a measure without a name, in LaTeX: all of them use distances, or running totals."""
    totals, squared = switches.compare == "totals", switches.errors == "squared"
    error = "cp_k - cp^*_k" if totals else "p_k - p^*_k"
    power = f"({error})^2" if squared else f"|{error}|"
    place = r"k + \tfrac{1}{2}" if totals else "k"
    of, n = (r"i \in C^*", r"\,|C^*|") if switches.lookouts == "gold" else ("i", r"\,L")
    seen = rf"\sum_{{{of}}} |i - ({place})|" if totals else rf"\sum_{{{of}}} |i - k|"
    scale, weighted = (rf"(L-1){n}", f"{seen} ") if switches.distance == "distance" else ("L-1", "")
    last = "^{L-1}" if totals else ""
    whole = rf"\frac{{1}}{{{scale}}} \sum_{{k=1}}{last} {weighted}{power}"
    return rf"\sqrt{{{whole}}}" if squared else whole


def measure_called(key: str) -> Measure | Smoothed:
    """Return a measure of the registry, one on smoothed distributions, or one that was made. Raises `OrdquantError`."""
    if "." in key:
        return built_measure(Switches.parse(key))
    return SMOOTHED[key] if key in SMOOTHED else MEASURES[key]

"""What other libraries and official scorers compute under the names of measures, each on a live example.

Both numbers of an example are computed here, by our own formulas.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.analysis.picture import Picture
from ordquant_core.analysis.profiles import GROUPS, lequa_groups
from ordquant_core.analysis.spaces.pairs import classes
from ordquant_core.distributions import as_pair
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.markup import Html
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.views import VIEWS, negative_log2
from ordquant_core.numerals import count, score
from ordquant_core.records import FloatArray

Row = tuple[float, ...]
Scorer = Callable[[FloatArray, FloatArray], float]


def root_of_jsd_in_nats(gold: ArrayLike, estimated: ArrayLike) -> float:
    """Return the mean of sqrt(JSD ln 2): SciPy's `jensenshannon` is a root, in nats unless a base is given."""
    return float(np.sqrt(MEASURES["JSD"](gold, estimated) * math.log(2)).mean())


def distance_of_values(gold: ArrayLike, estimated: ArrayLike) -> float:
    """Return the mean over cases of mean abs(g_(i) - p_(i)), both sorted: the Wasserstein distance of two samples.

    This is what comes out where two histograms are given as the values that were observed.
    """
    first, second = as_pair(gold, estimated)
    return float(np.abs(np.sort(first, axis=-1) - np.sort(second, axis=-1)).mean())


def macro_nmd(gold: ArrayLike, estimated: ArrayLike) -> float:
    """Return LeQua's macro-NMD: the mean NMD of cases in each of four groups, then the mean of the four.

    A case belongs to group k where the mean of its gold, sum i g_i, lies in [k, k + 1), k from 1 to 4; a mean of
    exactly 5 is in none. Raises `OrdquantError` where there are not five classes, or a group has no case.
    """
    first, second = as_pair(gold, estimated)
    if first.ndim != 2 or first.shape[-1] != 5:
        raise ShapeMismatchError(f"`gold` has shape {first.shape}; expected (cases, 5).")
    groups = lequa_groups(first)
    scores = MEASURES["NMD"](first, second)
    empty = [group for group in range(1, GROUPS + 1) if not (groups == group).any()]
    if empty:
        raise OrdquantError(
            f"No case has a gold distribution with a mean from {empty[0]} to {empty[0] + 1}; expected one or more."
        )
    return float(np.mean([scores[groups == group].mean() for group in range(1, GROUPS + 1)]))


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherScorer:
    """A name under which something else is computed than the measure of the papers, and cases that show it."""

    key: str
    name: str  # what is called, or run
    measure: str  # the measure for which it could be taken
    computes: str  # one or two sentences
    do: str  # what to do about it
    gold: tuple[Row, ...]  # the cases of the example
    estimated: tuple[Row, ...]
    scorer: Scorer

    @property
    def theirs(self) -> float:
        """What it gives on the example."""
        return self.scorer(np.array(self.gold, dtype=np.float64), np.array(self.estimated, dtype=np.float64))

    @property
    def ours(self) -> float:
        """The mean of the measure on the example."""
        return float(MEASURES[self.measure](self.gold, self.estimated).mean())

    @property
    def picture(self) -> Picture:
        """The first case of the example, for Compare; B is Uniform."""
        gold, estimate = self.gold[0], self.estimated[0]
        return Picture(classes(len(gold)), gold, estimate, "uniform", "Estimate")

    @property
    def sentence(self) -> Html:
        """Both numbers: 'Here NMD is 1.000; SciPy gives 0.000.'"""
        cases = f" over {count(len(self.gold), 'case')}" if len(self.gold) > 1 else ""
        mean = "mean " if len(self.gold) > 1 else ""
        return Html(f"Here {mean}{self.measure}{cases} is {score(self.ours)}; {self.name} gives {score(self.theirs)}.")


def _view(key: str) -> Scorer:
    view = VIEWS[key]

    def scorer(gold: FloatArray, estimated: FloatArray) -> float:
        return float(view.average(MEASURES[view.of](gold, estimated), gold.shape[-1]))

    return scorer


_DIALOGUE, _UNIFORM = (0.0, 1.0, 2.0, 9.0, 8.0), (4.0, 4.0, 4.0, 4.0, 4.0)
_MODE = (0.0, 0.0, 0.0, 20.0, 0.0)
_SCORERS = (
    OtherScorer(
        key="scipy-jensenshannon",
        name="SciPy's jensenshannon",
        measure="JSD",
        computes="It returns the root of the divergence, with natural logarithms unless a base is given.",
        do="Give base=2 and square the result.",
        gold=(_DIALOGUE,),
        estimated=(_UNIFORM,),
        scorer=root_of_jsd_in_nats,
    ),
    OtherScorer(
        key="scipy-wasserstein",
        name="SciPy's wasserstein_distance of two histograms",
        measure="NMD",
        computes="Its first two arguments are observed values, not histograms. Two histograms with the same heights in "
        "another order score 0.",
        do="Give the classes as values and the histograms as weights, then divide by L − 1.",
        gold=((1.0, 0.0, 0.0),),
        estimated=((0.0, 0.0, 1.0),),
        scorer=distance_of_values,
    ),
    OtherScorer(
        key="ntcir-2018",
        name="the script of NTCIR-14 STC-3 (2018)",
        measure="RSNOD",
        computes="Its RSNOD averages over all classes, whether they occur or not. That is RNADW.",
        do="Compare its figures with RNADW.",
        gold=(_DIALOGUE,),
        estimated=(_MODE,),
        scorer=_view("RSNOD_ALL"),
    ),
    OtherScorer(
        key="ntcir-2020",
        name="the script of NTCIR-15 DialEval-1 (2020)",
        measure="RSNOD",
        computes="Its RSNOD averages over the classes that occur, as in the papers. It then prints −log2 of the mean, "
        "so larger is better.",
        do="Raise 2 to minus its figure.",
        gold=(_DIALOGUE,),
        estimated=(_MODE,),
        scorer=lambda gold, estimated: float(negative_log2(MEASURES["RSNOD"](gold, estimated).mean())),
    ),
    OtherScorer(
        key="lewidi-2025",
        name="LeWiDi 2025",
        measure="NMD",
        computes="Its Wasserstein distance is not divided by L − 1: with 11 classes it can be 10.",
        do="Divide by L − 1.",
        gold=((1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0),),
        estimated=((0.0, 0.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0),),
        scorer=_view("EMD"),
    ),
    OtherScorer(
        key="lequa-2024",
        name="LeQua 2024 (T3)",
        measure="NMD",
        computes="Its macro-NMD groups the cases by the mean of their gold and averages over four groups, so a rare "
        "kind of case counts as much as a frequent one.",
        do="Do not compare it with a mean over all cases.",
        gold=(
            (0.0, 1.0, 2.0, 9.0, 8.0),
            (0.0, 0.0, 1.0, 9.0, 10.0),
            (0.0, 0.0, 2.0, 8.0, 10.0),
            (0.0, 4.0, 10.0, 6.0, 0.0),
            (4.0, 10.0, 6.0, 0.0, 0.0),
            (16.0, 4.0, 0.0, 0.0, 0.0),
        ),
        estimated=((0.0, 0.0, 0.0, 10.0, 10.0),) * 6,
        scorer=macro_nmd,
    ),
)
OTHER_SCORERS: Mapping[str, OtherScorer] = {one.key: one for one in _SCORERS}

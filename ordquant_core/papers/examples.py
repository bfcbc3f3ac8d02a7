"""The worked examples of the papers: one gold and two estimates each, ready to be opened in a picture.

Two discrepancies were found while checking the printed values against the definitions; the tests pin both.

- EVIA 2017, Figure 3 (II) prints NOD = 0.3148 and SNOD = 0.2130. That NOD is the one of (I), and the SNOD follows from
  it; Eqs. 7-10 give 0.2593 and 0.1852. The order of (I) and (II) does not change.
- EVIA 2017, Figure 4 prints 0.0227 for (X) and 0.0380 for (Y). Eqs. 7-10 give 0.0170 and 0.0285, three quarters of
  that: the printed ones were divided by 3 where L - 1 is 4. The order of (X) and (Y) does not change.

SIGIR 2018, Figure 1 is drawn without numbers. What the text says of (a) and (b) fixes them up to mirroring; of (c) and
(d) it says only what the measures make of them, so ours are a pair with that property, and their words say so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ordquant_core.papers.references import REFERENCES

Estimate = tuple[float, ...] | str  # numbers, or the key of a baseline: "popularity", "uniform"


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """Two estimates of one gold that a paper compares. Numbers are votes or probabilities, as the source has them."""

    key: str  # stable identifier, used in links
    title: str
    source_key: str  # a key of REFERENCES
    place: str  # where in the source
    classes: tuple[str, ...]
    gold: tuple[float, ...]
    a: Estimate
    b: Estimate
    name_a: str
    name_b: str
    look: str  # our words: what to look at

    @property
    def label(self) -> str:
        """Where it is from."""
        return f"{REFERENCES[self.source_key].short}, {self.place}"


_THIRD = 1 / 3
_THREE = ("1", "2", "3")
_FOUR = ("1", "2", "3", "4")
_FIVE = ("1", "2", "3", "4", "5")
_QUALITY = ("-2", "-1", "0", "1", "2")
_UNIFORM_THREE = (_THIRD, _THIRD, _THIRD)

_EXAMPLES = (  # the first is what a page opens with
    # LQ 2021 prints the deltas of Figure 3 and not the votes. Of all ways in which 20 annotators can vote on five
    # classes, these two are the only ones with the printed deltas and the printed mode (class 1, class -2).
    Example(
        key="lq2021-figure-3a",
        title="Dialogue 181: of the quantity measures, only NMD prefers Popularity",
        source_key="sakai2021lq",
        place="Figure 3 (a)",
        classes=_QUALITY,
        gold=(0, 1, 2, 9, 8),
        a="popularity",
        b="uniform",
        name_a="Popularity",
        name_b="Uniform",
        look=(
            "Popularity misses one of the two most frequent classes by one class: NMD counts that little, RNOD more."
        ),
    ),
    Example(
        key="lq2021-figure-3b",
        title="Dialogue 18: NMD sees a tie, the other 8 quantity measures do not",
        source_key="sakai2021lq",
        place="Figure 3 (b)",
        classes=_QUALITY,
        gold=(8, 7, 3, 1, 1),
        a="popularity",
        b="uniform",
        name_a="Popularity",
        name_b="Uniform",
        look=(
            "NMD finds both exactly equal: both need the same amount of moving. The other 8 quantity "
            "measures penalise the one large error of Popularity."
        ),
    ),
    Example(
        key="lq2021-section-3",
        title="The same error in the middle and at the end of the scale",
        source_key="sakai2021lq",
        place="Section 3",
        classes=_FOUR,
        gold=(0.25, 0.25, 0.25, 0.25),
        a=(0.25, 0.35, 0.15, 0.25),
        b=(0.25, 0.25, 0.35, 0.15),
        name_a="System A",
        name_b="System B",
        look=(
            "Both moved 0.1 to a neighbouring class: A in the middle, B at the end. OD and its relatives "
            "charge more at the end; NMD and the nominal measures do not."
        ),
    ),
    Example(
        key="sigir2018-figure-1-ab",
        title="All probability in one wrong class: one class off or far away",
        source_key="sakai2018",
        place="Figure 1 (a) and (b)",
        classes=_THREE,
        gold=(1, 0, 0),
        a=(0, 1, 0),
        b=(0, 0, 1),
        name_a="(a)",
        name_b="(b)",
        look=(
            "Bin-by-bin measures give both the worst score. NMD sees that (a) is one class off and (b) as "
            "far off as possible. The figure may show the mirror image."
        ),
    ),
    Example(
        key="sigir2018-figure-1-cd",
        title="Flat gold: leaning less or more to the left",
        source_key="sakai2018",
        place="Figure 1 (c) and (d)",
        classes=_THREE,
        gold=_UNIFORM_THREE,
        a=(_THIRD, 2 * _THIRD, 0),
        b=(2 * _THIRD, _THIRD, 0),
        name_a="(c)",
        name_b="(d)",
        look=(
            "The paper prints no heights, so these are ours: NVD, RNSS and JSD give both the same score, NMD "
            "and RSNOD prefer (c), which leans less to the left."
        ),
    ),
    Example(
        key="evia2017-figure-1",
        title="The same total error, spread out or in one class",
        source_key="sakai2017",
        # SIGIR 2018, section 3.1 works through the same pair (and prints the numbers of X for Y by mistake).
        place="Figures 1 and 4",
        classes=_FIVE,
        gold=(0.2, 0.2, 0.2, 0.2, 0.2),
        a=(0.3, 0.3, 0.2, 0.1, 0.1),
        b=(0.4, 0.2, 0.2, 0.1, 0.1),
        name_a="X",
        name_b="Y",
        look=(
            "NVD is the same for the flatter X and the more skewed Y. Measures that square errors, take "
            "logarithms or look at distances prefer X."
        ),
    ),
    Example(
        key="evia2017-figure-2-ad",
        title="All probability in one wrong class: far away or one class off",
        source_key="sakai2017",
        place="Figure 2 (a) and (d)",
        classes=_THREE,
        gold=(1, 0, 0),
        a=(0, 0, 1),
        b=(0, 1, 0),
        name_a="(a)",
        name_b="(d)",
        look=(
            "No probability is in the right class: the nominal measures give both the worst score. Measures "
            "that count steps see that (d) is only one class off."
        ),
    ),
    Example(
        key="evia2017-figure-2-bc",
        title="Two wrong classes: more probability far away or one class off",
        source_key="sakai2017",
        place="Figure 2 (b) and (c)",
        classes=_THREE,
        gold=(1, 0, 0),
        a=(0, _THIRD, 2 * _THIRD),
        b=(0, 2 * _THIRD, _THIRD),
        name_a="(b)",
        name_b="(c)",
        look=(
            "The same two bars in opposite order. Measures that count steps prefer (c), with less "
            "probability far from the gold; nominal measures see no difference."
        ),
    ),
    Example(
        key="evia2017-figure-3-i-ii",
        title="Flat gold, all probability in one class: at the end or in the middle",
        source_key="sakai2017",
        place="Figure 3 (I) and (II)",
        classes=_THREE,
        gold=_UNIFORM_THREE,
        a=(1, 0, 0),
        b=(0, 1, 0),
        name_a="(I)",
        name_b="(II)",
        look=(
            "The middle class is at most one step away from everything, so the ordinal measures prefer (II). "
            "For the nominal ones the two are the same."
        ),
    ),
    Example(
        key="evia2017-figure-3-iii-iv",
        title="Flat gold, one class missing: leaning to the end or to the middle",
        source_key="sakai2017",
        # The bars are drawn, not printed as numbers. These give the printed NOD and SNOD; for (IV) so would
        # (2/3, 0, 1/3), and for both their mirror images.
        place="Figure 3 (III) and (IV)",
        classes=_THREE,
        gold=_UNIFORM_THREE,
        a=(2 * _THIRD, _THIRD, 0),
        b=(_THIRD, 2 * _THIRD, 0),
        name_a="(III)",
        name_b="(IV)",
        look=(
            "Both leave the last class empty; (IV) keeps the probability closer to it. NMD prefers (IV) "
            "clearly, SNOD only slightly; the nominal measures see a tie."
        ),
    ),
    Example(
        key="variants-section-2-3",
        title="The right order of the bars, or the right heights",
        source_key="sakai2022",
        place="Section 2.3",
        classes=_FOUR,
        gold=(0.4, 0.3, 0.2, 0.1),
        a=(0.31, 0.3, 0.2, 0.19),
        b=(0.4, 0.3, 0.14, 0.16),
        name_a="Estimate of the paper",
        name_b="Our counter-example",
        look=(
            "A is the paper's estimate: too flat, but with its bars in the order of the gold. B is ours: "
            "nearer by every quantity measure, two small classes exchanged."
        ),
    ),
)
EXAMPLES: Mapping[str, Example] = MappingProxyType({example.key: example for example in _EXAMPLES})

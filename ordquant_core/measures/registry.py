"""Every measure as data: pages, figures, documentation and tests all read this list."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from numpy.typing import ArrayLike

from ordquant_core.distributions import Widths, widths_of
from ordquant_core.errors import PluginError, UnknownNameError
from ordquant_core.measures import match_distance, measure, nominal, order_aware, other_fields, priority, terms
from ordquant_core.measures.measure import ON_REQUEST, Measure, Measures, unknown_key
from ordquant_core.measures.own.function import on_rows, own_function
from ordquant_core.measures.own.loading import own_measures
from ordquant_core.measures.own.record import OPTIONAL, REQUIRED, measure_of
from ordquant_core.measures.own.required import check_properties
from ordquant_core.measures.recipes import contributions, endings
from ordquant_core.measures.recipes import nominal_and_ordinal as basic_steps
from ordquant_core.measures.recipes import other_fields as other_steps
from ordquant_core.measures.recipes import priority as priority_steps
from ordquant_core.measures.recipes.short import Short
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.measures.terms import Products, Terms

__all__ = [
    "DEFAULT_FAMILIES",
    "DEFAULT_MEASURES",
    "FAMILIES",
    "MAIN_MEASURES",
    "MEASURES",
    "OTHER_MEASURES",
    "OWN_MEASURES",
    "PLUGIN_PROBLEM",
    "RAW_MEASURES",
    "Measure",
    "MeasureLike",
    "Measures",
    "get_measures",
    "keys_of",
    "measures_at",
    "register",
]


MeasureLike = str | Measure | Callable[..., Any]  # a key, a measure, or its function
SESSION = "this session"  # where a measure comes from that is no plug-in


def _steps(n_classes: int, widths: Widths | None = None) -> float:
    return n_classes - 1.0 if widths is None else sum(widths)


def _largest_nod(n_classes: int, widths: Widths | None = None) -> float:
    return order_aware.largest_od(n_classes, widths) / _steps(n_classes, widths)


def _largest_rnod(n_classes: int, widths: Widths | None = None) -> float:
    return math.sqrt(_largest_nod(n_classes, widths))


def _largest_rnadw(n_classes: int, widths: Widths | None = None) -> float:
    return math.sqrt(order_aware.largest_adw(n_classes, widths) / _steps(n_classes, widths))


def _largest_dnkt_rnod(n_classes: int, widths: Widths | None = None) -> float:
    largest = _largest_rnod(n_classes, widths)
    return 2 * largest / (1 + largest)  # with DNKT = 1


_NMD_STEPS = basic_steps.normalised(basic_steps.md, "NMD", "MD")
_RNOD_STEPS = basic_steps.rooted(basic_steps.od, "RNOD", "OD")
_NMD_SHORT: Short = (contributions.differences, endings.per_step)
_RNOD_SHORT: Short = (contributions.in_gold(contributions.dw), endings.root_per_step)
_JSD_SHORT: Short = (
    contributions.bits_from_average,
    endings.mean_of_two(endings.divergences, "KLD(p ‖ m) and KLD(p* ‖ m)"),
)
_DNKT_SHORT: Short = (contributions.agreement_of_pairs, endings.from_tau)
_MEASURES = (
    Measure(
        key="NMD",
        name="Normalised Match Distance",
        family="ordinal",
        compute=match_distance.nmd,
        symmetric=True,
        equidistant=True,
        formula=r"\mathrm{NMD} = \frac{1}{L-1} \sum_i |cp_i - cp^*_i|",
        summary="How far probability must be moved, on average, to turn the estimate into the gold (normalised EMD).",
        sources=(("sakai2018", "Eq. 8"), ("werman1985", ""), ("sakai2021lq", "Eq. 1")),
        working=_NMD_STEPS,
        short=_NMD_SHORT,
        terms=Terms(terms.differences, terms.averaged, cumulative=True),
    ),
    Measure(
        key="RNOD",
        name="Root Normalised Order-aware Divergence",
        family="ordinal",
        compute=order_aware.rnod,
        symmetric=False,
        equidistant=True,
        formula=r"\mathrm{RNOD} = \sqrt{\frac{1}{(L-1)\,|C^*|} \sum_{i \in C^*} \sum_j |i-j| (p_j - p^*_j)^2}",
        summary="Squared errors, weighted by their distance from each class that occurs in the gold.",
        sources=(("sakai2021lq", "Eq. 5"), ("sakai2021acl", ""), ("sakai2017", "Eq. 7")),
        largest=_largest_rnod,
        working=_RNOD_STEPS,
        short=_RNOD_SHORT,
        terms=Terms(terms.squares, terms.from_occurring, root=True),
    ),
    Measure(
        key="RSNOD",
        name="Root Symmetric Normalised Order-aware Divergence",
        family="ordinal",
        compute=order_aware.rsnod,
        symmetric=True,
        equidistant=True,
        formula=r"\mathrm{RSNOD} = \sqrt{\frac{\mathrm{OD}(p \parallel p^*) + \mathrm{OD}(p^* \parallel p)}{2 (L-1)}}",
        summary="RNOD seen from both sides: the classes of the gold and the classes of the estimate.",
        sources=(("sakai2018", "Eq. 12"), ("sakai2021lq", "Eq. 6")),
        largest=_largest_rnod,
        working=basic_steps.rooted(basic_steps.sod, "RSNOD", "SOD"),
        short=(contributions.from_both_sides, endings.root_per_step),
        terms=Terms(terms.squares, terms.from_occurring, of_both=True, root=True),
    ),
    Measure(
        key="RNOD2",
        name="RNOD without equidistance",
        family="ordinal",
        compute=order_aware.rnod2,
        symmetric=False,
        equidistant=False,
        formula=(
            r"\mathrm{RNOD2} = \sqrt{\frac{1}{(L-1)\,|C^*|} \sum_{i \in C^*} \sum_j \delta_{ij} (p_j - p^*_j)^2},"
            r"\quad \delta_{ij} = \sum_{k=\min(i,j)}^{\max(i,j)} p^*_k - \frac{p^*_i + p^*_j}{2}"
        ),
        summary="RNOD with the distance of two classes taken from the gold probability between them.",
        sources=(("sakai2022", "Eq. 6"), ("sakai2021lq", "Eq. 11")),
        working=basic_steps.rnod2,
        short=(contributions.in_gold(contributions.dw_by_gold), endings.root_per_step),
        terms=Terms(terms.squares, terms.from_occurring_ridits, root=True),
    ),
    Measure(
        key="RNADW",
        name="Root Normalised Average Distance-Weighted sum",
        family="ordinal",
        compute=order_aware.rnadw,
        symmetric=True,
        equidistant=True,
        formula=r"\mathrm{RNADW} = \sqrt{\frac{1}{(L-1)\,L} \sum_i \sum_j |i-j| (p_j - p^*_j)^2}",
        summary="RNOD averaged over all classes instead of those that occur in the gold.",
        sources=(("sakai2021lq", "Eq. 8"), ("sakai2022", "Eq. 8")),
        largest=_largest_rnadw,
        working=basic_steps.rooted(basic_steps.adw, "RNADW", "ADW"),
        short=(contributions.dw, endings.root_per_step),
        terms=Terms(terms.squares, terms.from_all, root=True),
    ),
    Measure(
        key="RNADW2",
        name="RNADW without equidistance",
        family="ordinal",
        compute=order_aware.rnadw2,
        symmetric=False,
        equidistant=False,
        formula=(
            r"\mathrm{RNADW2} = \sqrt{\frac{1}{(L-1)\,L} \sum_i \sum_j \delta_{ij} (p_j - p^*_j)^2},"
            r"\quad \delta_{ij} = \sum_{k=\min(i,j)}^{\max(i,j)} p^*_k - \frac{p^*_i + p^*_j}{2}"
        ),
        summary="RNADW with the distance of two classes taken from the gold probability between them.",
        sources=(("sakai2022", "Section 2.1"),),
        working=basic_steps.rnadw2,
        short=(contributions.dw_by_gold, endings.root_per_step),
        terms=Terms(terms.squares, terms.from_all_ridits, root=True),
    ),
    Measure(
        key="NVD",
        name="Normalised Variational Distance",
        family="nominal",
        compute=nominal.nvd,
        symmetric=True,
        equidistant=None,
        formula=r"\mathrm{NVD} = \frac{1}{2} \sum_i |p_i - p^*_i|",
        summary="Half the summed absolute errors: the probability in the wrong class (L/2 × mean absolute error).",
        sources=(("sakai2018", "Eq. 2"), ("sakai2022", "Eq. 9")),
        working=basic_steps.nvd,
        short=(contributions.absolute_errors, endings.half),
        terms=Terms(terms.differences, terms.half),
    ),
    Measure(
        key="RNSS",
        name="Root Normalised Sum of Squares",
        family="nominal",
        compute=nominal.rnss,
        symmetric=True,
        equidistant=None,
        formula=r"\mathrm{RNSS} = \sqrt{\frac{1}{2} \sum_i (p_i - p^*_i)^2}",
        summary="Root of half the summed squared errors: one large error counts more than several small ones.",
        sources=(("sakai2017", "Eq. 3"), ("sakai2018", "Eq. 4"), ("sakai2022", "Eq. 10")),
        working=basic_steps.rnss,
        short=(contributions.squared_errors, endings.root_of_half),
        terms=Terms(terms.squares, terms.half, root=True),
    ),
    Measure(
        key="JSD",
        name="Jensen-Shannon Divergence",
        family="nominal",
        compute=nominal.jsd,
        symmetric=True,
        equidistant=None,
        formula=(
            r"\mathrm{JSD} = \frac{1}{2} \sum_i \left( p_i \log_2 \frac{p_i}{m_i} + p^*_i \log_2 \frac{p^*_i}{m_i}"
            r" \right), \quad m_i = \frac{p_i + p^*_i}{2}"
        ),
        summary="Bits lost when the gold and the estimate are both described by their average; base 2, no root.",
        sources=(("sakai2018", "Eq. 5"), ("lin1991", ""), ("sakai2022", "Eq. 12")),
        working=basic_steps.jsd,
        short=_JSD_SHORT,
        terms=Terms(terms.bits),
    ),
    Measure(
        key="DNKT",
        name="Divergence based on Normalised Kendall's Tau",
        family="priority",
        compute=priority.dnkt,
        symmetric=True,
        equidistant=None,
        formula=(
            r"\mathrm{DNKT} = \frac{1 - \tau_b}{2}, \quad"
            r" \tau_b = \frac{C - D}{\sqrt{\max(1, U_p)\,\max(1, U_{p^*})}}"
        ),
        summary="Compares only the order of the bars, not their heights; 0.5 when either side is uniform.",
        sources=(("sakai2022", "Eqs. 13-16"),),
        working=priority_steps.dnkt,
        short=_DNKT_SHORT,
        terms=Products(terms.order, 1 / 2),
    ),
    Measure(
        key="DNKT_NMD",
        name="Harmonic mean of DNKT and NMD",
        family="combined",
        compute=priority.dnkt_nmd,
        symmetric=True,
        equidistant=True,
        formula=r"\mathrm{DNKT\_NMD} = \frac{2 \cdot \mathrm{DNKT} \cdot \mathrm{NMD}}{\mathrm{DNKT} + \mathrm{NMD}}",
        summary="Small as soon as either the order of the bars (DNKT) or the moved probability (NMD) is right.",
        sources=(("sakai2022", "Eq. 17"),),
        working=priority_steps.harmonic(_NMD_STEPS, "NMD"),
        short=(contributions.scores_of(DNKT=_DNKT_SHORT, NMD=_NMD_SHORT), endings.harmonic),
        terms=Terms(terms.differences, terms.averaged, cumulative=True, with_dnkt=True),
    ),
    Measure(
        key="DNKT_RNOD",
        name="Harmonic mean of DNKT and RNOD",
        family="combined",
        compute=priority.dnkt_rnod,
        symmetric=False,
        equidistant=True,
        formula=(
            r"\mathrm{DNKT\_RNOD} = \frac{2 \cdot \mathrm{DNKT} \cdot \mathrm{RNOD}}{\mathrm{DNKT} + \mathrm{RNOD}}"
        ),
        summary="Small as soon as either the order of the bars (DNKT) or the weighted errors (RNOD) are right.",
        sources=(("sakai2022", "Eq. 17"),),
        largest=_largest_dnkt_rnod,
        working=priority_steps.harmonic(_RNOD_STEPS, "RNOD"),
        short=(contributions.scores_of(DNKT=_DNKT_SHORT, RNOD=_RNOD_SHORT), endings.harmonic),
        terms=Terms(terms.squares, terms.from_occurring, root=True, with_dnkt=True),
    ),
    Measure(
        key="DNKT_JSD",
        name="Harmonic mean of DNKT and JSD",
        family="combined",
        compute=priority.dnkt_jsd,
        symmetric=True,
        equidistant=None,
        formula=r"\mathrm{DNKT\_JSD} = \frac{2 \cdot \mathrm{DNKT} \cdot \mathrm{JSD}}{\mathrm{DNKT} + \mathrm{JSD}}",
        summary="Small as soon as either the order of the bars (DNKT) or the bits lost (JSD) are right.",
        sources=(("sakai2022", "Eq. 17"),),
        working=priority_steps.harmonic(basic_steps.jsd, "JSD"),
        short=(contributions.scores_of(DNKT=_DNKT_SHORT, JSD=_JSD_SHORT), endings.harmonic),
        terms=Terms(terms.bits, with_dnkt=True),
    ),
    Measure(
        key="MD",
        name="Match Distance",
        family="ordinal",
        compute=match_distance.md,
        symmetric=True,
        equidistant=True,
        formula=r"\mathrm{MD} = \sum_i |cp_i - cp^*_i|",
        summary="NMD before the division by L − 1: Earth Mover's Distance with neighbouring classes one step apart.",
        sources=(("sakai2018", "Eq. 7"), ("werman1985", "")),
        largest=_steps,
        raw_of="NMD",
        working=basic_steps.md,
        short=(contributions.differences, endings.summed),
        terms=Terms(terms.differences, cumulative=True),
    ),
    Measure(
        key="OD",
        name="Order-aware Divergence",
        family="ordinal",
        compute=order_aware.od,
        symmetric=False,
        equidistant=True,
        formula=r"\mathrm{OD} = \frac{1}{|C^*|} \sum_{i \in C^*} \sum_j |i-j| (p_j - p^*_j)^2",
        summary="RNOD before the division by L − 1 and the root.",
        sources=(("sakai2021lq", "Eq. 3"), ("sakai2018", "Eq. 10"), ("sakai2017", "Eq. 7")),
        largest=order_aware.largest_od,
        raw_of="RNOD",
        working=basic_steps.od,
        short=(contributions.as_sum(contributions.in_gold(contributions.dw)), endings.averaged),
    ),
    Measure(
        key="NOD",
        name="Normalised Order-aware Divergence",
        family="ordinal",
        compute=order_aware.nod,
        symmetric=False,
        equidistant=True,
        formula=r"\mathrm{NOD} = \frac{\mathrm{OD}}{L-1}",
        summary="RNOD before the root.",
        sources=(("sakai2017", "Eq. 9"),),
        largest=_largest_nod,
        raw_of="RNOD",
        working=basic_steps.normalised(basic_steps.od, "NOD", "OD"),
        short=(contributions.in_gold(contributions.dw), endings.per_step),
    ),
    Measure(
        key="SOD",
        name="Symmetric Order-aware Divergence",
        family="ordinal",
        compute=order_aware.sod,
        symmetric=True,
        equidistant=True,
        formula=r"\mathrm{SOD} = \frac{\mathrm{OD}(p \parallel p^*) + \mathrm{OD}(p^* \parallel p)}{2}",
        summary="RSNOD before the division by L − 1 and the root.",
        sources=(("sakai2021lq", "Eq. 4"), ("sakai2018", "Eq. 11")),
        largest=order_aware.largest_od,
        raw_of="RSNOD",
        working=basic_steps.sod,
        short=(
            contributions.from_both_sides,
            endings.mean_of_two(endings.order_aware_divergences, "OD(p ‖ p*) and OD(p* ‖ p)"),
        ),
    ),
    Measure(
        key="SNOD",
        name="Symmetric Normalised Order-aware Divergence",
        family="ordinal",
        compute=order_aware.snod,
        symmetric=True,
        equidistant=True,
        formula=r"\mathrm{SNOD} = \frac{\mathrm{SOD}}{L-1}",
        summary="RSNOD before the root.",
        sources=(("sakai2017", "Eq. 10"),),
        largest=_largest_nod,
        raw_of="RSNOD",
        working=basic_steps.normalised(basic_steps.sod, "SNOD", "SOD"),
        short=(contributions.from_both_sides, endings.per_step),
    ),
    Measure(
        key="ADW",
        name="Average Distance-Weighted sum",
        family="ordinal",
        compute=order_aware.adw,
        symmetric=True,
        equidistant=True,
        formula=r"\mathrm{ADW} = \frac{1}{L} \sum_i \sum_j |i-j| (p_j - p^*_j)^2",
        summary="RNADW before the division by L − 1 and the root.",
        sources=(("sakai2021lq", "Eq. 7"),),
        largest=order_aware.largest_adw,
        raw_of="RNADW",
        working=basic_steps.adw,
        short=(contributions.as_sum(contributions.dw), endings.averaged),
    ),
    Measure(
        key="VD",
        name="Variational Distance",
        family="nominal",
        compute=nominal.vd,
        symmetric=True,
        equidistant=None,
        formula=r"\mathrm{VD} = \sum_i |p_i - p^*_i|",
        summary="NVD before the division by 2: the sum of absolute errors.",
        sources=(("sakai2018", "Eq. 1"),),
        largest=lambda n_classes: 2.0,
        raw_of="NVD",
        working=basic_steps.vd,
        short=(contributions.absolute_errors, endings.summed),
        terms=Terms(terms.differences),
    ),
    Measure(
        key="SS",
        name="Sum of Squares",
        family="nominal",
        compute=nominal.ss,
        symmetric=True,
        equidistant=None,
        formula=r"\mathrm{SS} = \sum_i (p_i - p^*_i)^2",
        summary="RNSS before the division by 2 and the root.",
        sources=(("sakai2018", "Eq. 3"),),
        largest=lambda n_classes: 2.0,
        raw_of="RNSS",
        working=basic_steps.ss,
        short=(contributions.squared_errors, endings.summed),
        terms=Terms(terms.squares),
    ),
    Measure(
        key="KLD",
        name="Kullback-Leibler Divergence",
        family="nominal",
        compute=nominal.kld,
        symmetric=False,
        equidistant=None,
        formula=r"\mathrm{KLD} = \sum_{i:\,p_i>0} p_i \log_2 \frac{p_i}{p^*_i}",
        summary="JSD is built from it; infinite where the estimate uses a class that the gold does not.",
        sources=(("sakai2018", "Eq. 6"), ("sakai2022", "Eq. 11")),
        largest=lambda n_classes: math.inf,
        raw_of="JSD",
        working=basic_steps.kld,
        short=(contributions.bits, endings.summed),
    ),
    Measure(
        key="RPS",
        name="Ranked Probability Score",
        family="other",
        compute=other_fields.rps,
        symmetric=True,
        equidistant=True,
        formula=r"\mathrm{RPS} = \frac{1}{L-1} \sum_i (cp_i - cp^*_i)^2",
        summary="NMD with squared cumulative differences: one far move can cost more than two near ones.",
        sources=(("epstein1969", ""), ("murphy1970", "")),
        working=other_steps.rps,
        short=(contributions.squared_differences, endings.per_step),
        terms=Terms(terms.squares, terms.averaged, cumulative=True),
    ),
    Measure(
        key="CJS",
        name="Cumulative Jensen-Shannon Divergence",
        family="other",
        compute=other_fields.cjs,
        symmetric=True,
        equidistant=True,
        formula=(
            r"\mathrm{CJS} = \frac{1}{2} \sum_i \left( cp_i \ln \frac{cp_i}{m_i} + cp^*_i \ln \frac{cp^*_i}{m_i}"
            r" \right), \quad m_i = \frac{cp_i + cp^*_i}{2}"
        ),
        summary="JSD of the cumulative distributions, in nats; it depends on the end from which they are cumulated.",
        sources=(("wen2023", ""),),
        largest=lambda n_classes: (n_classes - 1) * math.log(2) / 2,
        reversible=False,
        working=other_steps.cjs,
        short=(contributions.cumulative_divergences, endings.summed),
        terms=Terms(terms.bits, terms.in_nats, cumulative=True),
    ),
    Measure(
        key="AE",
        name="Absolute Error",
        family="other",
        compute=other_fields.ae,
        symmetric=True,
        equidistant=None,
        formula=r"\mathrm{AE} = \frac{1}{L} \sum_i |p_i - p^*_i|",
        summary="Mean absolute error of the classes: 2/L times NVD.",
        sources=(("moreo2021", "error.py"),),
        largest=lambda n_classes: 2 / n_classes,
        working=other_steps.ae,
        short=(contributions.absolute_errors, endings.per_class),
        terms=Terms(terms.differences, terms.averaged),
    ),
    Measure(
        key="RMSE",
        name="Root Mean Squared Error",
        family="other",
        compute=other_fields.rmse,
        symmetric=True,
        equidistant=None,
        formula=r"\mathrm{RMSE} = \sqrt{\frac{1}{L} \sum_i (p_i - p^*_i)^2}",
        summary="RNSS times the root of 2/L: over the same classes, both prefer the same estimates.",
        sources=(("sakai2017", "Section 3.2.1"),),
        largest=lambda n_classes: math.sqrt(2 / n_classes),
        working=other_steps.rmse,
        short=(contributions.squared_errors, endings.root_of_mean),
        terms=Terms(terms.squares, terms.averaged, root=True),
    ),
    Measure(
        key="NAE",
        name="Normalised Absolute Error",
        family="other",
        compute=other_fields.nae,
        symmetric=False,
        equidistant=None,
        formula=r"\mathrm{NAE} = \frac{\sum_i |p_i - p^*_i|}{2 (1 - \min_i p^*_i)}",
        summary="Absolute error as a share of the largest one that this gold allows.",
        sources=(("moreo2021", "error.py"), ("sebastiani2020", "")),
        working=other_steps.nae,
        short=(contributions.absolute_errors, endings.by_most),
        terms=Terms(terms.differences, terms.by_most),
    ),
    Measure(
        key="HD",
        name="Hellinger Distance",
        family="other",
        compute=other_fields.hd,
        symmetric=True,
        equidistant=None,
        formula=(
            r"\mathrm{HD} = \sqrt{\frac{1}{2} \sum_i \left( \sqrt{p_i} - \sqrt{p^*_i} \right)^2}"
            r" = \sqrt{1 - \sum_i \sqrt{p_i\,p^*_i}}"
        ),
        summary="RNSS of the roots of the probabilities, so that errors in rare classes count more.",
        sources=(("hellinger1909", ""), ("sebastiani2020", "")),
        working=other_steps.hd,
        short=(contributions.squared_root_errors, endings.root_of_half),
        terms=Terms(terms.squares_of_roots, terms.half, root=True),
    ),
    Measure(
        key="CHEB",
        name="Chebyshev Distance",
        family="other",
        compute=other_fields.cheb,
        symmetric=True,
        equidistant=None,
        formula=r"\mathrm{CHEB} = \max_i |p_i - p^*_i|",
        summary="The largest absolute error of any class; errors in the other classes do not count.",
        sources=(("geng2016", ""),),
        working=other_steps.cheb,
        short=(contributions.largest_error, endings.itself),
        terms=Terms(terms.differences, largest=True),
    ),
    Measure(
        key="CLARK",
        name="Clark Distance",
        family="other",
        compute=other_fields.clark,
        symmetric=True,
        equidistant=None,
        formula=r"\mathrm{CLARK} = \sqrt{\sum_i \frac{(p_i - p^*_i)^2}{(p_i + p^*_i)^2}}, \quad 0/0 = 0",
        summary="Root of the summed squares of relative errors: a class that is empty on one side counts in full.",
        sources=(("geng2016", ""),),
        largest=math.sqrt,
        working=other_steps.clark,
        short=(contributions.squared_relative_errors, endings.root),
        terms=Terms(terms.squares_of_relative, root=True),
    ),
    Measure(
        key="CANB",
        name="Canberra Distance",
        family="other",
        compute=other_fields.canb,
        symmetric=True,
        equidistant=None,
        formula=r"\mathrm{CANB} = \sum_i \frac{|p_i - p^*_i|}{p_i + p^*_i}, \quad 0/0 = 0",
        summary="Sum of relative errors: a class that is empty on one side counts in full, however rare it is.",
        sources=(("geng2016", ""),),
        largest=float,
        working=other_steps.canb,
        short=(contributions.relative_errors, endings.summed),
        terms=Terms(terms.relative),
    ),
    Measure(
        key="COS",
        name="Cosine Distance",
        family="other",
        compute=other_fields.cos,
        symmetric=True,
        equidistant=None,
        formula=(r"\mathrm{COS} = 1 - \frac{\sum_i p_i\,p^*_i}{\sqrt{\sum_i p_i^2}\,\sqrt{\sum_i (p^*_i)^2}}"),
        summary="One minus the cosine of the angle between the two distributions as vectors.",
        sources=(("geng2016", ""),),
        working=other_steps.cos,
        short=(contributions.products, endings.from_one),
        terms=Products(terms.on_circle),
    ),
)


def _with_own(built_in: tuple[Measure, ...]) -> tuple[tuple[Measure, ...], str]:
    """Return all measures, and what keeps the own ones from being among them.

    An import that fails could not be answered with a message: whoever starts a process looks at `PLUGIN_PROBLEM`.
    """
    taken = {one.key: "a measure of OrdQuant" for one in built_in}
    taken |= dict.fromkeys(SMOOTHED, "a smoothed measure")
    try:
        return (*built_in, *own_measures(taken)), ""
    except PluginError as problem:
        return built_in, str(problem)


_ALL, PLUGIN_PROBLEM = _with_own(_MEASURES)
MEASURES = Measures(_ALL)
OWN_MEASURES = tuple(one.key for one in _ALL if one.origin)
FAMILIES = MappingProxyType(
    {family: title for family, title in measure.FAMILIES.items() if any(one.family == family for one in _ALL)}
)
MAIN_MEASURES = tuple(one.key for one in _ALL if one.raw_of is None and one.family != ON_REQUEST)
RAW_MEASURES = tuple(one.key for one in _ALL if one.raw_of is not None)
OTHER_MEASURES = tuple(one.key for one in _ALL if one.family == ON_REQUEST)
DEFAULT_MEASURES = MAIN_MEASURES + RAW_MEASURES  # what pages and commands show where nobody chooses
DEFAULT_FAMILIES = tuple(family for family in FAMILIES if family != ON_REQUEST)


def get_measures(keys: Sequence[str]) -> tuple[Measure, ...]:
    """Look measures up; the error lists what exists, read from the registry itself."""
    if isinstance(keys, str):
        raise UnknownNameError(f"The measures are a list of names, not one text: [{keys!r}].")
    unknown = [key for key in keys if key not in MEASURES]
    if unknown and unknown[0] in SMOOTHED:
        raise UnknownNameError(
            f"{unknown[0]} needs the number of votes of each case: only `measure` and `score` compute it, from votes."
        )
    if unknown:
        not_added = f" Your own measures were not added: {PLUGIN_PROBLEM}." if PLUGIN_PROBLEM else ""
        raise UnknownNameError(unknown_key(unknown[0], tuple(MEASURES)) + not_added)
    if not keys:
        raise UnknownNameError(f"No measure given; choose from {', '.join(MEASURES)}.")
    return tuple(MEASURES[key] for key in keys)


def register(measure: Measure | Mapping[str, Any]) -> Measure:
    """Add a measure of one's own for this session, under its key; an earlier one of this session is replaced.

    `measure` is the record that a plug-in calls MEASURE, with the fields key, name, compute (a function of arrays of
    shape (cases, L), which returns (cases,)), symmetric, formula and summary, and optionally largest, reversible,
    equidistant and source; or a `Measure` with these. As those of plug-ins it is tried on about 1,100 pairs. Functions
    that take measures take its key; where none are named, it is not among them. Raises `PluginError`, which names the
    field or the property that is missing.

    >>> import ordquant_core as oq
    >>> worst = {"compute": lambda gold, estimate: abs(estimate - gold).max(-1), "symmetric": True}
    >>> oq.register({"key": "NMD", "name": "", "formula": "", "summary": "", **worst})
    Traceback (most recent call last):
    ordquant_core.errors.PluginError: this session: the key NMD is taken by a measure of OrdQuant; choose another one
    """
    record: object = measure
    if isinstance(measure, Measure):
        fields = {"source": measure.cited}
        record = fields | {field: getattr(measure, field) for field in (*REQUIRED, *OPTIONAL) if field not in fields}
    added, scorer = measure_of(record, SESSION, _taken())
    check_properties(added, scorer)
    MEASURES.add(added)
    return added


def keys_of(measures: Iterable[MeasureLike]) -> tuple[str, ...]:
    """Return the keys of measures; a function that is none of them is known by its name for the rest of the session.

    Such a function is tried on no pairs; it takes arrays of shape (cases, L), or two vectors. Raises `OrdquantError`.
    """
    if isinstance(measures, str):
        get_measures(measures)
    return tuple(one if isinstance(one, str) else _known(one).key for one in measures)


def _known(measure: Measure | Callable[..., Any]) -> Measure:
    """Return the measure of the registry that this is, or has been made of it."""
    for known in MEASURES.values():
        if measure is known or measure is known.compute:
            return known
    if isinstance(measure, Measure):
        return register(measure)
    name = getattr(measure, "__name__", "")
    if not (callable(measure) and name.isidentifier()):
        raise UnknownNameError(f"A measure is a key, a function with a name (def …) or a Measure, not {measure!r}.")
    if name in (taken := _taken()):
        raise UnknownNameError(f"The key {name} is taken by {taken[name]}; give the function another name.")
    summary = (measure.__doc__ or name).strip().partition("\n")[0]
    added = Measure(
        key=name,
        name=name,
        compute=own_function(on_rows(measure), name, SESSION, summary),
        symmetric=False,
        formula="",
        summary=summary,
        largest=lambda n_classes: math.inf,
        origin=SESSION,
    )
    MEASURES.add(added)
    return added


def _taken() -> dict[str, str]:
    """Return what has each key that a measure of this session cannot have."""
    taken = {key: one.origin or "a measure of OrdQuant" for key, one in MEASURES.items() if one.origin != SESSION}
    return taken | dict.fromkeys(SMOOTHED, "a smoothed measure")


def measures_at(keys: Sequence[str], positions: ArrayLike | None, n_classes: int) -> tuple[Measure, ...]:
    """Look measures up, with the classes at these positions (None: 1, ..., L) for those that take them.

    Raises `UnknownNameError` as `get_measures` does, and `OrdquantError` for positions that do not increase.

    >>> nmd, nvd = measures_at(["NMD", "NVD"], [1, 2, 4, 5], 4)
    >>> float(nmd([0, 1, 0, 0], [0, 0, 1, 0])), float(nvd([0, 1, 0, 0], [0, 0, 1, 0])), nmd.equidistant
    (0.5, 1.0, False)
    """
    known = get_measures(keys)
    if positions is None:
        return known
    widths = widths_of(positions, n_classes)
    return tuple(measure.with_widths(widths) for measure in known)

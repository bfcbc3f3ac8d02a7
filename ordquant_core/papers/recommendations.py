"""What the papers recommend to those who choose measures, in our own words, with the place where they say it."""

from collections.abc import Iterable
from typing import NamedTuple

from ordquant_core.papers.references import REFERENCES


class Recommendation(NamedTuple):
    """One recommendation, or caution, of a paper."""

    paper: str  # a key of REFERENCES
    place: str
    measures: tuple[str, ...]  # the keys of those that it is about; RIC is one of ranked lists
    words: str
    together: bool = False  # are the measures recommended for use together, for classes with an order?

    @property
    def source(self) -> str:
        """Where it stands: 'LQ 2021, Section 6'."""
        return f"{REFERENCES[self.paper].short}, {self.place}"


RECOMMENDATIONS = (  # where two of them fit, the later paper comes first
    Recommendation(
        "sakai2021lq",
        "Section 6",
        ("NMD", "RNOD"),
        "Evaluate ordinal quantification by both. RNOD is statistically more stable: of the ordinal measures, it "
        "ranks systems most consistently (ACL 2021) and finds significant differences most often over pooled data. "
        "NMD looks from another angle: it finds differences that RNOD does not find.",
        together=True,
    ),
    Recommendation(
        "sakai2018",
        "Section 4.2, page 1076",
        ("NMD", "RSNOD"),
        "Where classes have an order, use both, and not the bin-by-bin measures. The two behave differently: RSNOD "
        "lies between NMD and the bin-by-bin measures.",
        together=True,
    ),
    Recommendation(
        "sakai2022",
        "Sections 2.1 and 6",
        ("RNOD", "RNOD2", "RNADW", "RNADW2", "RSNOD"),
        "Of the ordinal measures compared on eight data sets, RNOD ranks systems most consistently; its variants "
        "RNOD2, RNADW and RNADW2 have no advantage in this. RSNOD is not among those compared: a measure need not be "
        "symmetric, as it is known which distribution is the gold, and symmetry had brought no gain in consistency "
        "(ACL 2021).",
    ),
    Recommendation(
        "sakai2022",
        "Sections 2.3 and 6",
        ("DNKT",),
        "DNKT may fit tasks in which the order of the classes by probability matters. On average, its "
        "rankings of systems depend most on the choice of cases: take this into account when you decide on the number "
        "of cases. It is of no use where the gold is uniform.",
    ),
    Recommendation(
        "golbus2013",
        "Sections 5 and 8",
        ("RIC",),
        "RIC suits recall-oriented evaluation. It has no explicit rank component; implicitly, a relevant document "
        "that comes late stands below many that are not relevant. Documents without a judgement play no part, as in a "
        "condensed list. Its estimate needs many observations.",
    ),
)
TOGETHER = tuple(one for one in RECOMMENDATIONS if one.together)
OF_RANKED_LISTS = tuple(one for one in RECOMMENDATIONS if one.measures == ("RIC",))
OF_DISTRIBUTIONS = tuple(one for one in RECOMMENDATIONS if one not in OF_RANKED_LISTS)


def recommended_together(measures: Iterable[str]) -> Recommendation | None:
    """Return the recommendation to use two measures together, None where there is none."""
    wanted = {*measures}
    return next((one for one in TOGETHER if {*one.measures} == wanted), None)

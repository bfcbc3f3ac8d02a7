"""The papers and books that the measures and the statistics come from.

Facts as printed in the papers themselves or in their reference lists. A link is one that they print, or the
DOI or the arXiv number of the paper.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One publication; `key` is how the registry and the docstrings cite it."""

    key: str
    authors: tuple[str, ...]
    year: int
    title: str
    venue: str
    known_as: str  # what people call it, without the year
    url: str = ""  # empty where it is not known

    @property
    def short(self) -> str:
        """The name for running text.

        >>> REFERENCES["sakai2021lq"].short
        'LQ 2021'
        """
        return f"{self.known_as} {self.year}"

    @property
    def citation(self) -> str:
        """The full entry of a reference list, without the link.

        >>> REFERENCES["werman1985"].citation[:52]
        'Michael Werman, Shmuel Peleg, Azriel Rosenfeld. 1985'
        """
        return f"{', '.join(self.authors)}. {self.year}. {self.title}. {self.venue}."


_REFERENCES = (
    Reference(
        key="sakai2017",
        authors=("Tetsuya Sakai",),
        year=2017,
        title=(
            "Towards Automatic Evaluation of Multi-Turn Dialogues: "
            "A Task Design that Leverages Inherently Subjective Annotations"
        ),
        venue="Proceedings of EVIA 2017, 24–30",
        known_as="EVIA",
        url="http://ceur-ws.org/Vol-2008/paper_4.pdf",
    ),
    Reference(
        key="sakai2018",
        authors=("Tetsuya Sakai",),
        year=2018,
        title="Comparing Two Binned Probability Distributions for Information Access Evaluation",
        venue="Proceedings of ACM SIGIR 2018, 1073–1076",
        known_as="SIGIR",
        url="https://doi.org/10.1145/3209978.3210073",
    ),
    Reference(
        key="sakai2021acl",
        authors=("Tetsuya Sakai",),
        year=2021,
        title="Evaluating Evaluation Measures for Ordinal Classification and Ordinal Quantification",
        venue="Proceedings of ACL-IJCNLP 2021, 2759–2769",
        known_as="ACL",
        url="https://aclanthology.org/2021.acl-long.214.pdf",
    ),
    Reference(
        key="sakai2021lq",
        authors=("Tetsuya Sakai",),
        year=2021,
        title="A Closer Look at Evaluation Measures for Ordinal Quantification",
        venue="First International Workshop on Learning to Quantify (LQ 2021), Proceedings of the CIKM 2021 Workshops",
        known_as="LQ",
        url="http://ceur-ws.org/Vol-3052/paper21.pdf",
    ),
    Reference(
        key="sakai2022",
        authors=("Tetsuya Sakai",),
        year=2022,
        title="On Variants of Root Normalised Order-aware Divergence and a Divergence based on Kendall’s Tau",
        venue="arXiv:2204.07304",
        known_as="Variants study",
        url="https://arxiv.org/abs/2204.07304",
    ),
    Reference(
        key="sakai2018book",
        authors=("Tetsuya Sakai",),
        year=2018,
        title="Laboratory Experiments in Information Retrieval: Sample Sizes, Effect Sizes, and Statistical Power",
        venue="Springer",
        known_as="Laboratory Experiments",
    ),
    Reference(
        key="sakai2021ecir",
        authors=("Tetsuya Sakai",),
        year=2021,
        title="On the Instability of Diminishing Return IR Measures",
        venue="Proceedings of ECIR 2021 Part I (LNCS 12656), 572–586",
        known_as="ECIR",
    ),
    Reference(
        key="golbus2013",
        authors=("Peter B. Golbus", "Javed A. Aslam"),
        year=2013,
        title="A Mutual Information-based Framework for the Analysis of Information Retrieval Systems",
        venue="Proceedings of ACM SIGIR 2013",
        known_as="SIGIR",
        url="https://doi.org/10.1145/2484028.2484073",
    ),
    Reference(
        key="clarke2008",
        authors=("Charles L. A. Clarke", "Maheedhar Kolla", "Gordon V. Cormack", "et al."),
        year=2008,
        title="Novelty and Diversity in Information Retrieval Evaluation",
        venue="Proceedings of ACM SIGIR 2008, 659–666",
        known_as="Clarke et al.",
    ),
    Reference(
        key="sakai2011",
        authors=("Tetsuya Sakai", "Ruihua Song"),
        year=2011,
        title="Evaluating Diversified Search Results Using Per-intent Graded Relevance",
        venue="Proceedings of ACM SIGIR 2011, 1043–1052",
        known_as="Sakai and Song",
    ),
    Reference(
        key="sakai2016design",
        authors=("Tetsuya Sakai",),
        year=2016,
        title="Topic Set Size Design",
        venue="Information Retrieval Journal 19, 3, 256–283",
        known_as="Topic set size design",
    ),
    Reference(
        key="werman1985",
        authors=("Michael Werman", "Shmuel Peleg", "Azriel Rosenfeld"),
        year=1985,
        title="A Distance Metric for Multidimensional Histograms",
        venue="Computer Vision, Graphics, and Image Processing 32, 328–336",
        known_as="Werman et al.",
    ),
    Reference(
        key="lin1991",
        authors=("Jianhua Lin",),
        year=1991,
        title="Divergence Measures Based on the Shannon Entropy",
        venue="IEEE Transactions on Information Theory 37, 1, 145–151",
        known_as="Lin",
    ),
    Reference(
        key="rubner2000",
        authors=("Yossi Rubner", "Carlo Tomasi", "Leonidas J. Guibas"),
        year=2000,
        title="The Earth Mover’s Distance as a Metric for Image Retrieval",
        venue="International Journal of Computer Vision 40, 2, 99–121",
        known_as="Rubner et al.",
    ),
    Reference(
        key="levina2001",
        authors=("Elizaveta Levina", "Peter Bickel"),
        year=2001,
        title="The Earth Mover’s Distance is the Mallows Distance: Some Insights from Statistics",
        venue="Proceedings of ICCV 2001, 251–256",
        known_as="Levina and Bickel",
    ),
    Reference(
        key="krippendorff2018",
        authors=("Klaus Krippendorff",),
        year=2018,
        title="Content Analysis: An Introduction to Its Methodology (Fourth Edition)",
        venue="SAGE Publications",
        known_as="Krippendorff",
    ),
    Reference(
        key="kendall1962",
        authors=("Maurice G. Kendall",),
        year=1962,
        title="Rank Correlation Methods (3rd Edition)",
        venue="Charles Griffin & Company Limited",
        known_as="Kendall",
    ),
    Reference(
        key="long_cliff1997",
        authors=("Jeffrey D. Long", "Norman Cliff"),
        year=1997,
        title="Confidence Intervals for Kendall’s tau",
        venue="British Journal of Mathematical and Statistical Psychology 50, 31–41",
        known_as="Long and Cliff",
    ),
    Reference(
        key="robertson2010",
        authors=("Stephen E. Robertson", "Evangelos Kanoulas", "Emine Yilmaz"),
        year=2010,
        title="Extending Average Precision to Graded Relevance Judgments",
        venue="Proceedings of SIGIR 2010, 603–610",
        known_as="Robertson et al.",
    ),
    Reference(
        key="moffat2008",
        authors=("Alistair Moffat", "Justin Zobel"),
        year=2008,
        title="Rank-Biased Precision for Measurement of Retrieval Effectiveness",
        venue="ACM Transactions on Information Systems 27, 1, 2:1–2:27",
        known_as="Moffat and Zobel",
    ),
    Reference(
        key="chapelle2009",
        authors=("Olivier Chapelle", "Donald Metzler", "Ya Zhang", "Pierre Grinspan"),
        year=2009,
        title="Expected Reciprocal Rank for Graded Relevance",
        venue="Proceedings of CIKM 2009, 621–630",
        known_as="Chapelle et al.",
    ),
    Reference(
        key="shaw1994",
        authors=("Joseph A. Shaw", "Edward A. Fox"),
        year=1994,
        title="Combination of Multiple Searches",
        venue="Proceedings of TREC-2, 243–252",
        known_as="Shaw and Fox",
    ),
    Reference(
        key="montague2002",
        authors=("Mark Montague",),
        year=2002,
        title="Metasearch: Data Fusion for Document Retrieval",
        venue="PhD thesis, Dartmouth College",
        known_as="Montague",
    ),
    Reference(
        key="sakai2006",
        authors=("Tetsuya Sakai",),
        year=2006,
        title="Evaluating Evaluation Metrics based on the Bootstrap",
        venue="Proceedings of SIGIR 2006, 525–532",
        known_as="Sakai",
    ),
    Reference(
        key="epstein1969",
        authors=("Edward S. Epstein",),
        year=1969,
        title="A Scoring System for Probability Forecasts of Ranked Categories",
        venue="Journal of Applied Meteorology 8, 6, 985–987",
        known_as="Epstein",
    ),
    Reference(
        key="murphy1970",
        authors=("Allan H. Murphy",),
        year=1970,
        title="The Ranked Probability Score and the Probability Score: A Comparison",
        venue="Monthly Weather Review 98, 12, 917–924",
        known_as="Murphy",
    ),
    Reference(
        key="wen2023",
        authors=("Changsong Wen", "Xin Zhang", "Xingxu Yao", "Jufeng Yang"),
        year=2023,
        title="Ordinal Label Distribution Learning",
        venue="Proceedings of ICCV 2023",
        known_as="Wen et al.",
    ),
    Reference(
        key="moreo2021",
        authors=("Alejandro Moreo", "Andrea Esuli", "Fabrizio Sebastiani"),
        year=2021,
        title="QuaPy: A Python-Based Framework for Quantification",
        venue="Proceedings of CIKM 2021",
        known_as="QuaPy",
    ),
    Reference(
        key="sebastiani2020",
        authors=("Fabrizio Sebastiani",),
        year=2020,
        title="Evaluation Measures for Quantification: An Axiomatic Approach",
        venue="Information Retrieval Journal 23, 255–288",
        known_as="Sebastiani",
    ),
    Reference(
        key="hellinger1909",
        authors=("Ernst Hellinger",),
        year=1909,
        title="Neue Begründung der Theorie quadratischer Formen von unendlichvielen Veränderlichen",
        venue="Journal für die reine und angewandte Mathematik 136, 210–271",
        known_as="Hellinger",
    ),
    Reference(
        key="geng2016",
        authors=("Xin Geng",),
        year=2016,
        title="Label Distribution Learning",
        venue="IEEE Transactions on Knowledge and Data Engineering 28, 7, 1734–1748",
        known_as="Geng",
    ),
)
REFERENCES: Mapping[str, Reference] = MappingProxyType({reference.key: reference for reference in _REFERENCES})

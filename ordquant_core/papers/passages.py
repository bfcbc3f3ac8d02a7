"""Numbers in the running text and the figures of the papers, with the calculation that gives them.

A passage names the calculation and what it is applied to; `ordquant_core.reproduction.calculations` carries it out.
Examples are those of `ordquant_core.papers.examples`. Numbers are kept as text, in the precision of the print.
"""

from typing import NamedTuple


class Passage(NamedTuple):
    """One printed number."""

    paper: str  # a key of REFERENCES
    place: str
    name: str
    printed: str
    calculation: str
    of: tuple[str, ...]


_FLAT_FIVE, _FAR, _SPREAD = "evia2017-figure-1", "evia2017-figure-2-ad", "evia2017-figure-2-bc"
_ONE_CLASS, _LEANING = "evia2017-figure-3-i-ii", "evia2017-figure-3-iii-iv"


def _figure(place: str, example: str, side: str, letter: str, nod: str, snod: str, swapped: str) -> tuple[Passage, ...]:
    """Return the three numbers under one pair of distributions of EVIA 2017: NOD, SNOD, and NOD with sides swapped."""
    paper = "sakai2017"
    return (
        Passage(paper, place, f"({letter}), NOD", nod, "score", (example, side, "NOD")),
        Passage(paper, place, f"({letter}), SNOD", snod, "score", (example, side, "SNOD")),
        Passage(paper, place, f"({letter}′), NOD", swapped, "swapped", (example, side, "NOD")),
    )


def _both(place: str, letters: str, example: str, rnss: str, jsd: str) -> tuple[Passage, ...]:
    """Return the two numbers that EVIA 2017 prints for both estimates of an example."""
    return tuple(
        Passage("sakai2017", place, f"{letters}, {key}", printed, "equal scores", (example, key))
        for key, printed in (("RNSS", rnss), ("JSD", jsd))
    )


_EVIA = (
    Passage("sakai2017", "Section 3.2.1", "(X) and (Y), VD", "0.4", "equal scores", (_FLAT_FIVE, "VD")),
    Passage("sakai2017", "Section 3.2.1", "(X) and (Y), VD, normalised", "0.2", "equal scores", (_FLAT_FIVE, "NVD")),
    Passage("sakai2017", "Section 3.2.1", "largest SS", "2", "score", (_FAR, "a", "SS")),
    Passage("sakai2017", "Section 3.2.1", "(X), RNSS", "0.1414", "score", (_FLAT_FIVE, "a", "RNSS")),
    Passage("sakai2017", "Section 3.2.1", "(Y), RNSS", "0.1732", "score", (_FLAT_FIVE, "b", "RNSS")),
    Passage("sakai2017", "Section 3.2.1", "(X), JSD", "0.0390", "score", (_FLAT_FIVE, "a", "JSD")),
    Passage("sakai2017", "Section 3.2.1", "(Y), JSD", "0.0490", "score", (_FLAT_FIVE, "b", "JSD")),
    Passage("sakai2017", "Section 3.2.1", "(X), KLD of p from pM", "0.0408", "from the middle", (_FLAT_FIVE, "a")),
    Passage(
        "sakai2017", "Section 3.2.1", "(X), KLD of p* from pM", "0.0372", "gold from the middle", (_FLAT_FIVE, "a")
    ),
    Passage("sakai2017", "Section 3.2.1", "(Y), KLD of p from pM", "0.0490", "from the middle", (_FLAT_FIVE, "b")),
    Passage(
        "sakai2017", "Section 3.2.1", "(Y), KLD of p* from pM", "0.0490", "gold from the middle", (_FLAT_FIVE, "b")
    ),
    *_both("Section 3.2.2", "(a) and (d)", _FAR, "1", "1"),
    *_both("Section 3.2.2", "(b) and (c)", _SPREAD, "0.8819", "1"),
    *_both("Section 3.2.2", "(I) and (II)", _ONE_CLASS, "0.5774", "0.4591"),
    *_both("Section 3.2.2", "(III) and (IV)", _LEANING, "0.3333", "0.2075"),
    Passage("sakai2017", "Section 3.2.2", "(a), SNOD", "1", "score", (_FAR, "a", "SNOD")),
    Passage("sakai2017", "Section 3.2.2", "(d), SNOD", "0.5", "score", (_FAR, "b", "SNOD")),
    *_figure("Figure 2", _FAR, "a", "a", "1", "1", "1"),
    *_figure("Figure 2", _SPREAD, "a", "b", "0.5000", "0.6944", "0.8889"),
    *_figure("Figure 2", _SPREAD, "b", "c", "0.3333", "0.6111", "0.8889"),
    *_figure("Figure 2", _FAR, "b", "d", "0.5000", "0.5000", "0.5000"),
    *_figure("Figure 3", _ONE_CLASS, "a", "I", "0.3148", "0.2407", "0.1667"),
    *_figure("Figure 3", _ONE_CLASS, "b", "II", "0.3148", "0.2130", "0.1111"),
    *_figure("Figure 3", _LEANING, "a", "III", "0.1111", "0.1111", "0.1111"),
    *_figure("Figure 3", _LEANING, "b", "IV", "0.0926", "0.1019", "0.1111"),
    *_figure("Figure 4", _FLAT_FIVE, "a", "X", "0.0227", "0.0227", "0.0227"),
    *_figure("Figure 4", _FLAT_FIVE, "b", "Y", "0.0380", "0.0380", "0.0380"),
)

_N_CLASSES = {"3": ("60", "1,770"), "5": ("100", "4,950"), "7": ("140", "9,730")}
_SIGIR = (
    Passage("sakai2018", "Section 3.1", "X and Y, VD", "0.4", "equal scores", (_FLAT_FIVE, "VD")),
    Passage("sakai2018", "Section 3.1", "X, RNSS", "0.1414", "score", (_FLAT_FIVE, "a", "RNSS")),
    Passage("sakai2018", "Section 3.1", "Y, RNSS", "0.1732", "score", (_FLAT_FIVE, "b", "RNSS")),
    Passage("sakai2018", "Section 3.1", "X, JSD", "0.0390", "score", (_FLAT_FIVE, "a", "JSD")),
    Passage("sakai2018", "Section 3.1", "Y, JSD", "0.0490", "score", (_FLAT_FIVE, "b", "JSD")),
    *(
        Passage("sakai2018", "Section 4.1", f"L = {classes}, {what}", printed, calculation, (classes,))
        for classes, texts in _N_CLASSES.items()
        for what, printed, calculation in zip(
            ("distributions", "pairs"), texts, ("covers", "pairs of covers"), strict=True
        )
    ),
    *(
        Passage("sakai2018", "Table 1", f"L = {classes}, {what}", printed, calculation, (classes,))
        for classes in ("3", "7")
        for what, printed, calculation in zip(
            ("distributions", "pairs"), _N_CLASSES[classes], ("covers", "pairs of covers"), strict=True
        )
    ),
    Passage("sakai2018", "Section 4.1", "bin-by-bin with RSNOD, lowest τ", "0.859", "lowest tau", ("bins and RSNOD",)),
    Passage(
        "sakai2018", "Section 4.1", "bin-by-bin with RSNOD, highest τ", "0.947", "highest tau", ("bins and RSNOD",)
    ),
    Passage("sakai2018", "Section 4.1", "NMD with RSNOD, τ", "0.819", "lowest tau", ("NMD and RSNOD",)),
    Passage("sakai2018", "Section 4.1", "NMD with bin-by-bin, lowest τ", "0.734", "lowest tau", ("NMD and bins",)),
    Passage("sakai2018", "Section 4.1", "NMD with bin-by-bin, highest τ", "0.773", "highest tau", ("NMD and bins",)),
    Passage(
        "sakai2018", "Section 4.2", "bin-by-bin with RSNOD, lowest, %", "95.3", "lowest share", ("bins and RSNOD",)
    ),
    Passage(
        "sakai2018", "Section 4.2", "bin-by-bin with RSNOD, highest, %", "98.2", "highest share", ("bins and RSNOD",)
    ),
    Passage("sakai2018", "Section 4.2", "NMD with RSNOD, %", "90.8", "lowest share", ("NMD and RSNOD",)),
    Passage("sakai2018", "Section 4.2", "NMD with bin-by-bin, lowest, %", "89.4", "lowest share", ("NMD and bins",)),
    Passage("sakai2018", "Section 4.2", "NMD with bin-by-bin, highest, %", "89.9", "highest share", ("NMD and bins",)),
    Passage("sakai2018", "Section 4.2", "1816 of 2000, %", "90.8", "percentage", ("1816", "2000")),
    Passage("sakai2018", "Table 2 (II)", "NMD and RSNOD, %", "90.8", "percentage", ("1816", "2000")),
    Passage("sakai2018", "Section 4.2", "disagreements of NMD and RSNOD", "184", "difference", ("2000", "1816")),
    Passage("sakai2018", "Section 4.2", "disagreements without ties", "177", "difference", ("184", "8")),
    Passage("sakai2018", "Figure 2", "disagreements without ties", "177", "difference", ("184", "8")),
)

_ENDS, _LAST = "lq2021-section-3", "DialEval-1 DQ-S"
_FIGURE_3 = (
    ("(a)", "lq2021-figure-3a", "-0.150", "0.115", "-0.265"),
    ("(b)", "lq2021-figure-3b", "0", "0.263", "-0.263"),
)
_LQ = (
    *(
        Passage(
            "sakai2021lq",
            "Section 3",
            f"System {side.upper()}, DW{index}",
            printed,
            "distance-weighted",
            (_ENDS, side, index),
        )
        for side, texts in (("a", "0.03 0.01 0.01 0.03"), ("b", "0.05 0.03 0.01 0.01"))
        for index, printed in zip("1234", texts.split(), strict=True)
    ),
    Passage("sakai2021lq", "Section 3", "System A, OD", "0.020", "score", (_ENDS, "a", "OD")),
    Passage("sakai2021lq", "Section 3", "System B, OD", "0.025", "score", (_ENDS, "b", "OD")),
    Passage("sakai2021lq", "Table 2", "STC-3, runs", "19", "sum", ("10", "9")),
    Passage("sakai2021lq", "Table 2", "DialEval-1, runs", "22", "sum", ("13", "9")),
    Passage("sakai2021lq", "Section 5.1", "Sem16T4E, NMD, %", "57.6", "percentage", ("38", "66")),
    Passage("sakai2021lq", "Section 5.1", "NMD, pooled, %", "42.0", "pooled", ("NMD",)),
    Passage(
        "sakai2021lq", "Section 5.2", "STC-3 DQ-A, NMD and RNOD, shared", "68", "shared", ("STC-3 DQ-A", "NMD", "RNOD")
    ),
    Passage(
        "sakai2021lq",
        "Section 5.2",
        "STC-3 DQ-A, NMD and RNOD, SSO, %",
        "95.8",
        "overlap",
        ("STC-3 DQ-A", "NMD", "RNOD"),
    ),
    Passage(
        "sakai2021lq", "Section 5.2", "the same, contradictions", "4", "contradictions", ("STC-3 DQ-A", "NMD", "RNOD")
    ),
    Passage("sakai2021lq", "Section 5.2", "the same, shared without contradictions", "64", "difference", ("68", "4")),
    Passage(
        "sakai2021lq",
        "Section 5.2",
        "the same, SSO without contradictions, %",
        "95.5",
        "overlap left",
        ("STC-3 DQ-A", "NMD", "RNOD"),
    ),
    Passage(
        "sakai2021lq", "Section 5.2", "the same, identical runs joined", "1", "joined", ("STC-3 DQ-A", "NMD", "RNOD")
    ),
    Passage(
        "sakai2021lq", "Section 5.2", "STC-3 DQ-S, contradictions", "4", "contradictions", ("STC-3 DQ-S", "NMD", "RNSS")
    ),
    Passage(
        "sakai2021lq",
        "Section 5.2",
        "DialEval-1 DQ-A, contradictions",
        "8",
        "contradictions",
        ("DialEval-1 DQ-A", "NMD", "RNOD"),
    ),
    Passage(
        "sakai2021lq",
        "Section 5.2",
        "DialEval-1 DQ-A, identical runs joined",
        "3",
        "joined",
        ("DialEval-1 DQ-A", "NMD", "RNOD"),
    ),
    *(
        Passage(
            "sakai2021lq", "Section 5.2", f"{_LAST}, NMD and {key}, {what}", printed, calculation, (_LAST, "NMD", key)
        )
        for key, texts in (("RNOD", "52.2 71 11"), ("NVD", "48.5 66 16"))
        for what, printed, calculation in zip(
            ("SSO, %", "shared", "NMD only"), texts.split(), ("overlap", "shared", "first only"), strict=True
        )
    ),
    Passage("sakai2021lq", "Section 5.3", "NMD and RNOD disagree, dialogues", "77", "sum", ("75", "2")),
    Passage("sakai2021lq", "Section 5.3", "62 of 300, %", "21", "percentage", ("62", "300")),
    Passage("sakai2021lq", "Section 5.3", "78 of 300, %", "26", "percentage", ("78", "300")),
    *(
        Passage("sakai2021lq", "Section 5.3", f"Figure 3 {part}, {what}", printed, calculation, (example, *keys))
        for part, example, *texts in _FIGURE_3
        for what, printed, (calculation, *keys) in zip(
            ("ΔNMD", "ΔRNOD", "d"),
            texts,
            (("delta", "NMD"), ("delta", "RNOD"), ("difference of deltas", "NMD", "RNOD")),
            strict=True,
        )
    ),
    *(
        Passage("sakai2021lq", "Figure 3", f"{part}, d", texts[-1], "difference of deltas", (example, "NMD", "RNOD"))
        for part, example, *texts in _FIGURE_3
    ),
    Passage("sakai2021lq", "Section 5.3", "STC-3 DQ-A, NMD, ties", "18", "ties", ("STC-3 DQ-A", "NMD")),
)

_ORDER = "variants-section-2-3"
_VARIANTS = (
    Passage("sakai2022", "Section 2.3", "estimate in the order of the gold, DNKT", "0", "score", (_ORDER, "a", "DNKT")),
    Passage("sakai2022", "Section 2.3", "gold uniform, DNKT", "0.5", "score", (_FLAT_FIVE, "b", "DNKT")),
    Passage("sakai2022", "Table 2", "STC-3, runs", "19", "sum", ("10", "9")),
    Passage("sakai2022", "Table 2", "DialEval-1, runs", "22", "sum", ("13", "9")),
)
PASSAGES: tuple[Passage, ...] = (*_EVIA, *_SIGIR, *_LQ, *_VARIANTS)

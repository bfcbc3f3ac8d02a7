"""Variants study 2022, tables 21 to 24: how DNKT, a quantity measure and their combination rank runs, as printed.

Every part has three measures M (JSD, NMD, RNOD) and three taus for each: DNKT with M, DNKT with DNKT_M, M with DNKT_M.
Numbers are kept as text, in the precision of the print. Reference: [sakai2022], section 4.
"""

from dataclasses import dataclass

from ordquant_core.papers.variants import PrintedAgreement

COMPONENTS = ("JSD", "NMD", "RNOD")
PAIRS = (  # in the order of the print
    *((first, second) for key in COMPONENTS for first, second in (("DNKT", key), ("DNKT", f"DNKT_{key}"))),
    *((key, f"DNKT_{key}") for key in COMPONENTS),
)


@dataclass(frozen=True, slots=True)
class PrintedCombination:
    """One part of a table: the taus of one task."""

    place: str
    task: str
    n_runs: int
    cells: tuple[PrintedAgreement, ...]


def _part(place: str, task: str, n_runs: int, taus: str, bounds: str) -> PrintedCombination:
    limits = bounds.split()
    rows = zip(PAIRS, taus.split(), limits[::2], limits[1::2], strict=True)
    return PrintedCombination(place, task, n_runs, tuple(PrintedAgreement(*pair, *numbers) for pair, *numbers in rows))


PRINTED_COMBINATIONS = (
    _part(
        "Table 21 (a)",
        "Sem16T4E",
        12,
        "0.636 0.788 0.667 0.909 0.576 0.864 0.848 0.697 0.652",
        """
        0.285 0.837 0.543 0.909 0.334 0.852 0.787 0.963 0.196 0.806 0.692 0.943 0.659 0.936 0.383 0.867 0.310
        0.845
        """,
    ),
    _part(
        "Table 21 (b)",
        "Sem17T4E",
        14,
        "0.670 0.714 0.670 0.758 0.714 0.824 0.956 0.912 0.890",
        """
        0.381 0.840 0.451 0.863 0.381 0.840 0.524 0.886 0.451 0.863 0.641 0.918 0.903 0.980 0.811 0.960 0.767
        0.950
        """,
    ),
    _part(
        "Table 22 (a)",
        "STC-3 DQ-A",
        19,
        "0.585 0.678 0.620 0.678 0.561 0.690 0.842 0.901 0.830",
        """
        0.323 0.764 0.455 0.821 0.372 0.785 0.455 0.821 0.291 0.748 0.473 0.828 0.713 0.916 0.815 0.948 0.693
        0.909
        """,
    ),
    _part(
        "Table 22 (b)",
        "STC-3 DQ-E",
        19,
        "0.363 0.462 0.322 0.450 0.421 0.538 0.883 0.842 0.842",
        """
        0.046 0.614 0.164 0.683 -0.001 0.584 0.149 0.675 0.114 0.655 0.261 0.733 0.784 0.938 0.713 0.916 0.713
        0.916
        """,
    ),
    _part(
        "Table 22 (c)",
        "STC-3 DQ-S",
        19,
        "0.649 0.772 0.667 0.760 0.626 0.807 0.865 0.883 0.807",
        """
        0.413 0.803 0.598 0.876 0.439 0.814 0.579 0.869 0.380 0.789 0.655 0.896 0.752 0.929 0.784 0.938 0.655
        0.896
        """,
    ),
    _part(
        "Table 23 (a)",
        "DialEval-1 DQ-A",
        22,
        "0.455 0.610 0.671 0.948 0.459 0.874 0.835 0.714 0.576",
        """
        0.183 0.662 0.383 0.768 0.468 0.807 0.906 0.971 0.188 0.665 0.780 0.930 0.716 0.907 0.530 0.834 0.337
        0.745
        """,
    ),
    _part(
        "Table 23 (b)",
        "DialEval-1 DQ-E",
        22,
        "0.576 0.662 0.602 0.740 0.571 0.693 0.905 0.835 0.853",
        """
        0.337 0.745 0.455 0.801 0.372 0.762 0.568 0.850 0.331 0.742 0.499 0.821 0.832 0.947 0.716 0.907 0.745
        0.917
        """,
    ),
    _part(
        "Table 23 (c)",
        "DialEval-1 DQ-S",
        22,
        "0.541 0.636 0.680 0.861 0.524 0.758 0.896 0.810 0.749",
        """
        0.291 0.722 0.419 0.784 0.481 0.813 0.758 0.922 0.270 0.710 0.595 0.861 0.816 0.942 0.676 0.892 0.582
        0.855
        """,
    ),
)
PRINTED_COMBINATION_AVERAGES = dict(  # table 24: of the taus, over the eight tasks
    zip(PAIRS, ["0.559", "0.665", "0.612", "0.763", "0.557", "0.756", "0.879", "0.824", "0.775"], strict=True)
)

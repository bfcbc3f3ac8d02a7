"""Variants study 2022, tables 25 to 28: how consistently twelve measures rank the runs of eight tasks, as printed.

The mean tau of 1,000 random splits, by halves of the cases and by two sets of ten, best first. Which of them differ
significantly is printed as symbols and left out here. Reference: [sakai2022], section 5.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PrintedConsistency:
    """One part of a table: the mean taus of one task, by measure, as text."""

    place: str
    task: str
    n_cases: int
    halves: tuple[str, str]  # cases in the two sets, as printed
    half: Mapping[str, str]
    ten: Mapping[str, str]


def _column(text: str) -> Mapping[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


def _part(place: str, task: str, n_cases: int, halves: str, half: str, ten: str) -> PrintedConsistency:
    n_half, n_other_half = halves.split()
    return PrintedConsistency(place, task, n_cases, (n_half, n_other_half), _column(half), _column(ten))


PRINTED_CONSISTENCY = (
    _part(
        "Table 25 (a)",
        "Sem16T4E",
        100,
        "50 50",
        """
        JSD 0.9336 RNOD 0.8470 DNKT_JSD 0.8456 NVD 0.8307 RNADW2 0.8229 RNOD2 0.8212 RNADW 0.8185 RNSS 0.8147
        DNKT 0.8040 DNKT_RNOD 0.7918 NMD 0.7881 DNKT_NMD 0.7833
        """,
        """
        JSD 0.7711 RNOD 0.7077 DNKT_JSD 0.7069 NVD 0.7049 RNADW 0.7033 RNADW2 0.6921 RNOD2 0.6908 RNSS 0.6898
        NMD 0.6743 DNKT_NMD 0.6667 DNKT_RNOD 0.6632 DNKT 0.6629
        """,
    ),
    _part(
        "Table 25 (b)",
        "Sem17T4E",
        125,
        "63 62",
        """
        NMD 0.9046 NVD 0.8779 JSD 0.8668 RNOD 0.8256 DNKT_JSD 0.8222 RNOD2 0.8107 RNADW 0.8015 RNADW2 0.7956
        DNKT_NMD 0.7943 RNSS 0.7650 DNKT_RNOD 0.7558 DNKT 0.7504
        """,
        """
        NMD 0.7053 JSD 0.6720 DNKT_JSD 0.6083 NVD 0.6007 DNKT_NMD 0.5895 RNOD 0.5882 RNOD2 0.5729 RNADW 0.5672
        RNADW2 0.5607 RNSS 0.5569 DNKT_RNOD 0.5110 DNKT 0.4530
        """,
    ),
    _part(
        "Table 26 (a)",
        "STC-3 DQ-A",
        390,
        "195 195",
        """
        RNADW2 0.7677 RNSS 0.7662 RNOD2 0.7650 NVD 0.7647 RNADW 0.7518 RNOD 0.7506 DNKT_RNOD 0.7373 DNKT_JSD
        0.7267 JSD 0.7071 NMD 0.7060 DNKT_NMD 0.6862 DNKT 0.5616
        """,
        """
        RNADW2 0.4479 RNSS 0.4472 RNADW 0.4442 RNOD2 0.4416 NVD 0.4393 RNOD 0.4350 JSD 0.4253 DNKT_JSD 0.4248
        DNKT_RNOD 0.4151 NMD 0.3966 DNKT_NMD 0.3909 DNKT 0.2402
        """,
    ),
    _part(
        "Table 26 (b)",
        "STC-3 DQ-E",
        390,
        "195 195",
        """
        RNSS 0.7853 NVD 0.7805 RNADW 0.7790 RNADW2 0.7777 RNOD2 0.7768 RNOD 0.7733 JSD 0.7545 NMD 0.7482
        DNKT_RNOD 0.7187 DNKT_JSD 0.6844 DNKT_NMD 0.6639 DNKT 0.6205
        """,
        """
        NVD 0.4512 RNSS 0.4503 RNADW 0.4478 RNADW2 0.4455 RNOD2 0.4454 RNOD 0.4449 JSD 0.4447 DNKT_RNOD 0.4286
        DNKT_JSD 0.4174 DNKT_NMD 0.4129 NMD 0.4124 DNKT 0.2671
        """,
    ),
    _part(
        "Table 26 (c)",
        "STC-3 DQ-S",
        390,
        "195 195",
        """
        RNSS 0.7556 RNADW2 0.7497 RNADW 0.7492 NVD 0.7413 RNOD2 0.7273 RNOD 0.7166 NMD 0.6935 DNKT_JSD 0.6852
        DNKT_RNOD 0.6807 JSD 0.6743 DNKT_NMD 0.6529 DNKT 0.4944
        """,
        """
        RNADW2 0.4207 RNSS 0.4193 RNADW 0.4179 DNKT_JSD 0.4150 RNOD2 0.4102 JSD 0.4071 NVD 0.4070 NMD 0.4046
        RNOD 0.4033 DNKT_RNOD 0.4031 DNKT_NMD 0.3899 DNKT 0.2359
        """,
    ),
    _part(
        "Table 27 (a)",
        "DialEval-1 DQ-A",
        300,
        "150 150",
        """
        RNOD2 0.9019 RNOD 0.8999 RNADW 0.8983 RNADW2 0.8954 RNSS 0.8760 NVD 0.8738 JSD 0.8699 DNKT_NMD 0.8452
        DNKT 0.8404 DNKT_RNOD 0.8184 DNKT_JSD 0.7683 NMD 0.7085
        """,
        """
        JSD 0.5495 DNKT 0.5295 RNOD 0.4989 NVD 0.4890 RNADW2 0.4809 RNADW 0.4797 RNOD2 0.4753 DNKT_RNOD 0.4579
        DNKT_JSD 0.4568 DNKT_NMD 0.4541 RNSS 0.4474 NMD 0.4149
        """,
    ),
    _part(
        "Table 27 (b)",
        "DialEval-1 DQ-E",
        300,
        "150 150",
        """
        NMD 0.8568 JSD 0.8329 RNSS 0.8265 DNKT_JSD 0.8248 NVD 0.8100 DNKT_RNOD 0.8071 RNOD 0.8041 RNOD2 0.8021
        RNADW 0.8013 DNKT 0.7926 RNADW2 0.7911 DNKT_NMD 0.7797
        """,
        """
        JSD 0.6150 RNOD 0.6010 RNOD2 0.5869 RNADW 0.5856 RNSS 0.5849 NVD 0.5834 RNADW2 0.5735 DNKT_JSD 0.5566
        DNKT 0.5164 NMD 0.4933 DNKT_RNOD 0.4725 DNKT_NMD 0.4375
        """,
    ),
    _part(
        "Table 27 (c)",
        "DialEval-1 DQ-S",
        300,
        "150 150",
        """
        RNOD2 0.9007 RNSS 0.8972 DNKT_JSD 0.8940 RNADW 0.8926 JSD 0.8925 RNOD 0.8882 RNADW2 0.8879 NVD 0.8615
        DNKT 0.8550 DNKT_RNOD 0.8170 DNKT_NMD 0.7869 NMD 0.7360
        """,
        """
        JSD 0.5714 RNOD 0.5382 DNKT 0.5252 DNKT_JSD 0.5231 RNOD2 0.5203 NVD 0.5145 RNADW 0.5127 RNADW2 0.5108
        RNSS 0.5054 DNKT_RNOD 0.4780 DNKT_NMD 0.4480 NMD 0.4120
        """,
    ),
)
PRINTED_HALF_AVERAGES = _column(  # table 28: over the eight tasks
    """
    NVD 0.8176 JSD 0.8164 RNOD 0.8132 RNOD2 0.8132 RNADW 0.8115 RNADW2 0.8110 RNSS 0.8108 DNKT_JSD 0.7814 NMD
    0.7677 DNKT_RNOD 0.7659 DNKT_NMD 0.7490 DNKT 0.7149
    """
)
PRINTED_TEN_AVERAGES = _column(
    """
    JSD 0.5570 RNOD 0.5272 NVD 0.5237 RNADW 0.5198 RNOD2 0.5179 RNADW2 0.5165 DNKT_JSD 0.5136 RNSS 0.5127 NMD
    0.4892 DNKT_RNOD 0.4787 DNKT_NMD 0.4737 DNKT 0.4288
    """
)

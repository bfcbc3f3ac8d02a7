"""What is said of the measures that separate runs: every branch of every sentence."""

from dataclasses import replace

import pytest

from ordquant_core.analysis.discrimination import Contradiction, Overlap, Power
from ordquant_core.findings import discrimination as findings
from ordquant_core.findings.sentence import plain

POWERS = [Power("NMD", 8, 10), Power("RNOD", 7, 10), Power("NVD", 2, 10)]
EQUAL = [Power("NMD", 8, 10), Power("RNOD", 8, 10)]
MOST = "NMD separates the most pairs of runs: 8 of 10 (80.0%); NVD the fewest, 2."
BOTH = "Both measures separate the same number of pairs of runs"
OVERLAPS = [Overlap("NMD", "RNOD", 1, 2, 1), Overlap("NMD", "NVD", 5, 1, 4), Overlap("RNOD", "NVD", 0, 0, 0)]
ALIKE = [Overlap("NMD", "RNOD", 0, 2, 0), Overlap("NMD", "NVD", 0, 3, 0), OVERLAPS[2]]
SHARE = "share 10.0% of the significant differences that either finds"
NO = "; no two measures contradict each other on these runs."
AGAINST = [("task", Contradiction("NMD", "NVD", "x", "y")), ("task", Contradiction("RNOD", "NVD", "x", "y"))]


def doubted(powers, least, largest):
    return findings.power(powers, "", (least, largest))


def overlaps(*more, of=OVERLAPS, against=(), over=""):
    return findings.overlaps([*of, *more], against, over)


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        (findings.power(POWERS, ""), MOST),
        (
            findings.power([*EQUAL, POWERS[2]], " pooled over 2 tasks"),
            "NMD and RNOD separate the most pairs of runs pooled over 2 tasks: 8 of 10 (80.0%); NVD the fewest, 2.",
        ),
        (findings.power(EQUAL, " pooled over 2 tasks"), f"{BOTH} pooled over 2 tasks: 8 of 10 (80.0%)."),
        (findings.power(EQUAL[:1], ""), "NMD separates the same number of pairs of runs: 8 of 10 (80.0%)."),
        (doubted(POWERS, (8, 7, 2), (8, 7, 3)), MOST),
        (
            doubted(POWERS, (7, 7, 2), (8, 8, 2)),
            f"{MOST} With other trials, RNOD may separate as many: p is near alpha for some pairs.",
        ),
        (
            doubted(EQUAL, (7, 8), (8, 8)),
            f"{BOTH}: 8 of 10 (80.0%). Pairs whose p is near alpha leave open which of them separates the most.",
        ),
        (doubted(EQUAL, (8, 8), (8, 8)), f"{BOTH}: 8 of 10 (80.0%)."),
        (overlaps(), f"NMD and NVD overlap least: they {SHARE}{NO}"),
        (
            overlaps(replace(OVERLAPS[1], measure_1="RNSS"), over=" over 2 tasks"),
            f"NMD and NVD overlap least (so does 1 other pair) over 2 tasks: they {SHARE}{NO}",
        ),
        (
            overlaps(*(replace(OVERLAPS[1], measure_1=key) for key in ("RNSS", "JSD"))),
            f"NMD and NVD overlap least (so do 2 other pairs): they {SHARE}{NO}",
        ),
        (
            overlaps(of=ALIKE),
            "Both pairs of measures that find a difference overlap alike: they share 100.0% of the significant "
            f"differences that either finds{NO}",
        ),
        (
            overlaps(of=ALIKE[1:]),
            f"NMD and NVD share 100.0% of the significant differences that either finds{NO}",
        ),
        (overlaps(of=OVERLAPS[2:]), "No measure separates any pair of runs."),
        (
            overlaps(against=AGAINST),
            f"NMD and NVD overlap least: they {SHARE}; 2 pairs of measures contradict each other, on 1 pair of runs.",
        ),
        (findings.overlap(OVERLAPS[1]), "NMD and NVD: SSO 10.0%"),
        (findings.overlap(OVERLAPS[2]), "RNOD and NVD: neither finds a difference"),
        (findings.counted(OVERLAPS[1]), "NMD only: 5<br>both: 1<br>NVD only: 4"),
        (
            findings.contradiction(AGAINST[0][1]),
            "NMD: x is significantly better than y. NVD: significantly worse.",
        ),
        (
            findings.contradicting(OVERLAPS[0], 1, 1),
            "They contradict each other on 1 pair of runs; without these, SSO is 33.3%.",
        ),
        (
            findings.contradicting(Overlap("NMD", "RNOD", 0, 2, 0), 2, 1),
            "They contradict each other on 2 pairs of runs (1 with identical runs counted once); without these, "
            "nothing is left.",
        ),
    ],
)
def test_every_branch_has_its_words(sentence, words):
    assert plain(sentence) == words

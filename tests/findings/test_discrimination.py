"""What is said of the measures that separate runs."""

from dataclasses import replace

from ordquant_core.analysis.discrimination import Contradiction, Overlap, Power
from ordquant_core.findings import discrimination as findings
from tests.findings.claims import every_branch

POWERS = [Power("NMD", 8, 10), Power("RNOD", 7, 10), Power("NVD", 2, 10)]
EQUAL = [Power("NMD", 8, 10), Power("RNOD", 8, 10)]
POOLED = " pooled over 2 tasks"
MOST = "NMD separates the most … runs: 8 of 10 (80.0%); NVD the fewest, 2."
BOTH = "Both measures separate the same number … runs"
OVERLAPS = [Overlap("NMD", "RNOD", 1, 2, 1), Overlap("NMD", "NVD", 5, 1, 4), Overlap("RNOD", "NVD", 0, 0, 0)]
ALIKE = [Overlap("NMD", "RNOD", 0, 2, 0), Overlap("NMD", "NVD", 0, 3, 0), OVERLAPS[2]]
OVER = " over 2 tasks"
NO = "no two measures contradict each other …."
AGAINST = [("task", Contradiction("NMD", "NVD", "x", "y")), ("task", Contradiction("RNOD", "NVD", "x", "y"))]


def doubted(powers, least, largest):
    return findings.power(powers, "", (least, largest))


def overlaps(*more, of=OVERLAPS, against=(), over=""):
    return findings.overlaps([*of, *more], against, over)


def as_little(*keys):
    return [replace(OVERLAPS[1], measure_1=key) for key in keys]


test_every_branch_holds_its_claim = every_branch(
    (findings.power(POWERS, ""), MOST),
    (
        findings.power([*EQUAL, POWERS[2]], POOLED),
        f"NMD and RNOD separate the most …{POOLED}: 8 of 10 (80.0%); NVD … 2.",
    ),
    (findings.power(EQUAL, POOLED), f"{BOTH}{POOLED}: 8 of 10 (80.0%)."),
    (findings.power(EQUAL[:1], ""), "NMD separates the same number …: 8 of 10 (80.0%)."),
    (doubted(POWERS, (8, 7, 2), (8, 7, 3)), MOST),
    (doubted(POWERS, (7, 7, 2), (8, 8, 2)), f"{MOST} With other trials, RNOD may separate as many: …."),
    (doubted(POWERS, (8, 7, 2), (8, 8, 2)), f"{MOST} With other trials, RNOD may separate as many: …."),
    (doubted(EQUAL, (7, 8), (8, 8)), f"{BOTH}: 8 of 10 (80.0%). Pairs … leave open which … separates the most."),
    (doubted(EQUAL, (8, 8), (8, 8)), f"{BOTH}: 8 of 10 (80.0%)."),
    (doubted(EQUAL[:1], (7,), (8,)), "NMD separates the same number …: 8 of 10 (80.0%)."),
    (overlaps(), f"NMD and NVD overlap least: they share 10.0% …; {NO}"),
    (overlaps(*as_little("RNSS"), over=OVER), f"NMD and NVD … (so does 1 other pair){OVER}: … 10.0% …; {NO}"),
    (overlaps(*as_little("RNSS", "JSD")), f"NMD and NVD … (so do 2 other pairs): they share 10.0% …; {NO}"),
    (overlaps(of=ALIKE), f"Both pairs of measures that find a difference overlap alike: they share 100.0% …; {NO}"),
    (overlaps(of=ALIKE[1:]), f"NMD and NVD share 100.0% …; {NO}"),
    (overlaps(of=OVERLAPS[2:]), "No measure separates any pair of runs."),
    (overlaps(against=AGAINST), "NMD and NVD … 10.0% …; 2 pairs of measures contradict …, on 1 pair of runs."),
    (findings.overlap(OVERLAPS[1]), "NMD and NVD: SSO 10.0%"),
    (findings.overlap(OVERLAPS[2]), "RNOD and NVD: neither finds a difference"),
    (findings.counted(OVERLAPS[1]), "NMD only: 5<br>both: 1<br>NVD only: 4"),
    (findings.contradiction(AGAINST[0][1]), "NMD: x is significantly better than y. NVD: significantly worse."),
    (findings.contradicting(OVERLAPS[0], 1, 1), "They … on 1 pair of runs; without these, SSO is 33.3%."),
    (findings.contradicting(ALIKE[0], 2, 1), "They … on 2 pairs of runs (1 …); without these, nothing …."),
)

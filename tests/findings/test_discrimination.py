"""What is said of the measures that separate runs."""

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.discrimination import Contradiction, Overlap, Power
from ordquant_core.findings import discrimination as findings
from tests.findings.claims import every_branch
from tests.findings.resamples import resampled

POWERS = [Power("NMD", 8, 10), Power("RNOD", 7, 10), Power("NVD", 2, 10)]
EQUAL = [Power("NMD", 8, 10), Power("RNOD", 8, 10)]
POOLED = " pooled over 2 tasks"
MOST, FEWEST = "NMD separates the most … runs (8 of 10, 80.0%)", "NVD the fewest (2)"
BOTH = "Both measures separate the same number … runs"
OVERLAPS = [Overlap("NMD", "RNOD", 1, 2, 1), Overlap("NMD", "NVD", 5, 1, 4), Overlap("RNOD", "NVD", 0, 0, 0)]
ALIKE = [Overlap("NMD", "RNOD", 0, 2, 0), Overlap("NMD", "NVD", 0, 3, 0), OVERLAPS[2]]
OVER = " over 2 tasks"
SSO = "Overlap (SSO): …."
NO = f"{SSO} No two measures contradict each other …."
AGAINST = [("task", Contradiction("NMD", "NVD", "x", "y")), ("task", Contradiction("RNOD", "NVD", "x", "y"))]


def power(powers, over="", **shares):
    of_cases = resampled([each.measure for each in powers], [each.significant for each in powers], **shares)
    return " ".join(filter(None, findings.power(powers, of_cases, over)))


def overlaps(*more, of=OVERLAPS, against=(), over="", **shares):
    every = [*of, *more]
    values = [np.nan if each.sso is None else each.sso for each in every]
    names = [f"{each.measure_1} {each.measure_2}" for each in every]
    return " ".join(filter(None, findings.overlaps(every, resampled(names, values, **shares), against, over)))


def as_little(*keys):
    return [replace(OVERLAPS[1], measure_1=key) for key in keys]


test_every_branch_holds_its_claim = every_branch(
    (power(POWERS), f"{MOST}, {FEWEST}."),
    (
        power(POWERS, low=0.4),
        f"{MOST}. No measure clearly separates the fewest … (here 2 by NVD): that depends on the cases.",
    ),
    (
        power(POWERS, high=0.4),
        "NVD separates the fewest … (2 of 10). No measure … most … (here 8 by NMD): that depends on the cases.",
    ),
    (
        power(POWERS, high=0.6),
        "NVD separates the fewest … (2 of 10), on these cases NMD the most (8). NMD … in 60% of ….",
    ),
    (
        power(POWERS, low=0.4, high=0.4),
        "None of 3 … most …, and none … fewest (here 8 of 10, 80.0% by NMD and 2 by NVD): that depends ….",
    ),
    (
        power([*EQUAL, POWERS[2]], POOLED),
        f"NMD and RNOD separate the most …{POOLED} (8 of 10, 80.0%), {FEWEST}.",
    ),
    (power(EQUAL, POOLED), f"{BOTH}{POOLED}: 8 of 10, 80.0%."),
    (power(EQUAL[:1]), "NMD separates 8 of 10, 80.0% …."),
    (power(EQUAL, low=0.5), "On these cases both … 8 of 10, 80.0%, and in 50% of resamples."),
    (
        power(POWERS, n_cases=4),
        "None of 3 … most …, and none … fewest (here 8 of 10, 80.0% by NMD and 2 by NVD): that is not … 4 cases.",
    ),
    (" ".join(findings.power(EQUAL, None, "", "Why.")), "No measure … pair of runs. Why."),
    (findings.separated(POWERS[:2]), "NMD separates 8 of 10 pairs of runs, RNOD 7."),
    (overlaps(low=0.7), f"On these cases NMD and NVD …: they share 10.0% …. They … in 70% of resamples of cases. {NO}"),
    (
        overlaps(low=0.4),
        f"No two of 3 measures clearly overlap least (here NMD and NVD: 10.0%): that depends on the cases. {NO}",
    ),
    (overlaps(), f"NMD and NVD overlap least: they share 10.0% …. {NO}"),
    (
        overlaps(*as_little("RNSS"), over=OVER),
        f"NMD and NVD … (so does 1 other pair){OVER}: … 10.0% …. {NO}",
    ),
    (
        overlaps(*as_little("RNSS", "JSD")),
        f"NMD and NVD … (so do 2 other pairs): they share 10.0% …. {NO}",
    ),
    (overlaps(of=ALIKE), f"Both pairs of measures that find a difference overlap alike (they share 100.0% …). {NO}"),
    (overlaps(of=ALIKE, low=0.3), f"On these cases both pairs … (… 100.0% …), but in only 30% of resamples. {NO}"),
    (
        overlaps(n_cases=3),
        f"No two of 3 measures clearly overlap least (here NMD and NVD: 10.0%): that is not known from 3 cases. {NO}",
    ),
    (overlaps(of=ALIKE[1:]), f"NMD and NVD share 100.0% …. {NO}"),
    (overlaps(of=OVERLAPS[2:]), "No measure separates any pair of runs."),
    (
        overlaps(against=AGAINST[:1]),
        f"NMD and NVD … 10.0% …. {SSO} 1 contradiction between 1 pair of measures, on 1 pair of runs.",
    ),
    (
        overlaps(against=AGAINST),
        f"NMD and NVD … 10.0% …. {SSO} 2 contradictions between 2 pairs of measures, on 1 pair of runs.",
    ),
    (findings.overlap(OVERLAPS[1], ("NMD", "NVD")), "NMD and NVD: overlap 10.0%"),
    (findings.overlap(OVERLAPS[2], ("RNOD", "NVD")), "RNOD and NVD: neither finds a difference"),
    (findings.counted(OVERLAPS[1]), "NMD only: 5<br>both: 1<br>NVD only: 4"),
    (findings.contradiction(AGAINST[0][1]), "NMD: x is significantly better than y. NVD: significantly worse."),
    (findings.contradicting(OVERLAPS[0], 1, 1), "They … on 1 pair of runs; without these, overlap 33.3%."),
    (findings.contradicting(ALIKE[0], 2, 1), "They … on 2 pairs of runs (1 …); without these, nothing …."),
)

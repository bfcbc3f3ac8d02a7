"""What is said of a test of all pairs of runs."""

from dataclasses import replace

import numpy as np
import pandas as pd

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.findings import runs as findings
from ordquant_core.findings.sentence import RunName
from tests.findings.claims import every_branch
from tests.findings.resamples import resampled
from tests.statistics.test_resampling import p_table

KEYS = ("NMD", "RNOD", "NVD")


def of_runs(means, *apart, near=(), critical=None):
    """Return a test by NMD of runs x, y, z, …: the pairs `apart` differ, those `near` have a p close to alpha."""
    p = p_table(len(means), *apart)
    for a, b in near:
        p[a, b] = p[b, a] = 0.055
    ranges = None if critical is None else np.full((1, 1000), critical)
    return by_measures([means], [p], ranges)


def by_measures(means, p, ranges=None):
    means = np.array(means, dtype=np.float64)
    gaps = means[:, :, None] - means[:, None, :]
    runs = tuple("xyzuvw"[: means.shape[1]])
    return Discrimination(KEYS[: len(means)], runs, 30, means, np.array(p), gaps, gaps, 1000, ranges)


def two(*sides):
    """Return what is said of x and y where they differ by measures with these sides: -1 (x is better), 0 or 1."""
    means = [[0.2 + 0.1 * side, 0.2] for side in sides]
    test = by_measures(means, [p_table(2, *([(0, 1)] if side else [])) for side in sides])
    return findings.two_runs(test, ("x", "y"), 0.05)


def groups(interaction, p, changes="no"):
    count = len(p)
    columns = {"case_group": [f"g{n}" for n in range(count)], "interaction": interaction, "p_interaction": p}
    return findings.groups_of_cases(pd.DataFrame(columns | {"sign_changes": [changes] * count}), "NMD", 0.05)


def leader(means, *apart, share=1.0, n_cases=30):
    test = of_runs(means, *apart)
    return findings.leader(test, "NMD", 0.05, resampled(test.runs, means, low=share, n_cases=n_cases))


def near(means, *pairs):
    return findings.undecided(of_runs(means, near=pairs), "NMD", 0.05)


def standing(test, run):
    return findings.standing(test, "NMD", run, 0.05)


def of_nmd(finding, test):
    return finding(test, "NMD", 0.05)


TWO, SAME = of_runs([0.1, 0.2], critical=0.05), of_runs([0.1, 0.1])
FEW = replace(TWO, smallest_p=0.25)
THREE = of_runs([0.1, 0.2, 0.3], (0, 2), (1, 2), critical=0.05)
CLOSE = of_runs([0.1, 0.2, 0.3], near=[(0, 1)])
OVERLAPPING = of_runs([0.1, 0.2, 0.3], (0, 2))
B_1000 = "0.05, B = 1,000 trials, seed 3; … 0.0069."  # the standard error of 1,000 trials
NOTHING = "no difference can be significant … 0.05."
OPEN = "within 1.96 standard errors of 0.05"
NONE = [np.nan] * 2
ADJUSTED = "0.05, adjusted for all pairs of runs and groups)."
OTHERWISE = "By NMD, A − B differs significantly from A − B on the other cases on"
WHICH = "Which run leads by mean NMD depends on the cases; x (0.100)"
EQUAL = "By mean NMD, x and z lead with equal means (0.100)"

test_every_branch_holds_its_claim = every_branch(
    (findings.settings([TWO], 0.05, 3), f"… HSD: n = 30 cases, alpha = {B_1000}"),
    (findings.settings([TWO, THREE], 0.05, 3), f"… HSD: alpha = {B_1000}"),
    (
        findings.settings([FEW], 0.05, 3),
        f"… HSD: n = 30 …, alpha = {B_1000} With 2 runs and 30 cases no … HSD … 0.25: {NOTHING}",
    ),
    (findings.impossible(TWO, 0.05), ""),
    (findings.impossible(replace(TWO, smallest_p=0.05), 0.05), f"With 2 runs and 30 cases no … HSD … 0.05: {NOTHING}"),
    (findings.impossible(replace(TWO, smallest_p=0.1, n_trials=9), 0.05), f"With 9 trials no … HSD … 0.1: {NOTHING}"),
    (findings.impossible(replace(TWO, smallest_p=0.1, n_trials=19), 0.05), f"With 19 trials no … HSD … 0.1: {NOTHING}"),
    (
        findings.impossible(replace(TWO, smallest_p=0.1, n_trials=20), 0.05),
        f"With 2 runs … 30 … no … HSD … 0.1: {NOTHING}",
    ),
    (of_nmd(findings.critical_difference, TWO), "Critical difference by NMD: 0.050. Means …, and the 95% interval …."),
    (of_nmd(findings.critical_difference, of_runs([0.1, 0.2])), ""),
    (
        of_nmd(findings.sharing, of_runs([0.1, 0.2, 0.3], (0, 2), critical=0.05)),
        "… do not differ significantly, … not overlap: the test corrects for all 3 pairs.",
    ),
    (
        of_nmd(findings.sharing, TWO),
        "… do not differ significantly, … not overlap: the test needs a difference above 0.050.",
    ),
    (of_nmd(findings.sharing, of_runs([0.1, 0.2])), "Runs that share a letter do not differ significantly."),
    (of_nmd(findings.differing, TWO), "Means differ … more than 0.050 apart."),
    (of_nmd(findings.differing, of_runs([0.1, 0.2])), ""),
    (
        of_nmd(findings.differing, THREE),
        "After correcting for all 3 pairs, 2 differ significantly: means more than 0.050 apart.",
    ),
    (of_nmd(findings.differing, OVERLAPPING), "… all 3 pairs, 1 differs significantly."),
    (of_nmd(findings.differing, of_runs([0.1] * 3)), "… all 3 pairs, none differ significantly."),
    (of_nmd(findings.grouped, THREE), "2 of 3 pairs of runs differ …; the 3 runs make 2 significance groups."),
    (of_nmd(findings.grouped, OVERLAPPING), "1 of 3 pairs …; the 3 runs make 2 significance groups, which overlap."),
    (of_nmd(findings.undecided, THREE), ""),
    (near([0.1, 0.2, 0.3], (0, 1)), f"1 of 3 pairs has a p {OPEN}: …."),
    (near([0.1, 0.2, 0.3], (0, 1), (1, 2)), f"2 of 3 pairs have a p {OPEN}: …."),
    (near([0.1, 0.2], (0, 1)), f"1 of 1 pair has a p {OPEN}: …."),
    (findings.undecided_by_measure(THREE, 0.05), ""),
    (findings.undecided_by_measure(CLOSE, 0.05), f"p {OPEN} (…): of 3 pairs of runs, 1 by NMD"),
    (leader([0.1, 0.2, 0.3], (0, 1), (0, 2)), "By mean NMD, x leads (0.100) and differs … from every other run."),
    (leader([0.1, 0.2, 0.3]), "By mean NMD, x leads (0.100) and does not differ … from any other run."),
    (
        leader([0.1, 0.2, 0.3], n_cases=2),
        "Which run … NMD is not known from 2 cases; x (0.100) does not differ … other run.",
    ),
    (leader([0.1, 0.2, 0.3], (0, 2)), "By mean NMD, x leads (0.100) and does not differ … from y."),
    (leader([0.1, 0.2, 0.1], (0, 1), (1, 2)), f"{EQUAL} and differ … from every other run."),
    (leader([0.1 + 1e-16, 0.2, 0.1]), f"{EQUAL} and do not differ … from any other run."),
    (leader([0.1, 0.2, 0.1, 0.3], (0, 3), (2, 3)), f"{EQUAL} and do not differ … from y."),
    (
        leader([0.1, 0.2, 0.3], (0, 2), share=0.61),
        "… NMD, x leads (0.100, in 61% of resamples of cases) and does not … from y.",
    ),
    (leader([0.1, 0.2, 0.3], (0, 2), share=0.49), f"{WHICH} does not differ … from y."),
    (leader([0.1, 0.2, 0.3], share=0.49), f"{WHICH} does not differ … from any other run."),
    (
        leader([0.1, 0.2, 0.3], (0, 1), (0, 2), share=0.49),
        "By mean NMD, x leads (0.100) and differs … from every other run.",
    ),
    (leader([0.1, 0.1]), "By mean NMD, x and y lead with equal means (0.100)."),
    (leader([0.1] * 5), "By mean NMD, x, y, z and 2 more lead with equal means (0.100)."),
    (findings.leading(of_runs([0.2, 0.1, 0.3]), "NMD"), "y 0.100"),
    (findings.leading(of_runs([0.2, 0.1, 0.1]), "NMD"), "y and 1 more … 0.100"),
    (standing(THREE, "y"), "y ranks 2nd of 3 (0.200): no run is … better, 1 worse."),
    (standing(OVERLAPPING, "z"), "z ranks 3rd of 3 (0.300): 1 run is … better, none worse."),
    (standing(THREE, "z"), "z ranks 3rd of 3 (0.300): 2 runs are … better, none worse."),
    (standing(SAME, "y"), "y ranks 1st of 2 (0.100), shared with 1 other run: no run is … better, none worse."),
    (two(-1, -1, -1), "All 3 measures find x … better than y."),
    (two(1, 1, 0), "2 of 3 measures find y … better than x."),
    (two(0, 1, 0), "Only RNOD of 3 measures finds y … better than x."),
    (two(0, 1), "Only RNOD of 2 measures finds y … better than x."),
    (two(0, 0, 0), "x and y do not differ … any of the 3 measures."),
    (two(-1, 1, 0), "A contradiction: by NMD x is … better, by RNOD y; by NVD they do not …."),
    (two(-1, 1), "A contradiction: by NMD x is … better, by RNOD y."),
    (two(-1), "NMD finds x … better than y."),
    (two(0), "x and y do not differ … by NMD."),
    (groups([0.1] * 2, NONE), "No group has 5 cases, and as many others, to test whether A − B …."),
    (groups([0.1] * 3, [0.2, *NONE]), f"By NMD, A − B does not … (p ≥ {ADJUSTED} Not tested, … 5 …: g1 and g2."),
    (groups([0.1, -0.2, 0.3], [0.01, 0.02, 0.2]), f"{OTHERWISE} g0 (+0.100) and g1 (−0.200) (p < {ADJUSTED}"),
    (groups([0.1, 0.2], [0.05, 0.06]), f"By NMD, A − B does not differ … (p ≥ {ADJUSTED}"),
    (groups([0.1, 0.2], [0.01, np.nan], "yes"), f"{OTHERWISE} g0 (+0.100) (p < {ADJUSTED} On g0 …. … 5 …: g1."),
)


def test_names_stay_names():
    assert RunName("x") in leader([0.1, 0.2])
    assert [part for part in two(-1) if isinstance(part, RunName)] == [
        RunName("x", "A"),
        RunName("y", "B"),
    ]

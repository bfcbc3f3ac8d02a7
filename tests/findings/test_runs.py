"""What is said of a test of all pairs of runs: every branch of every sentence."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.findings import runs as findings
from ordquant_core.findings.sentence import RunName, plain
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


def leader(means, *apart):
    return findings.leader(of_runs(means, *apart), "NMD", 0.05)


NO_DIFFERENCE = ": no difference can be significant at alpha = 0.05."
TWO = of_runs([0.1, 0.2], critical=0.05)
THREE = of_runs([0.1, 0.2, 0.3], (0, 2), (1, 2), critical=0.05)
SETTINGS = (
    "alpha = 0.05, B = 1,000 trials, seed 3; the standard error of a p-value at alpha is 0.0069."  # of 1,000 trials
)


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        (findings.settings([TWO], 0.05, 3), f"Randomised Tukey HSD: n = 30 cases, {SETTINGS}"),
        (findings.settings([TWO, THREE], 0.05, 3), f"Randomised Tukey HSD: {SETTINGS}"),
        (
            findings.settings([replace(TWO, smallest_p=0.25)], 0.05, 3),
            f"Randomised Tukey HSD: n = 30 cases, {SETTINGS} With 2 runs and 30 cases no p-value of the randomised "
            f"Tukey HSD test can be below 0.25{NO_DIFFERENCE}",
        ),
        (findings.impossible(TWO, 0.05), ""),
        (
            findings.impossible(replace(TWO, smallest_p=0.1, n_trials=9), 0.05),
            f"With 9 trials no p-value of the randomised Tukey HSD test can be below 0.1{NO_DIFFERENCE}",
        ),
        (
            findings.critical_difference(TWO, "NMD", 0.05),
            "Critical difference by NMD: 0.050. Means that lie further apart differ significantly, and the 95% "
            "interval of a difference, which holds for all pairs jointly, is the difference ± this.",
        ),
        (findings.critical_difference(of_runs([0.1, 0.2]), "NMD", 0.05), ""),
        (findings.differing(TWO, "NMD", 0.05), "Means differ significantly if they lie more than 0.050 apart."),
        (findings.differing(of_runs([0.1, 0.2]), "NMD", 0.05), ""),
        (
            findings.differing(THREE, "NMD", 0.05),
            "2 of 3 pairs of runs differ significantly: means that lie more than 0.050 apart.",
        ),
        (findings.differing(of_runs([0.1] * 3), "NMD", 0.05), "0 of 3 pairs of runs differ significantly."),
        (
            findings.grouped(THREE, "NMD", 0.05),
            "2 of 3 pairs of runs differ significantly; the 3 runs make 2 significance groups.",
        ),
        (
            findings.grouped(of_runs([0.1, 0.2, 0.3], (0, 2)), "NMD", 0.05),
            "1 of 3 pairs of runs differ significantly; the 3 runs make 2 significance groups, which overlap.",
        ),
        (findings.undecided(THREE, "NMD", 0.05), ""),
        (
            findings.undecided(of_runs([0.1, 0.2, 0.3], near=[(0, 1)]), "NMD", 0.05),
            "1 of 3 pairs has a p within 1.96 standard errors of 0.05: more trials would decide.",
        ),
        (
            findings.undecided(of_runs([0.1, 0.2, 0.3], near=[(0, 1), (1, 2)]), "NMD", 0.05),
            "2 of 3 pairs have a p within 1.96 standard errors of 0.05: more trials would decide.",
        ),
        (
            findings.undecided(of_runs([0.1, 0.2], near=[(0, 1)]), "NMD", 0.05),
            "1 of 1 pair has a p within 1.96 standard errors of 0.05: more trials would decide.",
        ),
        (findings.undecided_by_measure(THREE, 0.05), ""),
        (
            findings.undecided_by_measure(of_runs([0.1, 0.2, 0.3], near=[(0, 1)]), 0.05),
            "p within 1.96 standard errors of 0.05 (more trials would decide): of 3 pairs of runs, 1 by NMD",
        ),
        (
            leader([0.1, 0.2, 0.3], (0, 1), (0, 2)),
            "By mean NMD, x leads (0.100) and differs significantly from every other run.",
        ),
        (
            leader([0.1, 0.2, 0.3]),
            "By mean NMD, x leads (0.100); it does not differ significantly from any other run.",
        ),
        (
            leader([0.1, 0.2, 0.3], (0, 2)),
            "By mean NMD, x leads (0.100) and does not differ significantly from y.",
        ),
        (
            leader([0.1, 0.2, 0.1], (0, 1), (1, 2)),
            "By mean NMD, x and z lead with equal means (0.100) and differ significantly from every other run.",
        ),
        (
            leader([0.1 + 1e-16, 0.2, 0.1]),
            "By mean NMD, x and z lead with equal means (0.100); they do not differ significantly from any other run.",
        ),
        (
            leader([0.1, 0.2, 0.1, 0.3], (0, 3), (2, 3)),
            "By mean NMD, x and z lead with equal means (0.100) and do not differ significantly from y.",
        ),
        (leader([0.1, 0.1]), "By mean NMD, x and y lead with equal means (0.100)."),
        (leader([0.1] * 5), "By mean NMD, x, y, z and 2 more lead with equal means (0.100)."),
        (findings.leading(of_runs([0.2, 0.1, 0.3]), "NMD"), "y 0.100"),
        (findings.leading(of_runs([0.2, 0.1, 0.1]), "NMD"), "y and 1 more with the same mean 0.100"),
        (
            findings.standing(THREE, "NMD", "y", 0.05),
            "has rank 2 of 3 (0.200): significantly worse than no run, significantly better than 1.",
        ),
        (
            findings.standing(THREE, "NMD", "z", 0.05),
            "has rank 3 of 3 (0.300): significantly worse than 2 runs, significantly better than none.",
        ),
        (
            findings.standing(of_runs([0.1, 0.1]), "NMD", "y", 0.05),
            "has rank 1 of 2 (0.100), shared with 1 other run: significantly worse than no run, significantly better "
            "than none.",
        ),
        (two(-1, -1, -1), "All 3 measures find A x significantly better than B y."),
        (two(1, 1, 0), "2 of 3 measures find B y significantly better than A x."),
        (two(0, 1, 0), "Only RNOD of 3 measures finds B y significantly better than A x."),
        (two(0, 0, 0), "A x and B y do not differ significantly by any of the 3 measures."),
        (
            two(-1, 1, 0),
            "A contradiction: by NMD A x is significantly better, by RNOD B y; by NVD they do not differ "
            "significantly.",
        ),
        (two(-1, 1), "A contradiction: by NMD A x is significantly better, by RNOD B y."),
        (two(-1), "NMD finds A x significantly better than B y."),
        (two(0), "A x and B y do not differ significantly by NMD."),
        (
            groups([0.1, 0.2], [np.nan, np.nan]),
            "No group has 5 cases, and as many others, to test whether A − B depends on the group.",
        ),
        (
            groups([0.1, 0.2, 0.3], [0.2, np.nan, np.nan]),
            "By NMD, A − B does not differ significantly between any group and the other cases (p ≥ 0.05, adjusted for "
            "all pairs of runs and groups). Not tested, with fewer than 5 cases or others: g1 and g2.",
        ),
        (
            groups([0.1, -0.2, 0.3], [0.01, 0.02, 0.2]),
            "By NMD, A − B differs significantly from A − B on the other cases on g0 (+0.100) and g1 (−0.200) "
            "(p < 0.05, adjusted for all pairs of runs and groups).",
        ),
        (
            groups([0.1], [0.01], "yes"),
            "By NMD, A − B differs significantly from A − B on the other cases on g0 (+0.100) (p < 0.05, adjusted for "
            "all pairs of runs and groups). On g0 the better run is another than on the other cases.",
        ),
    ],
)
def test_every_branch_has_its_words(sentence, words):
    assert plain(sentence) == words


def test_names_stay_names():
    assert RunName("x") in leader([0.1, 0.2])
    assert [part for part in two(-1) if isinstance(part, RunName)] == [
        RunName("x", "A", alone=False),
        RunName("y", "B", alone=False),
    ]

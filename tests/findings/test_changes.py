"""Which preferences change with the scale: every measure is named or counted once, in its number."""

from dataclasses import replace

from ordquant_core.analysis.picture import DEFAULT, Picture, with_merged_classes
from ordquant_core.findings.changes import by_merging, by_positions, changes
from tests.findings.claims import every_branch

BEFORE = {"NMD": -1, "RNOD": 1, "JSD": 1, "NVD": 0}
APART = Picture(tuple("abcd"), (10, 0, 0, 0), (0, 0, 1, 0), (0.4, 0, 0, 0.6), positions=(1, 1.3, 1.6, 4))
NEARER = replace(APART, positions=(1, 2, 3, 4.1))
MERGED = with_merged_classes(DEFAULT, (("-2", "-1"),))
FROM_GOLD = "the spacing of the classes from the gold."


def changed(before, **now):
    return changes(before, before | now, "that use x")


test_every_branch_holds_its_claim = every_branch(
    (changed({"NMD": 1}), "NMD keeps its preference."),
    (changed(BEFORE), "all 4 measures that use x keep their preference."),
    (changed(BEFORE, NMD=1), "NMD prefers B instead of A; the other 3 measures that use x keep their preference."),
    (
        changed(BEFORE, NMD=0, RNOD=-1, JSD=-1),
        "NMD sees a tie instead of preferring A; RNOD and JSD prefer A instead of B; one other measure that uses x "
        "keeps its preference.",
    ),
    (changed({"NVD": 0}, NVD=1), "NVD prefers B instead of seeing a tie."),
    (changed({"NVD": 1, "JSD": 1}, NVD=0, JSD=0), "NVD and JSD see a tie instead of preferring B."),
    (by_positions(DEFAULT, ["NMD"]), ""),
    (by_positions(APART, ["JSD"]), "None of these measures uses the positions …."),
    (by_positions(APART, ["NMD"]), "Compared with equal distances, NMD prefers A instead of B."),
    (by_positions(APART, ["NMD", "RNOD2"]), f"… NMD prefers A instead of B. RNOD2 learns {FROM_GOLD}"),
    (by_positions(NEARER, ["NMD", "RNOD2", "RNADW2"]), f"… NMD keeps …. RNOD2 and RNADW2 learn {FROM_GOLD}"),
    (by_merging(DEFAULT, MERGED, ["NMD", "NVD"]), "−2 and −1 are merged. … both measures in the table keep …."),
)

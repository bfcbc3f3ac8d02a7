"""Which preferences change with the scale: every measure is named or counted once, in its number."""

from dataclasses import replace

import pytest

from ordquant_core.analysis.picture import DEFAULT, Picture, with_merged_classes
from ordquant_core.findings.changes import by_merging, by_positions, changes
from ordquant_core.findings.sentence import plain

USING = "that use x"
BEFORE = {"NMD": -1, "RNOD": 1, "JSD": 1, "NVD": 0}
APART = Picture(tuple("abcd"), (10, 0, 0, 0), (0, 0, 1, 0), (0.4, 0, 0, 0.6), positions=(1, 1.3, 1.6, 4))


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        (changes({"NMD": 1}, {"NMD": 1}, USING), "NMD keeps its preference."),
        (changes(BEFORE, BEFORE, USING), "all 4 measures that use x keep their preference."),
        (
            changes(BEFORE, BEFORE | {"NMD": 1}, USING),
            "NMD prefers B instead of A; the other 3 measures that use x keep their preference.",
        ),
        (
            changes(BEFORE, BEFORE | {"NMD": 0, "RNOD": -1, "JSD": -1}, USING),
            "NMD sees a tie instead of preferring A; RNOD and JSD prefer A instead of B; one other measure that uses x "
            "keeps its preference.",
        ),
        (changes({"NVD": 0}, {"NVD": 1}, USING), "NVD prefers B instead of seeing a tie."),
        (changes({"NVD": 1, "JSD": 1}, {"NVD": 0, "JSD": 0}, USING), "NVD and JSD see a tie instead of preferring B."),
        (by_positions(DEFAULT, ["NMD"]), ""),
        (by_positions(APART, ["JSD"]), "None of these measures uses the positions of the classes."),
        (by_positions(APART, ["NMD"]), "Compared with equal distances, NMD prefers A instead of B."),
        (
            by_positions(APART, ["NMD", "RNOD2"]),
            "Compared with equal distances, NMD prefers A instead of B. RNOD2 takes its distances from the gold.",
        ),
        (
            by_positions(replace(APART, positions=(1, 2, 3, 4.1)), ["NMD", "RNOD2", "RNADW2"]),
            "Compared with equal distances, NMD keeps its preference. RNOD2 and RNADW2 take their distances from the "
            "gold.",
        ),
        (
            by_merging(DEFAULT, with_merged_classes(DEFAULT, (("-2", "-1"),)), ["NMD", "NVD"]),
            "−2 and −1 are merged. Compared with separate classes, both measures in the table keep their preference.",
        ),
    ],
)
def test_what_changes_is_said_of_every_measure(sentence, words):
    assert plain(sentence) == words

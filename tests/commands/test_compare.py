"""`compare`: wins, ties, losses and correlations, to the digit of the published ones."""

import pytest

from ordquant_core.measures.registry import DEFAULT_MEASURES
from tests.commands.files import SHARED, real


def test_compare_counts_preferences_and_correlates_deltas(table, folder):
    header, rows, _ = table("compare", "gold.csv", "run.csv", "baseline:uniform", "--measures", "NMD,NVD,KLD")
    assert header == [
        *("measure", "prefers_a", "prefers_b", "ties", "mean_delta"),
        *("pearson_NMD", "pearson_NVD", "pearson_KLD"),
    ]
    values = {row[0]: row[1:] for row in rows}
    assert values["NMD"][:3] == ["2", "0", "1"]
    assert float(values["NMD"][4]) == pytest.approx(1)
    assert values["NMD"][5] == values["NVD"][4]  # the correlation is symmetric
    assert float(values["NVD"][3]) < 0


def test_compare_leaves_what_is_not_defined_empty(table, folder):
    two = {"gold": "x,1,0\ny,0,1\n", "p": "x,.5,.5\ny,0,1\n", "q": "x,1,0\ny,.5,.5\n"}
    for name, rows in two.items():
        (folder / f"{name}2.csv").write_text(f"case,a,b\n{rows}")
        (folder / f"{name}.csv").write_text(f"case,a,b\n{rows}z,1,0\n")
    _, rows, _ = table("compare", "gold2.csv", "p2.csv", "q2.csv", "--measures", "NMD,RNOD")
    assert [row[5:] for row in rows] == [["", ""]] * 2  # of two cases a correlation could only be 1 or -1
    _, rows, _ = table("compare", "gold.csv", "p.csv", "q.csv", "--measures", "KLD,NMD")
    assert rows[0] == ["KLD", "1", "1", "1", "", "", ""]
    assert rows[1][:5] == ["NMD", "1", "1", "1", "0.0"]
    assert rows[1][5] == ""
    assert float(rows[1][6]) == pytest.approx(1)


@real
@pytest.mark.parametrize(
    ("scale", "published"),  # (prefer uniform, prefer popularity), LQ 2021, Table 7 (STC-3)
    [
        (
            "A",
            {
                **{"NMD": (175, 197), "RSNOD": (224, 166), "RNOD": (265, 125)},
                **{"NVD": (274, 116), "RNSS": (297, 93), "JSD": (301, 89)},
            },
        ),
        ("E", {"NMD": (257, 127), "RNOD": (331, 58), "JSD": (347, 43)}),
    ],
)
def test_compare_gives_the_published_wins_and_losses_on_the_official_gold(table, scale, published):
    gold = SHARED / "gold_test.json"
    _, rows, _ = table("compare", gold, "baseline:popularity", "baseline:uniform", "--scale", scale)
    assert [row[0] for row in rows] == list(DEFAULT_MEASURES)
    counts = {key: (int(prefers_b), int(prefers_a)) for key, prefers_a, prefers_b, *_ in rows}
    assert {key: counts[key] for key in published} == published
    assert all(sum(map(int, row[1:4])) == 390 for row in rows)

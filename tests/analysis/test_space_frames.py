"""Frames of all gold distributions hold what was computed, under the names of the glossary."""

import numpy as np
import pytest

from ordquant_core.spaces.artificial import artificial_study, intervals, spreads, spreads_to_frame
from ordquant_core.spaces.compare_estimators import compare_estimators
from ordquant_core.spaces.gold_distributions import Estimator, distributions_to_frame
from ordquant_core.spaces.measure_properties import PROPERTIES, Finding, property_table

MEASURES = ["NMD", "JSD", "DNKT"]


@pytest.fixture(scope="module")
def compared():
    return compare_estimators(6, 3, Estimator("popularity"), Estimator("mirror"), MEASURES)


def rows(table):
    return [dict(zip(table.columns, row, strict=True)) for row in table.itertuples(index=False, name=None)]


def test_disagreements_are_those_of_the_comparison(compared):
    pairs = {(row["measure_1"], row["measure_2"]): row for row in rows(compared.disagreements_to_frame())}
    pair = pairs["NMD", "DNKT"]
    counts = compared.quadrants("NMD", "DNKT")
    assert pair["disagree"] == counts.second + counts.fourth == compared.disagreements()[0, 2] > 0
    assert pair["distributions"] == 28
    assert len(pairs) == 3


def test_distributions_have_a_column_for_each_class_and_each_delta(compared):
    table = compared.distributions_to_frame()
    assert list(table.columns) == ["class_1", "class_2", "class_3", "delta_NMD", "delta_JSD", "delta_DNKT"]
    assert rows(table)[0] == {
        "class_1": 0,
        "class_2": 0,
        "class_3": 6,
        **{f"delta_{key}": float(compared.deltas[place, 0]) for place, key in enumerate(MEASURES)},
    }
    table = distributions_to_frame(np.array([[0, 1, 2]]), {("a", "NMD"): np.array([0.5])})
    assert rows(table) == [{"class_1": 0, "class_2": 1, "class_3": 2, "score_a_NMD": 0.5}]


def test_taus_stand_beside_the_published_ones():
    found = spreads(artificial_study(3, ["NVD", "RNSS", "JSD", "NMD", "RSNOD"], [0, 1]))
    row = rows(spreads_to_frame(found, intervals(3, [one.measures for one in found], 0)))[0]
    assert (row["measure_1"], row["measure_2"], row["printed_tau"]) == ("NVD", "RNSS", 0.947)
    assert row["lowest_tau"] <= row["mean_tau"] <= row["highest_tau"]
    assert row["tau"] == pytest.approx(found[0].values[0])
    assert row["low"] < row["tau"] < row["high_long_cliff"]
    other = spreads(artificial_study(4, ["NVD", "RNSS", "JSD", "NMD", "RSNOD"], [0]))
    assert rows(spreads_to_frame(other, intervals(4, [one.measures for one in other], 0)))[0]["printed_tau"] is None


def test_properties_name_their_examples():
    findings = property_table(3, 3, ["NMD", "DNKT"])
    found = rows(Finding.frame(findings))
    assert [row["property"] for row in found] == 2 * list(PROPERTIES)
    holds = {(row["measure"], row["property"]): row["holds"] for row in found}
    assert [holds["NMD", "order"], holds["DNKT", "order"], holds["DNKT", "distances"]] == [
        "yes",
        "no",
        "does not apply",
    ]
    assert [row["examples"].count("gold ") for row in found] == [len(one.examples) for one in findings]
    assert found[1]["examples"].startswith("gold ")

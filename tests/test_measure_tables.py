"""A and B by every measure as HTML: every number, every name escaped, nothing undefined."""

import math
import re

import numpy as np

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.measure_tables import measure_table, wins_table
from ordquant_core.measures.registry import FAMILIES, MAIN_MEASURES, MEASURES
from ordquant_core.records import Preferences

INF, NAN = math.inf, math.nan
HOSTILE = '<script>"&'


def of_case(a, b, names=("x", "y"), n_classes=3, **options):
    return measure_table(CaseScores(a, b, names), n_classes, **options)


def rows(table):
    found = re.findall(r'<tr(?: class="([^"]*)")?(?: data-choice="\w+")? data-measure="(\w+)"', table)
    return [(key, classes) for classes, key in found]


def balances(table):
    return [
        (side, float(width))
        for side, width in re.findall(r'class="oq-(left|right)(?: oq-beyond)?" style="width:([\d.]+)%"', table)
    ]


def test_the_table_of_measures_groups_by_family_and_tints_dissenters():
    a = dict.fromkeys(MAIN_MEASURES, 0.5) | {"NMD": 0.1}
    table = of_case(a, dict.fromkeys(MAIN_MEASURES, 0.4), n_classes=5, chosen="JSD")
    assert [key for key, _ in rows(table)] == [
        key for family in FAMILIES for key in MAIN_MEASURES if MEASURES[key].family == family
    ]
    assert [key for key, classes in rows(table) if "oq-dissent" in classes] == ["NMD"]
    assert [key for key, classes in rows(table) if "oq-chosen" in classes] == ["JSD"]
    assert table.count('class="oq-family"') == len({MEASURES[key].family for key in MAIN_MEASURES})


def test_a_plain_table_has_the_order_it_was_given_and_no_families():
    table = of_case({"JSD": 0.1, "NMD": 0.2}, {"JSD": 0.3, "NMD": 0.1}, plain=True)
    assert [key for key, _ in rows(table)] == ["JSD", "NMD"]
    assert "oq-family" not in table
    assert "data-choice" not in table


def test_measures_on_smoothed_distributions_stand_apart_without_bars_or_say_what_they_need():
    one = {"NMD": 0.1}
    table = of_case(one, one, smoothed=CaseScores({"NKLD": 0.4}, {"NKLD": 0.3}, ("x", "y")), chosen="NMD")
    apart = table.partition("smoothed by half a vote")[2]
    assert ">NKLD<" in apart
    assert "B 0.100 ▸" in apart
    assert "data-choice" not in apart
    assert "<i" not in apart.partition("oq-balance")[0]
    assert "need the number of votes" in of_case(one, one, smoothed=CaseScores({}, {}, ("x", "y")))


def test_preference_bars_have_one_scale_and_what_is_beyond_it_is_marked():
    table = of_case({"NMD": 0.1, "JSD": 0.4, "KLD": INF, "NVD": 0.2}, {"NMD": 0.3, "JSD": 0.3, "KLD": 1.0, "NVD": 0.2})
    assert balances(table) == [("left", 20.0), ("right", 10.0), ("right", 50.0)]
    assert table.count("oq-beyond") == 1
    assert "The bar ends at 0.5: the difference is ∞." in table
    at_the_end = of_case({"NMD": 0.25}, {"NMD": 0.75})
    assert (balances(at_the_end), "oq-beyond" in at_the_end) == ([("left", 50.0)], False)
    small = of_case({"NMD": 0.1}, {"NMD": 0.11})
    assert balances(small) == [("left", 1.0)]  # a small difference is short, whatever else the table holds
    assert ">◂ 0.5<" in small
    assert ">0.5 ▸<" in small
    assert "B ∞ ▸" in table
    assert table.count(">tie<") == 1


def test_two_infinite_scores_are_a_tie_and_no_number_is_nan():
    table = of_case({"KLD": INF}, {"KLD": INF})
    assert ">tie<" in table
    assert "nan" not in table.lower()


def test_every_score_is_there_at_full_precision():
    table = of_case({"NMD": 1 / 3}, {"NMD": 0.1})
    assert f'title="{1 / 3!r}"' in table
    assert f'title="{1 / 3 - 0.1!r}"' in table


def test_names_of_runs_are_escaped_in_both_tables():
    preferences = Preferences(("NMD",), np.array([1]), np.array([2]), np.array([0]), np.array([0.1]))
    for table in (
        of_case({"NMD": 0.1}, {"NMD": 0.2}, (HOSTILE, HOSTILE)),
        wins_table(preferences, (HOSTILE, HOSTILE)),
    ):
        assert "<script" not in table
        assert "&lt;script&gt;&quot;&amp;" in table


def test_the_wins_table_shows_all_three_counts_the_mean_margin_and_the_minority():
    preferences = Preferences(
        ("NMD", "JSD", "RNSS", "KLD"),
        np.array([197, 1, 1, 0]),
        np.array([175, 389, 389, 0]),
        np.array([18, 0, 0, 0]),
        np.array([-0.0123456, 0.25, 0.25, NAN]),
    )
    table = wins_table(preferences, ("Popularity", "Uniform"))
    assert "Popularity 197, tie 18, Uniform 175" in table
    assert "Popularity 1, tie 0, Uniform 389" in table
    assert [text in table for text in ("◂ A 0.012", "B 0.250 ▸")] == [True] * 2
    assert rows(table) == [("NMD", "oq-dissent"), ("JSD", ""), ("RNSS", ""), ("KLD", "")]
    assert ">n/a<" in table
    widths = re.findall(r'class="oq-(wins-a|ties|wins-b)" style="flex:(\d+) 0 0">(\d*)<', table)
    assert ("wins-a", "197", "197") in widths
    assert ("wins-a", "1", "1") in widths  # however narrow

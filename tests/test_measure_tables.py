"""A and B by every measure as HTML: every number, every name escaped, nothing undefined."""

import math
import re

import numpy as np
import pytest

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.measure_tables import measure_table, wins_table
from ordquant_core.measures.registry import FAMILIES, MAIN_MEASURES, MEASURES
from ordquant_core.records import Preferences

INF, NAN = math.inf, math.nan
HOSTILE = '<script>"&'


def of_case(a, b, names=("x", "y"), **options):
    return measure_table(CaseScores(a, b, names), **options)


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
    table = of_case(a, dict.fromkeys(MAIN_MEASURES, 0.4), chosen="JSD")
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


def ends(table):
    return re.findall(r"(?:◂ ([\d.]+)|([\d.]+) ▸)</span>(?:<span>0<|</div>)", table)


@pytest.mark.parametrize(
    ("margins", "plain", "end", "lengths", "n_cut"),
    [
        ({"NMD": -0.1, "JSD": 0.05}, False, "0.1", [50, 25], 0),
        ({"NMD": -0.1, "JSD": 0.3 - 0.2}, False, "0.1", [50, 50], 0),  # 0.1 but for rounding
        ({"NMD": 0.11, "JSD": 0.05}, False, "0.5", [11, 5], 0),
        ({"NMD": 0.01, "DNKT": -0.4, "DNKT_NMD": 0.2}, False, "0.1", [5, 50, 50], 2),  # they are no quantity measures
        ({"DNKT": 0.4, "DNKT_NMD": -0.2}, False, "0.5", [40, 20], 0),  # no quantity measure: all count
        ({"NMD": 0.1, "VD": -1.5}, False, "0.5", [10, 50], 1),
        ({"NMD": -INF}, False, "0.5", [50], 1),
        ({"NMD": 0.15, "JSD": -0.2}, True, "0.2", [37.5, 50], 0),  # a table of few measures
        ({"NMD": 0.15, "JSD": -0.3}, True, "0.5", [15, 30], 0),
    ],
)
def test_preference_bars_have_an_axis_that_fits_the_quantity_measures(margins, plain, end, lengths, n_cut):
    a = {key: max(margin, 0.0) for key, margin in margins.items()}
    b = {key: max(-margin, 0.0) for key, margin in margins.items()}
    table = of_case(a, b, plain=plain)
    assert ends(table) == [(end, ""), ("", end)]
    sides = ["left" if margin < 0 else "right" for margin in margins.values()]
    assert balances(table) == list(zip(sides, lengths, strict=True))
    assert table.count("oq-beyond") == n_cut == table.count(f"The bar ends at {end}: the difference is")


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
    widths = re.findall(r'class="oq-(wins-a|ties|wins-b)" style="flex:(\d+) 0 0"', table)
    assert widths[:5] == [("wins-a", "197"), ("ties", "18"), ("wins-b", "175"), ("wins-a", "1"), ("wins-b", "389")]
    counts = re.findall(r'<(b|span) class="oq-(a|b)">([\d,]+)</', table)
    assert counts[:4] == [
        ("b", "a", "197"),
        ("span", "b", "175"),
        ("span", "a", "1"),
        ("b", "b", "389"),
    ]  # larger: bold


def test_rows_of_wins_beside_a_plot_can_be_chosen_and_name_its_axes():
    preferences = Preferences(
        ("NMD", "JSD"), np.array([1, 1]), np.array([2, 2]), np.array([0, 0]), np.array([0.1, 0.1])
    )
    table = wins_table(preferences, ("x", "y"), axes=("JSD", "NMD"))
    assert re.findall(r'data-choice="(\w+)".*?class="oq-badge">(\w)<', table) == [("NMD", "y"), ("JSD", "x")]
    assert "data-choice" not in wins_table(preferences, ("x", "y"))


def test_a_measure_that_was_made_has_the_last_row_below_its_switches_and_is_no_vote():
    key, a = "totals.squared.distance.all", dict.fromkeys(MAIN_MEASURES, 0.5)
    made = CaseScores({key: 0.4}, {key: 0.1}, ("x", "y"))
    table = of_case(a, dict.fromkeys(MAIN_MEASURES, 0.6), chosen="NMD", made=made, making="#make&<")
    above, line, row = table.rpartition('<tr class="oq-family">')
    assert "running totals" in row
    assert 'href="#make&amp;&lt;"' in row
    assert f'data-measure="{key}"' in row
    assert "B 0.300 ▸" in row
    assert "data-choice" not in row
    assert line
    assert above.count("oq-dissent") == 0 == row.count("oq-dissent")

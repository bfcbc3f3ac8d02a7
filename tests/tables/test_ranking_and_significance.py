"""Results of tests and rankings as tables and sentences."""

from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest

import ordquant_core as oq
from ordquant_core.analysis.consistency import Consistency
from ordquant_core.analysis.discrimination import (
    Contradiction,
    Discrimination,
    Overlap,
    Power,
    least_overlap,
    separated_bounds,
)
from ordquant_core.markup import plain
from ordquant_core.statistics.mean_interval import mean_interval
from ordquant_core.tables.runs import ranking_sentences, significance_sentences, views
from ordquant_core.writing import lq2021 as papers
from tests.source_files import ROOT
from tests.statistics.test_resampling import p_table

KEYS = ("NMD", "RNOD", "NVD")
HOSTILE = "<b>x</b>"


def made_up(means, p, *runs):
    """A test by one measure."""
    means, p = np.array([means]), np.array([p])
    gaps = means[:, :, None] - means[:, None, :]
    runs = runs or tuple("xyzuvw"[: means.shape[1]])
    return Discrimination(("NMD",), runs, 30, means, p, gaps, gaps, 1000)


@pytest.mark.parametrize(
    ("apart", "words"),
    [
        ([(0, 1), (0, 2)], "By mean NMD, x leads (0.100) and differs significantly from every other run."),
        ([], "By mean NMD, x leads (0.100); it does not differ significantly from any other run."),
        ([(0, 2)], "By mean NMD, x leads (0.100) and does not differ significantly from y."),
    ],
)
def test_the_leader_and_those_that_do_not_differ_from_it_are_named(apart, words):
    test = made_up([0.1, 0.2, 0.3], p_table(3, *apart))
    assert plain(significance_sentences.leader(test, 0, 0.05, test.runs)) == words


@pytest.mark.parametrize(
    ("means", "apart", "words"),
    [
        (
            [0.1, 0.2, 0.1],
            [(0, 1), (1, 2)],
            "x and z lead with equal means (0.100) and differ significantly from every ",
        ),
        (
            [0.1 + 1e-16, 0.2, 0.1],
            [],
            "x and z lead with equal means (0.100); they do not differ significantly from any",
        ),
        ([0.1, 0.2, 0.1, 0.3], [(0, 3), (2, 3)], "x and z lead with equal means (0.100) and do not differ significan"),
        ([0.1, 0.1], [], "x and y lead with equal means (0.100)."),
        ([0.1] * 5, [], "x, y, z and 2 more lead with equal means (0.100)."),
    ],
)
def test_equal_leaders_are_all_named(means, apart, words):
    test = made_up(means, p_table(len(means), *apart))
    said = plain(significance_sentences.leader(test, 0, 0.05, test.runs))
    assert said.startswith(f"By mean NMD, {words}")


def test_the_table_of_tasks_names_no_leader_alone_where_means_are_equal():
    equal, one = made_up([0.2, 0.1, 0.1], p_table(3)), made_up([0.2, 0.1, 0.3], p_table(3))
    columns, rows = views.tasks([equal, one], ["first", "second"], 0, 0.05)
    place = list(columns).index("leads")
    assert [row.cells[place] for row in rows] == ["y and 1 more with the same mean 0.100", "y 0.100"]


def test_a_rank_that_is_five_places_from_that_by_the_chosen_measure_is_tinted_and_four_are_not():
    means = np.array([[1, 2, 3, 4, 5, 6], [6, 1, 2, 3, 4, 5]]) / 10
    gaps = means[:, :, None] - means[:, None, :]
    test = Discrimination(("NMD", "NVD"), tuple("xyzuvw"), 30, means, np.ones_like(gaps), gaps, gaps, 1000)
    _, rows = views.means(test, mean_interval(np.stack([means, means], axis=-1)), 0, test.runs)
    assert ["oq-dissent" in (row.cells[3].class_ or "") for row in rows] == [True, *[False] * 5]
    four = test.means.copy()
    four[1] = [5, 1, 2, 3, 4, 6]
    _, rows = views.means(replace(test, means=four), mean_interval(np.stack([four, four], axis=-1)), 0, test.runs)
    assert not any("oq-dissent" in (row.cells[3].class_ or "") for row in rows)


def test_a_power_of_half_is_bold_and_one_below_40_percent_is_underlined():
    task = oq.load_task(ROOT / "assets" / "samples" / "breakdown-labels")
    pairs = list(combinations(range(5), 2))
    found = [made_up(np.arange(5) / 10, p_table(5, *pairs[:n])) for n in (5, 4, 3)]
    results = [SimpleNamespace(name="t", discrimination=one, tested=task, copies=()) for one in found]
    (block,) = papers.power(results, 0.05).blocks
    marks = [(row[3].text, row[3].bold, row[3].underlined) for row in block.rows]
    assert marks[:3] == [("50.0", True, False), ("40.0", False, False), ("30.0", False, True)]


def test_a_pair_whose_means_differ_by_rounding_is_equal():
    test = made_up([0.3, 0.1 + 0.2], p_table(2))
    _, rows = views.of_pair(test, (0, 1), 0, 0.05)
    assert ">tie<" in str(rows[0].cells[1])


@pytest.mark.parametrize(
    ("means", "words"),
    [
        (
            [0.9, 0.7, 0.9],
            "NMD and NVD have the largest mean tau (0.900 between two sets of 7 cases), RNOD the smallest",
        ),
        (
            [0.9, 0.7, 0.7],
            "NMD has the largest mean tau (0.900 between two sets of 7 cases), RNOD and NVD the smallest",
        ),
        ([0.7 + 1e-13, 0.7, 0.7], "All 3 measures rank the runs equally consistently (mean tau 0.700 between two sets"),
    ],
)
def test_equal_mean_taus_are_named_together(means, words):
    keys = ("NMD", "RNOD", "NVD")
    one = Consistency(keys, 7, (7, 7), 1, np.array([means]), np.zeros(3, dtype=np.int64))
    assert ranking_sentences.consistency(one, np.array(means), "").startswith(words)


def test_names_of_runs_are_escaped():
    test = made_up([0.1, 0.2], p_table(2), HOSTILE, "y")
    assert "<b>" not in significance_sentences.leader(test, 0, 0.05, test.runs)
    assert "<b>" not in significance_sentences.of_pair(("NMD",), (-1,), HOSTILE, "y")


@pytest.mark.parametrize(
    ("found_sides", "words"),
    [
        ((-1, -1, -1), "All 3 measures find A significantly better than B."),
        ((1, 1, 0), "2 of 3 measures find B significantly better than A."),
        ((0, 1, 0), "Only RNOD of 3 measures finds B significantly better than A."),
        ((0, 0, 0), "A and B do not differ significantly by any of the 3 measures."),
        (
            (-1, 1, 0),
            "A contradiction: by NMD A is significantly better, by RNOD B; by NVD they do not differ significantly.",
        ),
        ((-1,), "NMD finds A significantly better than B."),
        ((0,), "A and B do not differ significantly by NMD."),
    ],
)
def test_a_pair_of_runs_is_described_by_all_measures(found_sides, words):
    assert plain(significance_sentences.of_pair(KEYS[: len(found_sides)], found_sides, "A", "B")) == words


def test_undecided_pairs_are_counted_alike_on_pages_and_in_notes():
    near = p_table(3)
    near[0, 1] = near[1, 0] = 0.055
    test = made_up([0.1, 0.2, 0.3], near)
    words = significance_sentences.undecided(test, 0, 0.05)
    assert words == "1 of 3 pairs has a p within 1.96 standard errors of 0.05: more trials would decide."
    assert significance_sentences.undecided_by_measure(test, 0.05) == (
        "p within 1.96 standard errors of 0.05 (more trials would decide): of 3 pairs of runs, 1 by NMD"
    )
    alone = p_table(2)
    alone[0, 1] = alone[1, 0] = 0.055
    said = significance_sentences.undecided_by_measure(made_up([0.1, 0.2], alone), 0.05)
    assert said.endswith(": of 1 pair of runs, 1 by NMD")
    decided = made_up([0.1, 0.2, 0.3], p_table(3))
    assert significance_sentences.undecided(decided, 0, 0.05) == ""
    assert significance_sentences.undecided_by_measure(decided, 0.05) == ""


def test_a_superlative_says_when_other_trials_may_change_it():
    powers = [Power("NMD", 8, 10), Power("RNOD", 7, 10), Power("NVD", 2, 10)]
    plain_words = significance_sentences.power(powers, "")
    assert significance_sentences.power(powers, "", ((8, 7, 2), (8, 7, 3))) == plain_words
    doubtful = significance_sentences.power(powers, "", ((7, 7, 2), (8, 8, 2)))
    assert doubtful == f"{plain_words} With other trials, RNOD may separate as many: p is near alpha for some pairs."
    equal = significance_sentences.power([*powers[:1], Power("RNOD", 8, 10)], "", ((7, 8), (8, 8)))
    assert equal.endswith("Pairs whose p is near alpha leave open which of them separates the most.")


def test_the_bounds_of_a_count_leave_out_or_include_every_pair_whose_p_is_near_alpha():
    p = p_table(3, (0, 1))
    p[0, 1] = p[1, 0] = 0.001
    p[0, 2] = p[2, 0] = 0.049
    test = made_up([0.1, 0.2, 0.3], p)
    assert test.significant().sum() == 2
    assert separated_bounds([test, test]) == ((2,), (4,))


def test_similarity_has_no_superlative_where_all_are_equal_and_names_ties():
    said = ranking_sentences.agreement
    assert said(("NMD", "RNOD"), np.array([0.8, 0.8]), "") == "The rankings by NMD and RNOD have a tau of 0.800."
    assert said(("NMD", "RNOD", "NVD", "DNKT"), np.array([0.8, 0.8, 0.8, np.nan]), "") == (
        "All 3 measures rank the runs equally like the others: average tau 0.800. Left out: DNKT, by which all runs "
        "tie."
    )
    words = said(("NMD", "RNOD", "NVD"), np.array([0.9, 0.5, 0.5]), "")
    assert words == ("RNOD and NVD rank the runs least like the other measures (average tau 0.500), NMD most (0.900).")
    counted = np.array([[2, 1, 2], [1, 2, 2], [2, 2, 2]])
    assert ranking_sentences.fewer_tasks(counted, 2).startswith(" 1 pair of measures has no tau on some task")
    assert ranking_sentences.fewer_tasks(counted, 1) == ""
    close = said(("NMD", "RNOD", "NVD"), np.array([0.9124, 0.9121, 0.9123]), "")
    assert "(average tau 0.9121), NMD most (0.9124)" in close  # not twice 0.912


def test_of_measures_that_rank_the_runs_equally_like_one_none_is_called_the_most_alike():
    keys = ("NMD", "RNOD", "RSNOD", "NVD")
    tau = np.array([[1.0, 0.5, 0.5, 0.2]] * 4)
    assert (
        ranking_sentences.alike(keys, tau, 0) == "NMD is most like RNOD and RSNOD (0.500) and least like NVD (0.200)."
    )
    assert ranking_sentences.alike(keys, np.ones((4, 4)), 0) == "NMD is equally like the other 3 measures (tau 1.000)."


def test_powers_and_overlaps_name_both_ends():
    powers = [Power("NMD", 8, 10), Power("RNOD", 8, 10), Power("NVD", 2, 10)]
    assert significance_sentences.power(powers, "") == (
        "NMD and RNOD separate the most pairs of runs: 8 of 10 (80.0%); NVD the fewest, 2."
    )
    assert significance_sentences.power(powers[:2], " pooled over 2 tasks") == (
        "Both measures separate the same number of pairs of runs pooled over 2 tasks: 8 of 10 (80.0%)."
    )
    overlaps = [Overlap("NMD", "RNOD", 1, 2, 1), Overlap("NMD", "NVD", 5, 1, 4), Overlap("RNOD", "NVD", 0, 0, 0)]
    assert least_overlap(overlaps) == (overlaps[1], 0.1)
    assert least_overlap(overlaps[2:]) is None
    start = "NMD and NVD overlap least: they share 10.0% of the significant differences that either finds; "
    assert (
        significance_sentences.overlap(overlaps, [], "")
        == f"{start}no two measures contradict each other on these runs."
    )
    twice = significance_sentences.overlap([*overlaps, replace(overlaps[1], measure_1="RNSS")], [], "")
    assert twice.startswith("NMD and NVD overlap least (so does 1 other pair): ")
    alike = [Overlap("NMD", "RNOD", 0, 2, 0), Overlap("NMD", "NVD", 0, 3, 0), overlaps[2]]
    assert significance_sentences.overlap(alike, [], "").startswith(
        "Both pairs of measures that find a difference overlap alike: they share 100"
    )
    assert significance_sentences.overlap(alike[1:], [], "").startswith("NMD and NVD share 100.0% of the significant")
    against = [("task", Contradiction("NMD", "NVD", "x", "y")), ("task", Contradiction("RNOD", "NVD", "x", "y"))]
    words = significance_sentences.overlap(overlaps, against, "")
    assert words == f"{start}2 pairs of measures contradict each other, on 1 pair of runs."

"""Every gold distribution: comparisons and searches in exact votes, properties, the artificial study, which measure."""

# ruff: noqa: F401 - the text uses what is imported

import math
import re
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.baselines import popularity
from ordquant_core.analysis.comparison import TIE, disagreement, quadrants, signs
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.papers.experiments import MEASURES_OF_SIGIR_2018
from ordquant_core.spaces import artificial
from ordquant_core.spaces.by_score import Condition, parse_conditions, search_by_score, write_conditions
from ordquant_core.spaces.compare_estimators import LISTED, compare_estimators
from ordquant_core.spaces.gold_distributions import (
    NAMED,
    RULES,
    Estimator,
    all_distributions,
    check_size,
    count_distributions,
    distributions_at,
    distributions_to_frame,
    estimate_alike,
    parse_estimator,
)
from ordquant_core.spaces.measure_properties import PROPERTIES, Finding, ordinal_distances, property_table, shown_by
from ordquant_core.spaces.which_measure import apply_answers, gather_facts
from tests.analysis.made_up import rng
from tests.reviewed import reviewed, said

pytestmark = pytest.mark.slow
POPULARITY, UNIFORM = Estimator("popularity"), Estimator("uniform")


@pytest.fixture(scope="module")
def compared():
    return compare_estimators(20, 5, POPULARITY, UNIFORM)


# Distributions and estimates


@pytest.mark.parametrize(("n_votes", "n_classes"), [(1, 2), (7, 2), (6, 3), (5, 4), (4, 5), (2, 11)])
def test_every_gold_is_listed_once_in_lexicographic_order(n_votes, n_classes):
    expected = [list(row) for row in product(range(n_votes + 1), repeat=n_classes) if sum(row) == n_votes]
    assert all_distributions(n_votes, n_classes).T.tolist() == expected
    assert count_distributions(n_votes, n_classes) == len(expected)
    some = np.array([len(expected) - 1, 0])
    assert distributions_at(some, n_votes, n_classes).T.tolist() == [expected[-1], expected[0]]


def estimated(text, *gold):
    return parse_estimator(text).estimate(np.array(gold)[:, None]).ravel().tolist()


# Comparing estimators


def test_a_comparison_counts_what_the_measures_say_gold_by_gold(compared):
    votes = all_distributions(20, 5).T
    assert (compared.votes == votes).all()
    for place, key in enumerate(MAIN_MEASURES):
        values = MEASURES[key](votes, popularity(votes)) - MEASURES[key](votes, np.full(5, 0.2))
        np.testing.assert_allclose(compared.deltas[place], values, rtol=0, atol=1e-12)
    near = np.abs(compared.deltas)
    assert not ((near > 1e-14) & (near < 1e-9)).any()  # none lies between a tie and a preference
    found, sides = compared.preferences, signs(compared.deltas)
    for counted, side in ((found.prefers_a, -1), (found.ties, 0), (found.prefers_b, 1)):
        assert counted.tolist() == (sides == side).sum(axis=1).tolist()
    np.testing.assert_allclose(found.mean_delta, compared.deltas.mean(axis=1), atol=1e-12)
    apart = [[disagreement(one, other).sum() for other in compared.deltas] for one in compared.deltas]
    assert compared.disagreements().tolist() == apart
    rows = compared.distributions_to_frame()
    assert [rows[f"class_{place + 1}"].tolist() for place in range(5)] == votes.T.tolist()
    assert rows["delta_JSD"].tolist() == compared.deltas[compared.index("JSD")].tolist()
    assert distributions_to_frame(votes[:2], {("a", "NMD"): np.array([0.5, 1])})["score_a_NMD"].tolist() == [0.5, 1]


@pytest.mark.parametrize("n_votes", [20, 26])
def test_the_distributions_on_which_two_measures_disagree_most_come_first_also_of_many_blocks(n_votes):
    compared = compare_estimators(n_votes, 5, POPULARITY, Estimator("median"), ["NMD", "RNSS"])
    votes = all_distributions(n_votes, 5).T
    x, y = (compared.deltas_of(votes, key) for key in ("NMD", "RNSS"))
    distance = np.where(disagreement(x, y), np.abs(x - y), -1).round(12)
    order = np.argsort(-distance, kind="stable")[:LISTED]
    for pair in (("NMD", "RNSS"), ("RNSS", "NMD")):
        assert compared.farthest(*pair).tolist() == votes[order].tolist()
    assert len(compared.farthest("NMD", "NMD")) == 0
    assert compared.quadrants("NMD", "RNSS") == quadrants(x, y)
    assert (compared.step > 1) == (n_votes > 20)
    assert (compared.votes == votes[:: compared.step]).all()
    np.testing.assert_array_equal(compared.deltas[0], x[:: compared.step])


# Search


@pytest.mark.parametrize(  # LQ 2021, figure 3
    ("gold", "nmd", "rnod"), [((0, 1, 2, 9, 8), -0.150, 0.115), ((8, 7, 3, 1, 1), 0.0, 0.263)]
)
def test_the_gold_distributions_behind_figure_3_of_lq_2021_are_found_uniquely(gold, nmd, rnod):
    conditions = parse_conditions(f"NMD:delta:{nmd}:0.0005;RNOD:delta:{rnod}:0.0005")
    assert parse_conditions(write_conditions(conditions)) == conditions
    found = search_by_score(20, 5, POPULARITY, UNIFORM, conditions, mode=int(np.argmax(gold)))
    assert (found.votes.tolist(), found.n_found, found.n_distributions) == ([list(gold)], 1, 10_626)
    assert (np.abs(found.values[:, 0] - [nmd, rnod]) <= 0.0005).all()
    mirrored = search_by_score(20, 5, POPULARITY, UNIFORM, conditions)
    assert sorted(mirrored.votes.tolist()) == sorted([list(gold), list(gold[::-1])])


@given(
    st.sampled_from(["NMD", "JSD", "DNKT"]),
    st.sampled_from(["a", "b", "delta"]),
    st.integers(-20, 20).map(lambda value: value / 40),
    st.sampled_from([0, 0.05, 0.3]),
    st.none() | st.integers(0, 2),
    st.integers(1, 30),
)
def test_a_search_finds_what_a_look_at_all_gold_distributions_finds(key, what, value, margin, mode, listed):
    votes = all_distributions(8, 3).T
    scores = {"a": MEASURES[key](votes, popularity(votes)), "b": MEASURES[key](votes, np.full(3, 1 / 3))}
    scores["delta"] = scores["a"] - scores["b"]
    meets = np.abs(scores[what] - value) <= margin + TIE
    if mode is not None:
        meets &= votes[:, mode] == votes.max(axis=1)
    asked = [Condition(key, what, value, margin), Condition("NMD", "a", 0.5, 0.5)]
    found = search_by_score(8, 3, POPULARITY, UNIFORM, asked, mode=mode, listed=listed)
    assert (found.n_found, found.votes.tolist()) == (meets.sum(), votes[meets][:listed].tolist())
    np.testing.assert_allclose(found.values[0], scores[what][meets][:listed], atol=1e-12)


# Properties

SIZES = [(12, 3), (7, 4), (5, 5)]
ORDINAL = ("NMD", "RNOD", "RSNOD", "RNOD2", "RNADW", "RNADW2", "DNKT_NMD", "DNKT_RNOD")


@pytest.fixture(scope="module")
def tables():
    return {size: {(one.measure, one.property): one for one in property_table(*size, MAIN_MEASURES)} for size in SIZES}


@pytest.mark.parametrize("size", SIZES)
def test_the_computed_table_has_the_properties_the_variants_study_speaks_of(tables, size):
    table = tables[size]
    holds = {name: [key for key in MAIN_MEASURES if table[key, name].holds] for name in PROPERTIES}
    assert holds["magnitude"] == [key for key in MAIN_MEASURES if key != "DNKT"]  # (a)
    assert holds["order"] == sorted(ORDINAL, key=MAIN_MEASURES.index)  # (b)
    assert holds["symmetric"] == [key for key in MAIN_MEASURES if MEASURES[key].symmetric]  # (c)
    assert holds["distances"] == ["RNOD2", "RNADW2"]  # (d)
    assert holds["move"] == [*ordinal_distances(tuple(table.values()))] == ["NMD"]
    assert holds["triangle"] == ["NMD", "RNADW", "NVD", "RNSS"]
    assert {*holds["farther"]} >= {"NMD", "RNOD", "RSNOD", "DNKT_NMD", "DNKT_RNOD"}
    assert not {"RNOD2", "RNADW2", "NVD", "RNSS", "JSD", "DNKT"} & {*holds["farther"]}
    assert {*holds["large"]} >= {"RNOD", "RSNOD", "RNSS"}
    for key in MAIN_MEASURES:
        fixed = table[key, "distances"].holds
        assert MEASURES[key].equidistant == (None if fixed is None else not fixed)


@pytest.mark.parametrize("size", SIZES)
def test_every_answer_has_examples_with_the_scores_of_the_measure(tables, size):
    n_votes, n_classes = size
    for (key, name), found in tables[size].items():
        assert (found.checked > 0) == (found.holds is not None) == bool(found.examples)
        if name == "move" and found.checked:  # every step away from every class, of all that have a vote to go it
            assert found.checked == n_classes * (n_classes - 1) * math.comb(n_votes + n_classes - 2, n_classes - 1)
        for one in found.examples:
            assert one.score_a == pytest.approx(float(MEASURES[key](one.gold, one.a)), abs=1e-12)
            assert one.b is None or one.score_b == pytest.approx(float(MEASURES[key](one.gold, one.b)), abs=1e-12)


def decided(name, n_votes=4, n_classes=3):
    """Return whether measures have a property, and the distributions that show it."""
    found = property_table(n_votes, n_classes, ("NMD", "RNOD", "RNOD2", "NVD", "DNKT"))
    rows = [row for row in Finding.frame(found).to_dict("records") if row["property"] == name]
    return "; ".join(
        f"{row['measure']} {row['holds']} ({row['checked']}, {row['shown_by']}), {row['explanation']}: "
        + re.sub(r"(\.\d{6})\d+", r"\1", row["examples"])
        for row in rows
    )


def unanswered(n_votes, n_classes):
    found = property_table(n_votes, n_classes, ["NMD"])
    assert all((shown_by(one) is None) == (one.holds is None) for one in found)
    return " ".join(one.property for one in found if one.holds is None)


# The artificial study of SIGIR 2018

PAIRS = [*combinations(MEASURES_OF_SIGIR_2018, 2)]
PRINTED = {(n_classes, *pair): artificial.printed_tau(n_classes, *pair) for n_classes in (3, 7) for pair in PAIRS}


@pytest.fixture(scope="module")
def studies():
    return {size: artificial.artificial_study(size, MEASURES_OF_SIGIR_2018, range(20)) for size in (3, 7)}


@pytest.mark.parametrize(
    ("n_classes", "n_votes", "repeats"), [(2, 30, False), (7, 30, False), (11, 11, False), (3, 1000, True)]
)
def test_each_number_of_classes_is_covered_by_as_many_distributions(n_classes, n_votes, repeats):
    drawn = artificial.artificial_distributions(n_classes, n_votes=n_votes, repeats=repeats, rng=rng(4))
    assert drawn.shape == (n_classes, 20 * n_classes)
    assert (drawn.sum(axis=0) == n_votes).all()
    assert ((drawn > 0).sum(axis=0) == np.repeat(np.arange(1, n_classes + 1), 20)).all()
    if not repeats:  # they differ where there are enough of them; else all come before any comes again
        for covered, block in enumerate(drawn.T.reshape(n_classes, 20, n_classes), 1):
            ways = math.comb(n_classes, covered) * math.comb(n_votes - 1, covered - 1)
            times = np.unique(block, axis=0, return_counts=True)[1]
            assert len(times) == min(20, ways)
            assert np.ptp(times) <= 1


def test_the_published_taus_are_reproduced_but_for_three_outside_the_spread_of_the_seeds(studies):
    found = {(size, *one.measures): one for size, result in studies.items() for one in artificial.spreads(result)}
    assert [key for key, one in found.items() if one.outside] == [(7, "NVD", key) for key in ("RNSS", "JSD", "RSNOD")]
    assert {key: one.printed for key, one in found.items()} == PRINTED
    for (size, *pair), one in found.items():
        assert one.mean == pytest.approx(studies[size].spread(*pair).mean())
        assert one.near
        assert abs(one.mean - PRINTED[size, *pair].tau) <= 0.02
    for size in (3, 7):
        own = artificial.intervals(size, PAIRS, 0)
        for pair, one in zip(PAIRS, own["long_cliff"], strict=True):
            cell = PRINTED[size, *pair]
            assert one.high - one.low == pytest.approx(cell.high - cell.low, abs=0.003)
        frame = artificial.spreads_to_frame(artificial.spreads(studies[size]), own)
        assert frame["printed_tau"].tolist() == [PRINTED[size, *pair].tau for pair in PAIRS]
        assert frame["tau"].tolist() == pytest.approx([studies[size].spread(*pair)[0] for pair in PAIRS])
    # The looser reading of the paper: "60 different distributions" taken as 60 draws
    repeated = artificial.artificial_study(3, MEASURES_OF_SIGIR_2018, range(20), repeats=True)
    gaps = {pair: repeated.spread(*pair).mean() - PRINTED[3, *pair].tau for pair in PAIRS}
    assert [pair for pair, gap in gaps.items() if abs(gap) > 0.02] == [("JSD", "NMD")]


# Which measure

facts = cache(gather_facts)


def fitting(**answers):
    """Return the measures that no answer speaks against (* with a remark), and the pair that LQ 2021 recommends."""
    outcome = apply_answers(answers, facts())
    left = " ".join(f"{row.measure}{'*' * bool(row.remark)}" for row in outcome.rows if not row.conflicts)
    return f"{left}, recommended: {' '.join(outcome.candidates)}" if outcome.recommended else left


U = (POPULARITY, UNIFORM)


def fallen(repeats):
    """Return how often 6 votes cover 3 classes in each way, of 2,000 times, beside how often they should."""
    at_once = 50 if repeats else 1
    options = {"n_votes": 6, "per_cover": at_once, "repeats": repeats, "rng": rng(8)}
    drawn = [artificial.artificial_distributions(3, **options)[:, -at_once:] for _ in range(2000 // at_once)]
    ways, times = np.unique(np.concatenate(drawn, axis=1), axis=1, return_counts=True)
    weights = [720 // math.prod(map(math.factorial, way)) for way in ways.T.tolist()]
    return [*zip(times.tolist(), [2000 * weight // sum(weights) for weight in weights], strict=True)]


def outside(*values):
    return artificial.TauSpread(("x", "y"), values, artificial.PrintedTau(0.889, 0.88, 0.9)).outside


def drawn(n_classes, n_votes, per_cover):
    return artificial.artificial_distributions(n_classes, n_votes=n_votes, per_cover=per_cover, rng=rng())


@reviewed(__file__)
def test_estimates_are_those_that_were_reviewed_and_what_is_no_space_no_estimator_and_no_study_is_refused(made, words):
    assert said(made, globals()) == words

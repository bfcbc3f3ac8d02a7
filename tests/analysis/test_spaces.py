"""Every gold distribution: comparisons and searches in exact votes, properties, the artificial study, which measure."""

import math
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

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
    check_size,  # noqa: F401 - the text uses it
    count_distributions,
    distributions_at,
    distributions_to_frame,
    estimate_alike,
    parse_estimator,
)
from ordquant_core.spaces.measure_properties import PROPERTIES, Finding, ordinal_distances, property_table, shown_by
from ordquant_core.spaces.which_measure import QUESTIONS, apply_answers, gather_facts
from tests.analysis.made_up import rng
from tests.measures.test_measure_properties import shares, slow_adw, slow_md, slow_od, slow_ss, slow_vd
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


@pytest.mark.parametrize("text", [*NAMED, "1,2,1"])
def test_an_estimate_is_in_whole_votes_and_read_as_it_is_written(text):
    estimator = parse_estimator(text)
    assert parse_estimator(estimator.text) == estimator
    assert {one.rule for one in map(parse_estimator, NAMED)} == {*RULES} - {"fixed"}
    if "," not in text:
        votes = estimator.estimate(all_distributions(6, 4))
        assert (votes.min() >= 0, votes.sum(axis=0).min() > 0) == (True, True)
        assert estimate_alike(estimator, UNIFORM, 2, 2) == (text == "uniform")


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
    for first, second in (("NMD", "RNOD"), ("RNSS", "DNKT"), ("JSD", "JSD")):
        rows = [compared.deltas[compared.index(key)] for key in (first, second)]
        assert compared.quadrants(first, second) == quadrants(*rows)
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


def exactly(*sides):
    """Return scores, or their squares where there is a root: rational numbers, whatever floats do."""
    g, p = map(shares, sides)
    slow = {"NMD": slow_md, "NVD": slow_vd, "RNSS": slow_ss, "RNOD": slow_od, "RNADW": slow_adw}
    return {key: formula(g, p) for key, formula in slow.items()}  # all but for what does not depend on the estimate


@pytest.mark.parametrize("b", [UNIFORM, Estimator("smoothed", added=1), Estimator("up")])
def test_ties_and_preferences_are_those_of_exact_fractions(b):
    compared = compare_estimators(9, 4, POPULARITY, b)
    for number, gold in enumerate(compared.votes):
        first, second = (exactly(gold.tolist(), one.estimate(gold[:, None])[:, 0].tolist()) for one in (POPULARITY, b))
        for key, value in first.items():
            expected = (value > second[key]) - (value < second[key])
            assert signs(compared.deltas[compared.index(key), number]) == expected, (key, gold)


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
def test_every_answer_has_examples_that_show_what_they_claim_with_the_scores_of_the_measure(tables, size):
    for (key, name), found in tables[size].items():
        assert found.words
        assert (found.checked > 0) == (found.holds is not None) == bool(found.examples)
        if name == "move" and found.checked:  # every step away from every class, of all that have a vote to go it
            n_votes, n_classes = size
            assert found.checked == n_classes * (n_classes - 1) * math.comb(n_votes + n_classes - 2, n_classes - 1)
        measure = MEASURES[key]
        for one in found.examples:
            assert one.score_a == pytest.approx(float(measure(one.gold, one.a)), abs=1e-12)
            assert one.b is None or one.score_b == pytest.approx(float(measure(one.gold, one.b)), abs=1e-12)
        if found.holds is not None:
            first, second = found.examples[0], found.examples[-1]
            assert CLAIMS[name](first, second) == found.holds, (key, name)
        rows = Finding.frame([found]).to_dict("records")
        holds = {True: "yes", False: "no", None: "does not apply"}[found.holds]
        assert (rows[0]["holds"], rows[0]["examples"].count("gold ")) == (holds, len(found.examples))


def sees_errors_alone(first, second):
    errors = [tuple(np.subtract(one.a, one.gold)) for one in (first, second)]
    assert errors[0] == errors[1]
    assert [v > 0 for v in first.gold] == [v > 0 for v in second.gold]
    return abs(first.score_a - second.score_a) > TIE


def is_concentrated(one, _):
    gold, spread, concentrated = (np.array(side) for side in (one.gold, one.a, one.b))
    for other in ("NVD", "NMD"):
        assert MEASURES[other](gold, spread) == pytest.approx(float(MEASURES[other](gold, concentrated)))
    sums = [np.cumsum(np.sort(np.abs(side - gold))[::-1]) for side in (spread, concentrated)]
    assert (sums[1] >= sums[0]).all()
    assert (sums[1] > sums[0]).any()
    return one.score_b > one.score_a + TIE


def goes_round(first, second):
    assert (first.b, first.a) == (second.gold, second.a)
    return first.score_a <= first.score_b + second.score_a + TIE


def differs(one, _):
    return abs(one.score_a - one.score_b) > TIE


def exchanged(first, second):
    assert (first.gold, first.a) == (second.a, second.gold)
    return abs(first.score_a - second.score_a) <= TIE


CLAIMS = {  # what examples show: whether the property holds
    "magnitude": differs,
    "order": lambda one, _: sorted(one.a) == sorted(one.b) and differs(one, _),
    "farther": lambda one, _: one.score_b > one.score_a + TIE,
    "move": lambda one, _: one.score_b > one.score_a + TIE,
    "symmetric": exchanged,
    "distances": sees_errors_alone,
    "zero": lambda one, _: one.score_a > TIE and one.gold != one.a,
    "triangle": goes_round,
    "large": is_concentrated,
}


def test_a_search_that_can_find_nothing_answers_nothing_and_shares_are_counted():
    for size, unanswered in (
        ((1, 4), {"magnitude", "move", "distances", "large"}),
        ((7, 2), {"order", "farther", "distances", "large"}),
        ((1, 2), {*PROPERTIES} - {"symmetric", "zero"}),
    ):
        found = property_table(*size, ["NMD"])
        assert {one.property for one in found if shown_by(one) is None} == unanswered
        assert {one.property for one in found if one.holds is None} == unanswered
    for key, words in (("RNSS", "in 6,784 of 6,784 such comparisons (100%)"), ("NVD", "in 0 of 6,784")):
        assert words in property_table(6, 4, [key])[-1].words


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


@pytest.mark.parametrize("repeats", [False, True])
def test_votes_fall_on_the_covered_classes_alike(repeats):
    chance, at_once = rng(8), 50 if repeats else 1
    options = {"n_votes": 6, "per_cover": at_once, "repeats": repeats, "rng": chance}
    drawn = [artificial.artificial_distributions(3, **options)[:, -at_once:] for _ in range(2000 // at_once)]
    first = [*map(tuple, np.concatenate(drawn, axis=1).T.tolist())]
    ways = {row: math.factorial(6) / math.prod(map(math.factorial, row)) for row in set(first)}
    assert len(ways) == 10  # 6 votes cover 3 classes in 10 ways
    for row, weight in ways.items():
        assert first.count(row) / 2000 == pytest.approx(weight / sum(ways.values()), abs=0.035)


def test_tau_and_its_intervals_are_those_of_the_scores_of_all_pairs_by_the_definitions():
    drawn = artificial.artificial_distributions(3, rng=rng(5))
    pairs = list(combinations((drawn.T / 30).tolist(), 2))
    gold, estimated = (np.array(side) for side in zip(*pairs, strict=True))
    scores = artificial.score_pairs(drawn, ["NMD", "NVD"])
    for key, row in zip(("NMD", "NVD"), scores, strict=True):
        np.testing.assert_allclose(row, MEASURES[key](gold, estimated), atol=1e-12)
    result, expected = artificial.artificial_study(3, ["NMD", "NVD"], [5]), kendalltau(*scores.round(12)).statistic
    assert result.spread("NMD", "NVD")[0] == pytest.approx(expected)
    assert result.n_pairs == len(pairs) == 1770
    assert result.to_frame().to_numpy().tolist() == [[5, "NMD", "NVD", result.tau[0, 0, 1]]]
    for (correlation,) in artificial.intervals(3, [("NMD", "NVD")], 5).values():
        assert correlation.value == pytest.approx(expected)
        assert correlation.low < expected < correlation.high


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
    for values, outside in (((0.8886, 0.9), False), ((0.8894, 0.9), False), ((0.8896, 0.9), True), ((0.7,), False)):
        assert artificial.TauSpread(("x", "y"), values, artificial.PrintedTau(0.889, 0.88, 0.9)).outside == outside


# Which measure

KEYS = [question.key for question in QUESTIONS]


@pytest.fixture(scope="module")
def facts():
    return gather_facts()


def fitting(facts, **answers):
    outcome = apply_answers({key.replace("_", " "): value for key, value in answers.items()}, facts)
    return {row.measure for row in outcome.rows if not row.conflicts}


def test_each_answer_leaves_the_measures_with_its_property(facts):
    every, ordinal = {*MAIN_MEASURES}, {*ORDINAL}
    positions = {key for key in ordinal if MEASURES[key].takes_positions}
    large = {"RNOD", "RSNOD", "RNOD2", "RNADW", "RNADW2", "RNSS"}
    for answers, left in (
        ({}, every),
        ({"ordered": None}, every),
        ({"ordered": True}, ordinal),
        ({"ordered": False}, every - ordinal),
        ({"spaced": True}, every - {"RNOD2", "RNADW2"}),
        ({"spaced": False}, {"RNOD2", "RNADW2"} | positions),
        ({"spaced": False, "ordered": True}, {"RNOD2", "RNADW2"} | positions),
        ({"spaced": False, "ordered": False}, every - ordinal),
        ({"exchangeable": True}, {key for key in every if MEASURES[key].symmetric}),
        ({"exchangeable": False}, every),
        ({"large": True}, large),
        ({"large": False}, every - large),
        ({"order_only": True}, {"DNKT"}),
        ({"order_only": False}, every - {"DNKT"}),
    ):
        assert fitting(facts, **answers) == left, answers
    unequal = apply_answers({"ordered": True, "spaced": False}, facts)
    assert all(bool(row.remark) == MEASURES[row.measure].takes_positions for row in unequal.rows)
    row = unequal.to_frame().set_index("measure").loc["DNKT", ["holds_order", "holds_distances", "holds_symmetric"]]
    assert row.tolist() == ["no", "does not apply", "yes"]
    for answers, pair in (({"ordered": True}, {"NMD", "RNOD"}), ({"ordered": False}, None)):
        outcome = apply_answers(answers, facts)
        assert (outcome.recommended and {*outcome.candidates}) == pair  # LQ 2021, section 6


U = (POPULARITY, UNIFORM)


def drawn(n_classes, n_votes, per_cover):
    return artificial.artificial_distributions(n_classes, n_votes=n_votes, per_cover=per_cover, rng=rng())


@reviewed(__file__)
def test_estimates_are_those_that_were_reviewed_and_what_is_no_space_no_estimator_and_no_study_is_refused(made, words):
    assert said(made, globals()) == words

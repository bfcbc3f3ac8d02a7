"""A second panel of annotators: reference values, panels by hand, bounds of few votes, persons, real annotators."""

import json
import math
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

from ordquant_core.analysis.panel_weights import SHARES, sizes, weights
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Task
from tests.statistics.simulations.second_panel import TRUTHS, coverage

BETWEEN = 0.0061  # what the error of two classes exceeds epsilon by at most, between the shares of the grid
SHARED = Path(__file__).parents[2] / "../shared/data"
WEIGHTS = """
NMD K 2 eps 0.14188 c [0.85641]
NMD K 3 eps 0.22888 c [0.76805]
NMD K 4 eps 0.04539 c [-0.73893  1.69123]
NMD K 5 eps 0.07064 c [-0.89855  1.82418]
NMD K 9 eps 0.04830 c [ 0.35156 -1.46591 -0.07588  2.13645]
NMD K 10 eps 0.03664 c [ 0.32116 -0.8769  -0.56069  0.42541  1.64899]
NMD K 19 eps 0.04425 c [ 0.01582  0.32901 -0.27101 -0.56293 -0.51777 -0.23599  0.19478  0.71337  1.27933]
RNOD K 2 eps 0.14188 c [0.85641]
RNOD K 3 eps 0.22888 c [0.76805]
RNOD K 4 eps 0.05182 c [-0.788    1.74205]
RNOD K 5 eps 0.08023 c [-0.97757  1.90703]
RNOD K 9 eps 0.04820 c [ 0.23378 -1.24233 -0.13756  2.09238]
RNOD K 10 eps 0.03901 c [ 0.22791 -0.70144 -0.57471  0.38238  1.62132]
RNOD K 19 eps 0.05145 c [ 0.10168 -0.03395 -0.07851 -0.34133 -0.43234 -0.27045  0.10526  0.63203  1.25443]
JSD K 2 eps 0.18126 c [0.66302]
JSD K 3 eps 0.30673 c [0.46025]
JSD K 4 eps 0.30813 c [-0.24501  1.00427]
JSD K 5 eps 0.41009 c [-0.29319  0.97986]
JSD K 9 eps 0.13937 c [ 0.0475   0.53505 -3.00211  3.23429]
JSD K 10 eps 0.09173 c [-0.07663  0.86981 -1.49277 -1.70871  3.34035]
JSD K 19 eps 0.09519 c [ 0.07344 -0.68607  1.27103  0.58231 -0.83414 -1.65565 -1.27825  0.3541   3.03674]
"""  # computed by a second program, from the same definition
OTHER_SIZES = {
    3: [(3, 0.229), (4, 0.29), (6, 0.374), (9, 0.453)],
    4: [(4, 0.045), (6, 0.095), (8, 0.138), (12, 0.206)],
    5: [(5, 0.071), (7, 0.117), (10, 0.176), (15, 0.247)],
    9: [(9, 0.048), (13, 0.077), (18, 0.115), (27, 0.17)],
    10: [(10, 0.037), (15, 0.073), (20, 0.105), (30, 0.161)],
    19: [(19, 0.044), (28, 0.074), (38, 0.104)],
    30: [(30, 0.03435)],
    60: [(60, 0.02756)],
    100: [(100, 0.025)],
}


PERCENT = st.integers(0, 100).map(lambda number: number / 100)


def rng(seed=1):
    return np.random.default_rng(seed)


def made(votes, estimates=None, persons=None):
    """Return a task of some votes, (cases, L), and the estimates of runs."""
    votes = np.asarray(votes, dtype=np.int64)
    cases, classes = (tuple(map(str, range(size))) for size in votes.shape)
    runs = np.empty((0, *votes.shape)) if estimates is None else np.asarray(estimates, dtype=np.float64)
    names = tuple(f"run {number}" for number in range(len(runs)))
    given = None if persons is None else np.asarray(persons, dtype=np.int16)
    return Task(
        "", None, classes, cases, votes / votes.sum(axis=1, keepdims=True), votes, names, runs, annotations=given
    )


def of_persons(labels, estimates=None, n_classes=5):
    labels = np.asarray(labels)
    votes = (labels[..., None] == np.arange(n_classes)).sum(axis=1)
    return made(votes, estimates, labels)


def kernel(key):
    return MEASURES[key].compute.kernel


@pytest.mark.parametrize("row", WEIGHTS.strip().splitlines())
def test_weights_and_their_largest_error_are_the_reference_values(row):
    key, _, votes, _, error, _, *values = row.replace("[", " ").replace("]", " ").split()
    found = weights(kernel(key), int(votes), int(votes))
    assert f"{found.error:.5f}" == error
    assert found.values.round(5).tolist() == [float(value) for value in values]


@pytest.mark.parametrize("votes", OTHER_SIZES)
def test_errors_for_other_numbers_of_annotators_are_the_reference_values(votes):
    for annotators, error in OTHER_SIZES[votes]:
        places = len(str(error).partition(".")[2])
        assert round(weights(kernel("NMD"), votes, annotators).error, places) == error


@example(share=0.9375, votes=10)
@example(share=0.0704, votes=11)  # the worst between the shares of the grid, for 2 to 100 votes
@given(
    share=st.one_of(st.floats(0.002, 0.998), st.sampled_from(SHARES)),
    votes=st.sampled_from([2, 3, 4, 5, 9, 10, 11, 19, 30]),
)
def test_the_error_bounds_two_classes_whatever_their_shares(share, votes):
    """NMD and NVD are mixtures of such cases: f(k) = E|binomial - binomial| / k, by SciPy; up to .0061 off the grid."""

    def expected(size):
        chances = stats.binom.pmf(np.arange(size + 1), size, share)
        return chances @ np.abs(np.subtract.outer(np.arange(size + 1), np.arange(size + 1))) @ chances / size

    found = weights(kernel("NMD"), votes, votes)
    ratio = found.values @ [expected(size) for size in sizes(votes)] / expected(votes)
    assert abs(ratio - 1) <= found.error + (1e-9 if min(share, 1 - share) in SHARES else BETWEEN)


def test_what_is_not_bounded_has_no_weights():
    assert weights(kernel("DNKT"), 19, 19) is None  # it sees the order of the bars alone
    assert weights(kernel("KLD"), 4, 4) is None
    assert weights(kernel("NMD"), 2000, 2000) is None
    panel = compare_with_panel(made([[2, 1, 1], [0, 3, 1]]), ["DNKT", "NMD"]).bounds()
    assert np.isnan(panel.low).tolist() == np.isnan(panel.high).tolist() == [True, False]
    many, fewer = (made(rng().multinomial(3, [1 / classes] * classes, 20)) for classes in (8, 7))
    keys = ["JSD", "NMD", "NVD"]  # three votes over many classes bound NMD and NVD alone
    assert np.isnan(compare_with_panel(many, keys).bounds().low).tolist() == [True, False, False]
    assert not np.isnan(compare_with_panel(fewer, keys).bounds().low).any()


def test_intervals_of_half_of_the_annotators_end_at_the_smallest_and_largest_score():
    panel = compare_with_panel(made([[2, 0], [1, 1]]), ["NMD", "JSD"])  # two cases: Student's t is 12.7
    assert (panel.half.low.tolist(), panel.half.high.tolist()) == ([0, 0], [1, 1])
    assert panel.to_frame()[["low_half", "high_half"]].to_numpy().tolist() == [[0, 1], [0, 1]]


def test_votes_are_unanimous_by_a_measure_where_no_panels_differ():
    keys = ["NMD", "JSD"]
    assert compare_with_panel(made([[4, 0, 0], [0, 9, 0], [0, 0, 1]]), keys).unanimous.tolist() == [True, True]
    assert compare_with_panel(made([[4, 0, 0], [0, 9, 0], [0, 1, 1]]), keys).unanimous.tolist() == [False, False]


def test_a_measure_of_squared_differences_needs_no_range_for_its_error():
    assert compare_with_panel(made(rng().multinomial(9, [0.2, 0.3, 0.5], 20)), ["SS"]).bounds().error.tolist() == [0.0]


def by_hand(measure, labels, size, n_classes):
    """Return the mean score of all pairs of disjoint panels of some size."""
    one = np.eye(n_classes)[np.asarray(labels)]
    scores = []
    for first in combinations(range(len(labels)), size):
        for second in combinations(sorted({*range(len(labels))} - {*first}), size):
            scores.append(measure(one[list(first)].mean(axis=0), one[list(second)].mean(axis=0)))
    return np.mean(scores)


@pytest.mark.parametrize("labels", [(0, 0, 1, 2), (0, 2), (2, 1, 2), (0, 1, 1, 2, 2), (0, 0, 0, 1, 2, 2, 2)])
def test_scores_of_disjoint_panels_are_the_means_over_all_of_them(labels):
    votes = np.bincount(labels, minlength=3)
    (group,) = compare_with_panel(made([votes]), ["NMD", "RNOD"], n_orders=20_000 if len(labels) > 5 else 200).groups
    for layer, key in enumerate(("NMD", "RNOD")):
        expected = [by_hand(MEASURES[key], labels, size, 3) for size in range(1, len(labels) // 2 + 1)]
        exact = len(labels) <= 5
        assert group.scores[layer, 0] == pytest.approx(expected, abs=1e-12 if exact else 0.005)
        assert group.scores[layer, 0, 0] == pytest.approx(expected[0], abs=1e-12)  # single votes need no drawing


def test_the_case_worked_by_hand():
    panel = compare_with_panel(made([[2, 1, 1]]), ["NMD", "NVD"])
    assert panel.groups[0].scores[:, 0] == pytest.approx(np.array([[7 / 12, 5 / 12], [5 / 6, 2 / 3]]))
    found = weights(kernel("NMD"), 4, 4)
    assert panel.groups[0].scores[0, 0] @ found.values == pytest.approx(0.27364, abs=1e-5)  # from weights of 5 digits


def test_a_run_is_compared_with_the_other_half_on_the_same_votes():
    """With three votes: against each of them, the run and each of the other two."""
    labels, run = (0, 1, 1), np.array([0.5, 0.3, 0.2])
    panel = compare_with_panel(made([[1, 2, 0]] * 2, [[run, run]]), ["NMD"])
    ones, measure = np.eye(3)[list(labels)], MEASURES["NMD"]
    expected = np.mean([measure(gold, run) for gold in ones])
    others = np.mean([measure(ones[i], ones[j]) for i, j in permutations(range(3), 2)])
    assert panel.scores[0, 0] == pytest.approx(expected)
    assert panel.differences.means[0, 0] == pytest.approx(expected - others)
    assert np.isnan(panel.differences.low[0, 0])  # both cases are alike


def test_the_interval_of_a_run_is_student_s_over_the_cases():
    chance = rng(3)
    votes, runs = chance.multinomial(5, [0.2, 0.5, 0.3], 30), chance.dirichlet([1, 1, 1], (2, 30))
    whole = compare_with_panel(made(votes, runs), ["NMD", "JSD"])
    each = [compare_with_panel(made(votes, runs).at(np.array([case])), ["NMD", "JSD"]) for case in range(30)]
    gaps = np.stack([one.differences.means for one in each], axis=2)
    interval = stats.ttest_1samp(gaps, 0, axis=2).confidence_interval()
    assert whole.differences.low == pytest.approx(interval.low)
    assert whole.differences.high == pytest.approx(interval.high)


def test_bounds_of_equal_votes_are_those_of_the_formula():
    votes = rng(4).multinomial(9, [0.2, 0.5, 0.3], 40)
    panel = compare_with_panel(made(votes), ["RNOD"])
    found = weights(kernel("RNOD"), 9, 9)
    interval = stats.ttest_1samp(panel.groups[0].scores[0] @ found.values, 0).confidence_interval()
    bounds = panel.bounds()
    assert bounds.low == pytest.approx([interval.low / (1 + found.error)])
    assert bounds.high == pytest.approx([interval.high / (1 - found.error)])
    assert bounds.error == pytest.approx([found.error])
    half = panel.bounds(4)  # so many the votes show: no weights
    assert half.low == pytest.approx(panel.half.low)
    assert half.high == pytest.approx(panel.half.high)
    assert half.error.tolist() == [0.0]


@pytest.mark.parametrize(("votes", "ratio", "f"), [(2, 0.75, (-0.5, 1, 0)), (3, 0.625, (0.5, -1, 1, 0))])
@pytest.mark.parametrize(("key", "scale"), [("NMD", 1), ("NVD", 2.5)])
def test_two_or_three_votes_bound_nmd_and_nvd_by_closed_forms(votes, ratio, f, key, scale):
    counts = rng(5).multinomial(votes, [0.05, 0.1, 0.7, 0.1, 0.05], 200)
    panel = compare_with_panel(made(counts), [key])
    interval = stats.ttest_1samp(panel.groups[0].scores[0, :, 0], 0).confidence_interval()
    bounds = panel.bounds()
    assert bounds.low == pytest.approx([ratio * interval.low])
    assert bounds.high == pytest.approx([scale * np.polyval(f, interval.high / scale)])


@pytest.mark.parametrize("votes", [2, 3])
@given(share=PERCENT, other=PERCENT)
def test_the_closed_forms_hold_for_every_mixture_of_two_thresholds(votes, share, other):
    f = {2: (-0.5, 1, 0), 3: (0.5, -1, 1, 0)}[votes]

    def expected(size, q):
        chances = stats.binom.pmf(np.arange(size + 1), size, q)
        return chances @ np.abs(np.subtract.outer(np.arange(size + 1), np.arange(size + 1))) @ chances / size

    single, panel = (np.mean([expected(size, q) for q in (share, other)]) for size in (1, votes))
    assert np.polyval(f, 0.5) / 0.5 * single - 1e-12 <= panel <= np.polyval(f, single) + 1e-12


def test_cases_with_different_numbers_of_votes_have_their_own_halves_weights_and_errors():
    chance = rng(6)
    parts = [chance.multinomial(number, [0.3, 0.4, 0.3], 20) for number in (1, 3, 4, 9)]
    panel = compare_with_panel(made(np.concatenate(parts)), ["RNSS", "NMD"])
    assert (panel.votes, panel.single) == ((3, 4, 9), 20)
    alone = [compare_with_panel(made(part), ["RNSS", "NMD"]) for part in parts[1:]]
    ends = np.empty((2, 0))
    for one in alone:
        (group,) = one.groups
        found = weights(kernel("RNSS"), group.votes, group.votes)
        middle = group.scores[0] @ found.values
        ends = np.concatenate([ends, [middle / (1 + found.error), middle / (1 - found.error)]], axis=1)
    low, high = (stats.ttest_1samp(end, 0).confidence_interval() for end in ends)
    bounds = panel.bounds()
    # orders are drawn anew; only those of nine votes are not all orders
    assert bounds.low[0] == pytest.approx(low.low, rel=0.02)
    assert bounds.high[0] == pytest.approx(high.high, rel=0.02)
    assert min(one.bounds().error[1] for one in alone) < bounds.error[1] < max(one.bounds().error[1] for one in alone)
    halves = panel.to_frame(tuple(map(str, range(80))))
    assert halves[halves["measure"] == "NMD"]["half"].isna().tolist() == [True] * 20 + [False] * 60
    assert panel.to_frame()["annotators_half"].tolist() == ["1 to 4"] * 2


def test_persons_who_labelled_all_cases_widen_the_intervals_as_a_jackknife_by_hand_says():
    chance = rng(7)
    strict = np.array([0, 0, 1, 2, 2])  # persons differ, on all cases alike
    labels = np.clip(chance.integers(0, 3, (40, 1)) + strict + chance.integers(-1, 2, (40, 5)), 0, 4)
    run = chance.dirichlet([1] * 5, (1, 40))
    known, unknown = (
        compare_with_panel(of_persons(labels, run), ["NMD"]),
        compare_with_panel(replace(of_persons(labels, run), annotations=None), ["NMD"]),
    )
    assert (known.n_persons, unknown.n_persons) == (5, 0)
    measure, ones = MEASURES["NMD"], np.eye(5)[labels]

    def single(persons):
        return np.mean([measure(ones[:, i], ones[:, j]) for i, j in permutations(persons, 2)])

    def gap(persons):
        """The mean of d with half of these persons, over all panels of them."""
        half, gaps = len(persons) // 2, []
        for order in permutations(persons):
            gold = ones[:, list(order[:half])].mean(axis=1)
            others = ones[:, list(order[-half:])].mean(axis=1)
            gaps.append((measure(gold, run[0]) - measure(gold, others)).mean())
        return np.mean(gaps)

    def error(values):
        return math.sqrt(4 / 5 * np.sum((np.array(values) - np.mean(values)) ** 2))

    left = [[*range(person), *range(person + 1, 5)] for person in range(5)]
    relative = error([single(persons) for persons in left]) / single(range(5))
    assert known.person_error == pytest.approx([relative])
    assert known.differences.means[0, 0] == pytest.approx(gap(range(5)))
    limit = stats.t.ppf(0.975, 4)
    for one, alone, of_person in (
        (known.differences, unknown.differences, error([gap(persons) for persons in left])),
        (known.half, unknown.half, relative * known.half.means),
    ):
        half = np.hypot(alone.high - alone.means, limit * of_person)
        assert one.low == pytest.approx(one.means - half)
        assert one.high == pytest.approx(one.means + half)
    assert known.bounds().high > unknown.bounds().high
    assert known.to_frame()["by_persons"].tolist() == ["yes"]


@pytest.mark.parametrize(
    ("labels", "some"), [([[0, 1, 2], [0, 1, -1]], True), ([[0, 1], [1, 2]], False), ([[0, -1], [1, 2]], True)]
)
def test_persons_who_labelled_some_cases_only_or_two_of_them_count_as_unknown(labels, some):
    panel = compare_with_panel(of_persons(labels), ["NMD"])
    assert (panel.n_persons, panel.some_persons) == (0, some)
    assert panel.to_frame()["by_persons"].tolist() == ["no"]


def test_scores_lie_between_0_and_the_worst():
    panel = compare_with_panel(of_persons(rng(8).integers(0, 5, (4, 3))), ["NMD", "MD"]).bounds()
    assert (panel.low >= 0).all()
    assert (panel.high <= [1, 4]).all()


def test_results_do_not_depend_on_the_other_measures_and_runs_and_come_again():
    chance = rng(9)
    task = made(chance.multinomial(12, [0.2, 0.5, 0.3], 300), chance.dirichlet([1, 1, 1], (3, 300)))
    whole = compare_with_panel(task, ["NMD", "JSD"], seed=4)
    part = compare_with_panel(task.only(["run 1"]), ["JSD"], seed=4)
    assert part.differences.means[0, 0] == whole.differences.means[1, 1]
    assert part.differences.low[0, 0] == whole.differences.low[1, 1]
    assert np.array_equal(part.groups[0].scores[0], whole.groups[0].scores[1])
    assert not np.array_equal(compare_with_panel(task, ["JSD"]).groups[0].scores, part.groups[0].scores)


def test_votes_that_never_differ_have_no_interval():
    panel = compare_with_panel(made([[3, 0], [0, 3]]), ["NMD"])
    assert panel.half.means.tolist() == [0.0]
    assert np.isnan([panel.half.low, panel.bounds().low]).all()


def test_many_votes_are_drawn_in_fewer_orders():
    panel = compare_with_panel(made(np.full((10, 2), 25_000)), ["NMD"])
    assert panel.n_orders == 10
    assert np.isnan(panel.bounds().low).all()  # beyond 1,000 votes there are no weights


def test_a_band_is_drawn_up_to_twice_the_votes_and_where_its_ends_are_close():
    votes = rng(10).multinomial(10, [0.2, 0.2, 0.2, 0.2, 0.2], 200)
    numbers, low, high = compare_with_panel(made(votes), ["NMD"]).by_annotators()
    assert numbers == (3, 5, 10, 20)
    assert (np.diff(low) < 0).all()
    assert (np.diff(high) < 0).all()
    assert (high <= 1.5 * low).all()
    few = compare_with_panel(made(rng(10).multinomial(4, [0.2] * 5, 200)), ["JSD"])
    assert not few.bounds().narrow[0]
    numbers, low, _ = few.by_annotators()
    assert dict(zip(numbers, np.isnan(low).tolist(), strict=True)) == {2: False, 4: True, 8: True}


@pytest.mark.parametrize(
    ("task", "measures", "more", "words"),
    [
        (made([[1, 0], [0, 1]]), ["NMD"], {}, "vote"),
        (replace(made([[1, 1]]), votes=None), ["NMD"], {}, "not votes"),
        (made([[2, 2]]), ["NMD", "KLD"], {}, "KLD can be infinite"),
        (made([[2, 2]]), ["NMD"], {"n_orders": 1}, "two orders"),
        (made([[2, 2]]), ["NMX"], {}, "NMX"),
    ],
)
def test_what_cannot_be_compared_is_refused(task, measures, more, words):
    with pytest.raises(OrdquantError, match=words):
        compare_with_panel(task, measures, **more)


# Real annotators

PANELS = """
A NMD 0.2455 0.1140 0.1116 0.1163 0.0773 0.0885 0.081 0.0655 0.1014
A RNOD 0.3927 0.1899 0.1867 0.1930 0.1271 0.1456 0.057 0.1136 0.1605
A NVD 0.6576 0.2999 0.2954 0.3045 0.2034 0.2303 0.038 0.1905 0.2445
A RNSS 0.6576 0.2472 0.2446 0.2499 0.1623 0.1822 0.038 0.1512 0.1943
A JSD 0.6576 0.1585 0.1547 0.1623 0.0716 0.0945 0.038 0.0681 0.0987
E NMD 0.2882 0.1301 0.1284 0.1317 0.0874 0.0986 0.077 0.0743 0.1130
E RNOD 0.4407 0.2116 0.2094 0.2138 0.1404 0.1589 0.048 0.1274 0.1732
E NVD 0.7102 0.3229 0.3195 0.3264 0.2172 0.2435 0.024 0.2087 0.2528
E RNSS 0.7102 0.2599 0.2580 0.2618 0.1709 0.1906 0.024 0.1637 0.1985
E JSD 0.7102 0.1755 0.1722 0.1789 0.0756 0.0994 0.024 0.0738 0.1016
"""  # U_1, U_9 with its interval, range of a panel of 19 over cases; error over persons, range with it: by 400 orders
RUNS = {
    "A": {
        "best181120": (0.0001, -0.0246, 0.0248),
        "bestDQ1": (0.0020, -0.0229, 0.0269),
        "mem0": (0.0106, -0.0109, 0.0321),
        "mem1": (0.0051, -0.0136, 0.0238),
        "mem3": (0.0033, -0.0210, 0.0276),
        "memNDF0": (0.0055, -0.0149, 0.0258),
        "memNDF3": (0.0120, -0.0123, 0.0364),
    },
    "E": {
        "best181120": (-0.0169, -0.0392, 0.0055),
        "bestDQ1": (-0.0153, -0.0387, 0.0080),
        "mem0": (-0.0055, -0.0268, 0.0158),
        "mem1": (-0.0159, -0.0381, 0.0062),
        "mem3": (-0.0140, -0.0346, 0.0065),
        "memNDF0": (-0.0049, -0.0275, 0.0177),
        "memNDF3": (-0.0191, -0.0410, 0.0028),
    },
}  # by NMD minus 9 others, and its interval with persons: by 60 orders, and 30 without a person


def real(scale):
    gold = SHARED / "stc3/gold_test.json"
    if not gold.exists():
        pytest.skip("the shared task's files are not here")
    dialogues = json.loads(gold.read_text())
    labels = np.array([[int(one["quality"][scale]) + 2 for one in each["annotations"]] for each in dialogues])
    runs = []
    for name in RUNS[scale]:
        found = json.loads((SHARED / f"stc3/runs_quality/WIDM-{name}.json").read_text())
        by_id = {each["id"]: each["quality"][scale] for each in found}
        runs.append([[by_id[each["id"]][str(place)] for place in range(-2, 3)] for each in dialogues])
    return of_persons(labels, runs)


@pytest.mark.parametrize("scale", "AE")
def test_panels_of_the_annotators_of_stc3_are_the_reference_values(scale):
    task, keys = real(scale).only([]), ("NMD", "RNOD", "NVD", "RNSS", "JSD")
    known, unknown = (compare_with_panel(one, keys, n_orders=400) for one in (task, replace(task, annotations=None)))
    rows = [row.split() for row in PANELS.strip().splitlines() if row.startswith(scale)]
    with_persons, over_cases, half = known.bounds(), unknown.bounds(), unknown.half
    for layer, (_, key, *numbers) in enumerate(rows):
        assert key == keys[layer]
        single, score, low, high, panel_low, panel_high, error, least, most = map(float, numbers)
        assert round(known.person_error[layer], 3) == error
        found = known.groups[0].scores[layer, :, 0].mean(), half.means[layer], half.low[layer], half.high[layer]
        assert found == pytest.approx((single, score, low, high), abs=0.0015)  # U_1 was drawn there, too
        ends = (over_cases.low[layer], over_cases.high[layer], with_persons.low[layer], with_persons.high[layer])
        # the weights multiply what the orders leave open: about half a percent in both programs, more by JSD
        assert ends == pytest.approx((panel_low, panel_high, least, most), rel=0.012 if key != "JSD" else 0.03), key


@pytest.mark.parametrize("scale", "AE")
def test_runs_of_stc3_against_half_of_its_annotators_are_the_reference_values(scale):
    panel = compare_with_panel(real(scale), ["NMD"])
    found = np.stack([panel.differences.means[0], panel.differences.low[0], panel.differences.high[0]], axis=1)
    assert found == pytest.approx(np.array(list(RUNS[scale].values())), abs=0.0015)
    assert (found[:, 1] < 0).all()  # once persons count, no run differs significantly from 9 others
    assert (found[:, 2] > 0).all()


@pytest.mark.parametrize("number", [3, 4, 10, 15])
def test_the_range_holds_what_other_annotators_of_the_same_cases_score(number):
    """Some of the 30 annotators of DBDC3 vote, as many others are a real second panel."""
    votes = SHARED / "dbdc3/votes_en.csv"
    if not votes.exists():
        pytest.skip("the shared votes are not here")
    table = np.loadtxt(votes, delimiter=",", skiprows=1, usecols=(4, 5, 6), dtype=np.int64)
    table = table[table.sum(axis=1) == 30][:1000]
    labels = np.repeat(np.tile(np.arange(3), len(table)), table.ravel()).reshape(len(table), 30)
    labels = rng(number).permuted(labels, axis=1)
    counted = [
        (labels[:, part, None] == np.arange(3)).sum(axis=1) for part in (slice(number), slice(number, 2 * number))
    ]
    keys = ["NMD", "RNOD", "NVD", "RNSS", "JSD"]
    bounds = compare_with_panel(made(counted[0]), keys).bounds()
    for key, low, high in zip(keys, bounds.low, bounds.high, strict=True):
        assert low <= MEASURES[key](*counted).mean() <= high, key
    if number == 3:
        assert (bounds.low[0], bounds.high[0]) == pytest.approx((0.255, 0.288), abs=0.02)


@pytest.mark.parametrize("votes", [[3], [4], [10], [2, 3, 4, 7, 12]])
def test_ranges_and_exact_comparisons_hold_as_often_as_they_say(votes):
    """A small simulation, with a truth that nothing was fitted to; `make simulate` runs many."""
    truth = TRUTHS["binomial at both ends, 6 classes"]
    held = coverage(truth, votes, 100, 60, rng(1))
    assert (held[:2] >= 0.93).all()  # bias-aware intervals hold more often
    assert (held[2] >= 0.85).all()  # of 60, at a true share of 0.95, more than 50

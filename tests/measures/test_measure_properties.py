"""Properties of every registered measure, and its value against a slow formula in exact fractions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import OrdquantError
from ordquant_core.measures.order_aware import dw, largest_od
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.terms import Terms
from tests.measures.test_published_values import ROWS
from tests.strategies import batches, examples, n_classes, pairs, two_class_pairs, vote_pairs, votes

every_measure = pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
# Tests of properties loop over the measures inside: drawing a pair costs more than scoring it with all of them.


def close(value, expected=0.0):
    return value == pytest.approx(expected, rel=1e-9, abs=1e-12)


# --- The slow formulas: written from the definitions, plain Python, one class at a time, no cumulated sums of sums.


def shares(row) -> list[Fraction]:
    total = int(sum(row))
    return [Fraction(int(count), total) for count in row]


def slow_kld(p, q) -> float:
    if any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
        return math.inf
    return sum(float(a) * math.log2(a / b) for a, b in zip(p, q, strict=True) if a > 0)


def slow_jsd(g, p) -> float:
    middle = [(a + b) / 2 for a, b in zip(g, p, strict=True)]
    return (slow_kld(p, middle) + slow_kld(g, middle)) / 2


def slow_md(g, p) -> Fraction:
    return sum(abs(sum(p[: i + 1]) - sum(g[: i + 1])) for i in range(len(g)))


def equal_steps(g, i, j):
    return abs(i - j)


def gold_mass_between(g, i, j):
    return sum(g[min(i, j) : max(i, j) + 1]) - (g[i] + g[j]) / 2


def slow_dw(g, p, delta=equal_steps) -> list[Fraction]:
    size = range(len(g))
    return [sum(delta(g, i, j) * (p[j] - g[j]) ** 2 for j in size) for i in size]


def slow_od(g, p, delta=equal_steps) -> Fraction:
    seen = [value for value, mass in zip(slow_dw(g, p, delta), g, strict=True) if mass > 0]
    return sum(seen) / len(seen)


def slow_adw(g, p, delta=equal_steps) -> Fraction:
    return sum(slow_dw(g, p, delta)) / len(g)


def slow_dnkt(g, p) -> float:
    concordant = discordant = untied_gold = untied_estimated = 0
    for i in range(len(g)):
        for j in range(i):
            concordant += (g[i] - g[j]) * (p[i] - p[j]) > 0
            discordant += (g[i] - g[j]) * (p[i] - p[j]) < 0
            untied_gold += g[i] != g[j]
            untied_estimated += p[i] != p[j]
    return (1 - (concordant - discordant) / math.sqrt(max(1, untied_estimated) * max(1, untied_gold))) / 2


def harmonic(first, second) -> float:
    return 0.0 if first == second == 0 else 2 * first * second / (first + second)


def slow_sod(g, p) -> Fraction:
    return (slow_od(g, p) + slow_od(p, g)) / 2


def slow_vd(g, p) -> Fraction:
    return sum(abs(a - b) for a, b in zip(g, p, strict=True))


def slow_ss(g, p) -> Fraction:
    return sum((a - b) ** 2 for a, b in zip(g, p, strict=True))


def per_step(value, g):
    return value / (len(g) - 1)


def slow_rnod(g, p) -> float:
    return math.sqrt(per_step(slow_od(g, p), g))


def cumulated(row) -> list[Fraction]:
    return [sum(row[: i + 1]) for i in range(len(row))]


def slow_rps(g, p) -> Fraction:
    return per_step(sum((a - b) ** 2 for a, b in zip(cumulated(g), cumulated(p), strict=True)), g)


def slow_cjs(g, p) -> float:
    """The average of both, class after class, is where slow_kld expects the second distribution; bits to nats."""
    first, second = cumulated(g), cumulated(p)
    middle = [(a + b) / 2 for a, b in zip(first, second, strict=True)]
    return (slow_kld(first, middle) + slow_kld(second, middle)) / 2 * math.log(2)


def slow_hd(g, p) -> float:
    return math.sqrt(sum((math.sqrt(a) - math.sqrt(b)) ** 2 for a, b in zip(g, p, strict=True)) / 2)


def slow_relative(g, p) -> list[Fraction]:
    return [abs(a - b) / (a + b) for a, b in zip(g, p, strict=True) if a + b > 0]


def slow_cos(g, p) -> float:
    squared = (
        Fraction(sum(a * b for a, b in zip(g, p, strict=True)) ** 2) / sum(a * a for a in g) / sum(b * b for b in p)
    )
    return float((1 - squared) / (1 + math.sqrt(squared)))  # 1 - c = (1 - c^2) / (1 + c)


SLOW = {
    "RPS": slow_rps,
    "CJS": slow_cjs,
    "AE": lambda g, p: slow_vd(g, p) / len(g),
    "RMSE": lambda g, p: math.sqrt(slow_ss(g, p) / len(g)),
    "NAE": lambda g, p: slow_vd(g, p) / (2 * (1 - min(g))),
    "HD": slow_hd,
    "CHEB": lambda g, p: max(abs(a - b) for a, b in zip(g, p, strict=True)),
    "CLARK": lambda g, p: math.sqrt(sum(one**2 for one in slow_relative(g, p))),
    "CANB": lambda g, p: sum(slow_relative(g, p)),
    "COS": slow_cos,
    "VD": slow_vd,
    "NVD": lambda g, p: slow_vd(g, p) / 2,
    "SS": slow_ss,
    "RNSS": lambda g, p: math.sqrt(slow_ss(g, p) / 2),
    "KLD": lambda g, p: slow_kld(p, g),
    "JSD": slow_jsd,
    "MD": slow_md,
    "NMD": lambda g, p: per_step(slow_md(g, p), g),
    "OD": slow_od,
    "NOD": lambda g, p: per_step(slow_od(g, p), g),
    "RNOD": slow_rnod,
    "SOD": slow_sod,
    "SNOD": lambda g, p: per_step(slow_sod(g, p), g),
    "RSNOD": lambda g, p: math.sqrt(per_step(slow_sod(g, p), g)),
    "ADW": slow_adw,
    "RNADW": lambda g, p: math.sqrt(per_step(slow_adw(g, p), g)),
    "RNOD2": lambda g, p: math.sqrt(per_step(slow_od(g, p, gold_mass_between), g)),
    "RNADW2": lambda g, p: math.sqrt(per_step(slow_adw(g, p, gold_mass_between), g)),
    "DNKT": slow_dnkt,
    "DNKT_JSD": lambda g, p: harmonic(slow_dnkt(g, p), slow_jsd(g, p)),
    "DNKT_NMD": lambda g, p: harmonic(slow_dnkt(g, p), float(per_step(slow_md(g, p), g))),
    "DNKT_RNOD": lambda g, p: harmonic(slow_dnkt(g, p), slow_rnod(g, p)),
}


def test_every_measure_has_a_slow_formula_or_a_value_that_others_published():
    assert set(MEASURES) - set(SLOW) - {key for key, *_ in ROWS} == set()


@given(pair=vote_pairs)
def test_a_measure_equals_its_slow_formula_in_exact_fractions(pair):
    gold, estimated = pair
    for key, slow in SLOW.items():
        assert close(float(MEASURES[key](gold, estimated)), float(slow(shares(gold), shares(estimated)))), key


def test_a_harmonic_mean_of_two_tiny_parts_is_not_zero():
    """Eleven classes in the same order but for one tie: DNKT is .0046."""
    gold, estimated = list(range(100, 111)), [100, 100, *range(102, 111)]
    for key in ("DNKT_NMD", "DNKT_RNOD", "DNKT_JSD"):
        expected = float(SLOW[key](shares(gold), shares(estimated)))
        assert 0 < expected < 0.005
        assert float(MEASURES[key](gold, estimated)) == pytest.approx(expected, rel=1e-6)


@given(pair=vote_pairs)
def test_dw_of_every_class_equals_its_slow_formula(pair):
    gold, estimated = pair
    assert close(dw(gold, estimated).tolist(), [float(value) for value in slow_dw(shares(gold), shares(estimated))])


@given(gold=n_classes.flatmap(votes))
def test_the_gold_mass_between_two_classes_is_the_distance_of_their_ridits(gold):
    g = shares(gold)
    ridits = [sum(g[: i + 1]) - g[i] / 2 for i in range(len(g))]
    for i in range(len(g)):
        for j in range(len(g)):
            assert gold_mass_between(g, i, j) == abs(ridits[i] - ridits[j])


# --- The properties.


@given(pair=pairs)
def test_values_stay_inside_the_declared_range(pair):
    gold, estimated = pair
    for measure in MEASURES.values():
        best, worst = measure.bounds(len(gold))
        assert best <= measure(gold, estimated) <= worst + 1e-12, measure.key


@given(gold=n_classes.flatmap(votes))
def test_the_gold_itself_scores_zero_but_for_dnkt_of_a_uniform_gold(gold):
    for key, measure in MEASURES.items():
        expected = 0.5 if key == "DNKT" and len(set(gold.tolist())) == 1 else 0.0
        found = float(measure(gold, gold))
        assert close(found, expected), f"{key}: a score is an error, the gold itself must score 0; it scores {found}"


@given(pair=vote_pairs)
def test_only_the_gold_itself_scores_zero_but_for_measures_of_priority(pair):
    gold, estimated = pair
    for measure in MEASURES.values():
        if measure.family in ("ordinal", "nominal", "other"):
            assert (measure(gold, estimated) > 0) == (shares(gold) != shares(estimated)), measure.key


@given(pairs, st.floats(0, 1))
def test_a_norm_grows_in_proportion_along_a_line_from_the_gold(pair, share):
    gold, estimated = pair
    gold = gold / gold.sum()
    between = gold + share * (estimated / estimated.sum() - gold)
    for key, measure in MEASURES.items():
        if isinstance(measure.terms, Terms) and measure.terms.norm:
            assert close(float(measure(gold, between)), share * float(measure(gold, estimated))), key


@given(pair=pairs)
def test_declared_symmetry_holds(pair):
    gold, estimated = pair
    for measure in MEASURES.values():
        if measure.symmetric:
            assert close(float(measure(gold, estimated)), float(measure(estimated, gold))), measure.key


@every_measure
def test_declared_asymmetry_has_a_witness(measure):
    gold, estimated = (3, 2, 1), (1, 0, 2)
    difference = abs(float(measure(gold, estimated) - measure(estimated, gold)))
    assert measure.symmetric == (difference < 0.01)


@given(pair=pairs)
def test_reversing_the_class_order_changes_nothing(pair):
    gold, estimated = pair
    for key, measure in MEASURES.items():
        if measure.reversible:
            assert close(float(measure(gold[::-1], estimated[::-1])), float(measure(gold, estimated))), key


@every_measure
def test_a_measure_that_sees_at_which_end_the_classes_start_has_a_witness(measure):
    gold, estimated = np.array([5, 3, 2]), np.array([1, 2, 7])
    difference = abs(float(measure(gold[::-1], estimated[::-1]) - measure(gold, estimated)))
    assert measure.reversible == (difference < 1e-12)


@given(pair=vote_pairs, random=st.randoms(use_true_random=False))
def test_a_measure_without_distances_does_not_see_the_order_of_the_classes(pair, random):
    gold, estimated = pair
    order = random.sample(range(len(gold)), len(gold))
    for measure in MEASURES.values():
        if measure.equidistant is None:
            assert close(float(measure(gold[order], estimated[order])), float(measure(gold, estimated))), measure.key


@every_measure
def test_a_measure_sees_the_order_of_the_classes_if_it_knows_distances(measure):
    gold, estimated, order = np.array([5, 3, 1, 1]), np.array([1, 2, 6, 1]), [1, 0, 3, 2]
    difference = abs(float(measure(gold[order], estimated[order]) - measure(gold, estimated)))
    assert (measure.equidistant is not None) == (difference > 0.001)


@examples(15)
@given(batch=batches)
def test_a_batch_with_broadcasting_equals_one_by_one(batch):
    gold, estimates = batch  # (3, L) and (2, 3, L)
    for key, measure in MEASURES.items():
        together = measure(gold, estimates)
        assert together.shape == (2, 3), key
        assert together.dtype == np.float64, key
        loop = [[float(measure(gold[case], estimates[run, case])) for case in range(3)] for run in range(2)]
        np.testing.assert_allclose(together, loop, rtol=1e-9, atol=1e-12, err_msg=key)
        one_gold = measure(gold[:1], estimates)  # an axis of length 1 stretches
        np.testing.assert_allclose(one_gold, measure(gold[0], estimates), rtol=1e-9, atol=1e-12, err_msg=key)
        np.testing.assert_allclose(one_gold[:, 0], together[:, 0], rtol=1e-9, atol=1e-12, err_msg=key)


@pytest.mark.parametrize("as_votes", [True, False], ids=["votes", "probabilities"])
def test_inputs_are_never_written_to(as_votes):
    gold, estimates = np.array([[0.0, 3.0, 1.0], [2.0, 1.0, 1.0]]), np.array([[[4.0, 0.0, 0.0]], [[1.0, 2.0, 1.0]]])
    if not as_votes:
        gold, estimates = gold / 4, estimates / 4
    before = gold.copy(), estimates.copy()
    for measure in MEASURES.values():
        measure(gold, estimates)
        np.testing.assert_array_equal(gold, before[0], err_msg=measure.key)
        np.testing.assert_array_equal(estimates, before[1], err_msg=measure.key)


@given(pair=vote_pairs)
def test_votes_score_like_their_probabilities(pair):
    gold, estimated = pair
    for key, measure in MEASURES.items():
        expected = float(measure(gold, estimated))
        assert close(float(measure(gold / gold.sum(), estimated / estimated.sum())), expected), key
        assert close(float(measure(gold, estimated / estimated.sum())), expected), key


@given(pair=vote_pairs, factors=st.tuples(st.integers(1, 1000), st.integers(1, 1000)))
def test_scaling_votes_by_a_whole_number_changes_nothing_not_even_the_last_bit(pair, factors):
    gold, estimated = pair
    for key, measure in MEASURES.items():
        assert measure(gold * factors[0], estimated * factors[1]) == measure(gold, estimated), key


@pytest.mark.parametrize(
    ("gold", "estimated", "message"),
    [
        ([0.5, 0.5], [[0.5, 0.5], [0.3, 0.5]], r"`estimated` row 1 .*sums to 0\.8"),
        ([[0.5, 0.5], [0.5, 0.4]], [0.5, 0.5], r"`gold` row 1 .*sums to 0\.9"),
        ([0.5, 0.5], [math.nan, 1.0], r"`estimated` row 0 .*not finite"),
        ([0.5, 0.5], [math.inf, -math.inf], r"`estimated` row 0 .*not finite"),
        ([1.5, -0.5], [0.5, 0.5], r"`gold` row 0 .*negative number -0\.5"),
        ([0, 0], [0.5, 0.5], "`gold` row 0 .*at least one vote"),
        ([0.5, 0.5], [0.2, 0.3, 0.5], "`gold` has 2 classes but `estimated` has 3"),
        ([[1, 0]] * 2, [[1, 0]] * 3, r"`gold` has shape \(2, 2\) but `estimated` has \(3, 2\)"),
        ([1.0], [1.0], "`gold` needs two or more classes"),
    ],
)
def test_invalid_input_names_the_argument_and_the_row(gold, estimated, message):
    for measure in MEASURES.values():
        with pytest.raises(OrdquantError, match=message):
            measure(gold, estimated)


@given(pair=two_class_pairs)
def test_over_two_classes_the_ordinal_measures_and_nvd_agree(pair):
    """LQ 2021, appendix A, proves it for NMD and RNOD."""
    gold, estimated = pair
    expected = float(MEASURES["NVD"](gold, estimated))
    for key in ("NMD", "RNOD", "RSNOD", "RNADW", "RNSS"):
        assert close(float(MEASURES[key](gold, estimated)), expected), key


@given(pair=pairs)
def test_jsd_never_exceeds_nvd(pair):
    """EVIA 2017, Eq. 6, after Lin 1991."""
    assert MEASURES["JSD"](*pair) <= MEASURES["NVD"](*pair) + 1e-12


@pytest.mark.parametrize(
    ("key", "raw", "from_raw"),
    [
        ("NVD", "VD", lambda value, steps: value / 2),
        ("RNSS", "SS", lambda value, steps: np.sqrt(value / 2)),
        ("NMD", "MD", lambda value, steps: value / steps),
        ("RNOD", "OD", lambda value, steps: np.sqrt(value / steps)),
        ("RNOD", "NOD", lambda value, steps: np.sqrt(value)),
        ("RSNOD", "SOD", lambda value, steps: np.sqrt(value / steps)),
        ("RSNOD", "SNOD", lambda value, steps: np.sqrt(value)),
        ("RNADW", "ADW", lambda value, steps: np.sqrt(value / steps)),
    ],
)
@given(pair=pairs)
def test_a_main_measure_follows_from_its_unnormalised_variant(key, raw, from_raw, pair):
    assert MEASURES[raw].raw_of == key
    steps = len(pair[0]) - 1
    assert close(float(MEASURES[key](*pair)), float(from_raw(MEASURES[raw](*pair), steps)))


@given(pair=pairs)
def test_jsd_is_the_mean_of_two_kld_against_the_middle(pair):
    gold, estimated = pair
    halves = [float(MEASURES["KLD"]((gold + estimated) / 2, side)) for side in pair]
    assert close(float(MEASURES["JSD"](gold, estimated)), sum(halves) / 2)


@pytest.mark.parametrize("part", ["JSD", "NMD", "RNOD"])
@given(pair=pairs)
def test_a_combined_measure_lies_between_its_two_parts(part, pair):
    parts = float(MEASURES["DNKT"](*pair)), float(MEASURES[part](*pair))
    assert min(parts) - 1e-12 <= MEASURES[f"DNKT_{part}"](*pair) <= max(parts) + 1e-12


@every_measure
def test_probabilities_at_the_edge_of_the_floats_give_no_warning_and_stay_in_range(measure):
    edge = [[1, 0], [0, 1], [5e-324, 1], [1, 1e-320], [1e-300, 1]]
    gold, estimated = np.repeat(edge, 5, axis=0), np.tile(edge, (5, 1))
    best, worst = measure.bounds(2)
    assert np.all((measure(gold, estimated) >= best) & (measure(gold, estimated) <= worst + 1e-12))


# --- How large the order-aware measures get.


@pytest.mark.parametrize("size", range(2, 12))
def test_largest_od_is_the_mean_distance_to_two_classes_over_the_worst_gold_classes(size):
    """All sets of gold classes, one by one: the gold tends to class k of the set, the estimate to class j."""
    worst = 0
    for chosen in range(1, 2**size):
        members = [i for i in range(size) if chosen >> i & 1]
        for k in members:
            for j in set(range(size)) - {k}:
                worst = max(worst, Fraction(sum(abs(i - j) + abs(i - k) for i in members), len(members)))
    assert largest_od(size) == pytest.approx(float(worst), abs=1e-12)


@pytest.mark.parametrize(("size", "largest"), [(2, 1), (3, 2), (4, 3)])
def test_up_to_four_classes_od_is_largest_with_all_mass_at_opposite_ends(size, largest):
    ends = np.eye(size)
    assert largest_od(size) == largest == MEASURES["OD"](ends[0], ends[-1])


@pytest.mark.parametrize("size", range(2, 8))
def test_nearly_one_hot_pairs_stay_in_the_declared_range_and_come_close_to_its_end(size):
    """The gold: almost all mass on one class, traces on a set of others; the estimate: all mass on one class."""
    masks = (np.arange(2**size)[:, None] >> np.arange(size)) & 1
    traces = 1e-6 * masks[:, None] + np.eye(size)  # (sets, classes, L)
    gold = (traces / traces.sum(axis=-1, keepdims=True)).reshape(-1, 1, size)
    estimated = np.eye(size)
    for key, measure in MEASURES.items():
        largest = max(float(measure(gold, estimated).max()), float(measure(estimated, gold).max()))
        bound = measure.bounds(size)[1]
        assert largest <= bound + 1e-12, key
        reached = ("OD", "NOD", "RNOD", "ADW", "RNADW", "MD", "NMD", "VD", "NVD", "SS", "RNSS", "JSD")
        if key in (*reached, "RPS", "CJS", "AE", "RMSE", "NAE", "CHEB", "COS", "HD"):
            assert largest > bound - 1e-3, key


def test_over_five_classes_the_largest_od_is_approached():
    tiny = 1e-5
    value = MEASURES["OD"]([tiny, tiny, 0, 1 - 2 * tiny, 0], [0, 0, 0, 0, 1])
    assert largest_od(5) - 1e-3 < value < largest_od(5)


def test_over_five_classes_rnod_exceeds_one():
    """By hand: d = (.0025, .0025, 0, .81, 1), DW_1 = 6.4325, DW_2 = 4.6225, DW_4 = 1.0125, mean 4.0225."""
    gold, estimated = (1, 1, 0, 18, 0), (0, 0, 0, 0, 1)
    assert dw(gold, estimated)[[0, 1, 3]].tolist() == pytest.approx([6.4325, 4.6225, 1.0125], abs=1e-12)
    assert float(MEASURES["OD"](gold, estimated)) == pytest.approx(4.0225, abs=1e-12)
    assert float(MEASURES["RNOD"](gold, estimated)) == pytest.approx(math.sqrt(4.0225 / 4), abs=1e-12)
    assert MEASURES["RNOD"](gold, estimated) > 1

"""Agreement of people with measures: by hand, with clusters of one answer, and what judges are needed."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.human_agreement import compare_agreement, human_agreement
from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats.human_judgements import HumanJudgements, parse_judgements_of_people

PAIRS = {  # which estimate each measure prefers, by hand
    "one": ((0, 10, 0, 0), (0, 0, 10, 0), (0, 5, 0, 5)),  # A: NMD 1/3, NVD 1; B: NMD 1/3, NVD 1/2
    "two": ((10, 0, 0, 0), (0, 10, 0, 0), (5, 0, 0, 5)),  # A: NMD 1/3, NVD 1; B: NMD 1/2, NVD 1/2
    "three": ((10, 0, 0, 0), (5, 5, 0, 0), (0, 0, 0, 10)),  # both measures prefer A
}


def judged(*answers):
    """answers: (person, pair, side)."""
    sides = {"a": -1, "b": 1, "neither": 0}
    gold, a, b = (tuple(np.array(PAIRS[pair][n], dtype=float) for _, pair, _ in answers) for n in range(3))
    persons, _, chosen = zip(*answers, strict=True)
    return HumanJudgements(persons, gold, a, b, np.array([sides[one] for one in chosen]))


def test_agreement_by_hand():
    found = judged(("x", "two", "a"), ("x", "three", "a"), ("y", "two", "b"), ("y", "three", "a"), ("y", "one", "b"))
    nmd, nvd = human_agreement(found, ("NMD", "NVD"))
    assert (nmd.agreement, nmd.answers) == (3 / 4, 4)  # on "one", NMD sees a tie
    assert (nvd.agreement, nvd.answers) == (4 / 5, 5)
    # persons x and y: 2 of 2 and 1 of 2; s^2 = sum ((c - a n) / mean n)^2 / (K - 1)
    s = np.sqrt(((2 - 1.5) / 2) ** 2 + ((1 - 1.5) / 2) ** 2)
    half = stats.t.ppf(0.975, 1) * s / np.sqrt(2)
    assert nmd.low == pytest.approx(max(0, 0.75 - half))
    assert nmd.high == 1  # cut


def test_with_one_answer_per_person_the_interval_is_that_of_a_mean():
    sides = [1, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1, 0]
    found = judged(*((f"P{n}", "two", "a" if right else "b") for n, right in enumerate(sides)))
    (nmd,) = human_agreement(found, ("NMD",))
    low, high = stats.t.interval(0.95, len(sides) - 1, np.mean(sides), stats.sem(sides))
    assert (nmd.low, nmd.high) == (pytest.approx(low), pytest.approx(high))
    deviation = np.std(sides, ddof=1)

    def half(n):
        return stats.t.ppf(0.975, n - 1) * deviation / np.sqrt(n)

    assert half(nmd.judges_needed) <= 0.05 < half(nmd.judges_needed - 1)


def test_two_measures_are_compared_on_the_answers_on_which_they_differ():
    answers = [(f"P{n}", pair, "a") for n in range(6) for pair in ("two", "three")]
    (found,) = compare_agreement(judged(*answers), ("NMD", "NVD"), n_trials=2000, rng=np.random.default_rng(1))
    assert (found.difference, found.answers, found.differing) == (0.5, 12, 6)
    assert found.p_value == pytest.approx(2 / 2**6, abs=0.02)  # all six persons prefer what NMD does
    assert np.isnan(found.low)  # and they all do so alike
    assert found.judges_needed is None
    assert found.p_holm == found.p_value
    mixed = [(f"P{n}", "two", "ab"[n % 2]) for n in range(6)]
    (found,) = compare_agreement(judged(*mixed), ("NMD", "NVD"), n_trials=2000, rng=np.random.default_rng(1))
    assert (found.difference, found.p_value, found.judges_needed) == (0, 1, None)


def test_the_p_value_is_that_of_all_changes_of_signs():
    answers = [(f"P{n}", "two", side) for n, side in enumerate("aaaaabaa")]
    (found,) = compare_agreement(judged(*answers), ("NMD", "NVD"), n_trials=20_000, rng=np.random.default_rng(1))
    sums = [sum(signs) for signs in product((1, -1), repeat=8)]
    exact = np.mean(np.abs(sums) >= 6)
    assert found.p_value == pytest.approx(exact, abs=4 * np.sqrt(exact / 20_000))


def test_judges_for_a_power_of_80_percent_find_the_difference_in_8_of_10_studies():
    rng = np.random.default_rng(2)
    first = judged(*((f"P{n}", "two", "a" if n % 3 else "b") for n in range(60)))
    (found,) = compare_agreement(first, ("NMD", "NVD"), n_trials=99, rng=rng)
    drawn = rng.random((4000, found.judges_needed)) < 2 / 3
    sums = np.where(drawn, 1.0, -1.0)
    t = sums.mean(axis=1) / (sums.std(axis=1, ddof=1) / np.sqrt(found.judges_needed))
    assert 0.74 < np.mean(np.abs(t) > stats.t.ppf(0.975, found.judges_needed - 1)) < 0.9


def test_faults_of_the_table_are_reported_with_their_lines():
    header = "person,gold,estimate_a,estimate_b,choice\n"
    good = parse_judgements_of_people(f"{header}x,0 1 3,1;0;0,.5 .5 0,A\n".encode(), "f.csv")
    assert good.sides.tolist() == [-1]
    assert good.a[0].tolist() == [1, 0, 0]
    for row, words in (
        ("x,0 1 3,1 0 0,.5 .5 0,left", "line 2.*choice"),
        ("x,0 1 3,1 0 0,.5 .6 0,a", "line 2.*no distribution"),
        ("x,0 1 3,1 0,.5 .5 0,a", "line 2.*different numbers of classes"),
        (",0 1 3,1 0 0,.5 .5 0,a", "line 2.*empty"),
        ("x,0 1 3,1 0 0,.5 .5 0,a\nx,0 1 3,1 0 0,.5 .5 0,b", "line 3.*twice"),
    ):
        with pytest.raises(InputError, match=words):
            parse_judgements_of_people(f"{header}{row}\n".encode(), "f.csv")
    with pytest.raises(OrdquantError, match="half-width"):
        human_agreement(good, ("NMD",), half_width=0)

"""Agreement of people with measures: by the formulas, with clusters of one answer, and what judges are needed."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.human_agreement import compare_agreement, human_agreement
from ordquant_core.formats.human_judgements import HumanJudgements, parse_judgements_of_people
from ordquant_core.statistics.adjusted import holm
from tests.analysis.made_up import rng
from tests.reviewed import reviewed, said

PAIRS = {  # which estimate each measure prefers, by hand
    "one": ((0, 10, 0, 0), (0, 0, 10, 0), (0, 5, 0, 5)),  # A: NMD 1/3, NVD 1; B: NMD 1/3, NVD 1/2
    "two": ((10, 0, 0, 0), (0, 10, 0, 0), (5, 0, 0, 5)),  # A: NMD 1/3, NVD 1; B: NMD 1/2, NVD 1/2
    "three": ((10, 0, 0), (5, 5, 0), (0, 0, 10)),  # both measures prefer A; of three classes
}
PREFERRED = {"NMD": {"one": 0, "two": -1, "three": -1}, "NVD": {"one": 1, "two": 1, "three": -1}}


def judged(answers):
    """answers: (person, pair, side)."""
    gold, a, b = (tuple(np.array(PAIRS[pair][n], dtype=float) for _, pair, _ in answers) for n in range(3))
    persons, _, chosen = zip(*answers, strict=True)
    return HumanJudgements(persons, gold, a, b, np.array(chosen))


def agrees(answers, key):
    """Return by person what counts: 1 where the person prefers what the measure does, 0 where the other."""
    counted = {}
    for person, pair, chosen in answers:
        if chosen and PREFERRED[key][pair]:
            counted.setdefault(person, []).append(int(chosen == PREFERRED[key][pair]))
    return counted


def ratio_and_half_width(values):
    """The ratio of the sums of clusters, and half of its interval, with the variance of a ratio over them."""
    sums, sizes = np.array([(sum(row), len(row)) for row in values.values()]).T
    ratio = sums.sum() / sizes.sum()
    s = np.sqrt((((sums - ratio * sizes) / sizes.mean()) ** 2).sum() / (len(sums) - 1))
    return ratio, stats.t.ppf(0.975, len(sums) - 1) * s / len(sums) ** 0.5, s


@pytest.mark.parametrize("seed", range(4))
def test_agreement_and_its_interval_are_those_of_a_ratio_over_persons(seed):
    chance = rng(seed)
    asked = [(f"p{person}", pair) for person in range(7) for pair in chance.choice([*PAIRS], 5)]
    answers = [(*one, int(chance.integers(-1, 2))) for one in asked]
    found = human_agreement(judged(answers), ("NMD", "NVD"), half_width=0.1)
    for one in found:
        values = agrees(answers, one.measure)
        ratio, half, s = ratio_and_half_width(values)
        assert (one.agreement, one.persons) == (pytest.approx(ratio), len(values))
        assert one.answers == sum(map(len, values.values()))
        assert (one.low, one.high) == (pytest.approx(max(0, ratio - half)), pytest.approx(min(1, ratio + half)))
        widths = [stats.t.ppf(0.975, n - 1) * s / n**0.5 for n in (one.judges_needed - 1, one.judges_needed)]
        assert widths[1] <= 0.1 < widths[0]
    (pair,) = compare_agreement(judged(answers), ("NMD", "NVD"), n_trials=99, rng=rng())
    both = {}
    for person, name, chosen in answers:
        if chosen and name != "one":
            agree = [int(chosen == PREFERRED[key][name]) for key in ("NMD", "NVD")]
            both.setdefault(person, []).append(agree[0] - agree[1])
    ratio, half, s = ratio_and_half_width(both)
    assert [pair.difference, pair.low, pair.high] == pytest.approx([ratio, ratio - half, ratio + half])
    every = [answer for row in both.values() for answer in row]
    assert (pair.answers, pair.differing) == (len(every), np.count_nonzero(every))
    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    assert pair.judges_needed == (max(2, int(np.ceil((z * s / ratio) ** 2))) if ratio else None)


def test_the_p_value_is_that_of_all_changes_of_signs_of_persons():
    answers = [(f"P{n}", "two", side) for n, side in enumerate((-1, -1, -1, -1, -1, 1, -1, -1))]
    (found,) = compare_agreement(judged(answers), ("NMD", "NVD"), n_trials=20_000, rng=rng())
    exact = np.mean([abs(sum(signs)) >= 6 for signs in product((1, -1), repeat=8)])
    assert found.p_value == pytest.approx(exact, abs=4 * np.sqrt(exact / 20_000))
    three = compare_agreement(judged(answers * 2), ("NMD", "NVD", "RNOD"), n_trials=99, rng=rng())
    assert [one.p_holm for one in three] == holm([one.p_value for one in three]).tolist()


def compared(answers):
    """Return how much more persons agree with NVD than with NMD, its interval and p, and of how many answers."""
    (one,) = compare_agreement(judged(answers), ("NMD", "NVD"), n_trials=500, rng=rng())
    numbers = f"{one.difference:.4f}, {one.low:.4f} to {one.high:.4f}, p {one.p_value:.3f} and {one.p_holm:.3f}"
    return f"{numbers}; {one.answers} answers, {one.differing} differ, judges: {one.judges_needed}"


def with_nmd(*answers):
    (one,) = human_agreement(judged(answers), ("NMD",))
    interval = f"{one.agreement:.2f}, {one.low:.2f} to {one.high:.2f}"
    return f"{interval}; {one.answers} answers of {one.persons}, judges: {one.judges_needed}"


ALIKE = [(f"P{n}", pair, -1) for n in range(6) for pair in ("two", "three")]
MIXED = [(f"P{n}", "two", 1 - 2 * (n % 2)) for n in range(6)]


def table(*rows):
    return parse_judgements_of_people(
        "\n".join(["person,gold,estimate_a,estimate_b,choice", *rows, ""]).encode(), "f.csv"
    )


@reviewed(__file__)
def test_tables_are_read_and_their_faults_reported_as_was_reviewed(made, words):
    assert said(made, globals()) == words

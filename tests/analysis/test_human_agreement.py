"""Agreement of people with measures: an interval by hand, clusters of one answer, what judges are needed, tables."""

import numpy as np

from ordquant_core.analysis.human_agreement import compare_agreement, human_agreement
from ordquant_core.formats.human_judgements import HumanJudgements, parse_judgements_of_people
from tests.analysis.made_up import rng
from tests.reviewed import reviewed, said

PAIRS = {
    "one": ((0, 10, 0, 0), (0, 0, 10, 0), (0, 5, 0, 5)),  # A: NMD 1/3, NVD 1; B: NMD 1/3, NVD 1/2
    "two": ((10, 0, 0, 0), (0, 10, 0, 0), (5, 0, 0, 5)),  # A: NMD 1/3, NVD 1; B: NMD 1/2, NVD 1/2
    "three": ((10, 0, 0), (5, 5, 0), (0, 0, 10)),  # both measures prefer A; of three classes
}


def judged(answers):
    """answers: (person, pair, side)."""
    gold, a, b = (tuple(np.array(PAIRS[pair][n], dtype=float) for _, pair, _ in answers) for n in range(3))
    persons, _, chosen = zip(*answers, strict=True)
    return HumanJudgements(persons, gold, a, b, np.array(chosen))


def compared(answers):
    """Return how much more persons agree with NVD than with NMD, its interval and p, and of how many answers."""
    (one,) = compare_agreement(judged(answers), ("NMD", "NVD"), n_trials=500, rng=rng())
    numbers = f"{one.difference:.4f}, {one.low:.4f} to {one.high:.4f}, p {one.p_value:.3f} and {one.p_holm:.3f}"
    return f"{numbers}; {one.answers} answers, {one.differing} differ, judges: {one.judges_needed}"


def with_nmd(*answers, half_width=0.1):
    (one,) = human_agreement(judged(answers), ("NMD",), half_width=half_width)
    interval = f"{one.agreement:.6f}, {one.low:.6f} to {one.high:.6f}"
    return f"{interval}; {one.answers} answers of {one.persons}, judges: {one.judges_needed}"


ALIKE = [(f"P{n}", pair, -1) for n in range(6) for pair in ("two", "three")]
SIX = [*ALIKE[:9], ("P4", "three", 1), *ALIKE[10:11], ("P5", "three", 1)]  # two of six agree on one answer of two
CHANGING = [(f"P{n}", pair, (n * n + k) % 3 - 1) for n in range(7) for k, pair in enumerate(PAIRS)]
MIXED = [(f"P{n}", "two", 1 - 2 * (n % 2)) for n in range(6)]


def table(*rows):
    return parse_judgements_of_people(
        "\n".join(["person,gold,estimate_a,estimate_b,choice", *rows, ""]).encode(), "f.csv"
    )


@reviewed(__file__)
def test_tables_are_read_and_their_faults_reported_as_was_reviewed(made, words):
    assert said(made, globals()) == words

"""Four judges: no rule of thumb stands in for a measure. What is made of switches: tests/measures/test_previews.py."""

import numpy as np
import pytest

from ordquant_core.measures.registry import MEASURES
from ordquant_core.teaching.course import TAUGHT
from tests.browser.deno import run
from tests.depth import matrix

LIMITS = {"easy": 0.7, "medium": 0.6, "hard": 0.5}
# Links lead to these pictures: the first of each level.
FIRST = {
    "easy": [[0, 0, 4, 0, 16], [4, 8, 4, 0, 4], [0, 0, 20, 0, 0]],
    "medium": [[9, 5, 2, 3, 1], [9, 8, 3, 0, 0], [9, 1, 2, 7, 1]],
    "hard": [[0, 15, 0, 0, 5], [7, 11, 2, 0, 0], [0, 8, 0, 7, 5]],
}


def preferred(rule, gold, a, b):
    """Return whom a measure or a rule of thumb prefers on many pictures: -1 (A), 0 (a tie), 1 (B)."""
    first, second = (score(rule, gold, estimate) for estimate in (a, b))
    return np.where(np.abs(first - second) < 1e-9, 0, np.sign(first - second)).astype(int)


def score(rule, gold, estimate):
    if rule in MEASURES:
        return MEASURES[rule](gold, estimate)
    errors = np.abs(estimate - gold)
    if rule == "largest":
        return errors.max(axis=1)
    far = np.abs(np.subtract.outer(np.arange(5), np.arange(5)))
    looks = gold > 0  # "error x distance": RNOD without squares
    return ((errors @ far) * looks).sum(axis=1) / looks.sum(axis=1)


@pytest.mark.parametrize("n", matrix((60, 2200), 60))
def test_no_rule_is_right_for_a_measure_that_it_is_not_too_often(n):
    more = 3 * (0.25 / n) ** 0.5 if n < 2000 else 0  # three standard errors of a share
    found = run("teaching/judges.js", dict.fromkeys(LIMITS, n))  # pictures, and whom measures and rules prefer there
    for level, limit in LIMITS.items():
        pictures = np.array(found[level]["pictures"])
        assert pictures[0].tolist() == FIRST[level]
        assert (pictures.sum(axis=2) == 20).all()
        assert found[level]["again"] == pictures[-1, 0].tolist()
        gold, a, b = np.moveaxis(pictures, 1, 0)
        sides = {rule: preferred(rule, gold, a, b) for rule in found[level]["sides"]}
        assert {"RNSS", "largest", "error x distance"} <= sides.keys()
        assert {rule: side.tolist() for rule, side in sides.items()} == found[level]["sides"]
        for asked in TAUGHT:
            right = {rule: np.mean(sides[rule] == sides[asked]) for rule in sides if rule != asked}
            assert max(right.values()) <= limit + more, (level, asked, right)
            assert abs(np.mean(sides[asked])) < 0.2 + more  # A is right about as often as B

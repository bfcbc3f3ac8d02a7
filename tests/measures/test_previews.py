"""The measures in the browser: what a score will be while a bar is still in the hand. Python's is the score."""

from itertools import product

import numpy as np

from ordquant_core.measures.built import WAYS, measure_called
from ordquant_core.measures.measure import OWN
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import decimals
from tests.browser.deno import run

PAIRS, CLASSES = 50, range(2, 12)  # for each number of classes and way in which these stand
Rows = list[list[float]]
SMALL = np.random.default_rng(3).uniform(0, 1.2, 2000)
NUMBERS = [*SMALL.tolist(), *SMALL.round(4).tolist(), *(j / 32 for j in range(70)), *(j / 2000 for j in range(2100))]
NUMBERS += [1234.5625, 1e6, 0.0, float("inf"), 0.0625 - 1e-14, 0.0625 + 1e-14, 1e-300, 999.9999]
NUMBERS += [j / 16 for j in range(-70, 0)] + [-0.0004, -1234567.5, -float("inf")]
# A measure without steps (CONTRIBUTING, "Add a measure in three steps") needs no preview: it is dimmed.
MADE = [".".join(parts) for parts in product(*WAYS)]
BUILT_IN = [key for key, measure in MEASURES.items() if measure.family != OWN and measure.working]


def side(rng: np.random.Generator, n: int) -> list[float]:
    """Return votes or probabilities: of all classes or a few, with ties, of one class, uniform, or nearly nothing."""
    one, tiny = np.eye(n, dtype=int)[rng.integers(n)], 10.0 ** -rng.integers(5, 300)
    kinds = (
        rng.multinomial(rng.integers(2, 40), rng.dirichlet(np.ones(n))),
        rng.dirichlet(np.full(n, 0.2)),
        rng.dirichlet(np.ones(n)),
        np.ones(n),
        one,
        2 * one + rng.integers(0, 3, n),
        np.where(one == 1, 1 - (n - 1) * tiny, tiny),
    )
    return kinds[rng.integers(len(kinds))].tolist()


def pictures() -> list[tuple[Rows, Rows, list[float] | None]]:
    """Return many pairs of sides, by their number of classes and where these stand."""
    rng = np.random.default_rng(44)
    found = []
    for n, stand in product(CLASSES, ("one step apart", "anywhere", "far apart")):
        golds = [side(rng, n) for _ in range(PAIRS)]
        estimates = [gold if number % 20 == 0 else side(rng, n) for number, gold in enumerate(golds)]
        steps = rng.uniform(0.1, 5, n) if stand == "anywhere" else 10.0 ** rng.integers(-2, 4, n)
        found.append((golds, estimates, None if stand == "one step apart" else np.cumsum(steps).tolist()))
    return found


def test_scores_while_a_bar_is_dragged_and_numbers_are_those_of_python():
    given = pictures()
    texts = [repr(one).replace("inf", "Infinity") for one in NUMBERS]
    written = run("browser/preview_scores.js", {"groups": given, "made": MADE, "numbers": texts})
    for key in (*BUILT_IN, *MADE):
        measure = measure_called(key)
        for (golds, estimates, positions), shown in zip(given, written["groups"], strict=True):
            scores = measure(golds, estimates, positions if measure.takes_positions else None)
            seen = np.array([float(text.replace("Infinity", "inf")) for text in shown[key]])
            largest = max(1.0, positions[-1] - positions[0]) if positions and measure.raw_of else 1.0
            np.testing.assert_allclose(seen / largest, scores / largest, rtol=0, atol=1e-12, err_msg=key)
    assert written["numbers"] == [[decimals(number, places) for places in (2, 3)] for number in NUMBERS]

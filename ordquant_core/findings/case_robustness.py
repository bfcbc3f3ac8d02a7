"""How robust the preferences on all cases are, with simulated panels of annotators."""

from ordquant_core.analysis.case_margins import Pair
from ordquant_core.analysis.case_robustness import CaseRobustness
from ordquant_core.findings.disagreement import label_pair
from ordquant_core.numerals import count, decimals, percent


def robust(robustness: CaseRobustness, pair: Pair, least: float) -> str:
    """Say how many disagreements of two measures stay in a share `least` of the simulated panels."""
    both = " and ".join(label_pair(pair))
    n = int(robustness.robust_disagreement(*pair, 0).sum())
    if not n:
        return f"{both} prefer different runs on no case: no disagreement that could be robust."
    stay = int(robustness.robust_disagreement(*pair, least).sum())
    return (
        f"Of {count(n, 'disagreement')} of {both}, {count(stay) if stay else 'none'} "
        f"{'is' if stay <= 1 else 'are'} robust. A robust one is kept in {percent(least)} or more of "
        f"{_panels(robustness)} of as many annotators, simulated for each case from its votes and those "
        "of the other cases."
    )


def of_case(robustness: CaseRobustness, pair: Pair, case: int, name: str) -> str:
    """Say how robust the preferences of two measures are on one case."""
    rows = [robustness.measures.index(key) for key in pair]
    first, second = (percent(robustness.keeps[row, case]) for row in rows)
    kept = ["its tie" if robustness.preference[row, case] == 0 else "its preference" for row in rows]
    x, y = label_pair(pair)
    other = f" {kept[1]}" if kept[1] != kept[0] else ""
    return (
        f"Case {name}: {x} keeps {kept[0]} in {first} of {_panels(robustness)}, {y}{other} in {second}, both at once "
        f"in {percent(robustness.together(*pair)[case])}."
    )


def simulated(robustness: CaseRobustness, seed: int) -> str:
    """Say what was simulated, and how precise the shares are."""
    error = decimals(50 / robustness.n_resamples**0.5, 1)
    return (
        f"{_panels(robustness)} for each case, seed {seed}, the same for all measures: a true distribution is drawn "
        "from what the votes of the case, and the spread of all cases, leave likely (Dirichlet distribution), then as "
        "many votes from it. Annotators are assumed to be exchangeable. A disagreement is robust where both measures "
        f"keep their preference in the same panel. Standard error of a share: at most {error} percentage points."
    )


def _panels(robustness: CaseRobustness) -> str:
    return count(robustness.n_resamples, "panel")

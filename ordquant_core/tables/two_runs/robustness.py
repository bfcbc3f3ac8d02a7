"""Robustness of the preferences on all cases: as sentences, and as a table to read."""

import numpy as np

from ordquant_core.analysis.case_robustness import CaseRobustness
from ordquant_core.markup import Cell, Html, Numbers, Row, table
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, decimals, percent
from ordquant_core.records import IntArray
from ordquant_core.tables.measures import by_family
from ordquant_core.tables.two_runs.disagreement import Pair, label_pair, share_bar

SURE = 0.95  # share of panels


def verdict(robustness: CaseRobustness, pair: Pair, least: float) -> str:
    """Return how many disagreements of two measures stay in a share `least` of the simulated panels."""
    first, second = label_pair(pair)
    n = int(robustness.robust_disagreement(*pair, 0).sum())
    if not n:
        return f"{first} and {second} prefer different runs on no case: no disagreement that could be robust."
    stay = int(robustness.robust_disagreement(*pair, least).sum())
    return (
        f"Of {count(n, 'disagreement')} of {first} and {second}, {count(stay) if stay else 'none'} "
        f"{'is' if stay <= 1 else 'are'} robust. A robust one is kept in {percent(least)} or more of "
        f"{_panels(robustness)} of as many annotators, simulated for each case from its votes and those "
        "of the other cases."
    )


def of_case(robustness: CaseRobustness, pair: Pair, case: int, name: str) -> str:
    """Return how robust the preferences of two measures are on one case."""
    shares = [robustness.keeps[robustness.measures.index(key), case] for key in pair]
    first, second = label_pair(pair)
    both = robustness.together(*pair)[case]
    ties = [robustness.preference[robustness.measures.index(key), case] == 0 for key in pair]
    what = ["its tie" if tie else "its preference" for tie in ties]
    other = f" {what[1]}" if what[1] != what[0] else ""
    return (
        f"Case {name}: {first} keeps {what[0]} in {percent(shares[0])} of {_panels(robustness)}, {second}{other} in "
        f"{percent(shares[1])}, both at once in {percent(both)}."
    )


def robustness_bars(robustness: CaseRobustness) -> Html:
    """Return a row per measure: how often a preference stays, on average, and on how many cases nearly always."""

    def row(key: str) -> Row:
        keeps = robustness.keeps[robustness.measures.index(key)]
        sure = float((keeps >= SURE).mean())
        cells = [Cell(MEASURES[key].label, heads=True), share_bar(float(keeps.mean()))]
        return Row([*cells, Cell(percent(sure, 1), title=repr(sure))], data={"measure": key})

    columns = [
        "Measure",
        "keeps its preference or tie, mean over the cases",
        Numbers(f"cases with {percent(SURE)} or more"),
    ]
    return table(columns, by_family(robustness.measures, row), id="robustness", class_="oq oq-table")


def most_robust(robustness: CaseRobustness, pair: Pair) -> IntArray:
    """Return the numbers of the cases on which two measures disagree, the most robust disagreement first."""
    disagreements = np.flatnonzero(robustness.robust_disagreement(*pair, 0))
    together = robustness.together(*pair)[disagreements]
    return np.asarray(disagreements[np.argsort(-together, kind="stable")])


def disagreement_list(robustness: CaseRobustness, pair: Pair, cases: tuple[str, ...], at_most: int) -> Html:
    """Return the disagreements of two measures, the most robust first: shares of panels that keep the preference."""
    keys = list(dict.fromkeys(pair))
    together = robustness.together(*pair)
    rows = [
        Row(
            [
                Cell(cases[case], heads=True, class_="oq-name"),
                *map(percent, (together[case], *of_both[:, case])),
            ]
        )
        for of_both in [robustness.keeps[[robustness.measures.index(key) for key in keys]]]
        for case in most_robust(robustness, pair)[:at_most].tolist()
    ]
    heads = ("both", *(MEASURES[key].label for key in keys))
    columns = ["case", *map(Numbers, heads)]
    return table(columns, rows, id="robust-cases", class_="oq oq-table")


def of_simulation(robustness: CaseRobustness, seed: int) -> str:
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

"""The tables of SIGIR 2018: measures on artificial distributions, on the cases of a run, and on two runs."""

from collections.abc import Sequence
from functools import partial
from itertools import combinations

import pandas as pd

from ordquant_core.analysis.agreement import Agreement, ranking_agreement
from ordquant_core.analysis.spaces.artificial import of_seed, score_pairs
from ordquant_core.analysis.study import OnCases
from ordquant_core.glossary import by_task, of_rows
from ordquant_core.numerals import count, percent
from ordquant_core.papers.artificial import N_VOTES, PER_COVER
from ordquant_core.tables.papers.grid import Block, Mark, PaperTable, upper_half, with_interval
from ordquant_core.tables.runs.significance import agreement_table

PAPER = "sakai2018"
N_CLASSES = (3, 5, 7)


def artificial(measures: Sequence[str], seed: int) -> PaperTable:
    """Return table 1, and the part with five classes that it leaves out: tau on pairs of artificial distributions."""
    blocks, tables = [], []
    for n_classes in N_CLASSES:
        drawn = of_seed(n_classes, seed)
        found = ranking_agreement(measures, score_pairs(drawn, measures))
        n = drawn.shape[1]
        name = f"L = {n_classes} ({count(n)} distributions; {count(found.n_runs)} pairs)"
        blocks.append(_matrix(name, found))
        tables.append((f"L = {n_classes}", agreement_table(found)))
    caption = (
        "Kendall's τ between measures on pairs of artificial distributions, with 95% intervals (Long and Cliff): "
        f"{count(N_VOTES)} votes, {count(PER_COVER)} distributions for every number of covered classes. Other draws "
        "than those of the paper."
    )
    return PaperTable("artificial-distributions", PAPER, "Table 1", caption, tuple(blocks), by_task(tables))


def on_cases(known: Sequence[tuple[str, OnCases]]) -> list[PaperTable]:
    """Return table 2 of every task: tau over the cases of the best run (I), preference agreement with the next (II)."""
    if not known:
        return []
    best = f"the best run by {known[0][1].found.measures[0]}"
    shares = tuple(_shares(name, on) for name, on in known)
    agreed = by_task([(name, _share_table(on)) for name, on in known])
    return [
        of_run(known, best),
        PaperTable(
            "preference-agreement",
            PAPER,
            "Table 2 (II)",
            "Preference agreement: the share of the cases on which two measures prefer the same of two runs.",
            shares,
            agreed,
        ),
    ]


def of_run(known: Sequence[tuple[str, OnCases]], which: str) -> PaperTable:
    """Return table 2 (I): tau between measures over the cases of a run of every task, which is named in the caption."""
    blocks = tuple(_matrix(f"{name}, {on.run} ({count(on.found.n_runs, 'case')})", on.found) for name, on in known)
    data = by_task([(name, agreement_table(on.found).assign(run=on.run)) for name, on in known])
    caption = f"Kendall's τ between measures on the cases of {which}, with 95% intervals (Long and Cliff)."
    return PaperTable("cases-of-a-run", PAPER, "Table 2 (I)", caption, blocks, data)


def _matrix(title: str, agreement: Agreement) -> Block:
    bounds = agreement.low_long_cliff, agreement.high_long_cliff
    return upper_half(title, agreement.measures, partial(with_interval, agreement.tau, *bounds))


def _shares(name: str, on: OnCases) -> Block:
    title = f"{name}, {on.run} and {on.other}"
    return upper_half(title, on.found.measures, lambda i, j: [Mark(percent(float(on.shares[i, j]), 1))])


def _share_table(on: OnCases) -> pd.DataFrame:
    measures = on.found.measures
    rows = [(measures[i], measures[j], float(on.shares[i, j])) for i, j in combinations(range(len(measures)), 2)]
    return of_rows(("measure_1", "measure_2", "agreement"), rows).assign(run_a=on.run, run_b=on.other)

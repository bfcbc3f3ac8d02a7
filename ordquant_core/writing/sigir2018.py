"""The tables of SIGIR 2018: measures on artificial distributions, on the cases of a run, and on two runs."""

from collections.abc import Sequence
from typing import Any

from ordquant_core.analysis.agreement import ranking_agreement
from ordquant_core.glossary import by_task, of_pairs
from ordquant_core.numerals import count, percent, setting
from ordquant_core.papers.experiments import N_VOTES, PER_COVER
from ordquant_core.reproduction.study import OnCases
from ordquant_core.spaces.artificial import of_seed, score_pairs
from ordquant_core.writing.paper_table import Mark, PaperTable, upper_half, with_interval

PAPER = "sakai2018"
N_CLASSES = (3, 5, 7)


def artificial(measures: Sequence[str], seed: int) -> PaperTable:
    """Return table 1, and the part with five classes that it leaves out: tau on pairs of artificial distributions."""
    blocks, frames = [], []
    for n_classes in N_CLASSES:
        drawn = of_seed(n_classes, seed)
        agreement = ranking_agreement(measures, score_pairs(drawn, measures))
        frame = agreement.to_frame()
        n = f"{count(drawn.shape[1])} distributions; {count(agreement.n_runs)} pairs"
        blocks.append(upper_half(f"L = {n_classes} ({n})", frame, _tau))
        frames.append((f"L = {n_classes}", frame))
    caption = (
        "Kendall's τ between measures on pairs of artificial distributions, with 95% intervals (Long and Cliff): "
        f"{count(N_VOTES)} votes, {count(PER_COVER)} distributions for every number of covered classes. The "
        f"draws are not the paper's (seed {setting(seed)}). The intervals assume independent pairs, but pairs share "
        "distributions: they are too narrow."
    )
    return PaperTable("artificial-distributions", PAPER, "Table 1", caption, tuple(blocks), by_task(frames))


def on_cases(known: Sequence[tuple[str, OnCases]]) -> list[PaperTable]:
    """Return table 2 of every task: tau over the cases of the best run (I), preference agreement with the next (II)."""
    if not known:
        return []
    frames = [(name, on, of_pairs("measure", on.agreement.measures, {"agreement": on.shares})) for name, on in known]
    return [
        of_run(known, f"the best run by {known[0][1].agreement.measures[0]}"),
        PaperTable(
            "preference-agreement",
            PAPER,
            "Table 2 (II)",
            "Preference agreement: the share of the cases on which two measures prefer the same of the two best runs, "
            "or "
            "both see a tie.",
            tuple(upper_half(f"{name}, {on.run} and {on.other}", frame, _share) for name, on, frame in frames),
            by_task([(name, frame.assign(run_a=on.run, run_b=on.other)) for name, on, frame in frames]),
        ),
    ]


def of_run(known: Sequence[tuple[str, OnCases]], which: str) -> PaperTable:
    """Return table 2 (I): tau between measures over the cases of a run of every task, which is named in the caption."""
    frames = [(name, on, on.agreement.to_frame()) for name, on in known]
    return PaperTable(
        "cases-of-a-run",
        PAPER,
        "Table 2 (I)",
        f"Kendall's τ between measures on the cases of {which}, with 95% intervals (Long and Cliff).",
        tuple(
            upper_half(f"{name}, {on.run} ({count(on.agreement.n_runs, 'case')})", frame, _tau)
            for name, on, frame in frames
        ),
        by_task([(name, frame.assign(run=on.run)) for name, on, frame in frames]),
    )


def _tau(pair: Any) -> list[Mark]:
    return with_interval(pair.tau, pair.low_long_cliff, pair.high_long_cliff)


def _share(pair: Any) -> list[Mark]:
    return [Mark(percent(pair.agreement, 1))]

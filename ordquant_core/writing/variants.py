"""The tables of the variants study of any tasks: system ranking agreement, combined measures, consistency."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from ordquant_core.analysis.agreement import Agreement, average_similarity, largest_first, mean_over_tasks, part_of
from ordquant_core.analysis.consistency import Consistency
from ordquant_core.glossary import by_task, of_pairs, of_rows, stacked
from ordquant_core.numerals import count, decimals, score, setting
from ordquant_core.papers.experiments import COMPONENTS, MEASURES_OF_VARIANTS
from ordquant_core.reproduction.study import Split, TaskResults
from ordquant_core.writing.paper_table import Block, Mark, PaperTable, best, label, row, upper_half, with_interval

PAPER = "sakai2022"
AVERAGE = "AVERAGE"
BASE = "DNKT"
INTERVAL = (
    "; below, where there are more than four runs, 95% intervals by Fisher's z with variance 0.437 / (n − 4), which "
    "are "
    "too narrow where τ is large or runs tie, and a point at τ = 1"
)
SYMBOLS = {  # which measure a symbol stands for, as the paper has it; others get numbers
    **{"NMD": "†", "RNADW": "♣", "RNOD": "♥", "RNADW2": "♠", "RNOD2": "♢", "NVD": "∗", "RNSS": "⋆", "JSD": "♮"},
    **{"DNKT": "∘", "DNKT_JSD": "◯", "DNKT_NMD": "△", "DNKT_RNOD": "▽"},
}
Splits = Sequence[tuple[str, Split, Split]]  # the name of each task with its splits into halves and into small sets


def agreement(results: Sequence[TaskResults], measures: Sequence[str] = MEASURES_OF_VARIANTS) -> list[PaperTable]:
    """Return tables 3 to 20: tau between measures with intervals, the average of each measure, and both over tasks."""
    parts = [(one.name, part_of(one.agreement, measures)) for one in results]
    frames = [(name, part.to_frame()) for name, part in parts]
    caption = f"System ranking agreement: Kendall's τ between the rankings of the runs{INTERVAL}."
    blocks = tuple(
        upper_half(f"{name} ({count(part.n_runs, 'run')})", frame, _tau)
        for (name, part), (_, frame) in zip(parts, frames, strict=True)
    )
    return [
        PaperTable("ranking-agreement", PAPER, "Tables 3, 5, …, 17", caption, blocks, by_task(frames)),
        *_averages(parts, measures),
    ]


def _tau(pair: Any) -> list[Mark]:
    return with_interval(pair.tau, pair.low, pair.high)


def _averages(parts: Sequence[tuple[str, Agreement]], measures: Sequence[str]) -> list[PaperTable]:
    mean = mean_over_tasks([part.tau for _, part in parts])
    average = [(AVERAGE, average_similarity(mean))] if len(parts) > 1 else []
    similar = [(name, part.average_similarity) for name, part in parts] + average
    rows = [row(name, best(values.tolist(), list(map(score, values.tolist())))) for name, values in similar]
    frames = [
        (name, of_rows(("measure", "similarity"), zip(measures, values.tolist(), strict=True)))
        for name, values in similar
    ]
    taus = of_pairs("measure", measures, {"tau": mean})
    return [
        PaperTable(
            "average-similarity",
            PAPER,
            "Tables 4, 6, …, 18 and 20",
            "Average similarity of each measure: the mean of its τ with the other measures. Bold: the most similar.",
            (Block(("", *map(label, measures)), tuple(rows)),),
            by_task(frames),
        ),
        PaperTable(
            "ranking-agreement-averages",
            PAPER,
            "Table 19",
            f"System ranking agreement averaged over {count(len(parts), 'task')}.",
            (upper_half("", taus, lambda pair: [Mark(score(pair.tau))]),),
            taus,
        ),
    ]


def combinations(agreements: Sequence[tuple[str, Agreement]]) -> list[PaperTable]:
    """Return tables 21 to 24: DNKT, a measure and their combination, task by task and on average."""
    of_tasks = [
        (name, one.n_runs, [part_of(one, _three(key)).to_frame() for key in COMPONENTS]) for name, one in agreements
    ]
    taus = {key: mean_over_tasks([part_of(one, _three(key)).tau for _, one in agreements]) for key in COMPONENTS}
    means = [of_pairs("measure", _three(key), {"tau": tau}) for key, tau in taus.items()]
    caption = f"{label(BASE)}·M, the harmonic mean of {label(BASE)} and M, beside the two:"
    return [
        PaperTable(
            "combined-measures",
            PAPER,
            "Tables 21 to 23",
            f"{caption} Kendall's τ between rankings{INTERVAL}.",
            tuple(_combined(f"{name} ({count(n_runs, 'run')})", frames) for name, n_runs, frames in of_tasks),
            by_task([(name, stacked(frames)) for name, _, frames in of_tasks]),
        ),
        PaperTable(
            "combined-measures-averages",
            PAPER,
            "Table 24",
            f"{caption} τ averaged over {count(len(agreements), 'task')}.",
            (_combined("", means),),
            stacked(means),
        ),
    ]


def _three(key: str) -> tuple[str, str, str]:
    return BASE, key, f"{BASE}_{key}"


def _combined(title: str, frames: Sequence[pd.DataFrame]) -> Block:
    """Return a row per component M: the base with M and with the combination, and the two of them."""
    lines = []
    for key, frame in zip(COMPONENTS, frames, strict=True):
        pairs = list(frame.itertuples(index=False))
        lines.append(row(label(key), [score(pair.tau) for pair in pairs]))
        if "low" in frame:
            lines.append(row("", [_tau(pair)[1] for pair in pairs]))
    combined = f"{label(BASE)}·M"
    heads = (title, f"{label(BASE)} and M", f"{label(BASE)} and {combined}", f"M and {combined}")
    return Block(heads, tuple(lines))


def consistency(splits: Splits, alpha: float) -> list[PaperTable]:
    """Return tables 25 to 28: mean tau of two sets of cases with the test between measures, and averages over tasks."""
    half = splits[0][1]
    measures = half.consistency.measures
    signs = {key: SYMBOLS.get(key, str(number)) for number, key in enumerate(measures, 1)}
    blocks, frames = [], []
    for name, *both in splits:
        ranked = [_ranked(split, signs, alpha) for split in both]
        of_half, of_small = (_sets(split.consistency) for split in both)
        for sets, rows in ((of_half, ranked[0]), (of_small, ranked[1])):
            lines = tuple(row(measure, cells) for _, measure, *cells in rows)
            blocks.append(Block((f"{name}: {sets}", "τ", "symbols"), lines))
        signed = [
            split.consistency.to_frame().assign(symbols=[each[-1] for each in sorted(rows)])
            for split, rows in zip(both, ranked, strict=True)
        ]
        frames.append((name, stacked(signed)))
    legend = ", ".join(f"{signs[key]} {label(key)}" for key in measures)
    n_splits, n_trials = count(half.consistency.n_splits), count(half.test.n_trials)
    caption = (
        f"System ranking consistency: mean Kendall's τ of {n_splits} random splits (fewer where a block says so: "
        f"splits on which all runs tie by a measure are left out), best first. A symbol says which "
        f"measure is significantly less consistent at the level {setting(alpha)} on splits of these cases only "
        f"(randomised Tukey HSD test, {n_trials} trials; other cases may reverse it): {legend}."
    )
    return [
        PaperTable("ranking-consistency", PAPER, "Tables 25 to 27", caption, tuple(blocks), by_task(frames)),
        _mean_consistency(splits, measures),
    ]


def _mean_consistency(splits: Splits, measures: Sequence[str]) -> PaperTable:
    sizes = sorted({small.consistency.n_cases[0] for *_, small in splits})
    size = count(sizes[0]) if len(sizes) == 1 else f"{count(sizes[0])}–{count(sizes[-1])}"
    blocks, frames = [], []
    for split, sets, some in (
        ("half", "full split", [half for _, half, _ in splits]),
        (size, f"{size} vs. {size}", [small for *_, small in splits]),
    ):
        means = mean_over_tasks([one.consistency.means for one in some])
        ordered = [(label(measures[m]), float(means[m])) for m in largest_first(means)]
        marks = best([mean for _, mean in ordered], [decimals(mean, 4) for _, mean in ordered])
        rows = (row(name, [mark]) for (name, _), mark in zip(ordered, marks, strict=True))
        blocks.append(Block((sets, "τ"), tuple(rows)))
        values = ((key, split, float(mean)) for key, mean in zip(measures, means, strict=True))
        frames.append(of_rows(("measure", "split", "tau"), values))
    caption = f"System ranking consistency averaged over {count(len(splits), 'task')}, best first. Bold: the largest."
    return PaperTable("ranking-consistency-averages", PAPER, "Table 28", caption, tuple(blocks), stacked(frames))


def _ranked(split: Split, signs: dict[str, str], alpha: float) -> list[tuple[int, str, str, str]]:
    """Return number, name, mean tau and symbols of every measure, best first; a symbol stands for one that is worse."""
    measures, means = split.consistency.measures, split.consistency.means
    beaten = (split.test.p_values[0] < alpha) & (split.test.differences[0] > 0)
    order = largest_first(means)
    worse = ["".join(signs[measures[other]] for other in order if beaten[m, other]) for m in order]
    return [(m, label(measures[m]), decimals(float(means[m]), 4), words) for m, words in zip(order, worse, strict=True)]


def _sets(consistency: Consistency) -> str:
    sizes, used = " vs. ".join(map(count, consistency.n_cases)), len(consistency.taus)
    fewer = f", {count(used)} splits" if used < consistency.n_splits else ""
    return f"{sizes}{fewer}" if consistency.size else f"full split ({sizes}{fewer})"

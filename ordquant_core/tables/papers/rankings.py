"""The tables of the variants study of any tasks: system ranking agreement, combined measures, consistency."""

from collections.abc import Sequence
from functools import partial

from ordquant_core.analysis.agreement import Agreement, average_similarity, largest_first, mean_over_tasks, part_of
from ordquant_core.analysis.consistency import Consistency, outperformed
from ordquant_core.analysis.study import Split, TaskResults
from ordquant_core.glossary import by_task, of_rows, stacked
from ordquant_core.numerals import count, decimals, score, setting
from ordquant_core.papers.combinations import COMPONENTS
from ordquant_core.papers.variants import MEASURES_OF_TABLES
from ordquant_core.tables.papers.grid import NONE, Block, Mark, PaperTable, best, label, row, upper_half, with_interval
from ordquant_core.tables.runs.significance import agreement_table, pairs_table, symbols, tested_table

PAPER = "sakai2022"
AVERAGE = "AVERAGE"
BASE = "DNKT"
INTERVAL = "Fisher's z with variance 0.437 / (n − 4), as in the study: too narrow where τ is large or runs tie"


def agreement(results: Sequence[TaskResults], measures: Sequence[str] = MEASURES_OF_TABLES) -> list[PaperTable]:
    """Return tables 3 to 20: tau between measures with intervals, the average of each measure, and both over tasks."""
    parts = [(one.name, part_of(one.agreement, measures)) for one in results]
    caption = (
        f"System ranking agreement: Kendall's τ between the rankings of the runs, with 95% intervals ({INTERVAL})."
    )
    blocks = []
    for name, part in parts:
        cell = partial(with_interval, part.tau, part.low, part.high)
        blocks.append(upper_half(f"{name} ({count(part.n_runs, 'run')})", measures, cell))
    data = by_task([(name, agreement_table(part)) for name, part in parts])
    return [
        PaperTable("ranking-agreement", PAPER, "Tables 3, 5, …, 17", caption, tuple(blocks), data),
        *_averages(parts, measures),
    ]


def _averages(parts: Sequence[tuple[str, Agreement]], measures: Sequence[str]) -> list[PaperTable]:
    mean = mean_over_tasks([part.tau for _, part in parts])
    similar = [(name, part.average_similarity) for name, part in parts]
    similar.append((AVERAGE, average_similarity(mean)))
    rows = [row(name, best(values.tolist(), [score(value) for value in values.tolist()])) for name, values in similar]
    by_measure = [
        (name, of_rows(("measure", "similarity"), zip(measures, values.tolist(), strict=True)))
        for name, values in similar
    ]
    return [
        PaperTable(
            "average-similarity",
            PAPER,
            "Tables 4, 6, …, 18 and 20",
            "Average similarity of each measure: the mean of its τ with the other measures. Bold: the most similar.",
            (Block(("", *map(label, measures)), tuple(rows)),),
            by_task(by_measure),
        ),
        PaperTable(
            "ranking-agreement-averages",
            PAPER,
            "Table 19",
            f"System ranking agreement averaged over {count(len(parts), 'task')}.",
            (upper_half("", measures, lambda i, j: [Mark(score(float(mean[i, j])))]),),
            pairs_table(measures, {"tau": mean}),
        ),
    ]


def combinations(found: Sequence[tuple[str, Agreement]]) -> list[PaperTable]:
    """Return tables 21 to 24: DNKT, a measure and their combination, task by task and on average."""
    blocks, tables = [], []
    for name, one in found:
        blocks.append(_combined(f"{name} ({count(one.n_runs, 'run')})", one))
        tables.append((name, stacked([agreement_table(part_of(one, _three(key))) for key in COMPONENTS])))
    taus = {key: mean_over_tasks([part_of(one, _three(key)).tau for _, one in found]) for key in COMPONENTS}
    caption = (
        f"Combined measures beside their components: Kendall's τ between rankings, with 95% intervals ({INTERVAL})."
    )
    rows = [
        row(
            BASE,
            [text for key in COMPONENTS for text in (score(float(taus[key][0, 1])), score(float(taus[key][0, 2])))],
        ),
        row("M", [text for key in COMPONENTS for text in (NONE, score(float(taus[key][1, 2])))]),
    ]
    averages = stacked([pairs_table(_three(key), {"tau": taus[key]}) for key in COMPONENTS])
    heads = ("", *(label(key) for component in COMPONENTS for key in _three(component)[1:]))
    return [
        PaperTable("combined-measures", PAPER, "Tables 21 to 23", caption, tuple(blocks), by_task(tables)),
        PaperTable(
            "combined-measures-averages",
            PAPER,
            "Table 24",
            f"Combined measures beside their components: τ averaged over {count(len(found), 'task')}.",
            (Block(heads, tuple(rows)),),
            averages,
        ),
    ]


def _three(key: str) -> tuple[str, str, str]:
    return BASE, key, f"{BASE}_{key}"


def _combined(title: str, found: Agreement) -> Block:
    parts = [part_of(found, _three(key)) for key in COMPONENTS]
    lines: list[list[str]] = [[], [], [], []]
    for part in parts:
        for i, j in ((0, 1), (0, 2)):
            tau, bounds = with_interval(part.tau, part.low, part.high, i, j)
            lines[0].append(tau.text)
            lines[1].append(bounds.text)
        tau, bounds = with_interval(part.tau, part.low, part.high, 1, 2)
        lines[2] += [NONE, tau.text]
        lines[3] += ["", bounds.text]
    heads = (title, *(label(key) for component in COMPONENTS for key in _three(component)[1:]))
    names = (BASE, "", "M", "")
    shown = [(name, cells) for name, cells in zip(names, lines, strict=True) if any(cells)]
    return Block(heads, tuple(row(name, cells) for name, cells in shown))


def consistency(found: Sequence[tuple[str, Split, Split]], alpha: float) -> list[PaperTable]:
    """Return tables 25 to 28: mean tau of two sets of cases with the test between measures, and averages over tasks.

    `found`: the name of each task with its splits into halves and into small sets.
    """
    _, half, small = found[0]
    measures = half.found.measures
    signs = symbols(measures)
    blocks, tables = [], []
    for name, half, small in found:
        title = f"{name}: {_sets(half.found)}"
        cells = [_ranked(split, signs, alpha) for split in (half, small)]
        rows = tuple(
            (Mark(left[0]), Mark(left[1]), Mark(left[2]), *map(Mark, right)) for left, right in zip(*cells, strict=True)
        )
        blocks.append(Block((title, "τ", "", _sets(small.found), "τ", ""), rows))
        tables.append((name, stacked([tested_table(split.found, split.test, alpha) for split in (half, small)])))
    legend = ", ".join(f"{signs[key]} {label(key)}" for key in measures)
    splits, trials = count(half.found.n_splits), count(half.test.n_trials)
    caption = (
        f"System ranking consistency: mean Kendall's τ of {splits} random splits, best first. A symbol says which "
        f"measure is significantly less consistent at the level {setting(alpha)} (randomised Tukey HSD test, "
        f"{trials} trials): {legend}. As in the study, the test is about splits of these cases: it finds more the more "
        "splits are drawn, and other cases may reverse what it finds."
    )
    return [
        PaperTable("ranking-consistency", PAPER, "Tables 25 to 27", caption, tuple(blocks), by_task(tables)),
        _mean_consistency(found, measures),
    ]


def _mean_consistency(found: Sequence[tuple[str, Split, Split]], measures: Sequence[str]) -> PaperTable:
    columns, tables = [], []
    for name, splits in (("half", [half for _, half, _ in found]), ("small", [small for *_, small in found])):
        means = mean_over_tasks([split.found.means for split in splits])
        order = largest_first(means)
        shown = [decimals(float(means[m]), 4) for m in order]
        marks = best([float(means[m]) for m in order], shown)
        columns.append([(Mark(label(measures[m])), mark) for m, mark in zip(order, marks, strict=True)])
        split = "half" if name == "half" else _size(found)
        tables.append(
            of_rows(
                ("measure", "split", "tau"),
                [(key, split, float(mean)) for key, mean in zip(measures, means, strict=True)],
            )
        )
    rows = tuple((*left, *right) for left, right in zip(*columns, strict=True))
    caption = f"System ranking consistency averaged over {count(len(found), 'task')}, best first."
    block = Block(("full split", "τ", f"{_size(found)} vs. {_size(found)}", "τ"), rows)
    return PaperTable("ranking-consistency-averages", PAPER, "Table 28", caption, (block,), stacked(tables))


def _ranked(split: Split, signs: dict[str, str], alpha: float) -> list[tuple[str, str, str]]:
    """Return name, mean tau and symbols of every measure, best first; a symbol stands for one that is worse."""
    found, beaten = split.found, outperformed(split.test, alpha)
    order = largest_first(found.means)
    return [
        (
            label(found.measures[m]),
            decimals(float(found.means[m]), 4),
            "".join(signs[found.measures[other]] for other in order if other in beaten[m]),
        )
        for m in order
    ]


def _sets(found: Consistency) -> str:
    one, other = found.n_cases
    return f"{count(one)} vs. {count(other)}" if found.size else f"full split ({count(one)} vs. {count(other)})"


def _size(found: Sequence[tuple[str, Split, Split]]) -> str:
    sizes = sorted({small.found.n_cases[0] for *_, small in found})
    return count(sizes[0]) if len(sizes) == 1 else f"{count(sizes[0])}–{count(sizes[-1])}"

"""The tables of LQ 2021 of any tasks: discriminative power, overlaps, contradictions, Popularity against Uniform."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ordquant_core.analysis.discrimination import (
    Contradiction,
    Discrimination,
    Overlap,
    Power,
    contradiction_matrix,
    contradictions,
    joined,
    overlaps_left,
    overlaps_left_to_frame,
    pooled,
    powers,
)
from ordquant_core.findings.tasks import families, runs_per
from ordquant_core.glossary import by_task, in_front, of_pairs, of_rows
from ordquant_core.numerals import count, decimals, setting
from ordquant_core.records import Preferences, Task
from ordquant_core.reproduction.study import TaskResults
from ordquant_core.tasks.published.description import OverviewFacts
from ordquant_core.writing.paper_table import Block, Mark, PaperTable, label, row, upper_half

PAPER = "sakai2021lq"
POOLED, TOTAL = "POOLED", "TOTAL"


@dataclass(frozen=True, slots=True, eq=False)
class RunsTested:
    """The test of all pairs of runs of a task, and which of its runs are identical."""

    name: str
    task: Task  # with the runs of the test
    discrimination: Discrimination
    copies: tuple[tuple[str, ...], ...]


def tests(results: Sequence[TaskResults]) -> tuple[RunsTested, ...]:
    """Return the tests of the tasks of a study."""
    return tuple(RunsTested(one.name, one.tested, one.discrimination, one.copies) for one in results)


def _compared(tasks: Sequence[RunsTested]) -> str:
    """Say which runs are tested together, for a caption."""
    return f"Runs compared: {families([(one.name, one.task) for one in tasks])}."


def overview(results: Sequence[TaskResults], facts: Sequence[OverviewFacts]) -> PaperTable:
    """Return table 2: the tasks of the study, with the `facts` of each (annotators "": as its votes)."""
    rows, lines = [], []
    for result, about in zip(results, facts, strict=True):
        classes, cases, runs = len(result.task.classes), len(result.task.cases), len(result.task.runs)
        annotators, per = about.annotators or _votes(result), runs_per(about, runs)
        rows.append((about.venue, about.language, classes, cases, runs, annotators, about.subtask, about.type, per))
        runs_text = f"{count(runs)} ({per})" if per else count(runs)
        cells = (
            about.venue,
            about.subtask,
            about.type,
            about.language,
            count(classes),
            count(cases),
            runs_text,
            annotators,
        )
        lines.append(row(result.name, cells))
    names = ("venue", "language", "classes", "cases", "runs", "annotators", "subtask", "task_type", "runs_per")
    heads = ("venue", "subtask", "type", "language", "classes", "cases", "runs", "annotators")
    data = in_front(of_rows(names, rows), task=[one.name for one in results])
    block = Block(("task", *heads), tuple(lines)).without_empty_columns()
    return PaperTable("data", PAPER, "Table 2", "The tasks of this study.", (block,), data)


def _votes(result: TaskResults) -> str:
    """Return how many votes a gold distribution is made of, "" where the gold is not made of votes."""
    if result.task.votes is None:
        return ""
    votes = result.task.votes.sum(axis=1)
    few, many = int(votes.min()), int(votes.max())
    return count(few) if few == many else f"{count(few)}–{count(many)}"


def discriminative_power(results: Sequence[TaskResults], alpha: float) -> PaperTable:
    """Return table 3: significant pairs S of all pairs T by every measure, task by task and pooled."""
    of_tasks = [(one.name, powers(one.discrimination, alpha)) for one in results]
    every = [*of_tasks, *([(POOLED, pooled([tested for _, tested in of_tasks]))] if len(results) > 1 else [])]
    blocks = (
        Block((name, "S", "T", "%"), tuple(row(label(one.measure), _power(one)) for one in tested))
        for name, tested in every
    )
    trials, level = count(results[0].discrimination.n_trials), setting(alpha)
    caption = (
        f"Discriminative power at the significance level {level}: of T pairs of runs, S differ significantly by the "
        f"randomised Tukey HSD test with {trials} trials. {_compared(tests(results))} "
        f"{f'{POOLED}: S and T added up. ' if len(results) > 1 else ''}Bold: 50% or more; underlined: below 40%."
    )
    data = by_task([(name, Power.frame(tested)) for name, tested in every])
    return PaperTable("discriminative-power", PAPER, "Table 3", caption, tuple(blocks), data)


def _power(of: Power) -> list[Mark]:
    return [Mark(count(of.significant)), Mark(count(of.pairs)), _percentage(of.share, bold=50, underlined=40)]


def overlap(tasks: Sequence[RunsTested], alpha: float) -> PaperTable:
    """Return table 4: SSO, below it a, b and c, for every pair of measures; then without contradictions."""
    blocks, frames = [], []
    for tested in tasks:
        both = overlaps_left(tested.discrimination, alpha)
        every, left = zip(*both, strict=True)
        frame = overlaps_left_to_frame(both)
        blocks.append(upper_half(tested.name, frame.assign(every=every, left=left), _overlaps))
        frames.append((tested.name, frame))
    contradict = any((frame["sso"] != frame["sso_left"]).any() for _, frame in frames)
    without = "Where measures contradict each other, two more lines leave these pairs out. " if contradict else ""
    caption = (
        f"Statistical significance overlap at the level {setting(alpha)}: b / (a + b + c) in percent, below (a/b/c), "
        "the numbers of pairs of runs that only the first measure, both, and only the second call significantly "
        "different. "
        f"{_compared(tasks)} {without}Bold: 90% or more; underlined: below 70%."
    )
    return PaperTable("significance-overlap", PAPER, "Table 4", caption, tuple(blocks), by_task(frames))


def _overlaps(pair: Any) -> list[Mark]:
    """Return the lines of a cell: all pairs of runs, and those left where some contradict each other."""
    return [*_sso(pair.every), *([Mark("")] * 2 if pair.left == pair.every else _sso(pair.left))]


def _sso(cell: Overlap) -> list[Mark]:
    share = Mark("n/a") if cell.sso is None else _percentage(cell.sso, bold=90, underlined=70)
    return [share, Mark(f"({cell.a}/{cell.b}/{cell.c})")]


def contradiction_counts(tasks: Sequence[RunsTested], alpha: float) -> PaperTable:
    """Return table 5: the contradictions of every pair of measures; in brackets with identical runs counted once."""
    frames = []
    for tested in tasks:
        measures, every = tested.discrimination.measures, contradictions(tested.discrimination, alpha)
        counts = {"contradictions": every, "joined": joined(every, tested.copies)}
        matrices = {name: contradiction_matrix(some, measures).astype(float) for name, some in counts.items()}
        frames.append((tested.name, of_pairs("measure", measures, matrices).astype(dict.fromkeys(counts, int))))
    differ = any((frame["contradictions"] != frame["joined"]).any() for _, frame in frames)
    joining = "; in brackets with identical runs counted once" if differ else ""
    caption = (
        "Contradictions: how many pairs of runs two measures call significantly different in opposite directions at "
        "the "
        f"level {setting(alpha)}{joining}. {_compared(tasks)}"
    )
    blocks = tuple(upper_half(name, frame, _counts) for name, frame in frames)
    return PaperTable("contradictions", PAPER, "Table 5", caption, blocks, by_task(frames))


def _counts(pair: Any) -> list[Mark]:
    every, once = count(pair.contradictions), count(pair.joined)
    return [Mark(every if every == once else f"{every} ({once})")]


def contradicting_runs(tasks: Sequence[RunsTested], alpha: float) -> PaperTable:
    """Return table 6: the pairs of runs behind the contradictions, identical runs joined."""
    lines, frames = [], []
    for tested in tasks:
        every = contradictions(tested.discrimination, alpha)
        frames.append((tested.name, Contradiction.frame(every)))
        names = {group[0]: ", ".join(group) for group in tested.copies}
        by_runs: dict[tuple[str, str, str], list[str]] = {}
        for pair in joined(every, tested.copies):
            by_runs.setdefault((pair.measure_1, pair.run_1, pair.run_2), []).append(pair.measure_2)
        for (first, better, worse), others in by_runs.items():
            cells = [label(first), ", ".join(map(label, others)), names.get(better, better), names.get(worse, worse)]
            lines.append(row(tested.name, cells))
    caption = (
        "Pairs of runs on which measures contradict each other: by measure 1, run 1 is significantly better than "
        f"run 2; by measure 2 it is significantly worse. Identical runs are joined. {_compared(tasks)}"
    )
    lines = lines or [row("", ["no contradictions", "", "", ""])]
    block = Block(("", "measure 1", "measure 2", "run 1", "run 2"), tuple(lines))
    return PaperTable("contradicting-runs", PAPER, "Table 6", caption, (block,), by_task(frames))


def wins_and_losses(preferences: Sequence[tuple[str, Preferences]]) -> PaperTable:
    """Return table 7: cases on which every measure prefers Uniform or Popularity, with their total."""
    rows = [*preferences, *([(TOTAL, _total([one for _, one in preferences]))] if len(preferences) > 1 else [])]
    measures = preferences[0][1].measures
    heads = [f"{label(key)} {side}" for key in measures for side in ("uni", "pop")]
    lines = (row(name, [mark for m in range(len(measures)) for mark in _sides(one, m)]) for name, one in rows)
    caption = (
        "Cases on which a measure prefers Uniform (uni) and Popularity (pop); the rest are ties. Bold: the larger."
    )
    data = by_task([(name, one.to_frame(runs=("Popularity", "Uniform"))) for name, one in rows])
    return PaperTable("popularity-and-uniform", PAPER, "Table 7", caption, (Block(("", *heads), tuple(lines)),), data)


def _sides(preferences: Preferences, m: int) -> list[Mark]:
    popularity, uniform = int(preferences.prefers_a[m]), int(preferences.prefers_b[m])
    return [Mark(count(uniform), bold=uniform > popularity), Mark(count(popularity), bold=popularity > uniform)]


def _total(tasks: Sequence[Preferences]) -> Preferences:
    """Add up the counts; the mean delta is over all cases."""
    cases = [int((one.prefers_a + one.prefers_b + one.ties)[0]) for one in tasks]
    mean = np.average([one.mean_delta for one in tasks], axis=0, weights=cases)
    a, b, ties = (np.sum([getattr(one, name) for one in tasks], axis=0) for name in ("prefers_a", "prefers_b", "ties"))
    return Preferences(tasks[0].measures, a, b, ties, np.asarray(mean))


def _percentage(share: float, *, bold: float, underlined: float) -> Mark:
    percent = 100 * share
    return Mark(decimals(percent, 1), bold=percent >= bold, underlined=percent < underlined)

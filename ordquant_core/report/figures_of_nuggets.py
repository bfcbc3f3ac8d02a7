"""The figures of Nuggets, on the page and as files, without their colours yet."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from ordquant_core.errors import OrdquantError
from ordquant_core.figures.dialogue import Block, dialogue_figure
from ordquant_core.figures.nuggets import alpha_figure, dialogue_scatter
from ordquant_core.figures.subtasks import subtask_figure
from ordquant_core.figures.template import Sketch, plain
from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.measures.registry import MEASURES
from ordquant_core.nuggets import (
    NUGGET_MEASURES,
    NuggetScores,
    Ranking,
    average,
    average_blocks,
    permute_sides,
    rank_runs,
    score_nuggets,
    separate_runs,
    separate_runs_at,
)
from ordquant_core.numerals import count, setting
from ordquant_core.papers.subtasks import SUBTASKS, Subtask
from ordquant_core.records import FloatArray
from ordquant_core.report.drawn import Drawn


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A task, its runs ranked, and what of it is shown."""

    task: NuggetTask
    ranking: Ranking
    measure: str
    runs: tuple[int, ...]  # run A and, if there is another, run B
    dialogue: int
    block: int | None = None  # counted from 0 in the dialogue

    @property
    def layer(self) -> int:
        """The number of the measure."""
        return NUGGET_MEASURES.index(self.measure)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of runs A and B."""
        return tuple(self.task.runs[run] for run in self.runs)


def ranked(task: NuggetTask, alpha: float | None, *, n_trials: int, seed: int) -> Ranking:
    """Score, test and rank the runs; `alpha` None is the micro average."""
    scores, rng = score_nuggets(task), np.random.default_rng(seed)
    if alpha is None:
        found = average_blocks(scores)
        return rank_runs(found, separate_runs(found, n_trials=n_trials, rng=rng))
    return ranked_at(scores, alpha, permute_sides(scores, n_trials=n_trials, rng=rng))


def ranked_at(scores: NuggetScores, alpha: float, permuted: FloatArray) -> Ranking:
    """Rank the runs at one `alpha`; `permuted`: what `permute_sides` returns, the same for every alpha."""
    found = average(scores, alpha=alpha)
    return rank_runs(found, separate_runs_at(found, permuted))


def over_alpha(ranking: Ranking, measure: str, runs: tuple[int, ...]) -> Sketch:
    """Draw how the means of the runs move with alpha. Raises `OrdquantError` for the micro average, which has none."""
    alpha, layer, names = ranking.averages.alpha, NUGGET_MEASURES.index(measure), ranking.averages.scores.runs
    if alpha is None:
        raise OrdquantError("The micro average has no alpha.")
    return partial(
        alpha_figure,
        ranking.helpdesk[layer],
        ranking.customer[layer],
        names,
        alpha=alpha,
        measure=measure,
        title=f"Ranks at alpha {setting(alpha)}",
        pair=tuple(names[run] for run in runs),
        height=max(380, 120 + 20 * len(names)),
    )


def dialogues(shown: Shown, *, of_runs: bool, selected: int | None = None) -> Sketch:
    """Draw a dot per dialogue: run A against run B or, of run A alone, RNSS against JSD."""
    task, averages, names = shown.task, shown.ranking.averages, shown.names
    if of_runs:
        if len(names) < 2:
            raise OrdquantError("The figure compares two runs, and the task has one.")
        x, y = (averages.values[shown.layer, run] for run in shown.runs)
        axes = (f"{shown.measure} of A {names[0]} (A is better above the line)", f"{shown.measure} of B {names[1]}")
        better = averages.better(shown.layer, shown.runs[0], shown.runs[1])
        title = f"A is better on {count(better[0])} of {count(len(x), 'dialogue')}, B on {count(better[1])}"
    else:
        x, y = (averages.values[NUGGET_MEASURES.index(key), shown.runs[0]] for key in ("RNSS", "JSD"))
        axes = ("RNSS", "JSD")
        title = f"RNSS and JSD of A {plain(names)[0]}"
    return partial(
        dialogue_scatter,
        x,
        y,
        task.dialogues,
        axes=axes,
        title=title,
        selected=selected,
        diagonal=of_runs,
        height=380,
    )


def dialogue(shown: Shown) -> Sketch:
    """Draw one dialogue block by block: gold as bars, runs as outlines."""
    return partial(
        dialogue_figure,
        _blocks(shown),
        runs=shown.names,
        title="Gold as bars, runs as outlines",
        selected=shown.block,
        selected_as="A’s worst" if _is_worst(shown) else "chosen",
    )


def _is_worst(shown: Shown) -> bool:
    """Return whether run A has no larger score than on the chosen block."""
    if shown.block is None:
        return False
    scores = shown.ranking.averages.scores.blocks[shown.layer, shown.runs[0]]
    return bool(scores[int(shown.task.starts[shown.dialogue]) + shown.block] == scores.max())


def _blocks(shown: Shown) -> list[Block]:
    task, scores = shown.task, shown.ranking.averages.scores.blocks[shown.layer]
    return [
        Block(
            sender,
            task.types.of(sender),
            task.gold[block, : len(task.types.of(sender))],
            [task.estimates[run, block, : len(task.types.of(sender))] for run in shown.runs],
            [float(scores[run, block]) for run in shown.runs],
            None if task.votes is None else int(task.votes[block].sum()),
        )
        for block, sender in enumerate(task.senders[shown.dialogue], start=int(task.starts[shown.dialogue]))
    ]


def subtask(one: Subtask) -> Sketch:
    """Draw how one of the subtasks of EVIA 2017 works, with an example."""
    scores = {key: float(MEASURES[key](one.gold, one.estimate)) for key in one.measures}
    return partial(
        subtask_figure,
        one.senders,
        one.labels,
        one.estimate,
        one.gold,
        scores,
        title=one.title,
        block=one.block,
    )


OF_SUBTASKS: Mapping[str, Drawn[None]] = {
    "subtask-a": Drawn("Nuggets", "how dialogue quality is estimated and scored", lambda _: subtask(SUBTASKS[0])),
    "subtask-b": Drawn("Nuggets", "how nugget types are estimated and scored", lambda _: subtask(SUBTASKS[1])),
}
FIGURES: Mapping[str, Drawn[Shown]] = {
    "nuggets-alpha": Drawn(
        "Nuggets",
        "means of the runs from helpdesk alone to customer alone",
        lambda one: over_alpha(one.ranking, one.measure, one.runs),
    ),
    "nuggets-runs": Drawn(
        "Nuggets",
        "scores of runs A and B, a dot per dialogue",
        lambda one: dialogues(one, of_runs=True),
    ),
    "nuggets-measures": Drawn(
        "Nuggets",
        "RNSS and JSD of run A, a dot per dialogue",
        lambda one: dialogues(one, of_runs=False),
    ),
    "nuggets-dialogue": Drawn("Nuggets", "gold and the estimates of A and B in one dialogue", dialogue),
}

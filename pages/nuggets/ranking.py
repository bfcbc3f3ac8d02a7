"""Which run is best: the ranking, computed once for all visitors, its table, and how it moves with alpha."""

import numpy as np
import streamlit as st

from ordquant_core.figures.nuggets import draw_over_alpha
from ordquant_core.figures.subtasks import draw_subtask
from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.markup import Html
from ordquant_core.nuggets import (
    LEVEL,
    NUGGET_MEASURES,
    NuggetScores,
    Ranking,
    permute_sides,
    ranked_at,
    ranked_runs,
    score_nuggets,
)
from ordquant_core.numerals import count, setting
from ordquant_core.papers.subtasks import SUBTASKS
from ordquant_core.records import FloatArray
from ordquant_core.statistics.progress import Progress
from ordquant_core.tables.nuggets import findings
from pages.nuggets.state import STATE
from pages.shared import cached, controls, look, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import Key, compute_once, compute_with_bar
from pages.shared.sample_or_own import FilesKey

TRIALS, SEED = 5000, 1
SUBTASKS_IN_WORDS = (
    "Both subtasks of EVIA 2017 (Figure 5): a system says how many of the annotators choose each label, and measures "
    "compare that with how many did. Quality levels are ordered; nugget types are not, so the page compares them bin "
    "by bin. Customer and helpdesk may have any number of types (T_C and T_H in the paper): a file names them as "
    "customer_types and helpdesk_types, else they are those of NTCIR."
)


def ranking(key: FilesKey, alpha: float | None, task: NuggetTask) -> Ranking:
    """Score and test, once for all visitors; `alpha` None is the micro average."""

    def permute(_: Progress) -> tuple[NuggetScores, FloatArray]:
        """Score and permute once for all values of alpha: what takes long is the same for each."""
        scores = score_nuggets(task)
        return scores, permute_sides(scores, n_trials=TRIALS, rng=np.random.default_rng(SEED))

    def rank() -> Ranking:
        if alpha is None:
            return ranked_runs(task, None, n_trials=TRIALS, seed=SEED)
        scores, permuted = compute_with_bar(("nuggets", "permuted", key), "", permute)
        return ranked_at(scores, alpha, permuted)

    return compute_once(("nuggets", "ranked", key, alpha), rank)


def finding(key: Key, found: Ranking, measure: str, runs: tuple[int, ...]) -> None:
    """Say which run is best, how sure that is and how it depends on alpha."""
    about = found, NUGGET_MEASURES.index(measure), runs

    def say() -> tuple[Html, Html]:
        return findings.best_run(*about), findings.over_alpha(*about)

    best, because = compute_once(("nuggets", *key, measure, runs), say)
    write.verdict(best)
    write.because(because)


def table(key: Key, found: Ranking, measure: str, runs: tuple[int, ...]) -> None:
    """Draw the table of runs."""
    about = found, NUGGET_MEASURES.index(measure), runs
    cached.write_table(("nuggets", *key, measure, runs), lambda: findings.run_table(*about), id="runs")


def over_alpha(found: Ranking, measure: str, runs: tuple[int, ...]) -> None:
    """Draw how the means move with alpha; the micro average has none."""
    if found.averages.alpha is None:
        write.note(
            "The micro average has no alpha. Choose the average over dialogues (macro) to see how the ranking changes "
            "between helpdesk alone and customer alone."
        )
        return
    look.plot(look.draw(draw_over_alpha, found, measure, runs), "nugget_over_alpha", "nuggets-alpha")


def method(ranking: Ranking) -> None:
    """Draw the section, folded until it is asked for."""
    test = f"{count(TRIALS, 'trial')}", f"alpha {setting(LEVEL)}", f"seed {SEED}"
    with controls.folded(STATE, "how", look.method_label("randomised Tukey HSD", *test)) as is_open:
        if not is_open:
            return
        write.note(findings.method(ranking, SEED), id="method")
        for column, (number, one) in zip(st.columns(2, gap="medium"), enumerate(SUBTASKS), strict=True):
            figure = look.draw(draw_subtask, one)
            with column:
                look.plot(figure, f"nugget_subtask_{number}", f"subtask-{number + 1}")
        write.note(SUBTASKS_IN_WORDS)


def downloads(found: Ranking, task: NuggetTask) -> Tables:
    """Return the tables to download."""
    return [
        ("Runs: means, intervals, groups", found.to_frame, "nuggets-runs.csv"),
        ("Pairs of runs: p-values", lambda: found.to_frame(pairs=True).assign(seed=SEED), "nuggets-pairs.csv"),
        ("Every dialogue", found.averages.dialogues_to_frame, "nuggets-dialogues.csv"),
        ("Every block", lambda: found.averages.scores.to_frame(task), "nuggets-blocks.csv"),
    ]

"""Which run is best: the ranking, computed once for all visitors, its table, and how it moves with alpha."""

import numpy as np
import streamlit as st

from ordquant_core.figures.nuggets import alpha_figure
from ordquant_core.formats.nuggets.assembly import NuggetTask
from ordquant_core.nuggets import (
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
from ordquant_core.numerals import setting
from ordquant_core.records import FloatArray
from ordquant_core.tables.nuggets import findings
from pages.nuggets.state import Shown
from pages.shared import cached, look, write
from pages.shared.sample_or_own import FilesKey

TRIALS, RESAMPLES, SEED = 5000, 2000, 1


@st.cache_resource(max_entries=64, show_spinner=False)  # a spinner would push the page while the slider moves
def ranking(key: FilesKey, alpha: float | None, _task: NuggetTask) -> Ranking:
    """Score and test; `alpha` None is the micro average. Shared between sessions: nobody writes to it."""
    scores = score_nuggets(_task)
    if alpha is None:
        found = average_blocks(scores)
        test = separate_runs(found, n_trials=TRIALS, rng=np.random.default_rng(SEED))
    else:
        found = average(scores, alpha=alpha)
        test = separate_runs_at(found, _permuted(key, scores))
    return rank_runs(found, test, n_resamples=RESAMPLES, rng=np.random.default_rng(SEED))


@st.cache_resource(max_entries=8, show_spinner=False)
def _permuted(key: FilesKey, _scores: NuggetScores) -> FloatArray:
    """Permute once for all values of alpha: what takes long is the same for each."""
    return permute_sides(_scores, n_trials=TRIALS, rng=np.random.default_rng(SEED))


def table(shown: Shown) -> None:
    """Say which run is best, how sure that is and how it depends on alpha, above the table of runs."""
    about = shown.ranking, shown.layer, shown.runs
    write.verdict(findings.best_run(*about))
    write.because(findings.over_alpha(*about))
    write.table(*findings.run_table(*about), id="runs", scrolls=False)
    write.note(findings.method(shown.ranking, SEED), id="method")


def over_alpha(shown: Shown) -> None:
    """Draw how the means move with alpha; the micro average has none."""
    alpha = shown.ranking.averages.alpha
    if alpha is None:
        write.note(
            "The micro average has no alpha. Choose the average over dialogues (macro) to see how the ranking changes "
            "between helpdesk alone and customer alone."
        )
        return
    figure = cached.figure(
        alpha_figure,
        shown.ranking.helpdesk[shown.layer],
        shown.ranking.customer[shown.layer],
        shown.task.runs,
        look.palette(),
        alpha=alpha,
        measure=shown.measure,
        title=f"Ranks at alpha {setting(alpha)}",
        pair=shown.names,
        height=max(380, 120 + 20 * len(shown.task.runs)),
    )
    look.plot(figure, "nugget_over_alpha", "nuggets-alpha")

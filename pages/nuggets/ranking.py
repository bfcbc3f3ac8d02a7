"""Which run is best: the ranking, computed once for all visitors, its table, and how it moves with alpha."""

import numpy as np
import streamlit as st

from ordquant_core.formats.nuggets.assembly import NuggetTask
from ordquant_core.markup import Html
from ordquant_core.nuggets import NUGGET_MEASURES, NuggetScores, Ranking, permute_sides, score_nuggets
from ordquant_core.records import FloatArray
from ordquant_core.report import figures_of_nuggets as drawn
from ordquant_core.tables.nuggets import findings, results
from pages.shared import cached, exports, look, write
from pages.shared.result_cache import Key, compute_once
from pages.shared.sample_or_own import FilesKey

TRIALS, SEED = 5000, 1


@st.cache_resource(max_entries=64, show_spinner=False)  # a spinner would push the page while the slider moves
def ranking(key: FilesKey, alpha: float | None, _task: NuggetTask) -> Ranking:
    """Score and test; `alpha` None is the micro average. Shared between sessions: nobody writes to it."""
    if alpha is None:
        return drawn.ranked(_task, None, n_trials=TRIALS, seed=SEED)
    scores = score_nuggets(_task)
    return drawn.ranked_at(scores, alpha, _permuted(key, scores))


@st.cache_resource(max_entries=8, show_spinner=False)
def _permuted(key: FilesKey, _scores: NuggetScores) -> FloatArray:
    """Permute once for all values of alpha: what takes long is the same for each."""
    return permute_sides(_scores, n_trials=TRIALS, rng=np.random.default_rng(SEED))


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
    cached.write_table(("nuggets", *key, measure, runs), lambda: findings.run_table(*about), id="runs", scrolls=False)


def over_alpha(found: Ranking, measure: str, runs: tuple[int, ...]) -> None:
    """Draw how the means move with alpha; the micro average has none."""
    if found.averages.alpha is None:
        write.note(
            "The micro average has no alpha. Choose the average over dialogues (macro) to see how the ranking changes "
            "between helpdesk alone and customer alone."
        )
        return
    look.plot(drawn.over_alpha(found, measure, runs), "nugget_over_alpha", "nuggets-alpha")


def downloads(found: Ranking, task: NuggetTask) -> list[exports.Labelled]:
    """Return the tables to download."""
    scores, values = found.averages.scores, found.averages.values
    return [
        ("Runs: means, intervals, groups (CSV)", lambda: results.run_table(found), "nuggets-runs.csv"),
        ("Pairs of runs: p-values (CSV)", lambda: results.pair_table(found, SEED), "nuggets-pairs.csv"),
        ("Every dialogue (CSV)", lambda: results.dialogue_table(scores, values), "nuggets-dialogues.csv"),
        ("Every block (CSV)", lambda: results.block_table(scores, task), "nuggets-blocks.csv"),
    ]

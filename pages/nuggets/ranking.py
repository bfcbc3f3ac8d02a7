"""Which run is best: the ranking, computed once for all visitors, its table, and how it moves with alpha."""

import numpy as np
import streamlit as st

from ordquant_core.figures.nuggets import draw_over_alpha
from ordquant_core.figures.subtasks import draw_subtask
from ordquant_core.findings import nuggets as findings
from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Kind, column, drawn_as
from ordquant_core.markup import Grid
from ordquant_core.nuggets import LEVEL, NuggetScores, Ranking, permute_sides, ranked_at, ranked_runs, score_nuggets
from ordquant_core.numerals import count, setting
from ordquant_core.papers.subtasks import SUBTASKS
from ordquant_core.records import FloatArray
from ordquant_core.statistics.progress import Progress
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


def table(key: Key, ranked: Ranking, measure: str, pair: tuple[str, ...]) -> None:
    """Draw the table of runs."""
    average = "micro" if ranked.averages.alpha is None else "waM"
    columns = [
        column("rank", ""),
        drawn_as(Kind.RUN, "run", "Run", pair=pair),
        column("mean", f"mean\u00a0{average}"),
        column("interval", "95% interval", written=True),
        column("group", aligned=True),
        column("customer"),
        column("helpdesk"),
    ]

    def make() -> Grid:
        frame = ranked.to_frame()
        frame = frame[frame["measure"] == measure].sort_values("mean", kind="stable")
        return grid(frame, columns, Rows(data="run"))

    cached.write_table(("nuggets", *key, measure, pair), make, id="runs", styles="oq-names oq-means")


def over_alpha(ranked: Ranking, measure: str, runs: tuple[int, ...]) -> None:
    """Draw how the means move with alpha; the micro average has none."""
    if ranked.averages.alpha is None:
        write.note(
            "The micro average has no alpha. Choose the average over dialogues (macro) to see how the ranking changes "
            "between helpdesk alone and customer alone."
        )
        return
    look.plot(look.draw(draw_over_alpha, ranked, measure, runs), "nugget_over_alpha", "nuggets-alpha")


def method(ranked: Ranking) -> None:
    """Draw the section, folded until it is asked for."""
    test = f"{count(TRIALS, 'trial')}", f"alpha {setting(LEVEL)}", f"seed {SEED}"
    with controls.folded(STATE, "how", look.method_label("randomised Tukey HSD", *test)) as is_open:
        if not is_open:
            return
        write.note(findings.method(ranked, SEED), id="method")
        for place, (number, subtask) in zip(st.columns(2, gap="medium"), enumerate(SUBTASKS), strict=True):
            with place:
                look.plot(look.draw(draw_subtask, subtask), f"nugget_subtask_{number}", f"subtask-{number + 1}")
        write.note(SUBTASKS_IN_WORDS)


def downloads(ranked: Ranking, task: NuggetTask) -> Tables:
    """Return the tables to download."""
    return [
        ("Runs: means, intervals, groups", ranked.to_frame, "nuggets-runs.csv"),
        ("Pairs of runs: p-values", lambda: ranked.to_frame(pairs=True).assign(seed=SEED), "nuggets-pairs.csv"),
        ("Every dialogue", ranked.averages.dialogues_to_frame, "nuggets-dialogues.csv"),
        ("Every block", lambda: ranked.averages.scores.to_frame(task), "nuggets-blocks.csv"),
    ]

"""st.cache_data around core calls: the core stays free of streamlit, pages stay free of caching.

Arguments with an underscore are not hashed: what they hold is told by the key beside them.
"""

from dataclasses import dataclass

import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.analysis.baselines import BASELINES, baseline_run
from ordquant_core.analysis.scoring import score
from ordquant_core.formats import assemble, list_scales, parse_gold
from ordquant_core.measures.registry import MAIN_MEASURES, RAW_MEASURES
from ordquant_core.records import FloatArray, Gold, Preferences, Scores, Task


@dataclass(frozen=True, slots=True)
class GoldKey:
    """All that decides what a gold file is read as."""

    digest: str  # sha256 of the file's bytes
    file_name: str
    scale: str | None
    renormalise: bool


@dataclass(frozen=True, slots=True, eq=False)
class Versus:
    """Two runs of a task under every measure."""

    task: Task
    run_a: str
    run_b: str
    scores: Scores
    deltas: FloatArray  # (measures, cases), score of A - score of B
    preferences: Preferences  # by the main measures; the raw forms prefer the same runs


@st.cache_data(max_entries=64, show_spinner=False)
def scales(digest: str, file_name: str, _data: bytes) -> tuple[str, ...]:
    return list_scales(_data, file_name)


@st.cache_data(max_entries=16, show_spinner=False)
def gold(key: GoldKey, _data: bytes) -> Gold:
    return parse_gold(_data, key.file_name, scale=key.scale, renormalise=key.renormalise)


@st.cache_resource(max_entries=16, show_spinner="Scoring both baselines…")
def baselines_of(key: GoldKey, _gold: Gold) -> Versus:
    """Score Popularity (A) and Uniform (B) with every measure. Shared between sessions: nobody writes to it."""
    runs = [baseline_run(name, _gold) for name in BASELINES]
    task = assemble(_gold, runs)
    scores = score(task, MAIN_MEASURES + RAW_MEASURES)
    run_a, run_b = (run.name for run in runs)
    deltas = comparison.deltas(scores, run_a, run_b)
    main = Scores(MAIN_MEASURES, scores.runs, scores.cases, scores.values[: len(MAIN_MEASURES)])
    return Versus(task, run_a, run_b, scores, deltas, comparison.preferences(main, run_a, run_b))

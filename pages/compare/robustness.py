"""How robust is a preference? Which other votes the annotators might have given, and which of them change it."""

from functools import partial
from typing import Literal

import numpy as np
import streamlit as st

from ordquant_core.analysis.picture import Entry, Picture
from ordquant_core.analysis.planning.votes import votes_of
from ordquant_core.analysis.robustness import Robustness, Stability, robustness
from ordquant_core.analysis.smallest_flip import in_votes, smallest_flip
from ordquant_core.errors import OrdquantError
from ordquant_core.findings.robustness import (
    MOST_MOVES,
    WORDS,
    calibrated,
    drawn,
    kept,
    meaning,
    moves,
    smallest_change,
)
from ordquant_core.frame_html import Rows
from ordquant_core.glossary import Kind, column, drawn_as
from ordquant_core.records import Task
from pages.compare import measures, state
from pages.compare.state import SIDES, STATE
from pages.shared import controls, tasks, write
from pages.shared.downloads import Tables
from pages.shared.escaping import escape
from pages.shared.panels import SEED, prior_of, varies
from pages.shared.result_cache import compute_once
from pages.shared.task_files import TaskKey
from pages.shared.write import Container

MOST_LOOKED_AT = 40_000  # distributions that a search for flips scores
PROBABILITIES = (
    "The gold is given as probabilities",
    "Simulating panels of annotators and moving single votes need votes: switch the canvas to votes, or type whole "
    "numbers.",
)
ONE_CLASS = (
    "The gold is one vote, or a certain probability",
    "All of it is on one class. Neither shows how far annotators differ: type two votes or more.",
)
COLUMNS = (
    drawn_as(Kind.MEASURE, "measure", "Measure"),
    column("preference", "prefers"),
    drawn_as(Kind.TEXT, "kept", "with other annotators"),
    drawn_as(Kind.SENTENCE, "change", "smallest change that flips it", parts=["change", "moves"], narrow=True),
)


def show(picture: Picture, title: Container) -> None:
    """Draw the finding in `title`; per measure, how robust its preference is, and the smallest flip."""
    if picture.votes is None:
        finding, why = ONE_CLASS if max(picture.gold) == 1 else PROBABILITIES
        with title:
            write.title(finding)
        write.because(why)
        return
    said = st.container()
    with st.container(horizontal=True, vertical_alignment="center"):
        moved = controls.segments(STATE, "flip", "Move votes in", SIDES)
        help_ = "Off: A and B stay as drawn. On: Popularity and Uniform are recomputed from every changed gold."
        follow = controls.toggle(STATE, "follow", "Baselines follow the gold", help=help_)
    try:
        stability = _computed(picture, moved, follow=follow)
    except OrdquantError as problem:
        st.caption(escape(str(problem)))
        return
    with title:
        write.title(kept(stability, picture.votes, picture.classes))
    _table(stability, picture.classes)
    if {*stability.words} & {*WORDS}:
        prior = stability.panels.prior
        with said:
            write.because(meaning(prior))
        case = state.case().get("case") if prior.fitted else None
        of_case = "" if case is None else f"The gold is that of case {case}: the panels are those of Cases. "
        st.caption(escape(f"{of_case}{calibrated(prior)} {drawn(prior)} Seed {SEED}."))


def tables(picture: Picture) -> Tables:
    """Return the table to download, if the votes can be moved."""
    if picture.votes is None:
        return ()
    try:
        stability = _computed(picture, STATE["flip"], follow=STATE["follow"])
    except OrdquantError:
        return ()
    return [("Robustness of the preferences", stability.to_frame, "compare-robustness.csv")]


def _computed(picture: Picture, moved: Literal["gold", "a", "b"], *, follow: bool) -> Stability:
    """Return what votes of one side flip, and the panels. Raises `OrdquantError` where that side has no such votes."""
    gold, follow = tuple(int(value) for value in picture.gold), follow and moved == "gold"
    entries = {side: picture.entry(side) if follow else picture.held(side) for side in ("a", "b")}
    if moved in entries:
        entries[moved] = in_votes(picture.held(moved), sum(gold))
    sides, keys, stand = (entries["a"], entries["b"]), measures.card_measures(), picture.positions
    search = partial(smallest_flip, gold, *sides, keys, moved=moved, most_looked_at=MOST_LOOKED_AT, positions=stand)
    flips = compute_once(("flips", gold, *sides, keys, moved, stand), search)
    return Stability(flips, _panels(picture, *sides), moved)


def _panels(picture: Picture, a: Entry, b: Entry) -> Robustness:
    """Return the panels that Cases simulates for the case that the picture is of; else those of the picture alone."""
    of_task, keys, stand = _case_of_task(picture), measures.card_measures(), picture.positions

    def simulate() -> Robustness:
        rng, sides = np.random.default_rng(SEED), (a, b, keys)
        if of_task is None:
            return robustness(np.array([picture.gold], dtype=np.int64), *sides, case=0, positions=stand, rng=rng)
        key, task, case = of_task
        return robustness(votes_of(task), *sides, case=case, prior=prior_of(key, task), positions=stand, rng=rng)

    source = None if of_task is None else (of_task[0], of_task[2])
    return compute_once(("panels", source, picture.gold, a, b, keys, stand), simulate)


def _case_of_task(picture: Picture) -> tuple[TaskKey, Task, int] | None:
    """Return the task and the case that a link names, None where its votes are not the gold of the picture."""
    linked = tasks.linked_case(state.case())
    if linked is None or linked[1].votes is None:
        return None
    _, task, case = linked
    gold = tuple(linked[1].votes[case].tolist())
    of_picture = picture.classes, picture.positions, picture.gold
    return linked if (task.classes, task.positions, gold) == of_picture and varies(task) else None


def _table(stability: Stability, classes: tuple[str, ...]) -> None:
    """Draw a row per measure; where many votes move, they unfold."""
    frame = stability.to_frame().assign(
        change=[smallest_change(flip, classes) for flip in stability.flips],
        moves=[moves(flip, classes) if len(flip.moves) > MOST_MOVES else "" for flip in stability.flips],
    )
    columns = [one for one in COLUMNS if one.name != "kept" or any(stability.words)]
    write.frame(frame, columns, Rows(data="measure"), id="robustness", scrolls=False)

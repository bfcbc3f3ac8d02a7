"""What a visitor adds to the lists: scores that were computed elsewhere, and the teams that submitted the runs."""

import hashlib
from dataclasses import dataclass

import streamlit as st

from ordquant_core.analysis.outside import with_scores
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats import File
from ordquant_core.formats.trec.beside import (
    SCORE_COLUMNS,
    TEAM_COLUMNS,
    kind_of_table,
    parse_scores,
    parse_teams,
    teams_of,
)
from ordquant_core.markup import Row
from ordquant_core.numerals import listed
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.ranked_lists.evaluator import Evaluation
from pages.shared import holding, problems, uploads, write
from pages.shared.escaping import escape
from pages.shared.result_cache import Key
from pages.shared.sample_or_own import Digests, Opened
from pages.shared.session import Item

MENU = "lists_additions"
HELD: Item[dict[Digests, dict[str, File]]] = holding.counted(Item("lists_added", dict))  # by their data, kind
KINDS = {"scores": "scores", "teams": "teams", "unknown": "neither"}


@dataclass(frozen=True, slots=True)
class Added:
    """The files that were added to a collection, by kind."""

    files: dict[str, File]

    @property
    def key(self) -> Key:
        """What decides what the files hold."""
        return tuple((kind, file.name, hashlib.sha256(file.data).hexdigest()) for kind, file in self.files.items())

    def used(self, found: Evaluation) -> tuple[Evaluation, tuple[str, ...] | None]:
        """Return the scores with those of the file, and the team of every run (None: no file of teams).

        Raises `InputError`.
        """
        if "unknown" in self.files:
            action = f"scores have the columns {', '.join(SCORE_COLUMNS)}; teams have {', '.join(TEAM_COLUMNS)}"
            raise InputError([Problem(self.files["unknown"].name, "", "neither scores nor teams", action)])
        scores, teams = (self.files.get(kind) for kind in ("scores", "teams"))
        known = None if teams is None else teams_of(found.runs, parse_teams(teams.data, teams.name), teams.name)
        return found if scores is None else with_scores(found, parse_scores(scores.data, scores.name)), known


def choose(opened: Opened[Collection]) -> Added:
    """Draw the menu in which files are added; return those of this data."""
    data = opened.key.files
    held = HELD.get().get(data, {})
    with st.popover("Scores and teams", key=MENU, on_change="rerun") as menu:
        if menu.open:
            uploads.drop(
                f"Scores computed elsewhere ({','.join(SCORE_COLUMNS)}), or teams ({','.join(TEAM_COLUMNS)})",
                "lists_add_files",
                lambda files: _hold(data, files),
                hint="CSV with a header. Every run needs a score on every topic, and a team.",
            )
            if held:
                rows = [Row([file.name, KINDS[kind]]) for kind, file in held.items()]
                write.table(["file", "read as"], rows, id="added", scrolls=False)
                st.button("Remove these files", key="lists_remove_added", on_click=_hold, args=(data, None))
    return Added(held)


def report(error: InputError, added: Added) -> None:
    """Say that the added files are not used, and why."""
    st.error(f"Not used: {escape(listed([file.name for file in added.files.values()]))}.")
    problems.table(error.problems)


def _hold(data: Digests, files: tuple[File, ...] | None) -> None:
    held = HELD.get()
    new = {kind_of_table(file.data) or "unknown": file for file in files or ()}
    kept = {kind: file for kind, file in held.get(data, {}).items() if kind != "unknown"}
    HELD.set(held | {data: {} if files is None else kept | new})

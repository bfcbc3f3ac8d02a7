"""What a visitor adds to the lists: scores computed elsewhere, teams of the runs, subtopics, further judgements."""

import hashlib
from dataclasses import dataclass

import streamlit as st

from ordquant_core.analysis.outside import with_scores
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats import Decisions, File
from ordquant_core.formats.trec.beside import SCORE_COLUMNS, TEAM_COLUMNS, parse_scores, parse_teams, teams_of
from ordquant_core.formats.trec.further import COLUMNS, FurtherJudgements, kind_of_addition, parse_further
from ordquant_core.markup import Row
from ordquant_core.numerals import listed
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.ranked_lists.evaluator import Evaluation
from pages.ranked_lists import results
from pages.shared import holding, problems, uploads, write
from pages.shared.escaping import escape
from pages.shared.result_cache import Key
from pages.shared.sample_or_own import Opened
from pages.shared.session import Item

MENU = "lists_additions"
HELD: Item[dict[str, dict[str, File]]] = holding.counted(Item("lists_added", dict))  # by choice of data, by kind
KINDS = {
    "scores": "scores",
    "teams": "teams",
    "subtopics": "judgements of subtopics",
    "preferences": "preferences",
    "ranker": "the lists of a gold-standard ranker",
    "unknown": "none of these",
}
HINT = (
    f"CSV with a header: {','.join(SCORE_COLUMNS)}; {','.join(TEAM_COLUMNS)}; or preferences, {','.join(COLUMNS)}. "
    "Every run needs a score on every topic, and a team. TREC files: judgements of subtopics (topic, subtopic, "
    "document, grade), which add measures of diversity, or the run of a gold-standard ranker. Preferences and the "
    "ranker count under Topics, All runs together."
)
FURTHER = "preferences", "ranker"  # judgements beside the grades


@dataclass(frozen=True, slots=True)
class Added:
    """The files that were added to a collection, by kind."""

    files: dict[str, File]

    @property
    def key(self) -> Key:
        """What decides what the files hold."""
        return tuple((kind, file.name, hashlib.sha256(file.data).hexdigest()) for kind, file in self.files.items())

    def used(self, opened: Opened[Collection], found: Evaluation) -> tuple[Evaluation, tuple[str, ...] | None]:
        """Return the scores with those of the files, and the team of every run (None: no file of teams).

        Raises `InputError`.
        """
        if "unknown" in self.files:
            tables = (("scores", SCORE_COLUMNS), ("teams", TEAM_COLUMNS), ("preferences", COLUMNS))
            action = "; ".join(f"{name} have the columns {', '.join(columns)}" for name, columns in tables)
            raise InputError([Problem(self.files["unknown"].name, "", "no file that can be added", action)])
        scores, teams = (self.files.get(kind) for kind in ("scores", "teams"))
        known = None if teams is None else teams_of(found.runs, parse_teams(teams.data, teams.name), teams.name)
        if scores is not None:
            found = with_scores(found, parse_scores(scores.data, scores.name))
        if "subtopics" in self.files:
            found = results.with_subtopics(opened, self.key, found, self.files["subtopics"])
        return found, known

    def further(self, choices: Decisions) -> list[FurtherJudgements]:
        """Return the judgements beside the grades. Raises `InputError`."""
        return [parse_further(one.data, one.name, choices) for kind in FURTHER if (one := self.files.get(kind))]


def choose(opened: Opened[Collection]) -> Added:
    """Draw the menu in which files are added; return those of this data."""
    data = opened.data.choice
    held = HELD.get().get(data, {})
    with st.popover("Further files", key=MENU, on_change="rerun") as menu:
        if menu.open:
            uploads.draw_file_drop(
                "Scores computed elsewhere, teams, subtopics, or further judgements",
                "lists_add_files",
                lambda files: _hold(data, files),
                hint=HINT,
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


def _hold(data: str, files: tuple[File, ...] | None) -> None:
    held = HELD.get()
    new = {kind_of_addition(file.data) or "unknown": file for file in files or ()}
    kept = {kind: file for kind, file in held.get(data, {}).items() if kind != "unknown"}
    HELD.set(held | {data: {} if files is None else kept | new})

"""What a visitor adds to the lists: the teams of the runs, and judgements of subtopics."""

import hashlib
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.headed import names_columns
from ordquant_core.formats.teams import COLUMNS, parse_teams, teams_of
from ordquant_core.formats.text import beginning
from ordquant_core.markup import Row
from ordquant_core.numerals import listed
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.ranked_lists.evaluator import Evaluation
from ordquant_core.tasks import File
from pages.ranked_lists import results
from pages.shared import holding, problems, uploads, write
from pages.shared.escaping import escape
from pages.shared.result_cache import Key
from pages.shared.sample_or_own import Opened
from pages.shared.session import Item

Kind = Literal["teams", "subtopics", "unknown"]
MENU = "lists_additions"
HELD: Item[dict[str, dict[Kind, File]]] = holding.limit_files_in(
    Item("lists_added", dict)
)  # by choice of data, by kind
KINDS: dict[Kind, str] = {"teams": "teams", "subtopics": "judgements of subtopics", "unknown": "none of these"}
FIELDS_OF_SUBTOPICS = "topic", "subtopic", "document", "grade"
FORMS = (
    f"teams: CSV with the header {','.join(COLUMNS)}; judgements of subtopics: lines of "
    f"{', '.join(FIELDS_OF_SUBTOPICS)}"
)
_SNIFFED = 4096  # bytes


@dataclass(frozen=True, slots=True)
class Added:
    """The files that were added to a collection, by kind."""

    files: dict[Kind, File]

    @property
    def key(self) -> Key:
        """What decides what the files hold."""
        return tuple((kind, file.name, hashlib.sha256(file.data).hexdigest()) for kind, file in self.files.items())

    def used(self, opened: Opened[Collection], scores: Evaluation) -> tuple[Evaluation, tuple[str, ...] | None]:
        """Return the scores with measures of diversity, where there are subtopics, and the teams of the runs, if known.

        Raises `InputError`.
        """
        if "unknown" in self.files:
            raise InputError([Problem(self.files["unknown"].name, "", "no file that can be added", FORMS)])
        teams = self.files.get("teams")
        known = None if teams is None else teams_of(scores.runs, parse_teams(teams.data, teams.name), teams.name)
        if "subtopics" in self.files:
            scores = results.with_subtopics(opened, self.key, scores, self.files["subtopics"])
        return scores, known


def choose(opened: Opened[Collection]) -> Added:
    """Draw the menu in which files are added; return those of this data."""
    data = opened.data.choice
    held = HELD.get().get(data, {})
    with st.popover("Further files", key=MENU, on_change="rerun") as menu:
        if menu.open:
            uploads.draw_file_drop(
                "Teams, or judgements of subtopics",
                "lists_add_files",
                lambda files: _hold(data, files),
                hint=f"{FORMS[0].upper()}{FORMS[1:]}. Every run needs a team. Subtopics add measures of diversity.",
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
    new: dict[Kind, File] = {_kind_of(file.data): file for file in files or ()}
    kept: dict[Kind, File] = {kind: file for kind, file in held.get(data, {}).items() if kind != "unknown"}
    HELD.set(held | {data: {} if files is None else kept | new})


def _kind_of(data: bytes) -> Kind:
    """Recognise a file by its header, or by the fields of its first line."""
    if names_columns(data, COLUMNS):
        return "teams"
    lines = (line.split() for line in beginning(data, _SNIFFED).splitlines())
    first = next(filter(None, lines), [])
    return "subtopics" if len(first) == len(FIELDS_OF_SUBTOPICS) else "unknown"

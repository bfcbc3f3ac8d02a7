"""The ranked lists on the page: the bundled sample, a published task, or judgements and runs of the visitor."""

from functools import partial

import streamlit as st

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats import Decisions, File, unpack
from ordquant_core.formats.archive import Unpacked
from ordquant_core.formats.trec.files import read_collection, sort_files
from ordquant_core.formats.trec.lines import JUDGEMENT_COLUMNS, RUN_COLUMNS, kind_of
from ordquant_core.markup import Row, join, tag
from ordquant_core.numerals import count
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.statistics.portions import Progress
from pages.ranked_lists.state import STATE
from pages.shared import cached, memory, problems, uploads, write
from pages.shared.sample_or_own import Files, FilesKey, Load, Opened, open_data
from pages.shared.session import Item

OWN_FILES = "Your own judgements and runs…"
KINDS = {"judgements": "judgements (qrels)", "run": "run", None: "neither"}
MOST_NOTES = 6
HELD: Item[tuple[dict[str, File], Unpacked]] = Item("lists_files", lambda: ({}, unpack([])))


def choose() -> Opened[Collection]:
    """Draw the choice of data and return the collection; stops the page while there is none to show."""
    opened = open_data(STATE, "ranked lists", OWN_FILES, _own, _read)
    _notes(opened.found)
    return opened


def _own() -> tuple[Files, None]:
    """Draw the control for files and return what was given, here or on an earlier visit to the page."""
    held, unpacked = HELD.get()
    complete = {"judgements", "run"} <= {kind_of(file.data) for file in unpacked.files}
    with st.expander("Files", expanded=not complete, icon=":material/upload_file:"):
        uploads.drop(
            "Drop judgements (qrels) and runs together: TREC files, or a zip of them",
            "lists_upload",
            lambda files: _hold(held | {file.name: file for file in files}),
            hint=f"Judgements have the columns {JUDGEMENT_COLUMNS}; runs {RUN_COLUMNS}. The kind of a file is detected "
            "from its content. The files stay in your session.",
        )
        if held:
            rows = [
                Row([name, KINDS[kind_of(data)], count(data.count(b"\n"), "line")]) for name, data in unpacked.files
            ]
            rows += [Row([problem.file, problem.seen, ""]) for problem in unpacked.problems]
            write.table(["file", "read as", "size"], rows, id="files")
            st.button("Remove all files", on_click=_hold, args=({},))
        write.note(
            "Lists are ordered by score (in single precision), documents that tie by descending id, as trec_eval does. "
            "Nothing you upload is shown to anybody else, and it is gone when you close the page."
        )
    if not complete:
        if unpacked.problems:
            problems.table(unpacked.problems)
        st.info("Upload a file of judgements and at least two runs to compare systems.")
        st.stop()
    return tuple(held.values()), None


def _hold(files: dict[str, File]) -> None:
    HELD.set((files, unpack(tuple(files.values()))))


def _read(key: FilesKey, load: Load) -> Collection:
    return memory.remembered(("ranked lists", "read", key), "", partial(_collection, key, load))


def _collection(key: FilesKey, load: Load, _: Progress) -> Collection:
    reading = partial(_read_files, key.choices, key.gold)
    found = cached.carried_out_on(("ranked lists", "being read", key), reading, load())
    if isinstance(found, Collection):
        return found
    raise InputError(found)


def _read_files(choices: Decisions, gold: str | None, files: Files) -> Collection | tuple[Problem, ...]:
    """Return the collection, or what is wrong: the process that reads may be another one."""
    try:
        judgements, runs, notes = sort_files(files, choices, gold=gold)
        return read_collection(judgements, runs, choices, notes)
    except InputError as error:
        return tuple(error.problems)


def _notes(collection: Collection) -> None:
    """Report what was left out or decided while the files were read."""
    notes = list(collection.notes)
    if notes:
        more = [f"… and {count(len(notes) - MOST_NOTES)} more"] if len(notes) > MOST_NOTES else []
        summary = tag("summary", f"{count(len(notes), 'note')} on the files")
        lines = join([*notes[:MOST_NOTES], *more], tag("br"))
        write.html(tag("details", summary, lines, class_="oq oq-note", id="notes"))

"""The ranked lists on the page: the bundled sample, a published task, or judgements and runs of the visitor."""

from typing import NamedTuple

import pandas as pd
import streamlit as st

from ordquant_core.errors import InputError
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.formats.archive import Unpacked
from ordquant_core.formats.official.trec import kind_of
from ordquant_core.formats.official.trec_files import ListsRead, read_named_lists, sort_files
from ordquant_core.formats.official.trec_lines import JUDGEMENT_COLUMNS, RUN_COLUMNS
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.numerals import count
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.statistics.progress import Progress
from ordquant_core.tasks import File, unpack
from pages.ranked_lists.state import STATE
from pages.shared import holding, problems, skeleton, tasks, uploads, write
from pages.shared.reading import reading
from pages.shared.result_cache import compute_with_bar
from pages.shared.sample_or_own import Files, FilesKey, Load, Opened, open_data
from pages.shared.session import Item

OWN_FILES = "Your own judgements and runs…"
KINDS = {"judgements": "judgements (qrels)", "run": "run", None: "neither"}
MOST_NOTES = 6


class Held(NamedTuple):
    """The visitor's files, what is in them, and the kind and the number of lines of each."""

    files: dict[str, File]
    unpacked: Unpacked
    facts: tuple[tuple[str, str | None, int], ...]


def _held(files: dict[str, File]) -> Held:
    with reading(sum(len(file.data) for file in files.values())):
        unpacked = unpack(tuple(files.values()))
    return Held(files, unpacked, tuple((name, kind_of(data), data.count(b"\n")) for name, data in unpacked.files))


HELD: Item[Held] = holding.limit_files_in(Item("lists_files", lambda: _held({})))


def choose() -> Opened[Collection]:
    """Draw the choice of data and return the collection; stops the page while there is none to show."""
    return open_data(STATE, "ranked lists", OWN_FILES, _own, _read)


def draw_facts(opened: Opened[Collection]) -> None:
    """Draw facts about the collection, and what was left out or decided while its files were read, in the bar."""
    noted = list(opened.contents.notes)
    more = [f"… and {count(len(noted) - MOST_NOTES)} more"] if len(noted) > MOST_NOTES else []
    notes = [findings.judgements(opened.contents), *noted[:MOST_NOTES], *more]
    tasks.line_of_facts(opened.source, findings.facts(opened.contents), notes)


def _own() -> tuple[Files, None]:
    """Draw the control for files and return what was given, here or on an earlier visit to the page."""
    held, unpacked, facts = HELD.get()
    complete = {"judgements", "run"} <= {kind for _, kind, _ in facts}
    with st.expander("Files", expanded=not complete, icon=":material/upload_file:"):
        uploads.draw_file_drop(
            "Drop judgements (qrels) and runs together: TREC files, or a zip of them",
            "lists_upload",
            lambda files: _hold(held | {file.name: file for file in files}),
            hint=f"Judgements have the columns {JUDGEMENT_COLUMNS}; runs {RUN_COLUMNS}. The kind of a file is detected "
            "from its content. The files stay in your session.",
        )
        if held:
            rows: list[tuple[str, str, int | None]] = [(name, KINDS[kind], lines) for name, kind, lines in facts]
            rows += [(problem.file, problem.seen, None) for problem in unpacked.problems]
            columns = [drawn_as(Kind.TEXT, "file"), drawn_as(Kind.TEXT, "read as"), drawn_as(Kind.COUNT, "lines")]
            write.frame(pd.DataFrame(rows, columns=[column.name for column in columns]), columns, id="files")
            st.button("Remove all files", on_click=_hold, args=({},))
        write.note(
            "Lists are ordered by score, documents that tie by descending id. "
            "Nothing you upload is shown to anybody else, and it is gone when you close the page."
        )
    if not complete:
        if unpacked.problems:
            problems.table(unpacked.problems)
        st.info("Upload a file of judgements and at least one run; several runs are compared.")
        skeleton.stop()
    return tuple(held.values()), None


def _hold(files: dict[str, File]) -> None:
    HELD.set(_held(files))


def _read(key: FilesKey, load: Load) -> Collection:
    def compute(progress: Progress) -> ListsRead:
        with reading(sum(len(file.data) for file in load())):
            judgements, runs, notes = sort_files(load(), gold=key.gold)
            return read_named_lists(judgements, runs, key.choices, notes, progress=progress)

    read = compute_with_bar(("ranked lists", "read", key), "Reading runs", compute)
    if read.collection is None:
        raise InputError(read.problems)
    return read.collection

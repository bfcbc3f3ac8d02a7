"""The ranked lists a visitor looks at: the bundled sample, a published task, or judgements and runs of their own."""

import html
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import streamlit as st

from ordquant_core.formats import Choices, File, unpack
from ordquant_core.formats.archive import Unpacked
from ordquant_core.formats.trec.files import read_collection, sort_files
from ordquant_core.formats.trec.lines import JUDGEMENT_COLUMNS, RUN_COLUMNS, kind_of
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.statistics.portions import Progress
from pages.shared import memory, problems, sample_or_own, uploads
from pages.shared.sample_or_own import Data, Digests

OWN_FILES = "Your own judgements and runs…"
NEW_LINE = b"\n"
KINDS = {"judgements": "judgements (qrels)", "run": "run", None: "neither"}
MOST_NOTES = 6
Files = tuple[File, ...]
Load = Callable[[], Files]


@dataclass(frozen=True, slots=True)
class ListsKey:
    """All that decides what files are read as."""

    files: Digests  # of a published task its name, and the digest of all files
    gold: str | None
    choices: Choices


@dataclass(frozen=True, slots=True, eq=False)
class Current:
    """The collection a page works on, and the key its results are cached under."""

    collection: Collection
    key: ListsKey
    data: Data


def current(query: Mapping[str, str] | None) -> Current:
    """Draw the choice of data and return the collection; stops the page while there is none to show."""
    data = sample_or_own.choose(query, "lists_data", "ranked lists", OWN_FILES)
    gold = None
    load: Load
    if data.source:
        digests: Digests = ((data.choice, data.source.digest),)
        load, gold = data.source.load, data.source.gold
    else:
        files = _own()
        digests, load = sample_or_own.digests(files), partial(tuple, files)
    collection, key = sample_or_own.read("lists_allowed", digests, partial(_read, digests, gold, load), data.allowed)
    if not collection.runs:
        st.info("This task has no runs yet.")
        st.stop()
    _notes(collection)
    return Current(collection, key, data)


def _own() -> Files:
    """Draw the place for files and return what was given, here or on an earlier visit to the page."""
    kept: dict[str, File] = st.session_state.setdefault("lists_files", {})
    unpacked: Unpacked = st.session_state.setdefault("lists_unpacked", unpack([]))
    complete = {"judgements", "run"} <= {kind_of(file.data) for file in unpacked.files}
    with st.expander("Files", expanded=not complete, icon=":material/upload_file:"):
        uploads.drop(
            "Drop judgements (qrels) and runs together: TREC files, or a zip of them",
            "lists_upload",
            _take,
            hint=f"Judgements have the columns {JUDGEMENT_COLUMNS}; runs {RUN_COLUMNS}. Which is which is seen from "
            "the content. The files stay in your session.",
        )
        if kept:
            _list_files(unpacked)
            st.button("Remove all files", on_click=_forget)
        st.html(
            '<div class="oq oq-note">Lists are ordered by score (in single precision), documents that tie by '
            "descending id, as trec_eval does. Nothing you upload is shown to anybody else, and it is gone when you "
            "close the page.</div>"
        )
    if not complete:
        if unpacked.problems:
            problems.table(unpacked.problems)
        st.info("Give a file of judgements and two runs or more to see how systems compare.")
        st.stop()
    return tuple(kept.values())


def _list_files(unpacked: Unpacked) -> None:
    """Say what every file was taken for."""
    told = [(name, KINDS[kind_of(data)], f"{data.count(NEW_LINE):,} lines") for name, data in unpacked.files]
    told += [(problem.file, problem.seen, "") for problem in unpacked.problems]
    rows = "".join(f"<tr>{''.join(f'<td>{html.escape(text)}</td>' for text in row)}</tr>" for row in told)
    st.html(
        '<div class="oq-scroll"><table class="oq oq-table" id="files"><thead><tr><th scope=col>file</th>'
        f"<th scope=col>taken for</th><th scope=col>size</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _take(files: Files) -> None:
    """Keep what was uploaded beside what is there; a file of the same name replaces the old one."""
    kept = st.session_state["lists_files"] | {file.name: file for file in files}
    st.session_state["lists_files"], st.session_state["lists_unpacked"] = kept, unpack(tuple(kept.values()))


def _forget() -> None:
    st.session_state["lists_files"], st.session_state["lists_unpacked"] = {}, unpack([])


def _read(digests: Digests, gold: str | None, load: Load, choices: Choices) -> tuple[Collection, ListsKey]:
    key = ListsKey(digests, gold, choices)
    return memory.remembered(("ranked lists", "read", key), "Reading runs", partial(_collection, key, load)), key


def _collection(key: ListsKey, load: Load, tell: Progress) -> Collection:
    judgements, runs, notes = sort_files(load(), key.choices, gold=key.gold)
    return read_collection(judgements, runs, key.choices, notes, progress=tell)


def _notes(collection: Collection) -> None:
    """Tell what was left out or decided while the files were read."""
    if not collection.notes:
        return
    told = [html.escape(note) for note in collection.notes[:MOST_NOTES]]
    more = len(collection.notes) - len(told)
    lines = "<br>".join(told) + (f"<br>… and {more:,} more" if more > 0 else "")
    count = f"{len(collection.notes)} note{'s' * (len(collection.notes) != 1)} on the files"
    st.html(f'<details class="oq oq-note" id="notes"><summary>{count}</summary>{lines}</details>')

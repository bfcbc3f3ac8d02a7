"""The nugget task a visitor looks at: the bundled sample, a published task, or a gold file and runs of their own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import streamlit as st

from ordquant_core.errors import InputError
from ordquant_core.formats import MAX_BYTES, Choices, File
from ordquant_core.formats.nuggets.assembly import NuggetTask
from ordquant_core.formats.nuggets.files import read_nuggets
from pages.shared import sample_or_own
from pages.shared.escaping import escape
from pages.shared.sample_or_own import Data, Digests
from pages.shared.sources import Source

OWN_FILES = "Your own gold and runs…"
Files = dict[str, bytes]
Load = Callable[[], tuple[Files, Files]]  # gold and runs


@dataclass(frozen=True, slots=True)
class TaskKey:
    """All that decides what files are read as."""

    gold: tuple[str, str]  # name, sha256 of the bytes; of a published task its name, and the digest of all files
    runs: Digests
    renormalise: bool


@dataclass(frozen=True, slots=True, eq=False)
class Current:
    """The task a page works on, and the key its results are cached under."""

    task: NuggetTask
    key: TaskKey
    data: Data


def current(query: Mapping[str, str] | None) -> Current:
    """Draw the choice of data and return the task; stops the page while there is none to show."""
    data = sample_or_own.choose(query, "nugget_data", "nuggets", OWN_FILES)
    load: Load
    if data.source:
        digests: tuple[tuple[str, str], Digests] = (data.choice, data.source.digest), ()
        load = partial(_published, data.source)
    else:
        gold, runs = _own()
        digests = sample_or_own.digests(gold.items())[0], sample_or_own.digests(runs.items())
        load = partial(lambda *both: both, gold, runs)
    task, key = sample_or_own.read("nugget_allowed", digests, partial(_read, digests, load), data.allowed)
    if not task.runs:
        st.info("This task has no runs yet.")
        st.stop()
    for note in task.notes:
        st.info(escape(note))
    return Current(task, key, data)


def _own() -> tuple[Files, Files]:
    """Draw the places for files and return what was given, here or on an earlier visit to the page."""
    kept: dict[str, Files] = st.session_state.setdefault("nugget_files", {"gold": {}, "runs": {}})
    complete = bool(kept["gold"] and kept["runs"])
    with st.expander("Files", expanded=not complete, icon=":material/upload_file:"):
        left, right = st.columns(2, gap="medium")
        limit = MAX_BYTES // 2**20
        with left:
            st.file_uploader(
                "Gold: official NTCIR JSON (STC-3, DialEval) with the annotators' nugget labels",
                key="nugget_gold",
                on_change=_take,
                args=("gold",),
                max_upload_size=limit,
            )
        with right:
            st.file_uploader(
                "Runs: NTCIR JSON, one file a system",
                key="nugget_runs",
                on_change=_take,
                args=("runs",),
                accept_multiple_files=True,
                max_upload_size=limit,
            )
        for part in kept:
            st.session_state[f"nugget_shown_{part}"] = set(_given(part))
        if kept["gold"] or kept["runs"]:
            names = ", ".join(escape(name) for part in kept.values() for name in part)
            st.caption(f"In use: {names}. They stay in your session and are gone when you close the page.")
            st.button("Remove all files", on_click=_forget)
        st.html(
            '<div class="oq oq-note">A file may hold dialogue quality as well: what is read here is its nugget part. '
            "Nothing you upload is shown to anybody else.</div>"
        )
    if not complete:
        missing = "a gold file and one run or more" if not kept["gold"] else "one run or more"
        st.info(f"Give {missing if not kept['runs'] else 'a gold file'} to see how runs compare.")
        st.stop()
    return kept["gold"], kept["runs"]


def _given(part: str) -> Files:
    """Return what the place for files holds now: the visitor may have come back to an empty one."""
    held = st.session_state.get(f"nugget_{part}") or []
    return {file.name: file.getvalue() for file in (held if isinstance(held, list) else [held])}


def _take(part: str) -> None:
    """Keep files that were added, drop those that were taken away; a new gold replaces the old one."""
    kept, given = st.session_state["nugget_files"], _given(part)
    gone = st.session_state.get(f"nugget_shown_{part}", set()) - set(given)
    before = {} if part == "gold" and given else kept[part]
    kept[part] = {name: data for name, data in before.items() if name not in gone} | given


def _forget() -> None:
    st.session_state["nugget_files"] = {"gold": {}, "runs": {}}


def _published(source: Source) -> tuple[Files, Files]:
    files = {file.name: file.data for file in source.load()}
    return {source.gold: files.pop(source.gold)} if source.gold else {}, files


def _read(digests: tuple[tuple[str, str], Digests], load: Load, choices: Choices) -> tuple[NuggetTask, TaskKey]:
    key = TaskKey(*digests, choices.renormalise)
    return _task(key, load), key


@st.cache_resource(max_entries=16, show_spinner="Reading the files…")
def _task(key: TaskKey, _load: Load) -> NuggetTask:
    """Read all files, and report the problems of all of them at once. Shared between sessions: nobody writes to it."""
    gold, runs = ([File(*item) for item in files.items()] for files in _load())
    read = read_nuggets(gold[0], runs, renormalise=key.renormalise)
    if read.task is None:
        raise InputError(read.problems)
    return read.task

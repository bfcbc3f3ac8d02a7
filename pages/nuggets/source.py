"""The nugget task on the page: the bundled sample, a published task, or a gold file and runs of the visitor."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import streamlit as st

from ordquant_core.errors import InputError
from ordquant_core.formats import MAX_BYTES, Decisions, File
from ordquant_core.formats.nuggets.assembly import NuggetTask
from ordquant_core.formats.nuggets.files import read_nuggets
from ordquant_core.formats.published.source import Source
from pages.nuggets.state import STATE
from pages.shared import sample_or_own, write
from pages.shared.escaping import escape
from pages.shared.sample_or_own import Data, Digests
from pages.shared.session import Item, reported

OWN_FILES = "Your own gold and runs…"
SIDES = ("gold", "runs")
Files = dict[str, bytes]
Load = Callable[[], tuple[Files, Files]]  # gold and runs
HELD: Item[dict[str, Files]] = Item("nugget_files", lambda: {side: {} for side in SIDES})
LISTED: Item[dict[str, set[str]]] = Item("nugget_listed", lambda: {side: set() for side in SIDES})  # in the controls


@dataclass(frozen=True, slots=True)
class NuggetKey:
    """All that decides what files are read as."""

    gold: tuple[str, str]  # name, sha256 of the bytes; of a published task its name, and the digest of all files
    runs: Digests
    renormalise: bool


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """The task that the page shows, and the key of its results."""

    task: NuggetTask
    key: NuggetKey
    data: Data


def choose() -> Opened:
    """Draw the choice of data and return the task; stops the page while there is none to show."""
    data = sample_or_own.choose(STATE, "nuggets", OWN_FILES)
    load: Load
    if data.source:
        digests: tuple[tuple[str, str], Digests] = (data.choice, data.source.digest), ()
        load = partial(_published, data.source)
    else:
        gold, runs = _own()
        digests = sample_or_own.digests(gold.items())[0], sample_or_own.digests(runs.items())
        load = partial(lambda *both: both, gold, runs)
    task, key = sample_or_own.read("nugget", data, digests, partial(_read, digests, load))
    if not task.runs:
        st.info("This task has no runs yet.")
        st.stop()
    for note in task.notes:
        st.info(escape(note))
    return Opened(task, key, data)


def _own() -> tuple[Files, Files]:
    """Draw the controls for files and return what was given, here or on an earlier visit to the page."""
    held = HELD.get()
    complete = bool(held["gold"] and held["runs"])
    with st.expander("Files", expanded=not complete, icon=":material/upload_file:"):
        left, right = st.columns(2, gap="medium")
        _control(left, "gold", "Gold: official NTCIR JSON (STC-3, DialEval) with the annotators' nugget labels")
        _control(right, "runs", "Runs: NTCIR JSON, one file per system")
        if held["gold"] or held["runs"]:
            names = ", ".join(escape(name) for files in held.values() for name in files)
            st.caption(f"In use: {names}. They stay in your session and are gone when you close the page.")
            st.button("Remove all files", on_click=lambda: HELD.set({side: {} for side in SIDES}))
        write.note(
            "Files may contain dialogue quality as well; only their nuggets are read here. Nothing you upload is "
            "shown to anybody else."
        )
    if not complete:
        missing = "a gold file and at least one run" if not held["gold"] else "at least one run"
        st.info(f"Upload {missing if not held['runs'] else 'a gold file'} to compare runs.")
        st.stop()
    return held["gold"], held["runs"]


def _control(column: st.delta_generator.DeltaGenerator, side: str, label: str) -> None:
    column.file_uploader(
        label,
        key=f"nugget_{side}",
        on_change=_take,
        args=(side,),
        accept_multiple_files=side == "runs",
        max_upload_size=MAX_BYTES // 2**20,
    )
    LISTED.get()[side] = set(_given(side))


def _given(side: str) -> Files:
    """Return the files in a control; it is empty again when the visitor comes back to the page."""
    files = reported(f"nugget_{side}") or []
    return {file.name: file.getvalue() for file in (files if isinstance(files, list) else [files])}


def _take(side: str) -> None:
    """Keep files that were added, drop those that were removed; a new gold replaces the old one."""
    held, given = HELD.get(), _given(side)
    gone = LISTED.get()[side] - set(given)
    before = {} if side == "gold" and given else held[side]
    held[side] = {name: data for name, data in before.items() if name not in gone} | given


def _published(source: Source) -> tuple[Files, Files]:
    files = {file.name: file.data for file in source.load()}
    return {source.gold: files.pop(source.gold)} if source.gold else {}, files


def _read(digests: tuple[tuple[str, str], Digests], load: Load, choices: Decisions) -> tuple[NuggetTask, NuggetKey]:
    key = NuggetKey(*digests, choices.renormalise)
    return _task(key, load), key


@st.cache_resource(max_entries=16, show_spinner="Reading the files…")
def _task(key: NuggetKey, _load: Load) -> NuggetTask:
    """Read all files, and report the problems of all of them at once. Shared between sessions: nobody writes to it."""
    gold, runs = ([File(*item) for item in files.items()] for files in _load())
    read = read_nuggets(gold[0], runs, renormalise=key.renormalise)
    if read.task is None:
        raise InputError(read.problems)
    return read.task

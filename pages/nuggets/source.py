"""The nugget task on the page: the bundled sample, a published task, or a gold file and runs of the visitor."""

from dataclasses import replace
from functools import partial

import streamlit as st

from ordquant_core.errors import InputError
from ordquant_core.formats.official.nuggets import NuggetTask, read_nuggets
from ordquant_core.tasks import File
from ordquant_core.tasks.published.source import Source
from pages.nuggets.state import STATE
from pages.shared import holding, problems, skeleton, sources, uploads, write
from pages.shared.escaping import escape
from pages.shared.reading import reading
from pages.shared.result_cache import read_once
from pages.shared.sample_or_own import Files, FilesKey, Load, Opened, open_data
from pages.shared.session import FILES, Item

OWN_FILES = "Your own gold and runs…"
SIDES = ("gold", "runs")
Held = dict[str, bytes]
HELD: Item[dict[str, Held]] = holding.limit_files_in(Item("nugget_files", lambda: {side: {} for side in SIDES}))
SEEN: Item[set[str]] = Item("nugget_tasks_seen", set)  # uploaded tasks: the page opens on a new one
IN_CONTROLS: Item[dict[str, set[str]]] = Item("nugget_listed", lambda: {side: set() for side in SIDES})


def choose() -> Opened[NuggetTask]:
    """Draw the choice of data and return the task; stops the page while there is none to show."""
    uploaded = _uploaded()
    new = [key for key in uploaded if key not in SEEN.get()]
    if new:
        STATE["data"] = new[-1]
        SEEN.set({*uploaded})
    return open_data(STATE, "nuggets", OWN_FILES, _own, _task, uploaded=uploaded)


def _uploaded() -> dict[str, Source]:
    """Return the tasks on the page Data that hold nuggets of a gold and of runs, with these files alone."""
    tasks = {}
    for key, source in sources.every().items():
        if not source.own:
            continue
        with_nuggets = [file for file in source.load() if b'"nugget"' in file.data]
        golds = [file for file in with_nuggets if b'"annotations"' in file.data]
        if golds and len(with_nuggets) > len(golds):
            tasks[key] = replace(source, load=partial(tuple, with_nuggets), gold=golds[0].name)
    return tasks


def _own() -> tuple[Files, str | None]:
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
            st.button("Remove all files", on_click=_remove_all)
        write.note(
            "Files may contain dialogue quality as well; only their nuggets are read here. Nothing you upload is "
            "shown to anybody else."
        )
    if not complete:
        missing = "a gold file and at least one run" if not held["gold"] else "at least one run"
        st.info(f"Upload {missing if not held['runs'] else 'a gold file'} to compare runs.")
        skeleton.stop()
    return tuple(File(*item) for side in SIDES for item in held[side].items()), next(iter(held["gold"]))


def _remove_all() -> None:
    """Forget all files; the controls, which list them, are replaced by empty ones."""
    HELD.set({side: {} for side in SIDES})
    for side in SIDES:
        uploads.replace(f"nugget_{side}")


def _control(column: st.delta_generator.DeltaGenerator, side: str, label: str) -> None:
    with column:
        uploads.control(label, f"nugget_{side}", partial(_take, side), many=side == "runs")
    IN_CONTROLS.get()[side] = set(_given(side))


def _given(side: str) -> Held:
    """Return the files in a control; it is empty again when the visitor comes back to the page."""
    return {file.name: file.getvalue() for file in uploads.uploaded_files(f"nugget_{side}")}


def _take(side: str) -> None:
    """Keep files that were added, drop those that were removed; a new gold replaces the old one."""
    held, given = HELD.get(), _given(side)
    FILES.set(True)
    gone = IN_CONTROLS.get()[side] - set(given)
    before = {} if side == "gold" and given else held[side]
    with problems.explained(), holding.within_limit():
        held[side] = {name: data for name, data in before.items() if name not in gone} | given


def _task(key: FilesKey, load: Load) -> NuggetTask:
    """Read all files, and report the problems of all of them at once. Shared between sessions: nobody writes to it."""

    def read_all() -> NuggetTask:
        gold, *runs = sorted(load(), key=lambda file: file.name != key.gold)
        with reading(sum(len(file.data) for file in (gold, *runs))):
            read = read_nuggets(gold, runs, renormalise=key.choices.renormalise)
        if read.task is None:
            raise InputError(read.problems)
        return read.task

    return read_once(("nuggets", "read", key), read_all)

"""A visitor's runs in a blind task: checked without its gold; how many are scored is limited for all visitors together.

Each answer about a run reveals a little of the gold. Few enough answers do not reveal it.
"""

import threading
import time
from collections.abc import Sequence
from functools import partial

import streamlit as st

from ordquant_core.analysis import blind
from ordquant_core.analysis.blind import BlindOutline, BlindResults, OwnStanding
from ordquant_core.errors import OrdquantError
from ordquant_core.formats import TaskRead
from ordquant_core.formats.published.source import Source
from ordquant_core.formats.task.additions import digest_of
from ordquant_core.formats.task.mistakes import Mistake, mistakes
from ordquant_core.formats.writing.runs import WRITERS
from ordquant_core.formats.writing.template import template
from ordquant_core.markup import tag
from ordquant_core.numerals import count, listed
from ordquant_core.tables.runs import official_views
from pages.shared import controls, downloads, problems, tasks, write
from pages.shared.common import COMMON
from pages.shared.escaping import escape
from pages.shared.memory import remembered

A_DAY = 86_400  # seconds
MOST_A_DAY = 50  # own runs that are scored per task, of all visitors of a process


class _Counter:
    """The runs that were scored in the last day, by task: digest -> when."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: dict[str, dict[str, float]] = {}

    def may_score(self, task: str, digest: str, now: float) -> bool:
        """Return whether a run may be scored, and count it if it is a new one."""
        with self._lock:
            seen = {one: when for one, when in self._seen.get(task, {}).items() if now - when < A_DAY}
            allowed = digest in seen or len(seen) < MOST_A_DAY
            if allowed:
                seen.setdefault(digest, now)
            self._seen[task] = seen
            return allowed


@st.cache_resource(show_spinner=False)
def counter() -> _Counter:
    """Return the counter that all visitors share."""
    return _Counter()


def outline(source: Source, for_scale: tasks.Container) -> tuple[BlindOutline, str | None]:
    """Draw the choice of the scale, and return what is known of the task; stops the page if it cannot be used."""
    try:
        found = remembered(("blind outline", source.digest), "", lambda _: blind.blind_outline(source))
    except OrdquantError as problem:
        st.error(escape(str(problem)))
        st.stop()
    if not found.scales:
        return found, None
    COMMON.restrict({"scale": found.scales})
    with for_scale:
        labels = {scale: escape(scale) for scale in found.scales}
        return found, str(controls.segments(COMMON, "scale", "Scale", labels, wrap=True))


def results(source: Source, scale: str | None) -> BlindResults:
    """Return the results of the official runs; stops the page if there are none."""
    official = ("blind results", source.digest, source.measures, source.primary, scale)
    try:
        return remembered(official, "Scoring all runs", lambda _: blind.blind_results(source, scale))
    except OrdquantError as problem:
        st.error(escape(str(problem)))
        st.stop()


def check(source: Source, scale: str | None) -> TaskRead | None:
    """Draw where a visitor's runs are dropped and what is wrong with them; return them if nothing is."""
    tasks.add_own_runs(source)
    if not source.added:
        return None
    try:
        read = blind.check_own_runs(source, source.added, scale)
    except OrdquantError as problem:
        st.error(escape(str(problem)))
        return None
    show_mistakes(read)
    if read.problems:
        with st.expander(f"All {count(len(read.problems), 'problem')}"):
            problems.table([*read.problems])
    return read if read.task is not None and read.task.runs else None


def show_mistakes(read: TaskRead) -> None:
    """Say in a message each what is wrong with the files, or that nothing is."""
    show_checked([(None, read)])


def show_checked(reads: Sequence[tuple[str | None, TaskRead]]) -> None:
    """Say the same of the files on each of their scales."""
    names = [scale for scale, _ in reads if scale is not None]
    if all(not read.problems and read.runs for _, read in reads):
        runs, on = count(len(reads[0][1].runs), "run"), f" on scales {listed(names)}" if len(names) > 1 else ""
        write.paragraph(tag("b", "Ready to submit: "), f"{runs}, nothing is missing{on}.", id="ready")
    found: dict[Mistake, list[str]] = {}
    for scale, read in reads:
        for one in mistakes(read):
            found.setdefault(one, []).append(scale or "")
    every = [one if len(on) == len(reads) else one.on(on) for one, on in found.items()]
    list_mistakes([(one.file, one.words) for one in every])


def list_mistakes(found: Sequence[tuple[str, str]]) -> None:
    """Draw a line for each file and what is to be said about it."""
    if found:
        lines = [tag("li", tag("b", file), f": {words}") for file, words in found]
        write.html(tag("ul", *lines, class_="oq", id="mistakes"))


def stand(source: Source, scale: str | None, found: BlindResults) -> None:
    """Draw where a visitor's runs stand among the official ones."""
    st.subheader("Your run", anchor=False)
    read = check(source, scale)
    if read is None:
        return
    if not counter().may_score(source.key, digest_of(source.added), time.monotonic()):
        st.info("No more runs are scored in this task today: many answers together would reveal its gold.")
        return
    try:
        key = ("blind own", source.digest, found.measures, scale, digest_of(source.added))
        own: tuple[OwnStanding, ...] = remembered(key, "", lambda _: blind.stand_own_runs(source, read, found))
    except OrdquantError as problem:
        st.error(escape(str(problem)))
        return
    write.table(*official_views.own_standings(found, own), id="own_standing")
    write.note("The mean of your run is rounded coarsely, so that it reveals no single case.")


def template_buttons(known: BlindOutline) -> None:
    """Draw the downloads of a run to fill in."""
    scales = known.scales or ((known.scale,) if known.scale else ())
    for form in ("csv", "ntcir"):
        make = partial(template, known.cases, known.classes, form, scales=scales)
        try:
            make()
        except OrdquantError:  # the format does not have these classes
            continue
        name = f"template{WRITERS[form].extension}"
        mime = "application/json" if form == "ntcir" else "text/csv"
        downloads.file_button(f"Template, {WRITERS[form].words}", make, name, mime)

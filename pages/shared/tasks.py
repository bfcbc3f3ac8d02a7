"""The task a visitor looks at: chosen once, kept on every page."""

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from ordquant_core.errors import Choice, OrdquantError
from ordquant_core.formats import File, TaskRead
from ordquant_core.records import Task
from pages.shared import cached, links, problems, sources, uploads
from pages.shared.sources import OWN, Source

DATA = "pages/data/page.py"
FEW_NOTES = 3


@dataclass(frozen=True, slots=True, eq=False)
class Current:
    """The task a page works on, with the baselines behind its runs, and the key its results are cached under."""

    source: Source
    task: Task
    key: cached.TaskKey
    baselines: tuple[str, str]  # what Popularity and Uniform are called among the runs

    @property
    def own_runs(self) -> tuple[str, ...]:
        """The runs without the baselines."""
        return self.task.runs[: -len(self.baselines)]

    def query(self) -> dict[str, str]:
        """Return what a link must say to open the same task; with an upload it asks the next visitor for the files."""
        return {"task": self.source.key} | ({"scale": self.task.scale} if self.task.scale else {})


def current(
    query: Mapping[str, str] | None,
    *,
    while_waiting: Callable[[], None] = lambda: None,
    fallback: str = "dialogue-quality",
) -> Current:
    """Draw the choice of task and scale and return the task; stops the page while there is none to show.

    `while_waiting` draws what stands below the question for files.
    """
    source, scale_place = choose(query, fallback)
    if source is None:
        ask_for_files()
        while_waiting()
        st.stop()
    read, key = read_chosen(source, scale_place)
    if read.problems or read.task is None:
        problems.tell(read.problems, lambda choices: allow(source, choices))
        links.door(DATA, "See all files of this task", ":material/table_view:", {"task": source.key})
        if source.own:
            ask_for_files()
        st.stop()
    tell_notes(read.task.notes)
    return finished(source, read.task, key)


def finished(source: Source, task: Task, key: cached.TaskKey) -> Current:
    """Return a task that was read, with its baselines."""
    task = cached.complete(key, task)
    popularity, uniform = task.runs[-2:]
    return Current(source, task, key, (popularity, uniform))


def choose(query: Mapping[str, str] | None, fallback: str) -> tuple[Source | None, st.delta_generator.DeltaGenerator]:
    """Draw the choice of task; returns it (None: the visitor's own files, to come) and the place for the scale."""
    every = sources.every()
    _follow(query or {}, every, fallback)
    with st.container(horizontal=True, vertical_alignment="bottom", key="task_bar"):
        st.selectbox(
            "Task",
            [*every, OWN],
            key="task",
            format_func=lambda key: every[key].title if key in every else "Your own files…",
            persist_state="session",
            width=340,
        )
        scale_place = st.container(width="content")
    st.session_state["task_kept"] = st.session_state["task"]
    source = every.get(st.session_state["task"])
    if source and source.note:
        st.warning(escape(source.note))
    return source, scale_place


def read_chosen(source: Source, scale_place: st.delta_generator.DeltaGenerator) -> tuple[TaskRead, cached.TaskKey]:
    """Read the files of a task, on the scale that the visitor chooses where there is a choice."""
    key = cached.TaskKey(source.digest, source.gold, None, source.choices)
    try:
        read = cached.read(key, source.title, source.load)
        scales = next((found.scales for found in read.recognised if len(found.scales) > 1), ())
        if scales:
            key = replace(key, scale=_choose_scale(scales, scale_place))
            read = cached.read(key, source.title, source.load)
    except OrdquantError as problem:
        st.error(escape(str(problem)))
        st.stop()
    return read, key


def allow(source: Source, choices: Sequence[Choice]) -> None:
    """Remember what the visitor allows to be repaired in the files of a task."""
    chosen = source.choices.with_(choices)
    use(replace(source, choices=chosen))


def use(source: Source) -> None:
    """Put a source in the place of the one with the same key, for this visitor alone."""
    sources.own()[source.key] = source


def facts(current: Current, task: Task) -> st.delta_generator.DeltaGenerator:
    """Draw the line of facts about the task; returns the place beside it, for the page's own tools."""
    parts = describe(task)
    if current.source.synthetic:
        parts.insert(0, "synthetic sample")
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.html(
            f'<p class="oq oq-muted" title="{html.escape(current.source.description)}">'
            + " · ".join(f"<b>{part}</b>" if part == "synthetic sample" else html.escape(part) for part in parts)
            + "</p>",
            width="content",
        )
        return st.container(horizontal=True, width="content")


def describe(task: Task) -> list[str]:
    """Return the facts about a task, a few words each."""
    parts = [f"{len(task.cases):,} case{'s' * (len(task.cases) != 1)}"]
    parts.append(f"{len(task.classes)} classes, {task.classes[0]} to {task.classes[-1]}")
    if task.votes is None:
        parts.append("probabilities")
    else:
        annotators = task.votes.sum(axis=1)
        few, many = int(annotators.min()), int(annotators.max())
        parts.append(f"{few} annotators" if few == many else f"{few} to {many} annotators")
    ties = int(((task.gold == task.gold.max(axis=1, keepdims=True)).sum(axis=1) > 1).sum())
    parts.append(f"{ties or 'no'} tie{'' if ties == 1 else 's'} for the most frequent class")
    return parts


def first_sample() -> Current:
    """Return the sample every page opens with."""
    source = next(iter(sources.samples().values()))
    key = cached.TaskKey(source.digest, source.gold, None, source.choices)
    read = cached.read(key, source.title, source.load)
    if read.task is None:
        raise OrdquantError(str(read.problems[0]))
    return finished(source, read.task, key)


def tell_notes(notes: Sequence[str]) -> None:
    """Tell what was repaired; many notes are folded away."""
    if len(notes) <= FEW_NOTES:
        for note in notes:
            st.info(escape(note))
        return
    with st.expander(f"{len(notes)} repairs, as allowed", icon=":material/info:"):
        st.html(f'<ul class="oq">{"".join(f"<li>{html.escape(note)}</li>" for note in notes)}</ul>')


def ask_for_files(*, add_to: Source | None = None) -> None:
    """Draw the place to drop files: a new task, or more files of one."""
    uploads.drop(
        "Gold and runs: NTCIR, DBDC, SemEval, LeWiDi or LeQua files, CSV, TSV, Excel, or a zip of them"
        if add_to is None
        else "More files of this task",
        "files",
        partial(_take_files, add_to),
        hint="The gold holds votes (whole numbers) or probabilities. The files stay in your session.",
    )
    if add_to is None:
        st.html(
            '<div class="oq oq-note">No file at hand? The samples above are CSV files. Nothing you upload is shown to '
            "anybody else, and it is gone when you close the page.</div>"
        )


def _take_files(add_to: Source | None, files: Sequence[File]) -> None:
    """Keep what was uploaded; what is wrong with it is told where it is read."""
    before = [] if add_to is None else [file for file in add_to.load() if file.name not in {f.name for f in files}]
    source = sources.keep([*before, *files], instead_of=add_to.key if add_to else None)
    st.session_state["task"] = source.key


def _follow(query: Mapping[str, str], every: Mapping[str, Source], fallback: str) -> None:
    """Set the choice to what a link names; a link that names nothing we have says so."""
    wanted = query.get("task")
    if wanted is not None and wanted not in every and wanted != OWN:
        st.warning(
            f"The link names the task “{escape(wanted[:60])}”, which is not here. Uploaded tasks stay with the visitor "
            "who uploaded them: open the files yourself."
        )
        wanted = OWN if wanted.startswith(f"{OWN}-") else None
    if wanted is not None:
        st.session_state["task"] = wanted
    if st.session_state.get("task") not in [*every, OWN]:  # not told yet on the first run of another page
        kept = st.session_state.get("task_kept", fallback)
        st.session_state["task"] = kept if kept in [*every, OWN] else next(iter(every))
    if "scale" in query:
        st.session_state["scale"] = query["scale"]
        st.session_state["scale_from_link"] = True


def _choose_scale(scales: Sequence[str], place: st.delta_generator.DeltaGenerator) -> str:
    if st.session_state.get("scale") not in scales:
        if st.session_state.pop("scale_from_link", False):
            st.warning(f"The link names the scale “{escape(str(st.session_state['scale'])[:30])}”, which is not here.")
        st.session_state["scale"] = scales[0]
    st.session_state.pop("scale_from_link", None)
    links.carry("scale", scales[0])
    chosen: str | None = place.segmented_control(
        "Scale", scales, key="scale", required=True, wrap=True, format_func=escape, persist_state="session"
    )
    return chosen or scales[0]


def escape(text: str) -> str:
    """Keep Streamlit from reading names out of files as Markdown."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]()#+-.!|~$<>:" else c for c in text)

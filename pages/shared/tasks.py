"""The task a visitor looks at: a bundled sample or an uploaded gold file. Chosen once, kept on every page."""

import hashlib
import html
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import streamlit as st

from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats import MAX_BYTES, check_size, list_scales
from ordquant_core.records import Gold, Task
from pages.shared import cached, problems
from pages.shared.look import ASSETS

OWN = "own"  # the choice that asks for a file
SAMPLES = ASSETS / "samples"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a gold file comes from, and what to call it."""

    key: str  # "dialogue-quality" for a sample, "own-<start of the sha256>" for an upload
    title: str
    file_name: str
    digest: str  # sha256 of its bytes
    description: str = ""
    synthetic: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Current:
    """The gold a page works on, and the key its results are cached under."""

    source: Source
    gold: Gold
    key: cached.GoldKey

    def query(self) -> dict[str, str]:
        """Return what a link must say to open the same task; with an upload it asks the next visitor for the file."""
        return {"task": self.source.key} | ({"scale": self.gold.scale} if self.gold.scale else {})


def current(
    query: Mapping[str, str] | None,
    *,
    while_waiting: Callable[[], None] = lambda: None,
    fallback: str = "dialogue-quality",
) -> Current:
    """Draw the choice of task and scale and return the gold; stops the page while there is none to show.

    `while_waiting` draws what stands below the question for a file.
    """
    sources = {source.key: source for source in (*samples().values(), *_uploads().values())}
    _follow(query or {}, sources, fallback)
    with st.container(horizontal=True, vertical_alignment="bottom", key="task_bar"):
        st.selectbox(
            "Task",
            [*sources, OWN],
            key="task",
            format_func=lambda key: sources[key].title if key in sources else "Your own gold file…",
            persist_state="session",
            width=340,
        )
        scale_place = st.container(width="content")
    key = st.session_state["task"]
    if key == OWN:
        _ask_for_file()
        while_waiting()
        st.stop()
    return _read(sources[key], scale_place)


def facts(current: Current, task: Task) -> st.delta_generator.DeltaGenerator:
    """Draw the line of facts about the task; returns the place beside it, for the page's own tools."""
    cases = f"{len(task.cases):,} case{'s' if len(task.cases) > 1 else ''}"
    parts = [cases, f"{len(task.classes)} classes, {task.classes[0]} to {task.classes[-1]}"]
    if task.votes is None:
        parts.append("probabilities")
    else:
        annotators = task.votes.sum(axis=1)
        few, many = int(annotators.min()), int(annotators.max())
        parts.append(f"{few} annotators" if few == many else f"{few} to {many} annotators")
    ties = int(((task.gold == task.gold.max(axis=1, keepdims=True)).sum(axis=1) > 1).sum())
    parts.append(f"{ties or 'no'} tie{'' if ties == 1 else 's'} for the most frequent class")
    if current.source.synthetic:
        parts.insert(0, "<b>synthetic sample</b>")
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.html(
            f'<p class="oq oq-muted" title="{html.escape(current.source.description)}">'
            + " · ".join(part if part.startswith("<b>") else html.escape(part) for part in parts)
            + "</p>",
            width="content",
        )
        return st.container(horizontal=True, width="content")


def first_sample() -> tuple[Source, Gold, cached.GoldKey]:
    """Return the sample every page opens with."""
    source = next(iter(samples().values()))
    key = cached.GoldKey(source.digest, source.file_name, None, False)
    return source, cached.gold(key, _bytes_of(source)), key


@cache
def samples() -> Mapping[str, Source]:
    """Return the bundled samples by key."""
    found = {}
    for path in sorted(SAMPLES.glob("*/task.json"), reverse=True):
        facts = json.loads(path.read_text(encoding="utf-8"))
        file_name = f"{facts['name']}/{facts['gold']}"
        digest = _digest(_sample_bytes(file_name))
        found[facts["name"]] = Source(
            facts["name"], facts["title"], file_name, digest, facts["description"], facts["synthetic"]
        )
    return {"dialogue-quality": found.pop("dialogue-quality"), **found}


@cache
def _sample_bytes(file_name: str) -> bytes:
    return (SAMPLES / file_name).read_bytes()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _uploads() -> dict[str, Source]:
    sources: dict[str, Source] = st.session_state.setdefault("uploads", {})
    return sources


def _bytes_of(source: Source) -> bytes:
    if source.key.startswith(OWN):
        data: bytes = st.session_state["upload_bytes"][source.key]
        return data
    return _sample_bytes(source.file_name)


def _follow(query: Mapping[str, str], sources: Mapping[str, Source], fallback: str) -> None:
    """Set the choice to what a link names; a link that names nothing we have says so."""
    wanted = query.get("task")
    if wanted is not None and wanted not in sources and wanted != OWN:
        st.warning(
            f"The link names the task “{escape(wanted[:60])}”, which is not here. Uploaded tasks stay with the visitor "
            "who uploaded them: open the file yourself."
        )
        wanted = OWN if wanted.startswith(f"{OWN}-") else None
    if wanted is not None:
        st.session_state["task"] = wanted
    if st.session_state.get("task") not in [*sources, OWN]:
        st.session_state["task"] = fallback
    if "scale" in query:
        st.session_state["scale"] = query["scale"]
        st.session_state["scale_from_link"] = True


def _ask_for_file() -> None:
    st.file_uploader(
        "Gold file: official NTCIR JSON (STC-3, DialEval), or CSV with the columns `case,class 1,class 2,…`",
        key="gold_file",
        on_change=_take_file,
        max_upload_size=MAX_BYTES // 2**20,
        help="One row a case: votes (whole numbers) or probabilities (summing to 1). The file stays in your session.",
    )
    problem = st.session_state.get("upload_problem")
    if problem:
        st.error(problem)
    st.html(
        '<div class="oq oq-note">No file at hand? The samples above are CSV files of the same form. '
        "Nothing you upload is shown to anybody else, and it is gone when you close the page.</div>"
    )


def _take_file() -> None:
    """Keep an uploaded file if it can be read at all; its faults are told where it is read."""
    upload = st.session_state["gold_file"]
    st.session_state["upload_problem"] = None
    if upload is None:
        return
    data = upload.getvalue()
    try:
        check_size(data, upload.name)
        list_scales(data, upload.name)
    except OrdquantError as problem:
        st.session_state["upload_problem"] = escape(str(problem))
        return
    digest = _digest(data)
    key = f"{OWN}-{digest[:16]}"
    _uploads()[key] = Source(key, upload.name, upload.name, digest)
    st.session_state.setdefault("upload_bytes", {})[key] = data
    st.session_state["task"] = key


def _read(source: Source, scale_place: st.delta_generator.DeltaGenerator) -> Current:
    data = _bytes_of(source)
    try:
        scales = cached.scales(source.digest, source.file_name, data)
        scale = None
        if len(scales) > 1:
            if st.session_state.get("scale") not in scales:
                if st.session_state.pop("scale_from_link", False):
                    st.warning(
                        f"The link names the scale “{escape(str(st.session_state['scale'])[:30])}”, which is not here."
                    )
                st.session_state["scale"] = scales[0]
            st.session_state.pop("scale_from_link", None)
            scale = scale_place.segmented_control(
                "Scale", scales, key="scale", required=True, format_func=escape, persist_state="session"
            )
        renormalise = source.digest in st.session_state.setdefault("renormalise", set())
        key = cached.GoldKey(source.digest, source.file_name, scale, renormalise)
        gold = cached.gold(key, data)
    except InputError as problem:
        problems.tell(problem, lambda: st.session_state["renormalise"].add(source.digest))
        if source.key.startswith(OWN):
            _ask_for_file()
        st.stop()
    except OrdquantError as problem:
        st.error(escape(str(problem)))
        st.stop()
    for note in gold.notes:
        st.info(escape(note))
    return Current(source, gold, key)


def escape(text: str) -> str:
    """Keep Streamlit from reading names out of files as Markdown."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]()#+-.!|~$<>:" else c for c in text)

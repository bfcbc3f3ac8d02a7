"""Several tasks at once: the current one, other scales of its files, other tasks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import quote, unquote

import streamlit as st

from ordquant_core.errors import OrdquantError
from pages.shared import cached, sources, tasks
from pages.shared.sources import Source
from pages.shared.tasks import Current, escape

ALL = ""  # of a task: all its scales
KEY = "together"


def together(query: Mapping[str, str] | None, current: Current) -> tuple[Current, ...]:
    """Draw the choice of further tasks and return all tasks, the current one first; what cannot be read is told."""
    every = sources.every()
    options = _options(current, every)
    _follow(query, options)
    held = st.session_state.get(KEY, [])
    if any(option not in options for option in held):
        st.session_state[KEY] = [option for option in held if option in options]
    chosen: Sequence[str] = st.multiselect(
        "Together with",
        list(options),
        key=KEY,
        format_func=lambda option: str(options.get(option, option)),
        placeholder="one task alone; add others",
        persist_state="session",
        width=420,
    )
    found = [current]
    for option in chosen:
        key, _, scale = option.partition("|")
        found += _read(every[key], unquote(scale))
    return tuple(found)


def query(found: Sequence[Current]) -> dict[str, str]:
    """Return what a link must say to show the same tasks together."""
    return {"with": ",".join(st.session_state[KEY])} if len(found) > 1 else {}


def name(current: Current) -> str:
    """Return what a task is called among others."""
    scale = current.task.scale
    return current.source.title if scale is None else f"{current.source.title}, {scale}"


def _options(current: Current, every: Mapping[str, Source]) -> dict[str, str]:
    """Return the further tasks there are: what a link calls them, and their names."""
    own = current.source
    scales = [scale for scale in _scales(own) if scale != current.task.scale]
    options = {f"{own.key}|{quote(scale, safe='')}": f"{own.title}, {scale}" for scale in scales}
    return options | {f"{key}|{ALL}": source.title for key, source in every.items() if key != own.key}


def _scales(source: Source) -> tuple[str, ...]:
    read = cached.read(_key(source, None), source.title, source.load)
    return next((found.scales for found in read.recognised if len(found.scales) > 1), ())


def _read(source: Source, scale: str) -> list[Current]:
    found = []
    try:
        scales: Sequence[str | None] = [scale] if scale else (_scales(source) or [None])
        for one in scales:
            key = _key(source, one)
            read = cached.read(key, source.title, source.load)
            if read.problems or read.task is None:
                raise OrdquantError(str(read.problems[0]) if read.problems else "there is no gold")
            found.append(tasks.finished(source, read.task, key))
    except OrdquantError as problem:
        st.warning(f"{escape(source.title)} is left out: {escape(str(problem))}")
        return []
    return found


def _key(source: Source, scale: str | None) -> cached.TaskKey:
    key = cached.TaskKey(source.digest, source.gold, None, source.choices)
    return key if scale is None else replace(key, scale=scale)


def _follow(query: Mapping[str, str] | None, options: Mapping[str, str]) -> None:
    if not query or "with" not in query:
        return
    wanted = query["with"].split(",")
    unknown = [word for word in wanted if word not in options]
    if unknown:
        st.warning(f"The link names the task “{escape(unknown[0][:60])}”, which is not here.")
    st.session_state[KEY] = [word for word in wanted if word in options]

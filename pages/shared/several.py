"""Several tasks at once: the current one, other scales of its files, other tasks."""

from collections.abc import Sequence
from urllib.parse import quote, unquote

import streamlit as st

from ordquant_core.errors import OrdquantError
from ordquant_core.findings import tasks as task_findings
from ordquant_core.tasks.published.source import Source
from pages.shared import controls, sources, task_files, tasks
from pages.shared.escaping import escape
from pages.shared.params import Param, Params
from pages.shared.tasks import Current

TASKS = "with"  # what a link calls the further tasks: the key of each and its scale, "" for all its scales
STATE = Params("together", Param(TASKS, [], lambda text: text.split(","), ",".join))


def choose(current: Current) -> None:
    """Draw the choice of further tasks."""
    options = _restrict(current)
    look = {"format_func": lambda option: options.get(option, option), "placeholder": "choose further tasks"}
    controls.draw(st.multiselect, STATE, TASKS, "Also include", list(options), width=420, **look)


def chosen_tasks(current: Current) -> tuple[Current, ...]:
    """Return all tasks that are chosen, the current one first. What cannot be read is reported."""
    _restrict(current)
    every, opened = sources.every(), [current]
    for option in STATE[TASKS]:
        key, _, scale = option.partition("|")
        opened += _read(every[key], unquote(scale))
    return tuple(opened)


def name(current: Current) -> str:
    """Return what a task is called among others."""
    scale = current.task.scale
    return current.source.title if scale is None else f"{current.source.title}, {scale}"


def names(every: Sequence[Current]) -> str:
    """Return what tasks are called, as one text."""
    return ", ".join(map(name, every))


def compared(tasks: Sequence[Current]) -> str:
    """Say which runs of every task are compared; of one task also why baselines join that nobody has asked for."""
    if len(tasks) == 1:
        why = "" if len(tasks[0].runs_without_baselines) > 1 else "; a test needs two runs"
        return f"Runs compared: {tasks[0].family}{why}."
    return f"Runs compared: {task_findings.families([(name(one), one.task) for one in tasks])}."


def _restrict(current: Current) -> dict[str, str]:
    """Return the further tasks there are: what a link calls them, and their names. Others are no longer chosen."""
    own = current.source
    scales = [scale for scale in _scales(own) if scale != current.task.scale]
    options = {f"{own.key}|{quote(scale, safe='')}": f"{own.title}, {scale}" for scale in scales}
    options |= {f"{key}|": source.title for key, source in sources.every().items() if key != own.key}
    STATE.restrict({TASKS: options})
    return options


def _scales(source: Source) -> tuple[str, ...]:
    return task_files.read_source(source)[0].scales_of_gold


def _read(source: Source, scale: str) -> list[Current]:
    opened = []
    try:
        scales: Sequence[str | None] = [scale] if scale else (_scales(source) or [None])
        for name in scales:
            read, key = task_files.read_source(source, name)
            if read.problems or read.task is None:
                raise OrdquantError(str(read.problems[0]) if read.problems else "there is no gold")
            opened.append(tasks.make_current(source, read.task, key))
    except OrdquantError as problem:
        st.warning(f"{escape(source.title)} is left out: {escape(str(problem))}")
        return []
    return opened

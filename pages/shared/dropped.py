"""Where a visitor drops files: runs alone join the task that is shown, a gold starts a task of their own."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from ordquant_core.markup import tag
from ordquant_core.numerals import count
from ordquant_core.tasks import MAX_BYTES, File, TaskRead
from ordquant_core.tasks.additions import is_yours
from ordquant_core.tasks.beside import is_named_gold
from ordquant_core.tasks.published.source import Changes, Source, of_upload
from pages.shared import carried, holding, links, look, problems, sources, task_files, uploads, write
from pages.shared.common import COMMON
from pages.shared.escaping import escape
from pages.shared.session import Item

LABEL = "**Drop or add files**: gold, runs or a zip"
HINT = (  # Streamlit would write 100MB: the style sheet hides it
    "The gold holds votes (whole numbers) or probabilities. Nobody else sees your files; they are deleted when you "
    f"close the page. Each may have up to {count(MAX_BYTES // 2**20)} MB."
)
FEW_FILES = 3  # that a visitor has added: more are folded away
_UNDECIDED: Item[dict[str, tuple[File, ...]]] = holding.limit_files_in(Item("undecided_files", dict))  # by task


def draw(source: Source | None) -> None:
    """Draw the place; `source`: the task that is shown."""
    if source is None:
        becomes = "NTCIR, DBDC, SemEval, LeWiDi, LeQua; CSV, TSV, Excel, Parquet, JSON."
    elif source.own:
        becomes = f"They join {escape(source.title)}."
    else:
        becomes = "Runs join this task; a gold starts your own."
    with st.container(key="drop", gap="small"):
        label = f"{LABEL} :small[{becomes} Files stay in your session.]"
        uploads.draw_file_drop(label, "files", partial(take, source), hint=HINT)


def list_added(source: Source) -> None:
    """Draw the files that a visitor has added to a published task, each to be removed, and put back in its place."""
    last = sources.removed(source.key)
    files = last.before.added if isinstance(last.before, Changes) and last.key else source.added
    left = [file.name for file in files if file.name not in last.files]
    if len(files) > FEW_FILES:
        label = f"Remove all {count(len(left))} files" if left else f"Put all {count(len(files))} files back"
        every = (source.key, *(left or last.files))
        st.button(label, key=f"remove_runs_{source.key}", on_click=_remove_or_put_back, args=every)
    with st.expander(f"Your {count(len(files), 'file')}") if len(files) > FEW_FILES else st.container():
        for number, file in enumerate(files):
            gone = file.name in last.files
            with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
                words = (file.name, tag("span", " removed", class_="oq-muted", role="status")) if gone else (file.name,)
                write.paragraph(*words, style="id yours", width="content")
                st.button(
                    "Undo" if gone else "Remove",
                    key=f"remove_run_{source.key}_{number}",
                    help=f"{'Put' if gone else 'Remove'} {escape(file.name)} {'back' if gone else 'from this task'}",
                    on_click=_remove_or_put_back,
                    args=(source.key, file.name),
                )


def _remove_or_put_back(key: str, *names: str) -> None:
    sources.remove_or_put_back(key, *names)


def take(source: Source | None, files: tuple[File, ...]) -> None:
    """Add files to the task that is shown, or make a task of them; a single file that may be either is asked about."""
    _UNDECIDED.set({})
    sources.forget_removed()
    links.forget_warnings()
    if source is None or source.own:
        _keep(files, source, awaited=source is None)
        return
    alone, _ = task_files.read_source(of_upload(files))
    roles = {one.role for one in alone.recognised}
    if alone.gold_file is None and roles.isdisjoint({"gold", "task"}) and not source.problems:
        _add(source.key, files)
    elif source.problems or len(alone.recognised) > 1 or roles != {"either"}:
        _keep(files)
    else:
        beside, _ = task_files.read_source(sources.with_runs(source, files))
        wrong = [problem for problem in beside.problems if is_yours(problem.file)]
        other = [problem for problem in wrong if not problem.case or "drop-surplus" in problem.choices]
        if _is_run(beside) or (alone.questions and not wrong):  # the gold of the task settles what a file leaves open
            _add(source.key, files)
        elif not all(problem.asks for problem in other):  # of other cases or classes: no run of this task
            _keep(files)
        else:
            _UNDECIDED.set({source.key: files})


def _is_run(beside: TaskRead) -> bool:
    """Return whether what a visitor adds has probabilities for the task's cases, or most of them: a gold has votes."""
    if beside.gold is None or any(
        one.votes or is_named_gold(one.file) for one in beside.recognised if is_yours(one.file)
    ):
        return False
    every = [{*run.cases, *run.faulty} for run in beside.runs if is_yours(run.place)]
    return bool(every) and all(2 * len(cases.intersection(beside.gold.cases)) > len(cases) for cases in every)


def _keep(files: Sequence[File], add_to: Source | None = None, *, awaited: bool = False) -> None:
    """Make a task of the visitor's own, or add to one; a file or archive of the same name replaces the old one.

    What a link says holds for the files that it `awaited`.
    """
    new = tuple(f"{file.name}/" for file in files)
    before = [] if add_to is None else [file for file in add_to.load() if not f"{file.name}/".startswith(new)]
    COMMON["task"] = sources.keep([*before, *files], instead_of=add_to.key if add_to else None).key
    if not awaited:
        carried.forget_runs()


def _add(key: str, files: Sequence[File]) -> None:
    """Put runs beside those of a published task."""
    sources.add_runs(key, files)
    carried.forget_runs()


def undecided(source: Source) -> tuple[File, ...]:
    """Return the file that may be a run of the task that is shown or a gold, () where none waits."""
    return _UNDECIDED.get().get(source.key, ())


def ask(source: Source, files: Sequence[File]) -> None:
    """Ask whether a file is a run of the task that is shown or a gold: the finding of the page, as long as it waits."""
    with look.finding():
        write.verdict(f"Is {files[0].name} a run of {source.title}, or a gold of your own?")
        write.because("The file waits for your answer: the task below is shown without it.")
    with st.container(horizontal=True, key="undecided"):
        for label, act in (
            ("Add it as a run", partial(_add, source.key, files)),
            ("Open it as a task", partial(_keep, files)),
        ):
            st.button(label, key=f"decide_{label}", type="primary", on_click=_decide, args=(act,))


def _decide(act: Callable[[], None]) -> None:
    with problems.explained(), holding.within_limit():
        act()
        _UNDECIDED.set({})

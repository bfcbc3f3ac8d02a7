"""The task a visitor looks at: chosen once, kept on every page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.errors import OrdquantError
from ordquant_core.findings import tasks as task_findings
from ordquant_core.markup import NOTHING, Html, join, tag
from ordquant_core.numerals import count, listed
from ordquant_core.records import Task
from ordquant_core.tasks import TaskRead
from ordquant_core.tasks.merging import CANNOT, Merge, parse_merge, write_merge
from ordquant_core.tasks.published.source import OWN, Source
from ordquant_core.tasks.questions import verdict
from ordquant_core.tasks.wording import in_page_words, is_repair
from pages.shared import controls, dropped, links, look, problems, skeleton, sources, task_files, write
from pages.shared.common import COMMON
from pages.shared.escaping import escape
from pages.shared.result_cache import compute_once, read_once

DATA, SYSTEMS = "data/page.py", "systems/page.py"
FEW_PROBLEMS = 3
LIST = 230  # pixels of the list of tasks


@dataclass(frozen=True, slots=True, eq=False)
class Current:
    """The task a page works on, with the baselines behind its runs, and the key its results are cached under."""

    source: Source
    task: Task
    key: task_files.TaskKey
    baselines: tuple[str, str]  # what Popularity and Uniform are called among the runs
    added: tuple[str, ...] = ()  # runs that the visitor has added to those of a published task, the latest first
    whole: "Current | None" = None  # the task with all runs, where only some of them are tested together

    @property
    def runs_without_baselines(self) -> tuple[str, ...]:
        """The runs without the baselines."""
        return tuple(run for run in self.task.runs if run not in self.baselines)

    @property
    def untested(self) -> tuple[str, ...]:
        """The runs that are shown, but not tested with the others: baselines, and runs that the visitor has added."""
        return () if self.whole is None else tuple(run for run in self.whole.task.runs if run not in self.task.runs)

    def tested(self, *, baselines: bool, with_added: bool = False) -> "Current":
        """Return the task with the runs that are ranked and tested together: the family of the tests.

        These are the official runs of the task; baselines join where the visitor asks for them, or where there are
        fewer than two other runs. `with_added`: runs that the visitor has added are tested with them; what is found
        about measures, or planned, is found on the official runs alone.
        """
        whole = self.whole or self
        official = [run for run in whole.runs_without_baselines if with_added or run not in whole.added]
        official = official if len(official) > 1 else list(whole.runs_without_baselines)
        joining = baselines or len(official) < 2
        runs = [*official, *(run for run in whole.baselines if joining)]
        if tuple(runs) == whole.task.runs:
            return whole
        key = replace(whole.key, runs=tuple(runs))
        return replace(whole, task=whole.task.only(runs), key=key, whole=whole)

    @property
    def family(self) -> str:
        """Which runs are compared with each other, in words."""
        return str(compute_once(("family", self.key), lambda: task_findings.family(self.task)))

    def query(self) -> dict[str, str]:
        """Return what a link must say to open the same task; with an upload it asks the next visitor for the files."""
        return link_query(self.source, self.task.scale)


def current(query: Mapping[str, str] | None, *, while_waiting: Callable[[], None] = lambda: None) -> Current:
    """Draw the choice of task and scale and return the task; stops the page while there is none to show.

    `while_waiting` draws what stands below the question for files.
    """
    source = choose(query)
    if source is None:
        dropped.draw(None)
        while_waiting()
        skeleton.stop()
    source, read, key = read_chosen(source)
    if source.problems:
        problems.table(source.problems)
        skeleton.stop()
    if read.problems or read.task is None:
        _wait(source, read)
        skeleton.stop()
    if read.ordered_by == "file":
        order = escape(", ".join(read.task.classes))
        st.info(f"The classes are in the order of the file: {order}. Confirm or change the order on the page Data.")
    return make_current(source, read.task, key)


def _wait(source: Source, read: TaskRead) -> None:
    """Draw what keeps a task from being used, and the way to Data, where questions are answered and faults repaired."""
    write.verdict(verdict(read))
    problems.table(read.problems, FEW_PROBLEMS)
    links.page_link(DATA, "Answer questions and apply repairs on Data", ":material/table_view:", link_query(source))
    if source.own:
        dropped.draw(source)


def make_current(source: Source, task: Task, key: task_files.TaskKey) -> Current:
    """Return a task that was read as the current one, with its baselines."""
    task = read_once(("complete", key), lambda: with_baselines(task))
    popularity, uniform = task.runs[-2:]
    return Current(source, task, key, (popularity, uniform), added=_added_runs(source, task))


def _added_runs(source: Source, task: Task) -> tuple[str, ...]:
    """Return the runs that the visitor has added to those of a published task, the latest first."""
    if not source.added or source.official is None or source.own:
        return ()
    read, _ = task_files.read_source(source.official, task.scale)
    known = read.task.runs if read.task is not None else ()
    return tuple(run for run in reversed(task.runs[:-2]) if run not in known)


def first_sample() -> Current:
    """Return the sample every page opens with."""
    source = next(iter(sources.samples().values()))
    read, key = task_files.read_source(source)
    if read.task is None:
        raise OrdquantError(str(read.problems[0]))
    return make_current(source, read.task, key)


def link_query(source: Source, scale: str | None = None) -> dict[str, str]:
    """Return the parameters of a link that opens a task, with its classes merged as they are."""
    params = {"merge": write_merge(source.choices.merge), "scale": scale or ""}
    return {"task": source.key} | {name: text for name, text in params.items() if text}


def case_query(task: Task, case: int) -> dict[str, str]:
    """Return the parameters of a link that name a case of the chosen task."""
    source = sources.every().get(COMMON["task"])
    return {} if source is None else link_query(source, task.scale) | {"case": task.cases[case]}


def linked_case(query: Mapping[str, str]) -> tuple[task_files.TaskKey, Task, int] | None:
    """Return the task and the case that such parameters name, None where there is no such task or case here."""
    source = sources.every().get(query.get("task", ""))
    if source is None:
        return None
    try:
        merge = parse_merge(query["merge"]) if "merge" in query else ()
    except OrdquantError:
        return None
    choices = replace(source.choices, merge=merge)
    read, key = task_files.read_source(replace(source, choices=choices), query.get("scale"))
    task, case = read.task, query.get("case")
    return None if task is None or case not in task.cases else (key, task, task.cases.index(case))


def choose(query: Mapping[str, str] | None) -> Source | None:
    """Draw the choice of task; return it, None while a visitor's own files are chosen and none are uploaded."""
    every = sources.every()
    _follow(query or {}, every)
    with look.about():
        titles = {name: source.title for name, source in every.items()} | {OWN: "Your own files…"}
        controls.select(
            COMMON, "task", "Task", titles, width=LIST, label_visibility="collapsed", on_change=links.forget_warnings
        )
    source = every.get(COMMON["task"])
    if source is not None and {"task", "merge"} & (query or {}).keys():
        source = _merged_as(source, (query or {}).get("merge", ""))
    links.followed()
    if source and source.note:
        st.warning(escape(source.note))
    return source


def read_chosen(source: Source) -> tuple[Source, TaskRead, task_files.TaskKey]:
    """Read the files of a task, on the scale that the visitor chooses where the gold has several.

    Where a link asks to merge classes that cannot be merged, the task that is returned merges none.
    """
    with problems.explained(stop=True):
        read, key = task_files.read_source(source)
        if any(problem.seen.startswith(CANNOT) for problem in read.problems):
            links.warn(escape(f"The link asks to merge classes of this task, but {read.problems[0].seen}."))
            source = _use(source, ())
            read, key = task_files.read_source(source)
        scales = sorted(read.scales_of_gold, key=lambda scale: scale != source.scale)  # the preferred one first
        if scales:
            COMMON.restrict({"scale": scales})
            with look.ways():
                choices = {scale: escape(scale) for scale in scales}
                controls.segments(COMMON, "scale", "Scale", choices, wrap=True, label_visibility="collapsed")
            read, key = task_files.read_source(source, COMMON["scale"])
    return source, read, key


def draw_facts(current: Current, task: Task) -> None:
    """Draw the facts about the task."""
    merged = [f"{listed(group)} merged" for group in current.key.choices.merge]
    own = ["with your own runs, which only you see"] if current.source.added else []
    *known, ties = task_findings.facts(task)
    notes = [f"{ties[0].upper()}{ties[1:]}.", *current.task.notes]
    line_of_facts(current.source, [*known, *merged, *own], notes)


def line_of_facts(source: Source | None, facts: Sequence[str], notes: Sequence[str]) -> None:
    """Draw facts about data in the line at the top, on a phone the first, with its description and the notes on it.

    Description and notes are folded, and unfold over the page. How many notes report what was changed in the files at
    the visitor's or the publisher's request is seen while they are folded.
    """
    first, *others = facts
    more = tag("span", *(join([" · ", fact]) for fact in others), class_="oq-wide")
    line = tag("p", first, more, class_="oq oq-muted", id="facts", title=" · ".join(facts))
    with look.about():
        write.html(tag("div", line, _notes(source, notes), class_="oq oq-facts-of"), width="stretch")


def _notes(source: Source | None, notes: Sequence[str]) -> Html:
    """Return how many notes there are, which unfold: what the publisher says of a task, and what was found in it."""
    listed, changed = [tag("li", in_page_words(note)) for note in notes], sum(map(is_repair, notes))
    if source is not None and source.description.strip():
        listed.insert(0, tag("li", join(source.description.strip().split("\n"), tag("br"))))
    if announcements := _announced(source):
        listed.append(tag("li", announcements))
    if not listed:
        return NOTHING
    body = tag("div", tag("ul", *listed, class_="oq"))
    changes = [", ", tag("b", count(changed, "repair or choice", "repairs or choices"))] if changed else []
    summary = tag("summary", count(len(listed), "note"), *changes)
    return tag("details", summary, body, class_="oq oq-description", id="notes")


def _announced(source: Source | None) -> Html:
    """Return the facts of the task and the publisher's announcements as HTML; empty where there are none."""
    facts = [*task_findings.overview_facts(source.facts), *task_findings.announced(source.announced)] if source else []
    lines = [[tag("b", f"{name}: "), join(text.split("\n"), tag("br"))] for name, text in facts]
    words = join(map(join, lines), tag("br"))
    return write.styled(words, style="description", id="announced") if lines else NOTHING


def _merged_as(source: Source, text: str) -> Source:
    """Return the task with classes merged as the link says or, where it says nothing, as its publisher does."""
    try:
        return _use(source, parse_merge(text) if text else sources.published_choices(source.key).merge)
    except OrdquantError as problem:
        links.warn(f"The link asks for merge = “{escape(text[:60])}” ({escape(str(problem))}).")
        return source


def _use(source: Source, merge: Merge) -> Source:
    if merge == source.choices.merge:
        return source
    source = replace(source, choices=replace(source.choices, merge=merge))
    sources.remember_decisions(source)
    return source


def _follow(query: Mapping[str, str], every: Mapping[str, Source]) -> None:
    """Set task and scale to what a link names; a task that is not here is reported."""
    wanted = query.get("task")
    if wanted is not None and wanted not in every and wanted != OWN:
        query = {name: text for name, text in query.items() if name != "task"}
        if wanted.startswith(f"{OWN}-"):
            query["task"] = OWN
            links.warn(
                "The link names a task made from uploaded files. They are available only in the browser tab in which "
                "they were uploaded, until its session ends. If you have the files, upload them here."
            )
        else:
            links.warn(f"The link names the task “{escape(wanted[:60])}”, which is not available.")
    COMMON.follow(query, "task", "scale")
    if (chosen := COMMON["task"]) not in (None, OWN, *every):  # the organiser has removed it
        links.warn(f"The task “{escape(chosen[:60])}”, which you had chosen, is no longer available.")
    COMMON.restrict({"task": [*every, OWN]}, fallback={"task": next(iter(sources.samples()))})

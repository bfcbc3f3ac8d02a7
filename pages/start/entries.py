"""The entries of the start page: what a visitor can do next, on which page, and the terms for newcomers."""

import streamlit as st

from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import count
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.references import REFERENCES
from ordquant_core.tasks.published.source import OWN
from ordquant_core.teaching.course import TITLES
from pages.shared import links, sources, tasks, terms, write
from pages.shared.links import COMPARE
from pages.shared.tasks import DATA

LESSONS = "lessons/page.py"
FIRST_LESSON = {"lesson": next(iter(TITLES))}


def show(*, lessons: bool, initial: bool) -> None:
    """Draw an entry for the `lessons`, for drawing, for a task, for the visitor's own files, and the terms.

    The source of the `initial` picture stands there while that is shown.
    """
    entries = [
        *lessons * [("Start the lessons", "What the measures look at, one step at a time", LESSONS, FIRST_LESSON)],
        ("Draw your own", f"Any distribution, all {len(MAIN_MEASURES)} measures", COMPARE, None),
        ("Explore a task", *_task()),
        ("Bring your data", "Your gold and runs, in your session only", DATA, {"task": OWN}),
    ]
    with st.container(key="entries"):
        for column, (title, text, page, query) in zip(st.columns(len(entries), gap="small"), entries, strict=True):
            with column.container(border=True, height="stretch", gap="xsmall"):
                links.page_link(page, title, ":material/arrow_forward:", query, entry=True)
                write.muted(text)
    example = next(iter(EXAMPLES.values()))
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="source"):
        source = (
            f"Votes of the initial picture: {REFERENCES[example.source_key].short}, {example.place}. "
            if initial
            else ""
        )
        write.muted(f"{source}New to the field?", width="content")
        terms.button(terms.TITLE, "terms_of_start")


def _task() -> tuple[str, str, dict[str, str]]:
    """Return what the task to explore is, its page, and its query: a published one before the sample."""
    published = [source for source in sources.published("quantification").values() if not source.problems]
    if published:
        source = published[0]
        return source.title, "popularity/page.py", {"task": source.key}
    sample = tasks.first_sample()
    runs = count(len(sample.runs_without_baselines), "run")
    words = f"A synthetic sample: {count(len(sample.task.cases), 'case')}, {runs}"
    return words, "popularity/page.py", {"task": "dialogue-quality"}

"""What a visitor can download from the Data page."""

from functools import partial

import streamlit as st

from ordquant_core.records import problems_to_frame
from ordquant_core.tasks import TaskRead
from ordquant_core.tasks.published.source import Source
from ordquant_core.tasks.writing.cases import task_archive
from pages.shared import downloads, exports
from pages.shared.tasks import Current


def show(source: Source, read: TaskRead, current: Current | None) -> None:
    """Draw the downloads: all problems, or the task as it was read."""
    if read.problems:
        downloads.table_button("All problems", lambda: problems_to_frame(read.problems), "problems.csv")
    if read.task is None or current is None:
        return
    archive = partial(
        task_archive, read.task, source.title, source.choices, source.description, synthetic=source.synthetic
    )
    downloads.file_button("The task as CSV files (zip)", archive, f"{source.key}.zip", "application/zip")
    st.caption("Cases and classes in the order of the gold, with your decisions in task.json.")
    exports.show(current)

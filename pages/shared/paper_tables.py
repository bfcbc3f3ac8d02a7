"""A table in the form that a paper prints: drawn on the page, and downloaded as CSV, Markdown and LaTeX."""

from collections.abc import Sequence

import streamlit as st

from ordquant_core.papers.references import REFERENCES
from ordquant_core.writing.latex import latex
from ordquant_core.writing.markdown import markdown
from ordquant_core.writing.paper_table import PaperTable
from pages.shared import downloads, write


def show(table: PaperTable, notes: Sequence[str] = ()) -> None:
    """Draw a table and its downloads; `notes`: what was repaired in the files behind it."""
    for number, block in enumerate(table.blocks):
        name = f"{table.key}-{number}"
        write.frame(block.to_frame(), block.columns, id=name, styles="oq-printed oq-one-line")
    write.note(f"{table.caption} Layout as in {REFERENCES[table.source].short}, {table.place}.", id=f"form-{table.key}")
    with st.container(horizontal=True, key=f"as_files_{table.key}"):
        downloads.table_button("", lambda: table.data, f"paper-{table.key}.csv", notes)
        downloads.file_button("Markdown", lambda: markdown(table).encode(), f"paper-{table.key}.md", "text/markdown")
        downloads.file_button("LaTeX", lambda: latex(table).encode(), f"paper-{table.key}.tex", "text/x-tex")

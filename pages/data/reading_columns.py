"""The columns of a table: their first cells, and the role of each."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import streamlit as st

from ordquant_core.formats.raw_table import RawTable
from ordquant_core.markup import tag
from ordquant_core.numerals import count, listed
from pages.data.column_roles import SINGLE, Said, field_of, fields_of, role_in, roles_of, unsaid
from pages.shared import write
from pages.shared.escaping import escape
from pages.shared.session import preset, reported

LONGEST = 200  # characters of a cell
MOST = 30  # columns with a list of roles each; the others share one
NAMED = 4


def draw(table: RawTable, layout: str | None, begun: Said, key_of: Callable[[str], str], clears: str) -> dict[str, Any]:
    """Draw the first rows with the role of each column above it; return the fields that the roles fill.

    `clears`: the key of a field that is emptied when a role changes, "" for none.
    """
    header, rows = table.header, table.cells[:5].tolist()
    rest = header[MOST:]
    keys = [key_of(f"role_{layout}_{place}") for place in range(min(len(header), MOST + 1))]
    if layout is not None:
        known = begun if begun.get("layout", layout) == layout else {"case": begun.get("case", ())}
        if layout == "class-columns":
            known = {**known, "columns": known.get("columns") or known.get("classes", ())}
        for name, key in zip(header[:MOST], keys, strict=False):
            if key not in st.session_state:
                preset(key, role_in(layout, known, name))
    roles = [reported(key) for key in keys]
    with st.container(horizontal=True, key=key_of("reading_columns")):
        for place, name in enumerate(header[:MOST]):
            with st.container(key=key_of(f"reading_column_{place}"), gap=None):
                if layout is not None:
                    _role(f"Role of {_spoken(name)}", layout, roles, keys, place, clears)
                _cells(name, [row[place] for row in rows], ignored=roles[place] == "not used")
    if rest and layout is not None:
        label = f"{count(len(rest), 'further column')}: {escape(listed(rest, at_most=NAMED))}"
        _role(label, layout, roles, keys, MOST, clears)
    if len(table) > len(rows):
        write.muted(f"{count(len(table) - len(rows), 'more row')}")
    every = [*roles[:MOST], *(roles[MOST:] * len(rest))]
    return {} if layout is None else fields_of(layout, dict(zip(header, every, strict=True)))


def others(table: RawTable, said: Said) -> tuple[str, ...]:
    """Return the columns that have no role."""
    single = (said.get(name) for name in SINGLE)
    named = {*single, *(name for field in ("case", "columns", "keep", "ignore") for name in said.get(field, ()))}
    return tuple(name for name in table.header if name not in named)


def _spoken(name: str) -> str:
    """Return the name of a column for those who hear it: without signs, which Streamlit would read as Markdown.

    >>> _spoken("post_id"), _spoken("![x](http://y.z)")
    ('post id', 'x http y z')
    """
    return " ".join(re.findall(r"[^\W_]+", name)) or "the column without a name"


def _role(label: str, layout: str, roles: Sequence[str | None], keys: Sequence[str], place: int, clears: str) -> None:
    """Draw the list of roles of a column, or of all columns beyond the first."""
    several = place == MOST
    options = [role for role in roles_of(layout) if not (several and field_of(layout, role) in SINGLE)]
    st.selectbox(
        label,
        options,
        None,
        key=keys[place],
        placeholder=unsaid(layout, roles),
        label_visibility="visible" if several else "collapsed",
        on_change=partial(_role_chosen, layout, keys, place, clears),
    )


def _role_chosen(layout: str, keys: Sequence[str], place: int, clears: str) -> None:
    """Take a role of which there is one only from the column that had it; empty what rested on the roles."""
    if clears:
        preset(clears, "")
    role = reported(keys[place])
    for key in keys:
        if key != keys[place] and role is not None and reported(key) == role and field_of(layout, role) in SINGLE:
            preset(key, None)


def _cells(name: str, cells: Sequence[str], *, ignored: bool) -> None:
    """Draw the name of a column and its first cells, as they are in the file."""
    cells = [cell[:LONGEST] for cell in cells]
    written = [tag("li", cell or tag("span", "empty", class_="oq-empty"), title=cell or None) for cell in cells]
    style = "oq oq-cells oq-muted" if ignored else "oq oq-cells"
    write.html(tag("div", tag("b", name or "(no name)", title=name or None), tag("ol", *written), class_=style))

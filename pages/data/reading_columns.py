"""The columns of a table: their first cells, the role of each, and the fields of a mapping that the roles fill."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from ordquant_core.formats.mapping import ROLES
from ordquant_core.formats.raw_table import RawTable
from ordquant_core.markup import tag
from ordquant_core.numerals import count
from pages.shared import write
from pages.shared.session import preset, reported

Fields = Mapping[str, Any]  # the fields of a mapping that somebody has filled in, "none" (an empty value) included
SINGLE = ("label", "annotator", "value", "system")  # fields that name one column
_ASIDE = {"text": "keep", "not used": "ignore"}
ROLES_OF: Mapping[str, Mapping[str, str]] = {  # by layout: the word for a role, and the field that it fills
    "class-columns": {"case": "case", "class": "columns", "annotator": "annotator", "run": "system", **_ASIDE},
    "votes": {"case": "case", "vote": "label", "annotator": "annotator", "run": "system", **_ASIDE},
    "values": {"case": "case", "class": "label", "number": "value", "run": "system", **_ASIDE},
    "annotator-columns": {"case": "case", "annotator": "columns", "run": "system", **_ASIDE},
    "people": {"person": "annotator", "case": "columns", "not used": "ignore"},
}
CHOOSE = "Choose…"
LONGEST = 200  # characters of a cell
MOST = 30  # columns with a list of roles each; the others share one
NAMED = 4
ROWS = 5  # of the table that are shown


def role_in(layout: str, fields: Fields, column: str) -> str | None:
    """Return the role that a column has by what is said, None where nothing is said about it.

    >>> role_in("votes", {"case": ("post", "reply"), "label": "rating"}, "reply")
    'case'
    """
    for role, field in ROLES_OF[layout].items():
        value = fields.get(field, ())
        if column == value if isinstance(value, str) else column in value:
            return role
    return None


def fields_of(layout: str, roles: Mapping[str, str | None]) -> dict[str, Any]:
    """Return the fields that the roles of columns fill.

    >>> fields_of("votes", {"post": "case", "reply": "case", "time": None, "rating": "vote"})
    {'case': ('post', 'reply'), 'label': 'rating'}
    """
    filled: dict[str, Any] = {}
    for column, role in roles.items():
        if role is not None:
            field = ROLES_OF[layout][role]
            filled[field] = column if field in SINGLE else (*filled.get(field, ()), column)
    return filled


def unsaid(layout: str | None, roles: Sequence[str | None]) -> str:
    """Return what a column is while nothing is said about it, in the words of its list of roles.

    >>> unsaid("people", ["person", None]), unsaid("votes", ["case", None]), unsaid("people", ["person", "case", None])
    ('case', 'Choose…', 'not used')
    """
    if layout is None:
        return CHOOSE
    filled = {ROLES_OF[layout][role] for role in roles if role is not None}
    of_the_rest = [role for role, field in ROLES_OF[layout].items() if field == "columns" and field not in filled]
    return (of_the_rest or ["not used" if filled >= {*ROLES[layout]} else CHOOSE])[0]  # type: ignore[index]


def unnamed(table: RawTable, fields: Fields) -> tuple[str, ...]:
    """Return the columns that have no role."""
    named = {*map(fields.get, SINGLE)} | {
        name for field in ("case", "columns", "keep", "ignore") for name in fields.get(field, ())
    }
    return tuple(name for name in table.header if name not in named)


def draw(
    table: RawTable, layout: str | None, known: Fields, key_of: Callable[[str], str], changed: Callable[[], None]
) -> dict[str, Any]:
    """Draw the first rows with the role of each column above it; return the fields that the roles fill.

    `known`: what is said already; `changed` is called when a role changes.
    """
    header, rows = table.header, table.cells[:ROWS].tolist()
    groups = [(name,) for name in header[:MOST]] + ([header[MOST:]] if header[MOST:] else [])
    keys = [key_of(f"role_{layout}_{place}") for place in range(len(groups))]
    if layout is not None:
        for (name, *_), key in zip(groups, keys, strict=True):
            st.session_state.setdefault(key, role_in(layout, known, name))
    roles = [reported(key) for key in keys]
    fields, placeholder = ROLES_OF[layout] if layout is not None else {}, unsaid(layout, roles)
    with st.container(horizontal=True, key=key_of("reading_columns")):
        for place, (names, role) in enumerate(zip(groups, roles, strict=True)):
            with st.container(key=key_of(f"reading_column_{place}"), gap=None):
                st.selectbox(
                    f"Role of {_spoken(names)}",
                    [role for role, field in fields.items() if len(names) == 1 or field not in SINGLE],
                    None,
                    key=keys[place],
                    placeholder=placeholder,
                    disabled=layout is None,
                    label_visibility="collapsed",
                    on_change=partial(_take_role, fields, keys, place, changed),
                )
                _draw_cells(names, [row[place] for row in rows] if len(names) == 1 else (), is_used=role != "not used")
    role_of = {name: role for names, role in zip(groups, roles, strict=True) for name in names}
    return {} if layout is None else fields_of(layout, role_of)


def _take_role(fields: Mapping[str, str], keys: Sequence[str], place: int, changed: Callable[[], None]) -> None:
    """Take a role of which there is one only from the column that had it."""
    role = reported(keys[place])
    for other, key in enumerate(keys):
        if other != place and fields.get(role) in SINGLE and reported(key) == role:
            preset(key, None)
    changed()


def _spoken(names: Sequence[str]) -> str:
    """Return the name of a column for those who hear it: without signs, which Streamlit would read as Markdown.

    >>> _spoken(["post_id"]), _spoken(["![x](http://y.z)"]), _spoken(["a", "b"])
    ('post id', 'x http y z', '2 further columns')
    """
    words = " ".join(re.findall(r"[^\W_]+", names[0])) or "the column without a name"
    return words if len(names) == 1 else count(len(names), "further column")


def _draw_cells(names: Sequence[str], cells: Sequence[str], *, is_used: bool) -> None:
    """Draw the name of a column and its first cells, as they are in the file; of several columns some of the names."""
    several = len(names) > 1
    title = count(len(names), "further column") if several else names[0] or "(no name)"
    texts = [cell[:LONGEST] for cell in (names[:NAMED] if several else cells)]
    written = [tag("li", cell or tag("span", "empty", class_="oq-empty"), title=cell or None) for cell in texts]
    style = f"oq oq-cells{'' if is_used else ' oq-muted'}"
    write.html(tag("div", tag("b", title, title=title), tag("ol", *written), class_=style))

"""Lessons of one's own, as they are passed on: one link, one QR code and one file for all of them."""

from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from ordquant_core.errors import OrdquantError
from ordquant_core.teaching.own_lesson import OwnLesson, to_json, to_link
from pages.shared import downloads, presenting, session, write
from pages.shared.escaping import escape

PATH = "lessons"  # of the page, in its address
OPEN = session.Item[tuple[OwnLesson, ...]]("own_lessons", tuple)  # those that the page Lessons has


def share(lessons: tuple[OwnLesson, ...]) -> dict[str, str] | None:
    """Draw file, link and QR code; return what the link says, None where the lessons are too long for one.

    Raises `OrdquantError` where there are too many.
    """
    written = to_json(*lessons).encode()
    name = "lesson.json" if len(lessons) == 1 else "lessons.json"
    downloads.file_button("Save as a file", lambda: written, name, "application/json")
    try:
        query = {"own": to_link(*lessons)}
    except OrdquantError as problem:
        st.error(escape(str(problem)))
        return None
    address = _address(query)
    if address:
        st.code(address, language=None, wrap_lines=False)
        write.html(presenting.code(address))
    return query


def _address(query: dict[str, str]) -> str:
    """Return the address of the lessons on this server; "" where it is not known."""
    parts = urlsplit(st.context.url or "")
    if not parts.netloc:
        return ""
    root = parts.path.rpartition("/")[0]
    return urlunsplit((parts.scheme, parts.netloc, f"{root}/{PATH}", urlencode(query), ""))

"""Presenting: a page as one picture for a lecture hall (`?view=stage`), with a QR code that leads to the page."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from urllib.parse import urlencode, urlsplit

import segno
import streamlit as st

from ordquant_core.markup import NOTHING, Html, tag
from pages.shared import links, look, write
from pages.shared.common import COMMON
from pages.shared.write import Container

PAGE, STAGE = "page", "stage"
HINT = "Smaller is better."
LONGEST_LINK = 44  # characters of an address that are shown; the QR code beside it holds all of it


def enter(query: Mapping[str, str] | None) -> None:
    """Open the page itself, whatever was shown before, unless a link says otherwise: before "view" is followed."""
    if query or links.entered():
        COMMON.reset("view")


def on() -> bool:
    """Return whether the page is on stage: then it draws its finding, its pictures and `sign`, and nothing else."""
    return bool(COMMON["view"] == STAGE)


def button() -> None:
    """Draw the button that opens the stage."""
    if st.button("Present", key="present", help="Show this on a projector", width="stretch"):
        _open(STAGE)
        st.rerun()  # from a fragment, too: all of the page gives way to the stage


@contextmanager
def stage(page: str, query: Mapping[str, str], *, shared: bool = True) -> Iterator[tuple[Container, ...]]:
    """Draw the frame of a page on stage; yield the containers of its finding, of what is left and of what is right."""
    with st.container(key="staged", gap="small"):
        top = st.container(key="top", gap="xsmall")
        left, right = st.container(key="stage").columns(2, gap="medium")
        yield top, left.container(key="staged_left"), right.container(key="staged_right")
        with left:
            sign(page, query, shared=shared)


def sign(page: str, query: Mapping[str, str], *, shared: bool = True) -> None:
    """Draw the QR code of the page with that query, its address, and the way back; keep the address bar.

    Not `shared`: it shows files that only this visitor has, so that its address is of no use to others.
    """
    with st.container(key="presenting", horizontal=True, vertical_alignment="center"):
        write.html(tag("i"), look.sheet("stage.css"), width="content")  # Streamlit moves a style that stands alone
        if shared and st.context.url:
            write.html(*code_and_address(f"{st.context.url}?{urlencode(query, safe=',/')}"), width="content")
        st.button(
            "Leave the stage view", key="leave_stage", on_click=_open, args=(PAGE,), type="tertiary", shortcut="Esc"
        )
        links.bar(page, {**query, "view": STAGE})


def code(address: str) -> Html:
    """Return the QR code of an address as an image, dark on white in both themes; nothing if it is too long for one."""
    try:
        drawn = segno.make_qr(address, error="l")
    except segno.DataOverflowError:
        return NOTHING
    image = drawn.svg_data_uri(border=4, dark="#000000", light="#ffffff")
    return tag("img", src=image, alt="QR code of the address beside it", class_="oq-code")


def code_and_address(address: str) -> tuple[Html, Html]:
    """Return the QR code of an address with the address; or, if phones cannot open it, the address and why."""
    link = tag("a", shortened(address), href=address, target="_blank", title=address)
    if reaches(address):
        return code(address), tag("p", tag("b", "Open this picture on your phone"), link, class_="oq oq-phone")
    why = "Start the server with ADDRESS= set to a name that other devices can reach"
    return NOTHING, tag("p", tag("b", "Opens on this computer alone", title=why), link, class_="oq oq-phone")


def shortened(address: str) -> str:
    """Return an address as it is read off a screen: without its scheme, and only its beginning.

    >>> shortened("https://ordquant.example/cases"), shortened(f"https://ordquant.example/?{'x' * 99}")[-3:]
    ('ordquant.example/cases', 'xx…')
    """
    text = address.partition("://")[2]
    return text if len(text) <= LONGEST_LINK else f"{text[: LONGEST_LINK - 1]}…"


def reaches(address: str) -> bool:
    """Return whether other machines can open an address: not one that every machine takes for itself.

    >>> reaches("https://ordquant.example/cases"), reaches("http://localhost:8501/cases")
    (True, False)
    """
    return urlsplit(address).hostname not in ("localhost", "127.0.0.1", "::1")


def _open(view: str) -> None:
    COMMON["view"] = view

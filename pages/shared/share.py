"""The menu Share of a page: its link, the code that embeds it, the stage, files to download, the format of plots."""

from collections.abc import Callable, Sequence

import streamlit as st

from pages.shared import address, downloads, look, plots, presenting, sources
from pages.shared.downloads import Tables


def menu(
    files: Callable[[], None] | None = None,
    *,
    tables: Tables = (),
    notes: Sequence[str] = (),
    presents: bool = False,
) -> None:
    """Draw the menu. What is in it is always there: a menu that is drawn while it is open asks for a run of the script
    when it closes, and a click on another page, which closes it, came to nothing.

    `files` draws the buttons of what the page gives away, or these are `tables`, with the `notes` on the files behind
    them; below them stand those of its plots. A page that `presents` can be shown on a projector.
    """
    if st.context.is_embedded:
        address.copy_buttons()  # there they are a link to the page itself
        return
    with st.popover("Share", key="share"):
        address.copy_buttons(sources.with_own_runs())
        if presents:
            presenting.button()
        if files is not None:
            files()
        downloads.table_buttons(tables, notes)
        if plots.are_there():
            plots.button()
            look.choose_plot_format()

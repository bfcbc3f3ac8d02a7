"""The menu Share of a page: its link, the code that embeds it, the stage, files to download, the format of plots."""

from collections.abc import Callable, Sequence

import streamlit as st

from ordquant_core.tables.table import Table
from pages.shared import address, downloads, look, origin, plots, presenting

Tables = Sequence[tuple[str, Callable[[], Table], str]]  # what a button says, the table, the name of its file


def menu(files: Callable[[], None] | None = None, *, presents: bool = False) -> None:
    """Draw the menu; what is in it is drawn and sent while it is open.

    `files` draws the buttons of what the page gives away; below them stand those of its plots and of what the tables
    rest on. A page that `presents` can be shown on a projector.
    """
    with st.popover("Share", key=plots.MENU, on_change="rerun") as popover:
        if not popover.open:
            plots.begin()
            return
        address.copy_buttons()
        if presents:
            presenting.button()
        if files is not None:
            files()
        if plots.are_there():
            downloads.plots_button()
            look.choose_plot_format()
        if files is not None and origin.is_known():
            downloads.file_button(
                origin.LABEL, origin.document(), origin.file_name(), "application/json", help_=origin.HELP
            )


def tables(listed: Tables) -> None:
    """Draw the menu of a page whose files are tables, if there are any."""

    def files() -> None:
        for label, table, file_name in listed:
            downloads.table_button(f"{label} (CSV)", table, file_name)

    menu(files if listed else None)

"""Components of our own: the HTML, CSS and ES modules that stand beside the Python that mounts them.

Streamlit takes the script of a component as one text, and serves modules from files only to installed packages.
"""

from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from ordquant_core.browser import bundle
from ordquant_core.markup import tag


def component(name: str, script: Path, *, look: Path | None = None) -> ComponentRenderer:
    """Register the component whose entry is `script`; `.html` and `.css` of that name beside it belong to it.

    `look` is a folder where they are instead. To be called once, at import: registering again in every run would log a
    warning.
    """
    beside = script if look is None else look / script.name
    html, css = (_text(beside.with_suffix(suffix)) for suffix in (".html", ".css"))
    return st.components.v2.component(name, html=html or tag("span"), css=css, js=bundle(script))


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None

"""Components of our own: the HTML, CSS and ES modules that stand beside the Python that mounts them.

Streamlit takes the script of a component as one text, serves modules from files only to installed packages, and sends
that text again whenever the data of the component change. Our server (pages/server/files.py) answers it at an address
instead, which a browser asks once, and what is sent is the address.
"""

import hashlib
import json
import re
from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from ordquant_core.browser import bundle
from ordquant_core.markup import Html, tag

_ROOT = Path(__file__).parents[2]
_ENTRY = re.compile(r"^export default ", re.MULTILINE)
_LOADER = """const { default: act } = await import(new URL(ADDRESS, document.baseURI).href);
export default act;
"""
_is_served = False  # a page may run without our server: then the whole script is sent


def component(name: str, script: Path, *, look: Path | None = None, html: Html | None = None) -> ComponentRenderer:
    """Register the component whose entry is `script`; `.html` and `.css` of that name beside it belong to it.

    `look` is what they stand beside instead, `html` what stands for the file. To be called once, at import:
    registering again in every run would log a warning.
    """
    beside = look or script
    content, css = html or _text(beside.with_suffix(".html")), _text(beside.with_suffix(".css"))
    js = _LOADER.replace("ADDRESS", json.dumps(_address(script))) if _is_served else bundle(script)
    return st.components.v2.component(name, html=content or tag("span"), css=css, js=js)


def load_from_server() -> None:
    """Let the components that are registered from now on load their scripts from our server."""
    global _is_served
    _is_served = True


@cache
def scripts() -> dict[str, str]:
    """Return the bundles of all components by their addresses; another text has another address."""
    files = [path for folder in ("pages", "ordquant_core") for path in (_ROOT / folder).rglob("*.js")]
    entries = [path for path in files if _ENTRY.search(path.read_text(encoding="utf-8"))]
    return {_address(path): bundle(path) for path in entries}


def _address(script: Path) -> str:
    return f"scripts/{hashlib.sha256(bundle(script).encode()).hexdigest()[:16]}/{script.stem}.js"


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None

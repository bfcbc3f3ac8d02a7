"""Texts of visitors and files in Streamlit's widgets, which read Markdown."""

import re

from ordquant_core.markup import isolated

# What begins an address that becomes a link without any sign of Markdown; a word joiner, which nobody sees, breaks it.
_ADDRESS = re.compile(r"(https?)(?=:)|(www)(?=\.)|@", re.IGNORECASE)
_JOINER = "\u2060"


def escape(text: str) -> str:
    """Keep Streamlit from reading names out of files as Markdown, or addresses in them as links."""
    broken = _ADDRESS.sub(rf"\g<0>{_JOINER}", isolated(text))
    return "".join(f"\\{c}" if c in r"\`*_{}[]()#+-.!|~$<>:" else c for c in broken)

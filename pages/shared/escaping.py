"""Texts of visitors and files in Streamlit's widgets, which read Markdown."""

import re

from ordquant_core.markup import isolated

# Where an address that becomes a link without any sign of Markdown is broken by a word joiner, which nobody sees. What
# only looks similar, such as P@10, stays as it is: people copy it.
_ADDRESS = re.compile(r"https?(?=://)|www(?=\.)|(?<=[-+.\w])@(?=[-\w]+(\.[-\w]+)*\.[-\w]*[^\W\d_])", re.IGNORECASE)
_JOINER = "\u2060"


def escape(text: str) -> str:
    """Keep Streamlit from reading names out of files as Markdown, or addresses in them as links."""
    broken = _ADDRESS.sub(rf"\g<0>{_JOINER}", isolated(text))
    return "".join(f"\\{c}" if c in r"\`*_{}[]()#+-.!|~$<>:" else c for c in broken)

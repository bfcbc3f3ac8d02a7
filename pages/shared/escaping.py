"""Texts of visitors and files in Streamlit's widgets, which read Markdown."""

from ordquant_core.markup import isolated


def escape(text: str) -> str:
    """Keep Streamlit from reading names out of files as Markdown."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]()#+-.!|~$<>:" else c for c in isolated(text))

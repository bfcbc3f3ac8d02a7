"""Sphinx's settings for the documentation: nothing in the built pages comes from elsewhere, not even the formulas."""

import re
from html import escape
from typing import Any

from docutils.nodes import SkipNode
from latex2mathml.converter import convert
from pygments.lexers.special import TextLexer

from ordquant_core.papers.references import REFERENCES
from ordquant_core.version import VERSION

project = "OrdQuant"
author = "The OrdQuant developers"
release = VERSION
extensions = ["myst_parser", "sphinx.ext.autodoc"]
default_role = "code"
toc_object_entries = False  # thousands of them, on every page
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}

html_theme = "furo"
pygments_dark_style = "github-dark"  # furo's own underlines imported modules as if they were links
html_title = f"OrdQuant {VERSION}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/icon.svg"
html_theme_options = {"light_logo": "logo_light.svg", "dark_logo": "logo_dark.svg", "sidebar_hide_name": True}
html_show_sourcelink = html_show_copyright = html_copy_source = False
html_use_index = html_domain_indices = False  # the search finds names
html_math_renderer = "mathml"

myst_heading_anchors = 4
myst_enable_extensions = ["dollarmath"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_type_aliases = {"ArrayLike": "ArrayLike"}
python_use_unqualified_type_names = True
add_module_names = False
maximum_signature_line_length = 100


def _inline(writer: Any, node: Any) -> None:
    writer.body.append(convert(node.astext()))
    raise SkipNode


def _display(writer: Any, node: Any) -> None:
    formula = convert(node.astext(), display="block")
    writer.body.append(f'<div class="formula" title="{escape(node.astext())}">{formula}</div>')
    raise SkipNode


_CITED = re.compile(rf"\[({'|'.join(REFERENCES)})\]")
_CODE = re.compile(r"(`+[^`]+`+)")


def _read_prose(*event: Any) -> None:
    """Keep signs such as |x| and p* in the prose of docstrings what they are, and link what is cited."""
    lines: list[str] = event[-1]
    inside: int | None = None  # a directive, by its indentation
    example = False
    for n, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            example = False
            continue
        if inside is not None and indent <= inside:
            inside = None
        if line.lstrip().startswith(".. "):
            inside = indent
        example = example or line.lstrip().startswith(">>>")
        if inside is None and not example:
            pieces = _CODE.split(line)
            pieces[::2] = [re.sub(r"([|*\\]|_\b)", r"\\\1", piece) for piece in pieces[::2]]
            lines[n] = _CITED.sub(r":ref:`[\1] <\1>`", "".join(pieces))


def _add_scripts(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Give pages with figures what draws them: plotly.js is as large as all the rest of the site."""
    if '<figure class="drawn' in context.get("body", ""):
        for script in ("plotly.js", "figures.js"):
            app.add_js_file(script, loading_method="defer")


_SHORT = {
    "TypeAliasForwardRef('ArrayLike')": "ArrayLike",
    "~numpy.ndarray[tuple[~typing.Any, ...], ~numpy.dtype[~numpy.float64]]": "FloatArray",
    "~numpy.ndarray[tuple[~typing.Any, ...], ~numpy.dtype[~numpy.int64]]": "IntArray",
    "~numpy.ndarray[tuple[~typing.Any, ...], ~numpy.dtype[~numpy.bool]]": "BoolArray",
}


def _shorten(*event: Any) -> tuple[str, str] | None:
    """Write the types of a signature as the code does; a module or an attribute has none."""
    if event[-2] is None:
        return None
    written = tuple(part or "" for part in event[-2:])
    for long, short in _SHORT.items():
        written = tuple(part.replace(long, short) for part in written)
    return written[0], written[1]


def setup(app: Any) -> None:
    """Let browsers set the formulas: they know MathML, so that no script and no font has to come along."""
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    app.add_lexer("csv", TextLexer)
    app.connect("autodoc-process-docstring", _read_prose)
    app.connect("autodoc-process-signature", _shorten)
    app.connect("html-page-context", _add_scripts)

"""HTML comes from its builder alone, which escapes what files and visitors say."""

import ast
import re

import pytest

from tests.source_files import CORE, PAGES, ROOT, found, imports, naming, relative, room_of, tree

ELEMENTS = (
    "a|abbr|article|b|body|button|dd|details|div|dl|dt|em|h[1-6]|head|html|i|li|main|ol|option|p|pre|script|section|"
    "select|small|span|strong|style|sub|summary|sup|svg|table|tbody|td|th|thead|title|tr|ul"
)
TAG = re.compile(rf"</?({ELEMENTS})(\s[^<]*)?/?>|<({ELEMENTS})\s[a-z-]+=")
# Figures write the few tags that Plotly reads in its texts (<b>, <br>, <span>); they are no HTML. The page on which
# Chromium draws them holds no text but theirs, as JSON.
WRITERS = [
    path
    for path in [*CORE, *PAGES]
    if relative(path) != "ordquant_core/markup.py"
    and not (path.is_relative_to(ROOT / "ordquant_core") and room_of(path) in ("figures", "figure_files"))
]


def tags_in_strings(code: ast.AST) -> list[str]:
    """Every string with a tag of HTML, parts of f-strings included; not docstrings."""
    nodes = list(ast.walk(code))
    statements = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in statements
        and TAG.search(node.value)
    ]


def test_html_is_written_by_its_builder_alone():
    reading = {"html.unescape"}  # of references, in XML as well
    assert [
        relative(path)
        for path in naming("html", *WRITERS)
        if any(name.split(".")[0] == "html" for name in imports(path) - reading)
    ] == []
    tags = {relative(path): tags_in_strings(tree(path)) for path in naming(TAG.pattern, *WRITERS)}
    assert found(tags) == {}


@pytest.mark.parametrize(
    ("source", "tags"),
    [
        ('x = f"<p class={name}>hello</p>"', ["<p class=", ">hello</p>"]),
        ('"""A docstring may show <b>bold</b>."""', []),
        ('st.html("a<tr>")', ["a<tr>"]),
        ('x = "a < b > c, <run>, FILE<TAB>"', []),
    ],
)
def test_the_search_for_tags_finds_them(source, tags):
    assert tags_in_strings(ast.parse(source)) == tags

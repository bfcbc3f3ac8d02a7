"""HTML comes from its builder alone, which escapes what files and visitors say."""

import ast
import re

from tests.source_files import CORE, PAGES, ROOT, found, imports, relative, room_of

ELEMENTS = (
    "a|abbr|article|b|body|button|dd|details|div|dl|dt|em|h[1-6]|head|html|i|li|main|ol|option|p|pre|script|section|"
    "select|small|span|strong|style|sub|summary|sup|svg|table|tbody|td|th|thead|title|tr|ul"
)
TAG = re.compile(rf"</?({ELEMENTS})(\s[^<]*)?/?>|<({ELEMENTS})\s[a-z-]+=")
# Figures write the few tags that Plotly reads in its texts (<b>, <br>, <span>); they are no HTML.
WRITERS = [
    path
    for path in [*CORE, *PAGES]
    if relative(path) != "ordquant_core/markup.py"
    and not (path.is_relative_to(ROOT / "ordquant_core") and room_of(path) == "figures")
]


def tags_in_strings(source: str) -> list[str]:
    """Every string with a tag of HTML, parts of f-strings included; not docstrings."""
    tree = ast.parse(source)
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in statements
        and TAG.search(node.value)
    ]


def test_html_is_written_by_its_builder_alone():
    reading = {"html.unescape"}  # of references, in XML as well
    assert [
        relative(path) for path in WRITERS if any(name.split(".")[0] == "html" for name in imports(path) - reading)
    ] == []
    tags = {relative(path): tags_in_strings(path.read_text(encoding="utf-8")) for path in WRITERS}
    assert found(tags) == {}


TABLE_PARTS = {"table", "caption", "thead", "tbody", "tr", "td", "th"}


def parts_of_tables(source: str) -> list[int]:
    """The lines that build an element of a table by themselves."""
    return sorted(
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name | ast.Attribute)
        and (node.func.id if isinstance(node.func, ast.Name) else node.func.attr) == "tag"
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and node.args[0].value in TABLE_PARTS
    )


def test_tables_are_built_from_rows_and_cells_by_one_builder():
    assert found({relative(path): parts_of_tables(path.read_text(encoding="utf-8")) for path in WRITERS}) == {}


def test_the_search_for_parts_of_tables_finds_them():
    assert sorted(parts_of_tables('x = tag("tr", tag("td", 1))\ny = markup.tag("th")\nz = tag("p", "table")')) == [
        1,
        1,
        2,
    ]


def test_the_search_for_tags_finds_them():
    assert tags_in_strings('x = f"<p class={name}>hello</p>"') == ["<p class=", ">hello</p>"]
    assert tags_in_strings('"""A docstring may show <b>bold</b>."""') == []
    assert tags_in_strings('st.html("a<tr>")') == ["a<tr>"]
    assert tags_in_strings('x = "a < b > c, <run>, FILE<TAB>"') == []

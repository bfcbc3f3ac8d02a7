"""Rules that every file keeps: what an import needs, and that HTML comes from its builder, which escapes.

Which module may import which is in pyproject.toml, and `make lint` checks it.
"""

import ast
import re
import subprocess
import sys

from tests.source_files import CORE, PAGES, ROOT, imports, naming, relative, room_of, tree

COMPUTING = (
    *("analysis", "distributions", "errors", "extras", "findings", "frame_html", "glossary", "labelled", "markup"),
    *("measure_tables", "measures", "numerals", "ranked_lists", "records", "statistics", "teaching", "version"),
)


def test_the_computing_half_needs_numpy_and_pandas_alone_to_be_imported():
    files = [path.relative_to(ROOT).with_suffix("").parts for path in CORE if room_of(path) in COMPUTING]
    modules = ["ordquant_core", *(".".join(parts).removesuffix(".__init__") for parts in files)]
    absent = ["scipy", "plotly", "streamlit", "ir_measures"]
    code = f"import sys\nsys.modules.update(dict.fromkeys({absent}))\nimport {', '.join(modules)}"
    call = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_package_of_an_extra_is_imported_where_one_line_names_the_extra():
    known_to_be_there = {("workbook.py", "openpyxl"), ("parquet.py", "pyarrow")}  # the file was opened
    bare = []
    for path in naming("scipy|openpyxl|pyarrow", *CORE):
        if room_of(path) == "figures":  # its __init__ does
            continue
        nodes = list(ast.walk(tree(path)))
        guarded = {id(inside) for one in nodes if isinstance(one, ast.With) for inside in ast.walk(one)}
        for one in nodes:
            names = [one.module or ""] if isinstance(one, ast.ImportFrom) else []
            names += [name.name for name in one.names] if isinstance(one, ast.Import) else []
            packages = {name.partition(".")[0] for name in names} & {"scipy", "openpyxl", "pyarrow"}
            bare += [(path.name, package) for package in packages if id(one) not in guarded]
    assert {*bare} <= known_to_be_there


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


def tags_in_strings(code):
    """Every string with a tag of HTML, parts of f-strings included; not docstrings."""
    nodes = list(ast.walk(code))
    statements = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [node.value for node in texts if id(node) not in statements and TAG.search(node.value)]


def test_html_is_written_by_its_builder_alone():
    reading = {"html.unescape"}  # of references, in XML as well
    others = naming("html", *WRITERS)
    assert [
        relative(path) for path in others if any(re.match(r"html\b", name) for name in imports(path) - reading)
    ] == []
    assert [relative(path) for path in naming(TAG.pattern, *WRITERS) if tags_in_strings(tree(path))] == []

"""What importing the library needs. Which module may import which is in pyproject.toml, and `make lint` checks it."""

import ast
import subprocess
import sys

from tests.source_files import CORE, ROOT, naming, room_of


def test_the_computing_half_needs_numpy_and_pandas_alone_to_be_imported():
    rooms = {"analysis", "distributions", "errors", "extras", "findings", "frame_html", "glossary", "labelled"}
    rooms |= {"markup", "measure_tables", "measures", "numerals", "ranked_lists", "records", "statistics", "teaching"}
    rooms |= {"version"}
    files = [path.relative_to(ROOT).with_suffix("").parts for path in CORE if room_of(path) in rooms]
    modules = ["ordquant_core", *(".".join(parts).removesuffix(".__init__") for parts in files)]
    code = f"""
import sys
sys.modules.update(dict.fromkeys(["scipy", "plotly", "streamlit", "ir_measures"]))
import {", ".join(modules)}
"""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


def test_a_package_of_an_extra_is_imported_where_one_line_names_the_extra():
    known_to_be_there = {("workbook.py", "openpyxl"), ("parquet.py", "pyarrow")}  # the file was opened
    bare = []
    for path in naming("scipy|openpyxl|pyarrow", *CORE):
        if room_of(path) == "figures":  # its __init__ does
            continue
        tree = ast.parse(path.read_text())
        guarded = {id(inside) for one in ast.walk(tree) if isinstance(one, ast.With) for inside in ast.walk(one)}
        for one in ast.walk(tree):
            names = [one.module or ""] if isinstance(one, ast.ImportFrom) else []
            names += [name.name for name in one.names] if isinstance(one, ast.Import) else []
            for package in {name.partition(".")[0] for name in names} & {"scipy", "openpyxl", "pyarrow"}:
                if id(one) not in guarded and (path.name, package) not in known_to_be_there:
                    bare.append((path.name, package))
    assert bare == []

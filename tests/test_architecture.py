"""The house rules of DESIGN section 3 as tests: standard library only, so they hold where no linter is installed."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
CORE = sorted((ROOT / "ordquant_core").rglob("*.py"))
PAGES = sorted((ROOT / "pages").rglob("*.py"))
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
(LAYERS,) = (contract["layers"] for contract in CONTRACTS if contract.get("containers") == ["ordquant_core"])
(PLAIN,) = (contract["source_modules"] for contract in CONTRACTS if contract.get("forbidden_modules") == ["plotly"])
FLOORS = [set(layer.split(" | ")) for layer in reversed(LAYERS)]  # a module imports from strictly lower floors
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def found(faults: Mapping[str, Collection[str]]) -> dict[str, Collection[str]]:
    """Return the files that have any fault, each with its own."""
    return {path: some for path, some in faults.items() if some}


def module_of(path: Path) -> str:
    """`ordquant_core/measures/__init__.py` -> `ordquant_core.measures`."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported_names(source: str) -> set[str]:
    """Every dotted name that the code imports, at the top or inside a function."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names}
    return names


@cache  # every rule asks every file
def imports(path: Path) -> frozenset[str]:
    return frozenset(imported_names(path.read_text(encoding="utf-8")))


def packages(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports(path)}


def room_of(path: Path) -> str:
    return path.relative_to(ROOT / "ordquant_core").parts[0].removesuffix(".py")


def rooms_below(path: Path) -> set[str]:
    parts = [name.split(".") for name in imports(path) if name.startswith("ordquant_core.")]
    return {part[1] for part in parts if part[1] != "__version__"} - {room_of(path)}


def import_graph(paths: list[Path]) -> dict[str, set[str]]:
    """Module -> the modules of the core it names; a name inside a module counts for the module."""
    modules = {module_of(path) for path in paths}
    graph = {}
    for path in paths:
        seen = set()
        for name in imports(path):
            while name and name not in modules:
                name = name.rpartition(".")[0]
            seen |= {name} - {"", "ordquant_core", module_of(path)}
        graph[module_of(path)] = seen
    return graph


def find_circle(graph: dict[str, set[str]]) -> list[str]:
    """Depth first; returns the modules of the first circle met, or nothing."""
    done: set[str] = set()

    def visit(module: str, trail: list[str]) -> list[str]:
        if module in trail:
            return [*trail[trail.index(module) :], module]
        if module not in done:
            for other in sorted(graph.get(module, ())):
                circle = visit(other, [*trail, module])
                if circle:
                    return circle
            done.add(module)
        return []

    return next((circle for module in sorted(graph) if (circle := visit(module, []))), [])


def test_the_core_and_its_rooms_are_found():
    assert {"errors", "records", "distributions", "measures", "analysis", "statistics"} <= {room_of(p) for p in CORE}


def test_a_core_module_imports_only_from_floors_below_its_own():
    modules = [path for path in CORE if path.parent != ROOT / "ordquant_core" or path.name != "__init__.py"]
    assert {room_of(path) for path in modules} - set(FLOOR) == set(), "give these rooms a floor in pyproject.toml"
    above = {
        relative(path): sorted(
            other for other in rooms_below(path) if FLOOR.get(other, len(FLOORS)) >= FLOOR[room_of(path)]
        )
        for path in modules
    }
    assert found(above) == {}, "these import from their own floor or above"


def test_imports_never_form_a_circle_not_even_inside_a_room():
    assert find_circle(import_graph(CORE)) == []


def test_the_search_for_circles_finds_one():
    graph = {"a": {"b"}, "b": {"c", "d"}, "c": {"e"}, "d": {"b"}, "e": set()}
    assert find_circle(graph) == ["b", "d", "b"]
    assert find_circle(graph | {"d": {"e"}}) == []


def test_imports_inside_functions_and_relative_ones_are_seen():
    source = "def f():\n    import streamlit.testing\n    from . import x\n    from pages.shared import inputs"
    assert imported_names(source) == {"streamlit.testing", "..x", "pages.shared.inputs"}


def test_the_core_knows_no_user_interface():
    assert found({relative(path): packages(path) & {"streamlit", "pages", "app", "tests"} for path in CORE}) == {}


def test_only_figures_draw_and_they_cannot_compute_what_they_cannot_import():
    drawing = [path for path in CORE if room_of(path) == "figures"]
    assert drawing
    known = {*sys.stdlib_module_names, "plotly", "numpy", "ordquant_core"}
    assert found({relative(path): packages(path) - known for path in drawing}) == {}
    below = {"extras", "records", "errors", "numerals", "markup"}
    assert found({relative(path): rooms_below(path) - below for path in drawing}) == {}
    assert [relative(path) for path in CORE if path not in drawing and "plotly" in packages(path)] == []


def test_the_linter_keeps_plotly_from_every_room_that_does_not_build_on_figures():
    graph = import_graph(CORE)
    drawing = {"figures"}
    while more := {path for path in map(room_of, CORE) if path not in drawing} & {
        name.split(".")[1]
        for name, seen in graph.items()
        if name != "ordquant_core" and any(other.split(".")[1] in drawing for other in seen)
    }:
        drawing |= more
    assert {name.split(".")[1] for name in PLAIN} == set(FLOOR) - drawing


def test_only_the_app_and_its_pages_import_streamlit():
    code = [path for folder in ("assets", "ordquant_core") for path in (ROOT / folder).rglob("*.py")]
    code += [path for path in ROOT.glob("*.py") if path.name != "app.py"]
    assert [relative(path) for path in code if "streamlit" in packages(path)] == []


def test_pages_share_through_shared_and_never_import_each_other():
    others = {
        relative(path): {name.split(".")[1] for name in imports(path) if name.startswith("pages.")}
        - {"shared", path.relative_to(ROOT / "pages").parts[0]}
        for path in PAGES
    }
    assert found(others) == {}
    assert [relative(path) for path in PAGES if packages(path) & {"app", "assets"}] == []


def test_the_computing_half_needs_numpy_alone_to_be_imported():
    rooms = {"analysis", "distributions", "errors", "extras", "markup", "measures", "numerals", "ranked_lists"}
    rooms |= {"records", "statistics", "tables", "teaching", "version"}
    modules = ["ordquant_core", *(module_of(path) for path in CORE if room_of(path) in rooms)]
    code = f"""
import sys
sys.modules.update(dict.fromkeys(["pandas", "scipy", "plotly", "streamlit", "ir_measures"]))
import {", ".join(modules)}
"""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


def test_every_room_says_what_is_in_it():
    rooms = [path for path in [*CORE, *PAGES] if path.name == "__init__.py"]
    assert rooms
    said = {relative(path): ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "" for path in rooms}
    assert [path for path, text in said.items() if not text.strip()] == []

"""Nothing that a visitor uploads is ever run or imported: custom measures are named by whoever starts the process."""

import ast
import io
import json
import os
import pickle
import sys

import numpy as np
import pytest

from ordquant_core.measures.own.loading import VARIABLE
from ordquant_core.measures.registry import MEASURES
from tests.measures.test_own_measures import TEMPLATE
from tests.pages.apps import app_at
from tests.pages.on_data import GOLD, RUN
from tests.source_files import CORE, PAGES, naming, relative, tree
from tests.zips import zipped

pytestmark = pytest.mark.slow

NAME = "largest_gap_of_a_visitor"


class Touching:
    """What makes a folder when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


@pytest.fixture
def trace(tmp_path):
    """The folder that any of the uploads makes if it is run."""
    return tmp_path / "was_run"


@pytest.fixture
def uploads(trace):
    plugin = f"import os\nos.mkdir({str(trace)!r})\n{TEMPLATE}".encode()
    numbers = io.BytesIO()
    np.save(numbers, np.array([Touching(trace)], dtype=object), allow_pickle=True)
    naming = {"title": "Mine", "gold": "gold.csv", "plugin": f"{NAME}.py", "measures": ["KS"], VARIABLE: f"{NAME}.py"}
    files = {
        f"{NAME}.py": plugin,
        "sitecustomize.py": plugin,
        "measures.pkl": pickle.dumps(Touching(trace)),
        "run.npy": numbers.getvalue(),
        "task.json": json.dumps(naming).encode(),
        "entry_points.txt": f"[ordquant.measures]\nks = {NAME}:MEASURE\n".encode(),
    }
    packed = zipped(files, {"gold.csv": GOLD, f"ordquant_core/{NAME}.py": plugin})
    return files | {"all.zip": packed}


@pytest.fixture
def nothing_ran(trace, monkeypatch):
    """Check that no file was run, no module imported, and no measure added."""
    monkeypatch.delenv(VARIABLE, raising=False)
    known = tuple(MEASURES)

    def check():
        assert not trace.exists()
        assert [name for name in sys.modules if NAME in name] == []
        assert tuple(MEASURES) == known
        assert VARIABLE not in os.environ

    return check


def test_the_uploads_would_leave_a_trace(trace, uploads):
    ways = [
        lambda: exec(uploads[f"{NAME}.py"], {}),
        lambda: pickle.loads(uploads["measures.pkl"]),
        lambda: np.load(io.BytesIO(uploads["run.npy"]), allow_pickle=True),
    ]
    for run in ways:
        run()
        assert trace.exists()
        trace.rmdir()


@pytest.mark.parametrize("page", ["data", "cases", "nuggets", "ranked_lists"])  # each takes files in its own way
def test_no_page_runs_what_a_visitor_uploads(page, uploads, nothing_ran):
    app = app_at(f"pages/{page}/page.py", task="own", data="own")
    every = {"gold.csv": GOLD.encode(), "run.csv": RUN.encode()} | uploads
    for box in app.get("file_uploader"):
        groups = [[*every]] if box.proto.multiple_files else [[name] for name in uploads]
        for names in groups:
            app.file_uploader(key=box.key).set_value([(name, every[name], "text/plain") for name in names]).run()
            assert not app.exception
            nothing_ran()
            if box.key not in [one.key for one in app.get("file_uploader")]:  # it has taken the files
                app = app_at(f"pages/{page}/page.py", task="own", data="own")


RUNNING = {"exec", "eval", "compile", "__import__", "import_module", "run_path", "run_module", "load_module"}
RUNNING |= {"exec_module", "module_from_spec", "read_pickle"}
PICKLING = {"pickle", "marshal", "np", "numpy", "joblib", "cloudpickle"}  # what loads code among other things
ALLOWED = {
    "ordquant_core/measures/own/loading.py": {"exec", "compile"},  # named by whoever starts the process
    "ordquant_core/commands/elsewhere.py": {"pickle.loads"},  # what this program has sent to its own workers
    "pages/server/__init__.py": {"import_module"},  # all modules of the library, before the first visitor
    "pages/server/patches.py": {"importlib.import_module"},  # two modules, named there
}


def calls_that_run(code):
    """The names of all calls that can turn data into code."""
    found = set()
    for node in ast.walk(code):
        if not isinstance(node, ast.Call):
            continue
        last = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if last not in RUNNING and last not in ("load", "loads"):
            continue
        name = ast.unparse(node.func)
        owner = name.rpartition(".")[0]
        if (last in RUNNING and owner != "re") or (last in ("load", "loads") and owner in PICKLING):
            found.add(name)
    return found


def test_one_module_turns_a_file_into_code():
    asked = naming(rf"\b({'|'.join(RUNNING)}|loads?)\(", *CORE, *PAGES)
    found = {relative(path): calls_that_run(tree(path)) for path in asked}
    assert {path: names for path, names in found.items() if names} == ALLOWED


def test_the_search_for_calls_finds_them():
    found = calls_that_run(ast.parse("exec(x)\npickle.loads(y)\njson.loads(z)\nnp.load(file)"))
    assert found == {"exec", "pickle.loads", "np.load"}

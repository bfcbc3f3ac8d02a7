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


def hostile(trace):
    """Return files that make a folder when they are run."""
    plugin, numbers = f"import os\nos.mkdir({str(trace)!r})\n{TEMPLATE}", io.BytesIO()
    np.save(numbers, np.array([Touching(trace)], dtype=object), allow_pickle=True)
    naming = {"title": "Mine", "gold": "gold.csv", "plugin": f"{NAME}.py", "measures": ["KS"], VARIABLE: f"{NAME}.py"}
    files = {
        f"{NAME}.py": plugin,
        "sitecustomize.py": plugin,
        "measures.pkl": pickle.dumps(Touching(trace)),
        "run.npy": numbers.getvalue(),
        "task.json": json.dumps(naming),
        "entry_points.txt": f"[ordquant.measures]\nks = {NAME}:MEASURE\n",
    }
    for run in (lambda: exec(plugin, {}), lambda: pickle.loads(files["measures.pkl"])):
        run()
        trace.rmdir()  # it was there
    packed = zipped(files, {"gold.csv": GOLD, f"ordquant_core/{NAME}.py": plugin})
    return {name: text if isinstance(text, bytes) else text.encode() for name, text in files.items()} | {
        "z.zip": packed
    }


@pytest.mark.parametrize("page", ["data", "cases", "nuggets", "ranked_lists"])  # each takes files in its own way
def test_no_page_runs_what_a_visitor_uploads(page, tmp_path, monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    trace, known = tmp_path / "was_run", tuple(MEASURES)
    uploads = hostile(trace)
    every = {"gold.csv": GOLD.encode(), "run.csv": RUN.encode()} | uploads
    app = app_at(f"pages/{page}/page.py", task="own", data="own")
    for box in app.get("file_uploader"):
        for names in [[*every]] if box.proto.multiple_files else [[name] for name in uploads]:
            app.file_uploader(key=box.key).set_value([(name, every[name], "text/plain") for name in names]).run()
            assert not app.exception
            assert not trace.exists()
            assert [name for name in sys.modules if NAME in name] == []
            assert tuple(MEASURES) == known
            assert VARIABLE not in os.environ
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


def runs(call):
    """Return whether a call can turn data into code."""
    owner, _, last = ast.unparse(call.func).rpartition(".")
    return (last in RUNNING and owner != "re") or (last in ("load", "loads") and owner in PICKLING)


def test_one_module_turns_a_file_into_code():
    found = {}
    for path in naming(rf"\b({'|'.join(RUNNING)}|loads?)\(", *CORE, *PAGES):
        calls = [node for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
        if names := {ast.unparse(call.func) for call in calls if runs(call)}:
            found[relative(path)] = names
    assert found == ALLOWED

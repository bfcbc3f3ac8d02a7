"""Start the dashboard: `python -m pages.shared`, with any option of `streamlit run`.

Until a first visitor has run app.py, Streamlit takes a folder called `pages` for its old way of navigation: a visitor
who comes by a link such as /compare?… would read that the page does not exist. The setting below prevents that.

All that pages need is imported before the first visitor comes. When a class opens its pages at once on a new server,
each in a thread of its own, imports that need each other fail: `partially initialized module`, `_DeadlockError`.
"""

import os
import pkgutil
import sys
from importlib import import_module
from pathlib import Path

from streamlit.runtime.pages_manager import PagesManager
from streamlit.web import cli

import ordquant_core
from pages.shared import own_measures, theme
from pages.shared.guards import downloads, hosts, interface, leavings, outward, thrift, turns, uploads

OTHERS = ("pandas", "plotly.graph_objects", "plotly.offline", "pyarrow.parquet", "scipy.stats")

if own_measures.faulty():
    sys.exit(2)
for module in pkgutil.walk_packages(ordquant_core.__path__, f"{ordquant_core.__name__}."):
    if not module.name.endswith(".__main__"):
        import_module(module.name)
for name in OTHERS:
    import_module(name)
PagesManager.uses_pages_directory = False
theme.read_once()
for guard in (outward, hosts, uploads, downloads, interface, thrift, leavings, turns):
    guard.install()
os.environ.setdefault("ORDQUANT_WORKERS", str(os.cpu_count() or 1))  # processes for heavy work
cli.main(["run", str(Path(__file__).parents[2] / "app.py"), *hosts.options(sys.argv[1:])])

"""Start the dashboard: `python -m pages.shared`, with any option of `streamlit run`.

Until a first visitor has run app.py, Streamlit takes a folder called `pages` for its old way of navigation: a visitor
who comes by a link such as /compare?… would read that the page does not exist. The setting below prevents that.
"""

import os
import sys
from importlib import import_module
from pathlib import Path
from threading import Thread

from streamlit.runtime.pages_manager import PagesManager
from streamlit.web import cli

Thread(target=import_module, args=["scipy.stats"], daemon=True).start()  # a second that no visitor should wait for
PagesManager.uses_pages_directory = False
os.environ.setdefault("ORDQUANT_WORKERS", str(os.cpu_count() or 1))  # processes for heavy work
cli.main(["run", str(Path(__file__).parents[2] / "app.py"), *sys.argv[1:]])

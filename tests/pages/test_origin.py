"""“How this was computed (JSON)” in the menu of every page that has downloads."""

import hashlib
import json

import pytest

from ordquant_core.formats import File
from ordquant_core.formats.published.source import of_upload
from ordquant_core.version import VERSION
from pages.shared import downloads, origin, sources
from tests.depth import matrix
from tests.pages.apps import ROOT, app_at

pytestmark = pytest.mark.slow

SAMPLE = ROOT / "assets" / "samples" / "dialogue-quality"
EVERY = ("atlas", "cases", "compare", "measures", "nuggets", "papers", "plan", "popularity", "ranked_lists", "systems")
NO_FILES = {"atlas", "compare", "papers"}
FEW = {"trials": "100"}


@pytest.fixture
def made(monkeypatch):
    """What the button gives: made when the script has ended, as a download is."""
    found = []

    def button(label, data, name, mime, help_=None):
        if label == origin.LABEL:
            found.append((name, data))

    monkeypatch.setattr(downloads, "file_button", button)

    def open_page(page, **query):
        found.clear()
        app = app_at(f"pages/{page}/page.py", **query)
        assert not app.exception
        ((name, data),) = found
        return name, json.loads(data())

    return open_page


def files(title, folder=SAMPLE):
    paths = [path for path in folder.rglob("*.csv") if path.parent.name in (folder.name, "runs")]
    return {
        f"{title}/{path.relative_to(folder).as_posix()}": hashlib.sha256(path.read_bytes()).hexdigest()
        for path in paths
    }


@pytest.mark.parametrize("page", matrix(EVERY, *(page for page in EVERY if page != "plan")))
def test_every_page_with_downloads_says_what_its_tables_rest_on(made, page):
    name, content = made(page, **(FEW if page in ("systems", "plan", "measures") else {}))
    assert name.endswith("-provenance.json")
    assert content["product"] == {"name": "OrdQuant", "version": VERSION}
    assert content["libraries"]["numpy"]
    assert content["link"].startswith(f"/{name.removesuffix('-provenance.json')}")
    assert bool(content["inputs"]) == (page not in NO_FILES)


def test_files_settings_and_link_are_those_of_the_page(made):
    _, content = made("systems", seed="7", **FEW)
    assert content["inputs"] == files("Dialogue quality (synthetic)")
    settings = content["settings"]
    assert (settings["trials"], settings["seed"], settings["alpha"]) == (100, 7, 0.05)
    assert "NMD" in settings["measures"]
    assert "trials=100" in content["link"]
    assert "seed=7" in content["link"]


def test_further_tasks_are_in_it(made):
    _, content = made("measures", **{"with": "breakdown-labels|"})
    other = files("Breakdown labels (synthetic)", ROOT / "assets" / "samples" / "breakdown-labels")
    assert content["inputs"] == files("Dialogue quality (synthetic)") | other
    _, alone = made("measures")
    assert alone["inputs"] == files("Dialogue quality (synthetic)")


def test_own_tasks_of_one_title_are_told_apart(made, monkeypatch):
    """Each has its title, in lists as well, and its own files among the inputs."""
    samples = list(sources.samples().values())[:2]
    own = [of_upload([File(f"mine/{file.name}", file.data) for file in one.load()]) for one in samples]
    monkeypatch.setattr(sources, "uploaded", lambda: {one.key: one for one in own})
    assert [sources.every()[one.key].title for one in own] == ["mine", "mine (2)"]
    _, content = made("measures", task=own[0].key, **{"with": f"{own[1].key}|"})
    assert len(content["inputs"]) == sum(len(one.load()) for one in own)
    assert sum(name.endswith("runs compared") for name in content["settings"]) == 2

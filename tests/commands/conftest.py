"""A folder with a task of three cases, and one with a task of twenty; a measure of one's own."""

from pathlib import Path

import pytest

from ordquant_core.measures.own.loading import VARIABLE, own_measures
from ordquant_core.measures.registry import MEASURES
from tests.commands.files import GOLD, RUN, write_task
from tests.measures.test_own_measures import TEMPLATE


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.csv").write_text(GOLD)
    (tmp_path / "run.csv").write_text(RUN)
    (tmp_path / "off.csv").write_text("case,a,b,c\nx,.5,.495,0\ny,1,0,0\nz,.2,.2,.6\n")
    return tmp_path


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder and the task that is written there; a module's tests do not change it."""
    folder = tmp_path_factory.mktemp("task")
    return folder, write_task(folder)


@pytest.fixture
def task(made, monkeypatch):
    """The task of twenty cases and four runs, whose files stand in the current folder."""
    folder, written = made
    monkeypatch.chdir(folder)
    return written


@pytest.fixture
def drawn_as_text(monkeypatch):
    """Figures are files of text: no Chromium draws them."""
    monkeypatch.setattr("ordquant_core.documents.browser", lambda: None)
    monkeypatch.setattr("ordquant_core.commands.figure.browser", lambda: "none")
    monkeypatch.setattr("ordquant_core.figure_files._drawn", lambda figures, form: repr(figures).encode())


@pytest.fixture
def own(task, monkeypatch):
    """The template of the guide, KS, as a plug-in that this process has loaded when it started."""
    Path("largest_gap.py").write_text(TEMPLATE, encoding="utf-8")
    monkeypatch.setenv(VARIABLE, "largest_gap.py")
    monkeypatch.setattr(MEASURES, "_by_key", dict(MEASURES) | {"KS": own_measures({})[0]})
    return task

"""Measures: which tasks and runs every view is about, and contradictions. The numbers of its views: test_pages.py."""

import re

import pytest

from ordquant_core.findings import rankings
from pages.measures import consistency, state
from pages.shared import downloads, links
from tests.pages.apps import opened, said, table, verdict

pytestmark = pytest.mark.slow

FEW = {"task": "breakdown-labels", "trials": "100", "splits": "20", "measures": "NMD,RNOD,NVD,DNKT"}
TASKS = ["Breakdown labels (synthetic)", "Dialogue quality (synthetic)"]


def measures(view, **query):
    return opened("measures", **(FEW | {"view": view} | query))


@pytest.mark.parametrize("view", list(state.VIEWS))
def test_every_view_and_its_tables_say_which_tasks_and_runs_they_are_about(view, monkeypatch):
    made = {}
    keep = lambda label, make, name, notes=(): made.__setitem__(name, make())  # noqa: E731
    monkeypatch.setattr(downloads, "table_button", keep)
    app = measures(view, baselines="yes", **{"with": "dialogue-quality|"})
    assert re.search(r"\d", verdict(app))
    because = said(app, "because")
    assert f"Tasks: {', '.join(TASKS)}." in because
    assert "Runs compared: the runs of every task and the baselines Popularity and Uniform." in because
    assert ("For Breakdown labels (synthetic), with cases resampled" in because) is (view == "consistency")
    if view == "agreement":
        assert rankings.LONG_CLIFF in said(app, "no_interval")
        assert "n/a" not in {cell for row in table(app, "intervals") for cell in row}
    of_tasks = [frame for frame in made.values() if "task" in frame]
    assert of_tasks
    assert [frame.columns for frame in of_tasks if not {*frame["task"]} <= {*TASKS} or "compared" not in frame] == []


def test_a_contradiction_leads_to_its_cases(monkeypatch):
    leads = {}
    monkeypatch.setattr(links, "page_link", lambda page, label, icon, query=None, **more: leads.update({label: query}))
    app = measures("overlap", task="dialogue-quality", measures="NMD,RNOD,NVD,JSD", trials="200")
    query = leads["See the cases behind this contradiction"]
    assert [*map(query.get, "xyab")] in table(app, "contradictions")


@pytest.mark.parametrize("most", ["MOST_RUNS", "MOST_SCORES"])
def test_what_would_take_minutes_is_left_to_the_command(most, monkeypatch):
    monkeypatch.setattr(consistency, most, 3)
    (error,) = measures("consistency").error
    assert re.search(
        r"has \d+ cases and 4 runs\. .* python -m ordquant_core consistency", re.sub(r"\\(.)", r"\1", error.value)
    )

"""Measures: which tasks and runs every view is about, and contradictions. The numbers of its views: test_pages.py."""

import re

import numpy as np
import pytest

from ordquant_core.analysis import discrimination
from ordquant_core.analysis.scoring import score
from ordquant_core.findings import rankings
from ordquant_core.measures.registry import MEASURES
from ordquant_core.tasks import folder, read_task
from pages.measures import overlap, state
from pages.shared import downloads, links
from tests.pages.apps import ROOT, app_at, said, table, text_of, verdict

pytestmark = pytest.mark.slow

FEW = {"task": "breakdown-labels", "trials": "100", "splits": "20", "measures": "NMD,RNOD,NVD,DNKT"}
TASKS = ["Breakdown labels (synthetic)", "Dialogue quality (synthetic)"]


def measures(view, **query):
    app = app_at("pages/measures/page.py", **(FEW | {"view": view} | query))
    assert not app.exception
    return app


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


@pytest.fixture(scope="module")
def tested():
    """The sample where measures contradict each other, as the page tests it."""
    task = read_task(folder(ROOT / "ordquant_core/samples/dialogue-quality")).task
    scores = score(task, ("NMD", "RNOD", "NVD", "DNKT", "RNSS", "JSD"))
    return discrimination.separate_runs(scores, n_trials=100, rng=np.random.default_rng(1))


def test_contradictions_are_listed_explained_lead_to_cases_and_are_left_out_of_the_overlap(tested, monkeypatch):
    leads = {}
    monkeypatch.setattr(links, "page_link", lambda page, label, icon, query=None, **more: leads.update({label: query}))
    few = {"task": "dialogue-quality", "measures": ",".join(tested.measures)}
    listed = discrimination.contradictions(tested)
    pairs = {(one.measure_1, one.measure_2) for one in listed}
    first, second = max(pairs, key=str)
    n = sum((one.measure_1, one.measure_2) == (first, second) for one in listed)
    app = measures("overlap", x=first, y=second, **few)
    assert [tuple(row) for row in table(app, "contradictions")] == [
        (MEASURES[one.measure_1].label, MEASURES[one.measure_2].label, one.run_1, one.run_2)
        for one in listed[: overlap.LISTED]
    ]
    assert f"{len(listed)} contradictions between {len(pairs)} pairs of measures" in said(app, "contradict")
    words = " ".join(text_of(block.value) for block in app.html)
    one = next(o for o in discrimination.overlaps(tested) if (o.measure_1, o.measure_2) == (first, second))
    without = f"{100 * (one.b - n) / (one.a + one.b + one.c - n):.1f}%."
    assert re.search(rf"They contradict each other on {n} pairs? of runs; without these, overlap {without}", words)
    query = leads["See the cases behind this contradiction"]
    (of,) = (o for o in listed if (o.run_1, o.run_2, o.measure_1, o.measure_2) == tuple(query[k] for k in "abxy"))
    assert {of.measure_1, of.measure_2} == {first, second}

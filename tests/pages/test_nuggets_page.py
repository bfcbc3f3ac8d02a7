"""Nuggets: what it says of the sample, the average over blocks, the dialogue, and files of a visitor."""

import json

import pytest

from tests.html_tables import rows_of
from tests.pages.apps import ROOT, app_at, give, go_to, in_app, link_of, messages, said, shown, table, verdict
from tests.pages.on_nuggets import CUSTOMER, GOLD, HELPDESK, RUN

pytestmark = pytest.mark.slow

PAGE = "pages/nuggets/page.py"
SAMPLE = ROOT / "ordquant_core" / "samples" / "nuggets"
RUNS = sorted((SAMPLE / "runs").glob("*.json"))


def nuggets(**query):
    return app_at(PAGE, **query)


def give_nuggets(app, gold, *runs):
    as_file = lambda name, entries: (name, json.dumps(entries).encode(), "application/json")  # noqa: E731
    app.file_uploader(key="nugget_gold_0").set_value(as_file("gold.json", gold)).run()
    app.file_uploader(key="nugget_runs_0").set_value([as_file(*run) for run in runs]).run()
    return app


def upload(gold, *runs):
    """Open the page and give it files: (name, entries) each."""
    return give_nuggets(nuggets(data="own"), gold, *runs)


def ranking(app):
    """Return {run: (rank, mean, group letters)} as the table shows it, the best first."""
    rows = [row for row in rows_of(shown(app, 'id="runs"'), "runs") if not row.head]
    return {row.data["run"]: (int(row.cells[0]), float(row.titles[3]), row.cells[4]) for row in rows}


def test_uploaded_files_are_scored_as_a_link_says_and_stay_until_they_are_removed():
    app = in_app("nuggets")
    app.query_params.update({"data": "own", "measure": "JSD", "alpha": "0.25", "a": "two", "how": "yes"})
    give_nuggets(app.run(), GOLD, ("one.json", RUN), ("two.json", RUN[::-1]))
    assert not messages(app)
    assert "2 dialogues · 3 blocks · 1 to 2 annotators · 2 runs" in said(app, "facts")
    assert [rank for rank, _, _ in ranking(app).values()] == [1, 1]
    assert verdict(app).startswith("By mean JSD, ")
    assert "at alpha 0.25" in said(app, "dialogue_scores")
    assert "1 dialogue of one side (1 with helpdesk blocks only)" in said(app, "method")
    assert (app.session_state["nugget_a"], link_of(app)["data"]) == ("two", "own")
    before = ranking(app)
    go_to(go_to(app, "pages/compare/page.py"), PAGE)
    assert ranking(app) == before
    assert app.slider(key="nugget_alpha").value == 0.25
    app.file_uploader(key="nugget_runs_0").set_value([("three.json", json.dumps(RUN).encode(), "x/y")]).run()
    assert set(ranking(app)) == {"one", "two", "three"}  # what is added joins what was there
    next(button for button in app.button if button.label == "Remove all files").click().run()
    assert "Upload a gold file" in app.info[0].value
    assert not app.file_uploader(key="nugget_runs_1").value  # nor does the control list them any more


def test_files_of_dialogue_quality_and_nuggets_serve_both_pages():
    app = in_app("data")
    files = [(path.name, path.read_bytes()) for path in (SAMPLE / "gold.json", *RUNS)]
    quality = json.dumps([{"id": one["id"], "quality": one["quality"]} for one in json.loads(RUNS[0].read_bytes())])
    give(app, *files, ("quality.json", quality))
    go_to(app, PAGE)
    assert app.selectbox(key="nugget_data").value.startswith("own-")
    assert ranking(app) == ranking(nuggets())
    app.selectbox(key="nugget_data").set_value("sample").run()
    go_to(go_to(app, "pages/compare/page.py"), PAGE)
    assert app.selectbox(key="nugget_data").value == "sample"  # what the visitor chose stays


def test_faults_are_reported_by_file_dialogue_and_block_and_sums_are_divided_on_request():
    app = upload(GOLD, ("fine.json", RUN), ("bad.json", [RUN[0], {"id": "q", "nugget": [CUSTOMER]}]))
    ((file, where, seen, action),) = table(app, "problems")
    assert (file.startswith("bad"), where) == (True, "dialogue q, block 1 (helpdesk)")
    assert "types of the customer" in seen
    assert action
    app = upload(GOLD, ("off.json", [{"id": "p", "nugget": [CUSTOMER, HELPDESK | {"HNaN": 0.19}]}, RUN[1]]))
    assert table(app, "problems")[0][1] == "dialogue p, block 2 (helpdesk)"
    app.button(key="repair_renormalise").click().run()
    assert "2 notes, 1 repair or choice" in said(app, "notes")
    assert "1 row divided by its sum (block p/2)" in said(app, "notes")
    assert list(ranking(app)) == ["off"]

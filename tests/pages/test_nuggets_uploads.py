"""Nuggets of a visitor's own files: what is read, what is wrong with them, how long they are kept."""

import json

import pytest

from tests.pages.apps import REAL_GOLD, app_at, follow, go_to, messages, problems, shown, text_of, verdict
from tests.pages.grammar import link_of
from tests.pages.on_nuggets import (
    CUSTOMER,
    GOLD,
    HELPDESK,
    PAGE,
    RUN,
    RUNS,
    SAMPLE,
    nuggets,
    ranking,
    upload,
)

needs_real_data = pytest.mark.skipif(not REAL_GOLD.exists(), reason="the official files are not here")


def test_uploaded_files_are_scored():
    app = upload(GOLD, ("one.json", RUN), ("two.json", RUN[::-1]))
    assert not app.exception
    assert not messages(app)
    assert "2 dialogues · 3 blocks · 1 to 2 annotators · 2 runs" in text_of(shown(app, 'id="facts"'))
    assert list(ranking(app)) == ["one", "two"]
    assert [rank for rank, _, _ in ranking(app).values()] == [1, 1]
    follow(app, data="own", how="yes")
    assert "1 dialogue of one side (1 with helpdesk blocks only)" in text_of(shown(app, 'id="method"'))


def test_one_run_is_enough_and_is_not_compared():
    app = upload(GOLD, ("one.json", RUN))
    assert not app.exception
    assert "Mean RNSS at alpha 0.5 of one" in verdict(app)
    assert not [chart for chart in app.get("plotly_chart") if chart.key == "nugget_points"]
    assert not [box for box in app.selectbox if box.key == "nugget_b"]


def test_a_link_to_own_files_is_followed_once_they_are_there():
    app = nuggets(data="own", measure="JSD", alpha="0.25", a="two")
    as_file = lambda name, entries: (name, json.dumps(entries).encode(), "application/json")  # noqa: E731
    app.file_uploader(key="nugget_gold_0").set_value(as_file("gold.json", GOLD)).run()
    app.file_uploader(key="nugget_runs_0").set_value([as_file("one.json", RUN), as_file("two.json", RUN)]).run()
    assert not messages(app)
    assert verdict(app).startswith("By mean JSD, ")
    assert "at alpha 0.25" in text_of(shown(app, 'id="dialogue_scores"'))
    assert app.session_state["nugget_a"] == "two"
    assert link_of(app)["data"] == "own"


def test_uploads_survive_a_page_change_and_can_be_taken_away():
    app = go_to(app_at("pages/dashboard.py"), PAGE)
    app.selectbox(key="nugget_data").set_value("own").run()
    app.file_uploader(key="nugget_gold_0").set_value(("g.json", json.dumps(GOLD).encode(), "x/y")).run()
    app.file_uploader(key="nugget_runs_0").set_value([("one.json", json.dumps(RUN).encode(), "x/y")]).run()
    app.slider(key="nugget_alpha").set_value(0.3).run()
    before = ranking(app)
    go_to(app, "pages/compare/page.py")
    go_to(app, PAGE)
    assert not app.exception
    assert ranking(app) == before
    assert app.slider(key="nugget_alpha").value == 0.3
    app.file_uploader(key="nugget_runs_0").set_value([("two.json", json.dumps(RUN).encode(), "x/y")]).run()
    assert list(ranking(app)) == ["one", "two"]  # what is added joins what was there
    next(button for button in app.button if button.label == "Remove all files").click().run()
    assert "Upload a gold file" in app.info[0].value
    assert not app.file_uploader(key="nugget_runs_1").value  # nor does the control list them any more


def test_files_of_dialogue_quality_and_nuggets_serve_this_page_too():
    gold, run = (json.loads(path.read_bytes()) for path in (SAMPLE / "gold.json", RUNS[0]))
    assert "quality" in run[0]
    app = upload(gold, ("system-01.json", run))
    assert not app.exception
    assert ranking(app)["system-01"][1] == ranking(nuggets())["system-01"][1]


def test_it_opens_on_the_uploaded_task_where_its_gold_has_nuggets():
    app = go_to(app_at("pages/dashboard.py"), "pages/data/page.py")
    files = [(path.name, path.read_bytes(), "x/y") for path in (SAMPLE / "gold.json", *RUNS)]
    quality = json.dumps([{"id": one["id"], "quality": one["quality"]} for one in json.loads(RUNS[0].read_bytes())])
    app.file_uploader(key="files_0").set_value([*files, ("quality.json", quality.encode(), "x/y")]).run()
    go_to(app, PAGE)
    assert not app.exception
    assert app.selectbox(key="nugget_data").value.startswith("own-")
    assert ranking(app) == ranking(nuggets())
    app.selectbox(key="nugget_data").set_value("sample").run()
    go_to(app, "pages/compare/page.py")
    go_to(app, PAGE)
    assert app.selectbox(key="nugget_data").value == "sample"  # what the visitor chose stays


def test_a_faulty_run_is_reported_by_file_dialogue_and_block():  # every fault is in tests/formats
    app = upload(GOLD, ("fine.json", RUN), ("bad.json", [RUN[0], {"id": "q", "nugget": [CUSTOMER]}]))
    assert not app.exception
    ((file, where, seen, action),) = problems(app)
    assert (file.startswith("bad"), where) == (True, "dialogue q, block 1 (helpdesk)")
    assert "types of the customer" in seen
    assert action


def test_sums_slightly_off_are_divided_when_the_visitor_says_so():
    off = [{"id": "p", "nugget": [CUSTOMER, HELPDESK | {"HNaN": 0.19}]}, RUN[1]]
    app = upload(GOLD, ("off.json", off))
    assert problems(app)[0][1] == "dialogue p, block 2 (helpdesk)"
    app.button(key="repair_renormalise").click().run()
    assert not app.exception
    notes = text_of(shown(app, 'id="notes"'))
    assert "2 notes, 1 repair or choice" in notes
    assert "1 row divided by its sum (block p/2)" in notes
    assert list(ranking(app)) == ["off"]


@needs_real_data
def test_the_real_runs_are_compared_after_the_visitor_allowed_to_divide():
    paths = sorted((REAL_GOLD.parent / "runs_nugget").glob("*.json"))
    gold, *runs = (json.loads(path.read_bytes()) for path in [REAL_GOLD, *paths])
    app = upload(gold, *zip([path.name for path in paths], runs, strict=True))
    assert "cannot be used as they are" in messages(app)
    app.button(key="repair_renormalise").click().run()
    assert not app.exception
    assert {path.stem for path in paths} == set(ranking(app))
    assert "390 dialogues · 1,755 blocks · 19 annotators" in text_of(shown(app, 'id="facts"'))

"""Scores that a visitor brings on Data: they stand beside the others on Systems, Measures and Cases."""

import pytest

from ordquant_core.analysis.scoring import score
from ordquant_core.formats import File, read_task
from tests.html_tables import rows_of
from tests.pages.apps import ROOT, app_at, follow, messages, problems, shown, text_of
from tests.pages.on_data import buttons, data, drop, press

pytestmark = pytest.mark.slow

SAMPLE = ROOT / "assets" / "samples" / "breakdown-labels"
FILES = [SAMPLE / "gold.csv", *sorted((SAMPLE / "runs").iterdir())]
TASK = [(path.name, path.read_bytes()) for path in FILES]
TURNED, SAME = "outside:-turned", "outside:same"
SENTENCE = "for turned, larger is better: these scores are negated; for same, smaller is better"


def table():
    """Scores by NMD, called `same`, and 1 minus them, called `turned`."""
    found = score(read_task([File(name, content) for name, content in TASK]).task, ("NMD",))
    lines = ["run,case,measure,score,better"]
    for run, row in zip(found.runs, found.values[0].tolist(), strict=True):
        for case, value in zip(found.cases, row, strict=True):
            lines += [f"{run},{case},same,{value!r},", f"{run},{case},turned,{1 - value!r},larger"]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def scores():
    return table()


@pytest.fixture(scope="module")
def session(scores):
    """What a session holds after the files were dropped on Data, and the key of the task."""
    app = drop(*TASK, ("elsewhere.csv", scores))
    held = {name: app.session_state[name] for name in ("own_tasks", "outside_scores")}
    return held, next(iter(held["own_tasks"]))


def opened(session, page, **query):
    """Open a page in a session with the task and its scores."""
    held, key = session
    app = app_at(f"pages/{page}/page.py")
    for name, value in held.items():
        app.session_state[name] = dict(value)
    follow(app, task=key, **query)
    assert not app.exception
    return app


def everything(app):
    return text_of(" ".join(box.value for box in app.html))


def test_data_names_the_file_and_how_its_scores_count(scores):
    app = drop(*TASK, ("elsewhere.csv", scores))
    assert "elsewhere.csv" in everything(app)
    assert SENTENCE in everything(app)
    assert "the file has no scores for Popularity and Uniform, which are left out" in everything(app)
    assert "elsewhere.csv" not in text_of(shown(app, 'id="files"'))  # it is no file of the task
    press(app, "Remove scores")
    assert "elsewhere.csv" not in everything(app)
    assert "Remove scores" not in buttons(app)


def test_scores_can_be_dropped_later_and_stay_when_files_are_added(scores):
    app = drop(*TASK[:-1])
    drop(("elsewhere.csv", scores), app=app)
    (key,) = app.session_state["own_tasks"]
    assert list(app.session_state["outside_scores"]) == [key]
    assert "run system-04 is not in the task" in " ".join(" ".join(row) for row in problems(app))
    drop(TASK[-1], app=app)
    (added,) = app.session_state["own_tasks"]
    assert added != key
    assert list(app.session_state["outside_scores"]) == [added]
    assert SENTENCE in everything(app)


def test_scores_alone_are_no_task(scores):
    app = drop(("elsewhere.csv", scores))
    assert "scores without a task; give the gold and the runs as well" in messages(app)
    assert "outside_scores" not in app.session_state or app.session_state["outside_scores"] == {}


def test_a_sample_takes_scores_too(scores):
    app = data(task="breakdown-labels")
    key = next(box.key for box in app.get("file_uploader") if "add_runs" in box.key)
    app.file_uploader(key=key).set_value([("elsewhere.csv", scores.encode(), "text/csv")]).run()
    assert not app.exception
    assert SENTENCE in everything(app)


@pytest.mark.parametrize("page", ["systems", "measures", "cases"])
def test_faulty_scores_are_reported_and_the_page_goes_on_without_them(page, session, scores):
    held, key = session
    lines = scores.splitlines()
    faulty = "\n".join([*lines[:2], lines[2].removesuffix("larger") + "smaller", *lines[4:]])
    broken = held | {"outside_scores": {key: File("elsewhere.csv", faulty.encode())}}
    app = opened((broken, key), page)
    assert "Not used: elsewhere.csv." in messages(app)
    (first, *_) = problems(app)
    assert first[0] == "elsewhere.csv"
    assert "(outside)" not in everything(app)


def test_systems_ranks_and_tests_by_them(session):
    app = opened(session, "systems", measure=SAME)
    assert SENTENCE in everything(app)
    found = {row.cells[0]: row.cells for row in rows_of(shown(app, 'id="pair_table"'), "pair_table")}
    nmd = next(cells for name, cells in found.items() if name.startswith("NMD"))
    own = next(cells for name, cells in found.items() if name.startswith("same (outside)"))
    turned = found["−turned (outside)"]
    assert own[1:] == nmd[1:] == turned[1:]
    assert "By mean same (outside), system-01 leads" in everything(app)
    assert "No noise floor. These scores were computed elsewhere." in everything(app)
    assert "Popularity" not in [option for box in app.selectbox if box.label == "Run A" for option in box.options]


@pytest.mark.parametrize("view", ["agreement", "consistency", "power", "overlap", "information"])
def test_measures_compares_them(view, session):
    app = opened(session, "measures", view=view, trials="100", splits="20")
    texts = everything(app) + " ".join(str(box.options) for box in app.selectbox)
    assert "same (outside)" in texts
    assert "−turned (outside)" in texts
    assert not app.error


def test_cases_shows_them_with_every_case(session):
    app = opened(session, "cases", x="NMD", y=SAME)
    rows = {
        row.data["measure"]: row for row in rows_of(shown(app, 'id="measures"'), "measures") if "measure" in row.data
    }
    assert rows[SAME].titles[1:3] == rows["NMD"].titles[1:3]
    assert [float(rows[TURNED].titles[n]) for n in (1, 2)] == pytest.approx(
        [float(rows["NMD"].titles[n]) - 1 for n in (1, 2)], abs=1e-15
    )
    assert "Outside: scores computed elsewhere" in everything(app)
    assert not app.warning


def test_a_link_to_scores_that_are_not_here_says_so():
    app = app_at("pages/cases/page.py", x=SAME)
    assert not app.exception
    assert "which is not available" in messages(app)


def test_nobody_else_sees_them(session):
    app = app_at("pages/systems/page.py")
    assert "(outside)" not in everything(app)

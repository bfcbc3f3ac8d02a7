"""The choice on Data that larger is better by a measure of outside scores, and where these scores go from there."""

import io
import zipfile
from dataclasses import replace

import pytest

from ordquant_core.analysis.scoring import score
from ordquant_core.formats import File, read_task
from ordquant_core.formats.writing.cases import OUTSIDE, task_archive
from pages.shared import outside, sources
from tests.html_tables import rows_of
from tests.pages.apps import ROOT, app_at, follow, messages, problems, shown, text_of
from tests.pages.on_data import buttons, drop, press, used
from tests.pages.test_exports import current_of
from tests.zips import zipped

pytestmark = pytest.mark.slow

SAMPLE = ROOT / "assets" / "samples" / "breakdown-labels"
TASK = [(path.name, path.read_bytes()) for path in [SAMPLE / "gold.csv", *sorted((SAMPLE / "runs").iterdir())]]
HELD = ("own_tasks", "outside_scores", "outside_larger")
CHOICE = "Larger is better for"


@pytest.fixture(scope="module")
def found():
    return score(read_task([File(name, content) for name, content in TASK]).task, ("NMD",))


def table(found, *, stated="", runs=None):
    """Scores by 1 minus NMD, called `gain`, and by NMD, called `cost`, of which the file says `stated`."""
    lines = ["run,case,measure,score,better"]
    for run, row in zip(found.runs, found.values[0].tolist(), strict=True):
        for case, value in zip(found.cases, row, strict=True):
            lines += [f"{run},{case},gain,{1 - value!r},", f"{run},{case},cost,{value!r},{stated}"]
    return "\n".join(lines) + "\n"


def choice(app):
    (pills,) = (box for box in app.get("button_group") if box.label == CHOICE)
    return pills


def say(app, *names):
    """Choose measures; those of a `button_group` are set by their key."""
    choice(app).set_value(list(names)).run()
    assert not app.exception
    return app


def moved(app, page, **query):
    """Open another page in the same session."""
    other = app_at(f"pages/{page}/page.py")
    for name in HELD:
        if name in app.session_state:  # not a dictionary: there is no `get`
            other.session_state[name] = app.session_state[name]
    follow(other, task=next(iter(app.session_state["own_tasks"])), **query)
    assert not other.exception
    return other


def everything(app):
    return text_of(" ".join(box.value for box in app.html))


def test_smaller_is_better_until_a_visitor_says_otherwise(found):
    app = drop(*TASK, ("elsewhere.csv", table(found)))
    assert (choice(app).options, choice(app).value) == (["gain", "cost"], [])
    assert "Scores of elsewhere.csv, computed elsewhere: for gain and cost, smaller is better" in everything(app)
    say(app, "gain")
    sentence = "for gain, larger is better: these scores are negated; for cost, smaller is better"
    assert sentence in everything(app)
    for page in ("systems", "measures", "cases"):
        assert sentence in everything(moved(app, page))
    say(app)
    assert "for gain and cost, smaller is better" in everything(app)


def test_every_page_counts_the_scores_as_chosen(found):
    app = say(drop(*TASK, ("elsewhere.csv", table(found))), "gain")
    other = moved(app, "systems", measure="outside:-gain")
    rows = {row.cells[0]: row.cells[1:] for row in rows_of(shown(other, 'id="pair_table"'), "pair_table")}
    nmd = next(cells for name, cells in rows.items() if name.startswith("NMD"))
    assert rows["−gain (outside)"] == next(cells for name, cells in rows.items() if name.startswith("cost")) == nmd
    cases = moved(app, "cases", x="NMD", y="outside:-gain")
    values = {
        row.data["measure"]: row for row in rows_of(shown(cases, 'id="measures"'), "measures") if "measure" in row.data
    }
    assert [float(values["outside:-gain"].titles[n]) for n in (1, 2)] == pytest.approx(
        [float(values["NMD"].titles[n]) - 1 for n in (1, 2)], abs=1e-15
    )
    measures = moved(app, "measures", view="agreement")
    assert "−gain (outside)" in everything(measures)
    assert "outside:gain" not in str([box.options for box in measures.selectbox])


def test_what_the_file_says_is_no_choice(found):
    app = drop(*TASK, ("elsewhere.csv", table(found, stated="smaller")))
    assert choice(app).options == ["gain"]
    whole = drop(*TASK, ("elsewhere.csv", table(found, stated="larger").replace(",\n", ",smaller\n")))
    assert not [box for box in whole.get("button_group") if box.label == CHOICE]
    assert "for cost, larger is better" in everything(whole)


def test_a_faulty_file_has_no_choice_and_says_where_the_fault_is(found):
    app = drop(*TASK, ("elsewhere.csv", table(found).replace(",gain,", ",<b>gain,", 1)))
    assert not [box for box in app.get("button_group") if box.label == CHOICE]
    assert "Not used: elsewhere.csv." in messages(app)
    assert problems(app)[0][:2] == ("elsewhere.csv", "line 2")
    assert "Remove scores" in buttons(app)


# --- downloads ---


@pytest.fixture
def current(found):
    """The task of a session with scores, larger ones better by `gain`, as its pages see it."""
    app = say(drop(*TASK, ("elsewhere.csv", table(found))), "gain")
    ((key, source),) = app.session_state["own_tasks"].items()
    with pytest.MonkeyPatch.context() as patched:  # what the session of that visitor holds
        file, (larger,) = app.session_state["outside_scores"][key], app.session_state["outside_larger"].values()
        patched.setattr(sources, "scores_of", lambda _: file)
        patched.setattr(sources, "larger_of", lambda _: larger)
        return outside.with_outside_scores(current_of(replace(source, gold="gold.csv")))


def zip_of(current):
    source = current.source
    read = read_task(source.load(), choices=source.choices)
    return task_archive(read.task, source.title, source.choices, outside=current.outside)


def test_the_zip_of_the_task_has_the_scores_and_brings_them_back(current):
    content = zip_of(current)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        lines = archive.read(OUTSIDE).decode().splitlines()
        notes = archive.read("task.json").decode()
    assert lines[0] == "run,case,measure,score,better"
    assert {line.split(",")[2:5:2][0] + line[line.rindex(",") :] for line in lines[1:]} == {
        "gain,larger",
        "cost,smaller",
    }
    assert f"{OUTSIDE}: from elsewhere.csv, not computed by OrdQuant" in notes
    again = drop(("task.zip", content))
    assert not again.error
    assert "for gain, larger is better: these scores are negated; for cost, smaller is better" in everything(again)
    assert not [box for box in again.get("button_group") if box.label == CHOICE]  # the file says it now
    assert used(again) == used(drop(("task.zip", without_scores(content))))
    press(again, "Remove scores")
    drop(("more.csv", TASK[1][1].decode()), app=again)
    assert "computed elsewhere:" not in everything(again)


def without_scores(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return zipped({name: archive.read(name) for name in archive.namelist() if name != OUTSIDE})

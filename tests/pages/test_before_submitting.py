"""Before submitting, on Data: the usual mistakes get one message each, with and without the gold."""

import csv
import io
import json

import pytest
import streamlit as st

from ordquant_core.__main__ import main
from ordquant_core.tasks import parse_gold
from ordquant_core.tasks.writing.runs import template
from pages.shared import sources
from tests.commands.test_before_submitting import (
    HEADER,
    IDS,
    MANY,
    MANY_VOTES,
    MISTAKES,
    REVERSED,
    ROWS,
    of_scales,
)
from tests.pages.apps import app_at, shown, text_of, verdict
from tests.pages.on_cases import cases
from tests.pages.on_data import verdicts

PAGE = "pages/data/page.py"
GOLD = "\n".join([HEADER, *(f"{case},9,5,3,2,{n}" for n, case in enumerate(IDS))]) + "\n"


LIST = "\n".join(IDS)


def without_gold(*lines, ids=LIST, classes="-2, -1, 0, 1, 2", name="run.csv"):
    app = app_at(PAGE, task="own", without_gold="ids")
    app.text_area(key="outline_ids").set_value(ids).run()
    app.text_input(key="outline_classes").set_value(classes).run()
    held = [(name, ("\n".join(lines) + "\n").encode(), "text/csv")]
    app.file_uploader(key="runs_to_check_0").set_value(held).run()
    assert not app.exception
    return app


@pytest.mark.parametrize(("lines", "message"), MISTAKES, ids=[words[:30] for _, words in MISTAKES])
def test_a_mistake_gets_the_message_of_the_command(lines, message):
    assert text_of(shown(without_gold(*lines), 'id="mistakes"')) == f"run.csv: {message}"


def test_a_sound_run_is_ready_to_submit():
    app = without_gold(HEADER, *ROWS)
    assert text_of(shown(app, 'id="ready"')) == "Ready to submit: 1 run, nothing is missing."
    app.button(key="remove_runs_to_check").click().run()
    assert app.session_state["runs_without_gold"] == ()
    assert not [block for block in app.html if 'id="ready"' in block.value]


def test_a_task_that_is_not_described_is_said():
    app = without_gold(HEADER, *ROWS, classes="a, a")
    assert "Give two or more different classes" in app.error[0].value
    app = without_gold(HEADER, *ROWS, ids="")
    assert "the file is empty" in app.error[0].value


def test_with_the_gold_the_same_message_stands_above_the_table_of_problems():
    lines, message = MISTAKES[0]
    app = app_at(PAGE, task="own")
    held = [("gold.csv", GOLD.encode(), "text/csv"), ("run.csv", "\n".join(lines).encode(), "text/csv")]
    app.file_uploader(key="files_0").set_value(held).run()
    assert not app.exception
    assert verdict(app).startswith("Not ready")
    assert text_of(shown(app, 'id="mistakes"')) == f"run.csv: {message}"


def test_a_run_that_may_be_written_in_the_opposite_order_is_said_on_data_as_by_the_command():
    run = "\n".join([HEADER, *(f"{case},.05,.05,.1,.2,.6" for case in MANY)])
    app = dropped(("gold.csv", "\n".join([HEADER, *MANY_VOTES])), ("run.csv", run))
    assert verdict(app).startswith("Ready")
    assert text_of(shown(app, 'id="mistakes"')) == f"run.csv: {REVERSED}"


# --- a task with two scales ---


def dropped(*files):
    app = app_at(PAGE, task="own")
    app.file_uploader(key="files_0").set_value([(name, text.encode(), "text/csv") for name, text in files]).run()
    assert not app.exception
    return app


@pytest.mark.parametrize("run", ["both.json", "wrong.json", "only.json", "run.csv"])
def test_data_and_the_command_say_the_same_of_a_task_with_two_scales(tmp_path, monkeypatch, capsys, run):
    files = {
        "gold.json": of_scales("A", "E", votes=True),
        "both.json": of_scales("A", "E"),
        "wrong.json": of_scales("A", "E", wrong=("E",)),
        "only.json": of_scales("A"),
        "run.csv": "\n".join([HEADER, *ROWS]),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    assert main(["check", "gold.json", run, "--scale", "all"]) == 0
    out, err = capsys.readouterr()
    said = list(csv.DictReader(io.StringIO(out)))
    app = dropped(*((name, files[name]) for name in ("gold.json", run)))
    for scale in ("A", "E"):
        app.button_group(key="scale").set_value(scale).run()
        rows = [row for row in said if row["scale"] == scale]
        page = text_of(" ".join(block.value for block in app.html))
        assert [row for row in rows if row["problem"] not in page] == []
        assert verdict(app).startswith("Not ready" if rows else "Ready")
        assert f"note: scale {scale}: {run}: {verdicts(app)[run].partition(': ')[0]}\n" in err
        messages = [text_of(block.value) for block in app.html if 'id="mistakes"' in block.value]
        assert [words for words in messages if f"note: scale {scale}: {words}\n" not in err] == []
        assert bool(messages) == bool(rows)


def test_without_the_gold_a_run_is_checked_on_all_its_scales():
    app = without_gold(of_scales("A", "E"), name="run.json")
    assert text_of(shown(app, 'id="ready"')) == "Ready to submit: 1 run, nothing is missing on scales A and E."
    app = without_gold(of_scales("A", "E", wrong=("E",)), name="run.json")
    assert text_of(shown(app, 'id="mistakes"')).startswith("run.json: on scale E: 1 row does not sum to 1")


def test_cases_without_groups_say_what_groups_them():
    app = cases(show="groups")
    assert not app.exception
    assert "The cases of this task have no groups" in app.info[0].value


@pytest.mark.parametrize("scales", [("A", "E"), ("E",)])
@pytest.mark.parametrize("form", ["csv", "ntcir", "ntcir of one scale"])
def test_a_published_task_accepts_its_own_template_on_every_scale(tmp_path, monkeypatch, scales, form):
    folder = tmp_path / "published"
    folder.mkdir()
    (folder / "gold.json").write_text(of_scales(*scales, votes=True))
    (folder / "one.json").write_text(of_scales(*scales))
    said = {"title": "Published", "gold": "gold.json", "runs": ["one.json"]}
    (folder / "task.json").write_text(json.dumps(said))
    gold = parse_gold((folder / "gold.json").read_bytes(), "gold.json", scale=scales[0])
    filled = ("E",) if form.endswith("one scale") else scales
    own = template(gold.cases, gold.classes, form.split()[0], scales=filled)
    monkeypatch.setenv("ORDQUANT_TASKS", str(tmp_path))
    sources.offered.clear()
    st.cache_resource.clear()
    app = app_at(PAGE, task="published")
    name = "mine.csv" if form == "csv" else "mine.json"
    app.file_uploader(key="files_0").set_value([(name, own, "text/plain")]).run()
    for scale in scales if len(scales) > 1 else (None,):
        if scale is not None:
            app.button_group(key="scale").set_value(scale).run()
        assert not app.exception
        if scale not in (None, *filled):
            assert "or choose the scale to read" in text_of(shown(app, 'id="mistakes"'))
            assert "The gold has scale E, too" in text_of(shown(app, "oq-ask"))
        else:
            assert verdicts(app)[f"your runs/{name}"] == "accepted"
    sources.offered.clear()
    st.cache_resource.clear()

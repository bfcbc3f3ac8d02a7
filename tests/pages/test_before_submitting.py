"""Before submitting, on Data: the usual mistakes get one message each, with and without the gold."""

import pytest

from tests.commands.test_before_submitting import HEADER, IDS, MISTAKES, ROWS
from tests.pages.apps import app_at, shown, text_of, verdict
from tests.pages.on_cases import cases

PAGE = "pages/data/page.py"
GOLD = "\n".join([HEADER, *(f"{case},9,5,3,2,{n}" for n, case in enumerate(IDS))]) + "\n"


LIST = "\n".join(IDS)


def without_gold(*lines, ids=LIST, classes="-2, -1, 0, 1, 2"):
    app = app_at(PAGE, task="own", without_gold="ids")
    app.text_area(key="outline_ids").set_value(ids).run()
    app.text_input(key="outline_classes").set_value(classes).run()
    held = [("run.csv", ("\n".join(lines) + "\n").encode(), "text/csv")]
    app.file_uploader(key="runs_to_check_0").set_value(held).run()
    assert not app.exception
    return app


@pytest.mark.parametrize(("lines", "message"), MISTAKES, ids=[words[:30] for _, words in MISTAKES])
def test_a_mistake_gets_the_message_of_the_command(lines, message):
    assert text_of(shown(without_gold(*lines), 'id="mistakes"')) == f"run.csv: {message}"


def test_a_sound_run_is_ready_to_submit():
    assert text_of(shown(without_gold(HEADER, *ROWS), 'id="ready"')) == "Ready to submit: 1 run, nothing is missing."


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


def test_cases_without_groups_say_what_groups_them():
    app = cases(show="groups")
    assert not app.exception
    assert "The cases of this task have no groups" in app.info[0].value

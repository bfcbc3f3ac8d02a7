"""Lessons: nine lessons on the board, the quiz, all on one page; no score of a lesson before a prediction."""

import json
import re

import pytest

from ordquant_core.numerals import score
from ordquant_core.teaching.lesson import NAMES
from ordquant_core.teaching.lesson_fields import goal_of, score_of
from ordquant_core.teaching.lessons import LESSONS, NEW, TRANSFERS
from ordquant_core.teaching.quiz import quiz, quiz_data
from ordquant_core.teaching.quiz_space import quiz_space
from pages.lessons.state import STATE, Reached
from pages.shared import downloads
from tests.depth import matrix
from tests.html_tables import cells_of
from tests.pages.apps import app_at, follow, go_to, messages, shown, verdict
from tests.pages.grammar import check_round_trip, link_of

pytestmark = pytest.mark.slow

SIDES = ("gold", "a", "b")
PAGE = "pages/lessons/page.py"
OTHER = {
    "show": "quiz",
    "lesson": "swap",
    "answers": {"swap": Reached(0), "carry": Reached(-1, done=True)},
    "level": "hard",
    "seed": 7,
    "sitting": "9000000000.1",
}
BESIDE = {name: {"show": "quiz"} for name in ("sitting", "level", "seed")}


@pytest.mark.parametrize("name", list(STATE))
def test_every_parameter_makes_the_round_trip(name):
    check_round_trip(PAGE, STATE, name, OTHER[name], **BESIDE.get(name, {}))


def sent(app):
    """Return all that the browser gets, every element with its state.

    Left out is what no answer changes: style sheets, scripts, and the numbers of the picture itself.
    """
    parts = []

    def visit(node):
        for child in getattr(node, "children", {}).values():
            proto = getattr(child, "proto", None)
            if child.type == "bidi_component":
                data = json.loads(proto.json or "{}")
                parts.append(json.dumps({name: value for name, value in data.items() if name not in SIDES}))
            elif proto is not None and "<style>" not in str(getattr(child, "value", "")):
                parts.append(str(proto))
            visit(child)

    visit(app._tree)
    return " ".join(parts)


def given_away(app, values):
    """Return which of these scores the browser gets, written in any way."""
    everything = sent(app)
    written = {text for value in values for text in (score(value), score(value)[1:], repr(value))} - {"0.0", "1.0"}
    return sorted(text for text in written if re.search(rf"(?<![\d.]){re.escape(text)}(?!\d)", everything))


def sent_to(app, field):
    """Return what the one component is sent that gets such a field."""
    parts = (part.proto.json or "" for part in app.get("bidi_component"))
    (found,) = (json.loads(text) for text in parts if f'"{field}":' in text)
    return found


def board(app):
    return sent_to(app, "rail")


def stepped(app, answer=None, *, done=False, to=None):
    """Answer on the board, do its task, or go to another lesson."""
    at = f"{answer} {done} {to} {board(app)['of']}"
    app.session_state["board"] = {"step": {"of": board(app)["of"], "answer": answer, "done": done, "to": to, "at": at}}
    return app.run()


def test_lessons_and_their_questions_on_new_pictures_are_gone_through_and_the_link_keeps_answers_and_tasks():
    app = app_at(PAGE)
    for number, (key, lesson) in enumerate(LESSONS.items()):
        shown_there = board(app)
        assert shown_there["lesson"]["title"] == lesson.title
        assert [entry["title"] for entry in shown_there["rail"]] == [one.title for one in LESSONS.values()]
        assert (shown_there["now"], shown_there["answer"], shown_there["done"]) == (number, None, False)
        stepped(app, lesson.right)
        assert link_of(app)["answers"].endswith(f"{key}.{lesson.right + 1}")
        stepped(app, lesson.right, done=True)
        assert board(app)["rail"][number]["done"]
        stepped(app, lesson.right, done=True, to=board(app)["next"]["to"])
        asked = board(app)
        assert (asked["lesson"]["key"], asked["now"]) == (f"{key}{NEW}", number)
        stepped(app, 0, done=True, to=asked["next"]["to"])
        assert not app.exception
    assert [title.value for title in app.title] == ["Quiz"]
    again = app_at(PAGE, lesson="swap", answers="swap.4,carry.3.done")
    assert (board(again)["answer"], board(again)["done"]) == (-1, False)
    assert [entry["label"] for entry in board(again)["rail"] if entry["done"]] == ["3"]


@pytest.mark.parametrize("key", TRANSFERS)
def test_a_question_on_a_new_picture_sends_no_score_before_the_answer(key):
    lesson = TRANSFERS[key]
    sides = [(one, side) for one in NAMES for side in lesson.sides]
    values = [score_of(one, lesson.board.gold, lesson.board.side(side)) for one, side in sides]
    assert given_away(app_at(PAGE, lesson=key), [value for value in values if value not in (0, 1, 0.5)]) == []


def test_a_task_that_was_done_stays_done():
    app = stepped(stepped(app_at(PAGE, lesson="carry"), 2, done=True), 2)
    assert link_of(app)["answers"] == "carry.3.done"


@pytest.mark.parametrize(
    "step",
    [
        {"answer": 4}, {"answer": True}, {"answer": "1"}, {"answer": -2}, {"to": "nothing"}, {"to": -1},
        {"of": "swap 0"}, {"of": 3}, {"done": "yes"}, {"answer": [1]}, {"at": {}}, "step", None,
    ],
)  # fmt: skip
def test_what_a_browser_should_not_send_changes_nothing(step):
    app = app_at(PAGE, lesson="carry")
    sent_step = {"of": board(app)["of"], "at": "1"} | step if isinstance(step, dict) else step
    app.session_state["board"] = {"step": sent_step}
    app.run()
    assert not app.exception
    assert link_of(app) == {"lesson": "carry"}
    assert board(app)["answer"] is None


@pytest.mark.parametrize("key", matrix(LESSONS, "carry", "lookouts"))
def test_what_is_sent_before_the_answer_holds_no_score_of_the_picture_after_the_task(key):
    lesson = LESSONS[key]
    at_first = [score_of(one, lesson.board.gold, lesson.board.side(side)) for one in NAMES for side in lesson.sides]
    goal = goal_of(lesson)
    after = [score_of(one, goal.gold, goal.side(side)) for one in NAMES for side in lesson.sides]
    new = [value for value in after if value not in at_first and value]
    assert given_away(app_at(PAGE, lesson=key), new) == []


def test_answers_survive_a_change_of_pages():
    app = stepped(go_to(app_at("pages/dashboard.py"), PAGE), 1)
    go_to(app, "pages/compare/page.py")
    go_to(app, PAGE)
    assert link_of(app)["answers"] == "average.2"


def test_start_leads_to_the_lessons():
    app = app_at("pages/dashboard.py").button(key="say_a").click().run()
    assert "Start the lessons" in [link.label for link in app.get("page_link")]


@pytest.fixture(scope="module")
def questions():
    space = quiz_space()
    return lambda level, seed: json.loads(json.dumps(quiz_data(quiz(space, seed, level))))


def asked(app):
    """Return what the quiz is sent."""
    return sent_to(app, "stage")


def taken(app, sitting, level="easy", seed=1, **more):
    """Report how far one is, as the quiz in the browser does."""
    step = {"level": level, "seed": seed, "sitting": sitting, "at": f"{level} {seed} {sitting} {more}", **more}
    app.session_state["quiz"] = {"step": step}
    return app.run()


def test_the_quiz_of_a_link_is_sent_with_its_questions_and_how_far_one_is(questions):
    app = app_at(PAGE, show="quiz")
    assert asked(app)["quiz"] == questions("easy", 1)
    assert (asked(app)["sitting"], asked(app)["quizzes"]) == ("", {"easy": 8, "medium": 6, "hard": 6})
    assert link_of(app) == {"show": "quiz"}
    app = app_at(PAGE, show="quiz", level="hard", seed="7", sitting="3910000000.3")
    assert asked(app)["quiz"] == questions("hard", 7)
    assert asked(app)["sitting"] == "3910000000.3"
    assert link_of(app) == {"show": "quiz", "level": "hard", "seed": "7", "sitting": "3910000000.3"}


def test_answers_are_kept_in_the_link_and_the_questions_that_have_arrived_are_not_sent_again(questions):
    app = app_at(PAGE, show="quiz")
    taken(app, "3000000000.0")
    assert link_of(app) == {"show": "quiz", "sitting": "3000000000.0"}
    assert (asked(app)["quiz"], asked(app)["sitting"]) == (None, "")  # the browser knows better
    taken(app, "3900000000.1")
    assert link_of(app)["sitting"] == "3900000000.1"
    app.session_state["quiz"] = {"step": {"lost": True, "at": "now"}}
    app.run()
    assert (asked(app)["quiz"], asked(app)["sitting"]) == (questions("easy", 1), "3900000000.1")
    app.session_state[STATE.key("show")] = "page"
    app.run()
    app.session_state[STATE.key("show")] = "quiz"
    app.run()
    assert (asked(app)["quiz"], asked(app)["sitting"]) == (questions("easy", 1), "3900000000.1")


def test_another_quiz_is_sent_when_it_is_chosen(questions):
    app = app_at(PAGE, show="quiz", sitting="1111111111.10")
    taken(app, "", "hard", 2)
    assert (asked(app)["quiz"], asked(app)["sitting"]) == (questions("hard", 2), "")
    assert link_of(app) == {"show": "quiz", "level": "hard", "seed": "2"}


def test_the_result_leads_to_a_lesson_and_back_to_the_quiz():
    app = taken(app_at(PAGE, show="quiz"), "1111111111.10", to="carry")
    assert board(app)["lesson"]["key"] == "carry"
    app.session_state[STATE.key("show")] = "quiz"
    app.run()
    assert asked(app)["sitting"] == "1111111111.10"


@pytest.mark.parametrize(
    "step",
    [
        {"level": "x"}, {"level": ["easy"]}, {"seed": "2"}, {"seed": True}, {"seed": -1}, {"seed": 10**6},
        {"sitting": "3"}, {"sitting": "3000000000.11"}, {"sitting": "٣000000000.1"}, {"sitting": 3}, "step", None,
    ],
)  # fmt: skip
def test_what_the_quiz_should_not_send_changes_nothing(step):
    app = app_at(PAGE, show="quiz")
    right = {"level": "hard", "seed": 2, "sitting": "", "at": ""}
    app.session_state["quiz"] = {"step": right | step if isinstance(step, dict) else step}
    app.run()
    assert not app.exception
    assert link_of(app) == {"show": "quiz"}


@pytest.mark.parametrize("sitting", ["2.0000000000.0", "00.0", "0000000000.11", "x"])
def test_answers_in_a_link_that_cannot_be_used_are_reported_and_the_quiz_can_begin(sitting):
    app = app_at(PAGE, show="quiz", sitting=sitting)
    assert not app.exception
    assert "a digit per question and the question that is shown" in messages(app)
    assert asked(app)["sitting"] == ""


def test_a_link_to_another_quiz_opens_its_beginning():
    app = taken(app_at(PAGE, show="quiz"), "3000000000.1")
    follow(app, show="quiz", seed="8")
    assert (asked(app)["quiz"]["seed"], asked(app)["sitting"]) == (8, "")


def test_the_lessons_can_be_taken_along_as_one_file(monkeypatch):
    made = {}
    monkeypatch.setattr(
        downloads, "file_button", lambda label, data, file_name, mime, help_=None: made.update({file_name: data()})
    )
    app_at(PAGE, show="page")
    data = json.loads(re.search(r'id="data">(.*?)</script>', made["lessons.html"].decode())[1])
    assert len(data["lessons"]) == len(LESSONS)


def test_all_on_one_page_lists_the_preferences_on_every_picture_and_what_to_take_away():
    app = app_at(PAGE, show="page")
    assert not app.exception
    rows = cells_of(shown(app, 'id="summary"'), "summary")
    assert [row[-1] for row in rows] == [lesson.take_away for lesson in LESSONS.values()]
    of_one_vote = next(row for row in rows if row[0].endswith(" One vote"))
    assert [cell.replace("\u00a0", " ") for cell in of_one_vote[1:8]] == [
        "0, 0, 0, 11, 9",
        "0, 0, 0, 20, 0",
        "4, 4, 4, 4, 4",
        *"AAAA",
    ]
    of_carry = next(row for row in rows if row[0].endswith(" Carry the votes"))
    assert of_carry[4:8] == ["A", "B", "B", "A"]  # NMD, RNOD, NVD, DNKT
    assert link_of(app) == {"show": "page"}


def test_on_stage_the_link_of_the_code_holds_no_answer_and_the_lesson_goes_on():
    app = stepped(app_at(PAGE, lesson="lookouts", view="stage"), 1, done=True)
    assert not app.title
    assert board(app)["stage"]
    assert link_of(app) == {"lesson": "lookouts", "view": "stage"}
    app.button(key="leave_stage").click().run()
    assert link_of(app)["answers"] == "lookouts.2.done"


def test_all_on_one_page_goes_on_stage_and_can_be_left():
    app = app_at(PAGE, view="stage", show="page")
    assert not app.exception
    assert not app.title
    assert "First say what an error costs you" in verdict(app)
    assert link_of(app) == {"show": "page", "view": "stage"}
    app.button(key="leave_stage").click().run()
    assert link_of(app) == {"show": "page"}
    assert len(app.title) == 1


def test_on_stage_the_link_of_the_code_holds_no_answer_and_the_quiz_goes_on():
    app = taken(app_at(PAGE, show="quiz", level="hard", view="stage"), "3000000000.1", "hard")
    assert not app.title
    assert asked(app)["stage"]
    assert link_of(app) == {"show": "quiz", "level": "hard", "view": "stage"}
    app.button(key="leave_stage").click().run()
    assert link_of(app) == {"show": "quiz", "level": "hard", "sitting": "3000000000.1"}
    assert (asked(app)["stage"], asked(app)["sitting"]) == (False, "3000000000.1")

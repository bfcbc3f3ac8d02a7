"""Lessons: nine lessons on the board, one's own, the quiz and the answers of a class; no score before a prediction."""

import json
import re

import pytest

from ordquant_core.analysis.picture import Picture
from ordquant_core.analysis.spaces.pairs import classes
from ordquant_core.numerals import score
from ordquant_core.teaching.answers import CONFIDENCES, Answer
from ordquant_core.teaching.explanations import reason, reason_in_words
from ordquant_core.teaching.lesson import NAMES
from ordquant_core.teaching.lesson_fields import goal_of, score_of
from ordquant_core.teaching.lessons import LESSONS, NEW, REPLACED, TRANSFERS
from ordquant_core.teaching.material_file import material_file
from ordquant_core.teaching.own_lesson import VERSION_KEY, OwnLesson, to_json, to_link
from ordquant_core.teaching.quiz import quiz, result
from ordquant_core.teaching.quiz_space import quiz_space
from ordquant_core.teaching.result_codes import Taken, read_code, write_code
from ordquant_core.teaching.sitting import Sitting, write_sitting
from pages.lessons.state import STATE, Reached
from pages.shared import downloads
from tests.depth import matrix
from tests.html_tables import cells_of
from tests.pages.apps import app_at, follow, go_to, messages, shown, text_of, verdict
from tests.pages.grammar import check_round_trip, link_of

pytestmark = pytest.mark.slow

SIDES = ("gold", "a", "b")
PAGE = "pages/lessons/page.py"
OWN = OwnLesson(
    Picture(classes(3), (6.0, 0.0, 4.0), (5.0, 5.0, 0.0), "uniform", "Group <b>7</b>", ""),
    asks="NMD",
    measures=("NMD", "NVD"),
    title="Ours_*<i>",
    take_away="Look <b>twice</b>.",
)
OTHER = {
    "show": "quiz",
    "lesson": "swap",
    "answers": {"swap": Reached(0), "carry": Reached(-1, done=True)},
    "own": (OWN, OwnLesson(OWN.picture, "NVD", ("NVD",))),
    "level": "hard",
    "seed": 7,
    "sitting": Sitting((Answer("b", "sure"), *(None,) * 9), at=1),
}
BESIDE = {"sitting": {"show": "quiz", "seed": "3"}, "level": {"show": "quiz", "seed": "3"}, "seed": {"show": "quiz"}}


@pytest.mark.parametrize("name", list(STATE))
def test_every_parameter_makes_the_round_trip(name):
    check_round_trip(PAGE, STATE, name, OTHER[name], **BESIDE.get(name, {}))


def words(app):
    return " ".join(text_of(block.value) for block in app.html if "<style>" not in block.value)


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
    (found,) = (json.loads(text) for text in parts if f'"{field}"' in text)
    return found


def canvas(app):
    return sent_to(app, "limits")


def on(app):
    return app.button(key="go_on").click().run()


def predicted(app, choice="a", confidence="fairly"):
    return app.button(key=f"choose_{choice}").click().run().button(key=f"sure_{confidence}").click().run()


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


@pytest.mark.parametrize(("earlier", "now"), REPLACED.items())
def test_a_link_to_an_earlier_lesson_opens_the_one_that_replaced_it_and_says_so(earlier, now):
    app = app_at(PAGE, lesson=earlier, step="reveal")
    (words_said,) = (warning.value for warning in app.warning)
    assert words_said.endswith(f"was replaced by “{LESSONS[now].title}”.")
    assert board(app)["lesson"]["key"] == now
    assert link_of(app) == {"lesson": now}


def test_answers_to_the_earlier_lessons_are_reported():
    app = app_at(PAGE, lesson="near-miss", step="take-away", answers="near-miss.a.sure,swap.b.guess")
    assert "answers to the earlier lessons; the new ones ask again" in messages(app)
    assert board(app)["lesson"]["key"] == "near-miss"


def test_answers_survive_a_change_of_pages():
    app = stepped(go_to(app_at("pages/dashboard.py"), PAGE), 1)
    go_to(app, "pages/compare/page.py")
    go_to(app, PAGE)
    assert link_of(app)["answers"] == "average.2"


def test_start_leads_to_the_lessons():
    app = app_at("pages/dashboard.py").button(key="say_a").click().run()
    assert "Start the lessons" in [link.label for link in app.get("page_link")]


def test_a_lesson_of_ones_own_opens_from_its_link_and_sends_no_score_before_the_answer():
    app = app_at(PAGE, own=to_link(OWN))
    assert not app.exception
    assert board(app)["lesson"]["title"] == OWN.title
    assert board(app)["lesson"]["hidden"] == ["NMD", "NVD"]
    scores = [value for side in "ab" for value in OWN.picture.scores(side, OWN.measures).values()]
    assert given_away(app, scores) == []
    stepped(app, 0, done=True)
    assert link_of(app) == {"lesson": "own", "own": to_link(OWN), "answers": "own.1.done"}


def test_a_link_to_another_own_lesson_is_not_answered_yet():
    app = stepped(app_at(PAGE, own=to_link(OWN)), 1)
    other = to_link(OwnLesson(OWN.picture, "NVD", ("NVD",)))
    before = board(app)["of"]
    follow(app, own=other)
    assert board(app)["answer"] is None
    assert board(app)["of"] != before


BROKEN = {
    "nothing": "starts with",
    "1.": "damaged",
    "1.AAAA": "damaged",
    "2.AAAA": "version",
    "x" * 2_001: "at most 2,000",
}


@pytest.mark.parametrize("link", BROKEN, ids=lambda link: link[:9])
def test_a_broken_link_of_an_own_lesson_is_reported_and_the_first_lesson_opens(link):
    app = app_at(PAGE, own=link)
    assert not app.exception
    assert len(app.warning) == 1
    assert BROKEN[link] in messages(app)
    assert board(app)["lesson"]["key"] == next(iter(LESSONS))


def given(*files, name="lesson.json"):
    app = app_at(PAGE, show="class")
    app.file_uploader(key="lesson_file_0").set_value([(name, data, "application/json") for data in files]).run()
    return app


SECOND = OwnLesson(OWN.picture, "NVD", ("NVD",), title="The second")


def test_several_lessons_open_from_one_link_and_each_keeps_its_answer():
    app = app_at(PAGE, own=to_link(OWN, SECOND))
    assert [entry["title"] for entry in board(app)["rail"]][-2:] == [OWN.title, SECOND.title]
    stepped(app, 0, done=True, to=board(app)["next"]["to"])
    assert (board(app)["lesson"]["title"], board(app)["answer"]) == (SECOND.title, None)
    stepped(app, 2, done=True)
    assert link_of(app) == {"lesson": "own-2", "own": to_link(OWN, SECOND), "answers": "own.1.done,own-2.3.done"}
    again = app_at(PAGE, **link_of(app))
    assert (board(again)["lesson"]["title"], board(again)["answer"]) == (SECOND.title, 2)


def test_lessons_of_several_files_follow_one_another_and_are_passed_on_as_one_link():
    app = given(to_json(OWN).encode(), to_json(SECOND, OWN).encode())
    assert link_of(app)["own"] == to_link(OWN, SECOND, OWN)
    app.session_state[STATE.key("show")] = "class"
    app.run()
    assert "1. Ours_*<i> 2. The second 3. Ours_*<i>" in words(app)
    (opened,) = (link.proto.url for link in app.get("link_button") if link.proto.label == "Open as the class sees it")
    assert opened == f"lessons?own={to_link(OWN, SECOND, OWN)}"  # and without the teacher's answers


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x00\xff", "lesson.json"),
        (b"{}", "ordquant_lesson"),
        (json.dumps({VERSION_KEY: 1, "classes": ["<b>"]}).encode(), "lesson"),
        (b" " * 20_001, "at most 20,000"),
    ],
)
def test_a_file_that_is_no_lesson_is_reported(data, why):
    app = given(data)
    assert not app.exception
    assert why in messages(app)
    assert "lesson" not in link_of(app)


@pytest.fixture(scope="module")
def seven():
    return quiz(quiz_space(), 7, "easy")


def begun(**query):
    return on(app_at(PAGE, show="quiz", **query))


def test_a_quiz_opens_with_its_level_and_a_seed_that_everybody_can_share():
    app = app_at(PAGE, show="quiz")
    assert 0 <= int(link_of(app)["seed"]) < 1_000_000
    assert app.number_input(key="lessons_seed").value == int(link_of(app)["seed"])
    assert link_of(on(app_at(PAGE, show="quiz", seed="7", level="hard"))) == {
        "show": "quiz", "level": "hard", "seed": "7", "sitting": write_sitting(Sitting()),
    }  # fmt: skip


def test_a_quiz_asks_ten_questions_explains_each_and_ends_with_score_calibration_and_code(seven):
    app = begun(seed="7")
    given = []
    for number, item in enumerate(seven.items):
        assert f"Question {number + 1} of 10" in words(app)
        assert canvas(app)["gold"] == list(item.picture.gold)
        numbers = [item.picture.scores(side, [item.measure])[item.measure] for side in "ab"]
        assert given_away(app, numbers) == []
        assert app.button(key="go_on").disabled
        choice = item.answer if number != 3 else {"a": "b", "b": "a", "tie": "a"}[item.answer]
        confidence = list(CONFIDENCES)[number % 3]
        predicted(app, choice, confidence)
        given.append(Answer(choice, confidence))
        assert ("Right: " if number != 3 else "") in verdict(app)
        assert text_of(reason_in_words(reason(item.measure, item.picture))) in words(app)
        assert len(cells_of(shown(app, 'id="reason"'), "reason")) == 2
        assert cells_of(shown(app, 'id="measures"'), "measures")[0][0] == item.measure
        on(app)
    found = result(seven, given)
    assert verdict(app) == "9 of 10 right."
    assert cells_of(shown(app, 'id="by_measure"'), "by_measure")[-1][2] == "9 of 10"
    rows = cells_of(shown(app, 'id="calibration"'), "calibration")
    assert [row[1] for row in rows] == [f"{one.right} of {one.given}" for one in found.calibration]
    (code,) = (block.value for block in app.code)
    assert read_code(code) == Taken(7, "easy", tuple(given))
    app.button(key="go_on").click().run()
    assert f"Question 1 of {len(found.practise)}" in words(app)
    assert link_of(app)["seed"] == "7"
    assert not app.exception


def test_answering_as_another_measure_would_is_said_and_shown(seven):
    app = begun(seed="7")
    said = []
    for item in seven.items:
        predicted(app, {"a": "b", "b": "a", "tie": "a"}[item.answer])
        said.append(verdict(app))
        assert said[-1].startswith("You answered as ")
        _, *others = [row[0] for row in cells_of(shown(app, 'id="measures"'), "measures")]
        assert all(f"You answered as {measure} would." in said[-1] for measure in others)
        on(app)
    assert any("would." in one for one in said)
    assert verdict(app) == "0 of 10 right."


def test_the_link_of_a_quiz_keeps_answers_question_and_practice(seven):
    app = begun(seed="7")
    for item in seven.items[:3]:
        predicted(app, {"a": "b", "b": "a", "tie": "a"}[item.answer], "sure")
        on(app)
    again = app_at(PAGE, **link_of(app))
    assert "Question 4 of 10" in words(again)
    assert again.session_state["lessons_sitting"] == app.session_state["lessons_sitting"]
    wrong = tuple(Answer({"a": "b", "b": "a", "tie": "a"}[item.answer]) for item in seven.items)
    over = app_at(PAGE, show="quiz", seed="7", sitting=write_sitting(Sitting(wrong, at=10)))
    assert verdict(over) == "0 of 10 right."
    on(over)
    practising = app_at(PAGE, **link_of(over))
    assert "Question 1 of 10" in words(practising)
    assert canvas(practising)["gold"] == canvas(over)["gold"]


@pytest.mark.parametrize(
    ("sitting", "why"),
    [("1.0000000000.0", "edition 2 replaced it"), ("2.00.0", "one digit per question"), ("x", "damaged")],
)
def test_answers_in_a_link_that_cannot_be_used_are_reported_and_the_quiz_can_begin(sitting, why):
    app = app_at(PAGE, show="quiz", seed="7", sitting=sitting)
    assert not app.exception
    assert why in messages(app)
    assert "Ten pictures, ten questions" in verdict(app)


def test_a_link_to_another_quiz_opens_its_beginning():
    app = predicted(begun(seed="7"))
    follow(app, show="quiz", seed="8")
    assert "Ten pictures, ten questions" in verdict(app)


def test_the_lessons_can_be_taken_along_as_one_file_with_ones_own(monkeypatch):
    made = {}
    monkeypatch.setattr(
        downloads, "file_button", lambda label, data, file_name, mime, help_=None: made.update({file_name: data()})
    )
    app_at(PAGE, show="class", own=to_link(OWN))
    data = json.loads(re.search(r'id="data">(.*?)</script>', made["lessons.html"].decode())[1])
    assert [one["title"] for one in data["own"]] == [OWN.title]
    assert len(data["lessons"]) == len(LESSONS)


def test_a_teacher_gets_a_plan_of_45_minutes_with_its_slides_and_the_sheets_to_print(monkeypatch):
    made = {}
    monkeypatch.setattr(
        downloads,
        "file_button",
        lambda label, data, file_name, mime, help_=None: made.update({label: (file_name, data)}),
    )
    app = app_at(PAGE, show="class")
    name, data = made["Plan, worksheet and solutions (HTML)"]
    assert name.endswith(".html")
    assert data().decode() == material_file()
    slides = re.findall(r'href="lessons\?lesson=([\w-]+)&amp;view=stage"', shown(app, 'id="plan"'))
    assert slides
    assert set(slides) <= set(LESSONS)


def test_codes_that_were_given_more_than_once_are_listed_as_possible_duplicates(seven):
    codes = [write_code(Taken(7, "easy", (Answer(item.answer, "sure"),) * 10)) for item in seven.items[:1]] * 3
    other = write_code(Taken(7, "easy", (None,) * 10))
    app = counted("\n".join([*codes, codes[0].lower(), other]))
    assert cells_of(shown(app, 'id="duplicates"'), "duplicates") == [[codes[0], "4"]]
    assert text_of(shown(app, "possible duplicate")) == "3 possible duplicates"
    once = counted("\n".join([codes[0], other]))
    assert not any("possible duplicate" in block.value for block in once.html)


def test_the_bars_of_a_class_stand_above_their_numbers(seven):
    app = counted(write_code(Taken(7, "easy", tuple(Answer(item.answer, "sure") for item in seven.items))))
    cells = re.findall(r"<td[^>]*>((?:(?!</td>).)*oq-counts.*?)</td>", shown(app, 'id="class"'), re.DOTALL)
    assert len(cells) == 30
    assert all(cell.startswith("<div") and text_of(cell) for cell in cells)


def counted(codes):
    app = app_at(PAGE, show="class")
    app.text_area(key="class_codes").set_value(codes).run()
    return app


def test_codes_become_a_histogram_per_question_and_confidence(seven):
    right = tuple(Answer(item.answer, "sure") for item in seven.items)
    codes = [write_code(Taken(7, "easy", answers)) for answers in (right, (*right[:9], None))]
    wrong = codes[0][:-1] + ("3" if codes[0][-1] != "3" else "4")
    other = write_code(Taken(8, "easy", right))
    app = counted("\n".join([*codes, wrong, other, "hello <b>"]))
    assert not app.exception
    assert verdict(app) == "2 result codes: 19 of 20 questions right."
    rows = cells_of(shown(app, 'id="class"'), "class")
    assert len(rows) == 10
    assert rows[0][2] == "2 of 2"
    assert rows[9][2] == "1 of 2"
    assert rows[9][6] == "1"
    column = {"a": 3, "tie": 4, "b": 5}[seven.items[0].answer]
    assert rows[0][column] == "✓ 2"
    refused = cells_of(shown(app, 'id="refused"'), "refused")
    assert [row[0] for row in refused] == [wrong, other, "hello <b>"]
    assert "contains a mistake" in refused[0][1]
    assert "seed 8" in refused[1][1]
    assert "2 sure" in shown(app, 'id="class"')


@pytest.mark.parametrize(("codes", "why"), [("nonsense", "no code contains"), ("OQ-3\n" * 5_001, "at most 5,000")])
def test_texts_that_are_no_codes_are_refused_with_the_reason(codes, why):
    app = counted(codes)
    assert not app.exception
    assert why in messages(app)


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


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"show": "quiz", "seed": "7"}, "Ten pictures, ten questions"),
        ({"show": "class"}, "No code yet."),
        ({"show": "page"}, "First say what an error costs you"),
    ],
)
def test_every_section_goes_on_stage_and_can_be_left(query, words):
    app = app_at(PAGE, view="stage", **query)
    assert not app.exception
    assert not app.title
    assert words in verdict(app)
    assert link_of(app) == {**query, "view": "stage"}
    app.button(key="leave_stage").click().run()
    assert link_of(app) == query
    assert len(app.title) == 1


def test_a_quiz_goes_on_on_stage_and_shows_nothing_before_the_answer(seven):
    app = begun(seed="7", view="stage")
    item = seven.items[0]
    numbers = [item.picture.scores(side, [item.measure])[item.measure] for side in SIDES[1:]]
    assert given_away(app, numbers) == []
    predicted(app, item.answer)
    assert verdict(app).startswith("Right: ")
    assert given_away(app, numbers)

"""Lessons: eight lessons step by step, one's own, the quiz and the answers of a class; no score before a prediction."""

import json
import re

import pytest

from ordquant_core.analysis.picture import Picture
from ordquant_core.analysis.spaces.pictures import classes
from ordquant_core.numerals import score
from ordquant_core.teaching.answers import CONFIDENCES, Answer
from ordquant_core.teaching.explanations import reason, reason_in_words
from ordquant_core.teaching.lesson import STEPS
from ordquant_core.teaching.lessons import LESSONS
from ordquant_core.teaching.own_lesson import VERSION_KEY, OwnLesson, to_json, to_link
from ordquant_core.teaching.quiz import quiz, result
from ordquant_core.teaching.quiz_space import quiz_space
from ordquant_core.teaching.result_codes import Taken, read_code, write_code
from ordquant_core.teaching.sitting import Sitting, read_sitting, write_sitting
from pages.lessons.state import STATE
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
    "step": "predict",
    "answers": {"swap": Answer("a", "sure")},
    "own": OWN,
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


def canvas(app):
    """Return what the canvas is sent."""
    (found,) = (
        json.loads(part.proto.json) for part in app.get("bidi_component") if '"limits"' in (part.proto.json or "")
    )
    return found


def on(app):
    return app.button(key="go_on").click().run()


def predicted(app, choice="a", confidence="fairly"):
    return app.button(key=f"choose_{choice}").click().run().button(key=f"sure_{confidence}").click().run()


def draw(app, **sides):
    """Drag the bars of the canvas."""
    data = canvas(app)
    value = {name: data[name] for name in ("classes", "gold", "a", "b", "name_a", "name_b")} | sides
    of = {"visit": data["visit"], "rev": data["rev"], "mount": 0.5}
    app.session_state["lesson"] = {"drawn": {**value, **of, "seq": 1, "mode": "votes", "n": 20}}
    return app.run()


def scores_of(lesson):
    measures = [*lesson.steps[0].measures, "MD"]
    return {value for picture in lesson.pictures for side in "ab" for value in picture.scores(side, measures).values()}


@pytest.mark.parametrize("key", matrix(LESSONS, "far-errors", "popularity", list(LESSONS)[-1]))
def test_a_lesson_goes_step_by_step_and_shows_no_score_before_the_prediction(key):
    lesson = LESSONS[key]
    app = app_at(PAGE, lesson=key)
    assert [title.value for title in app.title] == [lesson.title]
    for step in ("look", "predict"):
        assert link_of(app).get("step", "look") == step
        assert given_away(app, scores_of(lesson)) == []
        assert canvas(app)["view"]["marks"]["bars"] == []
        assert "•••" in shown(app, 'id="measures"')
        if step == "look":
            on(app)
    assert app.button(key="go_on").disabled
    if key == "popularity":
        assert app.button(key="sure_sure").disabled
        assert not canvas(app)["view"]["locked"]
        draw(app, gold=[9, 1, 0, 2, 8])
        assert given_away(app, scores_of(lesson)) == []
        app.button(key="sure_fairly").click().run()
        assert "You drew a gold on which NMD prefers B, fairly sure: right." in words(app)
    else:
        assert canvas(app)["view"]["locked"]
        assert app.button(key="sure_sure").disabled
        predicted(app, lesson.answer)
        assert re.search(r"✓ You said .*, fairly sure: right\.", words(app))
    assert link_of(app)["step"] == "reveal"
    table = cells_of(shown(app, 'id="measures"'), "measures")
    assert [row[0] for row in table] == list(lesson.steps[0].measures)
    assert all(re.fullmatch(r"\d\.\d{3}", cell) for row in table for cell in row[1:3])
    assert canvas(app)["view"]["marks"]["kind"] == lesson.step("reveal").marks
    assert canvas(app)["view"]["locked"]
    assert "Try it:" not in words(app)
    on(app)
    assert "Try it:" in words(app)
    assert not canvas(app)["view"]["locked"]
    on(app)
    assert link_of(app)["step"] == "take-away"
    assert 'class="oq oq-take-away"' in shown(app, "oq-take-away")
    assert f"{key}." in link_of(app)["answers"]
    on(app)
    every = list(LESSONS)
    if key == every[-1]:
        assert [title.value for title in app.title] == ["Quiz"]
    else:
        assert [title.value for title in app.title] == [LESSONS[every[every.index(key) + 1]].title]
    assert not app.exception


def test_the_sidebar_lists_the_lessons_with_those_that_are_done_and_opens_another():
    app = app_at(PAGE, lesson="far-errors", step="predict")
    steps = [button for button in app.sidebar.button if button.key.startswith("step_")]
    assert [button.label for button in steps] == [
        f"{number}\u2002{lesson.title}" for number, lesson in enumerate(LESSONS.values(), start=1)
    ]
    assert [button.key for button in steps if button.disabled] == ["step_far-errors"]
    predicted(app, "a", "sure")
    assert app.button(key="step_far-errors").label.startswith("✓")
    assert "1 of 8 done" in text_of(shown(app, "oq-share"))
    app.button(key="step_swap").click().run()
    assert [title.value for title in app.title] == ["Swap"]
    app.button_group(key="lessons_show").set_value("quiz").run()
    assert not app.button(key="step_swap").disabled


def test_a_wrong_prediction_is_said_to_be_not_right_without_a_tick():
    app = predicted(app_at(PAGE, lesson="far-errors", step="predict"), "b", "sure")
    assert "You said B, sure: not right." in words(app)
    assert "✓ You" not in words(app)
    assert verdict(app) == "RNOD prefers A: 0.354 against 0.500."


def test_the_measures_and_the_marks_follow_the_bars_and_reset_brings_the_picture_back():
    app = app_at(PAGE, lesson="far-errors", step="try", answers="far-errors.a.sure")
    assert canvas(app)["view"]["marks"]["bars"] == [["a", 2], ["b", 4]]
    rev = canvas(app)["rev"]
    draw(app, gold=[10, 9, 0, 0, 1])
    table = {row[0]: row[4] for row in cells_of(shown(app, 'id="measures"'), "measures")}
    assert table["RNOD"].startswith("B ▶")
    assert canvas(app)["rev"] == rev
    assert ["a", 1] in canvas(app)["view"]["marks"]["bars"]
    on(app)
    assert cells_of(shown(app, 'id="measures"'), "measures")[1][4].startswith("B ▶")
    app.button(key="reset").click().run()
    assert canvas(app)["rev"] > rev
    assert cells_of(shown(app, 'id="measures"'), "measures")[1][1] == "0.354"


def test_a_link_to_a_reveal_without_an_answer_opens_the_question():
    app = app_at(PAGE, lesson="far-errors", step="take-away")
    assert "Which estimate does RNOD prefer?" in verdict(app)
    assert "0.354" not in sent(app)


def test_going_back_after_an_answer_hides_the_scores_again():
    app = predicted(app_at(PAGE, lesson="far-errors", step="predict"))
    app.button(key="go_back").click().run()
    assert "0.354" not in sent(app)
    on(app)
    assert "0.354" in words(app)
    assert given_away(app, [0.5]) == ["0.5", "0.500"]  # the search does find what is sent


def test_another_lesson_is_opened_from_the_list_and_answers_survive_a_change_of_pages():
    app = go_to(app_at("pages/dashboard.py"), PAGE)
    app.button(key="open_far-errors").click().run()
    predicted(on(app))
    go_to(app, "pages/compare/page.py")
    go_to(app, PAGE)
    assert verdict(app) == "RNOD prefers A: 0.354 against 0.500."
    assert link_of(app)["answers"] == "far-errors.a.fairly"


def test_start_leads_to_the_lessons():
    app = app_at("pages/dashboard.py").button(key="say_a").click().run()
    assert "Start the lessons" in [link.label for link in app.get("page_link")]


def test_the_calculation_opens_on_request_after_the_answer():
    app = app_at(PAGE, lesson="far-errors", step="predict")
    assert "working_RNOD" not in [button.key for button in app.button]
    predicted(app).button(key="working_RNOD").click().run()
    assert "RNOD is 0.354 for A and 0.500 for B" in words(app)
    assert not app.exception


def test_every_lesson_ends_with_a_question_on_its_measure_and_a_new_picture():
    asked = set()
    for key, lesson in LESSONS.items():
        app = app_at(PAGE, lesson=key, step="take-away", answers=f"{key}.{lesson.answer}.sure")
        app.button(key="new_picture").click().run()
        assert not app.exception
        assert "Question 1 of 1" in words(app)
        assert [*canvas(app)["gold"]] not in [list(picture.gold) for picture in lesson.pictures]
        asked.add(verdict(app))
        assert read_sitting(link_of(app)["sitting"]).answers == (None,)
    assert asked == {f"Which estimate does {key} prefer?" for key in ("NMD", "RNOD", "NVD", "DNKT")}


def test_a_quiz_that_was_begun_is_not_given_up_for_a_new_picture():
    app = app_at(
        PAGE,
        lesson="far-errors",
        step="take-away",
        answers="far-errors.a.sure",
        seed="7",
        sitting=write_sitting(Sitting()),
    )
    assert "new_picture" not in [button.key for button in app.button]


# ---- lessons of one's own


def test_a_lesson_of_ones_own_opens_from_its_link_and_nothing_in_it_is_markup():
    app = app_at(PAGE, own=to_link(OWN))
    assert not app.exception
    assert re.sub(r"\\(.)", r"\1", app.title[0].value) == OWN.title
    assert app.title[0].value != OWN.title
    predicted(on(app))
    assert "NMD is 0.250 for A" in words(app)
    on(on(app))
    assert "Look &lt;b&gt;twice&lt;/b&gt;." in shown(app, "oq-take-away")
    assert not [block for block in app.html if "<b>7</b>" in block.value]
    assert link_of(app)["own"] == to_link(OWN)


def test_a_link_to_another_own_lesson_is_not_answered_yet():
    app = predicted(on(app_at(PAGE, own=to_link(OWN))))
    other = to_link(OwnLesson(OWN.picture, "NVD", ("NVD",)))
    follow(app, own=other)
    assert "NVD" in words(app)
    on(app)
    assert "•••" in shown(app, 'id="measures"')


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
    assert app.title[0].value == "A near miss"


def given(data, name="lesson.json"):
    app = app_at(PAGE)
    app.file_uploader(key="lesson_file_0").set_value([(name, data, "application/json")]).run()
    return app


def test_a_lesson_of_ones_own_opens_from_a_file():
    app = given(to_json(OWN).encode())
    assert not app.exception
    assert link_of(app)["lesson"] == "own"
    assert "Which estimate does NMD prefer?" in verdict(on(app))


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
    assert app.title[0].value == "A near miss"


# ---- the quiz


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


# ---- for a class


def test_a_class_is_led_to_its_room():
    (link,) = app_at(PAGE, show="class").get("link_button")
    assert (link.proto.label, link.proto.url) == ("Open a class room", "room")


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


# ---- stage


def test_on_stage_the_link_of_the_code_holds_no_answer_and_the_lesson_goes_on():
    app = app_at(PAGE, lesson="far-errors", step="predict", view="stage")
    assert not app.title
    assert "Which estimate does RNOD prefer?" in verdict(app)
    predicted(app)
    assert verdict(app) == "RNOD prefers A: 0.354 against 0.500."
    assert link_of(app) == {"lesson": "far-errors", "view": "stage"}
    assert [STEPS.index(app.session_state["lessons_step"])] == [2]
    app.button(key="leave_stage").click().run()
    assert "answers" in link_of(app)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"show": "quiz", "seed": "7"}, "Ten pictures, ten questions"),
        ({"show": "class"}, "No code yet."),
        ({"lesson": "swap"}, "All 20 votes"),
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

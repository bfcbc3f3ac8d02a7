"""The material for a class: its minutes, and that every number on its sheets is that of a measure."""

import re

import pytest

from ordquant_core.markup import plain
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import score
from ordquant_core.teaching.explanations import reason
from ordquant_core.teaching.lesson_fields import preferred, scores
from ordquant_core.teaching.lessons import LESSONS
from ordquant_core.teaching.material import PLAN, notes, story, worksheet
from ordquant_core.teaching.material_file import material_file
from ordquant_core.teaching.questions import side_of
from tests.html_tables import cells_of

FILE = material_file()
EXERCISES = [pytest.param(number, one, id=str(number)) for number, one in enumerate(worksheet(), start=1)]
DECIMALS = r"\d\.\d{3}"


def sheet(name):
    return re.search(rf'<section id="{name}">(.*?)</section>', FILE, re.DOTALL)[1]


def test_notes_on_a_lesson_begin_with_its_right_choice():
    for step, one in zip(PLAN, notes(), strict=True):
        if step.lesson:
            lesson = LESSONS[step.lesson]
            assert one.expect.startswith(lesson.choices[lesson.right])


def test_notes_on_carrying_have_the_scores_of_the_lesson():
    (said,) = (one.expect for one in notes() if one.lesson == "carry")
    lesson = LESSONS["carry"]
    table = scores(lesson, lesson.board)
    assert re.findall(DECIMALS, said) == [table["NMD"]["a"], table["NMD"]["b"]]
    assert [f"{key} prefers {preferred(key, lesson.board)}" in said for key in ("NMD", "NVD")] == [True, True]


@pytest.mark.parametrize(("number", "one"), EXERCISES)
def test_two_measures_disagree_on_every_picture_of_the_worksheet(number, one):
    first, second = one.measures
    assert side_of(one.picture, first) == -side_of(one.picture, second) != 0


def test_the_worksheet_shows_neither_scores_nor_preferences():
    shown = plain(sheet("worksheet"))
    assert not re.search(r"\d\.\d", shown)
    assert "prefers" not in shown
    assert "against" not in shown
    assert sheet("worksheet").count("<svg") == len(EXERCISES)


@pytest.mark.parametrize(("number", "one"), EXERCISES)
def test_solutions_have_the_scores_steps_and_eyes_of_the_measures(number, one):
    gold, a, b = (one.picture.probabilities(side) for side in ("gold", "a", "b"))
    n_votes = one.picture.votes
    for key in one.measures:
        said = plain(re.search(rf'<p id="solution_{number}_{key}">(.*?)</p>', FILE)[1])
        of_a, of_b = (float(MEASURES[key](gold, side)) for side in (a, b))
        better, worse = sorted([of_a, of_b])
        letter = "A" if of_a < of_b else "B"
        assert said.startswith(f"{MEASURES[key].label} prefers {letter}: {score(better)} against {score(worse)}.")
        totals = [row[-1] for row in cells_of(FILE, f"solution_{number}_{key}_drawn")]
        if key == "NMD":
            assert totals == [str(round(float(MEASURES["MD"](gold, side)) * n_votes)) for side in (a, b)]
        if key == "NVD":
            assert totals == [str(round(float(MEASURES["NVD"](gold, side)) * n_votes)) for side in (a, b)]
        if key == "RNOD":
            assert totals == [score(float(MEASURES["OD"](gold, side))) for side in (a, b)]
            open_eyes = sum(seen is not None for seen in reason(key, one.picture).a.values)
            assert open_eyes == (gold > 0).sum()


def test_the_two_dialogues_are_first_shown_without_scores_and_preferences():
    shown = plain(sheet("dialogues"))
    assert not re.search(r"\d\.\d|prefer|tie the", shown)
    assert all(one.example.title.partition(":")[0] in shown for one in story())
    assert sheet("dialogues").count("<svg") == len(story())
    assert FILE.index('id="dialogues"') < FILE.index('id="story"')


@pytest.mark.parametrize("told", story(), ids=lambda told: told.example.key)
def test_the_story_has_the_numbers_that_the_paper_prints(told):
    rows = {row[0]: row[1:5] for row in cells_of(FILE, told.example.key)}
    assert set(told.deltas) == {"NMD", "RNOD"}
    for key, (a, b, delta, printed) in rows.items():
        gold, of_a, of_b = (told.picture.probabilities(side) for side in ("gold", "a", "b"))
        values = [float(MEASURES[key](gold, side)) for side in (of_a, of_b)]
        assert [a, b] == list(map(score, values))
        assert delta == score(values[0] - values[1], sign=True)
        assert printed == (delta if key in told.deltas else "–")


def test_every_sheet_begins_on_a_new_page_and_nothing_is_loaded():
    assert "section + section { border: 0; break-before: page;" in FILE
    assert [FILE.index(f'<section id="{name}"') for name in ("worksheet", "solutions", "story")] == sorted(
        FILE.index(f'<section id="{name}"') for name in ("worksheet", "solutions", "story")
    )
    assert "&lt;" not in FILE
    assert not re.search(r"(src|href)=|url\(|@import", FILE)
    ids = re.findall(r'\bid="([^"]+)"', FILE)
    assert len(ids) == len(set(ids))

"""Official scorers on Data: their figures, labelled as such, with what they do silently, and the same as a table."""

import pytest

from ordquant_core.analysis.profiles import PROFILES, get_profile
from ordquant_core.formats.published.reading import read_published
from ordquant_core.numerals import decimals
from pages.data.profiles import STATE
from tests.html_tables import rows_of
from tests.pages.apps import ROOT, app_at, shown, text_of
from tests.pages.grammar import check_round_trip

DATA = "pages/data/page.py"
FIVE, THREE = {"task": "dialogue-quality"}, {"task": "breakdown-labels"}


def figures(app):
    return {row.cells[0]: row.cells[1:] for row in rows_of(shown(app, 'id="official"'), "official") if not row.head}


@pytest.mark.parametrize("name", ["lequa2024-t3", "ntcir-2020", "semeval2016-e", "lewidi2025-csc", "dbdc"])
def test_the_figures_are_those_of_the_profile(name):
    app = app_at(DATA, **THREE if name != "lequa2024-t3" else FIVE, profile=name)
    assert not app.exception
    if name == "lequa2024-t3":
        assert figures(app)
        return
    task = read_published(ROOT / "assets" / "samples" / "breakdown-labels").task
    expected = get_profile(name).score(task)
    assert figures(app) == {
        run: [decimals(values[place], PROFILES[name].digits or 5) for values in expected.values()]
        for place, run in enumerate(task.runs)
    }
    assert PROFILES[name].summary in " ".join(text_of(block.value) for block in app.html)


def test_a_task_that_a_scorer_is_not_for_is_refused_with_the_reason():
    app = app_at(DATA, **THREE, profile="lequa2024-t3")
    assert not app.exception
    assert any("is for tasks with 5 classes; this one has 3" in box.value for box in app.info)


def test_what_the_official_scorer_does_silently_is_said():
    app = app_at(DATA, **FIVE, profile="lequa2024-t3")
    notes = get_profile("lequa2024-t3").notes(app_task(app))
    said = " ".join(box.value for box in app.info)
    assert all(note[1:12] in said for note in notes)


def app_task(app):
    scale = app.session_state["scale"]
    return read_published(ROOT / "assets" / "samples" / "dialogue-quality", scale=scale).task


@pytest.mark.parametrize("name", list(STATE))
def test_the_link_keeps_the_scorer(name):
    check_round_trip(DATA, STATE, name, "ntcir-2020", **THREE)

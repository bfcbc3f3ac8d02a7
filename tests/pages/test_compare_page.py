"""Compare: links, typed numbers, what is drawn, measures of one's own, positions, merged classes, the card."""

import re
from types import SimpleNamespace

import pytest

from ordquant_core import MEASURES
from ordquant_core.analysis.picture import DEFAULT, Picture, from_example, of_case, to_query
from ordquant_core.measures.built import NAMED, Switches, built_measure
from ordquant_core.measures.registry import DEFAULT_MEASURES, MAIN_MEASURES
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.report.snippet import snippet
from pages.compare.state import from_query
from pages.shared import draw, links, tasks
from pages.shared.board import BELOW
from pages.shared.draw import read_drawn
from pages.shared.pair import robustness as cases_robustness
from pages.shared.task_scores import score_two_runs
from pages.which_measure.state import NAMES
from tests.depth import matrix
from tests.html_tables import rows_of
from tests.pages.apps import (
    app_at,
    compare,
    everything,
    follow,
    link_of,
    messages,
    parts,
    said,
    scores,
    shown,
    table,
    text_of,
    verdict,
    worked_example,
)

pytestmark = pytest.mark.slow

LINK = {"classes": "-2,-1,0,1,2", "gold": "0,1,2,9,8", "a": "popularity", "b": "uniform"}
MADE = "totals.squared.distance.all"
BACK = re.compile(r'href="(lessons\?[^"]*)"')


def picture(app):
    return app.session_state["compare_picture"].picture


def computed(gold, a, b, keys, *at):
    return {key: (float(MEASURES[key](gold, a, *at)), float(MEASURES[key](gold, b, *at))) for key in keys}


# Links


def test_the_table_has_every_measure_that_is_chosen_at_full_precision():
    app = compare(classes="x,y,z", gold="1/2,1/4,1/4", a=".2,.3,.5", b="1/3,1/3,1/3")
    of = [0.5, 0.25, 0.25], [0.2, 0.3, 0.5], [1 / 3] * 3
    assert scores(app) == computed(*of, MAIN_MEASURES)
    app.toggle(key="compare_unnormalised").set_value(True).run()
    assert scores(app) == computed(*of, DEFAULT_MEASURES)
    app.button_group(key="compare_families").set_value(["priority"]).run()
    assert set(scores(app)) == {"NMD", "DNKT"}  # the one that is explained, too
    follow(app, **LINK)  # a link that says nothing of the view
    assert set(scores(app)) == set(MAIN_MEASURES)


def test_a_broken_link_says_what_is_wrong_and_leaves_the_picture_as_it_was():
    app = compare(gold="1,2,3")
    before = picture(app)
    assert before == Picture(("1", "2", "3"), (1, 2, 3), "popularity", "uniform")
    app.query_params["gold"] = "nonsense"
    app.run()
    assert messages(app).startswith("The link could not be opened.")
    assert "'nonsense'" in messages(app)
    assert picture(app) == before
    assert picture(compare(gold=",".join(["1"] * 1_000_000))) == DEFAULT  # beyond what Streamlit reads of an address


def test_the_link_that_opened_the_page_is_never_followed_again(monkeypatch):
    # Browsers send it with every run, however often the address bar has changed since.
    monkeypatch.setattr(links, "REMEMBERED", 3)
    app = compare(**LINK)
    of = {"classes": list(DEFAULT.classes), "a": "popularity", "b": "uniform", "name_a": "", "name_b": "", "mount": 0.5}
    for seq, votes in enumerate(([1, 1, 2, 8, 8], [2, 1, 2, 7, 8], [3, 1, 2, 6, 8], [4, 1, 2, 5, 8]), 1):
        now = {"visit": app.session_state["visit"], "rev": app.session_state["compare_picture"].rev, "seq": seq}
        app.session_state["draw"] = {"drawn": of | now | {"gold": votes}}  # as the canvas sends it
        assert list(picture(app.run()).gold) == votes
    assert worked_example(app).value == "own"
    assert app.session_state["compare_picture"].rev == 1  # nothing was sent back to the canvas


@pytest.mark.parametrize("key", matrix(EXAMPLES, next(iter(EXAMPLES))))
def test_every_worked_example_opens_with_words_on_what_to_look_at(key):
    app = compare()
    worked_example(app).set_value(key).run()
    assert picture(app) == from_example(EXAMPLES[key])
    assert EXAMPLES[key].look in said(app, "rest")
    assert worked_example(app).value == key


# What is drawn


SENT = {
    **{"classes": ["NB", "PB", "B"], "gold": [1, 2, 7], "a": "popularity", "b": [0.2, 0.3, 0.5]},
    **{"name_a": "", "name_b": "System 7", "mode": "votes", "n": 10},
    **{"visit": "this session", "rev": 4, "seq": 9, "mount": 0.5},
}
CHANGES = [  # of the picture itself: tests/analysis/test_pictures.py
    *({"gold": gold} for gold in ([1, 2], "popularity", [10**400, 2, 7])),
    *({"seq": "9"}, {"mount": None}, {"rev": 5}, {"visit": "the session before a restart"}, {"visit": None}),
]


def test_what_a_browser_sends_is_a_checked_picture_or_nothing(monkeypatch):
    monkeypatch.setattr(draw, "VISIT", SimpleNamespace(get=lambda: "this session"))
    drawn = read_drawn(SENT, 4)
    assert drawn.picture == Picture(("NB", "PB", "B"), (1, 2, 7), "popularity", (0.2, 0.3, 0.5), "", "System 7")
    assert drawn.seq == 9
    assert len(read_drawn(SENT | {"name_b": "x" * 10_000}, 4).picture.name_b) == 60
    nothing = (None, [SENT], {"visit": "this session", "rev": 4}, *(SENT | change for change in CHANGES))
    assert [value for value in nothing if read_drawn(value, 4) is not None] == []


# Further measures: one's own, those of other fields


OWN = {"gold": "4,0,0,7,9", "a": "9,0,0,10,1", "b": "4,0,9,3,4"}


def test_a_measure_of_ones_own_has_a_row_the_way_back_and_no_vote():
    query = OWN | {"positions": "1,2,4,8,9"}
    without, app = compare(**query), compare(**query, built=MADE)
    gold, a, b = ([*map(int, OWN[side].split(","))] for side in ("gold", "a", "b"))
    measure, at = built_measure(Switches.parse(MADE)), [1, 2, 4, 8, 9]
    assert scores(app) == scores(without) | {MADE: (float(measure(gold, a, at)), float(measure(gold, b, at)))}
    assert measure.name in text_of(shown(app, 'id="measures"'))
    assert BACK.findall(shown(app, 'id="measures"')) == [f"lessons?lesson=make&amp;built={MADE}"]
    assert verdict(app) == verdict(without)  # which counts the measures of the registry
    next(one for one in app.button if one.label == "Remove your measure").click().run()
    assert MADE not in scores(app)
    assert "built" not in link_of(app)


@pytest.mark.parametrize("key", matrix(NAMED, "RNOD"))
def test_a_rule_with_a_name_is_that_measure_and_its_calculation_leads_back(key):
    app = compare(**OWN, built=NAMED[key])
    assert not app.warning
    assert link_of(app).get("measure", "NMD") == key
    assert "built" not in link_of(app)
    assert any(f"built={NAMED[key]}" in link for block in app.html for link in BACK.findall(block.value))


@pytest.mark.parametrize("answer", ["any", "open"])
def test_which_measure_offers_to_make_one_once_all_is_answered(answer):
    app = app_at("pages/which_measure/page.py", **dict.fromkeys(NAMES.values(), answer))
    assert any("lessons?lesson=make" in block.value for block in app.html) == (answer != "open")


def test_measures_on_smoothed_distributions_join_with_their_family_and_have_no_calculation_to_choose():
    rows = rows_of(shown(compare(**LINK, families="ordinal,other"), 'id="measures"'), "measures")
    chosen = {row.data["measure"]: row.data.get("choice") for row in rows if row.data}
    assert (chosen["RPS"], chosen["RAE"], chosen["NKLD"]) == ("RPS", None, None)
    assert "RAE" not in shown(compare(**LINK, families="ordinal,nominal"), 'id="measures"')


def test_the_program_of_a_picture_prints_ones_own_measure_and_smoothed_ones(capsys):
    exec(snippet(from_query(LINK), ["NMD"], ["RAE"], made=Switches.parse(MADE)), {})
    printed = {line.split()[0]: float(line.split()[2]) for line in capsys.readouterr().out.splitlines()}
    gold, even = [0, 0.05, 0.1, 0.45, 0.4], [0.2] * 5
    assert printed["yours"] == pytest.approx(float(built_measure(Switches.parse(MADE))(gold, even)), rel=1e-12)
    assert printed["RAE"] == pytest.approx(float(SMOOTHED["RAE"](gold, even, 20)), rel=1e-12)


# The card


@pytest.mark.parametrize("measure", ["RNOD", "JSD"])
def test_the_board_shows_the_picture_and_what_the_measure_counts(measure):
    app = compare(**LINK | {"classes": "a,b,c,d,e"}, card="carry", measure=measure)
    (step,) = (part["step"] for part in parts(app) if "step" in part)
    shown_by = measure if measure in BELOW else "NMD"
    assert (step["below"], step["rows"]) == (BELOW[shown_by], [shown_by])
    assert (step["classes"], step["highest"]) == ([*"abcde"], 20)
    assert [step["board"][side] for side in ("gold", "a", "b")] == [[0, 1, 2, 9, 8], [0, 0, 0, 20, 0], [4] * 5]


def test_a_case_of_a_task_is_as_robust_as_on_cases():
    current = tasks.first_sample()
    versus = score_two_runs(current.key, "system-01", "system-02", current.task)
    simulated = cases_robustness.simulate(current.key, versus, MAIN_MEASURES, follow=False)
    query = to_query(of_case(versus.task, 7)) | {"task": "dialogue-quality", "case": versus.task.cases[7]}
    app = compare(**query, card="robust")
    words = {MEASURES[key].label: word for key, word in zip(MAIN_MEASURES, simulated.words[:, 7], strict=True)}
    assert {label: word for label, _, word, *_ in table(app, "robustness")} == words
    assert f"The gold is that of case {versus.task.cases[7]}" in " ".join(one.value for one in app.caption)
    assert query.items() <= link_of(app).items()
    changed = compare(**query | {"card": "robust", "gold": "1,1,1,1,1"})  # another gold: it is no case of the task
    assert "This assumes" in everything(changed)

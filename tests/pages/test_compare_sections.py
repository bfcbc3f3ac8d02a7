"""What Compare shows below its table: reasons, paths, and what can be taken away."""

import numpy as np

from ordquant_core.analysis.paths import interpolate
from ordquant_core.analysis.picture import DEFAULT, of_case, to_query
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from pages.shared import links, tasks
from pages.shared.pair import robustness as cases_robustness
from pages.shared.task_scores import score_two_runs
from tests.html_tables import rows_of
from tests.pages.apps import app_at, compare, messages, shown, text_of, worked_example
from tests.pages.on_cases import everything

VOTES = {"classes": "-2,-1,0,1,2", "gold": "0,1,2,9,8", "a": "popularity", "b": "uniform"}
ROBUST = {"card": "robust"}


def robustness(app):
    """Return {measure: (preference, how robust it is in words, what flips it)}; without words of too few votes."""
    rows = [row for row in rows_of(shown(app, 'id="robustness"'), "robustness") if not row.head]
    return {row.cells[0]: tuple(row.cells[1:]) for row in rows}


def test_the_card_says_how_robust_each_preference_is_and_what_flips_it():
    app = compare(**VOTES | ROBUST)
    rows = robustness(app)
    words = {word for _, word, _ in rows.values()}
    assert words <= {"kept in most panels", "changes in many panels"}  # a picture alone is never robust
    assert rows["RSNOD"][0] == "B"
    assert rows["RSNOD"][2] == "move 1 vote from −1 to 0: A"
    assert rows["NMD"][2] == "move 2 votes from 1 to −2: tie"
    assert len(rows) == len(MAIN_MEASURES)
    title = text_of(shown(app, "oq-title"))
    assert title.startswith("In simulations with 20 other annotators, the preference")
    assert "This assumes that annotators disagree as much as in a typical task." in everything(app)
    assert "%" not in title


def test_of_too_few_votes_only_the_smallest_change_is_said():
    app = compare(**VOTES | ROBUST | {"gold": "0,1,2,0,0"})
    title = text_of(shown(app, "oq-title"))
    assert title.startswith(
        "With 3 votes, other panels cannot be simulated. Moving 1 vote flips 12 of 13 measures (NMD: "
    )
    assert {len(row) for row in robustness(app).values()} == {2}


def test_a_case_of_a_task_is_as_robust_as_on_cases():
    app = app_at("pages/cases/page.py", a="system-01", b="system-02", show="robustness")
    task = app.session_state["task"]
    current = tasks.first_sample()
    versus = score_two_runs(current.key, "system-01", "system-02", current.task)
    simulated = cases_robustness.simulate(current.key, versus, MAIN_MEASURES, follow=False)
    for case in (0, 7):
        query = to_query(of_case(versus.task, case)) | {"task": task, "case": versus.task.cases[case]}
        opened = compare(**query | ROBUST)
        words = {MEASURES[key].label: word for key, word in zip(MAIN_MEASURES, simulated.words[:, case], strict=True)}
        assert {label: row[1] for label, row in robustness(opened).items()} == words
        assert "This assumes" not in everything(opened)
        assert f"The gold is that of case {versus.task.cases[case]}" in " ".join(one.value for one in opened.caption)
        assert query.items() <= opened.session_state["links_compare"][-1].items()
        changed = compare(**query | ROBUST | {"gold": "1,1,1,1,1"})  # another gold: it is no case of the task
        assert "This assumes" in everything(changed)


def test_votes_can_be_moved_in_a_run_made_of_whole_votes_and_the_card_says_so_where_it_is_not():
    app = compare(**VOTES | ROBUST)
    app.button_group(key="compare_flip").set_value("a").run()
    assert robustness(app)["NMD"][2].startswith("move ")
    other = compare(**VOTES | ROBUST | {"gold": "0,1,2,9,7"})  # 19 annotators: Uniform is no whole number of votes
    other.button_group(key="compare_flip").set_value("b").run()
    assert not other.exception
    assert any("not made of 19 whole votes" in caption.value for caption in other.caption)


def test_probability_is_moved_between_any_two_classes_of_either_run():
    app = compare(**VOTES, card="path")
    for move, filled in (("a", ["1"]), ("b", ["-2", "-1", "0", "1", "2"])):
        app.button_group(key="compare_move").set_value(move).run()
        assert not app.exception
        source, target = (app.selectbox(key=f"compare_{name}") for name in ("from", "to"))
        assert source.options == filled
        assert target.options == ["-2", "-1", "0", "2"]  # from class 1
        target.set_value("2").run()
        assert f"from 1 to 2 in {move.upper()}" in text_of(shown(app, "of the other 12 measures"))
    source.set_value("2").run()
    assert not app.exception
    assert "from 2 to −2 in B" in text_of(shown(app, "of the other 12 measures"))


def test_the_path_says_where_the_chosen_measure_is_best_and_where_the_others_are():
    app = compare(**VOTES, card="path")
    said = text_of(shown(app, "of the way from"))
    assert said == "NMD is best about 25% of the way from A to B; 10 of the other 12 measures are best past the middle."
    assert "DNKT is best anywhere before B" in text_of(shown(app, "anywhere before"))


def test_the_path_from_a_to_b_begins_and_ends_with_the_scores_of_the_table():
    path = interpolate(DEFAULT.gold, DEFAULT.a, DEFAULT.b, MAIN_MEASURES)
    for side, end in (("a", 0), ("b", -1)):
        expected = [float(MEASURES[key](DEFAULT.gold, DEFAULT.probabilities(side))) for key in MAIN_MEASURES]
        np.testing.assert_allclose([curve.scores[end] for curve in path.curves], expected, rtol=0, atol=1e-12)


def test_a_wrong_word_for_a_run_is_answered_with_the_words_there_are():
    assert "popularity or uniform" in messages(compare(gold="1,2", b="best"))


def draw_on(app, gold, *, seq):
    """Send what the canvas would send."""
    value = {
        "classes": list(DEFAULT.classes),
        "gold": gold,
        "a": "popularity",
        "b": "uniform",
        "name_a": "",
        "name_b": "",
    }
    of = {"visit": app.session_state["visit"], "rev": app.session_state["compare_picture"].rev, "mount": 0.5}
    app.session_state["draw"] = {"drawn": {**value, **of, "seq": seq}}
    return app.run()


def test_what_is_drawn_becomes_the_picture():
    app = draw_on(compare(**VOTES), [1, 1, 2, 8, 8], seq=1)
    assert not app.exception
    assert app.session_state["compare_picture"].picture.gold == (1, 1, 2, 8, 8)
    assert worked_example(app).value == "own"
    assert app.session_state["compare_picture"].rev == 1  # nothing was sent back to the canvas


def test_the_link_that_opened_the_page_is_never_followed_again(monkeypatch):
    # Browsers send it with every run, however often the address bar has changed since.
    monkeypatch.setattr(links, "REMEMBERED", 3)
    app = compare(**VOTES)
    for seq, votes in enumerate(([1, 1, 2, 8, 8], [2, 1, 2, 7, 8], [3, 1, 2, 6, 8], [4, 1, 2, 5, 8]), 1):
        app = draw_on(app, votes, seq=seq)
        assert list(app.session_state["compare_picture"].picture.gold) == votes

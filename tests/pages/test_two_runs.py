"""Cases and Popularity vs Uniform: counts, lists, the card, sections and downloads of two runs by two measures."""

import dataclasses
import re

import numpy as np
import pytest

from ordquant_core import MEASURES
from ordquant_core.analysis.picture import of_case
from ordquant_core.analysis.scoring import score
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.report import cards
from ordquant_core.tasks import assemble, parse_gold, parse_run
from pages.shared import sources
from pages.shared.pair.case_card import extras, numbers
from tests.formats.files import SHARED
from tests.html_tables import rows_of
from tests.pages import apps
from tests.pages.apps import app_at, chosen, everything, give, messages, plot, rings, said, shown, table, wins

pytestmark = pytest.mark.slow

CASES = "pages/cases/page.py"
GOLD = "case,low,mid,high,url,text\n" + "".join(
    f"{name},{votes},{link},{text}\n"
    for name, votes, link, text in (
        ("p", "9,1,0", "https://example.org/p", "a first text"),
        ("q", "4,0,5", "javascript:alert(1)", "<script>alert(1)</script>"),
        ("r", "3,3,3", "http://example.org/r x", "**bold**"),
        ("s", "0,2,9", "", ""),
        ("t", "2,8,1", "https://example.org/t", "last"),
    )
)
ONE = "case,low,mid,high\np,.8,.1,.1\nq,.4,.3,.3\nr,.3,.4,.3\ns,.1,.1,.8\nt,.1,.8,.1\n"
TWO = "case,low,mid,high\np,.5,.5,0\nq,.1,.1,.8\nr,.5,.2,.3\ns,0,.5,.5\nt,.3,.5,.2\n"
POPULARITY = "pages/popularity/page.py"
BASELINES = {"a": "Popularity", "b": "Uniform"}
SAMPLE = sources.samples()["dialogue-quality"].digest
REAL_GOLD = SHARED / "stc3" / "gold_test.json"
RUNS = [parse_run(text.encode(), f"{name}.csv") for name, text in (("one", ONE), ("two", TWO))]
TASK = assemble(parse_gold(GOLD.encode(), "gold.csv"), RUNS)


def cases(**query):
    return app_at(CASES, **query)


def upload(*files, **query):
    """Open Cases with own files: (name, content)."""
    return give(cases(task="own", **query), *files)


def own(**query):
    return upload(("gold.csv", GOLD), ("one.csv", ONE), ("two.csv", TWO), a="one", b="two", **query)


def listed(app):
    """Return the ids of the listed cases."""
    return [row[0] for row in table(app, "cases")]


# What a page opens with


@pytest.mark.parametrize(("page", "a", "b"), [(CASES, "gone", "system-01"), (POPULARITY, "Uniform", "Uniform")])
def test_a_run_is_never_compared_with_itself_whatever_a_link_says(page, a, b):
    app = app_at(page, a=a, b=b, x="JSD", y="JSD")
    assert chosen(app, "a") != chosen(app, "b")
    assert chosen(app, "x") != chosen(app, "y")
    assert "is not available" in messages(app)
    if a == "gone":
        assert "A run that somebody added opens only in the tab where it was added." in messages(app.run())
        app.session_state["a"] = "system-07"
        assert not messages(app.run())


@pytest.mark.skipif(not REAL_GOLD.exists(), reason="no official files here")
def test_the_official_gold_gives_the_published_wins_and_says_so():
    app = apps.upload("gold_test.json", REAL_GOLD.read_bytes(), scale="A")
    assert wins(app)["NMD"] == (197, 18, 175)  # LQ 2021, Table 7; the others: tests/papers, tests/commands
    assert "LQ 2021, Table 7 prints the same 12 counts for STC-3 DQ-A." in said(app, "wins_note")
    assert not any("prints the same" in block.value for block in app_at(POPULARITY).html)


# The list


def test_without_votes_no_panels_are_simulated_and_nothing_is_asked_about_them():
    app = upload(("gold.csv", "case,a,b,c\n1,.5,.25,.25\n2,0,0,1\n"), show="robustness")
    assert "how far another panel of annotators would differ from it cannot be" in everything(app)
    app.button_group(key="cases_show").set_value("cases").run()
    assert app.select_slider(key="cases_robust").disabled
    assert not [field for field in app.number_input if "votes" in field.key]


def test_cases_selected_together_are_listed_and_ringed_alone_until_the_selection_is_cleared():
    app = cases(**BASELINES)
    ranked = listed(app.toggle(key="all_cases").set_value(True).run())
    app.session_state["marked"] = (SAMPLE, ("its files", "had", "other cases")), np.array([1, 400])
    assert listed(app.run()) == ranked
    app.session_state["marked"] = (SAMPLE, tuple(f"D{number:03}" for number in range(1, 301))), np.array([5, 0, 17])
    app.run()
    assert listed(app) == [name for name in ranked if name in ("D006", "D001", "D018")]
    assert "3 cases selected." in everything(app)
    points = {
        name: (x, y)
        for trace in plot(app, "cases_focus")["data"]
        for name, x, y in zip(trace["text"], *(apps.numbers(trace[axis]) for axis in "xy"), strict=True)
    }
    assert rings(app, "together_cases_focus", "cases_focus") == [
        pytest.approx(points[name], rel=1e-5) for name in ("D006", "D001", "D018")
    ]
    assert said(app, "case").startswith(f"Case {listed(app)[0]}:")
    app.button(key="cases_clear_selection").click().run()
    assert listed(app.toggle(key="all_cases").set_value(True).run()) == ranked


# The card


def test_texts_that_came_with_a_case_are_text_and_only_links_of_the_web_are_links():
    for case, link in enumerate([True, False, False, False, True]):
        assert ("<a" in extras(TASK, case)) == link
    assert 'href="https://example.org/p"' in extras(TASK, 0)
    assert "javascript:alert(1)" in extras(TASK, 1)
    assert "&lt;script&gt;" in extras(TASK, 1)
    assert extras(TASK, 3) == ""


def test_numbers_that_do_not_fit_under_a_picture_have_a_column_per_class():
    head, votes, gold, *runs = rows_of(numbers(of_case(TASK, 4)), "numbers")
    assert head.cells[1:] == list(TASK.classes)
    assert votes.cells == ["Votes", "2", "8", "1"]
    assert gold.cells == ["Gold", "0.182", "0.727", "0.091"]
    assert [row.titles[1:] for row in runs] == [[repr(float(value)) for value in of[4]] for of in TASK.estimates]


# Sections


def test_which_run_is_better_has_the_answer_of_systems_with_the_test_of_the_pair_beside_it():
    few = {"a": "system-02", "b": "system-06", "trials": "200"}
    app, other = (cases(show="tests", seed=seed, **few) for seed in "34")
    assert shown(app, 'id="tests"') != shown(other, 'id="tests"')
    systems = app_at("pages/systems/page.py", **few)
    there, here = (
        {row[0]: row[3] for row in table(*of) if len(row) > 2} for of in ((systems, "pair_table"), (app, "tests"))
    )
    assert here
    assert here.items() <= there.items()
    decides = [p for p in here.values() if float(p.replace("< ", "")) < 0.05]
    assert re.findall("<b>([^<]*)</b>", shown(app, 'id="tests"')) == decides  # not the test of the pair alone
    assert "randomised Tukey HSD test of all" in said(app, "significance")
    assert "not corrected for having chosen it among" in said(app, "alone")


def test_baselines_may_follow_the_gold_and_then_change_the_shares():
    app = cases(**BASELINES, show="robustness")
    before = shown(app, 'id="robustness"')
    app.toggle(key="cases_follow").set_value(True).run()
    assert shown(app, 'id="robustness"') != before
    few = own(show="robustness", x="NMD", y="DNKT_NMD")  # too few cases for a prior
    assert "This assumes that annotators disagree as much as in a typical task." in everything(few)
    assert ">robust<" not in everything(few)


# Downloads


def test_what_is_listed_can_be_downloaded():
    labels = {button.label for button in own().get("download_button")}
    assert {"Cases with all scores (CSV)", "Gold (CSV)", "Run B (CSV)", "Cards for a slide (HTML)"} <= labels
    assert not any("Gold" in button.label for button in own(votes="900-").get("download_button"))


def test_cards_for_a_slide_need_nothing_from_outside_and_say_what_was_repaired():
    task = dataclasses.replace(TASK, runs=("one", "<b>two</b>"), notes=("<one> row divided",))
    page = cards.page(task, score(task, tuple(MEASURES)), [1, 3], ("NMD", "RNOD")).decode()
    assert (page.count("<article>"), page.count("<svg"), "Case q:" in page) == (2, 2, True)
    assert not re.search(r"""<script|<b>two|(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", page)
    assert all(f">{MEASURES[key].label}<" in page for key in MAIN_MEASURES)
    assert "Repaired: &lt;one&gt; row divided" in page

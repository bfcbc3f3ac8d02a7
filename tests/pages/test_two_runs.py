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
from tests.html_tables import cells_of, rows_of
from tests.pages import apps
from tests.pages.apps import (
    annotations,
    app_at,
    chosen,
    everything,
    follow,
    give,
    link_of,
    messages,
    plot,
    rings,
    shown,
    text_of,
    verdict,
    wins,
)

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
needs_real_data = pytest.mark.skipif(not REAL_GOLD.exists(), reason="no official files here")
GOLD_OF_OWN = parse_gold(GOLD.encode(), "gold.csv")
TASK = assemble(GOLD_OF_OWN, [parse_run(text.encode(), f"{name}.csv") for name, text in (("one", ONE), ("two", TWO))])


def cases(**query):
    return app_at(CASES, **query)


def upload(*files, **query):
    """Open Cases with own files: (name, content)."""
    return give(cases(task="own", **query), *files)


def own(**query):
    return upload(("gold.csv", GOLD), ("one.csv", ONE), ("two.csv", TWO), a="one", b="two", **query)


def kinds(app):
    """Return {kind of cases: count} as the pills show it."""
    pills = app.button_group(key="cases_only")
    said = (re.fullmatch(r"(.*) \*\*([\d,]+)\*\*(?:, disagreements first)?", option) for option in pills.options)
    return {found[1].replace("\\", ""): int(found[2].replace(",", "")) for found in said}


def list_all(app):
    """Ask for all cases of the list, not only the first."""
    app.toggle(key="all_cases").set_value(True).run()
    return app


def listed(app):
    """Return the ids of the listed cases."""
    return [row[0] for row in list_of(app)[1:]]


def list_of(app):
    """Return the rows of the list, its head first: texts as they stand there."""
    return [row.cells for row in rows_of(shown(app, 'id="cases"'), "cases")]


def card(app):
    """Return the title of the case, and why the measures prefer what they do."""
    parts = [block.value for block in app.html if 'id="case"' in block.value or 'id="reasons"' in block.value]
    return text_of(" ".join(parts))


# What a page opens with


OPENINGS = {  # files, what the link says: the runs that are compared, part of the finding
    "a copy of the best": ({"one": ONE, "copy": ONE, "two": TWO}, {}, None, ""),
    "equal runs": ({"one": ONE, "two": ONE}, {"a": "one", "b": "two"}, ("one", "two"), "see a tie on all 5 cases"),
    "one class": ({"one": ONE}, {"a": "one", "b": "Always high"}, ("one", "Always high"), ""),
}


@pytest.mark.parametrize(("texts", "query", "runs", "said"), OPENINGS.values(), ids=OPENINGS)
def test_what_is_compared_depends_on_the_runs_that_there_are(texts, query, runs, said):
    app = upload(*((f"{name}.csv", text) for name, text in ({"gold": GOLD} | texts).items()), **query)
    assert not app.exception
    assert said in verdict(app)
    pair = app.session_state["a"], app.session_state["b"]
    assert pair == runs if runs else "two" in pair
    assert wins(app, *pair)["NMD"] == (5, 0, 0) or "Always high" not in pair


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


# Counts


def test_cases_are_counted_by_kind_and_those_of_a_kind_are_listed():
    app = own(only="disagreements", y="DNKT_JSD")  # deltas of NMD are negative, those of DNKT·JSD positive on q and t
    of_kinds = {"All": 5, "Disagree": 2, "Both prefer A": 3, "Both prefer B": 0}
    assert kinds(app) == of_kinds | {"NMD: A, DNKT·JSD: B": 2, "NMD: B, DNKT·JSD: A": 0}
    assert listed(app) == ["q", "t"]
    app.button_group(key="cases_only").set_value("both_prefer_a").run()
    assert (kinds(app), set(listed(app))) == (of_kinds, {"p", "r", "s"})
    assert card(app).startswith(f"Case {listed(app)[0]}:")
    app.button_group(key="cases_only").set_value("both_prefer_b").run()
    assert "No case is listed" in everything(app)


@needs_real_data
def test_the_official_gold_gives_the_published_wins_and_quadrants():
    app = apps.upload("gold_test.json", REAL_GOLD.read_bytes(), scale="A")
    assert wins(app)["NMD"] == (197, 18, 175)  # LQ 2021, Table 7; the others: tests/papers, tests/commands
    corners = ["NMD prefers A, RNOD B <b>79</b>", "NMD prefers B, RNOD A <b>4</b>"]  # LQ 2021, Figure 1
    assert annotations(plot(app, "cases_focus"))[:2] == corners
    assert verdict(app) == "NMD prefers Popularity and RNOD Uniform on 79 of 390 cases, the reverse on 4."
    assert "LQ 2021, Table 7 prints the same 12 counts for STC-3 DQ-A." in text_of(shown(app, 'id="wins_note"'))
    app.button_group(key="popularity_show").set_value("pairs").run()
    assert annotations(plot(app, "pair_NMD_RNOD"))[:2] == ["<b>79</b>", "<b>4</b>"]
    assert not any("prints the same" in block.value for block in app_at(POPULARITY).html)


# The list


def test_a_filter_leaves_the_cases_that_pass_in_list_and_plot_until_it_is_cleared():
    app = own()
    app.pills(key="cases_shape").set_value(["bimodal"]).run()
    assert listed(app) == ["q"]
    assert "1 of 5 cases match the filter: gold bimodal" in everything(app).replace("\\", "")
    assert [case for trace in plot(app, "cases_focus")["data"] for case in trace.get("text") or []] == ["q"]
    assert card(app).startswith("Case q:")
    app.button(key="cases_clear_filter").click().run()
    assert sorted(listed(app)) == ["p", "q", "r", "s", "t"]
    app = own(votes="10-", majority="high")
    assert listed(app) == ["s"]  # 11 votes, most of them for high
    follow(app, task=link_of(app)["task"], x="NMD", y="NVD")
    assert len(listed(app)) == 5


def test_only_robust_cases_are_listed_where_they_are_asked_for_and_votes_are_needed():
    of = {"a": "system-05", "b": "system-12", "y": "RNSS"}
    said = verdict(cases(show="robustness", **of), "robust")
    robust, kept = map(int, re.search(r"(\d+) are robust, (\d+) are kept in most", said).groups())
    for word, n in (("robust", robust), ("kept in most panels", robust + kept)):
        assert len(listed(cases(robust=word, **of))) == n > 0
    app = upload(("gold.csv", "case,a,b,c\n1,.5,.25,.25\n2,0,0,1\n"), show="robustness")
    assert "how far another panel of annotators would differ from it cannot be" in everything(app)
    app.button_group(key="cases_show").set_value("cases").run()
    assert app.select_slider(key="cases_robust").disabled
    assert not [field for field in app.number_input if "votes" in field.key]


def test_next_and_previous_walk_along_the_list_that_is_shown():
    app = cases(**BASELINES, only="disagreements", rank="variance")
    names = listed(app)
    for button, name in (("next", names[1]), ("previous", names[0])):
        app.button(key=f"step_{button}").click().run()
        assert card(app).startswith(f"Case {name}:")
    assert app.button(key="step_previous").disabled


def test_cases_selected_together_are_listed_and_ringed_alone_until_the_selection_is_cleared():
    app = list_all(cases(**BASELINES))
    ranked = listed(app)
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
    assert card(app).startswith(f"Case {listed(app)[0]}:")
    app.button(key="cases_clear_selection").click().run()
    assert listed(list_all(app)) == ranked


# The card


@pytest.mark.parametrize(("y", "case"), [("JSD", "D001"), ("RNOD", "D002")])
def test_what_amber_means_stands_where_there_are_amber_rows(y, case):
    app = cases(**BASELINES, y=y, case=case)
    said = [block.value for block in app.html if "oq-small" in block.value and "Amber:" in block.value]
    assert len(said) == ("oq-dissent" in shown(app, 'id="measures"'))


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


@pytest.mark.parametrize("section", ["tests", "scores"])
def test_measures_that_can_be_infinite_or_unnormalised_leave_no_nan(section):
    app = cases(task="breakdown-labels", show=section, x="KLD", y="VD", **BASELINES)
    assert not messages(app)
    assert not re.search(r"\bnan\b", everything(app), re.IGNORECASE)


def test_which_run_is_better_has_the_answer_of_systems_with_the_test_of_the_pair_beside_it():
    few = {"a": "system-02", "b": "system-06", "trials": "200"}
    app, other = (cases(show="tests", seed=seed, **few) for seed in "34")
    assert shown(app, 'id="tests"') != shown(other, 'id="tests"')
    systems = app_at("pages/systems/page.py", **few)
    there = {row[0]: row[3] for row in cells_of(shown(systems, 'id="pair_table"'), "pair_table") if len(row) > 2}
    here = {row[0]: row[3] for row in cells_of(shown(app, 'id="tests"'), "tests") if len(row) > 2}
    assert here
    assert here.items() <= there.items()
    decides = [p for p in here.values() if float(p.replace("< ", "")) < 0.05]
    assert re.findall("<b>([^<]*)</b>", shown(app, 'id="tests"')) == decides  # not the test of the pair alone
    assert "randomised Tukey HSD test of all" in text_of(shown(app, 'id="significance"'))
    assert "not corrected for having chosen it among" in text_of(shown(app, 'id="alone"'))


def test_a_baseline_is_tested_against_a_run_alone_and_that_is_said():
    app = cases(a="system-02", b="Uniform", show="tests", trials="200", seed="7")
    assert text_of(shown(app, 'id="significance"')).startswith("This pair alone, not corrected for having chosen it: ")
    assert "Uniform is a baseline and not tested with the runs of the task" in everything(app)
    (how,) = (one.label for one in app.expander if one.label.startswith("How computed"))
    assert "paired randomisation" in how  # with its own seed, not that of Systems
    assert "seed 7" in how
    assert 'id="alone"' not in everything(app)


def test_baselines_may_follow_the_gold_and_then_change_the_shares():
    app = cases(**BASELINES, show="robustness")
    before = shown(app, 'id="robustness"')
    app.toggle(key="cases_follow").set_value(True).run()
    assert shown(app, 'id="robustness"') != before
    few = own(show="robustness", x="NMD", y="DNKT_NMD")  # too few cases for a prior
    assert "This assumes that annotators disagree as much as in a typical task." in everything(few)
    assert ">robust<" not in everything(few)


def test_cases_without_groups_say_what_groups_them():
    assert "The cases of this task have no groups" in cases(show="groups").info[0].value


# Downloads


def test_what_is_listed_can_be_downloaded():
    labels = {button.label for button in own().get("download_button")}
    assert {"Cases with all scores (CSV)", "Gold (CSV)", "Run B (CSV)", "Cards for a slide (HTML)"} <= labels
    assert not any("Gold" in button.label for button in own(votes="900-").get("download_button"))


def test_cards_for_a_slide_need_nothing_from_outside_and_say_what_was_repaired():
    task = assemble(GOLD_OF_OWN, [parse_run(ONE.encode(), "one.csv"), parse_run(TWO.encode(), "<b>two</b>.csv")])
    scores = score(task, tuple(MEASURES))
    page = cards.page(task, scores, [1, 3], ("NMD", "RNOD")).decode()
    assert (page.count("<article>"), page.count("<svg")) == (2, 2)
    assert "Case q:" in page
    assert not re.search(r"""<script|<b>two|(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//|Repaired""", page)
    assert all(f">{MEASURES[key].label}<" in page for key in MAIN_MEASURES)
    repaired = cards.page(
        dataclasses.replace(task, notes=("<one> row divided",)), scores, [1], ("NMD", "RNOD")
    ).decode()
    assert "Repaired: &lt;one&gt; row divided" in repaired

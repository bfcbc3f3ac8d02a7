"""The sections of Cases, and what has no answer."""

import re

import pytest

from tests.html_tables import cells_of, rows_of
from tests.pages.apps import app_at, chosen, messages, shown, text_of, verdict
from tests.pages.on_cases import CASES, GOLD, ONE, SECTIONS, cases, everything, number_of, own, upload

pytestmark = pytest.mark.slow
POPULARITY = "pages/popularity/page.py"

# Sections


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("pair", [("NMD", "RNOD"), ("KLD", "JSD"), ("VD", "NVD")])
def test_every_section_opens_for_every_kind_of_pair_without_nan(section, pair):
    app = cases(show=section, x=pair[0], y=pair[1], a="Popularity", b="Uniform")
    assert not app.exception
    assert not messages(app)
    assert not re.search(r"\bnan\b", everything(app), re.IGNORECASE)


def test_the_seed_decides_the_trials_and_is_shown():
    first, again, other = (cases(a="system-02", b="system-06", show="tests", seed=s) for s in "334")
    tables = [
        [(row.cells, row.titles) for row in rows_of(shown(app, 'id="tests"'), "tests")] for app in (first, again, other)
    ]
    assert tables[0] == tables[1] != tables[2]
    assert "seed 3" in everything(first)


def test_which_run_is_better_has_the_answer_of_systems_with_the_test_of_the_pair_beside_it():
    app = cases(a="system-02", b="system-06", show="tests")
    systems = app_at("pages/systems/page.py", a="system-02", b="system-06")
    there = {row[0]: row[3] for row in cells_of(shown(systems, 'id="pair_table"'), "pair_table") if len(row) > 2}
    here = {row[0]: row[3] for row in cells_of(shown(app, 'id="tests"'), "tests") if len(row) > 2}
    assert here
    assert all(there[measure] == p for measure, p in here.items())
    decides = [
        row[3] for row in cells_of(shown(app, 'id="tests"'), "tests") if len(row) > 2 and number_of(row[3]) < 0.05
    ]
    assert re.findall("<b>([^<]*)</b>", shown(app, 'id="tests"')) == decides  # not the test of the pair alone
    assert "randomised Tukey HSD test of all" in text_of(shown(app, 'id="significance"'))
    assert "not corrected for having chosen it among" in text_of(shown(app, 'id="alone"'))


def test_a_baseline_is_tested_against_a_run_alone_and_that_is_said():
    app = cases(a="system-02", b="Uniform", show="tests")
    assert text_of(shown(app, 'id="significance"')).startswith("This pair alone, not corrected for having chosen it: ")
    assert "Uniform is a baseline and not tested with the runs of the task" in everything(app)
    (how,) = (one.label for one in app.expander if one.label.startswith("How computed"))
    assert "paired randomisation" in how  # with its own seed, not that of Systems
    assert "seed 2021" in how
    assert 'id="alone"' not in everything(app)


def test_baselines_may_follow_the_gold_and_then_change_the_shares():
    app = cases(a="Popularity", b="Uniform", show="robustness")
    before = shown(app, 'id="robustness"')
    app.toggle(key="cases_follow").set_value(True).run()
    assert not app.exception
    assert shown(app, 'id="robustness"') != before
    assert not any(
        toggle.key == "cases_follow" for toggle in cases(a="system-01", b="system-02", show="robustness").toggle
    )


def test_where_the_votes_of_few_cases_decide_no_prior_no_column_speaks_of_robust():
    app = own(show="robustness", x="NMD", y="DNKT_NMD")
    assert "This assumes that annotators disagree as much as in a typical task." in everything(app)
    assert "<th" in shown(app, 'id="robustness"')
    assert ">robust<" not in everything(app)


def test_a_run_is_never_compared_with_itself_whatever_a_link_says():
    for page, a, b in (
        (CASES, "system-02", "system-02"),
        (CASES, "gone", "system-01"),
        (POPULARITY, "Uniform", "Uniform"),
    ):
        app = app_at(page, a=a, b=b, x="JSD", y="JSD")
        assert not app.exception
        assert chosen(app, "a") != chosen(app, "b")
        assert chosen(app, "x") != chosen(app, "y")
        assert "is not available" in messages(app)


# What has no answer


ODD = {
    "identical runs": (
        [("gold.csv", GOLD), ("one.csv", ONE), ("two.csv", ONE)],
        {"a": "one", "b": "two"},
        "have the same estimates: NMD, RNOD and all others see a tie on all 5 cases",
    ),
    "two classes": (
        [("gold.csv", "case,no,yes\n1,2,5\n2,4,4\n3,9,0\n4,3,2\n")],
        {},
        "do not disagree about Popularity and Uniform on any of 4 cases",
    ),
}


@pytest.mark.parametrize(("files", "query", "said"), ODD.values(), ids=ODD)
def test_what_has_no_answer_is_said_in_the_finding(files, query, said):
    app = upload(*files, **query)
    assert not app.exception
    assert said in verdict(app)

"""Cases and Popularity vs Uniform: counts, lists, the card, sections and downloads of two runs by two measures."""

import dataclasses
import re

import numpy as np
import pytest

from ordquant_core import MEASURES, popularity, uniform
from ordquant_core.analysis.picture import of_case
from ordquant_core.analysis.scoring import score
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.report import cards
from ordquant_core.tasks import assemble, parse_gold, parse_run
from pages.shared import sources
from pages.shared.pair.case_card import extras, numbers
from tests.analysis.in_pandas import REAL_GOLD, REAL_RUNS, real_deltas
from tests.html_tables import cells_of, rows_of
from tests.pages import apps
from tests.pages.apps import (
    annotations,
    app_at,
    chosen,
    follow,
    messages,
    offered,
    plot,
    rings,
    shown,
    text_of,
    verdict,
    wins,
)
from tests.pages.grammar import link_of
from tests.pages.on_cases import (
    CASES,
    GOLD,
    ONE,
    TWO,
    card,
    cases,
    choose,
    choose_section,
    everything,
    has_list,
    kinds,
    list_all,
    list_of,
    listed,
    number_of,
    numbers_of,
    own,
    upload,
    wins_of,
)

pytestmark = pytest.mark.slow

POPULARITY = "pages/popularity/page.py"
BASELINES = {"a": "Popularity", "b": "Uniform"}
SAMPLE = sources.samples()["dialogue-quality"].digest
needs_real_data = pytest.mark.skipif(not (REAL_GOLD.exists() and REAL_RUNS.exists()), reason="no official files here")
GOLD_OF_OWN = parse_gold(GOLD.encode(), "gold.csv")
TASK = assemble(GOLD_OF_OWN, [parse_run(text.encode(), f"{name}.csv") for name, text in (("one", ONE), ("two", TWO))])


def counted(x, y, other="RNOD"):
    """Return what the pills show while disagreements are listed, from the signs of deltas."""
    counts = {
        "All": len(x),
        "Disagree": (x * y < 0).sum(),
        f"NMD: A, {other}: B": ((x < 0) & (y > 0)).sum(),
        f"NMD: B, {other}: A": ((x > 0) & (y < 0)).sum(),
        "Both prefer A": ((x < 0) & (y < 0)).sum(),
        "Both prefer B": ((x > 0) & (y > 0)).sum(),
        "Tie": (x * y == 0).sum(),
    }
    return {kind: int(n) for kind, n in counts.items() if n or kind != "Tie"}


def won(gold, a, b, key):
    """Count by the definition on how many cases A is better, both tie, B is better."""
    delta = np.round(MEASURES[key](gold, a) - MEASURES[key](gold, b), 12)
    return int((delta < 0).sum()), int((delta == 0).sum()), int((delta > 0).sum())


# What a page opens with


def test_cases_opens_with_the_two_best_runs_and_offers_all_others():
    app = cases()
    assert re.match(
        r"NMD prefers system-\d+ and RNOD system-\d+ on \d+ of 300 cases, the reverse on \d+\.", verdict(app)
    )
    runs, (a, b) = offered(app, "a"), (chosen(app, side) for side in "ab")
    assert {a, b} <= {f"system-{i:02}" for i in range(19)}
    assert [*runs][18:-1] == ["Popularity", "Uniform", *(f"Always {label}" for label in (-2, -1, 0, 1, 2))]
    assert [run for run, free in runs.items() if not free] == [b]


TWO_CLASSES = "case,no,yes\n1,2,5\n2,4,4\n3,9,0\n4,3,2\n"
OPENINGS = {  # files, what the link says: the runs that are compared, part of the finding
    "one run": ({"one": ONE}, {}, ("one", "Popularity"), ""),
    "no run": ({}, {}, ("Popularity", "Uniform"), ""),
    "a copy of the best": ({"one": ONE, "copy": ONE, "two": TWO}, {}, None, ""),
    "equal runs": ({"one": ONE, "two": ONE}, {"a": "one", "b": "two"}, ("one", "two"), "see a tie on all 5 cases"),
    "two classes": ({"gold": TWO_CLASSES}, {}, ("Popularity", "Uniform"), "do not disagree about Popularity and"),
    "one class": ({"one": ONE}, {"a": "one", "b": "Always high"}, ("one", "Always high"), ""),
}


@pytest.mark.parametrize(("texts", "query", "runs", "said"), OPENINGS.values(), ids=OPENINGS)
def test_what_is_compared_depends_on_the_runs_that_there_are(texts, query, runs, said):
    app = upload(*((f"{name}.csv", text) for name, text in ({"gold": GOLD} | texts).items()), **query)
    assert not app.exception
    assert said in verdict(app)
    pair = app.session_state["a"], app.session_state["b"]
    assert pair == runs if runs else "two" in pair
    if "Always high" in pair:
        one = parse_run(ONE.encode(), "r.csv").probabilities
        assert wins_of(app, *pair)["NMD"] == won(GOLD_OF_OWN.probabilities, one, [0, 0, 1], "NMD")


@pytest.mark.parametrize(
    ("page", "a", "b"),
    [
        (CASES, "system-02", "system-02"),
        (CASES, "gone", "system-01"),
        (POPULARITY, "Uniform", "Uniform"),
    ],
)
def test_a_run_is_never_compared_with_itself_whatever_a_link_says(page, a, b):
    app = app_at(page, a=a, b=b, x="JSD", y="JSD")
    assert chosen(app, "a") != chosen(app, "b")
    assert chosen(app, "x") != chosen(app, "y")
    assert "is not available" in messages(app)
    if a == "gone":
        assert "A run that somebody added opens only in the tab where it was added." in messages(app.run())
        assert not messages(choose(app, a="system-07"))


# Counts


@pytest.mark.parametrize(
    ("task", "fixed"), [*((task, None) for task in sources.samples()), ("dialogue-quality", "Always 1")]
)
def test_wins_of_a_sample_are_those_of_the_definitions(task, fixed):
    app = app_at(POPULARITY, task=task, **({"a": "Uniform", "b": fixed} if fixed else {}))
    assert "Synthetic data" in text_of(shown(app, 'id="facts"'))
    path = apps.ROOT / "ordquant_core" / "samples" / task / "gold.csv"
    gold = parse_gold(path.read_bytes(), path.name)
    if not fixed:
        assert wins(app) == {
            key: won(gold.votes, popularity(gold.votes), uniform(gold.votes), key) for key in MAIN_MEASURES
        }
        return
    always = np.eye(len(gold.classes))[gold.classes.index(fixed.removeprefix("Always "))]
    expected = {key: won(gold.votes, uniform(gold.votes), always, key) for key in MAIN_MEASURES}
    assert wins_of(app, "Uniform", fixed) == expected
    assert link_of(app).items() >= {"a": "Uniform", "b": fixed}.items()


def test_kinds_of_cases_are_those_of_the_definitions_case_by_case():
    app = own(only="disagreements", y="DNKT_JSD")
    gold, (one, two) = GOLD_OF_OWN.probabilities, TASK.estimates
    x, y = (np.round(MEASURES[key](gold, one) - MEASURES[key](gold, two), 12) for key in ("NMD", "DNKT_JSD"))
    assert kinds(app) == counted(x, y, "DNKT·JSD")
    assert set(listed(app)) == {"pqrst"[case] for case in np.flatnonzero(x * y < 0)}
    for kind, of_kind in (("both_prefer_a", (x < 0) & (y < 0)), ("both_prefer_b", (x > 0) & (y > 0))):
        app.button_group(key="cases_only").set_value(kind).run()
        assert kinds(app) == {words: n for words, n in counted(x, y, "DNKT·JSD").items() if "NMD" not in words}
        if of_kind.any():
            assert set(listed(app)) == {"pqrst"[case] for case in np.flatnonzero(of_kind)}
            assert card(app).startswith(f"Case {listed(app)[0]}:")
        else:
            assert "No case is listed" in everything(app)


def test_exchanged_runs_exchange_the_counts_and_both_pages_count_alike():
    app = cases(**BASELINES, y="RNSS")
    before = kinds(app)
    assert kinds(app_at(POPULARITY, y="RNSS"), "popularity") == before
    choose(app, a="Uniform", b="Popularity")
    assert [chosen(app, side) for side in "ab"] == ["Uniform", "Popularity"]
    after = kinds(app)
    assert after["Both prefer A"] == before["Both prefer B"] != before["Both prefer A"]
    assert after["Disagree"] == before["Disagree"]


@needs_real_data
@pytest.mark.parametrize(
    ("a", "b", "scale"), [("WIDM-best181120", "WIDM-bestDQ1", "A"), ("WIDM-mem0", "WIDM-mem3", "E")]
)
def test_two_real_runs_give_the_counts_of_pandas(a, b, scale):
    files = [(f"{run}.json", (REAL_RUNS / f"{run}.json").read_bytes()) for run in (a, b)]
    app = upload(("gold_test.json", REAL_GOLD.read_bytes()), *files, scale=scale, a=a, b=b, only="disagreements")
    frame = real_deltas(a, b, scale)
    sides = np.sign(frame.where(frame.abs() >= 1e-12, 0))
    assert wins_of(app, a, b) == {key: tuple(int((sides[key] == side).sum()) for side in (-1, 0, 1)) for key in frame}
    assert kinds(app) == counted(sides["NMD"], sides["RNOD"])


PUBLISHED = {  # by scale, measure -> wins of Uniform and of Popularity: LQ 2021, Table 7
    "A": {"NMD": (175, 197), "RSNOD": (224, 166), "RNOD": (265, 125), "NVD": (274, 116), "RNSS": (297, 93),
          "JSD": (301, 89)},
    "E": {"NMD": (257, 127), "RNOD": (331, 58), "JSD": (347, 43)},
}  # fmt: skip


@needs_real_data
@pytest.mark.parametrize("scale", PUBLISHED)
def test_the_official_gold_gives_the_published_wins_and_quadrants(scale):
    app = apps.upload("gold_test.json", REAL_GOLD.read_bytes(), scale=scale)
    for key, (for_uniform, for_popularity) in PUBLISHED[scale].items():
        assert wins(app)[key] == (for_popularity, 390 - for_uniform - for_popularity, for_uniform), key
    if scale == "A":  # LQ 2021, Figure 1
        corners = ["NMD prefers A, RNOD B <b>79</b>", "NMD prefers B, RNOD A <b>4</b>"]
        assert annotations(plot(app, "cases_focus"))[:2] == corners
        assert verdict(app) == "NMD prefers Popularity and RNOD Uniform on 79 of 390 cases, the reverse on 4."
        assert "LQ 2021, Table 7 prints the same 12 counts for STC-3 DQ-A." in text_of(shown(app, 'id="wins_note"'))
        app.button_group(key="popularity_show").set_value("pairs").run()
        assert annotations(plot(app, "pair_NMD_RNOD"))[:2] == ["<b>79</b>", "<b>4</b>"]
    assert not any("prints the same" in block.value for block in app_at(POPULARITY).html)


def test_further_tasks_are_added_up_as_in_table_7():
    app = app_at(POPULARITY, show="tasks", **{"with": "breakdown-labels|"})
    one, other, total = cells_of(shown(app, 'id="popularity-and-uniform-0"'), "popularity-and-uniform-0")
    assert (one[0], other[0], total[0]) == ("Dialogue quality (synthetic)", "Breakdown labels (synthetic)", "TOTAL")
    assert [int(cell) for cell in total[1:]] == [int(x) + int(y) for x, y in zip(one[1:], other[1:], strict=True)]
    for number, key in enumerate(PUBLISHED["A"]):
        assert [int(cell) for cell in one[1 + 2 * number : 3 + 2 * number]] == [*wins(app)[key][::-2]]


# The list


@pytest.mark.parametrize("rank", ["disagreement", "difference", "entropy", "variance", "dip"])
def test_every_ranking_lists_all_cases_in_its_order(rank):
    app = cases(rank=rank, **BASELINES, y="RNSS")
    first = listed(app)
    assert len(listed(list_all(app))) == 300
    assert listed(app)[: len(first)] == first
    if rank != "disagreement":
        assert (np.diff(np.abs(numbers_of(app, list_of(app)[0][-1]))) <= 0).all()
        return
    x, y = (np.array(numbers_of(app, f"by {key}")) for key in ("NMD", "RNSS"))
    size = np.where(x * y < 0, np.minimum(np.abs(x), np.abs(y)), 0)
    assert (np.diff(size) <= 1e-9).all()
    assert size[0] > 0
    assert (np.diff(np.abs(x - y)[size == 0]) <= 2e-3 + 1e-9).all(), "as they are rounded"
    assert shown(app, 'id="cases"').count("oq-dissent") == (size > 0).sum()
    assert "oq-dissent" not in shown(
        cases(**BASELINES, y="RNSS", only="disagreements"), 'id="cases"'
    )  # all of them are


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


def test_robust_disagreements_become_fewer_the_more_is_asked_for_and_need_votes():
    sizes = []
    for word in ("", "kept in most panels", "robust"):
        app = cases(**BASELINES, only="disagreements", **({"robust": word} if word else {}))
        sizes.append(len(listed(app)) if has_list(app) else 0)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]
    app = upload(("gold.csv", "case,a,b,c\n1,.5,.25,.25\n2,0,0,1\n"), show="robustness")
    assert "how far another panel of annotators would differ from it cannot be" in everything(app)
    choose_section(app, "cases")
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
    of_sample = SAMPLE, tuple(f"D{number:03}" for number in range(1, 301))
    for of in ("another digest", (SAMPLE, ("its files", "had", "other cases"))):
        app.session_state["marked"] = of, np.array([1, 400])
        assert listed(app.run()) == ranked
    app.session_state["marked"] = of_sample, np.array([5, 0, 17])
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
    assert rings(app, "together_cases_focus", "cases_focus") == []
    assert listed(list_all(app)) == ranked


# The card


def test_the_page_opens_on_the_strongest_disagreement_and_says_why():
    app = app_at(POPULARITY)
    assert "Popularity misplaces more votes than Uniform (11 against 9 of 20), but by fewer classes" in card(app)
    assert "NMD counts votes × classes: 15 against 25. It prefers Popularity." in card(app)
    assert "1 of 58 disagreements" in everything(app)


@pytest.mark.parametrize(("y", "case"), [("RNOD", None), ("JSD", "D001"), ("RNOD", "D002")])
def test_what_amber_means_stands_where_there_are_amber_rows(y, case):
    app = cases(**BASELINES, y=y, **({} if case is None else {"case": case}))
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


def test_measures_of_other_fields_are_compared_where_they_are_chosen():
    app = app_at(CASES, task="breakdown-labels", x="RPS", y="CANB", measure="HD")
    assert not messages(app)
    assert (chosen(app, "x"), chosen(app, "y")) == ("RPS", "CANB")
    assert "RPS" in text_of(shown(app, 'id="case"'))
    assert any(re.search("HD is [0-9.]+ for A", text_of(block.value)) for block in app.html)


# Sections


@pytest.mark.parametrize("section", ["tests", "robustness", "properties", "scores"])
def test_measures_that_can_be_infinite_or_unnormalised_leave_no_nan(section):
    app = cases(task="breakdown-labels", show=section, x="KLD", y="VD", **BASELINES)
    assert not messages(app)
    assert not re.search(r"\bnan\b", everything(app), re.IGNORECASE)


def test_which_run_is_better_has_the_answer_of_systems_with_the_test_of_the_pair_beside_it():
    few = {"a": "system-02", "b": "system-06", "trials": "200"}
    app, again, other = (cases(show="tests", seed=seed, **few) for seed in "334")
    tables = [[row.cells for row in rows_of(shown(one, 'id="tests"'), "tests")] for one in (app, again, other)]
    assert tables[0] == tables[1] != tables[2]
    systems = app_at("pages/systems/page.py", **few)
    there = {row[0]: row[3] for row in cells_of(shown(systems, 'id="pair_table"'), "pair_table") if len(row) > 2}
    here = {row[0]: row[3] for row in cells_of(shown(app, 'id="tests"'), "tests") if len(row) > 2}
    assert here
    assert here.items() <= there.items()
    decides = [p for p in here.values() if number_of(p) < 0.05]
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
    runs = cases(a="system-01", b="system-02", show="robustness")
    assert "cases_follow" not in [toggle.key for toggle in runs.toggle]
    few = own(show="robustness", x="NMD", y="DNKT_NMD")  # too few cases for a prior
    assert "This assumes that annotators disagree as much as in a typical task." in everything(few)
    assert ">robust<" not in everything(few)


def test_cases_without_groups_say_what_groups_them():
    assert "The cases of this task have no groups" in cases(show="groups").info[0].value


# Downloads


def test_what_is_listed_can_be_downloaded():
    labels = {button.label for button in own().get("download_button")}
    assert {
        "Cases with all scores (CSV)",
        "Gold (CSV)",
        "Run A (CSV)",
        "Run B (CSV)",
        "Cards for a slide (HTML)",
    } <= labels
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

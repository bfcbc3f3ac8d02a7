"""Popularity vs Uniform: samples, uploads and their faults, links, the choice of a case."""

import json

import numpy as np
import pytest

from ordquant_core import MEASURES, uniform
from ordquant_core import popularity as popularity_run
from ordquant_core.measures.registry import DEFAULT_MEASURES, MAIN_MEASURES
from ordquant_core.tasks import parse_gold
from pages.shared.common import COMMON
from pages.shared.pair import presets
from tests.html_tables import cells_of
from tests.pages.apps import (
    REAL_GOLD,
    ROOT,
    annotations,
    chosen,
    follow,
    messages,
    plot,
    popularity,
    shown,
    text_of,
    upload,
    verdict,
    wins,
)
from tests.pages.grammar import check_round_trips, link_of
from tests.pages.on_cases import card, cases, everything, kinds, list_all, listed, numbers_of, wins_of

PAGE = "pages/popularity/page.py"
THREE = "case,low,mid,high\np,1,2,7\nq,4,3,3\nr,0,0,9\n"
needs_real_gold = pytest.mark.skipif(not REAL_GOLD.exists(), reason="the official gold file is not here")


def quality(case, votes):
    return {"id": case, "annotations": [{"quality": dict(zip("AE", pair, strict=True))} for pair in votes]}


JSON = json.dumps([quality("7", [(1, -2), (2, -2), (1, 0)]), quality("007", [(0, 2), (-1, 2), (0, 1)])])


def count_by_hand(gold):
    """Count wins and ties for every measure straight from the definitions, case by case."""
    deltas = {
        key: measure(gold, popularity_run(gold)) - measure(gold, uniform(gold))
        for key, measure in MEASURES.items()
        if key in DEFAULT_MEASURES
    }
    return {
        key: (int((delta < -1e-12).sum()), int((abs(delta) <= 1e-12).sum()), int((delta > 1e-12).sum()))
        for key, delta in deltas.items()
    }


# Tasks


@pytest.mark.parametrize("task", ["dialogue-quality", "breakdown-labels"])
def test_a_sample_opens_said_to_be_synthetic_and_its_counts_are_those_of_the_definitions(task):
    app = popularity(task=task)
    assert not app.exception
    assert not messages(app)
    assert "Synthetic data" in text_of(shown(app, 'id="facts"'))
    path = ROOT / "ordquant_core" / "samples" / task / "gold.csv"
    expected = count_by_hand(parse_gold(path.read_bytes(), path.name).votes)
    assert wins(app) == {key: expected[key] for key in MAIN_MEASURES}


def test_an_uploaded_csv_opens_with_its_cases_classes_and_counts():
    app = upload("three.csv", THREE)
    assert not app.exception
    assert "3 cases · 3 classes, low to high · 9 to 10 annotators" in text_of(shown(app, "annotators"))
    gold = np.array([[1, 2, 7], [4, 3, 3], [0, 0, 9]])
    assert wins(app) == {key: count_by_hand(gold)[key] for key in MAIN_MEASURES}
    assert app.selectbox(key="task").value.startswith("own-")


def test_an_uploaded_json_opens_on_its_first_scale_and_switches_to_the_other():
    app = upload("gold.json", JSON)
    assert app.button_group(key="scale").value == "A"
    first = wins(app)
    app.button_group(key="scale").set_value("E").run()
    assert not app.exception
    assert first == {key: count_by_hand(np.array([[0, 0, 0, 2, 1], [0, 1, 2, 0, 0]]))[key] for key in MAIN_MEASURES}
    assert wins(app) == {key: count_by_hand(np.array([[2, 0, 1, 0, 0], [0, 0, 0, 1, 2]]))[key] for key in MAIN_MEASURES}


def test_labels_and_ids_that_look_like_markup_are_text_everywhere():
    label, case = "<script>alert()</script>", "<img src=x onerror=alert(1)>"
    more = "".join(f"x{n},{n},{4 - n},6\n" for n in range(3))
    app = upload("evil.csv", f'case,c,{label},b\n"{case}",1,2,7\n"![x](http://outside.example/a)",3,3,4\n{more}')
    follow(app, case=case)
    assert not app.exception
    for block in app.html:
        assert "<script" not in block.value
        assert "<img" not in block.value
    assert f"Case {case}: " in text_of(shown(app, "Case &lt;img"))
    assert "<script" not in json.dumps(plot(app, "case_picture"))


# Faults of uploads

FAULTY = [  # file name, content, where, what was seen; every fault is in tests/formats
    ("sum.csv", "case,a,b,c\nfirst,.5,.5,0\nthird,.4,.2,.2\n", "case third", "(0.4, 0.2, 0.2) sums to 0.8"),
    ("twice.csv", "case,a,b\nx,1,2\ny,1,2\nx,2,1\n", "case x", "this id stands in lines 2 and 4"),
    ("same.json", json.dumps(json.loads(JSON)[:1] * 2), "case 7", "this id occurs twice (entries 1 and 2)"),
    ("nan.csv", "case,a,b\nx,nan,1\n", "line 2 (case x)", "column a holds 'nan'"),
]


# Links


def test_a_link_to_a_file_somebody_uploaded_asks_for_that_file_and_opens_it_as_it_was_shared():
    shared = {"task": "own-0123456789abcdef", "scale": "E", "x": "JSD", "y": "NVD", "case": "c2"}
    app = popularity(**shared)
    assert "They are available only in the browser tab in which they were uploaded" in messages(app)
    assert app.selectbox(key="task").value == "own"
    app.file_uploader(key="files_0").set_value([("g.csv", b"case,1,2\nc1,0,4\nc2,3,1\n", "text/csv")]).run()
    assert not app.exception
    assert wins(app)
    assert [chosen(app, axis) for axis in "xy"] == ["JSD", "NVD"]
    assert app.session_state["case"] == "c2"


def test_every_parameter_makes_the_round_trip():
    check_round_trips(PAGE, COMMON, {"x": "JSD", "y": "NVD", "case": "D007"})
    check_round_trips(PAGE, COMMON, {"task": "breakdown-labels"})
    check_round_trips(PAGE, presets.POPULARITY.state, {"show": "scores", "only": "both_prefer_b"})


# Cases and pairs


def test_disagreements_are_listed_first_the_strongest_at_the_top_then_all_other_cases_by_their_difference():
    app = list_all(popularity(x="NMD", y="RNSS"))
    x, y = (np.array(numbers_of(app, f"{key} prefers, by")) for key in ("NMD", "RNSS"))
    size = np.where(x * y < 0, np.minimum(np.abs(x), np.abs(y)), 0)
    assert (np.diff(size) <= 1e-9).all()
    assert size[0] > 0
    assert (np.diff(np.abs(x - y)[size == 0]) <= 2e-3 + 1e-9).all(), "as they are rounded"
    assert len(listed(app)) == 300


def test_the_page_opens_on_the_strongest_disagreement_and_says_why():
    app = popularity()
    assert "Popularity misplaces more votes than Uniform (11 against 9 of 20), but by fewer classes" in card(app)
    assert "NMD counts votes × classes: 15 against 25. It prefers Popularity." in card(app)
    assert "1 of 58 disagreements" in everything(app)


def test_the_kinds_of_cases_are_counted_and_listed_as_on_cases():
    app = popularity(x="NMD", y="RNSS")
    same = cases(a="Popularity", b="Uniform", x="NMD", y="RNSS")
    assert kinds(app, "popularity") == kinds(same)
    app.button_group(key="popularity_only").set_value("both_prefer_a").run()
    assert len(listed(list_all(app))) == kinds(same)["Both prefer A"]
    assert (np.array([numbers_of(app, f"{key} prefers, by") for key in ("NMD", "RNSS")]) <= 0).all()
    assert "NMD and RNSS both prefer Popularity" in card(app)


# One fixed class


def test_one_fixed_class_takes_the_place_of_a_baseline_and_the_link_keeps_it():
    app = popularity(a="Uniform", b="Always 1")
    assert not app.exception
    assert not messages(app)
    assert link_of(app).items() >= {"a": "Uniform", "b": "Always 1"}.items()
    path = ROOT / "ordquant_core" / "samples" / "dialogue-quality" / "gold.csv"
    gold = parse_gold(path.read_bytes(), path.name).votes
    counted = wins_of(app, "Uniform", "Always 1")
    for key in MAIN_MEASURES:
        delta = np.round(MEASURES[key](gold, uniform(gold)) - MEASURES[key](gold, [0, 0, 0, 1, 0]), 12)
        assert counted[key] == (int((delta < 0).sum()), int((delta == 0).sum()), int((delta > 0).sum())), key
    assert "Uniform" in verdict(app)


# The official gold


@needs_real_gold
@pytest.mark.parametrize(
    ("scale", "expected"),  # (uniform, popularity): LQ 2021, Table 7
    [
        (
            "A",
            {
                "NMD": (175, 197),
                "RSNOD": (224, 166),
                "RNOD": (265, 125),
                "NVD": (274, 116),
                "RNSS": (297, 93),
                "JSD": (301, 89),
            },
        ),
        ("E", {"NMD": (257, 127), "RNOD": (331, 58), "JSD": (347, 43)}),
    ],
)
def test_the_official_gold_gives_the_published_wins_and_losses(scale, expected):
    app = upload("gold_test.json", REAL_GOLD.read_bytes(), scale=scale)
    assert not app.exception
    for key, (for_uniform, for_popularity) in expected.items():
        assert wins(app)[key] == (for_popularity, 390 - for_uniform - for_popularity, for_uniform), key


@needs_real_gold
def test_the_official_gold_gives_the_published_quadrant_counts_and_names_the_row_that_prints_them():
    app = upload("gold_test.json", REAL_GOLD.read_bytes(), scale="A")
    corners = ["NMD prefers A, RNOD B <b>79</b>", "NMD prefers B, RNOD A <b>4</b>"]  # LQ 2021, Figure 1
    assert annotations(plot(app, "cases_focus"))[:2] == corners
    assert "NMD and RNOD disagree (83)" in plot(app, "cases_focus")["layout"]["title"]["text"]
    assert verdict(app) == "NMD prefers Popularity and RNOD Uniform on 79 of 390 cases, the reverse on 4."
    assert "NMD prefers Popularity on 197 cases and Uniform on 175" in " ".join(
        text_of(block.value) for block in app.html
    )
    assert "LQ 2021, Table 7 prints the same 12 counts for STC-3 DQ-A." in text_of(shown(app, 'id="wins_note"'))
    assert not any("prints the same" in block.value for block in popularity().html)
    app.button_group(key="popularity_show").set_value("pairs").run()
    assert annotations(plot(app, "pair_NMD_RNOD"))[:2] == ["<b>79</b>", "<b>4</b>"]


# Several tasks


def test_further_tasks_are_added_up_as_in_table_7():
    app = popularity(show="tasks", **{"with": "breakdown-labels|"})
    assert not app.exception
    one, other, total = cells_of(shown(app, 'id="popularity-and-uniform-0"'), "popularity-and-uniform-0")
    assert (one[0], other[0], total[0]) == ("Dialogue quality (synthetic)", "Breakdown labels (synthetic)", "TOTAL")
    assert [int(cell) for cell in total[1:]] == [int(x) + int(y) for x, y in zip(one[1:], other[1:], strict=True)]
    alone = wins(popularity())
    for number, key in enumerate(("NMD", "RSNOD", "RNOD", "NVD", "RNSS", "JSD")):
        popularity_wins, _, uniform_wins = alone[key]
        assert [int(cell) for cell in one[1 + 2 * number : 3 + 2 * number]] == [uniform_wins, popularity_wins]

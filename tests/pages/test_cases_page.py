"""Cases: what it opens with, any two runs, links, real runs."""

import re

import numpy as np
import pytest

from ordquant_core import MEASURES
from ordquant_core.tasks import parse_gold, parse_run
from pages.shared.pair import presets
from tests.analysis.in_pandas import REAL_GOLD, REAL_RUNS, real_deltas
from tests.pages.apps import chosen, follow, messages, offered, shown, verdict
from tests.pages.grammar import check_round_trips
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
    kinds,
    list_all,
    listed,
    own,
    upload,
    wins_of,
    written,
)

STATE = presets.CASES.state
needs_real_data = pytest.mark.skipif(not (REAL_GOLD.exists() and REAL_RUNS.exists()), reason="no official files here")


# The opening


def test_the_page_opens_with_the_two_best_runs_of_the_sample_and_a_computed_sentence():
    app = cases()
    assert not app.exception
    assert not messages(app)
    assert re.match(
        r"NMD prefers system-\d+ and RNOD system-\d+ on \d+ of 300 cases, the reverse on \d+\.", verdict(app)
    )
    a, b = (chosen(app, side) for side in "ab")
    assert {a, b} <= {f"system-{i:02}" for i in range(19)}
    runs = offered(app, "a")
    assert [*runs][18:-1] == ["Popularity", "Uniform", *(f"Always {label}" for label in (-2, -1, 0, 1, 2))]
    assert [run for run, free in runs.items() if not free] == [b]


def test_what_amber_means_stands_under_the_scores_of_a_case_that_has_amber_rows():
    for y, case in (("RNOD", None), ("JSD", "D001"), ("RNOD", "D002")):
        app = cases(a="Popularity", b="Uniform", y=y, **({} if case is None else {"case": case}))
        said = [block.value for block in app.html if "oq-small" in block.value and "Amber:" in block.value]
        assert len(said) == ("oq-dissent" in shown(app, 'id="measures"'))


def test_the_counts_are_those_of_the_definitions_case_by_case():
    app = own(only="disagreements", y="DNKT_JSD")
    gold = parse_gold(GOLD.encode(), "g.csv").probabilities
    one, two = (parse_run(text.encode(), "r.csv").probabilities for text in (ONE, TWO))
    x, y = (np.round(MEASURES[key](gold, one) - MEASURES[key](gold, two), 12) for key in ("NMD", "DNKT_JSD"))
    assert kinds(app) == counted(x, y, "DNKT·JSD")
    assert set(listed(app)) == {"pqrst"[case] for case in np.flatnonzero(x * y < 0)}
    for kind, of_kind in (("both_prefer_a", (x < 0) & (y < 0)), ("both_prefer_b", (x > 0) & (y > 0))):
        app.button_group(key="cases_only").set_value(kind).run()
        assert kinds(app) == {words: n for words, n in counted(x, y, "DNKT·JSD").items() if "NMD" not in words}
        if not of_kind.any():
            assert "No case is listed" in everything(app)
        else:
            assert set(listed(app)) == {"pqrst"[case] for case in np.flatnonzero(of_kind)}
            assert card(app).startswith(f"Case {listed(app)[0]}:")


def test_runs_are_chosen_and_exchanged():
    app = cases(a="system-03", b="Uniform", only="disagreements")
    before = kinds(app)
    choose(app, a="Uniform", b="system-03")
    after = kinds(app)
    assert [chosen(app, side) for side in "ab"] == ["Uniform", "system-03"]
    assert after["Both prefer A"] == before["Both prefer B"]
    assert after["NMD: A, RNOD: B"] == before["NMD: B, RNOD: A"]
    choose(app, a="system-05")
    assert not app.exception
    assert "system-05" in verdict(app)


def test_a_task_with_one_run_compares_it_with_popularity_and_one_without_any_the_baselines():
    app = upload(("gold.csv", GOLD), ("one.csv", ONE))
    assert [chosen(app, side) for side in "ab"] == ["one", "Popularity"]
    app = upload(("gold.csv", "case,a,b,c\n1,3,2,2\n2,0,0,7\n"))
    assert [chosen(app, side) for side in "ab"] == ["Popularity", "Uniform"]
    assert not app.exception


def test_a_task_opens_with_its_best_run_and_the_next_one_that_is_not_a_copy_of_it():
    files = [("gold.csv", GOLD), ("one.csv", ONE), ("copy.csv", ONE), ("two.csv", TWO)]
    app = upload(*files)
    runs = {app.session_state["a"], app.session_state["b"]}
    assert "two" in runs
    assert runs & {"one", "copy"}


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


# Links


def test_a_link_opens_what_was_shared_and_the_page_writes_it_back():
    shared = {
        "task": "dialogue-quality",
        "a": "system-04",
        "b": "Uniform",
        "x": "JSD",
        "y": "RNSS",
        "rank": "entropy",
        "majority": "1",
        "votes": "10-20",
        "shape": "flat,peaked",
        "only": "disagreements",
        "robust": "robust",
        "seed": "7",
        "show": "properties",
        "follow": "gold",
    }
    app = cases(**shared)
    assert not app.exception
    assert not messages(app)
    assert (app.session_state["a"], app.session_state["b"]) == ("system-04", "Uniform")
    chosen = {name: app.session_state[STATE.key(name)] for name in ("rank", "majority", "only", "robust", "seed")}
    assert chosen == {"rank": "entropy", "majority": "1", "only": "disagreements", "robust": "robust", "seed": 7}
    assert app.session_state["cases_shape"] == ["flat", "peaked"]
    assert {key: value for key, value in written(app).items() if key != "case"} == shared
    choose_section(app, "cases")
    assert [app.number_input(key=f"cases_votes_{end}").value for end in ("fewest", "most")] == [10, 20]
    del shared["show"]  # the page opens with it
    assert {key: value for key, value in written(app).items() if key != "case"} == shared


OTHER = {
    **{
        "rank": "entropy",
        "majority": "1",
        "votes": (10, None),
        "shape": ["flat"],
        "only": "any_tie",
        "robust": "robust",
    },
    **{"seed": 7, "show": "scores", "tab": "measures", "follow": True},
}


def test_every_parameter_makes_the_round_trip():
    assert {*OTHER, "by", "group"} == set(STATE)  # test_official_results has the task of the two
    check_round_trips(CASES, STATE, OTHER)


def test_following_a_second_link_forgets_the_filter_of_the_first():
    app = cases(shape="bimodal", only="disagreements", a="Popularity", b="Uniform")
    few = len(listed(app))
    follow(app, a="Popularity", b="Uniform", x="NMD", y="NVD")
    assert few < 300 == len(listed(list_all(app)))


# Real runs


@needs_real_data
@pytest.mark.parametrize(
    ("run_a", "run_b", "scale"), [("WIDM-best181120", "WIDM-bestDQ1", "A"), ("WIDM-mem0", "WIDM-mem3", "E")]
)
def test_two_real_runs_give_the_counts_of_pandas_on_the_page(run_a, run_b, scale):
    files = [("gold_test.json", REAL_GOLD.read_bytes())]
    files += [(f"{run}.json", (REAL_RUNS / f"{run}.json").read_bytes()) for run in (run_a, run_b)]
    app = upload(*files, scale=scale, a=run_a, b=run_b, only="disagreements")
    assert not app.exception
    frame = real_deltas(run_a, run_b, scale)
    sides = np.sign(frame.where(frame.abs() >= 1e-12, 0))
    expected = {key: tuple(int((sides[key] == side).sum()) for side in (-1, 0, 1)) for key in frame}
    assert wins_of(app, run_a, run_b) == expected
    x, y = sides["NMD"], sides["RNOD"]
    assert kinds(app) == counted(x, y)


def test_a_run_is_compared_with_one_fixed_class():
    app = upload(("gold.csv", GOLD), ("one.csv", ONE), a="one", b="Always high")
    assert not app.exception
    assert not messages(app)
    gold = parse_gold(GOLD.encode(), "g.csv").probabilities
    one, always = parse_run(ONE.encode(), "r.csv").probabilities, [0, 0, 1]
    delta = np.round(MEASURES["NMD"](gold, one) - MEASURES["NMD"](gold, always), 12)
    expected = int((delta < 0).sum()), int((delta == 0).sum()), int((delta > 0).sum())
    assert wins_of(app, "one", "Always high")["NMD"] == expected

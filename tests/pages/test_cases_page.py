"""Cases: any two runs, links, filters, rankings, selections, sections, downloads, and what has no answer."""

import dataclasses
import json
import re

import numpy as np
import pytest

from ordquant_core import MEASURES
from ordquant_core.analysis import comparison
from ordquant_core.analysis.properties import properties
from ordquant_core.analysis.scoring import score
from ordquant_core.formats import assemble, parse_gold, parse_run
from ordquant_core.measures.registry import MAIN_MEASURES
from pages.cases import export, slides, state
from pages.shared import sources
from pages.shared.cached import Versus
from tests.analysis.in_pandas import REAL_GOLD, REAL_RUNS, real_deltas
from tests.pages.apps import app_at, follow, messages, plot, scores, shown, text_of, verdict, wins

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
SECTIONS = ("matrix", "tests", "firm", "causes", "scores")
needs_real_data = pytest.mark.skipif(not (REAL_GOLD.exists() and REAL_RUNS.exists()), reason="no official files here")


def cases(**query):
    return app_at(CASES, **query)


def upload(*files, **query):
    """Open Cases with own files: (name, content)."""
    app = cases(task="own", **query)
    data = [
        (name, content if isinstance(content, bytes) else content.encode(), "text/plain") for name, content in files
    ]
    app.file_uploader(key="files_0").set_value(data).run()
    return app


def own(**query):
    return upload(("gold.csv", GOLD), ("one.csv", ONE), ("two.csv", TWO), a="one", b="two", **query)


def quadrants(app):
    """Return {words: count} as the table tells it."""
    rows = re.findall(r'<th scope=row>(.*?)</th><td class="oq-number">([\d,]+)</td>', shown(app, 'id="quadrants"'))
    return {words: int(count.replace(",", "")) for words, count in rows}


def listed(app):
    return list(app.dataframe[0].value["case"])


def card(app):
    return text_of(shown(app, 'oq-verdict">Case'))


def wins_of(app, a, b):
    markup = shown(app, 'id="wins"')
    found = re.findall(rf'<tr data-measure="(\w+)">.*?<td title="{a} (\d+), tie (\d+), {b} (\d+)"', markup)
    return {key: tuple(map(int, counts)) for key, *counts in found}


def written(app):
    """Return the parameters of the link that the page has written last."""
    return app.session_state["links_cases"][-1]


def everything(app):
    """Return all text a reader sees, plots included."""
    blocks = [text_of(block.value) for block in app.html if "<style>" not in block.value]
    plots = [json.loads(chart.proto.spec)["layout"] for chart in app.get("plotly_chart")]
    captions = [caption.value for caption in app.caption]
    return " ".join([*blocks, *map(json.dumps, plots), *captions, messages(app)])


# The opening


def test_the_page_opens_with_the_two_best_runs_of_the_sample_and_a_computed_sentence():
    app = cases()
    assert not app.exception
    assert not messages(app)
    assert re.match(r"NMD and RNOD prefer different runs on \d+ of 300 cases: on \d+ NMD prefers A ", verdict(app))
    assert {app.selectbox(key="cases_a").value, app.selectbox(key="cases_b").value} <= {
        f"system-{i:02}" for i in range(19)
    }
    assert app.selectbox(key="cases_a").options[-2:] == ["Popularity", "Uniform"]


def test_the_counts_are_those_of_the_definitions_case_by_case():
    app = own()
    gold = parse_gold(GOLD.encode(), "g.csv").probabilities
    one, two = (parse_run(text.encode(), "r.csv").probabilities for text in (ONE, TWO))
    x, y = (np.round(MEASURES[key](gold, one) - MEASURES[key](gold, two), 12) for key in ("NMD", "RNOD"))
    assert quadrants(app) == {
        "NMD prefers A, RNOD prefers B": int(((x < 0) & (y > 0)).sum()),
        "NMD prefers B, RNOD prefers A": int(((x > 0) & (y < 0)).sum()),
        "both prefer A": int(((x < 0) & (y < 0)).sum()),
        "both prefer B": int(((x > 0) & (y > 0)).sum()),
        "a tie for NMD or RNOD": int(((x == 0) | (y == 0)).sum()),
    }


def test_runs_are_chosen_and_exchanged():
    app = cases(a="system-03", b="Uniform")
    before = quadrants(app)
    app.button(key="cases_swap").click().run()
    after = quadrants(app)
    assert [app.selectbox(key=f"cases_{side}").value for side in "ab"] == ["Uniform", "system-03"]
    assert after["both prefer A"] == before["both prefer B"]
    assert after["NMD prefers A, RNOD prefers B"] == before["NMD prefers B, RNOD prefers A"]
    app.selectbox(key="cases_a").select("system-05").run()
    assert not app.exception
    assert "system-05" in verdict(app)


def test_a_task_with_one_run_compares_it_with_popularity_and_one_without_any_the_baselines():
    app = upload(("gold.csv", GOLD), ("one.csv", ONE))
    assert [app.selectbox(key=f"cases_{side}").value for side in "ab"] == ["one", "Popularity"]
    app = upload(("gold.csv", "case,a,b,c\n1,3,2,2\n2,0,0,5\n"))
    assert [app.selectbox(key=f"cases_{side}").value for side in "ab"] == ["Popularity", "Uniform"]
    assert not app.exception


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
        "firm": "0.5",
        "seed": "7",
        "show": "causes",
        "measures": "NMD,JSD,DNKT",
        "follow": "gold",
    }
    app = cases(**shared)
    assert not app.exception
    assert not messages(app)
    with_state = {key: app.session_state[f"cases_{key}"] for key in ("a", "b", "ranking", "majority", "apart", "firm")}
    assert with_state == {
        "a": "system-04",
        "b": "Uniform",
        "ranking": "entropy",
        "majority": "1",
        "apart": True,
        "firm": 0.5,
    }
    assert (app.session_state["cases_fewest"], app.session_state["cases_most"]) == (10, 20)
    assert app.session_state["cases_shapes"] == ["flat", "peaked"]
    assert app.session_state["cases_seed"] == 7
    assert {key: value for key, value in written(app).items() if key != "case"} == shared


def test_a_link_to_a_case_opens_its_card_also_when_it_is_not_the_first():
    app = cases(case="D100", a="Popularity", b="Uniform")
    assert card(app).startswith("Case D100:")
    assert written(app)["case"] == "D100"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"a": "nobody"}, "The link names the run “nobody”, which this task does not have."),
        ({"b": "![x](http://outside.example/a)"}, "“![x](http://outside.example/a)”"),
        ({"x": "EMD"}, "The link names the measure “EMD”"),
        ({"rank": "size"}, "The link says rank = “size”, which is not here."),
        ({"majority": "7"}, "majority = “7”"),
        ({"shape": "flat,<b>round</b>"}, "shape = “<b>round</b>”"),
        ({"firm": "0.33"}, "firm = “0.33”"),
        ({"case": "D999"}, "The link names the case “D999”"),
        ({"task": "nothing"}, "The link names the task “nothing”"),
    ],
)
def test_a_link_that_names_what_is_not_here_says_so_and_opens_the_page_all_the_same(query, said):
    app = cases(**query)
    assert not app.exception
    assert len(app.warning) == 1
    assert said in messages(app)
    assert verdict(app)
    for box in app.warning:
        assert not re.search(r"(?<!\\)[*\[\]()!<>]", box.value)


@pytest.mark.parametrize("query", [{"seed": "-1"}, {"seed": "x"}, {"votes": "a-b"}, {"votes": "9" * 40}, {"show": "x"}])
def test_nonsense_where_numbers_should_be_is_left_out(query):
    app = cases(**query)
    assert not app.exception
    assert app.session_state["cases_seed"] == state.SEED
    assert app.session_state["cases_fewest"] is None


def test_following_a_second_link_forgets_the_filter_of_the_first():
    app = cases(shape="bimodal", only="disagreements", a="Popularity", b="Uniform")
    assert len(listed(app)) < 300
    follow(app, a="Popularity", b="Uniform", x="NMD", y="NVD")
    assert len(listed(app)) == 300


# Rankings and filters


def test_every_ranking_lists_all_cases_and_tells_what_it_ranks_by():
    for rank in ("difference", "disagreement", "entropy", "variance", "dip"):
        app = cases(rank=rank, a="Popularity", b="Uniform")
        frame = app.dataframe[0].value
        assert len(frame) == 300
        by = abs(frame["Δ − Δ"]) if rank == "difference" else frame.iloc[:, -1]
        assert (np.diff(by) <= 1e-12).all(), rank


def test_filters_leave_the_cases_that_pass_and_the_plot_shows_these():
    app = own()
    app.pills(key="cases_shapes").set_value(["bimodal"]).run()
    assert listed(app) == ["q"]
    assert "1 of 5 cases pass the filter: gold bimodal" in everything(app).replace("\\", "")
    drawn = [case for trace in plot(app, "cases_focus")["data"] for case in trace.get("text") or []]
    assert drawn == ["q"]
    assert card(app).startswith("Case q:")
    app.button(key="cases_clear").click().run()
    assert sorted(listed(app)) == ["p", "q", "r", "s", "t"]


def test_each_filter_by_itself():
    assert listed(own(majority="low", rank="entropy")) == ["r", "p"], "shared first places count"
    assert listed(own(votes="10-10")) == ["p"]
    assert set(listed(own(votes="11-"))) == {"s", "t"}
    assert set(listed(own(votes="-9"))) == {"q", "r"}
    assert listed(own(shape="flat")) == ["r"]
    assert set(listed(own(shape="flat,peaked"))) == {"p", "r", "s", "t"}


def test_only_true_disagreements_are_as_many_as_the_quadrants_count():
    app = cases(a="Popularity", b="Uniform", only="disagreements")
    table = shown(app, 'id="quadrants"')
    apart = quadrants(app)["NMD prefers A, RNOD prefers B"] + quadrants(app)["NMD prefers B, RNOD prefers A"]
    assert len(listed(app)) == apart > 0
    assert ">listed<" in table
    frame = app.dataframe[0].value
    assert (np.sign(frame["ΔNMD"]) == -np.sign(frame["ΔRNOD"])).all()


def test_firm_disagreements_become_fewer_the_more_is_asked_for():
    sizes = []
    for share in ("", "0.5", "0.8", "0.95"):
        app = cases(a="Popularity", b="Uniform", only="disagreements", **({"firm": share} if share else {}))
        sizes.append(len(listed(app)) if app.dataframe else 0)
        assert not app.exception
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]


def test_a_filter_that_nothing_passes_says_so_and_is_taken_back():
    app = own(votes="900-")
    assert not app.exception
    assert "No case is listed" in app.info[0].value
    app.button(key="cases_clear").click().run()
    assert len(listed(app)) == 5


def test_a_gold_of_probabilities_offers_no_firmness():
    app = upload(("gold.csv", "case,a,b,c\n1,.5,.25,.25\n2,0,0,1\n"), show="firm")
    assert not app.exception
    assert "there are no annotators to draw again" in everything(app)
    assert app.select_slider(key="cases_firm").disabled
    assert not app.number_input


# The card, the selection


def test_next_and_previous_walk_along_the_list_that_is_shown():
    app = cases(a="Popularity", b="Uniform", only="disagreements", rank="variance")
    names = listed(app)
    app.button(key="step_next ›").click().run()
    assert card(app).startswith(f"Case {names[1]}:")
    app.button(key="step_‹ previous").click().run()
    assert card(app).startswith(f"Case {names[0]}:")
    assert app.button(key="step_‹ previous").disabled


def test_cases_selected_together_are_listed_alone_until_the_selection_is_cleared():
    app = cases(a="Popularity", b="Uniform")
    ranked = listed(app)
    numbers = np.array([5, 0, 17])
    app.session_state["marked"] = sources.samples()["dialogue-quality"].digest, numbers
    app.run()
    assert listed(app) == [name for name in ranked if name in ("D006", "D001", "D018")]
    assert "3 cases selected." in everything(app)
    assert [trace for trace in plot(app, "cases_focus")["data"] if trace.get("name") == "selected"]
    assert card(app).startswith(f"Case {listed(app)[0]}:")
    app.button(key="cases_unmark").click().run()
    assert listed(app) == ranked


def test_a_selection_of_another_task_means_nothing_here():
    app = cases(a="Popularity", b="Uniform")
    app.session_state["marked"] = "another digest", np.array([1, 2])
    app.run()
    assert len(listed(app)) == 300


def test_the_working_of_a_measure_opens_in_the_card():
    app = own(case="t")
    assert "The working" not in everything(app)
    app.toggle(key="show_working").set_value(True).run()
    assert not app.exception
    assert "NMD of A one is" in everything(app)


def test_votes_and_estimates_stand_in_the_card_as_numbers():
    numbers = text_of(shown(own(case="t"), 'id="numbers"'))
    assert "lowmidhigh" in numbers
    assert "Votes281" in numbers
    assert "A0.1000.8000.100" in numbers


def test_texts_and_links_that_came_with_a_case_are_shown_as_text_and_only_web_links_are_links():
    markup = {case: shown(own(case=case), 'oq-verdict">Case') for case in "pqrs"}
    assert '<a href="https://example.org/p"' in markup["p"]
    assert "a first text" in markup["p"]
    assert "javascript:alert(1)" in markup["q"]
    assert "&lt;script&gt;" in markup["q"]
    assert "<a" not in markup["q"]
    assert "<script" not in markup["q"]
    assert "<a" not in markup["r"]
    assert "oq-extras" not in markup["s"]


def test_the_scores_of_the_card_are_those_of_the_measures():
    for key, (a, b) in scores(own(case="q")).items():
        assert a == pytest.approx(float(MEASURES[key]([4, 0, 5], [0.4, 0.3, 0.3])), abs=1e-12)
        assert b == pytest.approx(float(MEASURES[key]([4, 0, 5], [0.1, 0.1, 0.8])), abs=1e-12)


# Sections


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("pair", [("NMD", "RNOD"), ("KLD", "JSD"), ("NMD", "NMD"), ("VD", "NVD")])
def test_every_section_opens_for_every_kind_of_pair_without_nan(section, pair):
    app = cases(show=section, x=pair[0], y=pair[1], a="Popularity", b="Uniform")
    assert not app.exception
    assert not messages(app)
    assert not re.search(r"\bnan\b", everything(app), re.IGNORECASE)


def test_the_matrix_follows_the_measures_that_are_chosen():
    app = cases(a="Popularity", b="Uniform")
    assert len(re.findall("<tr><th scope=row", shown(app, 'id="agreement"'))) == 15
    app.pills(key="cases_measures").set_value(["NMD", "JSD", "DNKT"]).run()
    assert len(re.findall("<tr><th scope=row", shown(app, 'id="agreement"'))) == 3
    app.pills(key="cases_measures").set_value(["NMD"]).run()
    assert "two measures or more" in app.info[0].value


def test_the_agreement_of_two_measures_is_the_share_of_equal_preferences():
    app = own()
    gold = parse_gold(GOLD.encode(), "g.csv").probabilities
    one, two = (parse_run(text.encode(), "r.csv").probabilities for text in (ONE, TWO))
    x, y = (np.sign(np.round(MEASURES[key](gold, one) - MEASURES[key](gold, two), 12)) for key in ("NMD", "NVD"))
    row = re.search(
        r'<tr><th scope=row>NMD</th><th scope=row>NVD</th><td[^>]*title="([^"]+)"', shown(app, 'id="agreement"')
    )
    assert float(row[1]) == pytest.approx((x == y).mean())


def test_wins_of_the_baselines_are_those_of_popularity_vs_uniform():
    app = cases(a="Popularity", b="Uniform", show="tests")
    assert wins(app) == wins(app_at("pages/popularity/page.py"))


def test_the_seed_decides_the_trials_and_is_told():
    first, again, other = (cases(show="tests", seed=seed) for seed in ("3", "3", "4"))
    tables = [
        re.findall(r'class="oq-number" title="([^"]+)"', shown(app, 'id="tests"')) for app in (first, again, other)
    ]
    assert tables[0] == tables[1]
    assert "seed 3" in everything(first)


def test_baselines_may_follow_the_gold_and_then_change_the_shares():
    app = cases(a="Popularity", b="Uniform", show="firm")
    before = shown(app, 'id="firm"')
    app.toggle(key="cases_follows").set_value(True).run()
    assert not app.exception
    assert shown(app, 'id="firm"') != before
    assert not any(toggle.key == "cases_follows" for toggle in cases(a="system-01", b="system-02", show="firm").toggle)


# What has no answer


def flat_gold(n=6, classes="a,b,c"):
    return f"case,{classes}\n" + "".join(f"c{i},2,2,2\n" for i in range(n))


SAME = "have the same estimates"
ODD = {
    "identical runs": (
        [("gold.csv", GOLD), ("one.csv", ONE), ("two.csv", ONE)],
        {"a": "one", "b": "two"},
        "have the same estimates: every measure sees a tie on all 5 cases",
    ),
    "a run against itself": ([("gold.csv", GOLD), ("one.csv", ONE)], {"a": "one", "b": "one"}, SAME),
    "one case": ([("gold.csv", "case,a,b,c\nonly,1,2,7\n")], {}, "never prefer different runs on the only case"),
    "all ties": ([("gold.csv", flat_gold())], {}, SAME),
    "two classes": ([("gold.csv", "case,no,yes\n1,2,5\n2,4,4\n3,9,0\n4,3,2\n")], {}, "never prefer different runs"),
    "no variance": (
        [("gold.csv", "case,a,b,c\n1,1,2,7\n2,1,2,7\n3,1,2,7\n4,1,2,7\n5,1,2,7\n")],
        {},
        "never prefer different runs on all 5 cases",
    ),
}


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("name", ODD)
def test_odd_tasks_are_told_plainly_in_every_section(name, section):
    files, query, said = ODD[name]
    app = upload(*files, show=section, **query)
    assert not app.exception
    assert said in verdict(app)
    assert not re.search(r"\bnan\b|\binf\b", everything(app), re.IGNORECASE)
    assert not re.search(r'"NaN"|NaN', " ".join(chart.proto.spec for chart in app.get("plotly_chart")))


def test_why_there_is_no_correlation_is_said():
    files, query, _ = ODD["no variance"]
    assert "no variance: correlation is not defined" in everything(upload(*files, **query))
    files, query, _ = ODD["one case"]
    assert "fewer than two cases: correlation is not defined" in everything(upload(*files, **query))
    files, query, _ = ODD["identical runs"]
    assert "no variance: correlation is not defined" in everything(upload(*files, **query))


def test_infinite_differences_are_counted_and_said_not_to_be_drawn():
    app = cases(x="KLD", y="NMD", a="Popularity", b="system-01")
    assert re.search(r"\d+ cases have an infinite Δ: counted, but not drawn", everything(app))
    assert sum(quadrants(app).values()) == 300


def test_labels_and_ids_that_look_like_markup_are_text_everywhere():
    evil = "<img src=x onerror=alert(1)>"
    gold = f'case,"{evil}",b,c\n"{evil}",1,2,7\n"![x](http://outside.example/a)",3,3,1\nz,1,1,5\n'
    run = f'case,"{evil}",b,c\n"{evil}",.1,.2,.7\n"![x](http://outside.example/a)",.3,.3,.4\nz,1,0,0\n'
    for section in SECTIONS:
        app = upload(("gold.csv", gold), (f"{evil}.csv", run), show=section, case=evil)
        assert not app.exception
        for block in app.html:
            assert "<img" not in block.value
        for chart in app.get("plotly_chart"):
            assert "<img" not in chart.proto.spec


# Downloads


@pytest.fixture(scope="module")
def parts():
    gold = parse_gold(GOLD.encode(), "gold.csv")
    runs = [parse_run(ONE.encode(), "one.csv"), parse_run(TWO.encode(), "<b>two</b>.csv")]
    task = assemble(gold, runs)
    found = score(task, tuple(MEASURES))
    versus = Versus(
        task, *task.runs, found, comparison.deltas(found, *task.runs), comparison.preferences(found, *task.runs)
    )
    return versus, properties(task.gold, *task.estimates, task.votes)


def test_the_table_of_cases_holds_every_number_of_the_listed_cases_in_their_order(parts):
    versus, described = parts
    order = np.array([3, 0])
    frame = export.case_frame(versus, described, order)
    assert frame["case"].tolist() == ["s", "p"]
    assert frame["votes high"].tolist() == [9, 0]
    assert frame["A low"].tolist() == [0.1, 0.8]
    assert frame["gold is"].tolist() == ["peaked", "peaked"]
    for key in MEASURES:
        score_a = float(MEASURES[key]([0, 2, 9], [0.1, 0.1, 0.8]))
        assert frame[f"{key} one"].iloc[0] == pytest.approx(score_a, abs=1e-15)
    assert not frame.columns.duplicated().any()


def test_a_run_against_itself_keeps_both_of_its_columns(parts):
    versus, described = parts
    twice = dataclasses.replace(versus, run_b=versus.run_a)
    frame = export.case_frame(twice, described, np.array([0]))
    assert {"NMD A: one", "NMD B: one"} <= set(frame.columns)
    assert not frame.columns.duplicated().any()


def test_cards_for_a_slide_need_nothing_from_outside_and_no_script(parts):
    versus, _ = parts
    page = slides.page(versus, [1, 3], ("NMD", "RNOD")).decode()
    assert page.count("<article>") == 2
    assert page.count("<svg") == 2
    assert "Case q:" in page
    assert "<script" not in page
    assert "<b>two" not in page
    assert not re.search(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", page)
    for key in MAIN_MEASURES:
        assert f">{MEASURES[key].label}<" in page


def test_cards_for_a_slide_say_what_was_repaired(parts):
    versus, _ = parts
    repaired = dataclasses.replace(versus, task=dataclasses.replace(versus.task, notes=("<one> row divided",)))
    assert "Repaired: &lt;one&gt; row divided" in slides.page(repaired, [1], ("NMD", "RNOD")).decode()
    assert "Repaired" not in slides.page(versus, [1], ("NMD", "RNOD")).decode()


def test_downloads_are_offered_for_what_is_listed():
    def labels(app):
        return [button.label for button in app.get("download_button")]

    offered = labels(cases(a="Popularity", b="Uniform", only="disagreements"))
    assert {"Cases with all scores (CSV)", "Gold (NTCIR JSON)", "Run A (NTCIR JSON)"} <= set(offered)
    offered = labels(own())
    assert {"Gold (CSV)", "Gold (LeWiDi JSON)", "Run B (LeWiDi JSON)", "Cards for a slide (HTML)"} <= set(offered)
    assert "Gold (NTCIR JSON)" not in offered
    assert not any("Gold" in label for label in labels(own(votes="900-")))


# Real runs


@needs_real_data
@pytest.mark.parametrize(
    ("run_a", "run_b", "scale"), [("WIDM-best181120", "WIDM-bestDQ1", "A"), ("WIDM-mem0", "WIDM-mem3", "E")]
)
def test_two_real_runs_give_the_counts_of_pandas_on_the_page(run_a, run_b, scale):
    files = [("gold_test.json", REAL_GOLD.read_bytes())]
    files += [(f"{run}.json", (REAL_RUNS / f"{run}.json").read_bytes()) for run in (run_a, run_b)]
    app = upload(*files, scale=scale, a=run_a, b=run_b, show="tests")
    assert not app.exception
    frame = real_deltas(run_a, run_b, scale)
    sides = np.sign(frame.where(frame.abs() >= 1e-12, 0))
    expected = {key: tuple(int((sides[key] == side).sum()) for side in (-1, 0, 1)) for key in frame}
    assert wins_of(app, run_a, run_b) == expected
    x, y = sides["NMD"], sides["RNOD"]
    assert quadrants(app) == {
        "NMD prefers A, RNOD prefers B": int(((x == -1) & (y == 1)).sum()),
        "NMD prefers B, RNOD prefers A": int(((x == 1) & (y == -1)).sum()),
        "both prefer A": int(((x == -1) & (y == -1)).sum()),
        "both prefer B": int(((x == 1) & (y == 1)).sum()),
        "a tie for NMD or RNOD": int(((x == 0) | (y == 0)).sum()),
    }


@needs_real_data
def test_the_official_gold_gives_the_published_quadrants_for_the_baselines():
    app = upload(("gold_test.json", REAL_GOLD.read_bytes()), scale="A", a="Popularity", b="Uniform")
    assert quadrants(app)["NMD prefers A, RNOD prefers B"] == 79
    assert quadrants(app)["NMD prefers B, RNOD prefers A"] == 4
    assert "prefer different runs on 83 of 390 cases" in verdict(app)


def test_a_task_opens_with_its_best_run_and_the_next_one_that_is_not_a_copy_of_it():
    files = [("gold.csv", GOLD), ("one.csv", ONE), ("copy.csv", ONE), ("two.csv", TWO)]
    app = upload(*files)
    runs = {app.session_state["cases_a"], app.session_state["cases_b"]}
    assert "two" in runs
    assert runs & {"one", "copy"}

"""Nuggets: the sample, uploads and their faults, links, the choice of a dialogue and a block."""

import base64
import json
import re

import numpy as np
import pytest

from ordquant_core.formats.ntcir_nuggets import parse_gold, parse_run
from ordquant_core.formats.nugget_assembly import assemble
from ordquant_core.nuggets import NUGGET_MEASURES, average, average_blocks, score_nuggets
from ordquant_core.statistics.resampling import randomised_tukey_hsd, tiers
from pages.nuggets import results
from tests.pages.apps import (
    REAL_GOLD,
    ROOT,
    annotations,
    app_at,
    follow,
    messages,
    plot,
    problems,
    shown,
    text_of,
    verdict,
)

PAGE = "pages/nuggets/page.py"
SAMPLE = ROOT / "assets" / "samples" / "nuggets"
RUNS = sorted((SAMPLE / "runs").glob("*.json"))
needs_real_data = pytest.mark.skipif(not REAL_GOLD.exists(), reason="the official files are not here")

CUSTOMER = {"CNUG0": 0.1, "CNUG": 0.2, "CNUG*": 0.3, "CNaN": 0.4}
HELPDESK = {"HNUG": 0.5, "HNUG*": 0.3, "HNaN": 0.2}
TURNS = [{"sender": "customer"}, {"sender": "helpdesk"}]
GOLD = [
    {"id": "p", "turns": TURNS, "annotations": [{"nugget": ["CNUG0", "HNUG"]}, {"nugget": ["CNUG", "HNaN"]}]},
    {"id": "q", "turns": TURNS[1:], "annotations": [{"nugget": ["HNUG"]}]},
]
RUN = [{"id": "p", "nugget": [CUSTOMER, HELPDESK]}, {"id": "q", "nugget": [HELPDESK]}]


def nuggets(**query):
    return app_at(PAGE, **query)


def upload(gold, *runs):
    """Open the page and give it files: (name, entries) each."""
    app = nuggets(data="own")
    as_file = lambda name, entries: (name, json.dumps(entries).encode(), "application/json")  # noqa: E731
    app.file_uploader(key="nugget_gold").set_value(as_file("gold.json", gold)).run()
    app.file_uploader(key="nugget_runs").set_value([as_file(*run) for run in runs]).run()
    return app


def sample_scores():
    gold = parse_gold((SAMPLE / "gold.json").read_bytes(), "gold.json")
    return score_nuggets(assemble(gold, [parse_run(path.read_bytes(), path.name) for path in RUNS]))


def ranking(app):
    """Return {run: (rank, mean, group letters)} as the table tells it, the best first."""
    rows = re.findall(r'<tr data-run="([^"]+)">(.*?)</tr>', shown(app, 'id="runs"'), flags=re.DOTALL)
    found = {}
    for run, row in rows:
        cells = re.findall(r"<td[^>]*>(.*?)</td>", row, flags=re.DOTALL)
        mean = re.search(r'title="([\d.e-]+)"><b>', row)[1]
        found[run] = (int(cells[0]), float(mean), text_of(cells[-1]))
    return found


def dialogue(app):
    return text_of(re.search(r'id="dialogue">(.*?)</p>', shown(app, 'id="dialogue"'))[1])


def trace(figure, name):
    (found,) = (one for one in figure["data"] if one.get("name") == name)
    return found


def numbers(values):
    """Return an array as Plotly sends it: a list, or base64 of its bytes."""
    if isinstance(values, list):
        return np.array(values, dtype=float)
    return np.frombuffer(base64.b64decode(values["bdata"]), dtype=values["dtype"])


# The sample


def test_the_page_opens_on_the_synthetic_sample_with_one_computed_sentence():
    app = nuggets()
    assert not app.exception
    assert not messages(app)
    assert "synthetic sample · 60 dialogues" in text_of(shown(app, 'id="facts"'))
    best = min(ranking(app).items(), key=lambda item: item[1][1])
    assert f"{best[0]} is best ({best[1][1]:.3f})" in verdict(app)


def test_the_page_says_why_ordinal_measures_do_not_apply():
    words = text_of(shown(nuggets(), "oq-subtitle"))
    assert "nominal" in words
    assert "ordinal measures" in words
    assert "do not" in words


@pytest.mark.parametrize("measure", NUGGET_MEASURES)
@pytest.mark.parametrize("alpha", [0.0, 0.35, 1.0])
def test_means_and_ranks_are_those_of_the_core(measure, alpha):
    app = nuggets(measure=measure, alpha=str(alpha))
    layer = NUGGET_MEASURES.index(measure)
    found = average(sample_scores(), alpha=alpha)
    expected = dict(zip(found.scores.runs, found.means[layer].tolist(), strict=True))
    assert {run: mean for run, (_, mean, _) in ranking(app).items()} == expected
    assert list(ranking(app)) == sorted(expected, key=expected.get)
    assert [rank for rank, _, _ in ranking(app).values()] == [1, 2, 3, 4]


def test_groups_are_those_of_the_randomised_tukey_hsd_and_the_method_is_stated():
    app = nuggets(measure="JSD", alpha="0.7")
    found = average(sample_scores(), alpha=0.7)
    rng = np.random.default_rng(results.SEED)
    test = randomised_tukey_hsd(found.values, n_trials=results.TRIALS, rng=rng)
    groups = tiers(found.means[1], test.p_values[1], results.LEVEL)
    letters = {
        run: "".join("abcd"[i] for i, group in enumerate(groups) if number in group)
        for number, run in enumerate(found.scores.runs)
    }
    assert {run: row[2] for run, row in ranking(app).items()} == letters
    assert len(groups) > 1
    method = text_of(shown(app, 'id="method"'))
    for words in ("level 0.05", "n = 60 dialogues", "B = 5,000 trials", "seed 1", "Monte-Carlo error", "±0.0031"):
        assert words in method


def test_one_sided_dialogues_are_said():
    app = nuggets()
    assert "2 dialogues of one side (2 with customer blocks only)" in text_of(shown(app, 'id="method"'))
    follow(app, dialogue="N17")
    assert "Only the customer speaks: that side alone is scored." in text_of(shown(app, 'id="dialogue"'))


def test_the_ranking_moves_with_the_slider():
    app = nuggets()
    app.slider(key="nugget_alpha").set_value(0.0).run()
    before = list(ranking(app))
    app.slider(key="nugget_alpha").set_value(1.0).run()
    assert list(ranking(app)) != before
    line = plot(app, "nugget_over_alpha")["layout"]["shapes"][0]
    assert (line["x0"], line["x1"]) == (1, 1)
    assert not app.exception


def while_dragged(app, **moved):
    app.session_state["nugget_alpha_live"] = {"moved": moved}
    return app.run()


def test_the_ranking_follows_the_slider_while_it_is_dragged_until_it_is_let_go():
    app = while_dragged(nuggets(), **{"value": 0.2, "from": 0.5, "seq": 10})
    assert "at alpha 0.2," in verdict(app)
    assert app.slider(key="nugget_alpha").value == 0.5  # nothing moves under the hand
    while_dragged(app, **{"value": 0.1, "from": 0.5, "seq": 11})
    assert "at alpha 0.1," in verdict(app)
    app.slider(key="nugget_alpha").set_value(0.09).run()
    assert "at alpha 0.09," in verdict(app)
    app.slider(key="nugget_alpha").set_value(0.5).run()  # where the drag began: it does not come back
    assert "at alpha 0.5," in verdict(app)


@pytest.mark.parametrize(
    "moved",
    [
        {},
        {"value": "0.2", "from": 0.5, "seq": 1},
        {"value": float("nan"), "from": 0.5, "seq": 1},
        {"value": True, "from": 0.5, "seq": 1},
        {"value": 0.2, "from": None, "seq": 1},
        {"value": 0.2, "from": 0.4, "seq": 1},
    ],
)
def test_a_drag_that_is_none_changes_nothing(moved):
    app = while_dragged(nuggets(), **moved)
    assert not app.exception
    assert "at alpha 0.5," in verdict(app)


def test_a_drag_never_leaves_the_slider():
    assert "at alpha 1," in verdict(while_dragged(nuggets(), **{"value": 7, "from": 0.5, "seq": 1}))


def test_the_micro_average_is_labelled_and_has_no_alpha():
    app = nuggets()
    app.selectbox(key="nugget_average").set_value("micro").run()
    assert app.slider(key="nugget_alpha").disabled
    assert "micro average" in verdict(app)
    assert "mean micro" in text_of(shown(app, 'id="runs"'))
    expected = average_blocks(sample_scores())
    assert [mean for _, mean, _ in ranking(app).values()] == sorted(expected.means[0].tolist())
    assert not [chart for chart in app.get("plotly_chart") if chart.key == "nugget_over_alpha"]
    assert "The micro average has no alpha." in text_of(shown(app, "The micro average has no alpha"))


# Dialogues and blocks


def test_it_opens_on_the_worst_block_of_run_a_and_marks_it():
    app = nuggets()
    scores = sample_scores()
    worst = int(scores.blocks[0, 0].argmax())
    choices = re.findall(r'data-choice="(\d+)"', shown(app, 'id="worst"'))
    assert int(choices[0]) == worst
    assert f'class=" oq-chosen" data-choice="{worst}"' in shown(app, 'id="worst"')
    assert len(plot(app, "nugget_dialogue_plot")["layout"]["shapes"]) == 1


def test_the_block_that_is_shown_is_marked_in_the_list_of_worst_blocks():
    app = nuggets()
    rows = re.findall(r'data-choice="(\d+)".*?<th scope=row>(.*?)</th><td>(\d+)', shown(app, 'id="worst"'))
    choice, name, block = rows[3]
    follow(app, dialogue=name, block=block)
    assert dialogue(app) == f"Dialogue {name}"
    assert re.findall(r'data-choice="(\d+)" tabindex="0" aria-selected="true"', shown(app, 'id="worst"')) == [choice]


def test_dialogues_are_stepped_through_and_chosen_by_name():
    app = nuggets(dialogue="N01")
    assert app.button(key="nugget_‹ previous").disabled
    app.button(key="nugget_next ›").click().run()
    assert dialogue(app) == "Dialogue N02"
    app.selectbox(key="nugget_go").set_value("N60").run()
    assert dialogue(app) == "Dialogue N60"
    assert app.button(key="nugget_next ›").disabled
    assert not app.exception


def test_the_dialogue_shows_gold_and_both_runs_as_they_are():
    app = nuggets(dialogue="N02", a="system-03", b="system-04")
    figure = plot(app, "nugget_dialogue_plot")
    entry = next(entry for entry in json.loads(RUNS[2].read_bytes()) if entry["id"] == "N02")
    expected = [value for block in entry["nugget"] for value in block.values()]
    np.testing.assert_allclose(numbers(trace(figure, "system-03")["customdata"]), expected)
    scores = re.findall(r"\d\.\d{3}", " ".join(annotations(figure)))
    assert len(scores) == 2 * len(entry["nugget"])


def test_the_plot_of_dialogues_compares_two_runs_or_two_measures():
    app = nuggets()
    found = average(sample_scores(), alpha=0.5).values
    dots = trace(plot(app, "nugget_points"), "dialogues")
    np.testing.assert_allclose([numbers(dots["x"]), numbers(dots["y"])], found[0, :2])
    app.button_group(key="nugget_view").set_value("measures").run()
    dots = trace(plot(app, "nugget_points"), "dialogues")
    np.testing.assert_allclose([numbers(dots["x"]), numbers(dots["y"])], found[:2, 0])


# Links


def test_a_link_opens_what_it_says():
    app = nuggets(measure="NVD", alpha="0.25", a="system-04", b="system-01", view="measures", dialogue="N33", block="2")
    assert not messages(app)
    assert app.button_group(key="nugget_measure").value == "NVD"
    assert app.slider(key="nugget_alpha").value == 0.25
    assert (app.selectbox(key="nugget_a").value, app.selectbox(key="nugget_b").value) == ("system-04", "system-01")
    assert app.button_group(key="nugget_view").value == "measures"
    assert dialogue(app) == "Dialogue N33"
    assert len(plot(app, "nugget_dialogue_plot")["layout"]["shapes"]) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("measure", "NMD"),
        ("average", "median"),
        ("alpha", "2"),
        ("alpha", "x"),
        ("alpha", "nan"),
        ("a", "nobody"),
        ("dialogue", "![x](http://outside.example/a)"),
        ("data", "elsewhere"),
        ("view", "?"),
    ],
)
def test_a_link_that_names_what_is_not_here_says_so_and_opens_the_rest(name, value):
    app = nuggets(**{name: value})
    assert not app.exception
    assert value in messages(app)
    assert "is best" in verdict(app)


@pytest.mark.parametrize("block", ["0", "99", "x", "²"])
def test_a_block_that_is_not_there_is_not_marked(block):
    app = nuggets(dialogue="N33", block=block)
    assert not app.exception
    assert "shapes" not in plot(app, "nugget_dialogue_plot")["layout"]


# Uploads


def test_uploaded_files_are_scored():
    app = upload(GOLD, ("one.json", RUN), ("two.json", RUN[::-1]))
    assert not app.exception
    assert not messages(app)
    assert "2 dialogues · 1 customer and 2 helpdesk blocks · 1 to 2 annotators · 2 runs" in text_of(
        shown(app, 'id="facts"')
    )
    assert list(ranking(app)) == ["one", "two"]
    assert [rank for rank, _, _ in ranking(app).values()] == [1, 1]
    assert "1 dialogue of one side (1 with helpdesk blocks only)" in text_of(shown(app, 'id="method"'))


def test_one_run_is_enough_and_is_not_compared():
    app = upload(GOLD, ("one.json", RUN))
    assert not app.exception
    assert "RNSS of A one at alpha 0.5 is" in verdict(app)
    assert app.button_group(key="nugget_view").value == "measures"
    assert not [box for box in app.selectbox if box.key == "nugget_b"]


def test_a_link_to_own_files_is_followed_once_they_are_there():
    app = nuggets(data="own", measure="JSD", alpha="0.25", a="two")
    as_file = lambda name, entries: (name, json.dumps(entries).encode(), "application/json")  # noqa: E731
    app.file_uploader(key="nugget_gold").set_value(as_file("gold.json", GOLD)).run()
    app.file_uploader(key="nugget_runs").set_value([as_file("one.json", RUN), as_file("two.json", RUN)]).run()
    assert not messages(app)
    assert "By mean JSD at alpha 0.25," in verdict(app)
    assert app.selectbox(key="nugget_a").value == "two"


def test_many_groups_of_runs_are_told_by_their_letters():
    names = [f"d{number}" for number in range(12)]
    gold = [{"id": n, "turns": TURNS[1:], "annotations": [{"nugget": ["HNUG"]}]} for n in names]
    blends = [{"HNUG": 1 - x / 10, "HNUG*": x / 10, "HNaN": 0.0} for x in range(9)]
    runs = [(f"r{x}.json", [{"id": n, "nugget": [blend]} for n in names]) for x, blend in enumerate(blends)]
    app = upload(gold, *runs)
    assert not app.exception
    assert list(ranking(app)) == [f"r{x}" for x in range(9)]
    assert ranking(app)["r0"][2].startswith("a")
    assert "a" not in ranking(app)["r8"][2]


def test_without_files_the_page_asks_for_them():
    app = nuggets(data="own")
    assert not app.exception
    assert "Give a gold file and one run or more" in app.info[0].value


def test_uploads_survive_a_page_change_and_can_be_taken_away():
    app = app_at("app.py").switch_page(PAGE).run()
    app.selectbox(key="nugget_data").set_value("own").run()
    app.file_uploader(key="nugget_gold").set_value(("g.json", json.dumps(GOLD).encode(), "x/y")).run()
    app.file_uploader(key="nugget_runs").set_value([("one.json", json.dumps(RUN).encode(), "x/y")]).run()
    app.slider(key="nugget_alpha").set_value(0.3).run()
    before = ranking(app)
    app.switch_page("pages/compare/page.py").run()
    app.switch_page(PAGE).run()
    assert not app.exception
    assert ranking(app) == before
    assert app.slider(key="nugget_alpha").value == 0.3
    app.file_uploader(key="nugget_runs").set_value([("two.json", json.dumps(RUN).encode(), "x/y")]).run()
    assert list(ranking(app)) == ["one", "two"]  # what is added joins what was there
    next(button for button in app.button if button.label == "Remove all files").click().run()
    assert "Give a gold file" in app.info[0].value


def test_a_run_taken_out_of_the_uploader_is_gone():
    app = upload(GOLD, ("one.json", RUN), ("two.json", RUN))
    app.file_uploader(key="nugget_runs").set_value([("two.json", json.dumps(RUN).encode(), "x/y")]).run()
    assert list(ranking(app)) == ["two"]


def test_files_of_dialogue_quality_and_nuggets_serve_this_page_too():
    gold, run = (json.loads(path.read_bytes()) for path in (SAMPLE / "gold.json", RUNS[0]))
    assert "quality" in run[0]
    app = upload(gold, ("system-01.json", run))
    assert not app.exception
    assert ranking(app)["system-01"][1] == ranking(nuggets())["system-01"][1]


BAD = {
    "a missing dialogue": (RUN[:1], "dialogue q", "this dialogue is missing"),
    "a wrong number of blocks": ([RUN[0], {"id": "q", "nugget": [HELPDESK] * 2}], "dialogue q", "2 blocks"),
    "an unknown type": (
        [{"id": "p", "nugget": [CUSTOMER, HELPDESK | {"NUG": 0}]}, RUN[1]],
        "dialogue p, block 2 (helpdesk)",
        "unknown nugget type 'NUG'",
    ),
    "a customer's type at the helpdesk": (
        [RUN[0], {"id": "q", "nugget": [CUSTOMER]}],
        "dialogue q, block 1 (helpdesk)",
        "types of the customer",
    ),
}


@pytest.mark.parametrize(("run", "place", "words"), BAD.values(), ids=BAD)
def test_a_faulty_run_is_told_by_file_dialogue_and_block(run, place, words):
    app = upload(GOLD, ("fine.json", RUN), ("bad.json", run))
    assert not app.exception
    ((file, where, seen, action),) = problems(app)
    assert file.startswith("bad")
    assert where == place
    assert words in seen
    assert action


def test_the_problems_of_all_files_are_told_at_once():
    app = upload([{"id": "p"}], ("bad.json", [{"id": "p"}]))
    assert [row[0] for row in problems(app)] == ["gold.json", "bad.json"]


def test_sums_slightly_off_are_divided_when_the_visitor_says_so():
    off = [{"id": "p", "nugget": [CUSTOMER, HELPDESK | {"HNaN": 0.19}]}, RUN[1]]
    app = upload(GOLD, ("off.json", off))
    assert problems(app)[0][1] == "dialogue p, block 2 (helpdesk)"
    app.button(key="mend").click().run()
    assert not app.exception
    assert "1 row divided by its sum (block p/2)" in re.sub(r"\\", "", app.info[0].value)
    assert list(ranking(app)) == ["off"]


def test_names_that_look_like_markup_are_text_everywhere():
    evil = "<img src=x onerror=alert(1)>"
    gold, run = json.loads(json.dumps([GOLD, RUN]))
    gold[0]["id"] = run[0]["id"] = evil
    app = upload(gold, ("![x](y).json", run), ("<script>.json", run))
    app.selectbox(key="nugget_go").set_value(evil).run()
    assert not app.exception
    assert dialogue(app) == f"Dialogue {evil}"
    for block in app.html:
        assert "<img" not in block.value
        assert "<script" not in block.value


@needs_real_data
def test_the_real_runs_are_compared_after_the_visitor_allowed_to_divide():
    paths = sorted((REAL_GOLD.parent / "runs_nugget").glob("*.json"))
    gold, *runs = (json.loads(path.read_bytes()) for path in [REAL_GOLD, *paths])
    app = upload(gold, *zip([path.name for path in paths], runs, strict=True))
    assert "cannot be used as they are" in messages(app)
    app.button(key="mend").click().run()
    assert not app.exception
    assert {path.stem for path in paths} == set(ranking(app))
    assert "390 dialogues · 975 customer and 780 helpdesk blocks · 19 annotators" in text_of(shown(app, 'id="facts"'))


# Downloads


def test_downloads_hold_every_measure_run_dialogue_and_block():
    gold = parse_gold((SAMPLE / "gold.json").read_bytes(), "gold.json")
    task = assemble(gold, [parse_run(path.read_bytes(), path.name) for path in RUNS])
    found = results.results(results.TaskKey(("gold", "x"), (), False), 0.5, task)
    runs, pairs, cases, blocks = (
        frame(found) for frame in (results.run_frame, results.pair_frame, results.dialogue_frame, results.block_frame)
    )
    assert (len(runs), len(pairs), len(cases), len(blocks)) == (3 * 4, 3 * 6, 3 * 4 * 60, 3 * 4 * 262)
    assert runs["mean"].tolist() == found.averages.means.ravel().tolist()
    assert cases.groupby(["measure", "run"])["score"].mean().loc["JSD", "system-02"] == pytest.approx(
        found.averages.means[1, 1]
    )
    row = blocks[(blocks["dialogue"] == "N02") & (blocks["block"] == 2)].iloc[0]
    assert row["sender"] == "helpdesk"
    assert set(pairs["trials"]) == {results.TRIALS}

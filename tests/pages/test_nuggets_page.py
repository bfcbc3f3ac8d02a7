"""Nuggets: what it says of the sample, the average over blocks, the dialogue, and files of a visitor."""

import json
import re

import numpy as np
import pytest

from ordquant_core.nuggets import LEVEL, NUGGET_MEASURES, average, average_blocks
from ordquant_core.numerals import score
from ordquant_core.statistics.resampling import randomised_tukey_hsd, significance_groups
from pages.nuggets import ranking as page
from tests.html_tables import rows_of
from tests.pages.apps import (
    REAL_GOLD,
    annotations,
    app_at,
    go_to,
    marked,
    messages,
    numbers,
    plot,
    problems,
    said,
    shown,
    verdict,
)
from tests.pages.grammar import link_of
from tests.pages.on_nuggets import (
    CUSTOMER,
    GOLD,
    HELPDESK,
    PAGE,
    RUN,
    RUNS,
    SAMPLE,
    give,
    nuggets,
    ranking,
    sample_scores,
    trace,
    upload,
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def scores():
    return sample_scores()


@pytest.mark.parametrize(("measure", "alpha"), [("RNSS", 0.0), ("JSD", 0.35), ("RSNOD", 1.0)])
def test_means_ranks_and_groups_are_those_of_the_core_and_the_method_is_stated(scores, measure, alpha):
    if measure not in NUGGET_MEASURES:
        measure = NUGGET_MEASURES[-1]
    app, layer = nuggets(measure=measure, alpha=str(alpha), how="yes"), NUGGET_MEASURES.index(measure)
    found = average(scores, alpha=alpha)
    expected = dict(zip(found.scores.runs, found.means[layer].tolist(), strict=True))
    assert {run: mean for run, (_, mean, _) in ranking(app).items()} == expected
    assert list(ranking(app)) == sorted(expected, key=expected.get)
    assert [rank for rank, _, _ in ranking(app).values()] == [1, 2, 3, 4]
    assert f"{min(expected, key=expected.get)} leads" in verdict(app)
    test = randomised_tukey_hsd(found.values, n_trials=page.TRIALS, rng=np.random.default_rng(page.SEED))
    groups = significance_groups(found.means[layer], test.p_values[layer], LEVEL)
    letters = {
        run: "".join("abcd"[i] for i, group in enumerate(groups) if number in group)
        for number, run in enumerate(found.scores.runs)
    }
    assert {run: row[2] for run, row in ranking(app).items()} == letters
    for words in ("significance level = 0.05", "n = 60 dialogues", "B = 5,000 trials", "seed 1", "standard error"):
        assert words in said(app, "method")


def test_alpha_and_the_micro_average_change_the_ranking(scores):
    app = nuggets()
    orders = [list(ranking(app.slider(key="nugget_alpha").set_value(alpha).run())) for alpha in (0.0, 1.0)]
    assert orders[0] != orders[1]
    line = plot(app, "nugget_over_alpha")["layout"]["shapes"][0]
    assert (line["x0"], line["x1"]) == (1, 1)
    app.selectbox(key="nugget_average").set_value("micro").run()
    assert app.slider(key="nugget_alpha").disabled
    assert "over all blocks" in verdict(app)
    assert [mean for _, mean, _ in ranking(app).values()] == sorted(average_blocks(scores).means[0].tolist())
    assert "nugget_over_alpha" not in {chart.key for chart in app.get("plotly_chart")}


def test_it_opens_on_the_worst_block_and_shows_gold_and_both_runs_as_they_are(scores):
    app = nuggets()
    worst = str(scores.blocks[0, 0].argmax())
    assert next(row for row in rows_of(shown(app, 'id="worst"'), "worst") if not row.head).data["choice"] == worst
    assert marked(app, "worst") == [worst]
    assert len(plot(app, "nugget_dialogue_plot")["layout"]["shapes"]) == 1
    dots = trace(plot(app, "nugget_points"), "dialogues")
    np.testing.assert_allclose([numbers(dots["x"]), numbers(dots["y"])], average(scores, alpha=0.5).values[0, :2])
    app = nuggets(dialogue="N02", a="system-03", b="system-04")
    figure = plot(app, "nugget_dialogue_plot")
    entry = next(entry for entry in json.loads(RUNS[2].read_bytes()) if entry["id"] == "N02")
    assert trace(figure, "system-03")["customdata"] == [
        score(value) for block in entry["nugget"] for value in block.values()
    ]
    assert len(re.findall(r"\d\.\d{3}", " ".join(annotations(figure)))) == 2 * len(entry["nugget"])


# A visitor's own files


def test_uploaded_files_are_scored_as_a_link_says_and_stay_until_they_are_removed():
    app = go_to(app_at("pages/dashboard.py"), PAGE)
    app.query_params.update({"data": "own", "measure": "JSD", "alpha": "0.25", "a": "two", "how": "yes"})
    give(app.run(), GOLD, ("one.json", RUN), ("two.json", RUN[::-1]))
    assert not messages(app)
    assert "2 dialogues · 3 blocks · 1 to 2 annotators · 2 runs" in said(app, "facts")
    assert [rank for rank, _, _ in ranking(app).values()] == [1, 1]
    assert verdict(app).startswith("By mean JSD, ")
    assert "at alpha 0.25" in said(app, "dialogue_scores")
    assert "1 dialogue of one side (1 with helpdesk blocks only)" in said(app, "method")
    assert (app.session_state["nugget_a"], link_of(app)["data"]) == ("two", "own")
    before = ranking(app)
    go_to(go_to(app, "pages/compare/page.py"), PAGE)
    assert ranking(app) == before
    assert app.slider(key="nugget_alpha").value == 0.25
    app.file_uploader(key="nugget_runs_0").set_value([("three.json", json.dumps(RUN).encode(), "x/y")]).run()
    assert set(ranking(app)) == {"one", "two", "three"}  # what is added joins what was there
    next(button for button in app.button if button.label == "Remove all files").click().run()
    assert "Upload a gold file" in app.info[0].value
    assert not app.file_uploader(key="nugget_runs_1").value  # nor does the control list them any more


def test_one_run_is_enough_and_is_not_compared():
    app = upload(GOLD, ("one.json", RUN))
    assert "Mean RNSS at alpha 0.5 of one" in verdict(app)
    assert "nugget_points" not in {chart.key for chart in app.get("plotly_chart")}


def test_files_of_dialogue_quality_and_nuggets_serve_both_pages():
    app = go_to(app_at("pages/dashboard.py"), "pages/data/page.py")
    files = [(path.name, path.read_bytes(), "x/y") for path in (SAMPLE / "gold.json", *RUNS)]
    quality = json.dumps([{"id": one["id"], "quality": one["quality"]} for one in json.loads(RUNS[0].read_bytes())])
    app.file_uploader(key="files_0").set_value([*files, ("quality.json", quality.encode(), "x/y")]).run()
    go_to(app, PAGE)
    assert app.selectbox(key="nugget_data").value.startswith("own-")
    assert ranking(app) == ranking(nuggets())
    app.selectbox(key="nugget_data").set_value("sample").run()
    go_to(go_to(app, "pages/compare/page.py"), PAGE)
    assert app.selectbox(key="nugget_data").value == "sample"  # what the visitor chose stays


def test_faults_are_reported_by_file_dialogue_and_block_and_sums_are_divided_on_request():
    app = upload(GOLD, ("fine.json", RUN), ("bad.json", [RUN[0], {"id": "q", "nugget": [CUSTOMER]}]))
    ((file, where, seen, action),) = problems(app)
    assert (file.startswith("bad"), where) == (True, "dialogue q, block 1 (helpdesk)")
    assert "types of the customer" in seen
    assert action
    app = upload(GOLD, ("off.json", [{"id": "p", "nugget": [CUSTOMER, HELPDESK | {"HNaN": 0.19}]}, RUN[1]]))
    assert problems(app)[0][1] == "dialogue p, block 2 (helpdesk)"
    app.button(key="repair_renormalise").click().run()
    assert "2 notes, 1 repair or choice" in said(app, "notes")
    assert "1 row divided by its sum (block p/2)" in said(app, "notes")
    assert list(ranking(app)) == ["off"]


@pytest.mark.skipif(not REAL_GOLD.exists(), reason="the official files are not here")
def test_the_real_runs_are_compared_after_the_visitor_allowed_to_divide():
    paths = sorted((REAL_GOLD.parent / "runs_nugget").glob("*.json"))
    gold, *runs = (json.loads(path.read_bytes()) for path in [REAL_GOLD, *paths])
    app = upload(gold, *zip([path.name for path in paths], runs, strict=True))
    assert "cannot be used as they are" in messages(app)
    app.button(key="repair_renormalise").click().run()
    assert {path.stem for path in paths} == set(ranking(app))
    assert "390 dialogues · 1,755 blocks · 19 annotators" in said(app, "facts")

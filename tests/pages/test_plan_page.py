"""Plan: how to spend a budget of votes, a second panel, cases needed, and what a pilot may lack."""

import io
import re

import pandas as pd
import pytest

from ordquant_core.analysis.planning.design import needed, variances
from ordquant_core.analysis.planning.split import options, resample_pilot
from ordquant_core.analysis.scoring import score
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.figures.planning import columns
from ordquant_core.findings import planning as findings
from ordquant_core.findings.second_panel import second_panel
from ordquant_core.findings.sentence import plain
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.tasks import folder, read_task
from ordquant_core.writing.spreadsheets import spreadsheet_csv
from pages.plan import state, tables
from pages.plan.computed import Plan
from pages.shared.evaluation_settings import EvaluationSettings
from pages.shared.tasks import first_sample
from tests.html_tables import cells_of
from tests.pages.apps import FEW_RESAMPLES, ROOT, app_at, chosen, messages, plot, shown, text_of, verdict
from tests.pages.grammar import check_round_trips

pytestmark = pytest.mark.slow

PAGE = "pages/plan/page.py"
GOLD = "case,a,b,c\n" + "".join(f"c{number},{number},{4},{8 - number}\n" for number in range(8))
ENDS = {"first": ".8,.1,.1", "second": ".1,.2,.7", "third": ".3,.4,.3"}


def run(name, n_cases=8):
    return name, "case,a,b,c\n" + "".join(f"c{number},{ENDS[name]}\n" for number in range(n_cases))


def plan(**query):
    return app_at(PAGE, **({"task": "dialogue-quality"} | query))


def own(*files):
    """Open the page on files of one's own, (name, text) each."""
    app = app_at(PAGE, task="own")
    app.file_uploader(key="files_0").set_value([(name, text.encode(), "text/plain") for name, text in files]).run()
    assert not app.exception
    return app


@pytest.fixture(scope="module")
def sample():
    return read_task(folder(ROOT / "ordquant_core/samples/dialogue-quality")).task


@pytest.fixture(scope="module")
def pilot():
    settings = EvaluationSettings(MAIN_MEASURES, 0.05, 5000, 1000, 1)
    return lambda measure: state.pilot(first_sample(), settings, measure)


def found_by(sample, pilot, measure):
    return resample_pilot(sample, [measure], cases=pilot(measure).sizes, n_resamples=FEW_RESAMPLES)


def because(app):
    return text_of(shown(app, 'id="because"'))


def test_it_opens_on_what_a_budget_buys_and_says_how_sure_that_is(sample, pilot):
    app = plan()
    assert not app.exception
    assert not messages(app)
    found = found_by(sample, pilot, "NMD")
    ways = options(found, "NMD", 4000)
    assert verdict(app) == plain(findings.best_way(ways, found, 4000, "NMD"))
    assert (chosen(app, "budget"), chosen(app, "measure")) == ("4,000 votes", "NMD")
    assert f"is best or tied in {ways[0].first:.0%} of {FEW_RESAMPLES} resamples" in because(app)
    for (name, *numbers), way in zip(cells_of(shown(app, 'id="ways"'), "ways"), ways, strict=True):
        assert name == f"{way.cases:,} × {way.annotators}"
        assert numbers == [f"{way.separated * found.pairs:.0f}", f"{way.width:.3f}", f"{way.tau:.3f}"]


def test_the_cells_are_those_of_the_core_and_the_ways_to_spend_the_budget_are_framed(sample, pilot):
    app = plan(measure="RNOD", budget="8000")
    found = found_by(sample, pilot, "RNOD")
    figure = plot(app, "split_plot")
    drawn = next(trace for trace in figure["data"] if trace["type"] == "scatter" and trace["mode"] == "text")
    ways = options(found, "RNOD", 8000)
    sizes = columns([way.cases for way in ways])
    pairs = found.share[0][:, [found.cases.index(size) for size in sizes]] * found.pairs
    assert [re.sub("</?b>", "", text) for text in drawn["text"]] == [f"{number:.0f}" for number in pairs.ravel()]
    framed = [
        (sizes[round((frame["x0"] + frame["x1"]) / 2)], found.annotators[round((frame["y0"] + frame["y1"]) / 2)])
        for frame in figure["layout"]["shapes"]
    ]
    assert framed[::-1] == [(way.cases, way.annotators) for way in ways]


def test_a_second_panel_is_a_band_by_its_number_of_annotators_and_the_runs_are_lines(sample):
    app = plan()
    most, least, runs, marked = plot(app, "panel_plot")["data"]
    panel = compare_with_panel(sample.only([]), ["NMD"])
    numbers, low, high = panel.by_annotators()
    assert tuple(most["x"]) == numbers == (3, 5, 10, 20, 40)
    assert most["customdata"][2] == f"10 annotators: at most {high[2]:.3f}"
    assert least["customdata"][2] == f"10 annotators: at least {low[2]:.3f}"
    assert list(marked["y"]) == [low[3], high[3]]  # of 20, as many as the votes
    said = [text for text in runs["customdata"] if text]
    assert len(said) == 18 * 4
    names = {text.split(":")[0] for text in said}
    assert "system-01" in names
    assert not {"Popularity", "Uniform"} & names
    assert second_panel(panel, "NMD") in text_of(shown(app, 'id="scored"'))


def test_what_is_chosen_in_the_sentences_changes_the_page():
    app = plan()
    for key, value in (("plan_budget", "1000"), ("plan_power", 0.9), ("plan_measure", "JSD")):
        app.session_state[key] = value
    app.run()
    assert verdict(app).startswith("With 1,000 votes")
    assert verdict(app).endswith("by JSD.")
    said = text_of(shown(app, 'id="detected"'))
    assert said.startswith("With 90% power")
    assert said.endswith("in JSD.")


def test_cases_needed_are_those_of_the_core_for_every_measure(sample):
    app = plan(power="0.9")
    rows = cells_of(shown(app, 'id="needed"'), "needed")
    found = variances(score(sample, MAIN_MEASURES))
    for (label, _, _, *cells), one in zip(rows, found, strict=True):
        assert label == MEASURES[one.measure].label
        assert cells == [f"{needed(one, difference, power=0.9).cases:,}" for difference in (0.01, 0.02, 0.03, 0.05)]
    said = plot(app, "needed_plot")["data"][0]["customdata"]
    assert said[0] == f"largest variance: {needed(found[0], 0.008, power=0.9).cases:,} cases to find 0.008"


def test_the_agreement_of_the_annotators_is_one_line(sample):
    assert text_of(shown(plan(), 'id="alpha"')) == findings.annotator_agreement(sample.votes)


def test_downloads_are_the_tables_of_the_core(sample, pilot):
    app = plan()
    assert {button.label for button in app.get("download_button")} >= {
        "Cases and annotators (CSV)",
        "Second panel (CSV)",
    }
    assert app.get("download_button")
    panel = compare_with_panel(sample, ["NMD"])
    made = {
        name: make for _, make, name in tables.listed(pilot("NMD"), Plan(panel, found_by(sample, pilot, "NMD"), ()))
    }
    assert set(made) >= {"plan-split.csv", "plan-noise.csv", "plan-noise-cases.csv", "plan-cases.csv"}
    frame = pd.read_csv(io.BytesIO(spreadsheet_csv(made["plan-noise.csv"]())))
    assert frame["measure"].tolist() == list(MAIN_MEASURES)
    assert frame["panel_low"][0] == pytest.approx(panel.bounds().low[0])
    assert frame["half"][0] == pytest.approx(panel.half.means[0])


# What a pilot may lack: every page has a clear sentence, and what there is


def test_a_gold_without_votes_still_says_how_many_cases_are_needed():
    shares = "case,a,b,c\n" + "".join(f"c{number},{number / 16},.5,{0.5 - number / 16}\n" for number in range(8))
    app = own(("gold.csv", shares), run("first"), run("second"))
    assert "probabilities, not votes" in verdict(app)
    assert cells_of(shown(app, 'id="needed"'), "needed")
    assert not [chart for chart in app.get("plotly_chart") if chart.key in ("split_plot", "panel_plot")]


def test_a_pilot_of_few_cases_says_what_is_known_and_plans_nothing():
    few = "\n".join(GOLD.splitlines()[:4]) + "\n"
    app = own(("gold.csv", few), run("first", 3), run("second", 3))
    assert verdict(app).startswith("A second panel of 12 would score")
    assert because(app).startswith("With 3 cases, what the next round needs is not known")
    assert "here there are 3" in because(app)
    assert not [chart for chart in app.get("plotly_chart") if chart.key in ("split_plot", "needed_plot")]


def test_where_a_gold_may_be_votes_or_probabilities_the_control_of_data_is_named():
    certain = "case,a,b,c\n" + "".join(f"c{number},{number % 2},0,{1 - number % 2}\n" for number in range(8))
    app = own(("gold.csv", certain), run("first"), run("second"))
    assert "“Votes or percentages” on Data" in verdict(app)
    assert "--numbers" not in verdict(app)


def test_a_measure_by_which_all_runs_are_equal_asks_for_no_number_of_cases():
    app = own(("gold.csv", GOLD), run("first"), ("same", run("first")[1]))
    rows = cells_of(shown(app, 'id="needed"'), "needed")
    assert {cell for _, *cells in rows for cell in cells} == {"n/a"}


# The link grammar

OTHER = {"measure": "JSD", "budget": "2000", "power": 0.9}
SMALL = {"task": "breakdown-labels", "measures": "NMD,JSD"}


def test_every_parameter_makes_the_round_trip():
    assert set(OTHER) == set(state.STATE)
    check_round_trips(PAGE, state.STATE, OTHER, lambda name: SMALL)

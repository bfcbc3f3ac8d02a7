"""Systems: significance groups before ranks, every pair of runs, what one measure alone says, several tasks at once."""

import json

import numpy as np
import pytest

from ordquant_core.analysis.agreement import ranks
from ordquant_core.analysis.discrimination import powers, separate_runs
from ordquant_core.analysis.scoring import score
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.findings import runs as findings
from ordquant_core.findings.second_panel import against_annotators, allowed_for, how_panels, range_of, second_panel
from ordquant_core.findings.sentence import plain
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import p_cell, setting
from ordquant_core.statistics.resampling import significance_groups
from ordquant_core.tasks.published.source import OWN
from pages.shared import evaluation_settings, run_analyses, several
from pages.systems import pairs, state
from pages.systems.ranking import FAR
from tests.html_tables import cells_of, rows_of
from tests.pages.apps import app_at, chosen, messages, offered, shown, text_of, verdict
from tests.pages.grammar import check_round_trip, check_round_trips
from tests.pages.test_measures_page import sample

PAGE = "pages/systems/page.py"
FEW = {"trials": "200", "task": "dialogue-quality"}


def systems(**query):
    return app_at(PAGE, **(FEW | query))


def table(app, name):
    return cells_of(shown(app, f'id="{name}"'), name)


def runs_of(app, name):
    return [row.data["run"] for row in rows_of(shown(app, f'id="{name}"'), name) if not row.head]


@pytest.fixture(scope="module")
def expected():
    """The sample as the core tests it, in the order of runs of the page."""
    scores = score(sample(), MAIN_MEASURES)
    return scores, separate_runs(scores, n_trials=200, rng=np.random.default_rng(1))


def test_it_opens_on_the_sample_and_says_who_leads_and_what_is_significant(expected):
    scores, found = expected
    app = systems()
    assert not app.exception
    assert not messages(app)
    best = scores.runs[found.means[0].argmin()]
    assert verdict(app).startswith(f"By mean NMD, {best} leads ({found.means[0].min():.3f})")
    power = powers(found)[0]
    because = text_of(shown(app, 'id="because"'))
    assert f"{power.significant} of {power.pairs} pairs of runs differ significantly" in because
    groups = significance_groups(found.means[0], found.p_values[0])
    assert f"make {len(groups)} significance groups, which overlap" in because
    assert "Runs compared: 18 runs, without baselines." in because
    assert "n = 300 cases, alpha = 0.05, B = 200 trials, seed 1" in because
    assert f"{found.error_at(0.05):.4f}" in because
    assert "&lt;" not in shown(app, 'id="annotators"')  # names of runs are markup, once


def test_what_the_votes_show_of_run_a_and_a_second_panel_stands_under_the_ranking():
    app, task = systems(a="system-05"), sample()
    panel = compare_with_panel(task, ["NMD"])
    words = f"Blue band: {second_panel(panel, 'NMD')} {allowed_for(panel)}"
    assert words in text_of(shown(app, 'id="ranking_notes"'))
    method = text_of(shown(app, 'id="annotators"'))
    assert method.startswith(plain(against_annotators(panel, "NMD", "system-05", each=False)))
    assert method.endswith(how_panels(panel, "NMD"))
    assert f"second panel {range_of(panel, 'NMD')}" in text_of(shown(app, "oq-of-band"))


def test_the_ranking_has_a_letter_for_every_significance_group(expected):
    scores, found = expected
    layer = scores.measures.index("RNOD")
    letters = {letter for row in table(systems(measure="RNOD"), "standings") for letter in row[-1]}
    assert len(letters) == len(significance_groups(found.means[layer], found.p_values[layer]))


def test_the_ranking_by_one_measure_has_every_run_with_its_mean_and_interval(expected):
    scores, found = expected
    app = systems(measure="JSD")
    rows = table(app, "standings")
    layer = scores.measures.index("JSD")
    order = np.argsort(found.means[layer], kind="stable")
    assert runs_of(app, "standings") == [*(scores.runs[run] for run in order), "Popularity", "Uniform"]
    for row, run in zip(rows, order, strict=False):
        low, high = map(float, row[2].split(" to "))
        assert row[3] == f"{found.means[layer, run]:.3f}"
        assert low <= found.means[layer, run] <= high
    assert [row[0] for row in rows[-2:]] == ["", ""]  # not ranked with the runs


def test_the_ranking_by_all_measures_is_sorted_and_complete_and_tints_ranks_that_differ(expected):
    scores, found = expected
    app = systems(measure="JSD", ranking="all")
    rows = table(app, "means")
    places = ranks(found.means)
    far = abs(places - places[scores.measures.index("JSD")]) >= FAR
    assert shown(app, 'id="means"').count("oq-dissent") == far.sum() > 0
    layer = scores.measures.index("JSD")
    order = np.argsort(found.means[layer], kind="stable")
    assert runs_of(app, "means") == [*(scores.runs[run] for run in order), "Popularity", "Uniform"]
    assert [row[2 + layer] for row in rows[:-2]] == [f"{found.means[layer, run]:.3f}" for run in order]
    assert [row[0] for row in rows[-2:]] == ["", ""]  # not ranked with the runs


def test_a_pair_of_runs_is_shown_measure_by_measure(expected):
    scores, found = expected
    app = systems(a="system-03", b="system-04")
    a, b = scores.runs.index("system-03"), scores.runs.index("system-04")
    rows = [row for row in rows_of(shown(app, 'id="pair_table"'), "pair_table") if "measure" in row.data]
    assert {row.data["measure"] for row in rows} == {*scores.measures}
    for row in rows:
        m = scores.measures.index(row.data["measure"])
        gap = found.differences[m, a, b]
        assert row.cells[2] == (f"◂ A {-gap:.3f}" if gap < 0 else f"B {gap:.3f} ▸")
        assert f"effect size: {setting(found.effect_sizes[m, a, b], 3)}" in row.titles[2]
        assert row.cells[3] == p_cell(found.p_values[m, a, b], 200)
    assert verdict(app, "pair") == plain(findings.two_runs(found, ("system-03", "system-04"), 0.05))
    assert [chosen(app, letter, "pair").split()[0] for letter in "ab"] == ["system-03", "system-04"]
    best = scores.runs[found.means[0].argmin()]
    runs = offered(app, "a", "pair")
    assert next(iter(runs)) == f"{best} {found.means[0].min():.3f}"
    assert [run.split()[0] for run, can in runs.items() if not can] == ["system-04"]


def test_all_pairs_are_listed_with_the_better_run_first(expected):
    scores, found = expected
    layer = scores.measures.index("RNOD")
    rows = table(systems(measure="RNOD", show="pairs"), "pairs")
    assert len(rows) == len(found.pairs)
    for better, worse, gap, p, _ in rows:
        one, other = scores.runs.index(better), scores.runs.index(worse)
        assert float(gap) == pytest.approx(found.differences[layer, other, one], abs=5e-4)
        assert p == p_cell(found.p_values[layer, one, other], 200)


def test_largest_losses_are_those_of_a_against_b(expected):
    scores, _ = expected
    app = systems(a="system-05", b="system-02", measure="JSD", show="losses")
    mine, theirs = (
        scores.values[scores.measures.index("JSD"), scores.runs.index(run)] for run in ("system-05", "system-02")
    )
    worst = np.argsort(theirs - mine, kind="stable")[: pairs.LOSSES]
    assert [row[:3] for row in table(app, "losses")] == [
        [scores.cases[case], f"{mine[case]:.3f}", f"{theirs[case]:.3f}"] for case in worst
    ]


@pytest.mark.parametrize(
    ("letter", "choice", "then"),
    [("b", "3", "wz"), ("a", "1", "xy"), ("b", "0", "yw"), ("a", "9", "wy"), ("b", "", "wy"), ("a", "-1", "wy")],
)
def test_a_row_makes_its_run_b_or_a_and_never_both(letter, choice, then):
    state.STATE["a"], state.STATE["b"] = "w", "y"
    state.show_run(letter, "wxyz", choice)
    assert state.STATE["a"] + state.STATE["b"] == then


@pytest.mark.parametrize("choice", ["", "1", "0,999", "x,y", "-1,0", "0,1,2", "9" * 30])
def test_what_a_browser_sends_is_checked(choice):
    state.show_pair(("x", "y"), choice)  # touches the session only for two runs that exist


def test_several_tasks_stand_side_by_side():
    app = systems(show="tasks", **{"with": "breakdown-labels|"})
    assert not messages(app)
    rows = table(app, "tasks")
    assert [row[0] for row in rows] == ["Dialogue quality (synthetic)", "Breakdown labels (synthetic)"]
    small = score(sample("breakdown-labels"), ("NMD",))
    power = powers(separate_runs(small, n_trials=200, rng=np.random.default_rng(1)))[0]
    assert rows[1][6] == f"{power.significant} of {power.pairs}"
    about = "About Dialogue quality (synthetic), the current task. "
    assert text_of(shown(app, 'id="because"')).startswith(about)
    assert about not in text_of(shown(systems(), 'id="because"'))


def test_scales_of_a_file_are_tasks_of_their_own():
    votes = [{"quality": {"A": vote, "E": -vote}} for vote in (-2, -1, 0, 1, 2)]
    gold = json.dumps([{"id": "x", "annotations": votes}, {"id": "y", "annotations": votes[1:]}]).encode()
    app = app_at(PAGE, task="own", trials="100")
    app.file_uploader(key="files_0").set_value([("gold.json", gold, "application/json")]).run()
    assert not app.exception
    options = app.multiselect(key=several.STATE.key("with")).options
    assert "gold.json, E" in options
    app.multiselect(key=several.STATE.key("with")).set_value(
        [app.multiselect(key=several.STATE.key("with")).proto.options and f"{_own(app)}|E"]
    ).run()
    app.button_group(key="systems_show").set_value("tasks").run()
    assert not app.exception
    assert [row[0] for row in table(app, "tasks")] == ["gold.json, A", "gold.json, E"]


def _own(app):
    return next(key for key in app.session_state["own_tasks"] if key.startswith(OWN))


def test_a_link_is_followed_once_its_files_are_here():
    app = app_at(PAGE, task="own", trials="100", measure="JSD", a="Uniform", b="Popularity")
    assert not app.selectbox(key="task").value.startswith("dialogue")
    gold = b"case,a,b,c\nx,1,2,7\ny,4,4,2\nz,0,1,9\n"
    app.file_uploader(key="files_0").set_value([("gold.csv", gold, "text/plain")]).run()
    assert not app.exception
    assert " mean JSD" in verdict(app)
    assert [chosen(app, letter, "pair").split()[0] for letter in "ab"] == ["Uniform", "Popularity"]
    app.session_state["systems_measure"] = "NMD"
    app.run()
    assert chosen(app, "measure") == "NMD"  # followed once


@pytest.mark.slow
def test_more_runs_than_can_be_tested_in_pairs_are_said_before_the_tests():
    header, most = "case,low,mid,high", run_analyses.MOST_RUNS
    files = [("gold.csv", f"{header}\nx,3,1,0\ny,0,2,2\n".encode(), "text/csv")]
    for n in range(most + 1):
        run = f"{header}\nx,{0.5 + n / 1e4},.25,{0.25 - n / 1e4}\ny,.25,.5,.25\n"
        files.append((f"run{n:03}.csv", run.encode(), "text/csv"))
    app = app_at(PAGE, task="own")
    app.file_uploader(key="files_0").set_value(files).run()
    assert not app.exception
    assert f"{most + 1} runs. Tests of pairs support up to {most}." in messages(app)


# The link grammar

OTHER = {"measure": "JSD", "a": "Uniform", "b": "Popularity", "ranking": "all", "show": "tasks"}
SMALL = {"task": "breakdown-labels", "trials": "100", "measures": "NMD,JSD"}


def test_every_parameter_makes_the_round_trip():
    assert {*OTHER, "by"} == set(state.STATE)  # test_official_results has the task of "by"
    several_tasks = SMALL | {"with": "dialogue-quality|"}
    check_round_trips(PAGE, state.STATE, OTHER, lambda name: several_tasks if name == "show" else SMALL)


def test_the_baselines_make_the_round_trip():
    check_round_trip(PAGE, evaluation_settings.STATE, "baselines", True, **SMALL)


def test_so_many_scores_that_tests_would_take_minutes_are_tested_with_fewer_trials_first(monkeypatch):
    monkeypatch.setattr(evaluation_settings, "AT_ONCE", 100)
    app = app_at(PAGE)
    assert "tested with few trials at first" in shown(app, 'id="because"')
    app = app_at(PAGE, trials="5000")
    assert "at first" not in shown(app, 'id="because"')

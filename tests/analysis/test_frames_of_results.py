"""Results as frames: the columns and cells of the table that the command writes, for every kind of result."""

import importlib
import inspect
import io
import pkgutil
from dataclasses import fields, is_dataclass, replace

import numpy as np
import pandas as pd
import pytest

import ordquant_core
import ordquant_core as oq
from ordquant_core.__main__ import main
from ordquant_core.analysis.agreement import information
from ordquant_core.analysis.case_filters import CaseGroup
from ordquant_core.analysis.comparison import disagreement
from ordquant_core.analysis.consistency import compare_over_cases, consistency, consistency_experiment, draw_splits
from ordquant_core.analysis.discrimination import (
    Contradiction,
    LoneDifference,
    contradictions,
    lone_differences,
    overlaps,
    overlaps_left,
    overlaps_left_to_frame,
    powers,
)
from ordquant_core.analysis.human_agreement import (
    compare_agreement,
    human_agreement,
)
from ordquant_core.analysis.official import official, on_groups
from ordquant_core.analysis.paired_tests import compare_two_runs
from ordquant_core.analysis.planning.design import needed, of_variance, variances
from ordquant_core.analysis.planning.split import resample_pilot
from ordquant_core.analysis.properties import associations, properties
from ordquant_core.analysis.retrieval import all_together, fit_methods, information_by_topic, merge_sets
from ordquant_core.analysis.robustness import robustness
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.commands.task_folder import lists_of, nugget_task
from ordquant_core.formats.decisions import NOTHING
from ordquant_core.formats.human_judgements import parse_judgements_of_people
from ordquant_core.glossary import NUMBERS, Kind, column
from ordquant_core.nuggets import average, rank_runs, score_nuggets
from ordquant_core.records import Shown, TableRow
from ordquant_core.spaces.artificial import artificial_study
from ordquant_core.spaces.compare_estimators import compare_estimators
from ordquant_core.spaces.gold_distributions import Estimator
from ordquant_core.spaces.measure_properties import property_table
from ordquant_core.spaces.propriety import proprieties
from tests.analysis.small_lists import collection_of, results_of
from tests.source_files import ROOT

SAMPLES = ROOT / "ordquant_core" / "samples"
SAMPLE = str(SAMPLES / "breakdown-labels")
TASK = oq.load_task(SAMPLE)
SCORES = oq.score(TASK, ["NMD", "RNOD"])
RESULTS = oq.results(TASK, ["NMD", "RNOD"], n_trials=200)
TESTED = oq.separate_runs(SCORES, n_trials=200, rng=np.random.default_rng(1))
HUMANS = "person,gold,estimate_a,estimate_b,choice\n" + "".join(
    f"p{person},{gold},{'AB'[(person * pair + person) % 3 % 2]}\n"
    for person in range(1, 7)
    for pair, gold in enumerate(("0 1 2 9 8,0 0 0 1 0,1 1 1 1 1", "1 0 0,0 1 0,0 0 1", "3 4 3,4 3 3,3 3 4"))
)
KEYS = ("--measures", "NMD,RNOD")
ROOMS = ("analysis", "statistics", "spaces", "reproduction", "nuggets", "records")
TRIALS = (*KEYS, "--trials", "200")


def rng():
    return np.random.default_rng(1)


def of_tests(_):
    yield SCORES, {}, 4 * len(TASK.cases) * 2, ("score", SAMPLE, "--per-case", *KEYS)
    yield SCORES.means_to_frame(), {}, 8, ("score", SAMPLE, *KEYS)
    yield oq.agreement(SCORES), {}, 1, ("agreement", SAMPLE, *KEYS)
    yield information(SCORES), {}, 1, ("information-tau", SAMPLE, *KEYS)
    yield RESULTS, {}, 8, ("results", SAMPLE, *TRIALS)
    strict = {"pairs": True, "alpha": 0.01}
    yield RESULTS, strict, 12, ("results", SAMPLE, *TRIALS, "--pairs", "--alpha", "0.01")
    yield [RESULTS, RESULTS], {"by_group": True}, 16, None
    yield TESTED, {"alpha": 0.01}, 12, None
    yield TESTED.p_values_to_frame(), {}, 12, None
    yield powers(TESTED, 0.05), {}, 2, ("discriminative-power", SAMPLE, *TRIALS)
    yield overlaps(TESTED, 0.05), {}, 1, ("overlap", SAMPLE, *TRIALS)
    yield overlaps_left_to_frame(overlaps_left(TESTED, 0.05)), {}, 1, ("overlap", SAMPLE, *TRIALS)
    yield Contradiction.frame(contradictions(TESTED, 0.05)), {}, 0, ("contradictions", SAMPLE, *TRIALS)
    yield LoneDifference.frame(lone_differences(TESTED, 0.05)), {}, len(lone_differences(TESTED, 0.05)), None
    yield oq.randomised_tukey_hsd(SCORES.values, n_trials=9, rng=rng()), {}, 12, None
    split = consistency(SCORES, draw_splits(len(TASK.cases), 50, rng()))
    words = ("consistency", SAMPLE, "--splits", "50", *KEYS)
    yield split, {}, 2, None
    experiment = consistency_experiment(SCORES, size=5, n_splits=20, seed=1)
    test = compare_over_cases(SCORES, draw_splits(len(TASK.cases), 50, rng()), split, rng=rng())
    yield split, {"test": test}, 2, words
    yield test, {}, 1, (*words, "--pairs")
    yield experiment, {}, 4, None
    yield experiment.curve, {}, 2 * len(experiment.curve.sizes), None


def of_two_runs(_):
    a, b = TASK.runs[:2]
    deltas = oq.deltas(SCORES, a, b)
    yield oq.preferences(SCORES, a, b), {}, 2, ("compare", SAMPLE, f"{SAMPLE}/runs/{a}.csv", f"{SAMPLE}/runs/{b}.csv")
    yield oq.preferences(SCORES, a, b), {"runs": (a, b), "correlations": [[1, None], [None, 1]]}, 2, None
    yield compare_two_runs(deltas, SCORES.measures, n_trials=50, rng=rng()), {}, 2, None
    two = TASK.only([a, b])
    described = properties(two.gold, *two.estimates, two.votes)
    yield described.to_frame(two, oq.score(two, ["NMD"])), {}, len(TASK.cases), None
    yield associations(described, disagreement(*deltas)), {}, len(described.keys), None
    panels = robustness(TASK.votes, *two.estimates, ["NMD", "RNOD"], n_panels=20, rng=rng())
    yield panels, {"pair": ("NMD", "RNOD"), "cases": TASK.cases}, len(TASK.cases), None
    yield oq.kendall([1, 2, 3, 4, 5], [1, 2, 3, 5, 4]), {}, 1, None
    groups = official(SCORES, n_trials=50)
    halves = [CaseGroup(name="first", rows=np.arange(10)), CaseGroup(name="rest", rows=np.arange(10, 20))]
    part = on_groups(groups, halves)[0]
    yield part.to_frame(groups.test), {}, 12, None


def of_plans(_):
    panel = compare_with_panel(TASK.only([]), ["NMD", "RNOD"])
    words = ("plan", f"{SAMPLE}/gold.csv", "--noise", *KEYS)
    yield panel, {}, 2, words
    yield panel, {"cases": TASK.cases}, 2 * len(TASK.cases), (*words, "--per-case")
    sizes = [needed(one, 0.1) for one in variances(SCORES)]
    yield sizes, {}, 2, ("plan", SAMPLE, "--design", *KEYS)
    yield needed(of_variance(0.02), 0.1), {}, 1, ("plan", "--design", "--variance", "0.02")
    split = resample_pilot(TASK, ["NMD", "RNOD"], cases=(10, 20), annotators=(2, 4), n_resamples=5, seed=1)
    words = ("plan", SAMPLE, "--split", *KEYS, "--cases", "10,20", "--annotators", "2,4", "--resamples", "5")
    yield split, {}, 8, words


def of_spaces(_):
    compared = compare_estimators(4, 3, Estimator("popularity"), Estimator("uniform"), ["NMD", "RNOD"])
    words = ("atlas", "--votes", "4", "--classes", "3", *KEYS)
    yield compared, {}, 2, words
    yield compared.disagreements_to_frame(), {}, 1, (*words, "--table", "disagreements")
    yield compared.distributions_to_frame(), {}, 15, None
    yield artificial_study(3, ["NMD", "RNOD", "NVD"], [0, 1]), {}, 6, None
    yield property_table(2, 3, ["NMD", "NVD"]), {}, 18, None
    yield proprieties([0.5, 0.25, 0.25], [2], ["NMD", "NVD"]), {}, 2, None


def of_other_tasks(tmp_path):
    judgements = parse_judgements_of_people(HUMANS.encode(), "humans.csv")
    (tmp_path / "humans.csv").write_text(HUMANS)
    words = ("human-agreement", str(tmp_path / "humans.csv"), *KEYS)
    yield human_agreement(judgements, ["NMD", "RNOD"]), {}, 2, words
    pairs = compare_agreement(judgements, ["NMD", "RNOD"], n_trials=50, rng=rng())
    yield pairs, {}, 1, (*words, "--pairs", "--trials", "50")
    lists = results_of(collection_of())
    yield lists.pairs, {"scores": lists.scores}, 28, None
    yield all_together(lists.collection, rng()), {}, 6, None
    yield fit_methods(merge_sets(lists.collection, [(0, 1), (2, 3)], rng()))[0], {}, 1, None
    yield lists.scores, {}, 40, None
    yield information_by_topic(lists.scores, "AP", "RIC"), {"topics": lists.scores.topics}, 6, None
    yield merge_sets(lists.collection, [(0, 1), (2, 3)]), {"runs": lists.runs}, 2, None
    folder = str(SAMPLES / "ranked-lists")
    scored = oq.to_frame(results_of(lists_of(folder, []).collection).scores, measures=("RIC", "AP"))
    yield scored, {}, len(scored), ("rank-lists", folder, "--measures", "RIC,AP")
    folder = str(SAMPLES / "nuggets")
    nuggets = score_nuggets(nugget_task(folder, [], NOTHING, None), ("RNSS",))
    averages = average(nuggets, alpha=0.5)
    words = ("nuggets", folder, "--measures", "RNSS")
    yield averages, {}, len(nuggets.runs), words
    cells = len(nuggets.runs) * len(nuggets.dialogues)
    yield averages.dialogues_to_frame(), {}, cells, (*words, "--per-case")
    ranked = rank_runs(averages, n_trials=20, seed=1)
    yield ranked, {}, len(nuggets.runs), None
    yield ranked, {"pairs": True}, len(nuggets.runs) * (len(nuggets.runs) - 1) // 2, None
    yield [oq.Problem("a.csv", "x", "seen", "action")], {}, 1, None
    yield oq.Problem("a.csv", "x", "seen", "action"), {}, 1, None


def check_kind(cells, kind):
    """The cells of a column are what the glossary says: texts, whole numbers, numbers, or not defined."""
    known = [value for value in cells if not (value is None or value is pd.NA or value != value)]
    if kind in NUMBERS:
        assert all(isinstance(value, int | float | np.number) for value in known)
        assert kind != Kind.COUNT or all(value == int(value) for value in known)
    else:  # the runs and measures of arrays have no names but places
        assert all(isinstance(value, str) for value in known) or cells.name in ("run_1", "run_2", "measure")


@pytest.mark.parametrize("results", [of_tests, of_two_runs, of_plans, of_spaces, of_other_tasks])
def test_every_frame_has_columns_of_the_glossary_with_cells_of_their_kinds_and_is_what_the_command_writes(
    results, tmp_path, capsys
):
    for result, options, n_rows, arguments in results(tmp_path):
        frame = result if isinstance(result, pd.DataFrame) else oq.to_frame(result, **options)
        assert len(frame) == n_rows, frame
        for name in frame.columns:
            check_kind(frame[name], column(name).kind)
        if hasattr(result, "to_frame") and not isinstance(result, TableRow):
            assert result.to_frame(**options).equals(frame)
        if isinstance(result, Shown):
            assert type(result).__name__ in repr(result)
            assert result._repr_html_().startswith(f"<p><strong>{type(result).__name__}")
        if arguments is None:
            continue
        capsys.readouterr()
        assert main(list(arguments)) == 0
        written = pd.read_csv(io.StringIO(capsys.readouterr().out), keep_default_na=False)
        columns = list(frame.columns)
        assert columns == list(written.columns[: len(columns)]), arguments  # a command may add those of other results
        text = io.StringIO(frame.to_csv(index=False))
        same = pd.read_csv(text, keep_default_na=False)
        pd.testing.assert_frame_equal(same, written[columns].head(n_rows))


@pytest.mark.parametrize("kind", TableRow.__subclasses__())
def test_a_table_without_rows_has_its_columns(kind):
    assert list(kind.frame([]).columns) == list(kind.COLUMNS) != []


def test_records_never_change_and_those_with_arrays_are_compared_by_identity():
    """Pages keep results by identity: they are shared by visitors."""
    names = [info.name for info in pkgutil.walk_packages(ordquant_core.__path__, "ordquant_core.")]
    modules = [importlib.import_module(name) for name in names if name.split(".")[1] in ROOMS]
    own = [
        one for module in modules for one in vars(module).values() if getattr(one, "__module__", "") == module.__name__
    ]
    records = [kind for kind in own if inspect.isclass(kind) and is_dataclass(kind)]
    assert len(records) > 90
    for kind in records:
        arrays = any("array" in str(field.type).lower() for field in fields(kind))
        assert kind.__dataclass_params__.frozen, kind
        assert not (arrays and kind.__dataclass_params__.eq), kind
        assert kind.__hash__ is not None, kind


def test_what_public_functions_return_has_a_frame():
    functions = [getattr(oq, name) for name in oq.__all__ if inspect.isfunction(getattr(oq, name))]
    names = {one: inspect.signature(one).return_annotation for one in functions}
    kinds = {one.__globals__.get(name) if isinstance(name, str) else name for one, name in names.items()}
    records = {kind for kind in kinds if inspect.isclass(kind) and kind.__module__.startswith("ordquant_core")}
    assert len(records) > 5
    assert {kind.__name__ for kind in records if not hasattr(kind, "to_frame")} == {"TaskRead", "Measure"}  # no results


def test_a_task_its_gold_and_runs_as_frames_make_the_same_scores_wide_and_long():
    frame = TASK.to_frame()
    for place, name in enumerate(TASK.runs):
        run = oq.load_run(f"{SAMPLE}/runs/{name}.csv").to_frame()[::-1]
        for gold, estimates in ((frame["gold"], frame[name]), (oq.load_gold(f"{SAMPLE}/gold.csv").to_frame(), run)):
            scores = oq.nmd(gold, estimates)[list(TASK.cases)]
            assert scores.tolist() == pytest.approx(SCORES.values[0, place].tolist(), abs=1e-15)
    made = oq.from_frames(frame["gold"], {name: frame[name] for name in TASK.runs})
    assert (made.classes, made.cases, made.runs) == (TASK.classes, TASK.cases, TASK.runs)
    wide = SCORES.to_frame(tidy=False)
    assert wide.loc[(TASK.runs[1], TASK.cases[2])].tolist() == SCORES.values[:, 1, 2].tolist()
    long = SCORES.to_frame().pivot_table(index=["run", "case"], columns="measure", values="score")
    assert long.reindex(wide.index)[list(wide.columns)].equals(wide)
    pairs = oq.randomised_tukey_hsd(SCORES.values, n_trials=200, rng=rng()).to_frame()
    assert pairs[["difference", "p"]].equals(TESTED.to_frame()[["difference", "p"]])
    assert [TASK.runs[one] for one in pairs["run_1"]] == TESTED.to_frame()["run_1"].tolist()


def test_consoles_and_notebooks_show_what_a_result_holds_and_some_of_its_rows():
    many = oq.load_sample()
    scores = oq.score(many, ["NMD"])
    assert repr(scores).startswith("Scores: 1 measure, 18 runs, 300 cases\n")
    shown = scores._repr_html_()
    assert "5400 rows × 4 columns" in shown
    assert shown.count("<tr") == 1 + 30 + 1  # the head, the rows, and one that says that others are left out
    assert max(map(len, (repr(many), repr(scores)))) < 2000
    assert "<script>" not in replace(many.only([]), name="<script>")._repr_html_()
    gold = replace(TASK.only(TASK.runs[:1]), runs=("gold",))  # has no frame
    assert repr(gold) == f"Task {TASK.name}: 1 run, 60 cases, 3 classes"


@pytest.mark.parametrize(
    ("result", "options", "words"),
    [
        (3, {}, "int is no result"),
        ([], {}, "empty"),
        ([SCORES, TESTED], {}, "mixes"),
        (oq.agreement(SCORES), {"alpha": 0.1}, "no option 'alpha'"),
        (TASK, {"tidy": False}, "no option 'tidy'"),
        (TASK.only([]), {"alpha": 1}, "its options are none"),
        (powers(TESTED), {"alpha": 0.1}, "no option 'alpha'"),
        (merge_sets(collection_of(), [(0, 1)]), {}, "has to be given 'runs'; its options are runs"),
        ([oq.agreement(SCORES)] * 2, {}, "one by one"),
        (oq.Task("t", None, ("a", "b"), (), np.zeros((0, 2)), None, ("gold",), np.zeros((1, 0, 2))), {}, "is called"),
    ],
)
def test_what_has_no_frame_says_so(result, options, words):
    with pytest.raises(oq.OrdquantError, match=words):
        oq.to_frame(result, **options)

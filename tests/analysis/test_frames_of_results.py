"""Results as frames: columns and cells of the glossary, for every kind of result and every table of a command."""

import importlib
import inspect
import pkgutil
from dataclasses import fields, is_dataclass, replace

import numpy as np
import pandas as pd

import ordquant_core
import ordquant_core as oq
from ordquant_core.analysis.case_filters import CaseGroup
from ordquant_core.analysis.comparison import disagreement
from ordquant_core.analysis.consistency import compare_over_cases, consistency, consistency_experiment, draw_splits
from ordquant_core.analysis.discrimination import lone_differences
from ordquant_core.analysis.official import on_groups
from ordquant_core.analysis.paired_tests import compare_two_runs
from ordquant_core.analysis.properties import associations, properties
from ordquant_core.analysis.retrieval import all_together, fit_methods, information_by_topic, merge_sets
from ordquant_core.analysis.robustness import robustness
from ordquant_core.commands.task_folder import nugget_task
from ordquant_core.formats.decisions import NOTHING
from ordquant_core.glossary import NUMBERS, Kind, column
from ordquant_core.nuggets import average, rank_runs, score_nuggets
from ordquant_core.records import Shown, TableRow
from ordquant_core.spaces.artificial import artificial_study
from ordquant_core.spaces.compare_estimators import compare_estimators
from ordquant_core.spaces.gold_distributions import Estimator
from ordquant_core.spaces.measure_properties import property_table
from ordquant_core.spaces.propriety import proprieties
from tests.analysis.made_up import rng
from tests.analysis.small_lists import collection_of, results_of
from tests.reviewed import reviewed, said
from tests.source_files import ROOT

KEPT = ROOT / "tests" / "golden" / "kept" / "samples"
SAMPLES = ROOT / "ordquant_core" / "samples"
SAMPLE = str(SAMPLES / "breakdown-labels")
TASK = oq.load_task(SAMPLE)
SCORES = oq.score(TASK, ["NMD", "RNOD"])
RESULTS = oq.results(TASK, ["NMD", "RNOD"], n_trials=200)
TESTED = oq.separate_runs(SCORES, n_trials=200, rng=rng())
ROOMS = ("analysis", "statistics", "spaces", "reproduction", "nuggets", "records")


def results():
    """Yield what no command writes as it is, with the options of its frame and the number of rows."""
    yield [RESULTS, RESULTS], {"by_group": True}, 16
    yield TESTED, {"alpha": 0.01}, 12
    yield lone_differences(TESTED, 0.05), {}, len(lone_differences(TESTED, 0.05))
    yield oq.randomised_tukey_hsd(SCORES.values, n_trials=9, rng=rng()), {}, 12
    groups = [CaseGroup("first", np.arange(10)), CaseGroup("rest", np.arange(10, len(TASK.cases)))]
    yield on_groups(RESULTS, groups)[0].to_frame(RESULTS.test), {}, 12
    splits = draw_splits(len(TASK.cases), 50, rng())
    split = consistency(SCORES, splits)
    yield split, {"test": compare_over_cases(SCORES, splits, split, rng=rng())}, 2
    experiment = consistency_experiment(SCORES, size=5, n_splits=20, seed=1)
    yield experiment, {}, 4
    yield experiment.curve, {}, 2 * len(experiment.curve.sizes)

    two = TASK.only(TASK.runs[:2])
    deltas = oq.deltas(SCORES, *two.runs)
    options = {"runs": two.runs, "correlations": [[1, None], [None, 1]]}
    yield oq.preferences(SCORES, *two.runs), options, 2
    yield compare_two_runs(deltas, SCORES.measures, n_trials=50, rng=rng()), {}, 2
    described = properties(two.gold, *two.estimates, two.votes)
    yield described.to_frame(two, oq.score(two, ["NMD"])), {}, len(TASK.cases)
    yield associations(described, disagreement(*deltas)), {}, len(described.keys)
    panels = robustness(TASK.votes, *two.estimates, ["NMD", "RNOD"], n_panels=20, rng=rng())
    yield panels, {"pair": ("NMD", "RNOD"), "cases": TASK.cases}, len(TASK.cases)
    yield oq.kendall([1, 2, 3, 4, 5], [1, 2, 3, 5, 4]), {}, 1

    compared = compare_estimators(4, 3, Estimator("popularity"), Estimator("uniform"), ["NMD", "RNOD"])
    yield compared.distributions_to_frame(), {}, 15
    yield artificial_study(3, ["NMD", "RNOD", "NVD"], [0, 1]), {}, 6
    yield property_table(2, 3, ["NMD", "NVD"]), {}, 18
    yield proprieties([0.5, 0.25, 0.25], [2], ["NMD", "NVD"]), {}, 2

    lists = results_of(collection_of())
    yield lists.pairs, {"scores": lists.scores}, 28
    yield lists.scores, {}, 40
    yield all_together(lists.collection, rng()), {}, 6
    yield information_by_topic(lists.scores, "AP", "RIC"), {"topics": lists.scores.topics}, 6
    merged = merge_sets(lists.collection, [(0, 1), (2, 3)], rng())
    yield merged, {"runs": lists.runs}, 2
    yield fit_methods(merged)[0], {}, 1
    nuggets = score_nuggets(nugget_task(str(SAMPLES / "nuggets"), [], NOTHING, None), ("RNSS",))
    ranked = rank_runs(average(nuggets, alpha=0.5), n_trials=20, seed=1)
    yield ranked, {}, len(nuggets.runs)
    yield ranked, {"pairs": True}, len(nuggets.runs) * (len(nuggets.runs) - 1) // 2
    yield oq.Problem("a.csv", "x", "seen", "action"), {}, 1


def check_kinds(frame):
    """The cells of every column are what the glossary says: texts, whole numbers, numbers, or not defined."""
    for name in frame.columns:
        kind, known = column(name).kind, frame[name].dropna()
        if kind in NUMBERS:
            assert all(isinstance(value, int | float | np.number) for value in known), name
            assert kind != Kind.COUNT or all(value == int(value) for value in known), name
        else:  # the runs and measures of arrays have no names but places
            assert all(isinstance(value, str) for value in known) or name in ("run_1", "run_2", "measure"), name


def test_every_frame_has_columns_of_the_glossary_with_cells_of_their_kinds():
    for result, options, n_rows in results():
        frame = result if isinstance(result, pd.DataFrame) else oq.to_frame(result, **options)
        assert len(frame) == n_rows, frame
        check_kinds(frame)
        if hasattr(result, "to_frame") and not isinstance(result, TableRow):
            assert result.to_frame(**options).equals(frame)
        if isinstance(result, Shown):
            assert type(result).__name__ in repr(result)
            assert result._repr_html_().startswith(f"<p><strong>{type(result).__name__}")
    for table in KEPT.glob("*.csv"):
        frame = pd.read_csv(table, keep_default_na=False, na_values=[""])
        check_kinds(frame.astype({name: str for name in frame.columns if column(name).kind not in NUMBERS}))
    for kind in TableRow.__subclasses__():  # a table without rows has its columns
        assert list(kind.frame([]).columns) == [column(name).name for name in kind.COLUMNS] != []


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


NO_CASES = oq.Task("t", None, ("a", "b"), (), np.zeros((0, 2)), None, ("gold",), np.zeros((1, 0, 2)))


@reviewed(__file__)
def test_what_has_no_frame_says_so(made, words):
    assert said(made, globals()) == words

"""Results as frames: columns and cells of the glossary, for every kind of result and every table of a command."""

# ruff: noqa: F401 - the text uses what is imported

import importlib
import inspect
import pkgutil
from dataclasses import fields, is_dataclass, replace
from functools import cache

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


TWO = TASK.only(TASK.runs[:2])
GROUPS = [CaseGroup("first", np.arange(10)), CaseGroup("rest", np.arange(10, len(TASK.cases)))]
SPLITS = draw_splits(len(TASK.cases), 50, rng())
KEYS = ["NMD", "RNOD", "NVD"]
lists = cache(lambda: results_of(collection_of()))
split = cache(lambda: consistency(SCORES, SPLITS))
experiment = cache(lambda: consistency_experiment(SCORES, size=5, n_splits=20, seed=1))
described = cache(lambda: properties(TWO.gold, *TWO.estimates, TWO.votes))
merged = cache(lambda: merge_sets(lists().collection, [(0, 1), (2, 3)], rng()))
panels = cache(lambda: robustness(TASK.votes, *TWO.estimates, KEYS[:2], n_panels=20, rng=rng()))
compared = cache(lambda: compare_estimators(4, 3, Estimator("popularity"), Estimator("uniform"), KEYS[:2]))
nuggets = cache(lambda: score_nuggets(nugget_task(str(SAMPLES / "nuggets"), [], NOTHING, None), ("RNSS",)))
ranked = cache(lambda: rank_runs(average(nuggets(), alpha=0.5), n_trials=20, seed=1))


def framed(result, **options):
    """Return how many rows the frame of a result has, and its columns, which are those of the glossary."""
    frame = result if isinstance(result, pd.DataFrame) else oq.to_frame(result, **options)
    check_kinds(frame)
    if hasattr(result, "to_frame") and not isinstance(result, TableRow):
        assert result.to_frame(**options).equals(frame)
    if isinstance(result, Shown):
        assert type(result).__name__ in repr(result)
        assert result._repr_html_().startswith(f"<p><strong>{type(result).__name__}")
    return f"{len(frame)} rows: {' '.join(frame.columns)}"


def check_kinds(frame):
    """The cells of every column are what the glossary says: texts, whole numbers, numbers, or not defined."""
    for name in frame.columns:
        kind, known = column(name).kind, frame[name].dropna()
        if kind in NUMBERS:
            assert all(isinstance(value, int | float | np.number) for value in known), name
            assert kind != Kind.COUNT or all(value == int(value) for value in known), name
        else:  # the runs and measures of arrays have no names but places
            assert all(isinstance(value, str) for value in known) or name in ("run_1", "run_2", "measure"), name


def test_every_table_of_a_command_and_every_empty_one_has_columns_of_the_glossary_with_cells_of_their_kinds():
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
def test_frames_are_those_that_were_reviewed_and_what_has_none_says_so(made, words):
    assert said(made, globals()) == words

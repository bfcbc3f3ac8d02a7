"""Results as frames: the columns and cells of the table that the command writes, for every kind of result."""

import inspect
import io

import numpy as np
import pandas as pd
import pytest

import ordquant_core as oq
from ordquant_core.__main__ import main
from ordquant_core.analysis.case_robustness import resample_cases
from ordquant_core.analysis.consistency import consistency, draw_splits
from ordquant_core.analysis.discrimination import overlaps, powers
from ordquant_core.analysis.list_results import put_together
from ordquant_core.analysis.retrieval import score_lists
from ordquant_core.commands.task_folder import lists_of
from ordquant_core.ranked_lists.information import pairwise_information
from ordquant_core.records import Framed
from ordquant_core.tables.frames import _writers
from tests.source_files import ROOT

SAMPLE = str(ROOT / "assets" / "samples" / "breakdown-labels")
TASK = oq.load_task(SAMPLE)
SCORES = oq.score(TASK, ["NMD", "RNOD"])
RESULTS = oq.results(TASK, ["NMD", "RNOD"], n_trials=200)
TESTED = oq.separate_runs(SCORES, n_trials=200, rng=np.random.default_rng(1))


@pytest.mark.parametrize(
    ("result", "options", "arguments"),
    [
        (SCORES, {}, ("score", SAMPLE, "--per-case", "--measures", "NMD,RNOD")),
        (oq.agreement(SCORES), {}, ("agreement", SAMPLE, "--measures", "NMD,RNOD")),
        (RESULTS, {}, ("results", SAMPLE, "--measures", "NMD,RNOD", "--trials", "200")),
        (
            RESULTS,
            {"pairs": True, "alpha": 0.01},
            ("results", SAMPLE, "--measures", "NMD,RNOD", "--trials", "200", "--pairs", "--alpha", "0.01"),
        ),
        (powers(TESTED, 0.05), {}, ("discriminative-power", SAMPLE, "--measures", "NMD,RNOD", "--trials", "200")),
        (overlaps(TESTED, 0.05), {}, ("overlap", SAMPLE, "--measures", "NMD,RNOD", "--trials", "200")),
        (
            consistency(SCORES, draw_splits(len(TASK.cases), 50, np.random.default_rng(1))),
            {},
            ("consistency", SAMPLE, "--measures", "NMD,RNOD", "--splits", "50"),
        ),
    ],
)
def test_a_frame_is_what_the_command_writes(result, options, arguments, capsys):
    frame = oq.to_frame(result, **options)
    assert main(list(arguments)) == 0
    written = pd.read_csv(io.StringIO(capsys.readouterr().out), keep_default_na=False)
    columns = list(frame.columns)
    assert columns == list(written.columns[: len(columns)])  # what a command adds comes from another result, its test
    text = io.StringIO(frame.to_csv(index=False))
    pd.testing.assert_frame_equal(pd.read_csv(text, keep_default_na=False), written[columns])
    if isinstance(result, Framed):
        assert result.to_frame(**options).equals(frame)


def test_every_kind_of_result_with_a_table_of_its_own_has_the_method():
    for kind in _writers():
        assert issubclass(kind, Framed) or kind is oq.Problem  # errors stand below all results


def test_what_public_functions_return_has_a_frame():
    functions = [getattr(oq, name) for name in oq.__all__ if inspect.isfunction(getattr(oq, name))]
    names = {one: inspect.signature(one).return_annotation for one in functions}
    kinds = {one.__globals__.get(name) if isinstance(name, str) else name for one, name in names.items()}
    records = {kind for kind in kinds if inspect.isclass(kind) and kind.__module__.startswith("ordquant_core")}
    assert len(records) > 5
    assert {kind.__name__ for kind in records if not hasattr(kind, "to_frame")} == {"TaskRead"}  # its task has


def test_golds_runs_correlations_and_the_test_of_arrays_have_frames():
    gold, run = oq.load_gold(f"{SAMPLE}/gold.csv"), oq.load_run(f"{SAMPLE}/runs/system-01.csv")
    expected = SCORES.to_frame().query("run == 'system-01' and measure == 'NMD'")["score"].tolist()
    assert oq.nmd(gold.to_frame(), run.to_frame()[::-1])[list(TASK.cases)].tolist() == pytest.approx(
        expected, abs=1e-15
    )
    found = oq.kendall([1, 2, 3, 4, 5], [1, 2, 3, 5, 4]).to_frame()
    assert found[["correlation", "items", "note"]].to_numpy().tolist() == [[pytest.approx(0.8), 5, ""]]
    pairs = oq.randomised_tukey_hsd(SCORES.values, n_trials=200, rng=np.random.default_rng(1)).to_frame()
    named = TESTED.to_frame()
    assert pairs[["difference", "p"]].equals(named[["difference", "p"]])
    assert [TASK.runs[one] for one in pairs["run_1"]] == named["run_1"].tolist()


def test_scores_are_wide_where_that_is_asked_for():
    wide = SCORES.to_frame(tidy=False)
    assert wide.loc[(TASK.runs[1], TASK.cases[2])].tolist() == SCORES.values[:, 1, 2].tolist()
    long = SCORES.to_frame().pivot_table(index=["run", "case"], columns="measure", values="score")
    assert long.reindex(wide.index)[list(wide.columns)].equals(wide)


def test_a_task_as_a_frame_makes_the_same_task_and_scores():
    frame = TASK.to_frame()
    for place, name in enumerate(TASK.runs):
        scores = oq.MEASURES["NMD"](frame["gold"], frame[name])
        assert scores.tolist() == pytest.approx(SCORES.values[0, place].tolist(), abs=1e-15)
    made = oq.from_frames(frame["gold"], {name: frame[name] for name in TASK.runs})
    assert (made.classes, made.cases, made.runs) == (TASK.classes, TASK.cases, TASK.runs)
    assert np.allclose(made.estimates, TASK.estimates, rtol=0, atol=1e-15)


def test_a_table_of_two_results_is_had_with_the_second_one():
    rng = np.random.default_rng(1)
    panels = resample_cases(TASK.votes, *TASK.estimates[:2], ["NMD", "RNOD"], n_resamples=20, rng=rng)
    with pytest.raises(oq.OrdquantError, match="has to be given 'pair'; its options are pair, cases"):
        panels.to_frame()
    frame = panels.to_frame(pair=("NMD", "RNOD"), cases=TASK.cases)
    assert frame["kept_RNOD"].tolist() == panels.keeps[1].tolist()


def test_ranked_lists_have_frames_of_runs_and_of_pairs():
    collection = lists_of(str(ROOT / "assets" / "samples" / "ranked-lists"), []).collection
    found = put_together(collection, score_lists(collection, ("AP",)), pairwise_information(collection))
    assert found.to_frame()["run"].tolist() == list(found.runs)
    pairs = found.to_frame(pairs=True)
    assert pairs["information_difference"].tolist() == found.difference[np.triu_indices(len(found.runs), 1)].tolist()


def test_tested_pairs_and_preferences_have_frames():
    pairs = TESTED.to_frame(alpha=0.01)
    whole = RESULTS.to_frame(pairs=True, alpha=0.01)
    assert pairs.equals(whole.drop(columns="scale"))
    found = oq.preferences(SCORES, *TASK.runs[:2]).to_frame(runs=TASK.runs[:2])
    assert found[["prefers_a", "prefers_b", "ties"]].sum(axis=1).tolist() == [len(TASK.cases)] * 2


@pytest.mark.parametrize(
    ("result", "options", "words"),
    [
        (3, {}, "int is no result"),
        ([], {}, "empty"),
        ([SCORES, TESTED], {}, "mixes"),
        (oq.agreement(SCORES), {"alpha": 0.1}, "no option 'alpha'"),
        (TASK, {"tidy": False}, "no option 'tidy'"),
        ([oq.agreement(SCORES)] * 2, {}, "one by one"),
    ],
)
def test_what_has_no_frame_says_so(result, options, words):
    with pytest.raises(oq.OrdquantError, match=words):
        oq.to_frame(result, **options)

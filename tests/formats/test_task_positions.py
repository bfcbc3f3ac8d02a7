"""Positions of the classes of a task: in task.json, on the command line, with merged and with reordered classes."""

import json
import shutil

import numpy as np
import pytest

from ordquant_core.analysis.planning.split import resample_pilot
from ordquant_core.analysis.robustness import robustness
from ordquant_core.analysis.scoring import score
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.measures.registry import MEASURES
from ordquant_core.statistics.vote_prior import vote_prior
from ordquant_core.tasks import Decisions
from ordquant_core.tasks.published.reading import read_published
from ordquant_core.tasks.writing.cases import task_archive
from tests.pages.apps import ROOT

SAMPLE = ROOT / "ordquant_core" / "samples" / "dialogue-quality"
AT = [1, 2, 4, 5, 9]
KEYS = ["NMD", "RNOD", "RSNOD", "RNADW", "NVD", "RNOD2"]


@pytest.fixture
def folder(tmp_path):
    """Return what makes a copy of a sample with more in its task.json."""

    def make(**more):
        copy = shutil.copytree(SAMPLE, tmp_path / "task", dirs_exist_ok=True)
        (copy / "task.json").write_text(json.dumps(json.loads((SAMPLE / "task.json").read_text()) | more))
        return copy

    return make


def expected(task, keys, stand):
    at = {key: [stand] if MEASURES[key].takes_positions else [] for key in keys}
    return np.stack([MEASURES[key](task.gold, task.estimates, *at[key]) for key in keys])


def test_a_task_is_scored_where_its_classes_stand_and_a_note_says_so(folder):
    task = read_published(folder(positions=AT)).task
    assert task.positions == (1, 2, 4, 5, 9)
    (note,) = (note for note in task.notes if "stand at" in note)
    assert note == "classes stand at 1, 2, 4, 5, 9 (task.json): the measures with distances between classes use them"
    np.testing.assert_allclose(score(task, KEYS).values, expected(task, KEYS, AT), rtol=0, atol=1e-12)
    plain = read_published(folder()).task
    assert plain.positions is None
    np.testing.assert_allclose(score(plain, KEYS).values, expected(task, KEYS, [1, 2, 3, 4, 5]), rtol=0, atol=1e-12)
    assert (score(plain, ["NMD"]).values != score(task, ["NMD"]).values).mean() > 0.9
    even = score(task, KEYS, positions=[1, 2, 3, 4, 5]).values
    np.testing.assert_allclose(even, score(plain, KEYS).values, rtol=0, atol=1e-12)


def test_equal_distances_are_no_positions(folder):
    task = read_published(folder(positions=[1, 2, 3, 4, 5])).task
    assert task.positions is None
    assert not any("stand at" in note for note in task.notes)


@pytest.mark.parametrize(
    ("positions", "seen", "action"),
    [
        ([1, 2, 4], "3 numbers (1, 2, 4) for 5 classes", "in the order −2, −1, 0, 1 and 2"),
        ([1, 2, 3], "3 numbers (1, 2, 3) for 5 classes", "one number for each class"),
        ([1, 2, 2, 3, 4], "(1, 2, 2, 3, 4) must increase", "expected numbers that increase"),
        ([5, 4, 3, 2, 1], "must increase", "expected numbers that increase"),
        ([1, 2, 3, 4, None], "found null", "expected a number"),
    ],
)
def test_positions_that_fit_no_class_are_a_problem_of_task_json(folder, positions, seen, action):
    place = folder(positions=positions)
    found = read_published(place)
    assert found.task is None
    (problem,) = found.problems
    assert problem.file == f"{place}/task.json"
    assert problem.case.startswith("positions")
    assert seen in problem.seen
    assert action in problem.action


def test_merged_classes_stand_in_the_middle_unless_they_have_positions_of_their_own(folder):
    merge = ["-1", "0"]
    task = read_published(folder(positions=AT, merge=merge)).task
    assert task.classes == ("-2", "-1+0", "1", "2")
    assert task.positions == (1, 3, 5, 9)
    assert read_published(folder(positions=[1, 2, 5, 9], merge=merge)).task.positions == (1, 2, 5, 9)
    assert read_published(folder(positions=[1, 2, 3, 4], merge=merge)).task.positions is None
    assert "3 numbers" in str(read_published(folder(positions=[1, 2, 9], merge=merge)).problems[0])


def test_a_decision_of_the_user_goes_before_the_file(folder):
    place = folder(positions=AT)
    found = read_published(place, choices=Decisions(positions=(0, 1, 2, 3, 9), positions_from="--positions")).task
    assert found.positions == (0, 1, 2, 3, 9)
    assert any("(--positions)" in note for note in found.notes)
    assert read_published(place, choices=Decisions(positions=(1.0, 2, 3, 4, 5))).task.positions is None


def test_positions_are_not_used_for_classes_in_another_order_than_they_were_given_for(folder):
    order = ("2", "1", "0", "-1", "-2")
    place = folder(positions=AT)
    found = read_published(place, choices=Decisions(classes=order))
    assert found.task is None
    (problem,) = found.problems
    assert problem.file == f"{place}/task.json"
    assert "--positions" in problem.action
    assert read_published(place, choices=Decisions(classes=order, positions=(1, 5, 6, 8, 9))).task.positions[1] == 5
    named = folder(positions=AT, classes=list(order))
    assert read_published(named, choices=Decisions(classes=order)).task.positions == (1, 2, 4, 5, 9)


def test_a_download_of_the_task_holds_the_positions(folder, tmp_path):
    task = read_published(folder(positions=AT, merge=["-1", "0"])).task
    (tmp_path / "task.zip").write_bytes(task_archive(task, "T", Decisions()))
    shutil.unpack_archive(tmp_path / "task.zip", tmp_path / "again")
    again = read_published(tmp_path / "again")
    assert not again.problems
    assert again.task.positions == task.positions == (1, 3, 5, 9)


def test_resamples_panels_and_split_use_the_positions(folder):
    placed, plain = read_published(folder(positions=[1, 2, 3, 4, 30])).task, read_published(folder()).task
    votes, a, b = placed.votes[:40], placed.estimates[0, :40], placed.estimates[1, :40]
    rng = np.random.default_rng
    prior = vote_prior(votes, placed.positions)
    robust = robustness(votes, a, b, ["NMD", "NVD"], prior=prior, positions=placed.positions, rng=rng(1))
    nmd = [MEASURES["NMD"](votes, side, placed.positions) for side in (a, b)]
    assert robust.preference[0].tolist() == np.sign(np.round(nmd[0] - nmd[1], 12)).tolist()
    even = robustness(votes, a, b, ["NMD", "NVD"], prior=prior, rng=rng(1))
    assert (robust.preference[0] != even.preference[0]).any()
    assert (robust.kept[1] == even.kept[1]).all()
    far, near = (compare_with_panel(task.only([]), ["NMD", "NVD"], n_orders=10).half for task in (placed, plain))
    assert far.means[0] != near.means[0]
    assert far.means[1] == near.means[1]
    one, other = (resample_pilot(task, ["NMD"], cases=[20], annotators=[5], n_resamples=2) for task in (placed, plain))
    assert one.width.tolist() != other.width.tolist()

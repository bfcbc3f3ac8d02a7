"""Gold and runs become a task: by id and label, never by position; classes that are merged or stand elsewhere."""

# ruff: noqa: F401 - the text uses what is imported

import json
import shutil
from contextlib import chdir
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.planning.split import resample_pilot
from ordquant_core.analysis.robustness import robustness
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.errors import InputError
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Gold, Run
from ordquant_core.statistics.vote_prior import vote_prior
from ordquant_core.tasks import File, assemble, read_task
from ordquant_core.tasks.loading import SAMPLES
from ordquant_core.tasks.merging import parse_merge, with_merged, write_merge
from ordquant_core.tasks.published.reading import read_published
from ordquant_core.tasks.writing.cases import task_archive
from tests.reviewed import reviewed, said

GOLD = Gold(
    "gold", "A", ("lo", "mid", "hi"), ("a", "b"), np.array([[0.5, 0.5, 0], [0, 0, 1]]), np.array([[1, 1, 0], [0, 0, 2]])
)
VALUES = np.array([[0.1, 0.2, 0.7], [0.3, 0.3, 0.4]])


def run(name="r", classes=GOLD.classes, cases=GOLD.cases, values=VALUES, **more):
    return Run(name, tuple(classes), tuple(cases), np.array(values), **more)


def gold(classes=GOLD.classes, cases=GOLD.cases, **more):
    even = np.full((len(cases), len(classes)), 1 / len(classes))
    return Gold("gold", None, tuple(classes), tuple(cases), even, **more)


# ---- merged classes ----

THREE = b"case,NB,PB,B\n1,3,2,5\n2,0,4,6\n"
OF_RUN = b"case,NB,PB,B\n1,.5,.2,.3\n2,.1,.1,.8\n"


def read(merge=()):
    return read_task([File("gold.csv", THREE), File("run.csv", OF_RUN)], choices=Decisions(merge=merge))


@given(st.lists(st.integers(0, 9), min_size=10, max_size=10).filter(lambda votes: any(votes[:5]) and any(votes[5:])))
def test_what_is_merged_in_two_steps_equals_one(votes):
    rows = np.array(votes).reshape(2, 5)
    wide = Gold("g", None, tuple("abcde"), ("1", "2"), rows / rows.sum(axis=1, keepdims=True), rows)
    task = assemble(wide, [Run("r", wide.classes, wide.cases, wide.probabilities[::-1])])
    once = with_merged(task, (("b", "c"), ("d", "e")))
    twice = with_merged(with_merged(task, (("b", "c"),)), (("d", "e"),))
    assert once.classes == twice.classes == ("a", "b+c", "d+e")
    assert "the classes b and c are merged into one" in twice.notes
    expected = [[row[0], sum(row[1:3]), sum(row[3:])] for row in rows.tolist()]
    assert once.votes.tolist() == twice.votes.tolist() == expected
    np.testing.assert_allclose(once.gold * rows.sum(axis=1, keepdims=True), expected, atol=1e-12)
    np.testing.assert_array_equal(once.estimates, twice.estimates)
    np.testing.assert_allclose(once.estimates[0], once.gold[::-1], atol=1e-12)


def made_of(gold, *runs, **choices):
    """Return what is assembled, or what is wrong and which repair is offered."""
    try:
        task = assemble(gold, runs, choices=Decisions(**choices))
    except InputError as error:
        return [f"{one} {list(one.choices)}" for one in error.problems]
    return [*task.cases], task.estimates.round(9).tolist(), [*task.notes]


def misfit(gold, run):
    """Return what is said of a run that does not fit, and what comes of it by position."""
    return made_of(gold, run), made_of(gold, run, by_position=True)


BY_NAME = run(classes=("p_Hi", "p_lo", "p_mid"), values=VALUES[:, [2, 0, 1]])
NUMBERS = run(classes=("3", "1", "2"), values=VALUES[:, [2, 0, 1]])
SURPLUS, LACKING = run(cases=("a", "b", "c"), values=[*VALUES, [1, 0, 0]]), run(cases=("b",), values=VALUES[1:])


# ---- positions ----

AT, TURNED = [1, 2, 4, 5, 9], ("2", "1", "0", "-1", "-2")


def write(place, **more):
    """Copy a sample with 20 cases and more in its task.json."""
    shutil.copytree(SAMPLES / "dialogue-quality", place, dirs_exist_ok=True)
    for path in place.rglob("*.csv"):
        path.write_text("\n".join(path.read_text().splitlines()[:21]) + "\n")
    facts = json.loads((SAMPLES / "dialogue-quality" / "task.json").read_text())
    (place / "task.json").write_text(json.dumps(facts | {"runs": ["runs/system-0[1-4].csv"]} | more))
    return place


def placed(choices=NOTHING, **facts):
    """Return where the classes of a task stand and what is noted of it, or what is wrong."""
    with TemporaryDirectory() as place, chdir(place):
        read = read_published(write(Path("task"), **facts), choices=choices)
    if (task := read.task) is None:
        return [*map(str, read.problems)]
    return task.classes, task.positions, [note for note in task.notes if "stand" in note]


@reviewed(__file__)
def test_tasks_are_assembled_and_classes_merged_as_was_reviewed(made, words):
    assert said(made, globals()) == words


@pytest.fixture
def folder(tmp_path):
    return partial(write, tmp_path / "task")


def test_positions_of_merged_classes_stay_in_an_archive(folder, tmp_path):
    task = read_published(folder(positions=AT, merge=["-1", "0"])).task
    (tmp_path / "task.zip").write_bytes(task_archive(task, "T", Decisions()))
    shutil.unpack_archive(tmp_path / "task.zip", tmp_path / "again")
    again = read_published(tmp_path / "again")
    assert (again.problems, again.task.positions) == ((), (1, 3, 5, 9))


def test_resamples_panels_and_split_use_the_positions(folder):
    placed, plain = read_published(folder(positions=[1, 2, 3, 4, 30])).task, read_published(folder()).task
    votes, (a, b) = placed.votes, placed.estimates[:2]
    prior = vote_prior(votes, placed.positions)
    robust, even = (
        robustness(votes, a, b, ["NMD", "NVD"], prior=prior, rng=np.random.default_rng(1), **at)
        for at in ({"positions": placed.positions}, {})
    )
    nmd = [MEASURES["NMD"](votes, side, placed.positions) for side in (a, b)]
    assert robust.preference[0].tolist() == np.sign(np.round(nmd[0] - nmd[1], 12)).tolist()
    assert (robust.preference[0] != even.preference[0]).any()
    assert (robust.kept[1] == even.kept[1]).all()
    far, near = (compare_with_panel(task.only([]), ["NMD", "NVD"], n_orders=10).half for task in (placed, plain))
    assert (far.means[0] != near.means[0], far.means[1] == near.means[1]) == (True, True)
    one, other = (resample_pilot(task, ["NMD"], cases=[10], annotators=[5], n_resamples=2) for task in (placed, plain))
    assert one.width.tolist() != other.width.tolist()

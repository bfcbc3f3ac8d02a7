"""Gold and runs become a task: by id and label, never by position; classes that are merged or stand elsewhere."""

# ruff: noqa: F401 - the text uses what is imported

import json
import shutil
from operator import itemgetter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.planning.split import resample_pilot
from ordquant_core.analysis.robustness import robustness
from ordquant_core.analysis.scoring import score
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
from tests.formats.files import assert_words_are_known, table
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


def problems_of(gold, *runs, choices=NOTHING):
    with pytest.raises(InputError) as caught:
        assemble(gold, runs, choices=choices)
    for problem in caught.value.problems:
        assert_words_are_known(str(problem), *gold.classes)
    return caught.value.problems


def made(of, text):
    """Return a gold or a run of `tables/misfits.txt`."""
    said = json.loads(text)
    without = {"labels": {"labelled": False}, "ids": {"numbered": True}, None: {}}[said.pop("without", None)]
    return of(**said, **without)


@pytest.mark.parametrize("row", table("misfits"), ids=itemgetter(3))
def test_what_does_not_fit_is_said_with_the_side_it_is_on_and_paired_only_on_request(row):
    of_gold, of_run = made(gold, row[0]), made(run, row[1])
    found = problems_of(of_gold, of_run)
    said = [(one.case or "-", f"{one.seen}; {one.action}", "by position" if one.choices else "no") for one in found]
    assert [cell for one in said for cell in one] == row[2:]
    assert {choice for one in found for choice in one.choices} <= {"by-position"}
    by_position = Decisions(by_position=True)
    if "no" not in row[4::3]:
        task = assemble(of_gold, [of_run], choices=by_position)
        np.testing.assert_array_equal(task.estimates[0], VALUES)
        assert [note for note in task.notes if note.startswith("r: ")]
    else:
        assert problems_of(of_gold, of_run, choices=by_position)


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


BY_NAME = run(classes=("p_Hi", "p_lo", "p_mid"), values=VALUES[:, [2, 0, 1]])
NUMBERS = run(classes=("3", "1", "2"), values=VALUES[:, [2, 0, 1]])
SURPLUS, LACKING = run(cases=("a", "b", "c"), values=[*VALUES, [1, 0, 0]]), run(cases=("b",), values=VALUES[1:])


@reviewed(__file__)
def test_tasks_are_assembled_and_classes_merged_as_was_reviewed(made, words):
    assert said(made, globals()) == words


# ---- positions ----

AT = [1, 2, 4, 5, 9]
KEYS = ["NMD", "RNOD", "RSNOD", "RNADW", "NVD", "RNOD2"]


@pytest.fixture
def folder(tmp_path):
    """Return what makes a copy of a sample with 20 cases and more in its task.json."""

    def make(**more):
        copy = tmp_path / "task"
        shutil.copytree(SAMPLES / "dialogue-quality", copy, dirs_exist_ok=True)
        for path in copy.rglob("*.csv"):
            path.write_text("\n".join(path.read_text().splitlines()[:21]) + "\n")
        facts = json.loads((SAMPLES / "dialogue-quality" / "task.json").read_text())
        (copy / "task.json").write_text(json.dumps(facts | {"runs": ["runs/system-0[1-4].csv"]} | more))
        return copy

    return make


def expected(task, stand):
    at = {key: [stand] if MEASURES[key].takes_positions else [] for key in KEYS}
    return np.stack([MEASURES[key](task.gold, task.estimates, *at[key]) for key in KEYS])


def test_a_task_is_scored_where_its_classes_stand_and_a_note_says_so(folder):
    task = read_published(folder(positions=AT)).task
    assert task.positions == (1, 2, 4, 5, 9)
    (note,) = (note for note in task.notes if "stand at" in note)
    assert note == "classes stand at 1, 2, 4, 5, 9 (task.json): the measures with distances between classes use them"
    plain, even = read_published(folder()).task, [1, 2, 3, 4, 5]
    np.testing.assert_allclose(score(task, KEYS).values, expected(task, AT), rtol=0, atol=1e-12)
    np.testing.assert_allclose(score(plain, KEYS).values, expected(task, even), rtol=0, atol=1e-12)
    np.testing.assert_allclose(score(task, KEYS, positions=even).values, expected(task, even), rtol=0, atol=1e-12)
    assert (score(plain, ["NMD"]).values != score(task, ["NMD"]).values).mean() > 0.9
    same = read_published(folder(positions=even)).task
    assert same.positions is plain.positions is None
    assert not any("stand at" in note for note in same.notes)


UNFIT = [  # positions, and what is said of them
    ([1, 2, 4], "3 numbers (1, 2, 4) for 5 classes", "give one number for each class, in the order −2, −1, 0, 1 and 2"),
    ([1, 2, 2, 3, 4], "(1, 2, 2, 3, 4) must increase", "expected numbers that increase"),
    ([1, 2, 3, 4, None], "found null", "expected a number"),
]


@pytest.mark.parametrize(("positions", "seen", "action"), UNFIT)
def test_positions_that_fit_no_class_are_a_problem_of_task_json(folder, positions, seen, action):
    place = folder(positions=positions)
    found = read_published(place)
    (problem,) = found.problems
    assert (found.task, problem.file, problem.case.partition(",")[0]) == (None, f"{place}/task.json", "positions")
    assert seen in problem.seen
    assert action in problem.action


def test_merged_classes_stand_in_the_middle_unless_they_have_positions_of_their_own(folder, tmp_path):
    merge = ["-1", "0"]
    task = read_published(folder(positions=AT, merge=merge)).task
    assert (task.classes, task.positions) == (("-2", "-1+0", "1", "2"), (1, 3, 5, 9))
    (tmp_path / "task.zip").write_bytes(task_archive(task, "T", Decisions()))
    shutil.unpack_archive(tmp_path / "task.zip", tmp_path / "again")
    again = read_published(tmp_path / "again")
    assert (again.problems, again.task.positions) == ((), (1, 3, 5, 9))
    assert read_published(folder(positions=[1, 2, 5, 9], merge=[merge])).task.positions == (1, 2, 5, 9)
    assert read_published(folder(positions=[1, 2, 3, 4], merge=merge)).task.positions is None
    assert "3 numbers" in str(read_published(folder(positions=[1, 2, 9], merge=merge)).problems[0])


def test_a_decision_of_the_user_goes_before_the_file_and_positions_stay_with_their_order(folder):
    place, order = folder(positions=AT), ("2", "1", "0", "-1", "-2")
    found = read_published(place, choices=Decisions(positions=(0, 1, 2, 3, 9), positions_from="--positions")).task
    assert found.positions == (0, 1, 2, 3, 9)
    assert any("(--positions)" in note for note in found.notes)
    assert read_published(place, choices=Decisions(positions=(1.0, 2, 3, 4, 5))).task.positions is None
    found = read_published(place, choices=Decisions(classes=order))
    (problem,) = found.problems
    assert (found.task, problem.file) == (None, f"{place}/task.json")
    assert "--positions" in problem.action
    assert read_published(place, choices=Decisions(classes=order, positions=(1, 5, 6, 8, 9))).task.positions[1] == 5
    named = folder(positions=AT, classes=list(order))
    assert read_published(named, choices=Decisions(classes=order)).task.positions == (1, 2, 4, 5, 9)


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

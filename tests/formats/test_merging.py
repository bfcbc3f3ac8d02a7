"""Neighbouring classes become one: in tasks, in task.json, on the command line."""

import json
import shutil

import numpy as np
import pytest

from ordquant_core.analysis.scoring import score
from ordquant_core.errors import OrdquantError
from ordquant_core.tasks import Decisions, File, read_task
from ordquant_core.tasks.merging import parse_merge, with_merged, write_merge
from ordquant_core.tasks.published.reading import read_published
from tests.pages.apps import ROOT

GOLD = b"case,NB,PB,B\n1,3,2,5\n2,0,4,6\n"
RUN = b"case,NB,PB,B\n1,.5,.2,.3\n2,.1,.1,.8\n"
SAMPLE = ROOT / "ordquant_core" / "samples" / "breakdown-labels"
PB_B = (("PB", "B"),)


def read(merge=(), gold=GOLD):
    return read_task([File("gold.csv", gold), File("run.csv", RUN)], choices=Decisions(merge=merge))


def test_votes_and_probabilities_of_neighbours_are_added_up_and_a_note_says_so():
    task = read(PB_B).task
    assert task.classes == ("NB", "PB+B")
    assert task.votes.tolist() == [[3, 7], [0, 10]]
    assert task.gold.tolist() == [[0.3, 0.7], [0, 1]]
    np.testing.assert_allclose(task.estimates[0], [[0.5, 0.5], [0.1, 0.9]], rtol=1e-15)
    assert "the classes PB and B are merged into one" in task.notes
    assert score(task, ["NMD"]).values.tolist()[0][0] == pytest.approx([0.2, 0.1])


def test_what_is_merged_in_two_steps_equals_one():
    rng = np.random.default_rng(4)
    five = read(gold=GOLD).task
    from dataclasses import replace

    votes = rng.integers(1, 9, (2, 5))
    wide = replace(five, classes=tuple("abcde"), votes=votes, gold=votes / votes.sum(1, keepdims=True),
                   estimates=rng.dirichlet(np.ones(5), (1, 2)))  # fmt: skip
    once = with_merged(wide, (("b", "c"), ("d", "e")))
    twice = with_merged(with_merged(wide, (("b", "c"),)), (("d", "e"),))
    assert once.classes == twice.classes == ("a", "b+c", "d+e")
    np.testing.assert_array_equal(once.votes, twice.votes)
    np.testing.assert_array_equal(once.estimates, twice.estimates)


@pytest.mark.parametrize(
    ("merge", "said"),
    [
        ((("NB", "B"),), "NB and B are not neighbours"),
        ((("NB", "X"),), "there is no class 'X'"),
        ((("NB", "PB", "B"),), "only 1 class would be left"),
        ((("NB", "PB"), ("PB", "B")), "is merged twice"),
        ((("PB", "PB"),), "are not neighbours"),
    ],
)
def test_what_cannot_be_merged_is_a_problem_that_says_why(merge, said):
    found = read(merge)
    assert found.task is None
    (problem,) = found.problems
    assert said in str(problem)
    assert problem.file == "gold.csv"


@pytest.mark.parametrize("text", ["", "A", ";", "A;B", "A,B;" * 9, "A," * 400])
def test_what_names_no_groups_is_refused(text):
    with pytest.raises(OrdquantError, match="name two or more neighbouring classes"):
        parse_merge(text)


@pytest.mark.parametrize("merge", [PB_B, (("a", "b"), ("c", "d")), (("x, y", "z"),)])
def test_groups_are_written_as_they_are_read(merge):
    assert parse_merge(write_merge(merge)) == merge


@pytest.mark.parametrize(("entry", "n_classes"), [(["PB", "B"], 2), ([["PB", "B"]], 2), (None, 3)])
def test_a_published_task_can_merge_classes(tmp_path, entry, n_classes):
    folder = shutil.copytree(SAMPLE, tmp_path / "task")
    facts = json.loads((folder / "task.json").read_text())
    (folder / "task.json").write_text(json.dumps(facts | ({"merge": entry} if entry else {})))
    found = read_published(folder)
    assert not found.problems
    assert len(found.task.classes) == n_classes

"""Files of group-fair relevance: recognised by their content, paired by their names; tables beside TREC's files."""

import numpy as np
import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats.files import File
from ordquant_core.formats.trec.beside import kind_of_table
from ordquant_core.formats.trec.files import read_named_lists, read_raw
from ordquant_core.formats.trec.groups import kind_of_groups, read_attributes
from ordquant_core.formats.trec.reading import ReadingLists

MEMBERS, TARGET = b"1 a 1 0\n1 b 0.5 0.5\n", b"0.4\n0.6\n"
QRELS = File("qrels", b"1 0 a 1\n1 0 b 0\n2 0 c 1\n2 0 d 0\n")
RUN = File("r", b"1 Q0 a 1 3 t\n1 Q0 x 2 2 t\n1 Q0 b 3 1 t\n2 Q0 c 1 1 t\n")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (MEMBERS, "membership"),
        (TARGET, "target"),
        (b"\n\xef0.5\n", None),
        (b"\xef\xbb\xbf0.5\n0.5\n", "target"),
        (QRELS.data, None),
        (RUN.data, None),
        (b"1 a 1\n", None),
        (b"run,team\na,b\n", None),
        (b"", None),
    ],
)
def test_memberships_and_targets_are_recognised_by_their_first_line(data, kind):
    assert kind_of_groups(data) == kind


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"run,topic,measure,score\n", "scores"),
        (b'"Score"\t"Run"\tMeasure\tTopic\textra\n1', "scores"),
        (b"\xef\xbb\xbfteam,run\n", "teams"),
        (b"run,topic,score\n", None),
        (QRELS.data, None),
        (b"", None),
    ],
)
def test_scores_and_teams_are_recognised_by_their_header(data, kind):
    assert kind_of_table(data) == kind


def attributes(*names):
    files = [File(name, MEMBERS if "memb" in name else TARGET) for name in names]
    return [(one.name, one.membership.file, one.nominal) for one in read_attributes(files)]


def test_a_membership_and_a_target_belong_together_by_their_names():
    assert attributes("age.membership", "place.nominal.target", "place.membership", "age.target") == [
        ("age", "age.membership", False),
        ("place", "place.membership", True),
    ]
    fairweb = ("toy.R-AGE.gmemb", "toy.R-GENDER.gmemb", "R-GENDER.golddistr", "R-AGE.golddistr")
    assert attributes(*fairweb) == [("R-AGE", "toy.R-AGE.gmemb", False), ("R-GENDER", "toy.R-GENDER.gmemb", False)]
    assert attributes("members.memb.txt", "fair.txt") == [("members memb", "members.memb.txt", False)]  # two alone


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["age.memb", "place.memb", "age.target"], ["place.memb: there is no target for its groups"]),
        (["age.memb"], ["age.memb: there is no target"]),
        (["age.target"], ["age.target: there are no memberships for this target"]),
        (["age.old.memb", "age.new.memb", "age.target"], ["age.target: it is the target of age.old.memb and of"]),
        (["age.memb", "age.target", "place.target"], ["place.target: there are no memberships for this target"]),
    ],
)
def test_files_without_their_counterpart_are_reported(names, words):
    with pytest.raises(InputError) as caught:
        attributes(*names)
    assert [str(problem).startswith(said) for problem, said in zip(caught.value.problems, words, strict=True)] == [True]


def test_the_problems_of_all_files_are_reported_at_once():
    files = [File("a.memb", b"1 a 1 1\n"), File("a.target", b"0.1\n0.1\n"), File("notes", b"some words\n")]
    with pytest.raises(InputError) as caught:
        read_attributes(files)
    assert [problem.file for problem in caught.value.problems] == ["a.memb", "a.target", "notes"]


def test_only_the_first_ranks_are_kept_where_no_more_are_asked_for():
    (run,) = read_raw(QRELS, [RUN], depth=2).runs
    assert run.documents == (("a", "x"), ("c",))
    assert [scores.tolist() for scores in run.scores] == [[3, 2], [1]]
    assert run.scores[0].base is None  # the rest is not kept alive
    (whole,) = read_raw(QRELS, [RUN]).runs
    assert whole.documents[0] == ("a", "x", "b")


def test_lists_are_read_in_portions_with_the_problems_of_all_files():
    broken = File("broken", b"1 Q0 a 1 high t\n")
    work = ReadingLists(QRELS, [RUN, broken], notes=["first"])
    assert (work.done, work.total) == (0, 2)
    while work.done < work.total:
        work.advance()
    assert [problem.file for problem in work.result().problems] == ["broken"]
    faulty = read_named_lists(File("qrels", b"1 0 a x\n"), [RUN, broken])
    assert [problem.file for problem in faulty.problems] == ["qrels", "broken"]
    found = read_named_lists(QRELS, [RUN], notes=["first"]).collection
    assert (found.runs, found.notes[0]) == (("r",), "first")
    assert np.array_equal(found.topics[0].ranks, [[2, 0]])

"""`group-fairness` on the command line: its rows, its options, its errors."""

from functools import partial

import numpy as np
import pytest

from ordquant_core.analysis.group_fairness import by_rank, fairness
from ordquant_core.figures import picture
from tests.analysis.test_group_fairness import AGE, LIST, PLACE, QRELS, attribute, prepared

RUN = ("qrels", "r.run", "s.run", "--attribute", "AGE=age,age.target")
BOTH = (*RUN, "--attribute", "PLACE=place,place.target,nominal")


@pytest.fixture
def call(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    described = f"<SYSDESC>a run\nof two lines</SYSDESC>\n{LIST}"
    files = {"qrels": QRELS, "r.run": LIST, "s.run": described, "age": AGE, "place": PLACE}
    files |= {"age.target": "0.2\n0.3\n0.5\n", "place.target": "0.5\n0.5\n", "off.target": "0.5\n0.3\n0.1\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return partial(call, "group-fairness")


def test_a_row_per_topic_run_and_measure(call):
    code, (header, *rows), err = call(*BOTH)
    assert (code, header) == (0, ["topic", "run", "measure", "score"])
    found = fairness(prepared(runs=[("r", LIST), ("s", LIST)]))
    expected = [
        [topic, run, measure, repr(float(value))]
        for t, topic in enumerate(found.topics)
        for r, run in enumerate(found.runs)
        for measure, value in zip(found.measures, found.values[:, r, t], strict=True)
        if value == value
    ]
    assert rows == expected
    assert err.splitlines()[0] == "note: qrels: 1 topic without any group membership left out (3)"
    assert "PLACE" not in "".join(row[2] for row in call(*RUN)[1])


def test_divergence_cutoff_gains_and_means_are_options(call):
    lists = prepared(runs=[("r", LIST), ("s", LIST)], attributes=[attribute("AGE", AGE, [0.2, 0.3, 0.5])], cutoff=1)
    found = fairness(lists, divergence="RNOD", gains=[0, 1, 2])
    options = ("--divergence", "RNOD", "--cutoff", "1", "--gains", "0,1,2", "--means")
    _, (_, *rows), _ = call(*RUN, *options)
    assert [float(row[3]) for row in rows if row[0] != "all"] == found.values.transpose(2, 1, 0).ravel().tolist()
    assert [row[2] for row in rows[-5:]] == ["ERR", "iRBU", "GF-RNOD:AGE", "GFR-ERR", "GFR-iRBU"]
    assert "GF-DNKT_NMD:AGE" in [row[2] for row in call(*RUN, "--divergence", "DNKT_NMD")[1]]
    assert float(rows[-5][3]) == pytest.approx(found.values[0, 1].mean())


def test_the_figure_is_the_list_of_the_first_run_on_the_topic(call, tmp_path, monkeypatch):
    drawn = {}
    monkeypatch.setattr(picture, "picture", lambda figure, form, **options: drawn.setdefault(form, figure) and b"drawn")
    assert call(*RUN, "--figure", "list.svg", "--topic", "2")[0] == 0
    assert (tmp_path / "list.svg").read_bytes() == b"drawn"
    lists = prepared(runs=[("r", LIST)], attributes=[attribute("AGE", AGE, [0.2, 0.3, 0.5])])
    (one,) = by_rank(lists, 0, lists.topics.index("2")).attributes
    stacks = [trace.y for trace in drawn["svg"].data if trace.type == "bar"]
    assert np.array(stacks).tolist() == np.vstack([one.so_far, [0.2, 0.3, 0.5]]).T.tolist()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("qrels", "r.run"), "give an attribute: --attribute NAME=MEMBERSHIP,TARGET[,nominal]"),
        (("qrels", "--attribute", "AGE=age,age.target"), "qrels: name a RUN or more"),
        ((*RUN, "--attribute", "X=age"), "--attribute: 'X=age' is not NAME=MEMBERSHIP,TARGET[,nominal]"),
        ((*RUN, "--attribute", "X=age,age.target,ordinal"), "is not NAME=MEMBERSHIP"),
        ((*RUN, "--attribute", "=age,age.target"), "is not NAME=MEMBERSHIP"),
        ((*RUN, "--attribute", "AGE=age,age.target"), "each with a name of its own"),
        (("qrels", "r.run", "--attribute", "A=nowhere,age.target"), "nowhere"),
        (("qrels", "r.run", "--attribute", "A=age,off.target"), "off.target: the shares of the target sum to 0.9"),
        (("qrels", "r.run", "--attribute", "A=age,place.target"), "age: 3 groups, but the target of A has 2"),
        ((*RUN, "--divergence", "JSD"), "invalid choice"),
        ((*RUN, "--gains", "0,1"), "The grade 2 has no gain"),
        ((*RUN, "--gains", "0,one"), "--gains: 'one' is not a number"),
        ((*RUN, "--topic", "1"), "--topic needs --figure"),
        ((*RUN, "--figure", "list.png"), "--figure: expected a file that ends in .pdf or .svg"),
        ((*RUN, "--figure", "list.svg", "--topic", "9"), "'9' is no judged topic with groups of AGE; there are 1"),
        ((*RUN, "--cutoff", "0"), "not a whole number of at least 1"),
        ((*RUN, "--means", "--by-rank"), "not allowed with"),
        (("r.run", "s.run", "--attribute", "AGE=age,age.target"), "r.run, line 1"),
    ],
)
def test_what_cannot_be_is_an_error_of_one_line(call, arguments, words):
    code, rows, err = call(*arguments)
    assert (code, rows) == (2, [])
    *notes, error = err.splitlines()
    assert all(note.startswith("note: ") for note in notes)
    assert error.startswith("error: ")
    assert words in error

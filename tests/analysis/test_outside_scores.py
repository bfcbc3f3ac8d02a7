"""Scores that were computed elsewhere, as further layers beside those that are computed here."""

import numpy as np
import pytest

from ordquant_core.analysis.agreement import agreement
from ordquant_core.analysis.discrimination import separate_runs
from ordquant_core.analysis.outside_scores import scored_runs, with_outside
from ordquant_core.errors import InputError, OrdquantError
from ordquant_core.formats.outside_scores import parse_outside_scores
from ordquant_core.measures.registry import DEFAULT_MEASURES, MEASURES
from ordquant_core.records import Scores

HERE = Scores(("NMD",), ("a", "b"), ("x", "y"), np.array([[[0.1, 0.2], [0.3, 0.4]]]))
ROWS = "b,y,ndcg,.5,larger\na,x,ndcg,1,larger\na,y,ndcg,.75,larger\nb,x,ndcg,0,larger\n"
HEAD = "run,case,measure,score,better\n"


def outside(rows=ROWS):
    return parse_outside_scores((HEAD + rows).encode(), "scores.csv")


def test_layers_are_added_in_the_order_of_runs_and_cases_and_larger_is_negated():
    found = with_outside(HERE, outside(ROWS + "".join(f"{run},{case},err,{n},\n" for n, (run, case) in enumerate(
        [("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")]))))  # fmt: skip
    assert found.measures == ("NMD", "outside:-ndcg", "outside:err")
    assert found.values[0].tolist() == HERE.values[0].tolist()
    assert found.values[1].tolist() == [[-1, -0.75], [0, -0.5]]
    assert not np.signbit(found.values[1, 1, 0])
    assert found.values[2].tolist() == [[0, 1], [2, 3]]


def test_a_copy_of_a_measure_is_found_to_be_that_measure():
    rng = np.random.default_rng(1)
    values = rng.random((1, 5, 40)) + np.linspace(0, 1, 5)[:, None]
    runs, cases = tuple("abcde"), tuple(map(str, range(40)))
    here = Scores(("NMD",), runs, cases, values)
    table = "".join(
        f"{run},{case},same,{value!r},smaller\n{run},{case},turned,{1 - value!r},larger\n"
        for run, row in zip(runs, values[0].tolist(), strict=True)
        for case, value in zip(cases, row, strict=True)
    )
    every = with_outside(here, outside(table))
    assert agreement(every).tau[np.triu_indices(3, 1)] == pytest.approx(1)
    found = separate_runs(every, n_trials=200, rng=np.random.default_rng(1))
    assert found.p_values[0].tolist() == found.p_values[1].tolist()
    assert found.p_values[0].tolist() == found.p_values[2].tolist()


def refused(rows):
    with pytest.raises(InputError) as caught:
        with_outside(HERE, outside(rows))
    return [str(problem) for problem in caught.value.problems]


def test_unknown_runs_and_cases_are_named_once_with_their_first_row():
    assert refused(ROWS + "c,x,ndcg,1,larger\nc,y,ndcg,1,larger\na,z,ndcg,1,larger\n") == [
        "scores.csv, line 6: run c is not in the task; correct the name, or remove its rows; the task has a, b",
        "scores.csv, line 8: case z is not in the task; correct the name, or remove its rows; the task has x, y",
    ]


def test_missing_scores_are_counted_for_each_run():
    assert refused("a,x,ndcg,1,larger\n") == [
        "scores.csv, run a: no score by ndcg on 1 case, such as y; add a row for each of these cases",
        "scores.csv, run b: no score by ndcg on 2 cases, such as x; add a row for each of these cases",
    ]


def test_baselines_may_be_left_out_and_other_runs_may_not():
    runs = ("a", "b", "Popularity", "Uniform")
    assert scored_runs(outside(), runs, runs[2:]) == ("a", "b")
    with_uniform = outside(ROWS + "Uniform,x,ndcg,1,larger\nUniform,y,ndcg,1,larger\n")
    assert scored_runs(with_uniform, runs, runs[2:]) == ("a", "b", "Uniform")
    assert scored_runs(outside(), ("a", "b", "c"), ()) == ("a", "b", "c")


def test_the_measure_of_a_key_is_marked_as_outside_and_is_not_listed():
    measure = MEASURES["outside:-alpha-nDCG"]
    assert (measure.label, measure.family) == ("−alpha-nDCG (outside)", "outside")
    assert "negated" in measure.summary
    assert MEASURES["outside:P@10"].label == "P@10 (outside)"
    assert "outside:P@10" not in [*MEASURES, *DEFAULT_MEASURES]
    with pytest.raises(OrdquantError, match="outside:P@10 is not computed here"):
        MEASURES["outside:P@10"]([1, 0], [1, 0])


@pytest.mark.parametrize("key", ["outside:", "outside:-", "outside:<b>", "outside:a b", "outside:" + "m" * 31])
def test_what_is_no_name_is_an_unknown_measure(key):
    with pytest.raises(OrdquantError, match="Unknown measure"):
        MEASURES[key]

"""Nugget scores against the definition of EVIA 2017, section 3.2.4, recomputed from the files with plain loops."""

import json
import math
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.formats.official.nuggets import assemble, parse_gold, parse_run
from ordquant_core.nuggets import (
    NUGGET_MEASURES,
    average,
    average_blocks,
    block_numbers,
    leaders,
    rank_runs,
    score_nuggets,
)
from ordquant_core.statistics.resampling import randomised_tukey_hsd
from ordquant_core.tasks.loading import SAMPLES
from tests.reviewed import reviewed, said

SHARED = Path(__file__).parents[1] / "../shared/data/stc3"
SAMPLE = SAMPLES / "nuggets"
real = pytest.mark.skipif(not SHARED.exists(), reason="the shared task's files are not here")


def task_of(gold, runs):
    read = [parse_run(path.read_bytes(), path.name, renormalise=True) for path in runs]
    return assemble(parse_gold(gold.read_bytes(), gold.name), read)


def score_by_hand(key, p, g):
    if key == "RNSS":
        return math.sqrt(sum((p[t] - g[t]) ** 2 for t in g) / 2)
    if key == "NVD":
        return sum(abs(p[t] - g[t]) for t in g) / 2

    def divergence(q):
        return sum(q[t] * math.log2(q[t] / ((p[t] + g[t]) / 2)) for t in g if q[t] > 0)

    return (divergence(p) + divergence(g)) / 2


def blocks_by_hand(gold_file, run_file, key):
    """Return {dialogue: ([scores of customer blocks], [of helpdesk blocks])}."""
    run = {entry["id"]: entry["nugget"] for entry in json.loads(run_file.read_bytes())}
    found = {}
    for entry in json.loads(gold_file.read_bytes()):
        sides = {"customer": [], "helpdesk": []}
        for place, turn in enumerate(entry["turns"]):
            labels = [annotation["nugget"][place] for annotation in entry["annotations"]]
            block = run[entry["id"]][place]
            total = sum(block.values())
            p = {kind: value / total for kind, value in block.items()}
            g = {kind: labels.count(kind) / len(labels) for kind in block}
            sides[turn["sender"]].append(score_by_hand(key, p, g))
        found[entry["id"]] = (sides["customer"], sides["helpdesk"])
    return found


def wam_by_hand(customer, helpdesk, alpha):
    if not customer or not helpdesk:
        only = customer or helpdesk
        return sum(only) / len(only)
    return alpha * sum(customer) / len(customer) + (1 - alpha) * sum(helpdesk) / len(helpdesk)


@pytest.mark.parametrize(
    ("gold_file", "runs"),
    [
        (SAMPLE / "gold.json", SAMPLE / "runs"),
        pytest.param(SHARED / "gold_test.json", SHARED / "runs_nugget", marks=real),
    ],
)
def test_scores_are_those_of_the_definition(gold_file, runs):
    run_files = sorted(runs.glob("*.json"))
    task = task_of(gold_file, run_files)
    scores = score_nuggets(task)
    for layer, key in enumerate(NUGGET_MEASURES):
        for number, run_file in enumerate(run_files):
            blocks = blocks_by_hand(gold_file, run_file, key)
            assert tuple(blocks) == task.dialogues
            for alpha in (0, 0.3, 0.5, 1):
                found = average(scores, alpha=alpha)
                expected = [wam_by_hand(*sides, alpha) for sides in blocks.values()]
                np.testing.assert_allclose(found.values[layer, number], expected, rtol=0, atol=1e-12)
                assert found.means[layer, number] == pytest.approx(sum(expected) / len(expected), abs=1e-13)
            every = [score for sides in blocks.values() for side in sides for score in side]
            assert average_blocks(scores).means[layer, number] == pytest.approx(sum(every) / len(every), abs=1e-13)


BLOCK = {"HNUG": 0.5, "HNUG*": 0.5, "HNaN": 0.0}
HELPDESK = [{"id": "x", "turns": [{"sender": "helpdesk"}], "annotations": [{"nugget": ["HNUG"]}]}]
ONE_RUN = parse_run(json.dumps([{"id": "x", "nugget": [BLOCK]}]).encode(), "run.json")
ONE_SIDED = score_nuggets(assemble(parse_gold(json.dumps(HELPDESK).encode(), "gold.json"), [ONE_RUN]))
TASK = task_of(SAMPLE / "gold.json", sorted((SAMPLE / "runs").glob("*.json")))
SCORES = score_nuggets(TASK)


@reviewed(__file__)
def test_what_cannot_be_scored_is_refused_and_one_side_is_scored_and_said(made, words):
    assert said(made, globals()) == words


def test_runs_are_tested_and_bounded_around_their_means():
    for found in (average(SCORES, alpha=0.5), average_blocks(SCORES)):
        ranked = rank_runs(found, n_trials=200, seed=1).results
        test, bounds = ranked.test, ranked.interval
        expected = randomised_tukey_hsd(found.contributions, n_trials=200, rng=np.random.default_rng(1))
        np.testing.assert_array_equal(test.p_values, expected.p_values)
        np.testing.assert_allclose(np.average(found.values, weights=found.weights, axis=2), found.means)
        np.testing.assert_allclose(test.differences, found.means[:, :, None] - found.means[:, None], atol=1e-15)
        np.testing.assert_allclose(bounds.means, found.means)
        assert (bounds.low < found.means).all()
        assert (found.means < bounds.high).all()


def test_frames_hold_blocks_by_run_dialogue_and_measure_and_pairs_with_their_p_values():
    """Those of runs and of dialogues are kept in tests/golden."""
    sides = zip(TASK.dialogues, TASK.senders, strict=True)
    places = [(name, number, sender) for name, some in sides for number, sender in enumerate(some, start=1)]
    assert SCORES.to_frame(TASK).to_numpy().tolist() == [
        [run, *place, key, SCORES.blocks[layer, r, n]]
        for r, run in enumerate(TASK.runs)
        for n, place in enumerate(places)
        for layer, key in enumerate(NUGGET_MEASURES)
    ]
    assert block_numbers(TASK).tolist() == [number for _, number, _ in places]
    ranking = rank_runs(average(SCORES, alpha=0.25), n_trials=200, seed=1)
    test, means = ranking.results.test, ranking.averages.means
    rows = ranking.to_frame(pairs=True)[["measure", "run_1", "run_2", "difference", "p"]].to_numpy().tolist()
    assert rows == [
        [key, TASK.runs[i], TASK.runs[j], means[layer, i] - means[layer, j], test.p_values[layer, i, j]]
        for layer, key in enumerate(NUGGET_MEASURES)
        for i, j in combinations(range(len(TASK.runs)), 2)
    ]


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=6))
def test_the_leaders_have_the_smallest_mean_where_they_are_said_to_lead(ends):
    low, high = np.array(ends).T
    found = leaders(low, high)
    assert found[-1][1] == 1
    start = 0.0
    for run, upto in found:
        assert start <= upto
        for alpha in (start, (start + upto) / 2, upto):
            means = alpha * high + (1 - alpha) * low
            assert means[run] == pytest.approx(means.min(), abs=1e-9)
        start = upto
    assert len({run for run, _ in found}) == len(found)

"""Own runs in a blind task by a measure whose scores exceed 1: they have a rank, and a case moves a mean by a step."""

import json

import numpy as np
import pytest

from ordquant_core.analysis import blind
from ordquant_core.analysis.blind import budget_of, exposure, step_of
from ordquant_core.formats import File
from ordquant_core.formats.published.description import BlindTerms
from ordquant_core.formats.published.source import of_path
from ordquant_core.measures.registry import MEASURES
from tests.analysis.blind_task import as_csv, draw_gold, publish


@pytest.mark.parametrize("key", ["RNOD", "RSNOD", "DNKT_RNOD", "MD", "NMD"])
def test_an_own_run_has_a_rank_by_a_measure_with_any_finite_bound(tmp_path, key):
    rng = np.random.default_rng(3)
    votes = draw_gold(rng)
    publish(tmp_path / "task", votes, answers=2)
    said = json.loads((tmp_path / "task" / "task.json").read_text()) | {"primary": key}
    (tmp_path / "task" / "task.json").write_text(json.dumps(said))
    source = of_path(tmp_path / "task")
    results = blind.blind_results(source)
    assert results.measure == key
    own = rng.dirichlet(np.ones(5), len(votes))
    read = blind.check_own_runs(blind.blind_outline(source), [File("own.csv", as_csv(own))])
    (found,) = blind.answer(source, read, results, "", blind.answers_file(source, None), 0, new=True)
    assert found.rank == 1 + int((results.means < found.mean - results.step / 2).sum())
    exact = MEASURES[key](votes, own).mean()
    assert abs(found.mean - exact) <= results.step / 2 + 1e-9
    assert MEASURES[key].bounds(5)[1] / len(votes) <= results.step + 1e-12


@pytest.mark.parametrize("n_cases", [30, 50, 99, 100, 101, 1000, 10_000])
@pytest.mark.parametrize("largest", [0.5, 1.0, 1.05, 4.0])
def test_no_case_changes_a_mean_by_more_than_a_step(n_cases, largest):
    assert max(1.0, largest) / n_cases <= step_of(n_cases, largest) * (1 + 1e-9)


def test_an_infinite_measure_answers_nothing_and_larger_scores_are_more_bits():
    assert "at will" in budget_of(BlindTerms(anyone=True), 400, "KLD", 0.0).why_none
    assert not budget_of(BlindTerms(anyone=True), 400, "RSNOD", 0.0).why_none
    gold = np.eye(2)[[0, 1] * 50]
    assert exposure(gold, 4, 3, 5.0, largest=8.0).bits != exposure(gold, 4, 3, 5.0).bits

"""The public API to a type checker: somebody's script passes `mypy --strict`, and a misspelt name does not."""

import subprocess
import sys

import pytest

from tests.source_files import ROOT

SCRIPT = """
from collections.abc import Mapping
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import ordquant_core as oq

Distributions = NDArray[np.float64]


def largest_gap(gold: Distributions, estimate: Distributions) -> Distributions:
    return np.asarray(np.abs(np.cumsum(estimate - gold, axis=-1)).max(axis=-1))


def two_vectors(gold: Distributions, estimate: Distributions) -> float:
    return float(np.abs(gold - estimate).max())


def main() -> None:
    task = oq.with_baselines(oq.load_sample("breakdown-labels"))
    assert_type(task, oq.Task)
    record: Mapping[str, object] = {"key": "KS", "name": "Kolmogorov-Smirnov", "compute": largest_gap}
    try:
        measure = oq.register({**record, "symmetric": True, "formula": "", "summary": "Largest gap."})
    except oq.OrdquantError as problem:
        print(problem)
        return
    assert_type(measure, oq.Measure)
    scores = oq.score(task, [oq.nmd, "RNOD", measure, two_vectors])
    assert_type(scores, oq.Scores)
    assert_type(scores.values, Distributions)
    assert_type(oq.nmd([0, 1, 2], [0.2, 0.3, 0.5]), Distributions)
    results = oq.results(task, ["NMD", "RNOD"], n_trials=200)
    assert_type(results, oq.Results)
    for text in (results.to_latex(alpha=0.01), results.to_markdown(primary="RNOD"), oq.methods(results, form="latex")):
        assert_type(text, str)
    counts = oq.preferences(scores, task.runs[0], "Uniform")
    assert_type(counts, oq.Preferences)
    rng = np.random.default_rng(1)
    print(oq.separate_runs(scores, n_trials=200, rng=rng).to_frame(), oq.agreement(scores).to_frame())
    print(oq.to_frame(counts), scores.to_frame(tidy=False).describe(), oq.kendall([1, 2, 3], [1, 3, 2]).value)
    gold = oq.load_gold(oq.sample_path("breakdown-labels") / "gold.csv", choices=oq.Decisions(renormalise=True))
    oq.save_figure(oq.draw_figure(task, "groups", x="NMD"), "groups.pdf")
    print(oq.from_frames(gold.to_frame(), {"uniform": oq.uniform(gold.to_frame())}))


main()
"""


@pytest.mark.slow
@pytest.mark.parametrize(("misspelt", "found"), [("", ""), ("oq.scroe", 'has no attribute "scroe"')])
def test_a_script_passes_a_strict_type_checker_unless_a_name_is_misspelt(misspelt, found, tmp_path):
    path = tmp_path / "script.py"
    path.write_text(f"{SCRIPT}{misspelt}")
    options = ["--strict", "--follow-imports=silent", "--config-file=", f"--cache-dir={tmp_path.parent / 'types'}"]
    call = [sys.executable, "-m", "mypy", *options, str(path)]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (found or "Success") in done.stdout, done.stdout + done.stderr

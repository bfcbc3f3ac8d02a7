"""How often the intervals that are shown hold the true mean, of a run's scores and of the difference of two runs.

The population is a task's cases; cases are drawn from it with replacement. A run without variance is left out.
"""

from itertools import combinations

import numpy as np

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.scoring import score
from ordquant_core.statistics.mean_interval import FEW, difference_interval, mean_interval
from ordquant_core.tasks import Decisions, assemble, load_gold, load_run
from tests.formats.files import SHARED
from tests.source_files import ROOT
from tests.statistics.simulations import Outcome, share_error

MEASURES = ("NMD", "RNOD", "JSD", "NVD", "DNKT")
SIZES = (2, 3, 5, 10, 20, 50, 100)
PAIRS = 12  # of each task
NEGLIGIBLE = 1e-9


def simulate(repetitions, seed):
    """Yield the coverage for each task and number of cases, averaged over measures and runs, and the least of all."""
    rng = np.random.default_rng(seed)
    for name, task in _tasks():
        yield from _of_task(name, score(with_baselines(task), MEASURES).values, repetitions, rng)


def _tasks():
    """Yield the bundled tasks, and real ones where they are there."""
    for name in ("dialogue-quality", "breakdown-labels"):
        folder = ROOT / "ordquant_core/samples" / name
        runs = [load_run(path) for path in sorted((folder / "runs").iterdir())]
        yield f"sample {name}", assemble(load_gold(folder / "gold.csv"), runs)
    if not SHARED.exists():
        return
    for scale in "AE":
        runs = [load_run(path, scale=scale) for path in sorted((SHARED / "stc3/runs_quality").iterdir())]
        yield f"STC-3 {scale}", assemble(load_gold(SHARED / "stc3/gold_test.json", scale=scale), runs)
    folder = SHARED / "semeval2016"
    run = load_run(folder / "PotTS.SubtaskE.res.official.txt", choices=Decisions(renormalise=True))
    yield "SemEval-2016 E", assemble(load_gold(folder / "SemEval2016_task4_subtaskE_test_gold_AGGREGATED.txt"), [run])
    folder = SHARED / "lewidi2025"
    runs = [load_run(path) for path in sorted(folder.glob("runs/*dev*"))]
    yield "LeWiDi 2025 dev", assemble(load_gold(folder / "paraphrase_dev.json"), runs)


def _of_task(name, values, repetitions, rng):
    first, second = np.array(list(combinations(range(values.shape[1]), 2))[:: max(1, values.shape[1] // 3)][:PAIRS]).T
    weights = rng.integers(1, 9, size=values.shape[2])  # such as blocks of a dialogue
    for size in SIZES:
        drawn = rng.integers(values.shape[2], size=(repetitions, size))
        means = [_coverage(layer, layer.mean(axis=1), drawn, mean_interval) for layer in values]
        pairs = [layer[first] - layer[second] for layer in values]
        differences = [_coverage(layer, layer.mean(axis=1), drawn, difference_interval) for layer in pairs]
        weighted = [_weighted(layer, weights, drawn) for layer in values[:1]]
        for what, found in (("mean", means), ("mean difference", differences), ("weighted mean", weighted)):
            shares = np.concatenate(found)
            shares = shares[~np.isnan(shares)]
            few = size < FEW  # a warning stands beside these
            situation, mean, least = f"{name}, n = {size}", float(shares.mean()), 0.88
            claim = f"95% interval of a {what} holds it,"
            low, error = 0.8 if few else 0.93, share_error(mean, repetitions)
            yield Outcome(f"{claim} averaged over runs and measures", situation, mean, low, 0.97, error)
            if not few:
                claim, error = f"{claim} run and measure with the least coverage", share_error(least, repetitions)
                yield Outcome(claim, situation, float(shares.min()), least, 1, error)


def _coverage(rows, true, drawn, interval):
    held = _holds(interval(rows[:, drawn]), true[:, None]).mean(axis=1)
    return np.where(rows.std(axis=1) > NEGLIGIBLE, held, np.nan)


def _weighted(rows, weights, drawn):
    true = (rows * weights).sum(axis=1) / weights.sum()
    held = [_holds(mean_interval(rows[:, some], weights=weights[some]), true) for some in drawn]
    return np.where(rows.std(axis=1) > NEGLIGIBLE, np.mean(held, axis=0), np.nan)


def _holds(found, true):
    return (found.low <= true + NEGLIGIBLE) & (true <= found.high + NEGLIGIBLE)

"""The main measures written once more from their definitions with pandas and SciPy, and the real files they run on.

Nothing here imports the project: agreement is agreement of two programs.
"""

import json
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

SHARED = Path(__file__).parents[2].parent / "shared" / "data" / "stc3"
REAL_GOLD, REAL_RUNS = SHARED / "gold_test.json", SHARED / "runs_quality"
CLASSES = range(5)
STEPS = pd.DataFrame([[abs(i - j) for j in CLASSES] for i in CLASSES])


def _od(p, g):
    return ((p - g) ** 2).dot(STEPS).where(g > 0).mean(axis=1)  # the mean skips classes without gold


def _kld(p, q):
    return (p * np.log2((p / q).where(p > 0, 1))).sum(axis=1)


def _ridit_distance_weighted(p, g):
    """DW with the gold's own distances, one class at a time, from the sum in Eq. 6 of the study of 2022."""
    columns = {}
    for i in CLASSES:
        total = 0
        for j in CLASSES:
            low, high = min(i, j), max(i, j)
            between = g.loc[:, low:high].sum(axis=1) - (g[i] + g[j]) / 2
            total = total + between * (p[j] - g[j]) ** 2
        columns[i] = total
    return pd.DataFrame(columns)


@cache  # SciPy takes a millisecond, and four measures ask for the same rows
def _tau(row, other):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a uniform side: tau is not a number, 0 by the definition
        return np.nan_to_num(stats.kendalltau(row, other).statistic)


def _dnkt(p, g):
    rows = zip(p.itertuples(index=False, name=None), g.loc[p.index].itertuples(index=False, name=None), strict=True)
    return pd.Series([(1 - _tau(*pair)) / 2 for pair in rows], index=p.index)


def _harmonic(x, y):
    return (2 * x * y / (x + y)).where(x + y > 0, 0)


IN_PANDAS = {
    "NMD": lambda p, g: (p.cumsum(axis=1) - g.cumsum(axis=1)).abs().sum(axis=1) / 4,
    "RNOD": lambda p, g: (_od(p, g) / 4) ** 0.5,
    "RSNOD": lambda p, g: ((_od(p, g) + _od(g, p)) / 8) ** 0.5,
    "RNOD2": lambda p, g: (_ridit_distance_weighted(p, g).where(g > 0).mean(axis=1) / 4) ** 0.5,
    "RNADW": lambda p, g: (((p - g) ** 2).dot(STEPS).mean(axis=1) / 4) ** 0.5,
    "RNADW2": lambda p, g: (_ridit_distance_weighted(p, g).mean(axis=1) / 4) ** 0.5,
    "NVD": lambda p, g: (p - g).abs().sum(axis=1) / 2,
    "RNSS": lambda p, g: (((p - g) ** 2).sum(axis=1) / 2) ** 0.5,
    "JSD": lambda p, g: (_kld(p, (p + g) / 2) + _kld(g, (p + g) / 2)) / 2,
    "DNKT": _dnkt,
    "DNKT_NMD": lambda p, g: _harmonic(_dnkt(p, g), IN_PANDAS["NMD"](p, g)),
    "DNKT_RNOD": lambda p, g: _harmonic(_dnkt(p, g), IN_PANDAS["RNOD"](p, g)),
    "DNKT_JSD": lambda p, g: _harmonic(_dnkt(p, g), IN_PANDAS["JSD"](p, g)),
}


def real_votes(scale):
    """Votes of the official gold, one row per dialogue, columns 0 to 4."""
    if not REAL_GOLD.exists():
        pytest.skip("the official gold file is not beside this project")
    dialogues = json.loads(REAL_GOLD.read_text(encoding="utf-8"))
    answers = pd.DataFrame(
        [(d["id"], int(a["quality"][scale])) for d in dialogues for a in d["annotations"]], columns=["case", "class"]
    )
    votes = pd.crosstab(answers["case"], answers["class"]).reindex(columns=range(-2, 3), fill_value=0)
    return votes.set_axis(CLASSES, axis=1)


def real_run(name, scale):
    """Estimates of a participant's run, rows divided by their sum (they are float32)."""
    path = REAL_RUNS / f"{name}.json"
    if not path.exists():
        pytest.skip("the participant's runs are not beside this project")
    rows = {case["id"]: case["quality"][scale] for case in json.loads(path.read_text(encoding="utf-8"))}
    table = pd.DataFrame(rows).T.astype(float)[[str(label) for label in range(-2, 3)]].set_axis(CLASSES, axis=1)
    return table.div(table.sum(axis=1), axis=0)


@cache
def real_deltas(run_a, run_b, scale):
    """Score of run A minus score of run B: a frame with a row per dialogue and a column per measure."""
    votes = real_votes(scale)
    gold = votes.div(votes.sum(axis=1), axis=0)
    a, b = (real_run(run, scale).loc[gold.index] for run in (run_a, run_b))
    return pd.DataFrame({key: measure(a, gold) - measure(b, gold) for key, measure in IN_PANDAS.items()})

"""The results of a test of all pairs of runs, as tables: runs, pairs, overlaps and contradictions of measures.

Then how similarly measures rank runs (Kendall's tau with its intervals, information tau), and how consistently.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ordquant_core.analysis.agreement import Agreement, ranks
from ordquant_core.analysis.consistency import Consistency, Curve, Experiment, outperformed
from ordquant_core.analysis.discrimination import Contradiction, Discrimination, LoneDifference, Overlap, Power, curves
from ordquant_core.glossary import frame_of, of_rows, stacked
from ordquant_core.numerals import group_letters
from ordquant_core.records import Correlation, FloatArray
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.statistics.resampling import TukeyHSD, significance_groups

SYMBOLS = {  # which measure a symbol stands for, as the paper has it; others get letters
    **{"NMD": "†", "RNADW": "♣", "RNOD": "♥", "RNADW2": "♠", "RNOD2": "♢", "NVD": "∗", "RNSS": "⋆", "JSD": "♮"},
    **{"DNKT": "∘", "DNKT_JSD": "◯", "DNKT_NMD": "△", "DNKT_RNOD": "▽"},
}


def power_table(powers: Sequence[Power]) -> pd.DataFrame:
    """Return a row per measure: how many pairs of runs differ significantly."""
    rows = ((one.measure, one.significant, one.pairs, one.share) for one in powers)
    return of_rows(("measure", "significant", "pairs", "share"), rows)


def overlap_table(overlaps: Sequence[Overlap], left: Sequence[Overlap] | None = None) -> pd.DataFrame:
    """Return a row per pair of measures: the pairs of runs that one, both or the other separate, and SSO.

    `left`: the same without the contradictions, whose SSO follows.
    """
    rows = ((one.measure_1, one.measure_2, one.a, one.b, one.c, one.sso) for one in overlaps)
    table = of_rows(("measure_1", "measure_2", "a", "b", "c", "sso"), rows)
    return table if left is None else table.assign(sso_left=[one.sso for one in left])


def contradiction_table(contradictions: Sequence[Contradiction]) -> pd.DataFrame:
    """Return a row per contradiction: by measure 1 run 1 is significantly better, by measure 2 run 2 is."""
    rows = ((one.measure_1, one.measure_2, one.run_1, one.run_2) for one in contradictions)
    return of_rows(("measure_1", "measure_2", "run_1", "run_2"), rows)


def lone_table(differences: Sequence[LoneDifference]) -> pd.DataFrame:
    """Return a row per pair of runs that only one measure separates; run 1 is the better one."""
    rows = ((one.measure, one.run_1, one.run_2, one.p_value, one.effect_size) for one in differences)
    return of_rows(("measure", "run_1", "run_2", "p", "effect_size"), rows)


def run_table(discrimination: Discrimination, interval: MeanInterval, alpha: float) -> pd.DataFrame:
    """Return a row per measure and run: its mean with the 95% interval, its rank, its significance groups."""
    tables = []
    for m, key in enumerate(discrimination.measures):
        columns = {
            "run": discrimination.runs,
            "measure": [key] * len(discrimination.runs),
            "mean": interval.means[m],
            "low": interval.low[m],
            "high": interval.high[m],
            "rank": ranks(discrimination.means[m]),
            "groups": letters_of_runs(significance_groups(discrimination.means[m], discrimination.p_values[m], alpha)),
        }
        tables.append(frame_of(columns))
    return stacked(tables)


def letters_of_runs(groups: Sequence[Sequence[int]]) -> list[str]:
    """Return for every run the letters of its groups: a for the best one.

    >>> letters_of_runs([(1, 2), (2, 0)])
    ['b', 'a', 'ab']
    """
    n_runs = 1 + max(run for group in groups for run in group)
    return [group_letters(number for number, group in enumerate(groups) if run in group) for run in range(n_runs)]


def pair_table(discrimination: Discrimination, alpha: float) -> pd.DataFrame:
    """Return a row per measure and pair of runs: what the test says of it, and its simultaneous interval."""
    low, high = discrimination.simultaneous_intervals(alpha)
    numbers = {
        "difference": discrimination.differences,
        "effect_size": discrimination.effect_sizes,
        "p": discrimination.p_values,
        "p_error": discrimination.errors,
        "low": low,
        "high": high,
    }
    return _by_pair(discrimination.measures, np.array(discrimination.runs, dtype=object), numbers)


def tested_pairs(discrimination: Discrimination, alpha: float) -> pd.DataFrame:
    """Return a row per measure and pair of runs: difference, p, effect size, simultaneous interval."""
    low, high = discrimination.simultaneous_intervals(alpha)
    tested = {
        "difference": discrimination.differences,
        "p": discrimination.p_values,
        "effect_size": discrimination.effect_sizes,
    }
    return _by_pair(
        discrimination.measures, np.array(discrimination.runs, dtype=object), {**tested, "low": low, "high": high}
    )


def tukey_table(tukey: TukeyHSD) -> pd.DataFrame:
    """Return a row per measure and pair of runs, all by their places from 0: arrays have no names."""
    n_measures, n_runs, _ = tukey.p_values.shape
    return _by_pair(range(n_measures), np.arange(n_runs), {"difference": tukey.differences, "p": tukey.p_values})


def _by_pair(measures: Sequence[object], runs: NDArray[Any], numbers: Mapping[str, FloatArray]) -> pd.DataFrame:
    """Return a row per measure and pair of runs; numbers are of shape (measures, runs, runs) or (measures, pairs)."""
    first, second = np.triu_indices(len(runs), 1)
    of_pairs = {name: values[:, first, second] if values.ndim == 3 else values for name, values in numbers.items()}
    return frame_of(
        {
            "measure": [key for key in measures for _ in first],
            "run_1": np.tile(runs[first], len(measures)),
            "run_2": np.tile(runs[second], len(measures)),
            **{name: values.ravel() for name, values in of_pairs.items()},
        }
    )


def curve_table(discrimination: Discrimination) -> pd.DataFrame:
    """Return a row per measure and pair of runs: its p-value, the largest first."""
    rows = (
        (key, place, p)
        for key, line in zip(discrimination.measures, curves(discrimination).tolist(), strict=True)
        for place, p in enumerate(line, 1)
    )
    return of_rows(("measure", "place", "p"), rows)


def agreement_table(agreement: Agreement) -> pd.DataFrame:
    """Return a row per pair of measures: tau and both of its intervals."""
    tables = {
        "tau": agreement.tau,
        "low": agreement.low,
        "high": agreement.high,
        "low_long_cliff": agreement.low_long_cliff,
        "high_long_cliff": agreement.high_long_cliff,
    }
    return pairs_table(agreement.measures, tables)


def correlation_table(correlations: Sequence[Correlation]) -> pd.DataFrame:
    """Return a row per correlation: its value and interval, how many items it is of, and why something is missing."""
    rows = ((one.value, one.low, one.high, one.n, one.undefined) for one in correlations)
    return of_rows(("correlation", "low", "high", "items", "note"), rows)


def information_table(measures: Sequence[str], bits: FloatArray) -> pd.DataFrame:
    """Return a row per pair of measures: their information tau, as `analysis.agreement.information` gives it."""
    return pairs_table(measures, {"information_tau": bits})


def pairs_table(measures: Sequence[str], tables: dict[str, FloatArray]) -> pd.DataFrame:
    """Return a row per pair of measures with its values in symmetric tables (measures, measures)."""
    rows = (
        (measures[i], measures[j], *(float(table[i, j]) for table in tables.values()))
        for i, j in combinations(range(len(measures)), 2)
    )
    return of_rows(("measure_1", "measure_2", *tables), rows)


def consistency_table(consistency: Consistency) -> pd.DataFrame:
    """Return a row per measure: its mean tau, and how far the taus of splits spread."""
    split = "half" if consistency.size is None else str(consistency.size)
    rows = zip(consistency.measures, consistency.means.tolist(), consistency.spread.tolist(), strict=True)
    return of_rows(("measure", "split", "tau", "tau_spread"), ((key, split, *numbers) for key, *numbers in rows))


def tested_table(consistency: Consistency, test: TukeyHSD, alpha: float) -> pd.DataFrame:
    """Return `consistency_table` with the measures that each one outperforms, and their symbols in the paper."""
    better, signs = outperformed(test, alpha), symbols(consistency.measures)
    names = [[consistency.measures[other] for other in row] for row in better]
    return consistency_table(consistency).assign(
        outperforms=[" ".join(row) for row in names],
        symbols=["".join(signs[key] for key in row) for row in names],
        splits=len(consistency.taus),
    )


def symbols(measures: Sequence[str]) -> dict[str, str]:
    """Return the symbol of every measure: that of the paper, or the measure's number where the paper has none."""
    return {key: SYMBOLS.get(key, str(number)) for number, key in enumerate(measures, 1)}


def experiment_table(experiment: Experiment, alpha: float) -> pd.DataFrame:
    """Return `consistency_table` by halves and by small sets, with the measures that each one outperforms."""
    tables = []
    for sets in ("half", "small"):
        one, test = experiment.by(sets)
        better = outperformed(experiment.over_cases(sets), alpha)
        cases = [" ".join(one.measures[other] for other in row) for row in better]
        tables.append(tested_table(one, test, alpha).assign(outperforms_over_cases=cases))
    return stacked(tables)


def growth_table(curve: Curve) -> pd.DataFrame:
    """Return a row per size of the sets and measure: the mean tau."""
    sizes = zip(curve.sizes, curve.means.tolist(), strict=True)
    tables = [
        frame_of({"measure": curve.measures, "split": [str(size)] * len(means), "tau": means}) for size, means in sizes
    ]
    return stacked(tables).assign(splits=curve.n_splits)

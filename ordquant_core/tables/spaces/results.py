"""Tables of the spaces of all gold distributions: comparisons, distributions, taus, properties of measures."""

from collections.abc import Mapping, Sequence
from typing import overload

import numpy as np
import pandas as pd

from ordquant_core.analysis.spaces.artificial import Study, TauSpread
from ordquant_core.analysis.spaces.by_score import What
from ordquant_core.analysis.spaces.compare_estimators import Comparison
from ordquant_core.analysis.spaces.gold_distributions import SHAPES
from ordquant_core.analysis.spaces.measure_properties import Finding, shown_by
from ordquant_core.analysis.spaces.pairs import Example
from ordquant_core.glossary import coded, frame_of
from ordquant_core.records import Correlation, FloatArray, IntArray
from ordquant_core.statistics.rank_correlation import Interval
from ordquant_core.tables.two_runs.paired_tests import preference_table

HOLDS = {True: "yes", False: "no", None: "does not apply"}


def preferences(compared: Comparison) -> pd.DataFrame:
    """On how many gold distributions every measure prefers A, B, or neither."""
    return preference_table(compared.preferences).assign(estimator_a=compared.a.name, estimator_b=compared.b.name)


def by_shape(compared: Comparison, first: str, second: str) -> pd.DataFrame:
    """How often two measures agree and disagree on gold distributions of every shape."""
    both_a, both_b, disagree, ties = compared.by_shape(first, second).T
    counts = {"both_prefer_a": both_a, "both_prefer_b": both_b, "disagree": disagree, "one_ties": ties}
    named = {"measure_1": first, "measure_2": second, "estimator_a": compared.a.name, "estimator_b": compared.b.name}
    return frame_of({"shape": SHAPES, **counts}).assign(**named)


def disagreements(compared: Comparison) -> pd.DataFrame:
    """On how many gold distributions every two measures prefer different estimators."""
    first, second = np.triu_indices(len(compared.measures), 1)
    return frame_of(
        {
            "measure_1": coded(first, compared.measures),
            "measure_2": coded(second, compared.measures),
            "disagree": compared.disagreements()[first, second],
        }
    ).assign(distributions=compared.n_distributions)


def scored_distributions(votes: IntArray, scored: Mapping[tuple[What, str], FloatArray]) -> pd.DataFrame:
    """Vote counts of shape (n, classes), a column per class, and what was computed on them, by what and measure."""
    values = {f"{'delta' if what == 'delta' else f'score_{what}'}_{key}": row for (what, key), row in scored.items()}
    return frame_of({**{f"class_{place + 1}": votes[:, place] for place in range(votes.shape[1])}, **values})


def compared_distributions(compared: Comparison) -> pd.DataFrame:
    """The gold distributions of a comparison, or its sample, with the deltas of every measure."""
    deltas = zip(compared.measures, compared.deltas, strict=True)
    return scored_distributions(compared.votes, {("delta", key): row for key, row in deltas})


def taus(spreads: Sequence[TauSpread], intervals: Mapping[Interval, Sequence[Correlation]]) -> pd.DataFrame:
    """Tau between measures over the seeds, beside the published table; `tau` and its intervals are those of seed 0."""
    fisher, long_cliff = intervals["fisher"], intervals["long_cliff"]
    printed = [one.printed for one in spreads]
    return frame_of(
        {
            "measure_1": [one.measures[0] for one in spreads],
            "measure_2": [one.measures[1] for one in spreads],
            "printed_tau": [cell and cell.tau for cell in printed],
            "printed_low": [cell and cell.low for cell in printed],
            "printed_high": [cell and cell.high for cell in printed],
            "mean_tau": [one.mean for one in spreads],
            "lowest_tau": [min(one.values) for one in spreads],
            "highest_tau": [max(one.values) for one in spreads],
            "tau": [one.value for one in fisher],
            "low": [one.low for one in fisher],
            "high": [one.high for one in fisher],
            "low_long_cliff": [one.low for one in long_cliff],
            "high_long_cliff": [one.high for one in long_cliff],
        }
    )


def every_tau(study: Study) -> pd.DataFrame:
    """Tau between every two measures for every seed."""
    first, second = np.triu_indices(len(study.measures), 1)
    n_seeds = len(study.seeds)
    return frame_of(
        {
            "seed": np.repeat(study.seeds, len(first)),
            "measure_1": coded(np.tile(first, n_seeds), study.measures),
            "measure_2": coded(np.tile(second, n_seeds), study.measures),
            "tau": study.tau[:, first, second].ravel(),
        }
    )


def properties(findings: Sequence[Finding]) -> pd.DataFrame:
    """Which measure has which property, and the example that shows it."""
    return frame_of(
        {
            "measure": [one.measure for one in findings],
            "property": [one.property for one in findings],
            "holds": [HOLDS[one.holds] for one in findings],
            "checked": [one.checked for one in findings],
            "explanation": [one.words for one in findings],
            "examples": ["; ".join(map(_in_words, one.examples)) for one in findings],
            "shown_by": [shown_by(one) for one in findings],
        }
    )


def votes_text(votes: Sequence[int]) -> str:
    """Return vote counts as links and tables write them: '0,1,2,9,8'."""
    return ",".join(map(str, votes))


class VotesTexts(Sequence[str]):
    """The texts of vote counts of shape (n, classes), each written when it is asked for: of thousands, few are drawn.

    >>> VotesTexts(np.array([[1, 0], [0, 1]]))[1]
    '0,1'
    """

    def __init__(self, votes: IntArray) -> None:
        self._votes = votes

    def __len__(self) -> int:
        return len(self._votes)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> "VotesTexts": ...

    def __getitem__(self, place: int | slice) -> "str | VotesTexts":
        found = self._votes[place]
        return votes_text(found.tolist()) if found.ndim == 1 else VotesTexts(found)


def _in_words(example: Example) -> str:
    second = "" if example.b is None else f", B {votes_text(example.b)} scores {example.score_b!r}"
    return f"gold {votes_text(example.gold)}, A {votes_text(example.a)} scores {example.score_a!r}{second}"

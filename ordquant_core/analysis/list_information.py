"""Information tau of measures of ranked lists, topic by topic and over the means: section 4 of [golbus2013]."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.errors import UnknownNameError
from ordquant_core.ranked_lists.collection import mean_over_topics
from ordquant_core.ranked_lists.evaluator import Evaluation
from ordquant_core.records import FloatArray
from ordquant_core.statistics.information import information_tau


@dataclass(frozen=True, slots=True, eq=False)
class TopicInformation:
    """The bits that the rankings of the runs by two measures share, on every topic and over the means.

    NaN where it is not defined: every two runs tie by some measure, or one has no score. Runs that do not count on a
    topic are left out there.
    """

    measures: tuple[str, str]
    given: tuple[str, ...]
    by_topic: FloatArray  # (topics,): as in Figure 1 of [golbus2013]
    of_means: float  # as in table 1


def information_by_topic(scores: Evaluation, first: str, second: str, given: Sequence[str] = ()) -> TopicInformation:
    r"""Return the information tau of two measures, beyond the measures `given`, on every topic and over the means.

    .. math:: \tau_I(x, y \mid z) = I(X; Y \mid Z)

    x, y and z are the scores of the runs on one topic (or their means), see `information_tau`. Raises
    `UnknownNameError` for a measure that was not scored.
    """
    for key in (first, second, *given):
        if key not in scores.measures:
            raise UnknownNameError(f"No scores by {key!r}; there are {', '.join(scores.measures)}.")
    x, y, *z = (scores.values[scores.measures.index(key)] for key in (first, second, *given))  # (runs, topics)
    bits = [_bits(x[:, n], y[:, n], [side[:, n] for side in z]) for n in range(len(scores.topics))]
    means = _bits(mean_over_topics(x), mean_over_topics(y), [mean_over_topics(side) for side in z])
    return TopicInformation((first, second), tuple(given), np.array(bits), means)


def _bits(x: FloatArray, y: FloatArray, given: Sequence[FloatArray]) -> float:
    counted = np.isfinite([x, y, *given]).all(axis=0)
    found = information_tau(x[counted], y[counted], given=[side[counted] for side in given]).bits
    return np.nan if found is None else found

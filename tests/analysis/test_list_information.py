"""Information tau by topic: against small cases by hand."""

import numpy as np
import pytest

from ordquant_core.analysis.retrieval import information_by_topic
from ordquant_core.errors import UnknownNameError
from ordquant_core.ranked_lists.evaluator import Evaluation
from ordquant_core.statistics.information import information_tau

VALUES = np.array(  # (measures, runs, topics)
    [
        [[0.1, 0.9, 0.5], [0.2, 0.5, 0.5], [0.3, 0.7, 0.5], [0.4, 0.1, 0.5]],
        [[0.1, 0.8, 0.1], [0.2, 0.6, 0.2], [0.4, 0.7, 0.3], [0.3, 0.2, 0.4]],
        [[0.4, 0.1, 0.1], [0.2, 0.2, 0.2], [0.1, 0.3, 0.4], [0.3, 0.5, 0.3]],
    ]
)
SCORES = Evaluation(("AP", "nDCG", "ERR"), ("a", "b", "c", "d"), ("1", "2", "3"), VALUES)


def test_information_tau_is_computed_topic_by_topic_and_from_the_means():
    found = information_by_topic(SCORES, "AP", "nDCG")
    h = 1 + 1 / 6 * np.log2(1 / 6) + 5 / 6 * np.log2(5 / 6)  # one of six pairs is discordant
    assert found.by_topic == pytest.approx([h, 1.0, np.nan], nan_ok=True)  # on topic 3 all tie by AP
    means = VALUES.mean(axis=2)
    assert found.of_means == information_tau(means[0], means[1]).bits
    beyond = information_by_topic(SCORES, "AP", "nDCG", ["ERR"])
    first = [values[:, 0] for values in VALUES]
    assert beyond.by_topic[0] == information_tau(first[0], first[1], given=first[2:]).bits
    assert beyond.given == ("ERR",)
    assert information_by_topic(SCORES, "AP", "nDCG", ["ERR", "AP"]).by_topic[0] == 0
    with pytest.raises(UnknownNameError, match="No scores by 'RBP'; there are AP, nDCG, ERR"):
        information_by_topic(SCORES, "AP", "RBP")

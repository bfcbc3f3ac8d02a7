"""What lists would carry that say nothing about the judgements: RIC and joint RIC of permuted grades.

Both are plug-in estimates: the frequencies of one topic stand for probabilities. So they are above 0 by chance alone,
and joint RIC the more so the more runs there are: many runs give every pair of documents an answer of its own. As
[golbus2013, section 5] says of RIC, the maximum likelihood estimate needs many observations. The baseline: the grades
of a topic's judged documents are permuted, so that the lists have nothing to do with them, and everything is computed
anew, the end of each list included. Of lists that do say nothing, (joint) RIC minus the baseline is 0 on average. RIC
and joint RIC themselves stay what they are: a perfect list has 1 bit.
"""

from collections.abc import Sequence

import numpy as np

from ordquant_core.ranked_lists.collection import Collection, Topic
from ordquant_core.ranked_lists.information import joint_ric_of, ric_of
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.progress import Progress

PERMUTATIONS = 20
MOST_PAIRS = 2_000_000  # of documents, in all permutations of a topic: in large topics, chance is small and even
ANSWERS = 3  # of a run to a pair of documents: above, below, neither is retrieved
Permuted = tuple[IntArray, ...]  # for each topic: (permutations, documents)


def permuted_grades(collection: Collection, rng: np.random.Generator, n_permutations: int = PERMUTATIONS) -> Permuted:
    """Permute the grades of every topic so many times, less often (2 times at least) where it has many documents.

    An array of shape (permutations, documents) per topic. Together, the permutations of a topic have 2,000,000 pairs of
    documents at most: 20 have them where it has 450 documents. None of a topic whose documents have one grade.
    """
    return tuple(
        rng.permuted(np.broadcast_to(topic.grades, (_number(topic, n_permutations), len(topic.grades))), axis=1)
        if topic.distinguishes
        else np.empty((0, len(topic.grades)), dtype=np.int64)
        for topic in collection.topics
    )


def ric_by_chance(grades: IntArray, ranks: IntArray) -> float:
    """Return the mean RIC of one list, `ranks` of shape (documents,), over `grades` of (permutations, documents)."""
    return float(np.mean([ric_of(each, ranks) for each in grades]))


def joint_ric_by_chance(
    collection: Collection,
    permuted: Permuted,
    runs: Sequence[int] | None = None,
    *,
    progress: Progress | None = None,
) -> FloatArray:
    """Return the mean joint RIC of several runs (all, if left out) over the permuted grades: (topics,).

    Of one run, this is its RIC. NaN on a topic that is not `distinguishing`. `progress` hears how many topics are
    done, of how many.
    """
    rows = np.arange(len(collection.runs)) if runs is None else np.asarray(runs, dtype=np.int64)
    found, defined = np.full(len(collection.topics), np.nan), collection.distinguishing
    for number, (topic, grades) in enumerate(zip(collection.topics, permuted, strict=True)):
        ranks = topic.ranks[rows]
        if defined[number] and len(rows) == 1:  # quicker
            found[number] = ric_by_chance(grades, ranks[0])
        elif defined[number]:
            found[number] = np.mean([joint_ric_of(each, ranks) for each in grades])
        if progress is not None:
            progress(number + 1, len(found))
    return found


def sparse_topics(collection: Collection, n_runs: int) -> int:
    """Count the `distinguishing` topics with fewer judged documents than so many runs have answers to a pair, 3^n."""
    topics = zip(collection.topics, collection.distinguishing.tolist(), strict=True)
    return sum(defined and len(topic.documents) < ANSWERS**n_runs for topic, defined in topics)


def _number(topic: Topic, wanted: int) -> int:
    pairs = len(topic.grades) * (len(topic.grades) - 1) // 2
    return max(2, min(wanted, MOST_PAIRS // max(pairs, 1)))

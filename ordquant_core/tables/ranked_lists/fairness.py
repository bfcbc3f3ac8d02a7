"""The tables of group-fair relevance: scores by topic and run, and one list rank by rank."""

import numpy as np

from ordquant_core.analysis.group_fairness import AttributeByRank, Fairness, ListByRank
from ordquant_core.tables.ranked_lists.results import ALL
from ordquant_core.tables.table import Table, of_rows

COLUMNS = ("topic", "run", "measure", "score")
BY_RANK = (
    "topic",
    "run",
    "position",
    "document",
    "grade",
    "stop",
    "attribute",
    "measure",
    "divergence",
    "contribution",
)


def fairness_table(found: Fairness, *, means: bool = False) -> Table:
    """Return a row per topic, run and measure that the topic has; `means`: then those over the topics that have it."""
    rows: list[tuple[object, ...]] = []
    for t, topic in enumerate(found.topics):
        for r, run in enumerate(found.runs):
            scores = zip(found.measures, found.values[:, r, t].tolist(), strict=True)
            rows += [(topic, run, measure, score) for measure, score in scores if not np.isnan(score)]
    for r, run in enumerate(found.runs if means else ()):
        for measure, scores in zip(found.measures, found.values[:, r], strict=True):
            known = scores[~np.isnan(scores)]
            rows += [(ALL, run, measure, float(known.mean()))] if len(known) else []
    return of_rows(COLUMNS, rows)


def rank_table(listed: ListByRank) -> Table:
    """Return a row per attribute and rank: how far the groups met so far are from the target, and what that adds."""
    rows = []
    for one in listed.attributes:
        for n, document in enumerate(listed.documents):
            where = listed.topic, listed.run, n + 1, document, listed.grades[n], float(listed.stops[n])
            rows.append((*where, one.attribute.name, one.key, float(one.divergence[n]), float(one.contribution[n])))
    return of_rows(BY_RANK, rows)


def group_table(listed: ListByRank, one: AttributeByRank) -> Table:
    """Return a row per rank: the groups of the document by one attribute, those met so far, and the target."""
    n = len(listed.documents)
    groups = range(len(one.attribute.target))
    return Table(
        {
            "position": np.arange(1, n + 1),
            "document": listed.documents,
            **{f"membership_{group + 1}": one.membership[:, group] for group in groups},
            **{f"reached_{group + 1}": one.so_far[:, group] for group in groups},
            **{f"target_{group + 1}": np.full(n, one.attribute.target[group]) for group in groups},
            "divergence": one.divergence,
            "contribution": one.contribution,
        }
    )

"""The tables of group-fair relevance: scores by topic and run, and one list rank by rank."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.comparison import TIE
from ordquant_core.analysis.group_fairness import FRAMEWORK, PRIORITIES, AttributeByRank, Fairness, ListByRank
from ordquant_core.markup import Cell, Column, Grid, Html, Row, join, length, tag
from ordquant_core.numerals import NOT_DEFINED, count, score, significant
from ordquant_core.records import FloatArray
from ordquant_core.tables.ranked_lists.results import ALL
from ordquant_core.tables.sentences import letter_of, named, named_runs
from ordquant_core.tables.table import Table, of_rows, stacked

COLUMNS = ("topic", "run", "measure", "score")
WORDS = {
    "ERR": "expected reciprocal rank: relevance alone",
    "iRBU": "intentwise rank-biased utility: relevance alone, for a patient reader",
    **{
        f"GF-{key}": f"group fairness by an attribute with ordered groups; the divergence is {key}" for key in FRAMEWORK
    },
    **{
        f"GF-{key}": f"group fairness by an attribute with ordered groups; the divergence is {key}, which compares the "
        "order of the groups by their shares (of no use where the target gives all groups the same share)"
        for key in PRIORITIES
    },
    "GF-JSD": "group fairness by an attribute whose groups have no order; the divergence is JSD",
    "GFR-ERR": "group-fair relevance: the mean of ERR and of the group fairness by every attribute",
    "GFR-iRBU": "group-fair relevance: the mean of iRBU and of the group fairness by every attribute",
}
EXPLAINED = (
    "GFR is the mean of relevance (ERR or iRBU) and the group fairness (GF) of every attribute. GF sums over ranks: "
    "the probability that the reader stops there × (1 − divergence between the groups seen so far and the target). "
    "Means over topics; larger is better. Click a run to make it run A."
)
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


def fairness_table(fairness: Fairness, *, means: bool = False) -> Table:
    """Return a row per topic, run and measure that the topic has; `means`: then those over the topics that have it."""
    rows: list[tuple[object, ...]] = []
    for t, topic in enumerate(fairness.topics):
        for r, run in enumerate(fairness.runs):
            scores = zip(fairness.measures, fairness.values[:, r, t].tolist(), strict=True)
            rows += [(topic, run, measure, score) for measure, score in scores if not np.isnan(score)]
    for r, run in enumerate(fairness.runs if means else ()):
        for measure, scores in zip(fairness.measures, fairness.values[:, r], strict=True):
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


def rank_tables(lists: Sequence[ListByRank]) -> Table:
    """Return the rows of `rank_table` of several lists."""
    return stacked([rank_table(listed) for listed in lists])


def means_of(fairness: Fairness) -> FloatArray:
    """Return the means of all runs over the topics that have a measure: (measures, runs)."""
    known = ~np.isnan(fairness.values)
    sums = np.where(known, fairness.values, 0).sum(axis=2)
    return np.where(known.any(axis=2), sums / np.maximum(known.sum(axis=2), 1), np.nan)


def fairest_run(fairness: Fairness, pair: Sequence[int]) -> Html:
    """Say which runs have the largest mean GFR-ERR, and which the largest mean ERR."""
    combined, alone = (means_of(fairness)[fairness.measures.index(key)] for key in ("GFR-ERR", "ERR"))
    fairest, relevant = _largest(combined), _largest(alone)
    if not fairest:
        return Html("No topic has GFR-ERR.")
    verb = "has" if len(fairest) == 1 else "have"
    said = [
        named_runs(fairness.runs, pair, fairest),
        f" {verb} the largest mean GFR-ERR, {score(combined[fairest[0]])}",
    ]
    if fairest == relevant:
        said.append(f", and the largest mean ERR, {score(alone[relevant[0]])}")
    elif relevant:
        others = named_runs(fairness.runs, pair, relevant)
        said += ["; the largest mean ERR is that of ", others, f", {score(alone[relevant[0]])}"]
    return join([*said, "."])


def _largest(means: FloatArray) -> list[int]:
    """Return the runs with the largest mean, several where they tie; none where no topic has the measure."""
    if np.isnan(means).all():
        return []
    return [run for run, mean in enumerate(means.tolist()) if mean >= np.nanmax(means) - TIE]


def fairness_rows(fairness: Fairness, pair: Sequence[int]) -> Grid:
    """Return the runs by GFR-ERR, with the means of all measures; a row can be chosen."""
    means = means_of(fairness)
    by = means[fairness.measures.index("GFR-ERR")]
    shown = [key for key in fairness.measures if key.startswith("GFR")] + [
        key for key in fairness.measures if not key.startswith("GFR")
    ]
    columns: list[object] = ["Run"]
    columns += [tag("abbr", key, title=WORDS[key.partition(":")[0]]) for key in shown]
    rows = []
    for run in np.argsort(-by, kind="stable").tolist():
        letter = letter_of(pair, run).lower()
        colour = f"var(--oq-run-{letter})" if letter else "var(--oq-muted)"
        cells = []
        for key in shown:
            value = float(means[fairness.measures.index(key), run])
            bar = tag("i", style=f"width:{length(100 * value)}; background:{colour}") if key == "GFR-ERR" else ""
            text = NOT_DEFINED if np.isnan(value) else score(value)
            cells.append(Cell(join([text, bar]), title=repr(value), class_="oq-score"))
        name = fairness.runs[run]
        rows.append(
            Row([Cell(named(fairness.runs, pair, run), heads=True), *cells], choice=str(run), data={"run": name})
        )
    return columns, rows


def rank_rows(listed: ListByRank, one: AttributeByRank) -> Grid:
    """Return a list rank by rank: document, its groups, the chance to stop, the divergence so far, what that adds."""
    rows = []
    for n, document in enumerate(listed.documents):
        shares = " ".join(significant(float(share)) for share in one.membership[n])
        values = (float(listed.stops[n]), float(one.divergence[n]), float(one.contribution[n]))
        cells = [Cell(score(value), title=repr(value)) for value in values]
        rows.append(Row([Cell(f"{n + 1}. {document}", heads=True), count(listed.grades[n]), shares, *cells]))
    total = float(one.contribution.sum())
    last = [Cell(one.key, heads=True), "", "", "", "", Cell(score(total), title=repr(total))]
    return [
        "Rank and document",
        "grade",
        Column("groups", title="the shares of the document’s groups; equal shares if it has no membership"),
        Column("stops", title="the probability that the reader stops here"),
        Column("divergence", title="between the groups seen so far and the target"),
        Column("adds", title="stops × (1 − divergence)"),
    ], [*rows, Row(last)]

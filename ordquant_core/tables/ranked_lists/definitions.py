"""What the measures of ranked lists are, which of them changed their meaning, and what both give for one list."""

import numpy as np

from ordquant_core.markup import Cell, Grid, Row
from ordquant_core.numerals import score
from ordquant_core.papers.references import REFERENCES
from ordquant_core.ranked_lists.collection import Collection, Topic
from ordquant_core.ranked_lists.evaluator import evaluate
from ordquant_core.ranked_lists.measures import DEFINITIONS, example_key
from ordquant_core.tables.table import Table, of_rows

CHANGED = (
    "nDCG, ERR and RBP are those of Golbus and Aslam (2013, Eqs. 4 to 9): the gain of grade g is 2^g − 1. Earlier "
    "versions showed the variants of common evaluators, whose scores differ; the menu Measures offers these as "
    "nDCG-linear, ERR-gdeval and RBP-linear."
)
EXAMPLE_WORDS = "Example: a list of seven documents with the grades 0, 1, 3, 2, 0, 1, 3, which are all that is judged."
EXAMPLE = (0, 1, 3, 2, 0, 1, 3)  # the grades of all judged documents, from the top of a list


def definition_table() -> Table:
    """Return a row per measure: its key, what it is, whose variant it is, and its score for the list `EXAMPLE`."""
    keys = [example_key(name, 5) for name in DEFINITIONS]
    found = evaluate(_example(), keys).values[:, 0, 0].tolist()
    rows = zip(keys, DEFINITIONS.values(), found, strict=True)
    return of_rows(
        ("measure", "definition", "evaluator", "score_of_list"),
        [(key, definition.words, definition.evaluator, value) for key, definition, value in rows],
    )


def definition_rows() -> Grid:
    """Return the definitions as people read them: measure, definition, whose variant it is, score of `EXAMPLE`."""
    rows = []
    for (key, words, evaluator, value), definition in zip(definition_table().rows(), DEFINITIONS.values(), strict=True):
        whose = evaluator or REFERENCES[definition.sources[0][0]].short
        rows.append(Row([Cell(key, heads=True), words, whose, Cell(score(value), title=repr(value))]))
    return ["Measure", "Definition", "As in", "Example"], rows


def _example() -> Collection:
    n = len(EXAMPLE)
    names = tuple(f"d{number}" for number in range(n))
    topic = Topic("1", names, np.array(EXAMPLE), np.arange(n)[None], np.linspace(1, 0, n)[None])
    return Collection("example", ("list",), (topic,))

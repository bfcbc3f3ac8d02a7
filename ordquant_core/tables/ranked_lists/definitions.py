"""What the measures of ranked lists are, and what each gives for one list."""

import numpy as np

from ordquant_core.markup import Cell, Grid, Row
from ordquant_core.numerals import score
from ordquant_core.papers.references import REFERENCES
from ordquant_core.ranked_lists.collection import Collection, Topic
from ordquant_core.ranked_lists.evaluator import evaluate
from ordquant_core.ranked_lists.measures import DEFINITIONS, example_key

GAINS = "nDCG, ERR and RBP are those of Golbus and Aslam (2013, Eqs. 4 to 9): the gain of grade g is 2^g − 1."
EXAMPLE_WORDS = "Example: a list of seven documents with the grades 0, 1, 3, 2, 0, 1, 3, which are all that is judged."
EXAMPLE = (0, 1, 3, 2, 0, 1, 3)  # the grades of all judged documents, from the top of a list


def definition_rows() -> Grid:
    """Return a row per measure: its key, what it is, whose definition it is, and its score for the list `EXAMPLE`."""
    keys = [example_key(name, 5) for name in DEFINITIONS]
    found = evaluate(_example(), keys).values[:, 0, 0].tolist()
    rows = []
    for key, definition, value in zip(keys, DEFINITIONS.values(), found, strict=True):
        whose = REFERENCES[definition.source].short
        rows.append(Row([Cell(key, heads=True), definition.words, whose, Cell(score(value), title=repr(value))]))
    return ["Measure", "Definition", "As in", "Example"], rows


def _example() -> Collection:
    n = len(EXAMPLE)
    names = tuple(f"d{number}" for number in range(n))
    topic = Topic("1", names, np.array(EXAMPLE), np.arange(n)[None], np.linspace(1, 0, n)[None])
    return Collection("example", ("list",), (topic,))

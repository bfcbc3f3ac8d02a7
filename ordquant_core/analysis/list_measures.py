"""What the measures of ranked lists are, and what each gives for one list."""

import numpy as np
import pandas as pd

from ordquant_core.glossary import frame_of
from ordquant_core.papers.references import REFERENCES
from ordquant_core.ranked_lists.collection import Collection, Topic
from ordquant_core.ranked_lists.evaluator import evaluate
from ordquant_core.ranked_lists.measures import DEFINITIONS, example_key

EXAMPLE = (0, 1, 3, 2, 0, 1, 3)  # the grades of all judged documents, from the top of a list


def definitions_to_frame() -> pd.DataFrame:
    """Return a row per measure: its key, what it is, whose definition it is, and its score for the list `EXAMPLE`."""
    keys = [example_key(name, 5) for name in DEFINITIONS]
    return frame_of(
        {
            "measure": keys,
            "definition": [definition.words for definition in DEFINITIONS.values()],
            "source": [REFERENCES[definition.source].short for definition in DEFINITIONS.values()],
            "score": evaluate(_example(), keys).values[:, 0, 0],
        }
    )


def _example() -> Collection:
    n = len(EXAMPLE)
    names = tuple(f"d{number}" for number in range(n))
    topic = Topic("1", names, np.array(EXAMPLE), np.arange(n)[None], np.linspace(1, 0, n)[None])
    return Collection("example", ("list",), (topic,))

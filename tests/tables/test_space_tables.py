"""What is said of the spaces of all gold distributions."""

import numpy as np
import pytest

from ordquant_core.analysis.spaces.artificial import artificial_study, spreads
from ordquant_core.analysis.spaces.measure_properties import property_table
from ordquant_core.markup import plain
from ordquant_core.tables.spaces import sentences as space_sentences


def test_the_least_similar_measures_are_those_of_all_that_are_shown():
    result = artificial_study(4, ["NVD", "RNSS", "JSD", "NMD", "RSNOD", "DNKT"], [0, 1])
    mean = result.tau.mean(axis=0)
    first, second = np.unravel_index(mean.argmin(), mean.shape)
    names = {result.measures[first], result.measures[second]}
    assert "DNKT" in names
    said = plain(space_sentences.of_study(result, spreads(result)).finding)
    assert said.startswith("Of the 6 measures, ")
    assert all(name in said for name in names)
    assert said.endswith(f"mean tau {mean.min():.3f}.")


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (
            (5, 3),
            "2 of 3 measures are shown to consider the order of the classes; for only NMD, no counterexample to a "
            "distance on ordered classes was found.",
        ),
        (
            (1, 4),
            "2 of 3 measures are shown to consider the order of the classes; one vote is too few to look for "
            "counterexamples to a distance on ordered classes.",
        ),
        ((7, 2), "With two classes, nothing shows whether a measure considers their order; take three or more."),
    ],
)
def test_properties_are_concluded_only_from_searches_that_could_find_something(size, said):
    assert space_sentences.of_properties(property_table(*size, ["NMD", "RNOD", "JSD"]), *size).finding == said

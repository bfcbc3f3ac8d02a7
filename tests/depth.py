"""Corners and the rest of a matrix: `make test` runs the corners, `DEPTH=full make test` all of it."""

from collections.abc import Iterable

import pytest


def matrix(every: Iterable[str], *corners: str) -> list[object]:
    """Return all values for `parametrize`; those that are no corners are marked `thorough`."""
    values = list(every)
    assert set(corners) <= set(values), corners
    return [value if value in corners else pytest.param(value, marks=pytest.mark.thorough) for value in values]

"""Corners and the rest of a matrix: `make test` runs the corners, `DEPTH=full make test` all of it."""

from collections.abc import Iterable

import pytest


def matrix(every: Iterable[object], *corners: object) -> list[object]:
    """Return all values, or tuples of values, for `parametrize`; those that are no corners are marked `thorough`."""
    values = list(every)
    assert all(corner in values for corner in corners), corners
    return [value if value in corners else _thorough(value) for value in values]


def _thorough(value: object) -> object:
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.thorough)

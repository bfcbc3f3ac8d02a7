"""Figures, tables and other HTML that are built once for all visitors; nobody changes them.

Arguments are compared by a digest of what they hold, which takes a hundredth of the time that building takes.
"""

import hashlib
import pickle
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar, Unpack

import plotly.graph_objects as go

from ordquant_core.markup import Band, Html, Row
from pages.shared import write
from pages.shared.result_cache import Key, compute_once

Built = TypeVar("Built", go.Figure, Html)
Listing = tuple[Sequence[object], Iterable[Row | Band]]  # columns and rows


def build(builder: Callable[..., Built], *inputs: object, **options: object) -> Built:
    """Return what `builder` makes of its arguments, built once for the same ones."""
    digest = hashlib.sha256(pickle.dumps((inputs, options))).digest()
    key = "built", builder.__module__, builder.__qualname__, digest
    return compute_once(key, lambda: builder(*inputs, **options))


def write_table(key: Key, make: Callable[[], Listing], **options: Unpack[write.Options]) -> None:
    """Draw a table that is built once; `key`: all that decides what `make` returns."""
    write.html(compute_once(("table", *key), lambda: write.as_table(*make(), **options)))

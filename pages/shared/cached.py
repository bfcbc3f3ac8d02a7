"""Figures, tables and other HTML that are built once for all visitors; nobody changes them.

Arguments are compared by a digest of what they hold, which takes a hundredth of the time that building takes. Records
of arrays, such as results, are compared by identity: they are computed once, and may be large.
"""

import hashlib
import io
import pickle
import weakref
from collections.abc import Callable
from dataclasses import is_dataclass
from typing import TypeVar, Unpack

import plotly.graph_objects as go

from ordquant_core.markup import Grid, Html
from pages.shared import write
from pages.shared.result_cache import Key, compute_once

Built = TypeVar("Built", go.Figure, Html)


def build(builder: Callable[..., Built], *inputs: object, **options: object) -> Built:
    """Return what `builder` makes of its arguments, built once for the same ones."""
    key = "built", builder.__module__, builder.__qualname__, *_key_of((inputs, options))
    return compute_once(key, builder, *inputs, **options)


class _Pickler(pickle.Pickler):
    """Pickles all but the records that are equal to themselves alone, and that can be referred to weakly."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.records: list[weakref.ref[object]] = []

    def persistent_id(self, value: object) -> int | None:
        """Return the number of a record, None for what is pickled."""
        kind = type(value)
        if not (is_dataclass(kind) and kind.__eq__ is object.__eq__ and hasattr(kind, "__weakref__")):
            return None
        self.records.append(weakref.ref(value))
        return len(self.records)


def _key_of(inputs: object) -> Key:
    pickler = _Pickler(file := io.BytesIO())
    pickler.dump(inputs)
    return hashlib.sha256(file.getvalue()).digest(), *pickler.records


def write_table(key: Key, make: Callable[[], Grid], **options: Unpack[write.Options]) -> None:
    """Draw a table that is built once; `key`: all that decides what `make` returns."""
    write.html(compute_once(("table", *key), lambda: write.as_table(*make(), **options)))

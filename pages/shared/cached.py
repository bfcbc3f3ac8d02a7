"""Figures, tables and other HTML that are built once for all visitors; nobody changes them.

Arguments are compared by a digest of what they hold, which takes a hundredth of the time that building takes.
"""

import hashlib
import pickle
from collections.abc import Callable, Iterable, Sequence
from typing import Unpack

from ordquant_core.figures.style import Figure
from ordquant_core.markup import Band, Html, Row
from pages.shared import write
from pages.shared.result_cache import Key, compute_once

Listing = tuple[Sequence[object], Iterable[Row | Band]]  # columns and rows


def build_figure(build: Callable[..., Figure], *inputs: object, **options: object) -> Figure:
    """Return what `build` makes of its arguments, colours included, built once for the same ones."""
    return compute_once(_key_of_call(build, inputs, options), lambda: build(*inputs, **options))


def build_html(build: Callable[..., Html], *inputs: object, **options: object) -> Html:
    """Return the table, or other HTML, that `build` makes of its arguments, built once for the same ones."""
    return compute_once(_key_of_call(build, inputs, options), lambda: build(*inputs, **options))


def write_table(key: Key, make: Callable[[], Listing], **options: Unpack[write.Options]) -> None:
    """Draw a table that is built once; `key`: all that decides what `make` returns."""
    write.html(compute_once(("table", *key), lambda: write.as_table(*make(), **options)))


def _key_of_call(build: Callable[..., object], inputs: object, options: object) -> Key:
    digest = hashlib.sha256(pickle.dumps((inputs, options))).digest()
    return "built", build.__module__, build.__qualname__, digest

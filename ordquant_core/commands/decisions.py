"""What the options of the command line decide about files."""

import argparse
from dataclasses import replace
from typing import Any

from ordquant_core.commands.options import number_list, written
from ordquant_core.commands.reading_options import FIELD, POSITIONS, split_names
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import read_bytes
from ordquant_core.formats.mapping import OF_FILES, Mappings, TableMapping, mappings_of
from ordquant_core.formats.text import text_of
from ordquant_core.tasks.merging import Merge, parse_merge
from ordquant_core.tasks.positions import checked_positions


def choices_of(options: argparse.Namespace) -> Decisions:
    """Return the decisions of the options. Raises `OrdquantError` for options that do not go together."""
    classes = None if options.classes is None else split_names(options.classes)
    mappings = _mappings(options, classes)
    of_layout = options.mapping is None and any(mapping.classes for _, mapping in mappings)
    return replace(
        NOTHING.with_(options.repair),
        mappings=mappings,
        classes=None if of_layout else classes,
        run_scale=options.run_scale,
        missing=options.missing,
        merge=_merge(options.merge),
        **({} if options.positions is None else _positions(options.positions)),
    )


def _mappings(options: argparse.Namespace, classes: tuple[str, ...] | None) -> Mappings:
    """Return how tables are read: as a file says, or as the options do for the gold."""
    fields = fields_given(options)
    if options.mapping is not None:
        if fields:
            raise OrdquantError(f"--mapping cannot be combined with {written(next(iter(fields)))}")
        if options.mapping.lstrip().startswith("{"):
            return mappings_of(options.mapping, "--mapping")
        return mappings_of(text_of(read_bytes(options.mapping), options.mapping), options.mapping)
    roles = [name for name in fields if name not in ("layout", *OF_FILES)]
    if roles and "layout" not in fields:
        raise OrdquantError(f"{written(roles[0])} needs --layout")
    if classes and "layout" in fields:
        fields["classes"] = classes
    return (("", TableMapping(**fields)),) if fields else ()


def fields_given(options: argparse.Namespace) -> dict[str, Any]:
    """Return the fields of a mapping that options name."""
    given = {name.removeprefix(FIELD): value for name, value in vars(options).items() if name.startswith(FIELD)}
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in given.items()
        if value is not None and value is not False
    }


def _merge(text: str | None) -> Merge:
    try:
        return () if text is None else parse_merge(text)
    except OrdquantError as problem:
        raise OrdquantError(f"--merge: {problem}") from None


def _positions(text: str) -> dict[str, Any]:
    numbers = tuple(number_list(POSITIONS, text).tolist())
    try:
        checked_positions(numbers)
    except OrdquantError as problem:
        raise OrdquantError(f"{POSITIONS}: {problem}") from None
    return {"positions": numbers, "positions_from": POSITIONS}

"""What the tests of file formats share: mappings, a value as a file, an official file read, and its problems."""

import json

import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.json.strict import load_lines
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.official import recognise_json, recognise_text
from ordquant_core.formats.rows import Problems

# How small tables are read that are not plain: what they hold is said, so that a test is about what comes after.
CLASS_COLUMNS = Decisions().with_mapping(TableMapping("class-columns", case=("case",)))
VOTE_ROWS = Decisions().with_mapping(TableMapping("votes", case=("case",), label="label", annotator="annotator"))
SYSTEM_ROWS = Decisions().with_mapping(TableMapping("class-columns", case=("query",), system="system"))


def as_bytes(value):
    return json.dumps(value).encode()


def problems_of(read, data, name="file", **options):
    with pytest.raises(InputError) as caught:
        read(data, name, **options)
    return caught.value.problems


def official(data, name="file"):
    """Return the official file that the bytes are, or None."""
    if data[:1] in (b"[", b"{"):
        return recognise_json(load_lines(data.decode(), name)[0], name)
    return recognise_text(data.decode(), name)


def parts_of(data, name="file", *, scale=None, choices=NOTHING):
    """Return the only part of an official file, with all problems of it."""
    (part,) = official(data, name).read(Problems(name, choices), scale=scale)
    return part


def gold_of(data, name="file", **options):
    """Return what an official file holds as a gold. Raises `InputError` with every problem."""
    part = parts_of(data, name, **options)
    part.problems.raise_if_any()
    return part.content


run_of = gold_of  # the file itself says which it is

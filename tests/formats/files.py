"""What the tests of file formats share: mappings, values as files, official files read, their problems and words."""

import json
import os
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from ordquant_core.errors import InputError
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.json.strict import load_lines
from ordquant_core.formats.mapping import TableMapping
from ordquant_core.formats.official import recognise_json, recognise_text
from ordquant_core.formats.rows import Problems
from tests.source_files import ROOT

SHARED = ROOT.parent / "shared" / "data"
missing = not SHARED.exists() and os.environ.get("REQUIRE_DATA") != "1"
real = pytest.mark.skipif(missing, reason="the data of real tasks is not here")

# How small tables are read that are not plain: what they hold is said, so that a test is about what comes after.
CLASS_COLUMNS = Decisions().with_mapping(TableMapping("class-columns", case=("case",)))
VOTE_ROWS = Decisions().with_mapping(TableMapping("votes", case=("case",), label="label", annotator="annotator"))
SYSTEM_ROWS = Decisions().with_mapping(TableMapping("class-columns", case=("query",), system="system"))


def table(name):
    """Return the rows of a text table: cells with bars between them, without comments."""
    path = ROOT / "tests" / "formats" / "tables" / f"{name}.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split(" | ") for line in lines if line and not line.startswith("#")]


def as_bytes(value):
    return json.dumps(value).encode()


def problems_of(read, data, name="file", **options):
    with pytest.raises(InputError) as caught:
        read(data, name, **options)
    for one in caught.value.problems:
        assert_words_are_known(str(one), name, data)
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


def read_official(data, name="file", **options):
    """Return what an official file holds. Raises `InputError` with every problem."""
    part = parts_of(data, name, **options)
    part.problems.raise_if_any()
    return part.content


# Words of Python's own messages: expecting a delimiter, a property name enclosed in double quotes; an invalid pattern,
# an entire component.


@cache
def known_words():
    """Return the words of the tests here, and those that code and documentation have more than once: slips are not."""
    suffixes = {".py", ".txt", ".yaml"}
    own = {w for path in (ROOT / "tests" / "formats").rglob("*.*") if path.suffix in suffixes for w in _words(path)}
    paths = [path for room in ("ordquant_core/**/*.py", "assets/docs/**/*.md") for path in ROOT.glob(room)]
    times = Counter(word for path in paths for word in _words(path))
    return own | {word for word, n in times.items() if n > 1}


def assert_words_are_known(message, *given):
    """Check that a message has no word that nobody knows, but for those that were `given` to what it says."""
    plain = re.sub(r"\w*…|\b[A-Z][a-z]+[A-Z]\w*", "", message)  # what is cut ends within a word; names of classes
    unknown = {*_words(plain)} - known_words()
    unknown -= {word for one in given for word in _words(one)} if unknown else set()
    assert not unknown, message


def _words(text):
    match text:
        case Path():
            text = text.read_text(encoding="utf-8")
        case bytes():
            text = text.decode("utf-8", "replace")
    return re.findall(r"(?<![^\W_])[a-z]{4,}(?![^\W_])", str(text).casefold())

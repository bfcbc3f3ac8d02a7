"""Two kinds of damage to a file: to its bytes, and to what they mean (rows, a JSON tree, members of a zip)."""

import io
import json
import random
import re
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any

from tests.fuzz.fuzz_formats import SEEDS
from tests.zips import zipped

ODD = [None, True, 0, -1, 1.5, 1e308, 10**400, float("nan"), float("inf"), "", " ", "1", "x", "\ud800", "a\0b", [], {}]
CELLS = ["", " ", "0", "1", "-1", ".5", "1e308", "1e999", "nan", "x", '"', '""', "[1,0]", "GOLD", "٣", "1_0", "\u202e"]
NAMES = ["gold.csv", "runs/run.csv", "../gold.csv", "task.json", "a.zip", "a\\b.csv", "__MACOSX/x", "x" * 300, "é/é"]
SIGNS = [b"\n", b",", b"\t", b'"', b"[", b"{", b"1", b"-", b".", b"e9", b"\xff", b"\r", b"\0"]
BETWEEN = re.compile(rb"[,;\t ]")


def changed(data: bytes, chance: random.Random) -> bytes:
    """Return the bytes with one to four kinds of damage."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        data = chance.choice((damaged, rearranged))(data, chance)
    return data


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Return the bytes with some of them removed, doubled, moved or replaced."""
    new = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at, size, other = chance.randrange(len(new) + 1), chance.choice((1, 1, 2, 5, 20)), chance.choice(SEEDS)
        old, part = new[at : at + size], other[: chance.randrange(len(other))]
        new[at : at + size] = chance.choice((b"", old * 2, chance.choice(SIGNS) + old, chance.randbytes(size), part))
    return bytes(new)


def rearranged(data: bytes, chance: random.Random) -> bytes:
    """Return a file of the same format whose rows, cells, keys, values or members are others.

    A zip stays a zip, with the right checksums, and JSON stays JSON, so that the damage comes as far as the reader.
    """
    if zipfile.is_zipfile(io.BytesIO(data)):
        return _members(data, chance)
    try:
        root = [json.loads(data)]
    except ValueError:
        return _rows(data, chance)
    for _ in range(chance.randint(1, 4)):
        _edit(root, chance)
    return json.dumps(root[0]).encode("utf-8", "surrogatepass")


def _members(data: bytes, chance: random.Random) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(entry.filename, archive.read(entry)) for entry in archive.infolist()]
    except Exception:  # noqa: BLE001 - damaged already, in one of the many ways in which zipfile fails
        return damaged(data, chance)
    if not members:
        return zipped((chance.choice(NAMES), b"case,a,b\nx,1,2\n"))
    at = chance.randrange(len(members))
    name, held = members[at]
    another = (chance.choice(NAMES), held)
    whole = [(name, damaged(held, chance)), (name, chance.choice(SEEDS)), (name, rearranged(held, chance)), another]
    members[at : at + 1] = chance.choice(([], [members[at], another], *([one] for one in whole)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two members of one name, wanted here
        return zipped(*members)


def _edit(root: list[Any], chance: random.Random) -> None:
    """Change one place of the tree below the root."""
    places = list(_places(root))
    (holder, key), (other, where) = chance.choice(places), chance.choice(places)
    value, copied = holder[key], json.loads(json.dumps(other[where]))
    match chance.randrange(5):
        case 0 if holder is not root:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[chance.choice(["", "1", "\ud800", "-1", str(key).upper(), f"{key} "])] = value
        case 2 if isinstance(holder, list):
            holder.append(value)
        case _:
            holder[key] = chance.choice((*ODD, *[copied] * 5, [value], [value, value], {"x": value}))


def _places(holder: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
        yield holder, key
        if isinstance(holder[key], dict | list):
            yield from _places(holder[key])


def _rows(data: bytes, chance: random.Random) -> bytes:
    found = BETWEEN.search(data)
    between = found.group() if found else b","
    rows = [row.split(between) for row in re.split(rb"\r\n|\n|\r", data)]
    for _ in range(chance.randint(1, 4)):
        at, other = chance.randrange(len(rows)), chance.randrange(len(rows))
        cell = chance.randrange(max(1, len(rows[at])))
        match chance.randrange(7):
            case 0 if len(rows) > 1:
                rows.pop(at)
            case 1:
                rows.insert(at, [*rows[other]])
            case 2:
                rows[at], rows[other] = rows[other], rows[at]
            case 3:  # a column goes, or comes twice
                times = chance.choice((0, 2))
                rows = [[*row[:cell], *row[cell : cell + 1] * times, *row[cell + 1 :]] for row in rows]
            case 4:
                between = chance.choice((b",", b";", b"\t", b" "))
            case _:
                rows[at][cell : cell + 1] = [chance.choice(CELLS).encode()]
    return chance.choice((b"\n", b"\n", b"\n", b"\r\n", b"\r")).join(map(between.join, rows))

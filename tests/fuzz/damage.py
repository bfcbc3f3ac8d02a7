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
BETWEEN = re.compile(rb"[,;\t ]")


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Return the bytes with some of them removed, doubled, moved or replaced."""
    new = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(new) + 1)
        size = chance.choice((1, 1, 2, 5, 20))
        match chance.randrange(5):
            case 0:
                del new[at : at + size]
            case 1:
                new[at:at] = new[at : at + size] or b","
            case 2:
                new[at:at] = chance.choice(
                    (b"\n", b",", b"\t", b'"', b"[", b"{", b"1", b"-", b".", b"e9", b"\xff", b"\r", b"\0")
                )
            case 3:
                new[at : at + size] = chance.randbytes(size)
            case 4:
                other = chance.choice(SEEDS)
                new[at : at + size] = other[: chance.randrange(len(other))]
    return bytes(new)


def rearranged(data: bytes, chance: random.Random) -> bytes:
    """Return a file of the same format whose rows, cells, keys, values or members are others.

    A zip stays a zip, with the right checksums, and JSON stays JSON, so that the damage comes as far as the reader.
    """
    if zipfile.is_zipfile(io.BytesIO(data)):
        return _members(data, chance)
    try:
        tree = json.loads(data)
    except ValueError:
        return _rows(data, chance)
    root = [tree]
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
    match chance.randrange(6):
        case 0:
            members.pop(at)
        case 1:
            members.append((chance.choice(NAMES), held))
        case 2:
            members[at] = (chance.choice(NAMES), held)
        case 3:
            members[at] = (name, damaged(held, chance))
        case 4:
            members[at] = (name, chance.choice(SEEDS))
        case 5:
            members[at] = (name, rearranged(held, chance))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two members of one name, wanted here
        return zipped(*members)


def _edit(root: list[Any], chance: random.Random) -> None:
    """Change one place of the tree below the root."""
    places = list(_places(root))
    holder, key = chance.choice(places)
    value = holder[key]
    match chance.randrange(6):
        case 0 | 1:
            holder[key] = chance.choice(ODD)
        case 2:
            other, where = chance.choice(places)
            holder[key] = json.loads(json.dumps(other[where]))
        case 3:
            holder[key] = chance.choice(([value], [value, value], {"x": value}))
        case 4 if holder is not root:
            del holder[key]
        case _ if isinstance(holder, dict):
            holder[chance.choice(["", "1", "\ud800", "-1", str(key).upper(), f"{key} "])] = value
        case _:
            holder.append(value)
    if not root:
        root.append(None)


def _places(holder: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
        yield holder, key
        if isinstance(holder[key], dict | list):
            yield from _places(holder[key])


def _rows(data: bytes, chance: random.Random) -> bytes:
    end = chance.choice((b"\n", b"\n", b"\n", b"\r\n", b"\r"))
    rows = re.split(rb"\r\n|\n|\r", data)
    found = BETWEEN.search(data)
    between = found.group() if found else b","
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(rows))
        cells = rows[at].split(between)
        cell = chance.randrange(len(cells))
        match chance.randrange(7):
            case 0 if len(rows) > 1:
                rows.pop(at)
            case 1:
                rows.insert(at, rows[chance.randrange(len(rows))])
            case 2:
                other = chance.randrange(len(rows))
                rows[at], rows[other] = rows[other], rows[at]
            case 3:  # a column goes, or comes twice
                rows = [between.join(_without(row.split(between), cell)) for row in rows]
            case 4:
                rows = [between.join([*row.split(between), *row.split(between)[cell : cell + 1]]) for row in rows]
            case 5:
                between = chance.choice((b",", b";", b"\t", b" "))
            case _:
                cells[cell] = chance.choice(CELLS).encode()
                rows[at] = between.join(cells)
    return end.join(rows)


def _without(cells: list[bytes], at: int) -> list[bytes]:
    return cells[:at] + cells[at + 1 :]

"""Files that are made to use up the time or memory of whoever reads them; `ORDQUANT_BOMBS=full` makes them in full."""

import gzip
import io
import json
import os
import random
import struct
import zipfile
import zlib
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pandas as pd

from tests.formats.traps.entries import workbook_of
from tests.zips import zipped

FULL = os.environ.get("ORDQUANT_BOMBS") == "full"
SHARE = 1.0 if FULL else 0.03
ROWS = int(1_900_000 * SHARE)
CASES, WIDE, TEXTS, JSON = int(20_000 * SHARE), 1000, int(1e6 * SHARE), ROWS // 10
MEMBERS, DIALOGUES, KEYS = (9998, 9000, 2_900_000) if FULL else (500, 300, 110_000)
ITEMS, LARGE = (20_000, 200) if FULL else (4000, 60)  # of LeWiDi or NTCIR; MiB
SMALL = b"case,1,2\nx,0,4\ny,3,1\n"
SHEET = "xl/worksheets/sheet1.xml"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
with zipfile.ZipFile(io.BytesIO(workbook_of({"s": (("case", "1", "2"), ("x", 0, 4), ("y", 3, 1))}))) as _made:
    PARTS = {name: _made.read(name) for name in _made.namelist()}
_END = struct.Struct("<4s4H2LH")

_CHANCE = random.Random(1)
ENDS = [",".join(str(_CHANCE.randrange(10)) for _ in range(WIDE - 2)) for _ in range(50)]
LABELS = [",".join(str((n * k + k) % 5 + 1) for k in range(9)) for n in range(50)]


def lines(head: str, row: Callable[[int], str], number: int = ROWS) -> bytes:
    """Return a table, or a list without a head, of so many rows, which are made of their numbers."""
    return "\n".join([*filter(None, [head]), *map(row, range(number)), ""]).encode()


def cases(number: int) -> bytes:
    """Return a gold of so many cases."""
    return lines("case,bad,ok,good", lambda n: f"case{n},{n % 7},{n % 5 + 1},{n % 3}", number)


def judgements(number: int) -> bytes:
    """Return so many judgements of a thousand topics."""
    return lines("", lambda n: f"t{n % 1000} 0 doc{n // 1000:05} {n % 3}", number)


BOMBS = {  # what makes their bytes
    "votes": lambda: lines("case,annotator,label", lambda n: f"case{n // 19},ann{n % 19},{n * 7 % 5 - 2}"),
    "cases": lambda: cases(ROWS),
    "columns": lambda: lines(
        f"case,{','.join(f'c{n}' for n in range(1, WIDE))}", lambda n: f"case{n},{1 + n % 3},{ENDS[n % 50]}", CASES
    ),
    "raters": lambda: lines(f"case,{','.join(f'r{n}' for n in range(9))}", lambda n: f"case{n},{LABELS[n % 50]}"),
    "a row per system, case and class": lambda: lines(
        "s,item,class,prob", lambda n: f"s{n % 2},c{n // 10},{n // 2 % 5},0.2"
    ),
    "many labels": lambda: lines("item,predicted", lambda n: f"case{n},label{n}"),
    "many labels and cases": lambda: lines("item,class,prob", lambda n: f"case{n // 2},l{n % 900},0.5"),
    "judgements": lambda: judgements(ROWS),
    "few judgements": lambda: judgements(3000),
    "topics": lambda: lines("", lambda n: f"t{n // 2} Q0 doc{n % 2} 1 0.{n % 7} tag", 220_000),
    "ties": lambda: lines("", lambda n: f"t0 Q0 döc{n * 7919 % ROWS:07} 1 0.5 tag"),
    "same bytes": lambda: overlapping(3000),
    "tiny files": lambda: tiny_files(),
    "many problems": lambda: many_problems(20, 20_000 if FULL else 1000),
    "dialogues": lambda: dialogues(DIALOGUES),
    "a blank line": lambda: b" " * 60_000 + b"\n" + SMALL,
    "a workbook that lies": lambda: lying_workbook(LARGE),
    "styles of cells": lambda: workbook({"xl/styles.xml": styles("[" * 255, 9999)}),
    "many styles": lambda: workbook({"xl/styles.xml": styles("[" * 255, 190_000)}),
    "sparse": lambda: _json([{f"class{n % 1000}": n % 7} for n in range(200_000 if FULL else 6000)]),
    "labels of labels": lambda: lewidi(ITEMS, lambda n: ",".join(f"l{m}" for m in range(2 if n else 90))),
    "own labels": lambda: lewidi(ITEMS, lambda n: f"l{n}"),
    "a wide distribution": lambda: _json([{"id": "x", "quality": {"A": {f"k{n}": 0 for n in range(ITEMS)}}}]),
    "own words": lambda: _json([_ntcir(n, [f"w{n}"] if n % 2 == 0 else [1]) for n in range(ITEMS)]),
    "long lists": lambda: parquet(200, votes=[np.ones(19_000)] * 200),
    "zeros": lambda: parquet(ROWS, **{f"class{n}": np.zeros(ROWS) for n in range(9)}),
    "broken pairs": lambda: b"x\t[" + b"[0.1,0.9]   " * 5000 + b"\n",
    "records": lambda: b"\n".join(
        _json({"id": f"case{n}"} | {f"{c}": (n + c) % 5 + 1 for c in range(5)}) for n in range(JSON)
    ),
    "one text": lambda: _parquet({"id": pd.Categorical(["x" * 30_000]).repeat(TEXTS), "n": range(TEXTS)}),
    "own keys": lambda: b"\n".join(_json({"id": n, "votes": {f"w{n}": 1}}) for n in range(20_000)),
    "many keys": lambda: _json({f"k{n}": n % 7 for n in range(KEYS)}),
    "many members": lambda: gzip.compress(b"", mtime=0) * int(4_500_000 * SHARE) + gzip.compress(SMALL, mtime=0),
    "attributes": lambda: _tag(b" ".join(b'a%d=""' % n for n in range(TEXTS))),
    "a long value": lambda: _tag(b"a='%s'" % bytes(_CHANCE.choices(b">abcdefghijklmnopqrstuvwxyz", k=4 * TEXTS))),
    "packed": lambda: gzip.compress(b"case,a,b\n" + b"".join(b"case%d,1,2\n" % n for n in range(1000)) * 2100, mtime=0),
    "commas": lambda: b"," * (50 * 2**20),
    "a long number": lambda: b"[" + b"1" * (30 * 2**20) + b"]",
    "entities": lambda: workbook({"xl/sharedStrings.xml": entities(120_000)}),
    "many runs": lambda: many_runs(500 if FULL else 120, 100),
}


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


# Archives


def overlapping(members: int) -> bytes:
    """A zip in which all members are the same bytes: 0.2 MB that unpack to 3,000 tables."""
    held = zipped({"g.csv": cases(9000)})
    end = _END.unpack(held[-_END.size :])
    directory = held[end[6] : -_END.size] * members
    return held[: end[6]] + directory + _END.pack(*end[:3], members, members, len(directory), *end[6:])


def tiny_files() -> bytes:
    """A zip of a gold of two cases, and thousands of runs."""
    shares = ((n / 20_000, 1 - n / 20_000) for n in range(MEMBERS))
    rows = (f"x,{one!r},{other!r},0\ny,0,{one!r},{other!r}" for one, other in shares)
    runs = {f"runs/run{n:05}.csv": f"case,a,b,c\n{row}\n" for n, row in enumerate(rows)}
    return zipped({"gold.csv": "case,a,b,c\nx,3,1,0\ny,0,2,2\n"}, runs)


def many_problems(members: int, rows: int) -> bytes:
    """A zip of a gold, and of runs none of whose rows sums to 1."""
    gold = "case,1,2\n" + "".join(f"c{n},{n % 2 * 4},{4 - n % 2 * 4}\n" for n in range(rows))
    run = "case,1,2\n" + "".join(f"c{n},.5,.49\n" for n in range(rows))
    return zipped({"gold.csv": gold}, {f"run{number:03}.csv": run for number in range(members)})


def many_runs(runs: int, size: int) -> bytes:
    """A zip of a gold and many runs, and of many more pairs of them."""

    def votes() -> str:
        cuts = (sorted([0, *(_CHANCE.randrange(41) for _ in range(4)), 40]) for _ in range(size))
        rows = (f"case{n},{','.join(str(high - low) for low, high in pairwise(cut))}\n" for n, cut in enumerate(cuts))
        return "case,-2,-1,0,1,2\n" + "".join(rows)

    return zipped({"gold.csv": votes()}, {f"runs/run{n:03}.csv": votes() for n in range(runs)})


def dialogues(number: int) -> bytes:
    """A zip of dialogues of DBDC, deep in folders."""
    turns = [{"turn-index": 1, "annotations": [{"breakdown": "O"}, {"breakdown": "X"}]}]
    return zipped({f"{'x/' * 100}{n}.log.json": _json({"dialogue-id": f"{n}", "turns": turns}) for n in range(number)})


# JSON and Parquet


def lewidi(items: int, label) -> bytes:
    """A gold of LeWiDi in which an annotator of each item gives a label made of its number."""
    entries = {n: {"annotations": {"a": label(n), "b": "x"}, "number of annotations": 2} for n in range(items)}
    return _json(entries)


def _ntcir(number: int, votes: list[object]) -> dict[str, object]:
    return {"id": f"{number}", "annotations": [{"quality": {"A": vote}} for vote in votes]}


def parquet(rows: int, **columns: object) -> bytes:
    """A Parquet file of little more than its ids: its columns are the same in every row."""
    return _parquet({"case": [f"case{n}" for n in range(rows)], **columns})


def _parquet(columns: dict[str, object]) -> bytes:
    file = io.BytesIO()
    pd.DataFrame(columns).to_parquet(file, compression="zstd")
    return file.getvalue()


# Workbooks


def lying_workbook(mebibytes: int) -> bytes:
    """A workbook whose styles unpack to much; it declares the size and the checksum of their beginning."""
    told = styles("0.0", 1)
    whole = told + bytes(2**20 * mebibytes)
    held = workbook({"xl/styles.xml": whole})
    for number in (zlib.crc32, len):
        held = held.replace(struct.pack("<L", number(whole)), struct.pack("<L", number(told)))
    return held


def entities(times: int) -> bytes:
    """Texts of a workbook that grow while they are parsed: an entity of a thousand characters, again and again."""
    texts = f"<si><t>{'&a;' * 400}</t></si>" * (times // 400)
    return f'<!DOCTYPE sst [<!ENTITY a "{"x" * 1000}">]><sst xmlns="{MAIN}">{texts}</sst>'.encode()


def _tag(attributes: bytes) -> bytes:
    return workbook({SHEET: PARTS[SHEET].replace(b"<sheetData>", b"<sheetData " + attributes + b">")})


def styles(code: str, number: int) -> bytes:
    """Return the styles of a workbook: one format of numbers, and how many styles of cells that use it."""
    formats = f'<numFmts count="1"><numFmt numFmtId="164" formatCode="{code}"/></numFmts>'
    empty = "<fonts><font/></fonts><fills><fill><patternFill/></fill></fills><borders><border/></borders>"
    empty += "<cellStyleXfs><xf/></cellStyleXfs>"
    normal = '<cellStyles><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    cells = "".join(f'<xf numFmtId="164" fontId="0" applyFont="{n % 97}"/>' for n in range(number))
    return f'<styleSheet xmlns="{MAIN}">{formats}{empty}<cellXfs>{cells}</cellXfs>{normal}</styleSheet>'.encode()


def workbook(parts: dict[str, bytes]) -> bytes:
    """Return a workbook of one sheet, some of whose parts are these."""
    return zipped(PARTS | parts)

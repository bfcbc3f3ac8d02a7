"""Files that are made to use up the time or memory of whoever reads them. Each function writes one."""

import bz2
import gzip
import random
import struct
import zipfile
import zlib
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd

from tests.zips import zipped

ROWS = 1_900_000
_END = struct.Struct("<4s4H2LH")
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_ROWS = (("case", "1", "2"), ("x", 0, 4), ("y", 3, 1))
_CELLS = {str: '<c t="inlineStr"><is><t>{}</t></is></c>', int: "<c><v>{}</v></c>"}
_SHEET = "".join(f"<row>{''.join(_CELLS[type(cell)].format(cell) for cell in row)}</row>" for row in _ROWS)
SHEET = f'<worksheet xmlns="{MAIN}"><sheetData>{_SHEET}</sheetData></worksheet>'.encode()
_RECORD = 46  # bytes of an entry of the central directory, before its name


def overlapping(path: Path, members: int = 3000, lines: int = 9000) -> None:
    """A zip in which all members are the same bytes: 0.2 MB that unpack to 3,000 tables."""
    table = "case,a,b\n" + "".join(f"case{number},{number % 7},{number % 5 + 1}\n" for number in range(lines))
    held = zipped({"g.csv": table.encode()})
    head, directory, end = _split(held)
    size = len(directory) * members
    path.write_bytes(head + directory * members + _END.pack(*end[:3], members, members, size, *end[6:]))


def nested_overlap(path: Path, members: int = 300) -> None:
    """A zip in which each member is a part of the one before it: their headers stand in its bytes."""
    held = zipped({"g.csv": b"case,a,b\n" + b"x,1,2\n" * 40_000}, how=zipfile.ZIP_STORED)
    head, directory, end = _split(held)
    entries = []
    for number in range(members):
        entry = bytearray(directory)
        struct.pack_into("<LL", entry, 20, *([len(head) - 200 - number] * 2))
        entries.append(bytes(entry))
    joined = b"".join(entries)
    path.write_bytes(head + joined + _END.pack(*end[:3], members, members, len(joined), *end[6:]))


def many_problems(path: Path, members: int = 20, rows: int = 20_000) -> None:
    """A zip of a gold, and of runs none of whose rows sums to 1."""
    files = {"gold.csv": "case,1,2\n" + "".join(f"c{n},{n % 2 * 4},{4 - n % 2 * 4}\n" for n in range(rows))}
    run = "case,1,2\n" + "".join(f"c{n},.5,.49\n" for n in range(rows))
    files |= {f"run{number:03}.csv": run for number in range(members)}
    path.write_bytes(zipped({name: table.encode() for name, table in files.items()}))


def tiny_files(path: Path, members: int = 9998) -> None:
    """A zip of a gold and thousands of runs of two cases."""
    files = {"gold.csv": b"case,a,b,c\nx,3,1,0\ny,0,2,2\n"}
    for number in range(members):
        share = number / (2 * members)
        files[f"runs/run{number:05}.csv"] = (
            f"case,a,b,c\nx,{share!r},{1 - share!r},0\ny,0,{share!r},{1 - share!r}\n".encode()
        )
    path.write_bytes(zipped(files))


def bad_files(path: Path, members: int = 9998) -> None:
    """A zip of a gold and thousands of runs, each of which lacks a case."""
    files = {"gold.csv": b"case,a,b,c\nx,3,1,0\ny,0,2,2\n"}
    files |= {f"run{number:05}.csv": b"case,a,b,c\nx,.5,.5,0\n" for number in range(members)}
    path.write_bytes(zipped(files))


def many_runs(path: Path, runs: int = 500, cases: int = 100) -> None:
    """A zip of a gold and many runs: 125,000 pairs of them."""
    chance = random.Random(1)
    files = {f"runs/run{n:03}.csv": _votes_of(cases, chance) for n in range(runs)}
    path.write_bytes(zipped({"gold.csv": _votes_of(cases, chance)} | files))


def _votes_of(cases: int, chance: random.Random, votes: int = 40) -> bytes:
    cuts = (sorted([0, *(chance.randrange(votes + 1) for _ in range(4)), votes]) for _ in range(cases))
    rows = (f"case{n},{','.join(str(high - low) for low, high in pairwise(cut))}\n" for n, cut in enumerate(cuts))
    return ("case,-2,-1,0,1,2\n" + "".join(rows)).encode()


def judgements(path: Path, rows: int = ROWS) -> None:
    """Relevance judgements of 1,000 topics that take turns."""
    path.write_text("".join(f"t{n % 1000} 0 doc{n // 1000:05} {n % 3}\n" for n in range(rows)))


def ranked_lists(path: Path, rows: int = ROWS) -> None:
    """A run for them, half of whose documents are judged."""
    lines = (f"t{n % 1000} Q0 doc{n // 1000 * 2:05} 1 {-(n // 1000)}.5 tag\n" for n in range(rows))
    path.write_text("".join(lines))


def many_topics(path: Path, rows: int = ROWS) -> None:
    """A run of two documents for each of very many topics."""
    path.write_text("".join(f"t{n // 2} Q0 doc{n % 2} 1 0.{n % 7} tag\n" for n in range(rows)))


def ties(path: Path, rows: int = ROWS) -> None:
    """A run of one list all of whose scores are the same; its ids are not ASCII."""
    path.write_text("".join(f"t0 Q0 döc{n * 7919 % rows:07} 1 0.5 tag\n" for n in range(rows)))


def votes(path: Path, rows: int = ROWS) -> None:
    """A table with a row per vote, of 100,000 cases and 19 annotators."""
    path.write_text(
        "case,annotator,label\n" + "".join(f"case{n // 19},ann{n % 19},{n * 7 % 5 - 2}\n" for n in range(rows))
    )


def cases(path: Path, rows: int = ROWS) -> None:
    """A wide table with many rows."""
    path.write_text("case,bad,ok,good\n" + "".join(f"case{n},{n % 7},{n % 5 + 1},{n % 3}\n" for n in range(rows)))


def columns(path: Path, width: int = 1000, rows: int = 20_000) -> None:
    """A wide table with many columns; 20 million numbers less one for each row."""
    generator = random.Random(1)
    ends = [",".join(str(generator.randrange(10)) for _ in range(width - 2)) for _ in range(50)]
    header = ",".join(["case", *(f"class{n}" for n in range(width - 1))])
    path.write_text(header + "\n" + "".join(f"case{n},{1 + n % 3},{ends[n % 50]}\n" for n in range(rows)))


def raters(path: Path, rows: int = ROWS, width: int = 9) -> None:
    """A table with a column per annotator: a vote in each of its cells."""
    labels = [",".join(str((n * k + k) % 5 + 1) for k in range(width)) for n in range(50)]
    header = ",".join(["case", *(f"rater{n}" for n in range(width))])
    path.write_text(header + "\n" + "".join(f"case{n},{labels[n % 50]}\n" for n in range(rows)))


def odd_cells(path: Path, rows: int = ROWS) -> None:
    """A table in which every row holds something else than a number."""
    path.write_text("case,a,b\n" + "".join(f"case{n},1,odd{n}\n" for n in range(rows)))


def parquet(path: Path, rows: int = ROWS, width: int = 9) -> None:
    """A Parquet file of little more than its ids: all other columns hold the same number in every row."""
    import pyarrow as pa
    from pyarrow import parquet as writer

    ids = pa.array([f"case{n}" for n in range(rows)])
    zeros = {f"class{n}": pa.array(np.zeros(rows)) for n in range(width)}
    writer.write_table(pa.table({"case": ids} | zeros), path, compression="zstd")


def parquet_lists(path: Path, rows: int = 1000, length: int = 19_000) -> None:
    """A Parquet file of a few kB, with long lists in its cells."""
    import pyarrow as pa
    from pyarrow import parquet as writer

    lists = pa.array([np.ones(length)] * rows)
    ids = pa.array([f"case{n}" for n in range(rows)])
    writer.write_table(pa.table({"case": ids, "votes": lists}), path, compression="zstd")


def deep(path: Path, depth: int = 100_000) -> None:
    """JSON whose lists are nested."""
    path.write_text("[" * depth + "]" * depth)


def deep_objects(path: Path, depth: int = 100_000) -> None:
    """JSON whose objects are nested, in the entry of a case."""
    path.write_text('[{"id": "x", "a": ' + '{"a":' * depth + "1" + "}" * depth + "}]")


def sparse_records(path: Path, width: int = 1000, rows: int = 200_000) -> None:
    """A list of records, each of which has one key: a table of them would have 200 million cells."""
    path.write_text("[" + ",".join(f'{{"class{n % width}":{n % 7}}}' for n in range(rows)) + "]")


def json_lines(path: Path, rows: int = ROWS // 10, width: int = 5) -> None:
    """A record in each line."""
    numbers = [",".join(f'"{c}":{(n + c) % 5 + 1}' for c in range(width)) for n in range(50)]
    path.write_text("".join(f'{{"id":"case{n}",{numbers[n % 50]}}}\n' for n in range(rows)))


def votes_in_lists(path: Path, rows: int = ROWS // 100, votes: int = 50) -> None:
    """Records with a list of votes each."""
    lists = [",".join(str((n * k + k) % 5) for k in range(votes)) for n in range(50)]
    path.write_text("[" + ",".join(f'{{"id":"case{n}","votes":[{lists[n % 50]}]}}' for n in range(rows)) + "]")


def labels_of_labels(path: Path, items: int = 20_000, labels: int = 90) -> None:
    """A gold whose annotators choose several of many labels: each label of each item would be a case."""
    chosen = ",".join(f"l{n}" for n in range(labels))
    entries = (
        f'"{n}":{{"annotations":{{"a":"{chosen if n == 0 else "l0,l1"}","b":"l0"}},"number of annotations":2}}'
        for n in range(items)
    )
    path.write_text("{" + ",".join(entries) + "}")


def own_labels(path: Path, items: int = 30_000) -> None:
    """A gold of LeWiDi in which each case has a label of its own: a table of them would have 900 million cells."""
    path.write_text(
        "{"
        + ",".join(f'"{n}":{{"annotations":{{"a":"l{n}","b":"x"}},"number of annotations":2}}' for n in range(items))
        + "}"
    )


def wide_distribution(path: Path, classes: int = 90_000) -> None:
    """A case of NTCIR over very many classes."""
    path.write_text('[{"id":"x","quality":{"A":{' + ",".join(f'"k{n}":0' for n in range(classes)) + "}}}]")


def own_words(path: Path, cases: int = 20_000) -> None:
    """A gold of NTCIR in which each case has a vote for a word of its own."""
    votes = (f'{{"quality":{{"A":"w{n}"}}}},{{"quality":{{"A":1}}}}' for n in range(cases))
    path.write_text("[" + ",".join(f'{{"id":"{n}","annotations":[{one}]}}' for n, one in enumerate(votes)) + "]")


def dialogues(path: Path, files: int = 9000) -> None:
    """A zip of dialogues of DBDC, deep in folders."""
    turns = '"turns":[{"turn-index":1,"annotations":[{"breakdown":"O"},{"breakdown":"X"}]}]'
    held = {f"{'x/' * 100}{n}.log.json": f'{{"dialogue-id":"{n}",{turns}}}'.encode() for n in range(files)}
    path.write_bytes(zipped(held))


def long_table(path: Path, rows: int = ROWS) -> None:
    """A table with a row per system, case and class."""
    lines = (f"s{n % 2},case{n // 10},{n // 2 % 5},0.2\n" for n in range(rows))
    path.write_text("system,item,class,prob\n" + "".join(lines))


def many_labels(path: Path, rows: int = ROWS) -> None:
    """A table with a label per case, all of them different."""
    path.write_text("item,predicted\n" + "".join(f"case{n},label{n}\n" for n in range(rows)))


def many_labels_and_cases(path: Path, rows: int = ROWS) -> None:
    """A table of single probabilities that would need a hundred times as many cells."""
    path.write_text("item,class,prob\n" + "".join(f"case{n // 2},l{n % 900},0.5\n" for n in range(rows)))


def broken_pairs(path: Path, pairs: int = 5000) -> None:
    """A line that begins as a run of pairs, and goes on with very many of them, spaces between, to no end."""
    path.write_text("x\t[" + "[0.1,0.9]   " * pairs + "\n")


def blank_line(path: Path, blanks: int = 60_000) -> None:
    """A table whose first line is blank, and long."""
    path.write_bytes(b" " * blanks + b"\ncase,1,2\nx,0,4\ny,3,1\n")


def lying(path: Path, mebibytes: int = 200) -> None:
    """A zip of half a kB whose member unpacks to 200 MiB, and declares a hundred bytes."""
    packer = bz2.BZ2Compressor()
    packed = b"".join(packer.compress(bytes(2**20)) for _ in range(mebibytes)) + packer.flush()
    held = zipped({"gold.csv": packed}, how=zipfile.ZIP_STORED)
    local, central = held.index(b"PK\x03\x04"), held.index(b"PK\x01\x02")
    told = bytearray(held)
    for start, entry in ((local, 8), (central, 10)):  # what each entry says: method, then sizes 14 bytes on
        struct.pack_into("<H", told, start + entry, zipfile.ZIP_BZIP2)
        struct.pack_into("<L", told, start + entry + 14, 100)
    path.write_bytes(bytes(told))


def lying_workbook(path: Path, mebibytes: int = 200) -> None:
    """A workbook whose styles unpack to 200 MiB; it declares the size and the checksum of their beginning."""
    told = styles("0.0", 1)
    whole = told + bytes(2**20) * mebibytes
    held = bytearray(workbook({"xl/styles.xml": whole}))
    for signature, at in ((b"PK\x03\x04", 14), (b"PK\x01\x02", 16)):  # checksum, packed and unpacked size
        start = 0
        while (start := held.find(signature, start)) >= 0:
            _, packed, size = struct.unpack_from("<LLL", held, start + at)
            if size == len(whole):
                struct.pack_into("<LLL", held, start + at, zlib.crc32(told), packed, len(told))
            start += 4
    path.write_bytes(bytes(held))


def entities(path: Path, times: int = 120_000) -> None:
    """A workbook whose texts grow while they are parsed: an entity of a thousand characters, again and again."""
    texts = "".join(f"<si><t>{'&a;' * 400}</t></si>" for _ in range(times // 400))
    text = f'<!DOCTYPE sst [<!ENTITY a "{"x" * 1000}">]><sst xmlns="{MAIN}">{texts}</sst>'
    path.write_bytes(workbook({"xl/sharedStrings.xml": text.encode()}))


def number_format(path: Path, brackets: int = 60_000) -> None:
    """A workbook of 5 kB with a long format of numbers."""
    path.write_bytes(workbook({"xl/styles.xml": styles("[" * brackets, 1)}))


def cell_styles(path: Path, number: int = 190_000) -> None:
    """A workbook with very many styles, each of the longest format that may be."""
    path.write_bytes(workbook({"xl/styles.xml": styles("[" * 255, number)}))


def apostrophes(path: Path, length: int = 50_000) -> None:
    """A table of one case, whose id is long."""
    path.write_text(f"case,a,b\n{chr(39) * length},1,2\n")


def attributes(path: Path, number: int = 1_000_000) -> None:
    """A workbook with a tag of very many attributes."""
    tag = b"<sheetData " + b" ".join(b'a%d=""' % n for n in range(number)) + b">"
    path.write_bytes(workbook({"xl/worksheets/sheet1.xml": SHEET.replace(b"<sheetData>", tag)}))


def long_value(path: Path, length: int = 4_000_000) -> None:
    """A workbook with a tag of any length, full of what looks like ends of tags."""
    chance = random.Random(1)  # else it would be refused for how well it is packed
    value = bytes(chance.choices(b">abcdefghijklmnopqrstuvwxyz", k=length))
    path.write_bytes(
        workbook({"xl/worksheets/sheet1.xml": SHEET.replace(b"<sheetData>", b"<sheetData a='%s'>" % value)})
    )


def many_keys(path: Path, keys: int = 2_900_000) -> None:
    """One flat object of JSON."""
    path.write_text("{" + ",".join(f'"k{n}":{n % 7}' for n in range(keys)) + "}")


def many_members(path: Path, members: int = 4_500_000) -> None:
    """Empty gzip files, one after the other, and a table."""
    path.write_bytes(gzip.compress(b"", mtime=0) * members + gzip.compress(b"case,1,2\nx,0,4\ny,3,1\n", mtime=0))


def one_text(path: Path, rows: int = 1_000_000, length: int = 30_000) -> None:
    """A Parquet file of 60 kB: the same long text in a million rows, 30 GB of them."""
    held = pd.DataFrame({"id": pd.Categorical(["x" * length]).repeat(rows), "n": range(rows)})
    held.to_parquet(path)


def own_keys(path: Path, rows: int = 20_000) -> None:
    """Records with an object of numbers that has a key of its own in each."""
    path.write_text("".join(f'{{"id": {n}, "votes": {{"w{n}": 1}}}}\n' for n in range(rows)))


def gzipped(path: Path, mebibytes: int = 38) -> None:
    """A table that is packed to a few kB."""
    lines = b"".join(b"case%d,1,2\n" % number for number in range(1000))
    path.write_bytes(gzip.compress(b"case,a,b\n" + lines * (mebibytes * 2**20 // len(lines)), mtime=0))


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
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    typed = {"xl/workbook.xml": "sheet.main", "xl/worksheets/sheet1.xml": "worksheet"}
    typed |= {"xl/styles.xml": "styles", "xl/sharedStrings.xml": "sharedStrings"}
    overrides = "".join(
        f'<Override PartName="/{part}" ContentType="{kind}.{word}+xml"/>' for part, word in typed.items()
    )
    sheet = f'<sheets><sheet name="s" sheetId="1" r:id="r1" xmlns:r="{office}"/></sheets>'
    related = '<Relationship Id="r1" Type="{}/{}" Target="{}"/>'
    held = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types">{overrides}</Types>'.encode(),
        "_rels/.rels": _related(package, related.format(office, "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}">{sheet}</workbook>'.encode(),
        "xl/_rels/workbook.xml.rels": _related(
            package, related.format(office, "worksheet", "/xl/worksheets/sheet1.xml")
        ),
        "xl/worksheets/sheet1.xml": SHEET,
        "xl/styles.xml": styles("0.0", 1),
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}"/>'.encode(),
    }
    return zipped(held | parts)


def _related(package: str, inside: str) -> bytes:
    return f'<Relationships xmlns="{package}/relationships">{inside}</Relationships>'.encode()


def _split(held: bytes) -> tuple[bytes, bytes, tuple[bytes | int, ...]]:
    """Return a zip of one member as its bytes, its directory and the fields of its end."""
    end = _END.unpack(held[-_END.size :])
    start = int(end[6])
    return held[:start], held[start : -_END.size], end

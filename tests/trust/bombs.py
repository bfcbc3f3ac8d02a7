"""Files that are made to use up the time or memory of whoever reads them. Each function writes one."""

import io
import random
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

ROWS = 1_900_000
_END = struct.Struct("<4s4H2LH")
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
    held = zipped({"g.csv": b"case,a,b\n" + b"x,1,2\n" * 40_000}, zipfile.ZIP_STORED)
    head, directory, end = _split(held)
    entries = []
    for number in range(members):
        entry = bytearray(directory)
        struct.pack_into("<LL", entry, 20, *([len(head) - 200 - number] * 2))
        entries.append(bytes(entry))
    joined = b"".join(entries)
    path.write_bytes(head + joined + _END.pack(*end[:3], members, members, len(joined), *end[6:]))


def many_problems(path: Path, members: int = 200, rows: int = 20_000) -> None:
    """A zip of 0.06 MB, all of whose rows have the same id."""
    table = b"case,a,b\n" + b"x,1,2\n" * rows
    path.write_bytes(zipped({f"run{number:03}.csv": table for number in range(members)}))


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
    files = {"gold.csv": _votes_of(cases, lambda: chance.randrange(9))}
    files |= {f"runs/run{n:03}.csv": _votes_of(cases, lambda: chance.randrange(1, 9)) for n in range(runs)}
    path.write_bytes(zipped(files))


def _votes_of(cases: int, drawn: Callable[[], int]) -> bytes:
    rows = (f"case{n},{drawn()},{drawn()},{drawn()},{1 + drawn()},{drawn()}\n" for n in range(cases))
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
    entries = (f'"{n}":{{"annotations":{{"a":"{chosen if n == 0 else "l0,l1"}","b":"l0"}}}}' for n in range(items))
    path.write_text("{" + ",".join(entries) + "}")


def broken_pairs(path: Path, pairs: int = 5000) -> None:
    """A line that begins as a run of pairs, and goes on with very many of them, spaces between, to no end."""
    path.write_text("x\t[" + "[0.1,0.9]   " * pairs + "\n")


def zipped(files: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip of these files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", how) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def _split(held: bytes) -> tuple[bytes, bytes, tuple[bytes | int, ...]]:
    """Return a zip of one member as its bytes, its directory and the fields of its end."""
    end = _END.unpack(held[-_END.size :])
    start = int(end[6])
    return held[:start], held[start : -_END.size], end

"""A good task by chance, and its files as drafts: tables that can still be changed before they become bytes."""

import gzip
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePath

import numpy as np
from hypothesis import strategies as st

from ordquant_core.records import Task
from tests.formats.traps.build import text
from tests.zips import zipped

NUMBERS = (
    ("0", "1"),
    ("1", "2", "3"),
    ("-2", "-1", "1", "2"),
    ("-2", "-1", "0", "1", "2"),
    ("0", "1", "2", "3", "4", "5"),
)
WORDS = ("awful", "dull", "fair", "fine", "great", "superb")
ID_STYLES: tuple[Callable[[int], str], ...] = (
    lambda n: f"c{n + 1}",
    lambda n: f"{101 + 7 * n}",
    lambda n: f"café {n + 1}",
    lambda n: f"D-{n + 1:03}",
)
KEYS = ("case", "id", "dialogue_id")
OTHER_SCALE = "E"

Cells = list[list[str]]


@dataclass(slots=True)
class Draft:
    """A file to be: ids and classes as columns, then how it is written."""

    path: str  # with the ending
    key: str
    ids: list[str] | None
    classes: list[str]
    rows: Cells  # a cell for each class
    form: str = "csv"  # or json, xlsx
    counted: bool = False  # whole numbers of votes
    sep: str = ","
    comma: bool = False
    encoding: str = "utf-8"
    gz: bool = False
    scales: tuple[str, ...] = ("A",)  # of JSON; the numbers of a further scale are others
    sheets: list[tuple[bool, str, list[list[object]]]] = field(default_factory=list)  # before the data?, title, rows
    front: list[str] | None = None  # a further column before the ids, header first

    @property
    def name(self) -> str:
        """What the file is called, as runs are, with its folder."""
        return str(PurePath(self.path.removesuffix(".gz")).with_suffix(""))

    def table(self) -> Cells:
        """Return header and rows as they are to be written."""
        header, cells = list(self.classes), [list(row) for row in self.rows]
        if self.comma:
            cells = [[cell.replace(".", ",") for cell in row] for row in cells]
            if self.sep == ",":
                cells = [[f'"{cell}"' if "," in cell else cell for cell in row] for row in cells]
        if self.ids is not None:
            header = [self.key, *header]
            cells = [[case, *row] for case, row in zip(self.ids, cells, strict=True)]
        if self.front is not None:
            header = [self.front[0], *header]
            cells = [[cell, *row] for cell, row in zip(self.front[1:], cells, strict=True)]
        return [header, *cells]

    def data(self) -> bytes:
        """Return the bytes."""
        if self.form == "xlsx":
            return self._workbook()
        header, *cells = self.table()
        written = self._json() if self.form == "json" else text(header, cells, self.sep)
        mark = "\ufeff" if self.encoding == "utf-16-be" else ""
        data = f"{mark}{written}".encode(self.encoding)
        return gzip.compress(data, compresslevel=0, mtime=0) if self.gz else data

    def _json(self) -> str:
        entries = []
        for number, row in enumerate(self.rows):
            entry: dict[str, object] = {} if self.ids is None else {"id": self.ids[number]}
            values = {scale: row if scale == "A" else row[::-1] for scale in self.scales}
            if self.counted:
                votes = {scale: _each(self.classes, list(map(int, row))) for scale, row in values.items()}
                count = len(next(iter(votes.values())))
                entry["annotations"] = [
                    {"quality": {scale: votes[scale][one] for scale in self.scales}} for one in range(count)
                ]
            else:
                entry["quality"] = {
                    scale: dict(zip(self.classes, map(_number, row), strict=True)) for scale, row in values.items()
                }
            entries.append(entry)
        return json.dumps(entries, ensure_ascii=False)

    def _workbook(self) -> bytes:
        header, *cells = self.table()
        rows = [header, *([_number(cell) for cell in row] for row in cells)]
        sheets = {title: more for before, title, more in self.sheets if before}
        sheets["data"] = rows
        return workbook_of(sheets | {title: more for before, title, more in self.sheets if not before})


def workbook_of(sheets: dict[str, list[list[object]]]) -> bytes:
    """Return the least that is a workbook: written by hand, a tenth of the time that openpyxl takes."""
    main, package = (
        "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
        "http://schemas.openxmlformats.org/package/2006",
    )
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    kinds, types = (f"{package}/content-types", "application/vnd.openxmlformats-officedocument.spreadsheetml")
    numbers = range(1, len(sheets) + 1)
    parts = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{types}.worksheet+xml"/>' for n in numbers
    )
    listed = "".join(
        f'<sheet name="{title}" sheetId="{n}" r:id="r{n}"/>' for n, title in zip(numbers, sheets, strict=True)
    )
    links = "".join(
        f'<Relationship Id="r{n}" Type="{office}/worksheet" Target="worksheets/sheet{n}.xml"/>' for n in numbers
    )
    found = {
        "[Content_Types].xml": f'<Types xmlns="{kinds}"><Override PartName="/xl/workbook.xml" '
        f'ContentType="{types}.sheet.main+xml"/>{parts}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
        f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">{links}</Relationships>',
    }
    for n, rows in zip(numbers, sheets.values(), strict=True):
        cells = "".join("<row>" + "".join(map(_cell, row)) + "</row>" for row in rows)
        found[f"xl/worksheets/sheet{n}.xml"] = f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>'
    return zipped({name: content.encode() for name, content in found.items()})


def _cell(value: object) -> str:
    return f'<c t="inlineStr"><is><t>{value}</t></is></c>' if isinstance(value, str) else f"<c><v>{value!r}</v></c>"


def _each(classes: list[str], counts: list[int]) -> list[int]:
    return [int(label) for label, count in zip(classes, counts, strict=True) for _ in range(count)]


def _number(cell: str) -> object:
    try:
        return float(cell)
    except ValueError:
        return cell


@dataclass(frozen=True)
class Good:
    """What the files of the task hold before they are disguised."""

    classes: tuple[str, ...]
    ids: tuple[str, ...]
    votes: bool  # whether the gold is one of votes
    gold: tuple[tuple[int, ...], ...]  # counts, to be divided by their sum where it is not
    runs: tuple[tuple[tuple[int, ...], ...], ...]
    form: str

    @property
    def numeric(self) -> bool:
        return self.classes[0] not in WORDS

    def task(self) -> Task:
        """Return the task itself, made without any file."""
        shares = [[_share(row) for row in rows] for rows in (self.gold, *self.runs)]
        gold, *estimates = np.array(shares)
        votes = np.array(self.gold, dtype=np.int64) if self.votes else None
        names = tuple(f"run{number}" for number in range(len(self.runs)))
        return Task("gold", None, self.classes, self.ids, gold, votes, names, np.array(estimates))

    @property
    def clear(self) -> bool:
        """Whether rows and labels show that all columns are classes, without a look at the runs."""
        if self.numeric:
            return True
        same = [len(set(column)) == 1 for rows in (self.gold, *self.runs) for column in zip(*rows, strict=True)]
        return not any(same) and (not self.votes or len({sum(row) for row in self.gold}) == 1)

    @property
    def copied(self) -> bool:
        """Whether a run happens to equal the gold."""
        shares = [[_share(row) for row in rows] for rows in (self.gold, *self.runs)]
        return any(np.abs(np.array(run) - np.array(shares[0])).max() < 1e-6 for run in shares[1:])

    def drafts(self, key: str) -> list[Draft]:
        """Return the files, the gold first."""
        form, ids = self.form, list(self.ids)
        cells = [[str(count) for count in row] if self.votes else cells_of(row) for row in self.gold]
        gold = Draft(f"gold.{form}", key, ids, list(self.classes), cells, form, self.votes)
        runs = [
            Draft(f"run{number}.{form}", key, list(ids), list(self.classes), [cells_of(row) for row in rows], form)
            for number, rows in enumerate(self.runs)
        ]
        return [gold, *runs]


def _share(row: tuple[int, ...]) -> list[float]:
    total = sum(row)
    return [count / total for count in row]


def cells_of(row: tuple[int, ...]) -> list[str]:
    return [f"{share:.15g}" for share in _share(row)]


@st.composite
def good_tasks(draw: st.DrawFn) -> Good:
    """Draw a task. Its numbers come from one string of bytes: that is fast, and shrinks to rows with a single vote."""
    size = draw(st.integers(2, 6))
    words = draw(st.booleans())
    n_cases, n_runs = draw(st.integers(2, 12)), draw(st.integers(1, 3))
    kind = draw(st.sampled_from(("annotators", "varying", "probabilities")))
    style = draw(st.integers(0, len(ID_STYLES) - 1))
    rest = draw(st.integers(0, 39))
    form = "xlsx" if rest == 39 else "json" if rest >= 32 else "csv"
    if form == "json":
        size, words = 5, False
    classes = WORDS[:size] if words else NUMBERS[size - 2]
    annotators = 1 + rest % 7
    # Bytes that were not drawn are zeros: short strings make long tasks, too.
    seed = draw(st.binary(max_size=24))
    numbers = _stream(seed, n_cases * (annotators + size * (n_runs + 1)))
    gold = []
    for _ in range(n_cases):
        if kind == "annotators":
            labels = [next(numbers) % size for _ in range(annotators)]
            gold.append(tuple(labels.count(place) for place in range(size)))
        else:
            gold.append(_filled([next(numbers) % 5 for _ in range(size)], 0))
    runs = []
    for run in range(n_runs):
        rows = [[next(numbers) % 8 for _ in range(size)] for _ in range(n_cases)]
        runs.append(tuple(_filled(row, (run + case + 1) % size) for case, row in enumerate(rows)))
    ids = tuple(ID_STYLES[style](n) for n in range(n_cases))
    return Good(tuple(classes), ids, kind != "probabilities", tuple(gold), tuple(runs), form)


def _filled(row: list[int], place: int) -> tuple[int, ...]:
    return tuple(row) if any(row) else tuple(int(here == place) for here in range(len(row)))


def _stream(seed: bytes, count: int):
    """Yield numbers from 0 to 255: those of the seed, then some that depend on it (zeros for an empty one)."""
    found = bytearray(seed)
    while seed and len(found) < count:
        found += zlib.crc32(bytes(found[-24:])).to_bytes(4, "big")
    yield from found[:count].ljust(count, b"\0")

"""Good tasks in disguise: files as they reach us, what a right reading finds in them, and the mappings that are true.

A task is drawn, its files become drafts (tables that can still be changed), disguises change them, then they are
written. A disguise that is no fault keeps the mapping of its file true.
"""

import random
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

import numpy as np
from hypothesis import strategies as st

from ordquant_core.formats.mapping import TableMapping
from ordquant_core.tasks import File
from tests.zips import zipped

NUMBERS = ("0 1", "1 2 3", "-2 -1 1 2", "-2 -1 0 1 2", "0 1 2 3 4 5")
UNKNOWN = "dull fine awful superb bleak great"  # nobody knows their order, and it is not that of the alphabet
KNOWN = ("disagree agree", "low medium high", "very bad/bad/good/very good", "very low/low/medium/high/very high")
IDS: tuple[Callable[[int], str], ...] = (
    lambda n: f"c{n + 1}",
    lambda n: f"{101 + 7 * n}",
    lambda n: f"café {n + 1}",
    lambda n: f"D-{n + 1:03}",
)
KEYS = ("case", "id", "dialogue_id")
COLUMNS = ("year", "length", "mean", "total", "score", "notes", "x1", "weight", "rank", "alpha", "n")
VALUES: dict[str, Callable[[int, int], str]] = {
    "constant": lambda seed, n: str((2024, 1, 10, 3)[seed % 4]),
    "integers": lambda seed, n: str((seed + 7 * n * n) % 31),
    "shares": lambda seed, n: str(((seed + 13 * n) % 101) / 100),
    "row numbers": lambda seed, n: str(n + seed % 2),
    "zeros": lambda seed, n: "0",
    "texts": lambda seed, n: f"said {(seed + n) % 5}",
}
Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Good:
    """What the files of a task hold before they are disguised."""

    classes: tuple[str, ...]
    ids: tuple[str, ...]
    votes: bool  # whether the gold is one of votes
    gold: Rows  # counts, to be divided by their sum where it is not
    runs: tuple[Rows, ...]

    @property
    def in_order(self) -> bool:
        """Whether anybody knows the order of the classes."""
        return not set(self.classes) & set(UNKNOWN.split())

    @property
    def copied(self) -> bool:
        """Whether a run happens to equal the gold."""
        return any(np.abs(shares(run) - shares(self.gold)).max() < 1e-6 for run in self.runs)


def shares(rows: Rows) -> np.ndarray:
    counts = np.array(rows, dtype=float)
    return counts / counts.sum(axis=1, keepdims=True)


@dataclass(slots=True)
class Draft:
    """A file to be: ids and classes as columns, how they are laid out, and how they are written."""

    path: str
    key: str
    ids: list[str] | None
    classes: list[str]
    rows: list[list[str]]  # a cell for each class
    counted: bool = False
    layout: str = "class-columns"  # or votes, values
    names: tuple[str, ...] = ("annotator", "label", "value")
    extra: tuple[int, str, list[str]] | None = None  # a column more: its place among the classes, -1 before the ids
    percent: bool = False
    sep: str = ","
    comma: bool = False
    encoding: str = "utf-8"

    def table(self) -> list[list[str]]:
        """Return header and rows."""
        cells = {"votes": self._votes, "values": self._values}.get(self.layout, self._columns)()
        if self.comma:
            cells = [cells[0], *([_with_comma(cell) for cell in row] for row in cells[1:])]
        if self.comma and self.sep == ",":
            cells = [[f'"{cell}"' if "," in cell else cell for cell in row] for row in cells]
        return cells

    def _columns(self) -> list[list[str]]:
        header = [self.key] * (self.ids is not None) + self.classes
        rows = [([self.ids[n]] if self.ids is not None else []) + row for n, row in enumerate(self.rows)]
        if self.extra is not None:
            place, name, values = self.extra
            at = 0 if place < 0 else place + (self.ids is not None)
            header = [*header[:at], name, *header[at:]]
            rows = [[*row[:at], value, *row[at:]] for row, value in zip(rows, values, strict=True)]
        return [header, *rows]

    def _votes(self) -> list[list[str]]:
        found = [[self.key, *self.names[:2]]]
        for case, row in zip(self.ids or [], self.rows, strict=True):
            labels = [label for label, n in zip(self.classes, row, strict=True) for _ in range(int(n))]
            found += [[case, f"w{n}", label] for n, label in enumerate(labels)]
        return found

    def _values(self) -> list[list[str]]:
        pairs = [
            [case, label, cell]
            for case, row in zip(self.ids or [], self.rows, strict=True)
            for label, cell in zip(self.classes, row, strict=True)
        ]
        return [[self.key, *self.names[1:]], *pairs]

    def mapping(self, classes: tuple[str, ...]) -> TableMapping:
        """Return the mapping that is true, `classes` in their order."""
        annotator, label, value = self.names
        case = () if self.ids is None else (self.key,)
        return TableMapping(
            layout=self.layout,  # type: ignore[arg-type]
            case=case,
            classes=classes,
            label="" if self.layout == "class-columns" else label,
            annotator=annotator if self.layout == "votes" else "",
            value=value if self.layout == "values" else "",
            numbers="shares" if self.percent else "",
            decimal="," if self.comma else "",
        )

    def data(self) -> bytes:
        """Return the bytes."""
        text = "".join(self.sep.join(row) + "\n" for row in self.table())
        mark = "\ufeff" if self.encoding == "utf-16-be" else ""
        return f"{mark}{text}".encode(self.encoding)


def _with_comma(cell: str) -> str:
    return cell.replace(".", ",") if isinstance(_number(cell), float) else cell


def _number(cell: str) -> object:
    try:
        return float(cell)
    except ValueError:
        return cell


@st.composite
def good_tasks(draw: st.DrawFn) -> Good:
    """Draw a task. Its numbers come from one string of bytes: that is fast, and shrinks to rows with a single vote."""
    size, n_cases, n_runs = draw(st.integers(2, 6)), draw(st.integers(2, 12)), draw(st.integers(1, 3))
    kind = draw(st.sampled_from(("annotators", "varying", "probabilities")))
    style, rest, words = draw(st.integers(0, 3)), draw(st.integers(0, 6)), draw(st.integers(0, 2))
    classes = NUMBERS[size - 2].split()
    if words:
        known = KNOWN[size - 2] if words == 2 and size < 6 else ""
        classes = (known.split("/") if "/" in known else known.split()) or UNKNOWN.split()[:size]
    numbers = _stream(draw(st.binary(max_size=24)), n_cases * (7 + size * (n_runs + 1)))
    gold = []
    for _ in range(n_cases):
        if kind == "annotators":
            labels = [next(numbers) % size for _ in range(1 + rest)]
            gold.append(tuple(labels.count(place) for place in range(size)))
        else:
            gold.append(_filled([next(numbers) % 5 for _ in range(size)], 0))
    runs = [
        tuple(_filled([next(numbers) % 8 for _ in range(size)], (run + case + 1) % size) for case in range(n_cases))
        for run in range(n_runs)
    ]
    ids = tuple(map(IDS[style], range(n_cases)))
    return Good(tuple(classes), ids, kind != "probabilities", tuple(gold), tuple(runs))


def _filled(row: list[int], place: int) -> tuple[int, ...]:
    return tuple(row) if any(row) else tuple(int(here == place) for here in range(len(row)))


def _stream(seed: bytes, count: int):
    """Yield numbers from 0 to 255: those of the seed, then some that depend on it (zeros for an empty one)."""
    found = bytearray(seed)
    while seed and len(found) < count:
        found += zlib.crc32(bytes(found[-24:])).to_bytes(4, "big")
    yield from found[:count].ljust(count, b"\0")


@dataclass(slots=True)
class Work:
    """A disguise in the making."""

    draw: st.DrawFn
    good: Good
    drafts: list[Draft]  # the gold, then the runs
    how: list[str] = field(default_factory=list)
    repairs: set[str] = field(default_factory=set)  # that are true
    zips: str = ""  # runs.zip or task.zip

    def pick(self, options: Sequence):
        return options[self.draw(st.integers(0, len(options) - 1))]

    def targets(self) -> list[Draft]:
        """Draw which files are meant: the gold, a run, all runs, or everything."""
        return self.pick([self.drafts[:1], self.drafts[1:2], self.drafts[1:], self.drafts])


def extra_column(work: Work) -> None:
    drafts = [draft for draft in work.targets() if draft.layout == "class-columns"]
    name, kind, seed = work.pick(COLUMNS), work.pick(tuple(VALUES)), work.draw(st.integers(0, 99))
    place = work.draw(st.integers(-1, len(work.good.classes)))
    if len(drafts) == len(work.drafts) and not work.good.classes[-1].isdigit():
        drafts = drafts[:1]  # a word among words in gold and runs alike may be a class: then nobody could know
    for draft in drafts:
        draft.extra = (place, name, [VALUES[kind](seed, n) for n in range(len(draft.rows))])
    work.how.append(f"a column {name} of {kind} at {place} of {len(drafts)} files")


def no_ids(work: Work) -> None:
    for draft in work.targets():
        if draft.layout == "class-columns" and not any("order of rows" in one for one in work.how):
            draft.ids = None
            work.repairs.add("by-position")
    work.how.append("no ids")


def order_of_rows(work: Work) -> None:
    seed = work.draw(st.integers(0, 99))
    for draft in work.targets():
        rows = list(zip(draft.ids or [], draft.rows, strict=True))
        random.Random(seed).shuffle(rows)
        draft.ids, draft.rows = [case for case, _ in rows], [row for _, row in rows]
    work.how.append("another order of rows")


def order_of_classes(work: Work) -> None:
    draft = work.drafts[-1]
    order = list(range(len(draft.classes)))
    random.Random(work.draw(st.integers(0, 99))).shuffle(order)
    draft.classes = [draft.classes[place] for place in order]
    draft.rows = [[row[place] for place in order] for row in draft.rows]
    work.how.append(f"{draft.path}: columns in the order {', '.join(draft.classes)}")


def as_rows(work: Work) -> None:
    """Lay tables out as a row per vote, or per case and class."""
    known = (("annotator", "label", "count"), ("worker_id", "rating", "prob"), ("who", "mark", "number"))
    names = work.pick(known)
    ordered = any(draft.classes != list(work.good.classes) for draft in work.drafts) and not work.good.in_order
    for draft in work.targets():
        if ordered and draft is work.drafts[0]:
            continue  # the columns of a gold are an order that others may contradict, its rows are none
        if draft.ids is not None and draft.extra is None:
            draft.layout = "votes" if draft.counted and work.draw(st.booleans()) else "values"
            draft.names = names
    work.how.append(f"a row per vote, or per case and class, under {names}")


def percentages(work: Work) -> None:
    for draft in work.targets():
        if not draft.counted:
            draft.rows = [[f"{100 * float(cell):.15g}" for cell in row] for row in draft.rows]
            draft.percent = True
            work.repairs.add("percentages")
    work.how.append("percentages")


def folders(work: Work) -> None:
    how = work.pick(("teams", "runs.zip", "task.zip"))
    if how == "teams":
        for draft, team in zip(work.drafts[1:], ("teamA", "teamB", "teamC"), strict=False):
            draft.path = f"{team}/run.csv"
    else:
        work.zips = how
    work.how.append(how)


def marked_encoding(work: Work) -> None:
    encoding = work.pick(("utf-8-sig", "utf-16", "utf-16-be"))
    for draft in work.targets():
        draft.encoding = encoding
    work.how.append(encoding)


def separator(work: Work) -> None:
    sep, comma = work.pick((("\t", False), (";", False), (";", True), ("\t", True), (",", True)))
    for draft in work.targets():
        draft.sep, draft.comma = sep, comma
    work.how.append(f"separated by {sep!r}, decimal commas {comma}")


Disguise = Callable[[Work], None]
# In the order in which they happen: first to what the files hold, then to how they are written and packed.
HARMLESS: tuple[Disguise, ...] = (order_of_rows, order_of_classes, marked_encoding, separator, folders)
TRUE: tuple[Disguise, ...] = (
    *(order_of_rows, order_of_classes, percentages, as_rows, extra_column, no_ids),
    *(separator, folders),
)
DISGUISES: tuple[Disguise, ...] = (*TRUE[:6], marked_encoding, separator, folders)


@dataclass(frozen=True)
class Disguised:
    """The files, and what a right reading finds in them."""

    good: Good
    gold: str  # the name of its file
    files: tuple[File, ...]
    runs: tuple[str, ...]  # the path of each run of the good task, without its ending
    by_row: bool  # some file has no ids any more
    how: tuple[str, ...]
    mappings: tuple[tuple[str, TableMapping], ...]  # of the gold and of each run: those that are true
    repairs: tuple[str, ...]

    def __repr__(self) -> str:
        lines = ["", f"  classes {', '.join(self.good.classes)}; {len(self.good.ids)} cases", *self.how]
        for file in self.files:
            lines += [f"  --- {file.name}", file.data[:700].decode("utf-8", "backslashreplace")]
        return "\n".join([*lines, f"  mappings {self.mappings}, repairs {self.repairs}"])


@st.composite
def disguised(draw: st.DrawFn, disguises: Sequence[Disguise], least: int = 1, most: int = 3) -> Disguised:
    """Draw a good task and some disguises for it."""
    good = draw(good_tasks())
    work = Work(draw, good, _drafts(good, draw(st.sampled_from(KEYS))))
    chosen = draw(st.lists(st.sampled_from(range(len(disguises))), min_size=least, max_size=most, unique=True))
    for number in sorted(chosen):
        disguises[number](work)
    gold, *runs = work.drafts
    files = [File(draft.path, draft.data()) for draft in work.drafts]
    inside = [file for file in files if work.zips == "task.zip" or (work.zips and file.name != gold.path)]
    folder = f"{work.zips}/" if work.zips else ""
    gold_file = f"{folder}{gold.path}" if work.zips == "task.zip" else gold.path
    mappings = [(draft.path if draft is gold else f"{folder}{draft.path}", draft) for draft in work.drafts]
    mappings[0] = (gold_file, gold)
    if inside:
        files = [file for file in files if file not in inside] + [File(work.zips, zipped(dict(inside)))]
    return Disguised(
        good,
        gold_file,
        tuple(files),
        tuple(f"{folder}{PurePath(draft.path).with_suffix('')}" for draft in runs),
        any(draft.ids is None for draft in work.drafts),
        tuple(work.how),
        tuple((path, draft.mapping(good.classes)) for path, draft in mappings),
        tuple(sorted(work.repairs)),
    )


def _drafts(good: Good, key: str) -> list[Draft]:
    tables = [("gold", good.gold, good.votes), *((f"run{n}", run, False) for n, run in enumerate(good.runs))]
    return [
        Draft(f"{name}.csv", key, list(good.ids), list(good.classes), _cells(rows, votes), votes)
        for name, rows, votes in tables
    ]


def _cells(rows: Rows, counted: bool) -> list[list[str]]:
    if counted:
        return [list(map(str, row)) for row in rows]
    return [[f"{share:.15g}" for share in row] for row in shares(rows).tolist()]


def is_named(name: str, path: str) -> bool:
    """Return whether a run of this name may be the one of this path: its last parts, or the folder of its team."""
    parts = PurePath(path).parts
    return any(name == "/".join(parts[start:]) for start in range(len(parts))) or name in parts[-2:-1]

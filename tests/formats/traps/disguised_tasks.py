"""Good tasks in disguise: files as they reach us, what a right reading finds in them, and the mappings that are true.

A task is drawn, its files become drafts (tables that can still be changed), disguises change them, then they are
written. A disguise that is no fault keeps the mapping of its file true.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from ordquant_core.formats.mapping import TableMapping
from ordquant_core.tasks import File
from tests.zips import zipped

NUMBERS = ("0 1", "1 2 3", "-2 -1 1 2", "-2 -1 0 1 2", "0 1 2 3 4 5")
UNKNOWN = "dull fine awful superb bleak great"  # nobody knows their order, and it is not that of the alphabet
KNOWN = ("disagree/agree", "low/medium/high", "very bad/bad/good/very good", "very low/low/medium/high/very high")
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


@dataclass(frozen=True, eq=False)
class Good:
    """What the files of a task hold before they are disguised."""

    classes: tuple[str, ...]
    ids: tuple[str, ...]
    votes: bool  # whether the gold is one of votes
    gold: np.ndarray  # counts, to be divided by their sum where it is not
    runs: np.ndarray

    @property
    def in_order(self) -> bool:
        """Whether anybody knows the order of the classes."""
        return not set(self.classes) & set(UNKNOWN.split())

    @property
    def copied(self) -> bool:
        """Whether a run happens to equal the gold."""
        return any(np.abs(shares(run) - shares(self.gold)).max() < 1e-6 for run in self.runs)


def shares(rows: np.ndarray) -> np.ndarray:
    return rows / rows.sum(axis=1, keepdims=True)


@dataclass(slots=True)
class Draft:
    """A file to be: texts of cells by ids and classes, how they are laid out, and how they are written."""

    path: str
    key: str
    cells: pd.DataFrame
    counted: bool = False
    ids: bool = True
    layout: str = "class-columns"  # or votes, values
    names: tuple[str, ...] = ("annotator", "label", "value")
    extra: tuple[int, str, list[str]] | None = None  # a column more: its place among the classes, -1 before the ids
    percent: bool = False
    sep: str = ","
    comma: bool = False
    encoding: str = "utf-8"

    def table(self) -> pd.DataFrame:
        """Return the table as it is laid out."""
        annotator, label, value = self.names
        if self.layout == "class-columns":
            found = self.cells.reset_index(names=self.key) if self.ids else self.cells.copy()
            if self.extra is not None:
                place, name, values = self.extra
                found.insert(0 if place < 0 else place + self.ids, name, values)
            return found
        pairs = [(case, label, cell) for case, row in self.cells.iterrows() for label, cell in row.items()]
        if self.layout == "values":
            return pd.DataFrame(pairs, columns=[self.key, label, value])
        votes = pd.DataFrame(
            [(case, label) for case, label, n in pairs for _ in range(int(n))], columns=[self.key, label]
        )
        votes.insert(1, annotator, "w" + votes.groupby(self.key).cumcount().astype(str))
        return votes

    def mapping(self, classes: tuple[str, ...]) -> TableMapping:
        """Return the mapping that is true, `classes` in their order."""
        annotator, label, value = self.names
        return TableMapping(
            layout=self.layout,  # type: ignore[arg-type]
            case=(self.key,) if self.ids else (),
            classes=classes,
            label="" if self.layout == "class-columns" else label,
            annotator=annotator if self.layout == "votes" else "",
            value=value if self.layout == "values" else "",
            numbers="shares" if self.percent else "",
            decimal="," if self.comma else "",
        )

    def data(self) -> bytes:
        """Return the bytes."""
        table = self.table().map(lambda cell: cell.replace(".", ",") if self.comma else cell)
        text = table.to_csv(sep=self.sep, index=False, lineterminator="\n")
        mark = "\ufeff" if self.encoding == "utf-16-be" else ""
        return f"{mark}{text}".encode(self.encoding)


@st.composite
def good_tasks(draw: st.DrawFn) -> Good:
    """Draw a task; its numbers come from a seed, which is fast."""
    size, n_cases, n_runs = draw(st.integers(2, 6)), draw(st.integers(2, 12)), draw(st.integers(1, 3))
    kind = draw(st.sampled_from(("annotators", "varying", "probabilities")))
    rest, words = draw(st.integers(0, 6)), draw(st.integers(0, 2))
    classes = NUMBERS[size - 2].split()
    if words:
        classes = KNOWN[size - 2].split("/") if words == 2 and size < 6 else UNKNOWN.split()[:size]
    numbers = np.random.default_rng(draw(st.integers(0, 2**32)))
    gold, runs = numbers.integers(5, size=(n_cases, size)), numbers.integers(8, size=(n_runs, n_cases, size))
    if kind == "annotators":
        gold = numbers.multinomial(1 + rest, np.full(size, 1 / size), n_cases)
    for rows in (gold, *runs):
        rows[rows.sum(axis=1) == 0, 0] = 1
    ids = tuple(map(draw(st.sampled_from(IDS)), range(n_cases)))
    return Good(tuple(classes), ids, kind != "probabilities", gold, runs)


@dataclass(slots=True)
class Work:
    """A task in disguise: its files, and what a right reading finds in them."""

    draw: st.DrawFn = field(repr=False)
    good: Good
    drafts: list[Draft]  # the gold, then the runs
    repairs: set[str] = field(default_factory=set)  # that are true
    zips: str = ""  # runs.zip or task.zip

    def pick(self, options: Sequence):
        return options[self.draw(st.integers(0, len(options) - 1))]

    def targets(self) -> list[Draft]:
        """Draw which files are meant: the gold, a run, all runs, or everything."""
        return self.pick([self.drafts[:1], self.drafts[1:2], self.drafts[1:], self.drafts])

    @property
    def paths(self) -> list[str]:
        """The names of the gold and of each run, in an archive or not."""
        folders = ["task.zip/" * (self.zips == "task.zip"), *[f"{self.zips}/" * bool(self.zips)] * len(self.good.runs)]
        return [f"{folder}{draft.path}" for folder, draft in zip(folders, self.drafts, strict=True)]

    @property
    def files(self) -> list[File]:
        """The files as they reach us."""
        files = [File(draft.path, draft.data()) for draft in self.drafts]
        alone = {"": len(files), "runs.zip": 1, "task.zip": 0}[self.zips]
        return [*files[:alone], *([File(self.zips, zipped(dict(files[alone:])))] if self.zips else [])]

    @property
    def by_row(self) -> bool:
        """Whether some file has no ids any more."""
        return not all(draft.ids for draft in self.drafts)

    @property
    def mappings(self) -> tuple[tuple[str, TableMapping], ...]:
        """The mappings of the gold and of each run that are true."""
        true = [draft.mapping(self.good.classes) for draft in self.drafts]
        return tuple(zip(self.paths, true, strict=True))


def extra_column(work: Work) -> None:
    drafts = [draft for draft in work.targets() if draft.layout == "class-columns"]
    name, kind, seed = work.pick(COLUMNS), work.pick(tuple(VALUES)), work.draw(st.integers(0, 99))
    place = work.draw(st.integers(-1, len(work.good.classes)))
    if len(drafts) == len(work.drafts) and not work.good.classes[-1].isdigit():
        drafts = drafts[:1]  # a word among words in gold and runs alike may be a class: then nobody could know
    for draft in drafts:
        draft.extra = (place, name, [VALUES[kind](seed, n) for n in range(len(draft.cells))])


def no_ids(work: Work) -> None:
    for draft in work.targets():
        if draft.layout == "class-columns" and all([*one.cells.index] == [*work.good.ids] for one in work.drafts):
            draft.ids = False
            work.repairs.add("by-position")


def order_of_rows(work: Work) -> None:
    seed = work.draw(st.integers(0, 99))
    for draft in work.targets():
        draft.cells = draft.cells.sample(frac=1, random_state=seed)


def order_of_classes(work: Work) -> None:
    draft = work.drafts[-1]
    draft.cells = draft.cells.sample(frac=1, axis=1, random_state=work.draw(st.integers(0, 99)))


def as_rows(work: Work) -> None:
    """Lay tables out as a row per vote, or per case and class."""
    known = (("annotator", "label", "count"), ("worker_id", "rating", "prob"), ("who", "mark", "number"))
    names = work.pick(known)
    ordered = any([*draft.cells] != [*work.good.classes] for draft in work.drafts) and not work.good.in_order
    for draft in work.targets():
        if ordered and draft is work.drafts[0]:
            continue  # the columns of a gold are an order that others may contradict, its rows are none
        if draft.ids and draft.extra is None:
            draft.layout = "votes" if draft.counted and work.draw(st.booleans()) else "values"
            draft.names = names


def percentages(work: Work) -> None:
    for draft in work.targets():
        if not draft.counted:
            draft.cells = draft.cells.map(lambda cell: f"{100 * float(cell):.15g}")
            draft.percent = True
            work.repairs.add("percentages")


def folders(work: Work) -> None:
    how = work.pick(("teams", "runs.zip", "task.zip"))
    if how == "teams":
        for draft, team in zip(work.drafts[1:], ("teamA", "teamB", "teamC"), strict=False):
            draft.path = f"{team}/run.csv"
    else:
        work.zips = how


def marked_encoding(work: Work) -> None:
    encoding = work.pick(("utf-8-sig", "utf-16", "utf-16-be"))
    for draft in work.targets():
        draft.encoding = encoding


def separator(work: Work) -> None:
    sep, comma = work.pick((("\t", False), (";", False), (";", True), ("\t", True), (",", True)))
    for draft in work.targets():
        draft.sep, draft.comma = sep, comma


Disguise = Callable[[Work], None]
# In the order in which they happen: first to what the files hold, then to how they are written and packed.
HARMLESS: tuple[Disguise, ...] = (order_of_rows, order_of_classes, marked_encoding, separator, folders)
TRUE: tuple[Disguise, ...] = (
    *(order_of_rows, order_of_classes, percentages, as_rows, extra_column, no_ids),
    *(separator, folders),
)
DISGUISES: tuple[Disguise, ...] = (*TRUE[:6], marked_encoding, separator, folders)


@st.composite
def disguised(draw: st.DrawFn, disguises: Sequence[Disguise]) -> Work:
    """Draw a good task and up to three disguises for it."""
    good, key = draw(good_tasks()), draw(st.sampled_from(KEYS))
    tables = [("gold", good.gold, good.votes), *((f"run{n}", run, False) for n, run in enumerate(good.runs))]
    work = Work(draw, good, [Draft(f"{name}.csv", key, _cells(good, *of), of[1]) for name, *of in tables])
    chosen = draw(st.lists(st.sampled_from(range(len(disguises))), min_size=1, max_size=3, unique=True))
    for number in sorted(chosen):
        disguises[number](work)
    return work


def _cells(good: Good, rows: np.ndarray, counted: bool) -> pd.DataFrame:
    numbers = rows if counted else shares(rows)
    return pd.DataFrame([[f"{number:.15g}" for number in row] for row in numbers], good.ids, good.classes)


def is_named(name: str, path: str) -> bool:
    """Return whether a run of this name may be the one of this path: its last parts, or the folder of its team."""
    parts = PurePath(path).parts
    return any(name == "/".join(parts[start:]) for start in range(len(parts))) or name in parts[-2:-1]

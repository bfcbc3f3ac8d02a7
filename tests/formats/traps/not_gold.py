"""Tables that are no gold as they stand: ratings, questionnaires, rows of totals, one-hot rows, ids and times.

Each is made from a number: families, names, orders, sizes and formats differ. What a table holds when it is read as
meant stands beside it (`truth`): whoever reads it must find that, or ask.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from tests.formats.traps.build import text
from tests.formats.traps.good import ID_STYLES, workbook_of

Rows = list[list[str]]
Shares = Sequence[Mapping[str, float]]  # of each case, by class: votes, or what they are divided by their sum

PEOPLE = (
    lambda n: f"ann{n}",
    lambda n: f"annotator_{n}",
    lambda n: f"Annotator {n}",
    lambda n: f"rater_{n}",
    lambda n: f"Rater{n}",
    lambda n: f"judge {n}",
    lambda n: f"coder{n:02}",
    lambda n: f"worker-{17 * n}",
    lambda n: f"W{n}",
    lambda n: f"A{n}",
    lambda n: f"user_{n}",
    lambda n: f"expert{n}",
    lambda n: f"listener {n}",
    lambda n: f"assessor_{n}",
    lambda n: f"label{n}",
    lambda n: f"label_ann{n}",
    lambda n: f"rating_{n}",
    lambda n: f"score{n}",
    lambda n: "ABCDEFGH"[n - 1],
    lambda n: ("anna", "ben", "carla", "dev", "eva", "fynn", "gita", "hans")[n - 1],
    lambda n: ("Smith", "Jones", "Meyer", "Tanaka", "Rossi", "Li", "Okafor", "Novak")[n - 1],
    lambda n: ("MK", "TS", "JL", "PR", "AB", "XY", "OW", "DD")[n - 1],
)
ITEMS = (
    lambda n: f"q{n}",
    lambda n: f"Q{n}",
    lambda n: f"Q{n}. Is it clear?",
    lambda n: f"item{n}",
    lambda n: f"item_{n}",
    lambda n: f"sus_{n}",
    lambda n: f"question {n}",
    lambda n: f"likert{n}",
    lambda n: ("fluency", "adequacy", "style", "clarity", "tone", "humor", "trust", "length")[n - 1],
    lambda n: ("pleasant", "useful", "easy", "fast", "modern", "fun", "safe", "open")[n - 1],
)
KEYS = ("id", "case", "item_id", "item", "doc", "text_id", "dialogue_id", "question", "respondent_id", "subject")
ANNOTATORS = ("annotator", "annotator_id", "worker_id", "WorkerId", "rater", "rater_id", "judge", "user", "coder_id")
SCALES = ("1 2 3 4 5", "0 1 2 3", "0 1", "1 2 3", "1 2 3 4 5 6 7", "-2 -1 0 1 2", "-1 0 1")
CLASSES = (
    ("1", "2", "3", "4", "5"),
    ("-2", "-1", "0", "1", "2"),
    ("0", "1", "2", "3"),
    ("happy", "sad", "neutral"),
    ("bad", "ok", "good"),
    ("no", "yes"),
    ("negative", "neutral", "positive"),
    ("low", "medium", "high"),
)
SUMS = ("Total", "total", "TOTAL", "Sum", "sum", "All", "all", "Overall", "Summe", "Gesamt", "Grand Total", "Totals")
MEANS = ("Mean", "mean", "Average", "average", "avg", "AVG", "Mittelwert", "Overall", "All")


@dataclass(frozen=True)
class NotGold:
    """A table that is no gold as it stands."""

    family: str
    name: str
    data: bytes
    truth: Shares = ()  # of the cases when it is read as meant, where it can be

    def _repr_pretty_(self, printer, cycle: bool) -> None:  # what Hypothesis asks for
        printer.text(repr(self))

    def __repr__(self) -> str:
        return f"{self.family}: {self.name}\n{self.data[:900].decode('utf-8', 'backslashreplace')}"


@dataclass
class _Made:
    header: list[str]
    rows: Rows
    truth: Shares = ()


def not_golds() -> st.SearchStrategy[NotGold]:
    """Draw a table of any family."""
    return st.builds(made, st.sampled_from(sorted(FAMILIES)), st.integers(0, 2**32 - 1))


def made(family: str, seed: int) -> NotGold:
    """Return the table of a family with this number."""
    rng = random.Random(f"{family} {seed}")
    table = FAMILIES[family](rng)
    bare = family == "ratings without a header"
    form = rng.choice((",", "\t", ";") if bare else (",", ",", ",", "\t", ";", "xlsx", "json", "jsonl"))
    name = rng.choice(("gold", "data", "annotations", "ratings"))
    if form == "xlsx":
        data = workbook_of({"data": [table.header, *map(_numbers, table.rows)]})
        return NotGold(family, f"{name}.xlsx", data, table.truth)
    if form in {"json", "jsonl"}:
        records = [dict(zip(table.header, _numbers(row), strict=True)) for row in table.rows]
        written = json.dumps(records) if form == "json" else "".join(f"{json.dumps(one)}\n" for one in records)
        return NotGold(family, f"{name}.{form}", written.encode(), table.truth)
    ending = {",": "csv", "\t": "tsv", ";": "csv"}[form]
    return NotGold(family, f"{name}.{ending}", text(table.header, table.rows, form).encode(), table.truth)


def _numbers(row: Sequence[str]) -> list[object]:
    return [int(cell) if cell.lstrip("-").isdigit() and str(int(cell)) == cell else cell for cell in row]


def _ids(rng: random.Random, count: int) -> list[str]:
    style = rng.choice(ID_STYLES)
    return [style(n) for n in range(count)]


def _rated(rng: random.Random, names: Callable[[int], str]) -> _Made:
    """Return a rating in each column; their sums differ, or nobody could tell ratings from counts."""
    scale = rng.choice(SCALES).split()
    many, count = rng.randint(3, 8), rng.randint(3, 12)
    while True:
        ratings = [rng.choices(scale, k=many) for _ in range(count)]
        sums = {sum(map(int, row)) for row in ratings}
        if len(sums) > 1 and (min(map(int, scale)) >= 0 or sum("-" in "".join(row) for row in ratings) > 1):
            break
    ids = _ids(rng, count)
    header = [names(n) for n in range(1, many + 1)]
    rng.shuffle(header)
    rows = [[case, *row] for case, row in zip(ids, ratings, strict=True)]
    return _Made([rng.choice(KEYS), *header], rows, [Counter(row) for row in ratings])


def _named_by_chance(rng: random.Random) -> Callable[[int], str]:
    """Return names of columns that nobody has thought of."""
    words = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(2, 9))) for _ in range(8)]
    before, after = rng.choice(("", "", "by ", "r_", "rating ")), rng.choice(("", "", " (1-5)", "_rating"))
    return lambda n: f"{before}{words[n - 1]}{n if words.count(words[n - 1]) > 1 else ''}{after}"


def column_per_annotator(rng: random.Random) -> _Made:
    return _rated(rng, rng.choice((*PEOPLE, _named_by_chance(rng))))


def column_per_item(rng: random.Random) -> _Made:
    return _rated(rng, rng.choice((*ITEMS, _named_by_chance(rng))))


def ratings_without_a_header(rng: random.Random) -> _Made:
    """Return ratings alone. A first row whose ratings all differ could be a header, of classes."""
    made = _rated(rng, str)
    while len(set(made.rows[0])) == len(made.rows[0]):
        made = _rated(rng, str)
    return _Made(made.rows[0], made.rows[1:])


def row_per_annotator(rng: random.Random) -> _Made:
    """Return 0 and 1 for each class, a row for each annotator of each case; several cases have several."""
    classes = rng.choice(CLASSES)
    ids = _ids(rng, rng.randint(2, 6))
    header = [rng.choice(("id", "case", "item_id", "text_id", "doc_id")), rng.choice(ANNOTATORS)]
    rows: Rows = []
    truth: dict[str, Counter[str]] = {}
    style = rng.choice((str, lambda n: f"w{n}", lambda n: f"A{1000 + 37 * n}"))
    for case in ids:
        for voter in rng.sample(range(1, 9), rng.randint(2, 5)):
            place = rng.randrange(len(classes))
            truth.setdefault(case, Counter())[classes[place]] += 1
            rows.append([case, style(voter), *(str(int(n == place)) for n in range(len(classes)))])
    if rng.random() < 0.3:
        rng.shuffle(rows)
    if rng.random() < 0.2:
        header, rows = [header[1], header[0]], [[row[1], row[0], *row[2:]] for row in rows]
    return _Made([*header, *classes], rows, list(truth.values()))


def _counts(rng: random.Random) -> tuple[list[str], tuple[str, ...], list[list[int]]]:
    classes, count = rng.choice(CLASSES), rng.randint(2, 12)
    same, votes = rng.random() < 0.5, rng.randint(3, 20)
    rows = []
    for _ in range(count):
        votes = votes if same else rng.randint(1, 20)
        labels = rng.choices(range(len(classes)), k=votes)
        rows.append([labels.count(place) for place in range(len(classes))])
    return _ids(rng, count), classes, rows


def row_of_totals(rng: random.Random) -> _Made:
    ids, classes, rows = _counts(rng)
    columns = list(zip(*rows, strict=True))
    if rng.random() < 0.7:
        extra = [rng.choice(SUMS), *(str(sum(column)) for column in columns)]
    else:
        extra = [rng.choice(MEANS), *(f"{sum(column) / len(column):.12g}" for column in columns)]
    truth = [dict(zip(classes, row, strict=True)) for row in rows]
    cells = [[case, *map(str, row)] for case, row in zip(ids, rows, strict=True)]
    cells.insert(0 if rng.random() < 0.25 else len(cells), extra)
    return _Made([rng.choice(KEYS[:6]), *classes], cells, truth)


def row_of_means(rng: random.Random) -> _Made:
    """Return probabilities, and their mean as one row more."""
    ids, classes, counts = _counts(rng)
    rows = [[n / sum(row) for n in row] for row in counts]
    extra = [sum(column) / len(column) for column in zip(*rows, strict=True)]
    cells = [[case, *(f"{share:.12g}" for share in row)] for case, row in zip(ids, rows, strict=True)]
    cells.insert(0 if rng.random() < 0.25 else len(cells), [rng.choice(MEANS), *(f"{share:.12g}" for share in extra)])
    return _Made([rng.choice(KEYS[:6]), *classes], cells, [dict(zip(classes, row, strict=True)) for row in rows])


def with_times(rng: random.Random) -> _Made:
    """Return users, things, ratings, times: with or without names of columns."""
    start = rng.choice((881250949, 1700000000, 1700000000000))
    rows = []
    for _ in range(rng.randint(3, 12)):
        numbers = rng.randint(1, 900), rng.randint(1, 1600), rng.randint(1, 5), start + rng.randint(0, 9_999_999)
        rows.append(list(map(str, numbers)))
    header = rng.choice(
        (
            ["user_id", "item_id", "rating", "timestamp"],
            ["userId", "movieId", "rating", "timestamp"],
            ["user", "item", "stars", "time"],
            ["196", "242", "3", str(start + 5)],
        )
    )
    if rng.random() < 0.3:
        return _Made([header[0], *header[2:]], [[row[0], *row[2:]] for row in rows])
    votes: dict[str, Counter[str]] = {}
    for _, item, rating, _ in rows:
        votes.setdefault(item, Counter())[rating] += 1
    return _Made(header, rows, list(votes.values()) if header[1].isalpha() or "_" in header[1] else ())


def with_ids(rng: random.Random) -> _Made:
    """Return votes with a column more that holds numbers of people, tasks or batches."""
    ids, classes, rows = _counts(rng)
    name = rng.choice(("hit", "batch", "HITId", "worker", "page", "group", "year", "line", "version", "session_no"))
    values = [str(rng.randint(1, 5000)) for _ in ids]
    truth = [dict(zip(classes, row, strict=True)) for row in rows]
    cells = [[case, *map(str, row), value] for case, row, value in zip(ids, rows, values, strict=True)]
    header = [rng.choice(KEYS[:6]), *classes, name]
    if rng.random() < 0.5:
        header, cells = [header[0], name, *classes], [[row[0], row[-1], *row[1:-1]] for row in cells]
    return _Made(header, cells, truth)


def summarised(rng: random.Random) -> _Made:
    """Return a mean, a deviation and a number of ratings for each case, no distribution."""
    ids = _ids(rng, rng.randint(3, 12))
    columns = rng.choice(
        (["mean", "std", "n"], ["mos", "ci95", "votes"], ["avg", "median", "count"], ["mean", "min", "max"])
    )
    rows = [[case, f"{rng.uniform(1, 5):.2f}", f"{rng.uniform(0.1, 2):.2f}", str(rng.randint(3, 40))] for case in ids]
    return _Made([rng.choice(KEYS[:6]), *columns], rows)


FAMILIES: Mapping[str, Callable[[random.Random], _Made]] = {
    one.__name__.replace("_", " "): one
    for one in (
        column_per_annotator,
        column_per_item,
        ratings_without_a_header,
        row_per_annotator,
        row_of_totals,
        row_of_means,
        with_times,
        with_ids,
        summarised,
    )
}

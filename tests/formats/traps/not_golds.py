"""Tables that are no gold as they stand: whoever reads one must find what it means (`truth`), or ask.

Each is made from a number: families, names, orders, sizes and formats differ.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from hypothesis import strategies as st

from tests.formats.traps.workbooks import workbook_of

Rows = list[list[str]]
Shares = Sequence[Mapping[str, float]]  # of each case, by class


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split("|"))


PEOPLE = (
    *_split(
        "ann{}|annotator_{}|Annotator {}|rater_{}|Rater{}|judge {}|coder{:02}|W{}|A{}|user_{}|expert{}|listener {}"
    ),
    *_split("assessor_{}|label{}|label_ann{}|rating_{}|score{}|anna ben carla dev eva fynn gita hans"),
    *_split("Smith Jones Meyer Tanaka Rossi Li Okafor Novak|MK TS JL PR AB XY OW DD"),
)
ITEMS = (
    *_split("q{}|Q{}|Q{}. Is it clear?|item{}|item_{}|sus_{}|question {}|likert{}"),
    *_split("fluency adequacy style clarity tone humor trust length|pleasant useful easy fast modern fun safe open"),
)
IDS = ("c{}", "{}", "café {}", "D-{:03}", "10{}")
KEYS = ("id", "case", "item_id", "item", "doc", "text_id", "dialogue_id", "question", "subject")
ANNOTATORS = ("annotator", "annotator_id", "worker_id", "WorkerId", "rater", "rater_id", "judge", "user", "coder_id")
SCALES = ("1 2 3 4 5", "0 1 2 3", "0 1", "1 2 3", "1 2 3 4 5 6 7", "-2 -1 0 1 2", "-1 0 1")
CLASSES = tuple(
    tuple(words.split())
    for words in (
        *_split("1 2 3 4 5|-2 -1 0 1 2|0 1 2 3|happy sad neutral|bad ok good|no yes"),
        *_split("negative neutral positive|low medium high"),
    )
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
    form = rng.choice((*",,,\t;", "xlsx", "json", "jsonl"))
    name = rng.choice(("gold", "data", "annotations", "ratings"))
    if form == "xlsx":
        data = workbook_of({"data": [table.header, *map(_numbers, table.rows)]})
    elif form in {"json", "jsonl"}:
        records = [dict(zip(table.header, _numbers(row), strict=True)) for row in table.rows]
        data = (json.dumps(records) if form == "json" else "\n".join(map(json.dumps, records))).encode()
    else:
        data = "".join(form.join(row) + "\n" for row in (table.header, *table.rows)).encode()
    ending = {",": "csv", "\t": "tsv", ";": "csv"}.get(form, form)
    return NotGold(family, f"{name}.{ending}", data, table.truth)


def _numbers(row: Sequence[str]) -> list[object]:
    return [int(cell) if cell.lstrip("-").isdigit() and str(int(cell)) == cell else cell for cell in row]


def _named(rng: random.Random, styles: Sequence[str], count: int) -> list[str]:
    """Return names of a style: numbered, listed, or words that nobody has thought of."""
    style = rng.choice((*styles, ""))
    if not style:
        letters = "abcdefghijklmnopqrstuvwxyz"
        words = list(dict.fromkeys("".join(rng.choices(letters, k=rng.randint(3, 9))) for _ in range(2 * count)))
        return [f"{word}{' (1-5)' * (count % 2)}" for word in words[:count]]
    return [style.format(n + 1) for n in range(count)] if "{" in style else style.split()[:count]


def _ids(rng: random.Random, count: int) -> list[str]:
    style = rng.choice(IDS)
    return [style.format(n + 1) for n in range(count)]


def ratings(rng: random.Random) -> _Made:
    """Return a column per annotator or item; the sums differ, or nobody could tell ratings from counts."""
    scale = rng.choice(SCALES).split()
    many, count = rng.randint(3, 8), rng.randint(3, 12)
    while True:
        rows = [rng.choices(scale, k=many) for _ in range(count)]
        negative = sum("-" in "".join(row) for row in rows)
        if len({sum(map(int, row)) for row in rows}) > 1 and ("-" not in "".join(scale) or negative > 1):
            break
    header = _named(rng, PEOPLE + ITEMS, many)
    rng.shuffle(header)
    cells = [[case, *row] for case, row in zip(_ids(rng, count), rows, strict=True)]
    return _Made([rng.choice(KEYS), *header], cells, [Counter(row) for row in rows])


def people_in_rows(rng: random.Random) -> _Made:
    """Return a row per person, a column per item."""
    table = ratings(rng)
    table.header[0] = rng.choice((*ANNOTATORS, "ResponseId", "participant", "respondent_id", "Timestamp"))
    columns = list(zip(*[row[1:] for row in table.rows], strict=True))
    return _Made(table.header, table.rows, [Counter(column) for column in columns])


def one_hot(rng: random.Random) -> _Made:
    """Return 0 and 1 for each class, a row for each annotator of each case; several cases have several."""
    classes, rows = rng.choice(CLASSES), []
    truth: dict[str, Counter[str]] = {}
    style = rng.choice(("{}", "w{}", "A10{}"))
    for case in _ids(rng, rng.randint(2, 6)):
        for voter in rng.sample(range(1, 9), rng.randint(2, 5)):
            place = rng.randrange(len(classes))
            truth.setdefault(case, Counter())[classes[place]] += 1
            rows.append([case, style.format(voter), *(str(int(n == place)) for n in range(len(classes)))])
    if rng.random() < 0.3:
        rng.shuffle(rows)
    return _Made([rng.choice(KEYS[:6]), rng.choice(ANNOTATORS), *classes], rows, list(truth.values()))


def _counts(rng: random.Random) -> tuple[list[str], tuple[str, ...], list[list[int]]]:
    classes, count = rng.choice(CLASSES), rng.randint(2, 12)
    same, votes = rng.random() < 0.5, rng.randint(3, 20)
    rows = []
    for _ in range(count):
        votes = votes if same else rng.randint(1, 20)
        labels = rng.choices(range(len(classes)), k=votes)
        rows.append([labels.count(place) for place in range(len(classes))])
    return _ids(rng, count), classes, rows


def _truth(classes: Sequence[str], rows: Sequence[Sequence[float]]) -> Shares:
    return [dict(zip(classes, row, strict=True)) for row in rows]


def totals(rng: random.Random) -> _Made:
    """Return votes or shares with their sum or mean as one row more."""
    ids, classes, counts = _counts(rng)
    rows = counts if rng.random() < 0.6 else [[n / sum(row) for n in row] for row in counts]
    columns = list(zip(*rows, strict=True))
    if rows is counts and rng.random() < 0.6:
        extra = [rng.choice(SUMS), *(str(sum(column)) for column in columns)]
    else:
        extra = [rng.choice(MEANS), *(f"{sum(column) / len(column):.12g}" for column in columns)]
    cells = [[case, *(f"{cell:.12g}" for cell in row)] for case, row in zip(ids, rows, strict=True)]
    cells.insert(0 if rng.random() < 0.25 else len(cells), extra)
    return _Made([rng.choice(KEYS[:6]), *classes], cells, _truth(classes, rows))


def times(rng: random.Random) -> _Made:
    """Return users, things, ratings, times."""
    start = rng.choice((881250949, 1700000000, 1700000000000))
    rows, votes = [], {}
    for _ in range(rng.randint(3, 12)):
        numbers = rng.randint(1, 900), rng.randint(1, 1600), rng.randint(1, 5), start + rng.randint(0, 9_999_999)
        rows.append(list(map(str, numbers)))
        votes.setdefault(numbers[1], Counter())[str(numbers[2])] += 1
    header = rng.choice(("user_id item_id rating timestamp", "userId movieId rating timestamp", "user item stars time"))
    return _Made(header.split(), rows, list(votes.values()))


def ids_beside(rng: random.Random) -> _Made:
    """Return votes with a column more that holds numbers of people, tasks or batches."""
    ids, classes, rows = _counts(rng)
    name = rng.choice(("hit", "batch", "HITId", "worker", "page", "group", "year", "line", "version", "session_no"))
    values = [str(rng.randint(1, 5000)) for _ in ids]
    cells = [[case, *map(str, row), value] for case, row, value in zip(ids, rows, values, strict=True)]
    header = [rng.choice(KEYS[:6]), *classes, name]
    if rng.random() < 0.5:
        header, cells = [header[0], name, *classes], [[row[0], row[-1], *row[1:-1]] for row in cells]
    return _Made(header, cells, _truth(classes, rows))


def means(rng: random.Random) -> _Made:
    """Return means, deviations and numbers of votes: alone, or beside counts."""
    ids, classes, rows = _counts(rng)
    columns = rng.choice(("mean std n", "mos ci95 votes", "avg median count", "mean min max")).split()
    beside = rng.random() < 0.5
    cells = [
        [
            case,
            *(map(str, row) if beside else ()),
            f"{rng.uniform(1, 5):.2f}",
            f"{rng.uniform(0, 2):.2f}",
            str(sum(row)),
        ]
        for case, row in zip(ids, rows, strict=True)
    ]
    header = [rng.choice(KEYS[:6]), *(classes if beside else ()), *columns]
    return _Made(header, cells, _truth(classes, rows) if beside else ())


def ranks(rng: random.Random) -> _Made:
    """Return the places of the same things in each row."""
    classes, count = rng.choice(CLASSES), rng.randint(3, 12)
    rows = [rng.sample(range(1, len(classes) + 1), len(classes)) for _ in range(count)]
    return _Made(
        [rng.choice(KEYS), *classes],
        [[case, *map(str, row)] for case, row in zip(_ids(rng, count), rows, strict=True)],
    )


def cumulative(rng: random.Random) -> _Made:
    """Return votes or shares that are added up from class to class."""
    classes, votes = rng.choice(CLASSES), rng.randint(3, 20)
    labels = [rng.choices(range(len(classes)), k=votes) for _ in range(rng.randint(3, 12))]
    counts = [[some.count(place) for place in range(len(classes))] for some in labels]
    share = rng.choice((1, votes))
    rows = [[f"{n / share:.12g}" for n in accumulate(row)] for row in counts]
    cells = [[case, *row] for case, row in zip(_ids(rng, len(rows)), rows, strict=True)]
    return _Made([rng.choice(KEYS[:6]), *classes], cells, _truth(classes, counts))


FAMILIES: Mapping[str, Callable[[random.Random], _Made]] = {
    one.__name__.replace("_", " "): one
    for one in (ratings, people_in_rows, one_hot, totals, times, ids_beside, means, ranks, cumulative)
}

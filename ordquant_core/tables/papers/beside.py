"""What a paper prints of a recognised task beside the same numbers of one's own.

It is a column and a note below it; matrices over measures follow those of one's own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol
from urllib.parse import urlencode

from ordquant_core.analysis.discrimination import Overlap
from ordquant_core.analysis.printed import rankings, significance
from ordquant_core.analysis.printed.from_gold import data_set_of
from ordquant_core.markup import Cell, Column, Grid, Html, Numbers, Row, join, tag
from ordquant_core.numerals import count, listed, percent, setting
from ordquant_core.papers.contradictions import PRINTED_CONTRADICTIONS
from ordquant_core.papers.references import REFERENCES
from ordquant_core.papers.slips import SLIPS
from ordquant_core.records import Task
from ordquant_core.tables.papers.grid import Block, Mark, pairs, upper_half
from ordquant_core.tables.papers.printed import recognition
from ordquant_core.tables.papers.printed_for import SSO, Said, overlap, same_family, tau


class TestSettings(Protocol):
    """What a test of runs depends on, besides the runs."""

    @property
    def alpha(self) -> float: ...  # noqa: D102
    @property
    def trials(self) -> int: ...  # noqa: D102
    @property
    def seed(self) -> int: ...  # noqa: D102


def recognised(task: Task) -> str:
    """Say which task of the papers a gold is, and where printed numbers stand beside one's own; "" for another gold."""
    known = data_set_of(task)
    if known is None:
        return ""
    papers = listed([REFERENCES[key].short for key in (significance.PAPER, rankings.PAPER)])
    pages = listed(["Systems", "Measures", *(["Popularity vs Uniform"] if known.scale else [])])
    return (
        f"This gold is recognised as {known.name} of {papers} by {recognition(known)}. {pages} show the printed "
        "numbers beside yours, ranks and tests where the same baselines are among the runs."
    )


def conditions(said: Said, runs: int, here: str = "", *, value: str = "") -> str:
    """Say whose numbers are printed, with which runs and settings, and what is different here; to follow `location`.

    `value`: the printed number, where it stands nowhere else.
    """
    theirs, ours = (count(n, "run") for n in (said.data_set.n_runs, runs))
    printed = ", ".join(filter(None, (value, theirs, said.settings)))
    own = f"{ours}, {here}" if here else ours
    return (
        f" for {said.data_set.name}: {printed}. Here: {own}. The gold is recognised by "
        f"{recognition(said.data_set)}; the runs may differ.{_slips(said)}"
    )


def _slips(said: Said) -> str:
    """Say which of the printed numbers are known slips."""
    if not said.start:
        return ""
    found = [slip for slip in SLIPS if (slip.paper, slip.place) == (said.paper, said.place)]
    return "".join(f" A slip in the paper: {slip.cause}" for slip in found if slip.name.startswith(said.start))


def note(found: Iterable[tuple[Said | None, int]], here: str = "", *, value: str = "") -> Html:
    """Say for every task where its numbers are printed, with a link to them, and what differs; nothing for none.

    `found`: what is printed, None where nothing is, and the number of runs here; `here` and `value`: see `conditions`.
    """
    said = []
    for one, runs in found:
        if one is not None and one.same_family:
            words = conditions(one, runs, here, value=value)
            said.append(join(["Printed: ", to_papers(one.location, one.query), words]))
        elif one is not None:
            said.append(join(["Not shown: ", to_papers(one.location, one.query), _other_family(one)]))
    return join(said, " ")


def _other_family(said: Said) -> str:
    """Say why printed numbers do not stand beside one's own; to follow `location`."""
    start = f" for {said.data_set.name}: its {count(said.data_set.n_runs, 'run')}"
    if said.data_set.counts_baselines:
        return (
            f"{start} include Popularity and Uniform; in the Settings, compare them with the runs to see its numbers."
        )
    return f"{start} do not include Popularity and Uniform, which are compared with the runs here."


def comparable(said: Said | None) -> Said | None:
    """Return what is printed where it is of a family like that of one's own runs."""
    return said if said is not None and said.same_family else None


def to_papers(words: str, query: Mapping[str, str]) -> Html:
    """Return a link that opens the page Papers."""
    style = "color:var(--oq-gold)"
    return tag("a", words, href=f"papers?{urlencode(query)}", target="_self", style=style, data_inside=True)


def tested(settings: TestSettings) -> str:
    """Return the settings of a test of runs in words: "level 0.05, 5,000 trials, seed 1"."""
    return f"level {setting(settings.alpha)}, {count(settings.trials, 'trial')}, seed {settings.seed}"


def by_measure(grid: Grid, at: int, said: Said | None) -> Grid:
    """Add what is printed as column number `at` of a table with a row per measure; nothing where nothing is."""
    said = comparable(said)
    if said is None:
        return grid
    texts = [said.texts.get(str(row.data["measure"]), "") for row in grid[1]]
    return with_column(grid, at, heading(said), texts)


def by_task(grid: Grid, at: int, said: Sequence[Said | None]) -> Grid:
    """Add what is printed of every task as column number `at` of a table with a row per task; nothing for none."""
    said = list(map(comparable, said))
    if not any(said):
        return grid
    texts = ["" if one is None else next(iter(one.texts.values())) for one in said]
    return with_column(grid, at, heading(*said), texts)


def of_overlap(grid: Grid, found: Overlap, said: Said | None) -> Grid:
    """Add what is printed of a, b and c to a table with a row each, and a row for SSO; nothing where nothing is."""
    said = comparable(said)
    if said is None:
        return grid
    share = "" if found.sso is None else percent(found.sso, 1)
    rows = [*grid[1], Row([Cell(SSO, heads=True), "b / (a + b + c)", share])]
    return with_column((("", "pairs of runs", "here"), rows), 3, heading(said), list(said.texts.values()))


def heading(*said: Said | None) -> Column:
    """Return the heading of a column of printed numbers, which says on hover where they are printed."""
    places = dict.fromkeys(f"{one.location}, {one.data_set.name}" for one in said if one is not None)
    return Numbers("printed", "; ".join(places))


def with_column(grid: Grid, at: int, head: Column, texts: Sequence[str]) -> Grid:
    """Return a table with one more column, number `at`: a text per row."""
    columns, rows = grid
    cells = (Cell(text, class_="oq-muted") for text in texts)
    wider = [replace(row, cells=_with(row.cells, at, cell)) for row, cell in zip(rows, cells, strict=True)]
    return _with(columns, at, head), wider


def _with(items: Sequence[object], at: int, one: object) -> list[object]:
    return [*items[:at], one, *items[at:]]


def contradictions(task: Task, measures: Sequence[str]) -> list[Block]:
    """Return what table 5 of LQ 2021 prints of a task; three of its tasks have no contradictions, and no part."""
    known = data_set_of(task)
    part = next((part for part in PRINTED_CONTRADICTIONS if known is not None and part.task == known.name), None)
    if known is None or part is None or not same_family(task, known):
        return []

    def cell(i: int, j: int) -> list[Mark]:
        first, second = measures[i], measures[j]
        return [Mark(part.counts.get((first, second)) or part.counts.get((second, first), ""))]

    return [upper_half(f"printed in LQ 2021, Table 5 {part.part}, {part.task}", measures, cell)]


def overlaps(task: Task, measures: Sequence[str]) -> list[Block]:
    """Return what table 4 of LQ 2021 prints of a task; nothing for fewer than two of its measures."""

    def marks(said: Said) -> list[Mark]:
        counts = "/".join(said.texts[letter] for letter in "abc")
        return [Mark(said.texts[SSO].removesuffix("%"), after=f"({counts})")]

    return _block(task, measures, overlap, marks, [Mark("")])


def taus(task: Task, measures: Sequence[str]) -> list[Block]:
    """Return what tables 3 to 17 of the variants study print of a task; nothing for fewer than two of its measures."""

    def marks(said: Said) -> list[Mark]:
        value, _, bounds = "".join(said.texts.values()).partition(" ")
        return [Mark(value), Mark(bounds)]

    return _block(task, measures, tau, marks, [Mark(""), Mark("")])


def _block(
    task: Task,
    measures: Sequence[str],
    lookup: Callable[[Task, str, str], Said | None],
    marks: Callable[[Said], list[Mark]],
    empty: list[Mark],
) -> list[Block]:
    """Return a matrix of what `lookup` finds for every pair of measures; `empty` stands where it finds nothing."""
    said = {(i, j): lookup(task, measures[i], measures[j]) for i, j in pairs(measures)}
    known = next((one for one in said.values() if one is not None), None)
    if known is None or not known.same_family:
        return []

    def cell(i: int, j: int) -> list[Mark]:
        one = said[i, j]
        return empty if one is None else marks(one)

    title = f"printed in {known.location}, {known.data_set.name} ({count(known.data_set.n_runs, 'run')})"
    return [upper_half(title, measures, cell)]

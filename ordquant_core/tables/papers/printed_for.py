"""What LQ 2021 and the variants study print of a recognised task, table by table.

The runs of the papers are not public: a task is recognised by its gold, and its runs may be others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ordquant_core.analysis.baselines import BASELINES, baselines_among
from ordquant_core.analysis.printed import from_gold, rankings, significance
from ordquant_core.analysis.printed.everything import row_on_papers
from ordquant_core.analysis.printed.from_gold import data_set_of
from ordquant_core.numerals import count, setting
from ordquant_core.papers.combinations import PRINTED_COMBINATIONS
from ordquant_core.papers.consistency import N_SPLITS, PRINTED_CONSISTENCY
from ordquant_core.papers.contradictions import PRINTED_CONTRADICTIONS
from ordquant_core.papers.data_sets import DataSet
from ordquant_core.papers.significance import LEVEL, N_TRIALS, PRINTED_SIGNIFICANCE
from ordquant_core.papers.variants import PRINTED_TASKS, PrintedAgreement
from ordquant_core.records import Task
from ordquant_core.tables.papers.printed import location

SSO = "SSO"
WINS = {"paper": from_gold.PAPER, "table": from_gold.PLACE}  # of a link to the page Papers
TESTED = f"level {setting(LEVEL)}, {count(N_TRIALS, 'trial')}"
SPLIT = count(N_SPLITS, "split")


@dataclass(frozen=True, slots=True)
class Said:
    """What one table prints of a task."""

    data_set: DataSet
    paper: str  # a key of REFERENCES
    place: str
    texts: Mapping[str, str]  # by measure, or by the name of the row
    settings: str = ""  # what the numbers were computed with, besides the runs
    start: str = ""  # of the names of these numbers on the page Papers
    same_family: bool = True  # whether the runs here have baselines among them where those of the paper have

    @property
    def location(self) -> str:
        """Where it is printed: "LQ 2021, table 3"."""
        return location(self.paper, self.place)

    @property
    def query(self) -> dict[str, str]:
        """What a link to these numbers on the page Papers says."""
        row = row_on_papers(self.paper, self.place, self.start)
        if row is None:
            return {"paper": self.paper}
        return {"paper": self.paper, "table": self.place} | ({"row": str(row)} if row > 1 else {})


def same_family(task: Task, known: DataSet) -> bool:
    """Return whether Popularity and Uniform are both among the runs of a task, or none is, as among those printed.

    Ranks and tests of a run depend on the others: numbers of another family answer another question.
    """
    among = baselines_among(task)
    return len(among) == len(BASELINES) if known.counts_baselines else not among


def power(task: Task, measures: Sequence[str]) -> Said | None:
    """Return the discriminative powers that LQ 2021 prints of a task, by measure; None where there is none."""
    known = data_set_of(task)
    if known is None:
        return None
    printed = next(one for one in PRINTED_SIGNIFICANCE if one.name == known.name)
    texts = {
        one.measure: f"{count(one.significant)} of {count(one.pairs)} ({one.percent}%)"
        for one in printed.powers
        if one.measure in measures
    }
    start = f"{known.name}, {next(iter(texts), '')}"
    return Said(known, significance.PAPER, "Table 3", texts, TESTED, start, same_family(task, known)) if texts else None


def overlap(task: Task, first: str, second: str) -> Said | None:
    """Return a, b, c and SSO that LQ 2021 prints of two measures on a task; None where there is none."""
    known = data_set_of(task)
    if known is None:
        return None
    printed = next(one for one in PRINTED_SIGNIFICANCE if one.name == known.name)
    for cell in printed.overlaps:
        if {cell.first, cell.second} == {first, second}:
            alone = (cell.a, cell.c) if cell.first == first else (cell.c, cell.a)
            texts = {"a": count(alone[0]), "b": count(cell.b), "c": count(alone[1]), SSO: f"{cell.percent}%"}
            place, start = significance.OVERLAP_PLACES[known.name], f"{cell.first} and {cell.second}, "
            return Said(known, significance.PAPER, place, texts, TESTED, start, same_family(task, known))
    return None


def contradictions(task: Task) -> Said | None:
    """Return where LQ 2021 prints the contradictions of a task, or that it has none; None for a task not in it."""
    known = data_set_of(task)
    if known is None:
        return None
    for part in PRINTED_CONTRADICTIONS:
        if part.task == known.name:
            place, settings = f"Table 5 {part.part}", TESTED
            break
    else:
        place, settings = "Table 5", f"no contradictions, {TESTED}"
    return Said(known, significance.PAPER, place, {}, settings, same_family=same_family(task, known))


def tau(task: Task, first: str, second: str) -> Said | None:
    """Return tau between two measures with its interval, as the variants study prints it; None where there is none."""
    known = data_set_of(task)
    if known is None:
        return None
    alone = next(one for one in PRINTED_TASKS if one.name == known.name)
    combined = next(one for one in PRINTED_COMBINATIONS if one.task == known.name)
    for place, cells in ((rankings.TAU_PLACES[known.name], alone.cells), (combined.place, combined.cells)):
        for cell in cells:
            if {cell.first, cell.second} == {first, second}:
                start = f"{known.name}, {cell.first} and {cell.second}, "
                texts = {known.name: _with_interval(cell)}
                return Said(known, rankings.PAPER, place, texts, "", start, same_family(task, known))
    return None


def _with_interval(cell: PrintedAgreement) -> str:
    return f"{cell.tau} [{cell.low}, {cell.high}]"


def similarity(task: Task, measures: Sequence[str]) -> Said | None:
    """Return the average similarities that the variants study prints of a task; None where there is none."""
    known = data_set_of(task)
    if known is None:
        return None
    printed = next(one for one in PRINTED_TASKS if one.name == known.name).averages
    texts = {key: text for key, text in printed.items() if key in measures}
    settings, place = f"means over {count(len(printed) - 1)} other measures", rankings.SIMILARITY_PLACES[known.name]
    start = f"{known.name}, {next(iter(texts), '')}"
    return Said(known, rankings.PAPER, place, texts, settings, start, same_family(task, known)) if texts else None


def consistency(task: Task, measures: Sequence[str], *, halves: bool) -> Said | None:
    """Return the mean taus of halves, or of two sets of ten cases, that the variants study prints; None for none."""
    known = data_set_of(task)
    if known is None:
        return None
    part = next(one for one in PRINTED_CONSISTENCY if one.task == known.name)
    texts = {key: text for key, text in (part.half if halves else part.ten).items() if key in measures}
    alike = same_family(task, known)
    return Said(known, rankings.PAPER, part.place, texts, SPLIT, same_family=alike) if texts else None

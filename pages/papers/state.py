"""What a visitor of Papers has chosen, and the numbers that their own gold has filled in."""

from ordquant_core.findings import papers as findings
from ordquant_core.papers.references import REFERENCES
from ordquant_core.reproduction.everything import PAPERS, Checked, recomputed
from ordquant_core.reproduction.number import PrintedNumber
from ordquant_core.spaces.artificial import MOST_SEEDS, MOST_VOTES
from ordquant_core.spaces.gold_distributions import MOST_CLASSES
from pages.shared.params import Choice, Flag, Params, Sections, Text, Whole
from pages.shared.result_cache import compute_once
from pages.shared.session import Item

ALL = "all"
TITLES = {ALL: "All papers"} | {paper: REFERENCES[paper].short for paper in PAPERS}
ROWS, CARDS = 14, 4  # on a page of the list, and of the slips
MOST = 10_000
VIEWS = {"numbers": "Printed numbers", "artificial": "Artificial distributions"}
STATE = Params(
    "papers",
    Choice("show", VIEWS, noun="section"),
    Choice("paper", TITLES),
    Text("table"),  # of one paper: "Table 3", "Section 5.1"; "" for all
    Flag("slips"),
    Whole("row", 1, 1, MOST),
    Whole("slip", 1, 1, MOST),
    Whole("study_l", 3, 2, MOST_CLASSES, noun="classes"),
    Whole("study_votes", 30, 2, MOST_VOTES, noun="votes"),
    Whole("study_seeds", 20, 1, MOST_SEEDS, noun="seeds"),
    Flag("repeats"),
    Flag("drawn"),
)
OF_VIEW = {
    "numbers": ("paper", "table", "slips", "row", "slip"),
    "artificial": ("study_l", "study_votes", "study_seeds", "repeats", "drawn"),
}
SECTIONS = Sections(STATE, "show", VIEWS, OF_VIEW)
GOLD: Item[tuple[PrintedNumber, ...]] = Item("papers_gold", tuple)  # of the visitor's own files
OUTCOME: Item[str] = Item("papers_said", str)  # what became of them


def checked() -> Checked:
    """Return all numbers, with those of the visitor's gold."""
    own = GOLD.get()
    return recomputed().with_(own) if own else recomputed()


def come_out() -> tuple[str, float]:
    """Say how many of these numbers come out as printed, and return their share."""

    def compute() -> tuple[str, float]:
        numbers = checked()
        return findings.numbers_that_come_out(numbers), numbers.matching / len(numbers.numbers)

    return compute_once(("papers come out", GOLD.get()), compute)


def listed(checked: Checked) -> tuple[PrintedNumber, ...]:
    """Return the numbers that the visitor wants to see."""
    paper, table = STATE["paper"], STATE["table"]
    numbers = checked.of(None if paper == ALL else paper, slips=STATE["slips"])
    return tuple(one for one in numbers if table in ("", one.key.place))


def tables(checked: Checked) -> dict[str, str]:
    """Return the tables, figures and sections of the chosen paper, with what is shown for each; of all papers none."""
    paper = STATE["paper"]
    places = () if paper == ALL else dict.fromkeys(one.key.place for one in checked.of(paper))
    return {"": "All tables and sections"} | {place: place for place in places}


def start(row: int, on_a_page: int, n: int) -> int:
    """Return the number of the first row of the page that holds a row, both from 0."""
    return min(max(row - 1, 0), max(n - 1, 0)) // on_a_page * on_a_page

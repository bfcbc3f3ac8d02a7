"""What a visitor of Papers can choose: the grammar of its links."""

from ordquant_core.papers.printed import printed_numbers
from ordquant_core.papers.references import REFERENCES
from ordquant_core.spaces.artificial import MOST_SEEDS, MOST_VOTES
from ordquant_core.spaces.gold_distributions import MOST_CLASSES
from pages.shared.params import Choice, Flag, Params, Sections, Whole

ALL = "all"
PAPERS = {ALL: "the four papers"} | {row.paper: REFERENCES[row.paper].short for row in printed_numbers()}
VIEWS = {"numbers": "Recomputed numbers", "artificial": "Artificial distributions"}
STATE = Params(
    "papers",
    Choice("show", VIEWS, noun="section"),
    Choice("paper", PAPERS),
    Flag("every"),
    Choice("table"),  # of those of the paper: "Table 3", "Section 5.1"
    Whole("study_l", 3, 2, MOST_CLASSES, noun="classes"),
    Whole("study_votes", 30, 2, MOST_VOTES, noun="votes"),
    Whole("study_seeds", 20, 1, MOST_SEEDS, noun="seeds"),
    Flag("repeats"),
)
OF_VIEW = {
    "numbers": ("paper", "every", "table"),
    "artificial": ("study_l", "study_votes", "study_seeds", "repeats"),
}
SECTIONS = Sections(STATE, "show", VIEWS, OF_VIEW)

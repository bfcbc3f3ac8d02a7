"""What the page shows, and its links: the section, the pairs by their seed, the answers so far."""

from ordquant_core.teaching.quiz import MOST_SEEDS
from ordquant_core.teaching.your_eye import EyeSitting, read_eye_sitting, write_eye_sitting
from pages.shared.params import Choice, Param, Params, Whole

SECTIONS = {"pairs": "Pairs", "class": "For a class"}


STATE = Params(
    "eye",
    Choice("show", SECTIONS),
    Whole("seed", None, 0, MOST_SEEDS - 1),
    Param("answers", EyeSitting(), read_eye_sitting, write_eye_sitting),
)


def query() -> dict[str, str]:
    """Return what a link must say: for a class the seed without the answers, which others are to give."""
    return STATE.query("show", "seed") if STATE["show"] == "class" else STATE.query()

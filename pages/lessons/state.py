"""What the page shows, and its links: the section, the lesson and its step, a measure that was made, the judges."""

from collections.abc import Mapping

from ordquant_core.measures.built import Switches
from ordquant_core.teaching.course import JUDGES, MAKE, STEPS
from pages.shared import presenting
from pages.shared.common import COMMON
from pages.shared.params import Choice, Param, Params, Whole

SECTIONS = {"lessons": "Lessons", "page": "On one page"}
LEVELS = "easy", "medium", "hard"
MOST_PICTURES = 1_000_000

STATE = Params(
    "lessons",
    Choice("show", SECTIONS),
    Choice("lesson", STEPS),
    Whole("step", 1, 1, max(STEPS.values())),
    Param("built", None, Switches.parse),
    Choice("level", LEVELS),
    Whole("picture", 0, 0, MOST_PICTURES - 1),
)
_OF = {MAKE: ("built", "picture"), JUDGES: ("level", "picture")}  # what a link says of them, others have steps


def enter(query: Mapping[str, str] | None) -> None:
    """Open what a link shows."""
    if query:  # a link says only what differs from how the page opens
        STATE.reset(*(name for name in STATE if name not in query))
    presenting.enter(query)
    STATE.follow(query)
    COMMON.follow(query, "view")


def query() -> dict[str, str]:
    """Return what a link must say to open the same; what somebody answered stays in their browser."""
    if STATE["show"] == "page":
        return STATE.query("show")
    return STATE.query("lesson", *_OF.get(STATE["lesson"], ("step",)))

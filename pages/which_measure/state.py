"""What a visitor of Which measure? has chosen: a section, the answers, what else a section needs. All are in links."""

from ordquant_core.analysis.picture import parse_numbers, write_entry
from ordquant_core.distributions import as_distributions
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES, OTHER_MEASURES
from ordquant_core.spaces.gold_distributions import MOST_CLASSES
from ordquant_core.spaces.measure_properties import PROPERTIES
from ordquant_core.spaces.pairs import MOST_IN_PAIRS
from ordquant_core.spaces.which_measure import QUESTIONS, Answers
from pages.shared.params import Choice, Param, Params, Sections, Whole

VIEWS = {"questions": "Five questions", "properties": "Properties", "recommended": "Recommendations"}
OPEN = "open"  # not yet answered
ANSWERS = {"yes": "Yes", "no": "No", "any": "Skip"}
GIVEN = {"yes": True, "no": False, "any": None}
NAMES = {question.key: question.key.replace(" ", "_") for question in QUESTIONS}  # question -> parameter
SHOWN = MAIN_MEASURES + OTHER_MEASURES  # with their properties
PROPER = "proper"  # beside the properties: whether a measure rewards the true distribution
MOST_TRUE_CLASSES = 6


def parse_truth(text: str) -> tuple[float, ...]:
    """Read a true distribution: probabilities or votes. Raises `OrdquantError`."""
    numbers = parse_numbers(text, "The true distribution")
    if not 2 <= len(numbers) <= MOST_TRUE_CLASSES:
        raise OrdquantError(f"The true distribution has {len(numbers)} classes; give 2 to {MOST_TRUE_CLASSES}.")
    as_distributions(numbers, "The true distribution")
    return numbers


def _parse_property(text: str) -> str:
    measure, _, name = text.partition(".")
    if measure not in SHOWN or name not in {*PROPERTIES, PROPER}:
        raise ValueError("write measure.property, such as NMD.order")
    return f"{measure}.{name}"


STATE = Params(
    "which_measure",
    Choice("show", VIEWS, noun="section"),
    *(Choice(name, (OPEN, *ANSWERS)) for name in NAMES.values()),
    Whole("l", 4, 2, MOST_CLASSES, noun="classes"),
    Whole("n", 7, 1, MOST_IN_PAIRS - 1, noun="votes"),
    Param("property", "NMD.order", _parse_property),
    Param("truth", "0.1,0.3,0.6", lambda text: write_entry(parse_truth(text)), noun="truth"),
    Whole("k", 3, 1, 60, noun="annotators"),
)
OF_VIEW = {"questions": tuple(NAMES.values()), "properties": ("l", "n", "property", "truth", "k")}
SECTIONS = Sections(STATE, "show", VIEWS, OF_VIEW)


def answers() -> Answers:
    """Return the answers that were given, by question."""
    return {key: GIVEN[STATE[name]] for key, name in NAMES.items() if STATE[name] != OPEN}


def answer(key: str, word: str) -> None:
    """Set the answer to a question; `OPEN` takes it back."""
    STATE[NAMES[key]] = word

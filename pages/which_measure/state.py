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

VIEWS = {
    "questions": "Five questions",
    "properties": "Properties",
    "propriety": "Propriety",
    "recommended": "Recommendations",
}
ANSWERS = {"any": "Does not matter", "yes": "Yes", "no": "No"}
GIVEN = {"yes": True, "no": False}
NAMES = {question.key: question.key.replace(" ", "_") for question in QUESTIONS}  # question -> parameter
SHOWN_BY_PROPRIETY = MAIN_MEASURES + OTHER_MEASURES
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
    if measure not in MAIN_MEASURES or name not in PROPERTIES:
        raise ValueError("write measure.property, such as NMD.order")
    return f"{measure}.{name}"


STATE = Params(
    "which_measure",
    Choice("show", VIEWS, noun="section"),
    *(Choice(name, ANSWERS) for name in NAMES.values()),
    Whole("properties_l", 4, 2, MOST_CLASSES, noun="classes"),
    Whole("properties_n", 7, 1, MOST_IN_PAIRS - 1, noun="votes"),
    Param("property", "NMD.order", _parse_property),
    Param("truth", "0.1,0.3,0.6", lambda text: write_entry(parse_truth(text)), noun="truth"),
    Whole("k", 3, 1, 60, noun="annotators"),
    Choice("report", SHOWN_BY_PROPRIETY),
)
OF_VIEW = {
    "questions": tuple(NAMES.values()),
    "properties": ("properties_l", "properties_n", "property"),
    "propriety": ("truth", "k", "report"),
}
SECTIONS = Sections(STATE, "show", VIEWS, OF_VIEW)


def answers() -> Answers:
    """Return the answers that were given, by question."""
    return {key: GIVEN.get(STATE[name]) for key, name in NAMES.items()}


def choose(name: str, text: str) -> None:
    """Set the property or the measure that is shown; what comes from the browser is checked."""
    try:
        STATE[name] = STATE.params[name].parse(text)
    except ValueError:
        return

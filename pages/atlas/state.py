"""What the visitor of the atlas has chosen: a section, a space, two estimators, conditions. All of it is in the link.

Estimators, conditions, gold distributions and properties are typed values of one parameter each; `inputs` draws them.
"""

from ordquant_core.analysis.picture import parse_numbers, write_entry
from ordquant_core.analysis.spaces.artificial import MOST_SEEDS
from ordquant_core.analysis.spaces.artificial import MOST_VOTES as MOST_VOTES_OF_STUDY
from ordquant_core.analysis.spaces.by_score import Asked, parse_conditions, write_conditions
from ordquant_core.analysis.spaces.estimators import parse_estimator, parse_votes
from ordquant_core.analysis.spaces.gold_distributions import MOST_CLASSES, MOST_DISTRIBUTIONS
from ordquant_core.analysis.spaces.measure_properties import PROPERTIES
from ordquant_core.analysis.spaces.pairs import MOST_IN_PAIRS, Votes
from ordquant_core.analysis.spaces.weights import WEIGHTINGS
from ordquant_core.distributions import as_distributions
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES, OTHER_MEASURES
from ordquant_core.tables.spaces.results import votes_text
from pages.shared.common import COMMON
from pages.shared.params import Choice, Flag, Param, Params, Whole

VIEWS = {
    "every": "Compare estimators",
    "by_score": "Find by score",
    "artificial": "Artificial distributions",
    "properties": "Properties of measures",
    "propriety": "Propriety",
}
EARLIER = {"search": "by_score", "laws": "properties"}  # sections in links made before
EARLIER_PROPERTIES = {"carry": "move"}
LIMITS = {
    "n": (1, MOST_DISTRIBUTIONS),
    "l": (2, MOST_CLASSES),
    "mode": (0, MOST_CLASSES),
    "study_l": (2, MOST_CLASSES),
    "study_votes": (2, MOST_VOTES_OF_STUDY),
    "study_seeds": (1, MOST_SEEDS),
    "properties_l": (2, MOST_CLASSES),
    "properties_n": (1, MOST_IN_PAIRS - 1),
    "k": (1, 60),
}


SHOWN_BY_PROPRIETY = MAIN_MEASURES + OTHER_MEASURES
MOST_TRUE_CLASSES = 6
PRESETS: dict[str, tuple[tuple[Asked, ...], int]] = {  # LQ 2021, Figure 3: the printed deltas and modes
    "a": ((Asked("NMD", "delta", -0.150, 0.0005), Asked("RNOD", "delta", 0.115, 0.0005)), 4),
    "b": ((Asked("NMD", "delta", 0.0, 0.0005), Asked("RNOD", "delta", 0.263, 0.0005)), 1),
}


def parse_truth(text: str) -> tuple[float, ...]:
    """Read a true distribution: probabilities or votes. Raises `OrdquantError`."""
    numbers = parse_numbers(text, "The true distribution")
    if not 2 <= len(numbers) <= MOST_TRUE_CLASSES:
        raise OrdquantError(f"The true distribution has {len(numbers)} classes; give 2 to {MOST_TRUE_CLASSES}.")
    as_distributions(numbers, "The true distribution")
    return numbers


def _parse_property(text: str) -> str:
    measure, _, name = text.partition(".")
    name = EARLIER_PROPERTIES.get(name, name)
    if measure not in MAIN_MEASURES or name not in PROPERTIES:
        raise ValueError("write measure.property, such as NMD.order")
    return f"{measure}.{name}"


STATE = Params(
    "atlas",
    Choice("view", VIEWS, earlier=EARLIER),
    Whole("n", 20, *LIMITS["n"]),
    Whole("l", 5, *LIMITS["l"]),
    Choice("x", MAIN_MEASURES, "NMD"),
    Choice("y", MAIN_MEASURES, "RNOD"),
    Choice("weigh", WEIGHTINGS),
    Param("a", "popularity", lambda text: parse_estimator(text).text),
    Param("b", "uniform", lambda text: parse_estimator(text).text),
    Param("gold", "", lambda text: votes_text(parse_votes(text))),
    Param("if", PRESETS["a"][0], parse_conditions, write_conditions),
    Whole("mode", PRESETS["a"][1], *LIMITS["mode"]),
    Whole("study_l", 3, *LIMITS["study_l"]),
    Whole("study_votes", 30, *LIMITS["study_votes"]),
    Whole("study_seeds", 20, *LIMITS["study_seeds"]),
    Flag("repeats"),
    Flag("drawn"),
    Whole("properties_l", 4, *LIMITS["properties_l"], aliases=("laws_l",)),
    Whole("properties_n", 7, *LIMITS["properties_n"], aliases=("laws_n",)),
    Param("property", "NMD.order", _parse_property, aliases=("law",)),
    Param("truth", "0.1,0.3,0.6", lambda text: write_entry(parse_truth(text))),
    Whole("k", 3, *LIMITS["k"]),
    Choice("report", SHOWN_BY_PROPRIETY),
)
OF_VIEW = {
    "every": ("n", "l", "a", "b", "weigh", "x", "y", "gold"),
    "by_score": ("n", "l", "a", "b", "if", "mode", "gold"),
    "artificial": ("study_l", "study_votes", "study_seeds", "repeats", "drawn"),
    "properties": ("properties_l", "properties_n", "property"),
    "propriety": ("truth", "k", "report"),
}


NOUNS = {  # of what decides the results of a section, which take long
    "n": "annotators",
    "l": "classes",
    "a": "A",
    "b": "B",
    "weigh": "weights",
    "study_l": "classes",
    "study_votes": "votes",
    "study_seeds": "seeds",
    "properties_l": "classes",
    "properties_n": "votes",
    "truth": "truth",
    "k": "annotators",
}


def query() -> dict[str, str]:
    """Return what a link must say of the section that is shown."""
    weighs_by_task = STATE["view"] == "every" and STATE["weigh"] == "task"
    return STATE.query("view", *OF_VIEW[STATE["view"]]) | (COMMON.query("task", "scale") if weighs_by_task else {})


def about() -> tuple[str, ...]:
    """Return what the results of the section are computed for: the section, and what decides them."""
    names = [name for name in OF_VIEW[STATE["view"]] if name in NOUNS]
    return VIEWS[STATE["view"]], *(f"{NOUNS[name]} {STATE.params[name].write(STATE[name])}" for name in names)


def use_preset(name: str) -> None:
    """Ask for one of the two gold distributions of LQ 2021, figure 3."""
    STATE.reset("n", "l", "a", "b", "gold")
    STATE["if"], STATE["mode"] = PRESETS[name]


def use_size(n_votes: int, n_classes: int) -> None:
    """Show the space of that size."""
    STATE["n"], STATE["l"] = n_votes, n_classes


def chosen_gold() -> Votes | None:
    """Return the gold distribution the visitor has chosen, if it belongs to the space that is shown."""
    votes = parse_votes(STATE["gold"]) if STATE["gold"] else ()
    return votes if len(votes) == STATE["l"] and sum(votes) == STATE["n"] else None


def choose(name: str, text: str) -> None:
    """Set the gold distribution or the property that is shown; what comes from the browser is checked."""
    try:
        STATE[name] = STATE.params[name].parse(text)
    except ValueError:
        return

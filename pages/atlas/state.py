"""What the visitor of the atlas has chosen: a section, a space, two estimators, conditions. All of it is in the link.

Estimators, conditions and gold distributions are typed values of one parameter each; `inputs` draws them.
"""

from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.spaces.by_score import Condition, parse_conditions, write_conditions
from ordquant_core.spaces.gold_distributions import (
    MOST_CLASSES,
    MOST_DISTRIBUTIONS,
    parse_estimator,
    parse_votes,
    votes_text,
)
from ordquant_core.spaces.pairs import Votes
from pages.shared.params import Choice, Param, Params, Sections, Whole

VIEWS = {"every": "Compare estimators", "by_score": "Find by score"}
PRESETS: dict[str, tuple[tuple[Condition, ...], int]] = {  # LQ 2021, Figure 3: the printed deltas and modes
    "a": ((Condition("NMD", "delta", -0.150, 0.0005), Condition("RNOD", "delta", 0.115, 0.0005)), 4),
    "b": ((Condition("NMD", "delta", 0.0, 0.0005), Condition("RNOD", "delta", 0.263, 0.0005)), 1),
}


STATE = Params(
    "atlas",
    Choice("view", VIEWS),
    Whole("n", 20, 1, MOST_DISTRIBUTIONS, noun="annotators"),
    Whole("l", 5, 2, MOST_CLASSES, noun="classes"),
    Choice("x", MAIN_MEASURES, "NMD"),
    Choice("y", MAIN_MEASURES, "RNOD"),
    Param("a", "popularity", lambda text: parse_estimator(text).text, noun="A"),
    Param("b", "uniform", lambda text: parse_estimator(text).text, noun="B"),
    Param("gold", "", lambda text: votes_text(parse_votes(text))),
    Param("if", PRESETS["a"][0], parse_conditions, write_conditions),
    Whole("mode", PRESETS["a"][1], 0, MOST_CLASSES),
)
OF_VIEW = {"every": ("n", "l", "a", "b", "x", "y", "gold"), "by_score": ("n", "l", "a", "b", "if", "mode", "gold")}
SECTIONS = Sections(STATE, "view", VIEWS, OF_VIEW)


def use_preset(name: str) -> None:
    """Ask for one of the two gold distributions of LQ 2021, figure 3."""
    STATE.reset("n", "l", "a", "b", "gold")
    STATE["if"], STATE["mode"] = PRESETS[name]


def chosen_gold() -> Votes | None:
    """Return the gold distribution the visitor has chosen, if it belongs to the space that is shown."""
    votes = parse_votes(STATE["gold"]) if STATE["gold"] else ()
    return votes if len(votes) == STATE["l"] and sum(votes) == STATE["n"] else None

"""Which measure? Five questions; each answer rules out measures by the computed table of properties.

They end with two candidates and the gold on which these disagree most, never with one winner. As long as no measure is
ruled out, nothing is proposed. For classes with an order, a pair that a paper recommends comes before others that fit
as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import pandas as pd

from ordquant_core.analysis.picture import Picture
from ordquant_core.errors import UnknownNameError
from ordquant_core.glossary import frame_of
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.papers.recommendations import TOGETHER, Recommendation, recommended_together
from ordquant_core.spaces.compare_estimators import Comparison, compare_estimators
from ordquant_core.spaces.measure_properties import HOLDS, Finding, property_table
from ordquant_core.spaces.pairs import POPULARITY, UNIFORM, picture

VOTES, CLASSES = 6, 4  # of the distributions on which properties are decided
COMPARED_VOTES, COMPARED_CLASSES = 20, 5
GIVE_POSITIONS = "Takes classes as one step apart, unless you give positions."
RulesOut = tuple[bool, str] | None  # measures that have the property, or lack it, and why; None: no measure


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question about a task, the property of measures that it is about, and what its answers rule out."""

    key: str
    text: str
    hint: str  # what helps to answer it
    short: str  # its name beside an answer
    heading: str  # of the column of its property
    brief: str  # the same where there is little room
    property: str  # a key of PROPERTIES
    yes: RulesOut
    no: RulesOut


QUESTIONS = (
    Question(
        key="ordered",
        text="Do the classes have an order?",
        hint="For example dissatisfied, neutral, satisfied. Topics such as sport or politics have none.",
        short="Ordered classes",
        heading="considers the class order",
        brief="order",
        property="order",
        yes=(False, "Ignores the order of the classes."),
        no=(True, "Uses the order of the classes."),
    ),
    Question(
        key="spaced",
        text="Are neighbouring classes equally far apart?",
        hint="Say no if, for example, the step from bad to fair is larger than the one from fair to good.",
        short="Equal distances",
        heading="learns the spacing of the classes",
        brief="spacing",
        property="distances",
        yes=(True, "Learns the spacing of the classes from the gold."),
        no=(False, "Has no distances between classes that could be unequal."),
    ),
    Question(
        key="exchangeable",
        text="Must the score stay the same when gold and estimate are swapped?",
        hint="Say yes if, for example, you compare two groups of annotators and neither is the gold.",
        short="Same score when swapped",
        heading="symmetric",
        brief="symmetric",
        property="symmetric",
        yes=(False, "Not symmetric."),
        no=None,
    ),
    Question(
        key="large",
        text="Should one large error cost more than several small ones?",
        hint="Say yes if 4 votes too many on one class are worse than 2 too many on each of two classes.",
        short="Large errors cost more",
        heading="large errors cost more",
        brief="large errors",
        property="large",
        yes=(False, "Large errors do not cost more."),
        no=(True, "Large errors cost more."),
    ),
    Question(
        key="order only",
        text="Does only the order of the bars matter, not their heights?",
        hint="Say yes if it is enough to know which class has most votes, which comes second, and so on.",
        short="Only the order of the bars",
        heading="considers the heights of the bars",
        brief="heights",
        property="magnitude",
        yes=(True, "Considers the heights of the bars."),
        no=(False, "Compares only the order of the bars."),
    ),
)
Answers = Mapping[str, bool | None]  # by the key of a question; None: it does not matter; missing: not yet answered


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What the answers are held against; computing it takes a second or less: do it once, and keep it."""

    findings: Mapping[tuple[str, str], Finding]  # by measure and property
    compared: Comparison


@dataclass(frozen=True, slots=True)
class Conflict:
    """Why an answer rules out a measure, with an example for Compare."""

    question: str
    why: str
    example: Picture


@dataclass(frozen=True, slots=True)
class RowOfMeasure:
    """A row of the table: ruled out where it contradicts an answer."""

    measure: str
    holds: tuple[bool | None, ...]  # whether it has the property of each question; None: the property does not apply
    conflicts: tuple[Conflict, ...]
    remark: str = ""  # what to do for it to fit, where it fits


@dataclass(frozen=True, slots=True)
class Outcome:
    """The table after the answers, two candidates, and the gold on which they disagree most."""

    rows: tuple[RowOfMeasure, ...]
    compared: Comparison  # of Popularity (A) and Uniform (B), on whose gold distributions candidates disagree
    candidates: tuple[str, ...] = ()  # two; none while nothing is ruled out
    picture: Picture | None = None  # with these two estimators
    recommended: Recommendation | None = None  # of the two together

    def to_frame(self) -> pd.DataFrame:
        """Return a row per measure: whether it has the property of each question, and why it is ruled out."""
        holds = zip(*([HOLDS[value] for value in row.holds] for row in self.rows), strict=True)
        return frame_of(
            {
                "measure": [row.measure for row in self.rows],
                **{f"holds_{question.property}": of for question, of in zip(QUESTIONS, map(list, holds), strict=True)},
                "explanation": [" ".join(conflict.why for conflict in row.conflicts) for row in self.rows],
            }
        )


def gather_facts(measures: Sequence[str] = MAIN_MEASURES) -> Facts:
    """Decide the properties, and compare Popularity and Uniform on every gold of 20 votes over 5 classes."""
    findings = property_table(VOTES, CLASSES, measures)
    compared = compare_estimators(COMPARED_VOTES, COMPARED_CLASSES, POPULARITY, UNIFORM, measures)
    return Facts({(one.measure, one.property): one for one in findings}, compared)


def apply_answers(answers: Answers, facts: Facts) -> Outcome:
    """Return the table and the candidates. Raises `UnknownNameError` for an answer to a question that does not exist.

    Candidates are the two measures that contradict the fewest answers. Of several, where the classes have an order, the
    two that a paper recommends for use together; else the two that disagree on most gold distributions.
    """
    unknown = [key for key in answers if key not in {one.key for one in QUESTIONS}]
    if unknown:
        expected = ", ".join(one.key for one in QUESTIONS)
        raise UnknownNameError(f"There is no question {unknown[0]!r}; choose from {expected}.")
    rows = tuple(
        RowOfMeasure(
            key,
            tuple(facts.findings[key, question.property].holds for question in QUESTIONS),
            tuple(_conflicts(key, answers, facts)),
            GIVE_POSITIONS if answers.get("spaced") is False and MEASURES[key].takes_positions else "",
        )
        for key in facts.compared.measures
    )
    if not any(row.conflicts for row in rows):
        return Outcome(rows, facts.compared)
    ordered = answers.get("ordered") is True
    first, second = _candidates(rows, facts.compared, TOGETHER if ordered else ())
    votes = tuple(facts.compared.farthest(first, second)[0].tolist())
    strongest = picture(votes, POPULARITY, UNIFORM)
    recommended = recommended_together((first, second)) if ordered else None
    return Outcome(rows, facts.compared, (first, second), strongest, recommended)


def _conflicts(key: str, answers: Answers, facts: Facts) -> list[Conflict]:
    conflicts = []
    for question in QUESTIONS:
        answer, finding = answers.get(question.key), facts.findings[key, question.property]
        rules_out = None if answer is None else question.yes if answer else question.no
        if rules_out is None or bool(finding.holds) != rules_out[0]:  # what does not apply is lacking
            continue
        if (
            question.key == "spaced"
            and not answer
            and (MEASURES[key].takes_positions or answers.get("ordered") is False)
        ):
            continue  # distances that are given need not be equal; classes without an order have none
        # without an order there are no distances: that the order changes nothing is the example
        example = (finding if finding.examples else facts.findings[key, "order"]).examples[0]
        drawn = picture(example.gold, example.a, example.a if example.b is None else example.b)
        conflicts.append(Conflict(question.key, rules_out[1], drawn))
    return conflicts


def _candidates(
    rows: Sequence[RowOfMeasure], compared: Comparison, together: Sequence[Recommendation]
) -> tuple[str, str]:
    disagree = compared.disagreements()
    first_of = {frozenset(one.measures): place for place, one in enumerate(together)}

    def rank(pair: tuple[RowOfMeasure, RowOfMeasure]) -> tuple[int, int, int, int]:
        places = [compared.index(row.measure) for row in pair]
        conflicts = sorted(len(row.conflicts) for row in pair)
        often = int(disagree[places[0], places[1]])
        recommended = first_of.get(frozenset(row.measure for row in pair), len(first_of))
        return (conflicts[1], conflicts[0], recommended, -often) if often else (len(QUESTIONS) + 1, 0, 0, 0)

    first, second = min(combinations(rows, 2), key=rank)
    return first.measure, second.measure

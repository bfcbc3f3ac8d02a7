"""Which measure? Five questions; each answer greys out rows of the computed table of properties.

It ends with two candidates and the gold on which they disagree most, never with one winner. As long as no row is
greyed out, it proposes nothing. For classes with an order, a pair that a paper recommends comes before others that fit
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
from ordquant_core.numerals import percent
from ordquant_core.papers.recommendations import TOGETHER, Recommendation, recommended_together
from ordquant_core.spaces.compare_estimators import Comparison, compare_estimators
from ordquant_core.spaces.concentration import USUALLY, Concentration, concentration
from ordquant_core.spaces.measure_properties import HOLDS, Finding, property_table
from ordquant_core.spaces.pairs import POPULARITY, UNIFORM, Example, picture

VOTES, CLASSES = 6, 4  # of the distributions on which properties are decided
COMPARED_VOTES, COMPARED_CLASSES = 20, 5
LARGE_ERRORS = "large_errors"
GIVE_POSITIONS = "It takes classes as one step apart, unless you give positions."


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question, and for which values of its property a row is greyed out after yes, and after no."""

    key: str
    text: str
    heading: str  # of the column of its property
    property: str  # a key of PROPERTIES, or LARGE_ERRORS
    after_yes: tuple[bool, ...]
    after_no: tuple[bool, ...]
    why_yes: str  # why a row is greyed out after yes; empty where none is
    why_no: str


QUESTIONS = (
    Question(
        key="ordered",
        text="Do the classes have an order?",
        heading="considers class order",
        property="order",
        after_yes=(False,),
        after_no=(True,),
        why_yes="It ignores the order of the classes.",
        why_no="It uses the order of the classes.",
    ),
    Question(
        key="spaced",
        text="Are neighbouring classes equally far apart?",
        heading="takes distances from the gold",
        property="distances",
        after_yes=(True,),
        after_no=(False,),
        why_yes="It takes distances between classes from the gold.",
        why_no="It takes no distances between classes that could be unequal.",
    ),
    Question(
        key="exchangeable",
        text="Must the score stay the same when gold and estimate are swapped?",
        heading="symmetric",
        property="symmetric",
        after_yes=(False,),
        after_no=(),
        why_yes="Its score can change when gold and estimate are swapped.",
        why_no="",
    ),
    Question(
        key="large",
        text="Should one large error cost more than several small ones?",
        heading="one large error costs more",
        property=LARGE_ERRORS,
        after_yes=(False,),
        after_no=(True,),
        why_yes=f"One large error costs more in fewer than {percent(USUALLY)} of the comparisons.",
        why_no=f"One large error costs more in {percent(USUALLY)} or more of the comparisons.",
    ),
    Question(
        key="order only",
        text="Does only the order of the bars matter, not their heights?",
        heading="considers the heights of the bars",
        property="magnitude",
        after_yes=(True,),
        after_no=(False,),
        why_yes="It considers the heights of the bars.",
        why_no="It compares only the order of the bars.",
    ),
)
Answers = Mapping[str, bool | None]  # by the key of a question; None or missing: it does not matter


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What the answers are held against; computing it takes a second or less: do it once, and keep it."""

    findings: Mapping[tuple[str, str], Finding]  # by measure and property
    large_errors: Mapping[str, Concentration]
    compared: Comparison


@dataclass(frozen=True, slots=True)
class Grey:
    """Why an answer greys out a row, with an example for Compare."""

    question: str
    why: str
    example: Picture


@dataclass(frozen=True, slots=True)
class RowOfMeasure:
    """A row of the table: greyed out where there is a reason."""

    measure: str
    holds: tuple[bool | None, ...]  # whether it has the property of each question; None: the property does not apply
    greyed: tuple[Grey, ...]
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
        """Return a row per measure: whether it has the property of each question, and why it is greyed out."""
        holds = zip(*([HOLDS[value] for value in row.holds] for row in self.rows), strict=True)
        return frame_of(
            {
                "measure": [row.measure for row in self.rows],
                **{f"holds_{question.property}": of for question, of in zip(QUESTIONS, map(list, holds), strict=True)},
                "explanation": [" ".join(grey.why for grey in row.greyed) for row in self.rows],
            }
        )


def gather_facts(measures: Sequence[str] = MAIN_MEASURES) -> Facts:
    """Decide the properties, and compare Popularity and Uniform on every gold of 20 votes over 5 classes."""
    findings = property_table(VOTES, CLASSES, measures)
    return Facts(
        {(one.measure, one.property): one for one in findings},
        {one.measure: one for one in concentration(VOTES, CLASSES, measures)},
        compare_estimators(COMPARED_VOTES, COMPARED_CLASSES, POPULARITY, UNIFORM, measures),
    )


def apply_answers(answers: Answers, facts: Facts) -> Outcome:
    """Return the table and the candidates. Raises `UnknownNameError` for an answer to a question that does not exist.

    Candidates are the two measures that contradict the fewest answers. Of several, where the classes have an order, the
    two that a paper recommends for use together; else the two that disagree on most gold distributions.
    """
    unknown = [key for key in answers if key not in {one.key for one in QUESTIONS}]
    if unknown:
        expected = ", ".join(one.key for one in QUESTIONS)
        raise UnknownNameError(f"There is no question {unknown[0]!r}; choose from {expected}.")
    measures = facts.compared.measures
    rows = tuple(
        RowOfMeasure(
            key,
            tuple(_property(key, question.property, facts)[0] for question in QUESTIONS),
            tuple(_greyed(key, answers, facts)),
            GIVE_POSITIONS if answers.get("spaced") is False and MEASURES[key].takes_positions else "",
        )
        for key in measures
    )
    if not any(row.greyed for row in rows):
        return Outcome(rows, facts.compared)
    ordered = answers.get("ordered") is True
    first, second = _candidates(rows, facts.compared, TOGETHER if ordered else ())
    votes = tuple(facts.compared.farthest(first, second)[0].tolist())
    strongest = picture(votes, POPULARITY, UNIFORM)
    recommended = recommended_together((first, second)) if ordered else None
    return Outcome(rows, facts.compared, (first, second), strongest, recommended)


def _greyed(key: str, answers: Answers, facts: Facts) -> list[Grey]:
    greyed = []
    for question in QUESTIONS:
        answer = answers.get(question.key)
        if answer is None:
            continue
        holds, examples = _property(key, question.property, facts)
        if question.key == "spaced" and not answer and MEASURES[key].takes_positions:
            continue  # distances that are given need not be equal
        if holds in (question.after_yes if answer else question.after_no):
            why = question.why_yes if answer else question.why_no
            greyed.append(Grey(question.key, why, _picture_of(examples[0])))
    return greyed


def _property(key: str, name: str, facts: Facts) -> tuple[bool | None, Sequence[Example]]:
    if name != LARGE_ERRORS:
        finding = facts.findings[key, name]
        return finding.holds, finding.examples
    errors = facts.large_errors[key]
    example = errors.witness if errors.holds else errors.counterexample
    return errors.holds, () if example is None else (example,)


def _picture_of(example: Example) -> Picture:
    return picture(example.gold, example.a, example.a if example.b is None else example.b)


def _candidates(
    rows: Sequence[RowOfMeasure], compared: Comparison, together: Sequence[Recommendation]
) -> tuple[str, str]:
    disagree = compared.disagreements()
    first_of = {frozenset(one.measures): place for place, one in enumerate(together)}

    def rank(pair: tuple[RowOfMeasure, RowOfMeasure]) -> tuple[int, int, int, int]:
        places = [compared.index(row.measure) for row in pair]
        conflicts = sorted(len(row.greyed) for row in pair)
        often = int(disagree[places[0], places[1]])
        recommended = first_of.get(frozenset(row.measure for row in pair), len(first_of))
        return (conflicts[1], conflicts[0], recommended, -often) if often else (len(QUESTIONS) + 1, 0, 0, 0)

    first, second = min(combinations(rows, 2), key=rank)
    return first.measure, second.measure

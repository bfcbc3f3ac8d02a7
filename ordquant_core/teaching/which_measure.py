"""Which measure? Five questions; each answer greys out rows of the computed table of properties.

It ends with two candidates and the gold on which they disagree most, never with one winner. As long as no row is
greyed out, it proposes nothing. For classes with an order, a pair that a paper recommends comes before others that fit
as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from ordquant_core.analysis.picture import Picture
from ordquant_core.analysis.spaces.compare_estimators import Comparison, compare_estimators
from ordquant_core.analysis.spaces.concentration import USUALLY, Concentration, concentration
from ordquant_core.analysis.spaces.measure_properties import Finding, property_table
from ordquant_core.analysis.spaces.pairs import POPULARITY, UNIFORM, Example, picture
from ordquant_core.errors import UnknownNameError
from ordquant_core.findings.words import labels
from ordquant_core.markup import Html, join
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.numerals import count, percent
from ordquant_core.papers.recommendations import TOGETHER, Recommendation, recommended_together
from ordquant_core.tables.sentences import lettered, of_two
from ordquant_core.teaching.questions import side_of

VOTES, CLASSES = 6, 4  # of the distributions on which properties are decided
COMPARED_VOTES, COMPARED_CLASSES = 20, 5
LARGE_ERRORS = "large errors"
GIVE_POSITIONS = "It takes classes as one step apart, unless you give positions."
NOTHING_RULED_OUT = "Nothing is ruled out yet."


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
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
    Asked(
        key="ordered",
        text="Do the classes have an order?",
        heading="considers class order",
        property="order",
        after_yes=(False,),
        after_no=(True,),
        why_yes="It ignores the order of the classes.",
        why_no="It uses the order of the classes.",
    ),
    Asked(
        key="spaced",
        text="Are neighbouring classes equally far apart?",
        heading="takes distances from the gold",
        property="distances",
        after_yes=(True,),
        after_no=(False,),
        why_yes="It takes distances between classes from the gold.",
        why_no="It takes no distances between classes that could be unequal.",
    ),
    Asked(
        key="exchangeable",
        text="Must the score stay the same when gold and estimate are swapped?",
        heading="symmetric",
        property="symmetric",
        after_yes=(False,),
        after_no=(),
        why_yes="Its score can change when gold and estimate are swapped.",
        why_no="",
    ),
    Asked(
        key="large",
        text="Should one large error cost more than several small ones?",
        heading="one large error costs more",
        property=LARGE_ERRORS,
        after_yes=(False,),
        after_no=(True,),
        why_yes=f"One large error costs more in fewer than {percent(USUALLY)} of the comparisons.",
        why_no=f"One large error costs more in {percent(USUALLY)} or more of the comparisons.",
    ),
    Asked(
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
class Known:
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
    candidates: tuple[str, ...]  # two; none while nothing is ruled out
    picture: Picture | None  # Popularity is A, Uniform is B
    finding: Html
    because: Html
    recommended: Recommendation | None = None  # of the two together


def known(measures: Sequence[str] = MAIN_MEASURES) -> Known:
    """Decide the properties, and compare Popularity and Uniform on every gold of 20 votes over 5 classes."""
    found = property_table(VOTES, CLASSES, measures)
    return Known(
        {(one.measure, one.property): one for one in found},
        {one.measure: one for one in concentration(VOTES, CLASSES, measures)},
        compare_estimators(COMPARED_VOTES, COMPARED_CLASSES, POPULARITY, UNIFORM, measures),
    )


def which_measure(answers: Answers, facts: Known) -> Outcome:
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
        return Outcome(rows, (), None, Html(NOTHING_RULED_OUT), Html(""))
    ordered = answers.get("ordered") is True
    first, second = _candidates(rows, facts.compared, TOGETHER if ordered else ())
    votes = tuple(facts.compared.farthest(first, second)[0].tolist())
    shown = picture(votes, POPULARITY, UNIFORM)
    said = _state_finding(rows, (first, second), shown, facts.compared)
    return Outcome(rows, (first, second), shown, *said, recommended_together((first, second)) if ordered else None)


def _greyed(key: str, answers: Answers, facts: Known) -> list[Grey]:
    found = []
    for question in QUESTIONS:
        answer = answers.get(question.key)
        if answer is None:
            continue
        holds, examples = _property(key, question.property, facts)
        if question.key == "spaced" and not answer and MEASURES[key].takes_positions:
            continue  # distances that are given need not be equal
        if holds in (question.after_yes if answer else question.after_no):
            why = question.why_yes if answer else question.why_no
            found.append(Grey(question.key, why, _picture_of(examples[0])))
    return found


def _property(key: str, name: str, facts: Known) -> tuple[bool | None, Sequence[Example]]:
    if name != LARGE_ERRORS:
        finding = facts.findings[key, name]
        return finding.holds, finding.examples
    one = facts.large_errors[key]
    shown = one.witness if one.holds else one.counterexample
    return one.holds, () if shown is None else (shown,)


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


def _state_finding(
    rows: Sequence[RowOfMeasure], candidates: tuple[str, str], shown: Picture, compared: Comparison
) -> tuple[Html, Html]:
    greyed = {row.measure: len(row.greyed) for row in rows}
    names, conflicts = labels(candidates), sorted(greyed[key] for key in candidates)
    alike = sum(number == conflicts[1] for number in greyed.values()) - conflicts.count(conflicts[1])
    others, verb = count(alike, "other measure"), "does" if alike == 1 else "do"
    more = f"; so {verb} {others}" if alike else ""
    if not conflicts[1]:
        finding = f"{names} fit all your answers{more}."
    elif not conflicts[0]:
        fits, other = sorted(candidates, key=lambda key: greyed[key])
        finding = (
            f"Only {labels([fits])} fits all your answers. {labels([other])} contradicts {count(conflicts[1])} of them"
            f"{more}."
        )
    elif conflicts[0] == conflicts[1]:
        finding = f"No measure fits all your answers. {names} contradict {count(conflicts[1])} of them each{more}."
    else:
        first, second = sorted(candidates, key=lambda key: greyed[key])
        finding = (
            f"No measure fits all your answers. {labels([first])} contradicts {count(conflicts[0])} of them, "
            f"{labels([second])} {count(conflicts[1])}{more}."
        )
    places = [compared.index(key) for key in candidates]
    number = int(compared.disagreements()[places[0], places[1]])
    share = percent(number / compared.n_distributions)
    sides = {key: side_of(shown, key) for key in candidates}
    words = of_two(sides, candidates, lettered("Popularity", "A"), lettered("Uniform", "B"))
    because = join(
        [
            "Between Popularity and Uniform, they disagree on "
            f"{count(number, 'gold distribution')} of {count(compared.n_distributions)} ({share}), all of "
            f"{count(compared.n_votes, 'vote')} over {compared.n_classes} classes; most strongly on "
            f"{shown.shown('gold')}: ",
            words,
            ".",
        ]
    )
    return Html(finding), because

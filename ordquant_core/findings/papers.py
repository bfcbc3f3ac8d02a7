"""What comes out of the numbers that the papers print, of their statements, and what they recommend."""

from collections.abc import Sequence

from ordquant_core.findings.sentence import Sentence, Strong
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import MINUS, count, decimals, listed
from ordquant_core.papers.recommendations import TOGETHER, Recommendation
from ordquant_core.papers.references import REFERENCES
from ordquant_core.records import Gold, Preferences, Task
from ordquant_core.reproduction.everything import Checked
from ordquant_core.reproduction.from_gold import beside, data_set_of, row_of
from ordquant_core.reproduction.number import PrintedNumber
from ordquant_core.reproduction.statements import CheckedStatement

ELSEWHERE = "Open it on Data: Systems and Measures then show its printed numbers beside yours."


def location(paper: str, place: str) -> str:
    """Return where a number is printed."""
    return f"{REFERENCES[paper].short}, {place[0].lower()}{place[1:]}"


def printed(number: PrintedNumber) -> str:
    """Return a number as printed, with a true minus sign.

    >>> from ordquant_core.reproduction.number import number
    >>> printed(number("", "", "", "-0.150", 0, ""))
    '−0.150'
    """
    return number.printed.replace("-", MINUS)


def recomputed(number: PrintedNumber) -> str:
    """Return the computed number with the decimals of the print."""
    return decimals(number.computed, number.places)


def numbers_that_come_out(checked: Checked) -> str:
    """Say how many numbers come out as printed: by definitions, and from other printed numbers."""
    slips, other = len(checked.slips), len(checked.unexplained)
    defined, of_others = (
        [number for number in checked.numbers if number.by_definition == is_defined] for is_defined in (True, False)
    )
    tail = f", and {count(other)} from your gold differ{'s' * (other == 1)}" if other else ""
    return (
        f"{_matching(defined, 'printed number')} are recomputed from the definitions of measures; "
        f"{_matching(of_others, 'printed number')} agree with other printed numbers; "
        f"{'' if other else 'the other '}{count(slips)} are slips in the papers{tail}."
    )


def _matching(numbers: Sequence[PrintedNumber], noun: str) -> str:
    return f"{count(sum(number.matches for number in numbers))} of {count(len(numbers), noun)}"


def calculation(number: PrintedNumber) -> Sentence:
    """Say how a number is recomputed."""
    where = Strong(f"{location(number.key.paper, number.key.place)}, {number.key.name}")
    return where, f": {number.how}; computed {recomputed(number)}, printed {printed(number)}."


def statements_that_hold(statements: Sequence[CheckedStatement]) -> str:
    """Say how many of the statements hold."""
    hold, of = sum(checked.holds for checked in statements), count(len(statements), "statement")
    return f"{count(hold)} of {of} hold on all pairs of small vote distributions or short rankings"


def pairs_checked(checked: CheckedStatement) -> str:
    """Say which pairs a statement was checked on."""
    about = checked.statement
    if about.of_rankings:
        return f"rankings of {about.n_classes}"
    return f"{about.n_votes} votes, {about.n_classes} classes"


def witness(checked: CheckedStatement) -> str:
    """Name the pair that contradicts a statement most, or comes closest, with its scores."""
    scores = ", ".join(f"{name} {decimals(value, 4)}" for name, value in checked.scores)
    gold, estimate = (", ".join(map(count, votes)) for votes in (checked.gold, checked.estimate))
    pair = f"rankings {gold} and {estimate}" if checked.statement.of_rankings else f"gold {gold}; estimate {estimate}"
    return f"{pair}: {scores}"


def same_as_printed(task: Task, preferences: Preferences) -> str:
    """Say that table 7 of LQ 2021 prints the same counts for a task; "" where it does not."""
    row = row_of(task)
    numbers = () if row is None else beside(row, preferences)
    if row is None or not all(number.matches for number in numbers):
        return ""
    return f"{location(*numbers[0].key[:2])} prints the same {count(len(numbers), 'count')} for {row.task}."


def table_7_from(name: str, golds: Sequence[Gold], numbers: Sequence[PrintedNumber], *, problem: str, hint: str) -> str:
    """Say what follows for table 7 of LQ 2021 from the `golds` in a file of that name: the `numbers`, or why none do.

    `problem`: what is wrong with the file, where there is no gold in it; `hint`: which golds are meant.
    """
    if numbers:
        return f"{_matching(numbers, 'number')} of Table 7 come out from {name}."
    known = list(filter(None, map(data_set_of, golds)))
    if known:
        return f"{name} is recognised as the gold of {known[0].name}, for which Table 7 has no row. {ELSEWHERE}"
    if golds:
        seen = f"{count(len(golds[0].cases), 'case')}, {count(len(golds[0].classes), 'class', 'classes')}"
        return f"{name} is not recognised as the gold of a task in Table 7: it has {seen}. {hint}"
    return f"{name} cannot be used: {problem or 'it contains no gold'}"


def recommended_pairs() -> str:
    """Name the pairs that papers recommend for classes with an order."""
    pairs = "; ".join(f"{recommended_measures(advice)} ({advice.source})" for advice in TOGETHER)
    return f"Recommended for ordered classes: {pairs}"


def recommends(advice: Recommendation) -> str:
    """Say what a paper recommends of measures that it wants used together, and where."""
    return f"{advice.source}, recommends {listed([_label(key) for key in advice.measures])} together. {advice.words}"


def recommended_measures(advice: Recommendation) -> str:
    """Name the measures that a recommendation is about."""
    names = [_label(key) for key in advice.measures]
    return f"{names[0]} with {names[1]}" if advice.together else ", ".join(names)


def _label(key: str) -> str:
    return MEASURES[key].label if key in MEASURES else key

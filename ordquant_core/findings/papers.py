"""What comes out of the numbers that the papers print, of their statements, and what they recommend."""

from collections.abc import Sequence

from ordquant_core.findings.sentence import Chosen, Sentence, say
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, decimals, listed
from ordquant_core.papers.recommendations import TOGETHER, Recommendation
from ordquant_core.papers.references import REFERENCES
from ordquant_core.records import Preferences, Task
from ordquant_core.reproduction.from_gold import WINS, data_set_of, same_counts
from ordquant_core.reproduction.printed import Recomputed
from ordquant_core.reproduction.statements import MISPRINT, CheckedStatement


def location(paper: str, place: str) -> str:
    """Return where a number is printed."""
    return f"{REFERENCES[paper].short}, {place}"


def numbers_that_hold(numbers: Sequence[Recomputed], papers: str) -> Sentence:
    """Say how many of the numbers that some `papers` print come out as printed; the others are slips."""
    slips, of = sum(not number.matches for number in numbers), Chosen(papers, "paper")
    if not slips:
        return say(f"All {count(len(numbers), 'recomputed number')} in ", of, " hold.")
    are = "is a slip" if slips == 1 else "are slips"
    hold = f"{count(len(numbers) - slips)} of {count(len(numbers), 'recomputed number')} in "
    return say(hold, of, f" hold; {count(slips)} {are}.")


def origins(numbers: Sequence[Recomputed]) -> str:
    """Say from what numbers are recomputed, and when they hold."""
    defined = sum(number.by_definition for number in numbers)
    sources = ["from the definitions of measures"] if defined else []
    sources += ["from other printed numbers, which are taken as they stand"] if defined < len(numbers) else []
    return f"Recomputed {' or '.join(sources)}. A number holds if it rounds to what is printed."


def statements_that_fail(statements: Sequence[CheckedStatement]) -> str:
    """Say how many statements do not hold, and how many examples are misprinted."""
    failed = [checked for checked in statements if not checked.holds]
    misprints = sum(checked.key == MISPRINT for checked in failed)
    if not failed:
        return f"{count(len(statements), 'statement')}, all of which hold"
    number = len(failed) - misprints
    parts = [f"{count(number, 'statement')} that {'does' if number == 1 else 'do'} not hold"] if number else []
    return ", ".join([*parts, count(misprints, "misprint")] if misprints else parts)


def numbers_left(known: Sequence[int], *, others: bool) -> str:
    """Say how many printed numbers cannot be recomputed, where some groups of them, or `others`, are not counted."""
    return f"{count(sum(known), 'number')}{' and more' if others else ''} not recomputed, and why"


def pairs_checked(checked: CheckedStatement) -> str:
    """Say which pairs a statement was checked on."""
    classes = f"{checked.n_votes} votes, {checked.n_classes} classes"
    return classes if checked.n_votes else f"rankings of {checked.n_classes}"


def witness(checked: CheckedStatement) -> str:
    """Name the pair that contradicts a statement most, or comes closest, with its scores."""
    scores = ", ".join(f"{name} {decimals(value, 4)}" for name, value in checked.scores)
    gold, estimate = (", ".join(map(count, votes)) for votes in (checked.gold, checked.estimate))
    pair = f"gold {gold}; estimate {estimate}" if checked.n_votes else f"rankings {gold} and {estimate}"
    return f"{pair}: {scores}"


def same_as_printed(task: Task, preferences: Preferences) -> str:
    """Say that table 7 of LQ 2021 prints the same counts for a task; "" where it does not."""
    known, n = data_set_of(task), same_counts(task, preferences)
    return f"{location(*WINS)} prints the same {count(n, 'count')} for {known.name}." if known and n else ""


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

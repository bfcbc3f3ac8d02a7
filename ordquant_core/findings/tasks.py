"""What is to be said of a task itself: facts, which of its runs are compared, how its files were taken."""

from collections.abc import Sequence

from ordquant_core.analysis.baselines import BASELINES, baseline_of, baselines_among
from ordquant_core.analysis.scoring import has_one_each
from ordquant_core.findings.sentence import RunName, Sentence, join, say
from ordquant_core.findings.words import span
from ordquant_core.numerals import class_label, count, listed
from ordquant_core.records import Task
from ordquant_core.tasks.outcomes import Outcome, in_words
from ordquant_core.tasks.positions import written
from ordquant_core.tasks.published.description import Announcement, OverviewFacts

TIED = "Cases with a tied mode"


def facts(task: Task) -> list[str]:
    """Return the facts about a task, a few words each: cases, classes and where they stand, annotators, ties."""
    parts = [count(len(task.cases), "case")]
    parts.append(f"{len(task.classes)} classes, {class_label(task.classes[0])} to {class_label(task.classes[-1])}")
    if task.positions is not None:
        parts.append(f"classes at {written(task.positions)}")
    certain = "one vote each, or probabilities of 1" if has_one_each(task) else "probabilities"
    parts.append(certain if task.votes is None else span(task.votes.sum(axis=1), "annotator"))
    ties = _ties(task)
    parts.append(f"{count(ties, 'tie') if ties else 'no ties'} for the most frequent class")
    return parts


def unusual_cases(task: Task) -> list[tuple[str, int]]:
    """Return how many cases have no single most frequent class, and how many only one class."""
    single = int((task.gold == 1).any(axis=1).sum())
    return [(TIED, _ties(task)), ("Cases with a single class", single)]


def popularity_is_gold(task: Task) -> str:
    """Say that a run, Popularity, equals the gold, where every case has all of that on one class; else nothing."""
    if not (_popularity(task) and has_one_each(task)):
        return ""
    all_of = "votes are" if task.votes is not None else "probability is"
    return f"On every case all {all_of} on one class: Popularity equals the gold."


def made_from_gold(task: Task) -> Sentence:
    """Say what the scores of a run that is Popularity rest on; nothing where none is."""
    is_made = (say(RunName(run), " is made from the gold that it is scored on.") for run in _popularity(task))
    return join([*is_made, popularity_is_gold(task)])


def _popularity(task: Task) -> list[str]:
    runs = zip(task.runs, task.estimates, strict=True)
    return [run for run, rows in runs if baseline_of(run, task.gold, rows) == "popularity"]


def _ties(task: Task) -> int:
    return int(((task.gold == task.gold.max(axis=1, keepdims=True)).sum(axis=1) > 1).sum())


def family(task: Task) -> str:
    """Say which runs of a task are compared with each other, ranked and tested: how many, and which baselines.

    A baseline is known by its estimates: one that was submitted as a run has another name.
    """
    others, baselines = _family(task)
    return f"{count(others, 'run')}{baselines}" if others else baselines.removeprefix(" and ")


def families(tasks: Sequence[tuple[str, Task]]) -> str:
    """Say the same of tasks with their names: once where baselines are among the runs of all, or of none."""
    each = [_family(task) for _, task in tasks]
    if len(each) > 1 and all(others and baselines == each[0][1] for others, baselines in each):
        return f"the runs of every task{each[0][1]}"
    return "; ".join(family(task) if len(tasks) == 1 else f"{name}: {family(task)}" for name, task in tasks)


def _family(task: Task) -> tuple[int, str]:
    """Return how many runs are compared besides the baselines, and what is to be said of these."""
    among = baselines_among(task)
    usual = {name for key in BASELINES for name in (key.capitalize(), f"{key.capitalize()} (baseline)")}
    called = list(dict.fromkeys(run for runs in among.values() for run in runs if run in usual))
    equal = [f"{run} equals {key.capitalize()}" for key, runs in among.items() for run in runs if run not in called]
    of_which = f", of which {listed(equal)}" if equal else ""
    named = f" and the baseline{'s' * (len(called) > 1)} {listed(called)}" if called else ""
    return len(task.runs) - len(called), of_which + named or ", without baselines"


def announced(about: Announcement) -> list[tuple[str, str]]:
    """Return the announcements of a task: pairs of a name and its text.

    >>> announced(Announcement(deadline="2026-12-01T23:59+00:00", contact="task@example.org"))
    [('Deadline for runs', '2026-12-01 23:59+00:00'), ('Contact', 'task@example.org')]
    """
    lines = (
        ("Deadline for runs", about.deadline.replace("T", " ")),
        ("The gold opens", about.opens.replace("T", " ")),
        ("How to submit", about.instructions.strip()),
        ("Contact", about.contact.strip()),
    )
    return [(name, text) for name, text in lines if text]


def overview_facts(about: OverviewFacts) -> list[tuple[str, str]]:
    """Return what an overview says of a task: pairs of a name and its text.

    >>> overview_facts(OverviewFacts(venue="NTCIR-14", runs_per=(("Chinese", 10), ("English", 9))))
    [('Venue', 'NTCIR-14'), ('Runs', '10 Chinese + 9 English')]
    """
    lines = (
        ("Venue", about.venue),
        ("Task", about.subtask),
        ("Type", about.type),
        ("Language", about.language),
        ("Annotators", about.annotators),
        ("Runs", runs_per(about)),
    )
    return [(name, text.strip()) for name, text in lines if text.strip()]


def runs_per(about: OverviewFacts, of: int | None = None) -> str:
    """Return how many runs each language or team has; where they are not all of the runs there are, say so.

    >>> runs_per(OverviewFacts(runs_per=(("C", 10), ("E", 9))), 9)
    'of 10 C + 9 E'
    """
    words = " + ".join(f"{count(number)} {name}" for name, number in about.runs_per)
    return f"of {words}" if words and of not in (None, sum(number for _, number in about.runs_per)) else words


def taken(task: Task, outcomes: Sequence[Outcome]) -> str:
    """Say how the files of a task were taken, and what is unusual about it."""
    ties = dict(unusual_cases(task))[TIED]
    on = f" On {count(ties, 'case')} the most frequent class is tied." if ties else ""
    compared = "" if task.runs else " The baselines Popularity and Uniform can be compared on it."
    return f"{in_words(outcomes)}{on}{compared}"

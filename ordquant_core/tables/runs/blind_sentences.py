"""What is said of the answers about a blind task: to participants how many are left, to organisers what they reveal."""

import math

from ordquant_core.analysis.blind import A_DAY, Budget, Exposure, Left
from ordquant_core.numerals import count, decimals, score

WHY = "Every answer says a little about the gold, so they are few."


def answers_left(left: Left) -> str:
    """Say how many runs can still be scored.

    >>> answers_left(Left("Team A", 8, 5, Budget(20, 10)))
    'Team A: 8 of 10 answers are left, 5 of them today. Every answer says a little about the gold, so they are few.'
    """
    if left.budget.why_none:
        return f"Runs are checked here, but not scored: {left.budget.why_none}."
    who = f"{left.team}: " if left.team else "For all visitors together: "
    are = "is" if left.ever == 1 else "are"
    today = "" if left.today == left.ever else f", {left.today or 'none'} of them today"
    return f"{who}{left.ever or 'none'} of {count(left.budget.team, 'answer')} {are} left{today}. {WHY}"


def cannot_score(new: int, left: Left) -> str:
    """Say why so many new runs cannot be scored, and what to do; "" if they can.

    >>> cannot_score(3, Left("", 8, 2, Budget(10, 10)))
    '3 runs are new, and 2 answers are left today: remove some of the runs, or come back tomorrow.'
    """
    if left.budget.why_none or new <= left.today:
        return ""
    are = "runs are" if new > 1 else "run is"
    if not left.ever:
        return f"{new} {are} new, and no answer is left: runs are only checked from now on."
    if not left.today:
        return f"{new} {are} new, and no answer is left today: at most {A_DAY} a day are given. Come back tomorrow."
    number = f"{count(left.today, 'answer')} {'is' if left.today == 1 else 'are'} left"
    if left.today == left.ever:
        return f"{new} {are} new, and {number}: remove some of the runs."
    return f"{new} {are} new, and {number} today: remove some of the runs, or come back tomorrow."


def reveals(budget: Budget, n_teams: int, known: Exposure, equations: float, n_cases: int) -> str:
    """Say what the answers about a blind task, and its official results, can reveal. `n_teams`: 0 without tokens.

    >>> reveals(Budget(5, 5), 0, Exposure(235.0, 679.4, 0.113, 0.182), 7.9, 390)
    'blind: 5 own runs are scored in all. All that is shown and answered carries at most 235 bits; the modes of the \
390 cases hold 679 bits. Least squares on these 5 answers reconstructs any one number per case with a correlation of \
up to about 0.113. The official results amount to 7.9 answers: for whoever has all official runs, it is 0.182.'
    """
    each = f" ({count(n_teams, 'team')}, {budget.team} each)" if n_teams else ""
    scored = f"{count(budget.everybody, 'own run')} {'is' if budget.everybody == 1 else 'are'} scored in all{each}"
    why = f", because {budget.why_none}" if budget.why_none else ""
    modes = f"the modes of the {count(n_cases, 'case')} hold {count(math.floor(known.bits_of_modes))} bits"
    bits = f"{count(math.ceil(known.bits))} bits"
    given = (
        f"Least squares on {'this answer' if budget.everybody == 1 else f'these {count(budget.everybody)} answers'} "
        f"reconstructs any one number per case with a correlation of up to about {score(known.answers)}. "
    )
    official = f"The official results amount to {decimals(equations, 1)} answers: for whoever has all official runs"
    until = "it is" if budget.everybody else "the correlation that least squares reaches is up to about"
    return (
        f"blind: {scored}{why}. All that is shown and answered carries at most {bits}; {modes}. "
        f"{given if budget.everybody else ''}{official}, {until} {score(known.means)}."
    )


def open_at_once(folder: str) -> str:
    """Say what a folder without a description means for whoever puts it into the folder of tasks."""
    return (
        f"{folder}: without a task.json, ORDQUANT_TASKS does not offer this folder as a task; with ORDQUANT_OFFER=all, "
        "it publishes the gold at once"
    )

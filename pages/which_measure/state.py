"""The answers, which are the link."""

from ordquant_core.teaching.which_measure import QUESTIONS, Answers
from pages.shared.params import Choice, Params

ANSWERS = {"any": "Does not matter", "yes": "Yes", "no": "No"}
GIVEN = {"yes": True, "no": False}
NAMES = {question.key: question.key.replace(" ", "_") for question in QUESTIONS}  # question -> parameter
STATE = Params("which_measure", *(Choice(name, ANSWERS, noun="answer") for name in NAMES.values()))


def answers() -> Answers:
    """Return the answers that were given, by question."""
    return {key: GIVEN.get(STATE[name]) for key, name in NAMES.items()}

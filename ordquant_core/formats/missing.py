"""Votes that are missing: null, or what people and programs write where there is none."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ordquant_core.errors import Question
from ordquant_core.formats.rows import Problems, listing
from ordquant_core.formats.text import label, spelling
from ordquant_core.numerals import count, listed

_WORDS = frozenset({"", "nan", "na", "n/a", "#n/a", "<na>", "none", "null", "nil", "-", "--", ".", "-99", "-999"})


def is_missing(text: str) -> bool:
    """Return whether a label is one of those that stand for no label; any of them may be the name of a class, too.

    >>> is_missing("NaN"), is_missing(" n/a "), is_missing("-99"), is_missing("neutral")
    (True, True, True, False)
    """
    return text.strip().casefold() in _WORDS


@dataclass(slots=True)
class MissingVotes:
    """The missing votes of a file. None of them counts; whether that is right is the user's to say."""

    problems: Problems
    classes: frozenset[str] = frozenset()  # those that the file itself names
    words: Counter[str] = field(default_factory=Counter)
    cases: dict[str, None] = field(default_factory=dict)

    def holds(self, vote: object, case: str) -> bool:
        """Return whether a vote, as JSON has it, is missing; if so, remember it."""
        if vote is not None and (isinstance(vote, bool) or not isinstance(vote, str | int | float)):
            return False  # a fault of another kind
        text = spelling(vote)
        if not is_missing(text) or text in self.classes or text in (self.problems.choices.classes or ()):
            return False
        self.words["null" if vote is None else text] += 1
        self.cases[case] = None
        return True

    def kept(self, votes: Iterable[tuple[str, object]], case: str) -> list[tuple[str, object]]:
        """Return the annotators of a case who have voted, and their votes."""
        return [(annotator, vote) for annotator, vote in votes if not self.holds(vote, case)]

    def report(self) -> None:
        """Note that missing votes are left out if the user says so; otherwise it is a problem, or a question."""
        if not self.words:
            return
        number, cases = self.words.total(), f"{count(len(self.cases), 'case')} ({listing([*self.cases])})"
        if self.problems.choices.missing_votes:
            votes = "missing vote is" if number == 1 else "missing votes are"
            self.problems.notes.append(f"{self.problems.file}: {count(number)} {votes} left out, of {cases}")
            return
        names = listed([label(text) for text in self.words], at_most=5)
        seen = f"{count(number, 'label')} of {cases} may be a missing vote: {names}"
        asks: Question = "" if {*self.words} <= {"null", ""} else "classes"
        action = "name the classes if it is one of them" if asks else "give every annotator a label, or leave it out"
        self.problems.add(0, "", seen, action, ["missing-votes"], asks)

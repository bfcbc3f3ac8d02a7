"""Votes that are missing: null, or what people and programs write where there is none.

They are never a class without a question. On request they are left out of the votes of their case, which stays.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

import numpy as np

from ordquant_core.errors import Question
from ordquant_core.formats.rows import Content, Problems, listing
from ordquant_core.formats.text import PLAIN_NUMBER, canonical, case_place, label, spelling
from ordquant_core.known_scales import rank_words
from ordquant_core.numerals import count, listed

NAMED = 5  # labels in a message
_ALWAYS = re.compile(
    r"|nan|n\.?/?a\.?|#n/?a|<na>|\(?null\)?|nil|nat|\(?missing\)?|missing[ _]value|unlabell?ed|skip(ped)?|no[ _]answer"
    r"|not[ _]applicable|\?+|undefined|nonetype|\[\]|\{\}|#null!|\(?blank\)?|dk|abstain(ed)?"
    r"|(no|without)[ _]?(label|rating|vote|judge?ment)|not[ _](rated|judged|labell?ed)"
    r"|(i )?(don['’]t|do not|cannot|can['’]t)[ _](know|say|tell|judge|decide)"
    r"|k\.? ?a\.?|keine (angabe|antwort)|wei(ß|ss) nicht|nicht (bewertet|beurteilbar)"
    r"|sans (r[ée]ponse|avis)|ne sait pas|sin (respuesta|dato)|ns/nc|no sabe|無回答|わからない|不明|没有回答"
)
_OFTEN = re.compile(r"none|-+|–|—|\.|_|unknown")  # some scales have such a class
_CODE = re.compile(r"-9|-?(9{2,5}|888?|777?)")  # as in questionnaires
_SURE_CODE = re.compile(r"-9{2,5}")


def is_missing(text: str) -> bool:
    """Return whether a label is one of those that stand for no label; any of them may be the name of a class, too.

    >>> is_missing("NaN"), is_missing(" n/a "), is_missing("-99"), is_missing("neutral")
    (True, True, True, False)
    """
    word = text.strip().casefold()
    return any(known.fullmatch(word) for known in (_ALWAYS, _OFTEN, _SURE_CODE))


def is_never_class(text: str) -> bool:
    """Return whether a label stands for no label, whatever the others are.

    >>> is_never_class("n/a"), is_never_class("none"), is_never_class("-99")
    (True, False, False)
    """
    return _ALWAYS.fullmatch(text.strip().casefold()) is not None


def missing_among(labels: Sequence[str], *, named: bool = False) -> list[int]:
    """Return the indices of labels that stand for no label beside the others.

    `named`: the file has names for its classes, so that a word such as `none` is one. Otherwise `none` and `-` are
    classes where a known scale has them. A number such as -99 is a class if it lies near the others. A few words among
    numbers may stand for none, whatever they are; so may a few numbers among words.

    >>> missing_among(["1", "nan", "2"]), missing_among(["none", "low", "high"]), missing_among(["none", "bad", "good"])
    ([1], [], [0])
    >>> missing_among(["-99", "1", "2"]), missing_among(["-", "0", "+"]), missing_among(["98", "99", "100"])
    ([0], [], [])
    >>> missing_among(["1", "2", "3", "pas clair"]), missing_among(["bad", "good", "-99"]), missing_among(["4", "5+"])
    ([3], [2], [])
    """
    found = {place for place, text in enumerate(labels) if is_never_class(text)}
    rest = [place for place in range(len(labels)) if place not in found]
    often = {place for place in rest if _OFTEN.fullmatch(labels[place].strip().casefold())}
    signs = any("+" in labels[place] for place in rest)
    if often and not named and not signs and rank_words([labels[place] for place in rest]) is None:
        found |= often
    numbers = {p: Decimal(text) for p in rest if PLAIN_NUMBER.fullmatch(text := canonical(labels[p]))}
    codes = {place for place in numbers if _CODE.fullmatch(canonical(labels[place]))}
    others = [numbers[place] for place in numbers if place not in codes]
    if others:
        low, high = min(others), max(others)
        found |= {p for p in codes if max(low - numbers[p], numbers[p] - high) > high - low}
    words = [p for p in rest if p not in numbers and p not in found]
    if not named and all(any(map(str.isalpha, labels[place])) for place in words):  # no signs, as - and +
        few = [p for p in words if not any(map(str.isdecimal, labels[p]))]
        found.update(few if len(words) < len(numbers) else numbers if len(numbers) < len(words) else ())
    return sorted(found)


def without_missing(content: Content, problems: Problems, chosen: Collection[str], *, named: bool) -> Content:
    """Leave out the votes whose label stands for none if the user says so; otherwise they are a question.

    `chosen`: labels that are classes by the user's word; `named`: the file has names for its classes. A case without
    any other vote has a fault.
    """
    if content.votes is None:
        return content
    votes, left_out = content.votes, problems.choices.missing_votes
    places = [
        place
        for place in missing_among(content.classes, named=named)
        if canonical(content.classes[place]) not in chosen and (left_out or votes[:, place].any())
    ]
    if not places:
        return content
    kept = [place for place in range(len(content.classes)) if place not in places]
    lost, left = votes[:, places], votes[:, kept]
    cases = [content.cases[row] for row in np.flatnonzero(lost.any(axis=1))]
    words = [content.classes[place] for place in places]
    report_missing(problems, int(lost.sum()), cases, words, surely=not any(words))
    if left_out:
        for row in np.flatnonzero(left.sum(axis=1) == 0).tolist():
            report_no_vote(problems, row, content.cases[row])
    rows = np.flatnonzero(left.sum(axis=1))
    left = left[rows]
    return replace(
        content,
        classes=tuple(content.classes[place] for place in kept),
        cases=tuple(content.cases[row] for row in rows),
        probabilities=left / left.sum(axis=1, keepdims=True),
        votes=left,
        extras={column: tuple(texts[row] for row in rows) for column, texts in content.extras.items()},
    )


def report_no_vote(problems: Problems, position: int, case: str) -> None:
    """Note that no vote of a case is left."""
    seen, action = "all of its votes are missing", "give every case one vote or more"
    problems.fault(position, case_place(case), seen, action, case=case)


def report_missing(
    problems: Problems, number: int, cases: Sequence[str], words: Sequence[str], *, surely: bool
) -> None:
    """Note that missing votes are left out if the user says so; otherwise it is a problem, or a question.

    `words`: the labels that stand for none; `surely`: none of them could be a class.
    """
    if not number:
        return
    of_cases = f"{count(len(cases), 'case')} ({listing([*cases])})"
    if problems.choices.missing_votes:
        votes = "missing vote is" if number == 1 else "missing votes are"
        problems.notes.append(f"{problems.file}: {count(number)} {votes} left out, of {of_cases}")
        return
    names = listed([label(text) for text in words], at_most=NAMED)
    seen = f"{count(number, 'label')} of {of_cases} may be a missing vote: {names}"
    asks: Question = "" if surely else "classes"
    action = "name the classes if it is one of them" if asks else "give every annotator a label, or leave it out"
    problems.add(0, "", seen, action, ["missing-votes"], asks)


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
        """Note them once."""
        words = [*self.words]
        report_missing(self.problems, self.words.total(), [*self.cases], words, surely={*words} <= {"null", ""})

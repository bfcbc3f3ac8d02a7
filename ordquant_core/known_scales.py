"""Well-known scales of words, from one end to the other."""

import re
from collections.abc import Sequence
from functools import lru_cache

# Words of one rank stand together: a scale has one of them. Lower case, single spaces.
_SCALES: tuple[tuple[tuple[str, ...], ...], ...] = (
    (  # agreement
        ("strongly disagree", "fully disagree", "completely disagree", "totally disagree"),
        ("disagree",),
        ("somewhat disagree", "slightly disagree", "rather disagree"),
        ("neutral", "neither agree nor disagree", "neither", "undecided", "unsure"),
        ("somewhat agree", "slightly agree", "rather agree"),
        ("agree",),
        ("strongly agree", "fully agree", "completely agree", "totally agree"),
    ),
    (  # satisfaction
        ("very dissatisfied", "very unsatisfied"),
        ("dissatisfied", "unsatisfied"),
        ("somewhat dissatisfied",),
        ("neutral", "neither", "neither satisfied nor dissatisfied"),
        ("somewhat satisfied",),
        ("satisfied",),
        ("very satisfied",),
    ),
    (  # polarity
        ("very negative", "strongly negative", "highly negative"),
        ("negative", "neg"),
        ("somewhat negative", "slightly negative"),
        ("neutral", "neu", "mixed"),
        ("somewhat positive", "slightly positive"),
        ("positive", "pos"),
        ("very positive", "strongly positive", "highly positive"),
    ),
    (  # quality
        ("terrible", "awful"),
        ("very bad", "very poor"),
        ("bad", "poor"),
        ("fair", "ok", "okay", "average", "acceptable"),
        ("good",),
        ("very good",),
        ("excellent",),
    ),
    (("never",), ("rarely", "seldom"), ("sometimes", "occasionally"), ("often", "frequently"), ("always",)),
    (("none",), ("very low",), ("low",), ("medium", "mid", "moderate"), ("high",), ("very high",)),
    (("none", "no"), ("mild",), ("moderate",), ("severe",)),
    (("no",), ("rather no", "probably not"), ("maybe", "unsure"), ("rather yes", "probably"), ("yes",)),
    (("irrelevant", "not relevant"), ("partially relevant", "somewhat relevant"), ("relevant",), ("highly relevant",)),
    (("not at all",), ("a little", "slightly"), ("somewhat", "moderately"), ("very",), ("extremely",)),
    tuple((word,) for word in ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]),
    (("tiny",), ("small",), ("medium",), ("large",), ("huge",)),
    (("nb",), ("pb",), ("b",)),  # breakdown: no, possible, yes
    (("o",), ("t",), ("x",)),
)

_CLASS = re.compile(r"(?P<same>.*?)(?P<rank>\d{1,9})")  # class1, class2, …
_POINT = re.compile(r"(?P<same>)(?P<rank>[+-]?\d{1,3})[\W_]+[^\W\d_].*")  # 1: bad, 2: good, …; 1 star, 2 stars, …
_PERCENT = re.compile(r"(?P<same>)(?P<rank>\d{1,3})\s?%")


def rank_words(labels: Sequence[str]) -> list[int] | None:
    """Return the labels' order, as indices, on the known scale that has them all; None if there is no such scale.

    >>> rank_words(["Agree", "strongly-disagree", "neutral"]), rank_words(["bad", "good", "ok", "vgood"])
    ([1, 2, 0], None)
    >>> rank_words(["10: best", "1: bad", "2: so so"]), rank_words(["class 2", "class 1"]), rank_words(["50%", "0 %"])
    ([1, 2, 0], [1, 0], [1, 0])
    """
    ranks = _ranks(tuple(labels))
    return None if ranks is None else list(ranks)


def lacking_end(labels: Sequence[str]) -> str:
    """Return the end of a known scale that labels, in their order, lack although they have the other end; else "".

    Whole numbers begin at 0 or 1, or lie around 0. Where labels have neither end, as bad, fair and good, nothing lacks.

    >>> lacking_end(["2", "3", "4", "5"]), lacking_end(["-2", "-1", "0", "1"]), lacking_end(["agree", "strongly agree"])
    ('1', '2', 'strongly disagree')
    >>> lacking_end(["0", "1", "2"]), lacking_end(["bad", "fair", "good"]), lacking_end(["no", "yes"])
    ('', '', '')
    """
    if all(re.fullmatch(r"-?\d+", text) for text in labels):
        lowest, highest = int(labels[0]), int(labels[-1])
        if lowest < 0 < highest:
            return "" if lowest == -highest else str(-highest if highest > -lowest else -lowest)
        return "1" if lowest > 1 else ""
    words = _words(labels)
    for scale in _SCALES:
        if {*words} <= {word for group in scale for word in group}:
            first, last = (not {*words}.isdisjoint(scale[end]) for end in (0, -1))
            return "" if first == last else scale[0 if last else -1][0]
    return ""


def _words(labels: Sequence[str]) -> list[str]:
    return [re.sub(r"[\s_\-]+", " ", text.strip().casefold()) for text in labels]


@lru_cache(maxsize=512)  # the files of a task have the same classes
def _ranks(labels: tuple[str, ...]) -> list[int] | None:
    words = _words(labels)
    if len(words) < 2:
        return None
    if all(len(word) == 1 and word.isascii() and word.isalpha() for word in words):  # grades: A, B, C, …
        letters = sorted(words)
        if ord(letters[-1]) - ord(letters[0]) == len(letters) - 1 == len(set(letters)) - 1:
            return sorted(range(len(words)), key=words.__getitem__)
    for pattern in (_CLASS, _POINT, _PERCENT):
        numbers = [match for word in words if (match := pattern.fullmatch(word))]
        if len(numbers) == len(words) and len({match["same"] for match in numbers}) == 1:
            ranks = [int(match["rank"]) for match in numbers]
            return sorted(range(len(ranks)), key=ranks.__getitem__) if len({*ranks}) == len(ranks) else None
    for scale in _SCALES:
        known_ranks = {word: rank for rank, group in enumerate(scale) for word in group}
        ranks = [known_ranks[word] for word in words if word in known_ranks]
        if len(ranks) == len(words) == len(set(ranks)):
            return sorted(range(len(ranks)), key=ranks.__getitem__)
    return None

"""A lesson on the board: votes are carried from class to class, and scores follow.

A lesson is data. What its sentences say of a board, its scores and its tick are computed by `lesson_fields`; the
browser computes them again while a vote is in the hand, and a test compares both.

Texts hold `{fields}` of `lesson_fields`, `[A]`, `[B]` and `[NMD]` for an estimate or a measure that can be tapped, and
`((word))` or `((word|as written))` for one of `TERMS`.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from ordquant_core.measures.registry import MEASURES

Votes = tuple[float, ...]  # in each class; whole numbers, but in a picture that is not made of votes
Side = Literal["gold", "a", "b"]
Kind = Literal["carry", "average", "swap", "mistake", "flips", "picture"]  # in a picture, nothing can be carried
Below = Literal["traffic", "lookouts", "flips", "words", "bins", "order", "nothing"]


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the board: the votes of the gold and of both estimates, and how many steps were walked so far."""

    gold: Votes
    a: Votes
    b: Votes
    carried: Side = "a"
    walked: int = 0

    def side(self, side: Side) -> Votes:
        """Return the votes of one side."""
        return {"gold": self.gold, "a": self.a, "b": self.b}[side]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """When a task is done: all that is given here must hold."""

    side: Side | Literal["carried"] = "gold"
    votes: tuple[Votes, ...] = ()  # the side is one of these
    home: bool = False  # the side equals the gold
    average: float | None = None  # of the side's classes, counted from 1
    moved: bool = False  # the side is not as it was at first
    all_prefer: Literal["", "A", "B"] = ""  # every measure of the lesson


@dataclass(frozen=True, slots=True)
class Sentence:
    """A live sentence, said where the flag holds; of several, the first that does."""

    text: str
    flag: Literal["", "home", "detour", "walked", "one eye", "equal bars"] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One lesson. `board` is where it begins; `goal` is what the carried side becomes with "Do it for me"."""

    key: str
    title: str
    dialogue: str
    board: Board
    kind: Kind = "carry"
    measures: tuple[str, ...] = ()
    below: Below
    story: str
    meet: str = ""
    ask: str
    choices: tuple[str, str, str]
    right: int
    answered: tuple[str, ...] = ()  # what is said after each choice, and after none, before the task
    task: str  # where there is none, the answer is right or wrong at once
    tick: Tick
    goal: Votes
    live: tuple[Sentence, ...]
    why: str
    take_away: str
    sides: tuple[Side, ...] = ("a", "b")  # the estimates that are drawn
    other: Votes = ()  # a second dialogue beside the board
    both: bool = False  # afterwards the other estimate may be carried, too
    further: tuple[str, Votes] = ("", ())  # what can be seen afterwards: the label of a button, the carried side
    curves: bool = False  # traffic can be shown between the cumulative curves
    covered: bool = False  # what is drawn below the board would give the answer away: it follows the answer
    highest: int = 20  # votes of the scale
    widest: float = 1.0  # the largest squared error of the lookouts, as a share of all votes squared
    most: int = 0  # votes that the slider of a flip hunt moves
    words: tuple[str, ...] = ()  # terms to tap at the end
    asks: str = ""  # the measure whose preference is the question
    hidden: tuple[str, ...] = ()  # measures without scores until the answer
    nicknames: bool = True  # measures have those of the lessons
    free: bool = False  # whose votes are carried can be chosen
    classes: tuple[str, ...] = ()  # labels; without any: 1, 2, 3, …


CLASS_WORDS = ("very unhappy", "", "", "", "very happy")
NAMES: Mapping[str, tuple[str, str, str]] = {  # of a measure: nickname, one line, full name
    "NVD": (
        "the Bin-counter",
        "Counts the votes that lie in a wrong class; “bin” is another word for class. Near or far makes no difference.",
        "Normalised Variational Distance",
    ),
    "NMD": (
        "the Mover",
        "Counts the steps needed to carry the votes to the gold, out of all possible steps.",
        "Normalised Match Distance",
    ),
    "RNOD": (
        "the Lookouts",
        "An eye on every class with a gold vote adds up squared errors times their distance. The eyes are averaged.",
        "Root Normalised Order-aware Divergence",
    ),
    "RSNOD": (
        "the Lookouts, both ways",
        "As RNOD, but the mean of both directions, from the gold and from the estimate. Swapping them changes nothing.",
        "Root Symmetric Normalised Order-aware Divergence",
    ),
    "DNKT": (
        "the Ranker",
        "Compares only the order of the bars: every pair of them, in the gold and in the estimate.",
        "Divergence based on Normalised Kendall’s Tau",
    ),
}
TERMS: Mapping[str, tuple[str, str]] = {  # the word as it is written, what it means
    "class": ("class", "One possible answer. Here: 1 very unhappy, 2, 3, 4, 5 very happy."),
    "distribution": ("distribution", "How the 20 votes are spread over the classes."),
    "gold": ("gold", "The votes of the people. It is what a system has to predict."),
    "estimate": (
        "estimate",
        "A system’s prediction of the gold, made without seeing the votes. On the board, its bars have a letter.",
    ),
    "quantification": (
        "ordinal quantification",
        "Predicting how many people choose each class is quantification. If the classes have an order, it is ordinal.",
    ),
    "measure": (
        "measure",
        "One number that says how wrong an estimate is. 0 is the best; smaller is better. Another measure may "
        "crown another winner: that is what the lessons are about.",
    ),
    "step": ("step", "One vote carried across one class boundary."),
    "error": ("error", "In one class: the votes of the estimate minus the votes of the gold."),
}


def to_json(lesson: Lesson) -> dict[str, Any]:
    """Return a lesson as the board reads it. It holds no score: the browser computes them from the votes."""
    return {**asdict(lesson), "names": _names(lesson), "terms": dict(TERMS), "class_words": CLASS_WORDS}


def _names(lesson: Lesson) -> dict[str, tuple[str, str, str, str]]:
    """Return of each measure that can be tapped: nickname, one line, full name, label."""
    others = {key: ("", MEASURES[key].summary, MEASURES[key].name) for key in lesson.measures if key not in NAMES}
    every = {**NAMES, **others}.items()
    return {
        key: (name if lesson.nicknames else "", line, whole, MEASURES[key].label) for key, (name, line, whole) in every
    }

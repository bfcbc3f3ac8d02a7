"""A sentence in which names of runs stay names: they come from files, and a page colours and escapes them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed

NAMED = 3  # runs or measures that a sentence names; more than that are counted


@dataclass(frozen=True, slots=True)
class RunName:
    """The name of a run; `letter` is A or B where it is one of the two that are compared.

    It is written as 'A Popularity', and where it stands `alone` as 'Popularity'; a run without a name is its letter.
    """

    name: str
    letter: str = ""
    alone: bool = True

    def __str__(self) -> str:
        """Return the name as text."""
        nameless = self.name in ("", f"Run {self.letter}")
        return self.letter if nameless else self.name if self.alone or not self.letter else f"{self.letter} {self.name}"


A, B = RunName("", "A"), RunName("", "B")


@dataclass(frozen=True, slots=True)
class MeasureName:
    """The name of a measure that a reader of the sentence may exchange: `role` is x, y, or what else chooses it."""

    key: str
    role: str

    def __str__(self) -> str:
        """Return the label of the measure."""
        return MEASURES[self.key].label


@dataclass(frozen=True, slots=True)
class _Words:
    words: str

    def __str__(self) -> str:
        """Return the words."""
        return self.words


@dataclass(frozen=True, slots=True)
class Strong(_Words):
    """Words that stand out."""


@dataclass(frozen=True, slots=True)
class Link(_Words):
    """Words that lead to an address."""

    address: str


@dataclass(frozen=True, slots=True)
class Chosen(_Words):
    """Words that a reader of the sentence may exchange, such as a number of votes: `role` is what chooses them."""

    role: str


@dataclass(frozen=True, slots=True)
class Styled(_Words):
    """Words in a style of the style sheet, such as "muted", and what is said where one points at them."""

    style: str = ""
    hover: str = ""


Part: TypeAlias = str | RunName | MeasureName | Chosen | Strong | Link | Styled
Sentence: TypeAlias = tuple[Part, ...]


def say(*parts: Part | Sentence) -> Sentence:
    """Put words, names and sentences one after the other; what is empty is left out.

    >>> plain(say("NMD prefers ", RunName("x", "A"), "", (".", " So does JSD.")))
    'NMD prefers x. So does JSD.'
    """
    flat = (inner for part in parts for inner in (part if isinstance(part, tuple) else (part,)))
    return tuple(part for part in flat if part != "")


def plain(sentence: Sentence | str) -> str:
    """Return a sentence as text.

    >>> plain((RunName("x", "A"), " leads ", Link("here", "/systems"), "."))
    'x leads here.'
    """
    return sentence if isinstance(sentence, str) else "".join(map(str, sentence))


def join(sentences: Iterable[Part | Sentence], between: str = " ") -> Sentence:
    """Put sentences one after the other with something between; empty ones are left out.

    >>> plain(join([("a",), (), "b"], "; "))
    'a; b'
    """
    pieces = [piece for sentence in map(say, sentences) if sentence for piece in (between, sentence)]
    return say(*pieces[1:])


def ended(clauses: Iterable[Part | Sentence]) -> Sentence:
    """Make one sentence of clauses: a capital at its beginning, semicolons between, a full stop; nothing of none.

    >>> plain(ended([("all agree",), (RunName("x"), " leads")])), ended([])
    ('All agree; x leads.', ())
    """
    whole = join(clauses, "; ")
    if not whole:
        return ()
    first, *rest = whole
    begun = first[:1].upper() + first[1:] if isinstance(first, str) else first
    return say(begun, *rest, ".")


def both_names(runs: Sequence[str], *, alone: bool = True) -> tuple[RunName, RunName]:
    """Return the names of runs A and B."""
    return RunName(runs[0], "A", alone), RunName(runs[1], "B", alone)


def lettered(sentence: Sentence, runs: Sequence[str]) -> Sentence:
    """Return a sentence in which the names of runs A and B are those of A and B.

    >>> lettered((RunName("y"), " leads ", RunName("z")), ("x", "y"))[0]
    RunName(name='y', letter='B', alone=True)
    """
    letters = dict(zip(runs, "AB", strict=False))
    named = ((part.name if isinstance(part, RunName) else None, part) for part in sentence)
    return tuple(part if name is None else RunName(name, letters.get(name, "")) for name, part in named)


def names(runs: Sequence[str], pair: Sequence[str] = (), *, at_most: int | None = None) -> Sentence:
    """Join the names of runs as people write them; those of `pair` have their letters before them.

    >>> plain(names(["x"])), plain(names(["x", "y", "z"], ["y"])), plain(names(["x", "y", "z", "w"], at_most=2))
    ('x', 'x, A y and z', 'x, y and 2 more')
    """
    letters = dict(zip(dict.fromkeys(pair), "AB", strict=False))  # a run that is both is A
    return listing([RunName(run, letters.get(run, ""), alone=run not in letters) for run in runs], at_most=at_most)


def listing(parts: Sequence[Part], *, at_most: int | None = None) -> Sentence:
    """Join names or words as people write them, as `numerals.listed` does texts."""
    marks = [f"\0{number}\0" for number in range(len(parts))]  # `listed` knows where commas and “and” stand
    pieces = listed(marks, at_most=at_most).split("\0")
    return say(*(parts[int(piece)] if number % 2 else piece for number, piece in enumerate(pieces)))


def names_or_count(runs: Sequence[str], pair: Sequence[str] = ()) -> Sentence:
    """Name a few runs, or count many: 'x', 'x, y and z', '5 runs'."""
    return names(runs, pair) if len(runs) <= NAMED else (count(len(runs), "run"),)

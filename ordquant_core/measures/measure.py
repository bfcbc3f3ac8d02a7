"""What a measure is to the rest of the project: the record of its facts, and the collection of measures by key."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from inspect import signature
from types import MappingProxyType

from numpy.typing import ArrayLike

from ordquant_core.distributions import Widths
from ordquant_core.errors import UnknownKeyError
from ordquant_core.measures.pairs import PairFunction, with_widths
from ordquant_core.measures.recipes.short import Short
from ordquant_core.measures.recipes.steps import Recipe
from ordquant_core.measures.terms import Products, Terms
from ordquant_core.records import FloatArray

OWN = "own"  # the family of measures that plug-ins add
MADE = "made"  # the family of measures that visitors make (built.py): none of the registry
ON_REQUEST = "other"  # the family that pages, commands and tables leave out unless it is asked for
FAMILIES: Mapping[str, str] = MappingProxyType(
    {
        "ordinal": "Ordinal: distance-aware",
        "nominal": "Nominal: bin by bin",
        "priority": "Priority: rank order only",
        "combined": "Combined: priority and quantity",
        OWN: "Own: added to this installation",
        "other": "Other fields: forecasts, label distributions, quantification",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """The facts about a measure that the rest of the project uses. Calling it scores estimates."""

    key: str  # stable identifier: file columns, URLs, test ids
    name: str
    family: str = OWN  # a key of FAMILIES
    compute: PairFunction
    symmetric: bool  # does exchanging gold and estimate leave the score as it is?
    equidistant: bool | None = None  # are neighbouring classes taken to be equally far apart? None: no distances
    formula: str  # LaTeX; p the estimate, p^* the gold
    summary: str  # one sentence, shown as help text
    sources: tuple[tuple[str, str], ...] = ()  # (key of papers/references.csv, place in it), the definition first
    largest: Callable[..., float] = lambda n_classes: 1.0  # upper bound, the least where known; some take `widths`, too
    raw_of: str | None = None  # the measure this one is an unnormalised variant of
    reversible: bool = True  # does it score the same with the classes in reverse order?
    origin: str = ""  # of a custom measure: the file or the package that adds it
    cited: str = ""  # its source in words, where papers/references.csv has none
    working: Recipe | None = None  # its steps; None: they are not known, and pages show the function's result
    short: Short | None = None  # its calculation in short: what the classes contribute, and the last step
    terms: Terms | Products | None = None  # what the score is made of, for quicker expectations; None: not known

    def __call__(self, gold: ArrayLike, estimated: ArrayLike, positions: ArrayLike | None = None) -> FloatArray:
        """Score estimates of shape (..., L) against gold of shape (..., L): an array over the leading axes.

        `positions`: where the classes stand, if not at 1, ..., L. Raises `OrdquantError` unless `takes_positions`.
        """
        return self.compute(gold, estimated) if positions is None else self.compute(gold, estimated, positions)

    @property
    def takes_positions(self) -> bool:
        """Whether it takes the positions of the classes."""
        return self.compute.takes_positions

    def with_widths(self, widths: Widths) -> "Measure":
        """Return the measure with steps of these widths between the classes; without distances it stays as it is."""
        if not self.takes_positions:
            return self
        bound = "widths" in signature(self.largest).parameters
        largest = partial(self.largest, widths=widths) if bound else self.largest
        return replace(self, compute=with_widths(self.compute, widths), equidistant=False, largest=largest)

    @property
    def label(self) -> str:
        """The key as people write it; own measures are marked, by a word, wherever they stand."""
        if self.family == MADE:
            return "yours"
        written = self.key.replace("_", "·") if self.key.isupper() else self.key
        return f"{written} (own)" if self.family == OWN else written

    def bounds(self, n_classes: int) -> tuple[float, float]:
        """Return the best (0) and the worst possible score over `n_classes` classes."""
        return 0.0, self.largest(n_classes)


class Measures(Mapping[str, Measure]):
    """The measures by key, in display order. The error for an unknown key suggests similar ones."""

    def __init__(self, measures: Sequence[Measure]) -> None:
        self._by_key: dict[str, Measure] = {}
        for measure in measures:
            if measure.key in self._by_key:
                raise ValueError(f"two measures have the key {measure.key}: {self[measure.key].name}, {measure.name}")
            self._by_key[measure.key] = measure

    def __getitem__(self, key: str) -> Measure:
        """Return the measure with this key. Raises `UnknownKeyError`, an `OrdquantError` and a `KeyError`."""
        try:
            return self._by_key[key]
        except KeyError:
            raise UnknownKeyError(unknown_key(key, tuple(self._by_key))) from None

    def add(self, measure: Measure) -> None:
        """Add a measure for this process, in the place of one with the same key."""
        self._by_key[measure.key] = measure

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key)

    def __len__(self) -> int:
        return len(self._by_key)

    def __repr__(self) -> str:
        return f"Measures({', '.join(self._by_key)})"


def unknown_key(key: object, known: Sequence[str]) -> str:
    """Return the message on an unknown key.

    >>> unknown_key("nmd", ["NMD", "NVD", "RNOD"])
    "Unknown measure 'nmd'; did you mean NMD or NVD? There are NMD, NVD, RNOD."
    """
    spelled = str(key).upper().replace("·", "_").replace("-", "_")
    near = [spelled] if spelled in known else []
    near += [one for one in get_close_matches(spelled, known, n=3, cutoff=0.6) if one not in near]
    question = f"did you mean {' or '.join(near[:2])}? There are" if near else "choose from"
    return f"Unknown measure {key!r}; {question} {', '.join(known)}."

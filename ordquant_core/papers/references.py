"""The papers and books that the measures and the statistics come from: the rows of `references.csv`.

Facts as printed in the papers themselves or in their reference lists. A link is one that they print, or the
DOI or the arXiv number of the paper.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ordquant_core.papers.files import read_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One publication; `key` is how the registry and the docstrings cite it."""

    key: str
    authors: tuple[str, ...]
    year: int
    title: str
    venue: str
    known_as: str  # what people call it, without the year
    url: str  # empty where it is not known

    @property
    def short(self) -> str:
        """The name for running text.

        >>> REFERENCES["sakai2021lq"].short
        'LQ 2021'
        """
        return f"{self.known_as} {self.year}"

    @property
    def citation(self) -> str:
        """The full entry of a reference list, without the link.

        >>> REFERENCES["werman1985"].citation[:52]
        'Michael Werman, Shmuel Peleg, Azriel Rosenfeld. 1985'
        """
        return f"{', '.join(self.authors)}. {self.year}. {self.title}. {self.venue}."


def _reference(authors: str, year: str, **texts: str) -> Reference:
    return Reference(authors=tuple(authors.split("; ")), year=int(year), **texts)


REFERENCES: Mapping[str, Reference] = MappingProxyType(
    {row["key"]: _reference(**row) for row in read_rows("references.csv")}
)

"""References as BibTeX: those of the papers behind measures and statistics, and OrdQuant itself."""

import re
from collections.abc import Iterable

from ordquant_core.papers.references import REFERENCES, Reference
from ordquant_core.version import VERSION
from ordquant_core.writing.latex import in_latex

SOFTWARE = "ordquant"  # the key of OrdQuant's own entry
_AUTHOR, _TITLE, _YEAR = (
    "The OrdQuant developers",
    "OrdQuant: Evaluation Measures for Ordinal Quantification, and How They Behave",
    "2026",
)
CITATION = f"{_AUTHOR}. {_YEAR}. {_TITLE}. Version {VERSION}."
_PAGES = re.compile(r", ([\d:]+–[\d:]+|Article \d+)$")
_JOURNAL = re.compile(r"(?P<journal>[^\d]+?) (?P<volume>\d+)(?:, (?P<number>[\d/]+))?")


def bibtex(keys: Iterable[str]) -> str:
    """Return the entries of some references, by their keys, and that of OrdQuant."""
    return "\n".join([*(_entry(REFERENCES[key]) for key in dict.fromkeys(keys)), _software()])


def _entry(work: Reference) -> str:
    fields = {"author": " and ".join(work.authors), "title": f"{{{in_latex(work.title)}}}", "year": str(work.year)}
    venue, pages = work.venue, _PAGES.search(work.venue)
    if pages:
        venue = venue[: pages.start()]
    journal = _JOURNAL.fullmatch(venue)
    if venue.startswith("arXiv:"):
        kind, where = "misc", {"eprint": venue.removeprefix("arXiv:"), "archiveprefix": "arXiv"}
    elif "Proceedings" in venue:
        kind, where = "inproceedings", {"booktitle": in_latex(venue)}
    elif venue.startswith("PhD thesis, "):
        kind, where = "phdthesis", {"school": in_latex(venue.removeprefix("PhD thesis, "))}
    elif journal:
        kind, where = "article", {name: in_latex(text) for name, text in journal.groupdict().items() if text}
    else:
        kind, where = "book", {"publisher": in_latex(venue)}
    where |= {"pages": in_latex(pages[1].removeprefix("Article "))} if pages else {}
    return _written(kind, work.key, fields | where | ({"url": work.url} if work.url else {}))


def _software() -> str:
    fields = {"author": f"{{{_AUTHOR}}}", "title": f"{{{_TITLE}}}", "year": _YEAR, "note": f"Version {VERSION}"}
    return _written("misc", SOFTWARE, fields)


def _written(kind: str, key: str, fields: dict[str, str]) -> str:
    lines = "".join(f"  {name} = {{{text}}},\n" for name, text in fields.items())
    return f"@{kind}{{{key},\n{lines}}}\n"

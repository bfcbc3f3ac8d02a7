"""The files of shared tasks: each format is known by its structure alone, and read strictly.

A fault in such a file is a problem; it is never read as a table instead.
"""

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.official import dbdc, lewidi, ntcir, semeval, trec
from ordquant_core.formats.official.interface import Official, Role
from ordquant_core.formats.official.lines import first_lines
from ordquant_core.formats.rows import Part
from ordquant_core.formats.text import is_number

__all__ = ["Official", "Part", "Role", "recognise_json", "recognise_text"]

OF_JSON = (dbdc.recognise, lewidi.recognise, ntcir.recognise)
OF_TEXT = (lewidi.recognise_run, semeval.recognise)


def recognise_json(value: object, name: str) -> Official | None:
    """Return the official file that a value of JSON is, None where it is none."""
    return next((official for recognise in OF_JSON if (official := recognise(value, name)) is not None), None)


def recognise_text(text: str, name: str) -> Official | None:
    """Return the official file that a text is, by its first lines; None where it is none.

    Raises `InputError` for ranked lists and their judgements, which are read elsewhere.
    """
    official = next((official for recognise in OF_TEXT if (official := recognise(text, name)) is not None), None)
    if official is None and (kind := _ranked_lists(text)) is not None:
        seen = f"these are TREC's {'relevance judgements' if kind == 'judgements' else 'ranked lists'}"
        raise InputError([Problem(name, "", seen, "ranked lists have a page and a command of their own, rank-lists")])
    return official


def _ranked_lists(text: str) -> str | None:
    """Return what TREC's file a text is: it has 4 or 6 columns, and 0, Q0 or a round in the second."""
    rows = [line.split() for line in first_lines(text) if not line.startswith("#")]
    if not rows or len(rows[0]) not in (4, 6) or len({*map(len, rows)}) > 1:
        return None
    topics, turns, documents = ([row[place] for row in rows] for place in (0, 1, 2))
    usual = {*turns} <= {"0", "Q0"} and (len({*topics}) < len(topics) or not all(map(is_number, documents)))
    rounds = all(map(is_number, turns)) and not any(map(is_number, documents))
    return trec.kind_of_text("\n".join(map(" ".join, rows))) if usual or rounds else None

"""What a table would become, as far as a person has said what its columns are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ordquant_core import numerals
from ordquant_core.errors import OrdquantError, Problem
from ordquant_core.formats.apply import apply_mapping
from ordquant_core.formats.labels import arrange, has_no_order
from ordquant_core.formats.mapping import OF_FILES, TableMapping, open_roles
from ordquant_core.formats.raw_table import RawTable, Reason
from ordquant_core.formats.rows import Content, Problems
from ordquant_core.formats.text import label
from ordquant_core.records import Order

_CASES = 3


@dataclass(frozen=True, slots=True)
class PreviewCase:
    """A case as it would be read: votes or probabilities in the order of the classes."""

    case: str
    numbers: tuple[float, ...]
    total: float
    has_votes: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """The first cases, what was noted, what stops the reading, and which fields are still to be said."""

    sentence: str = ""
    classes: tuple[str, ...] = ()
    ordered_by: Order = "file"
    cases: tuple[PreviewCase, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    open: tuple[str, ...] = ()  # fields of a mapping


def preview(table: RawTable, fields: Mapping[str, Any], reasons: Sequence[Reason] = ()) -> Preview:
    """Return what a table becomes with the fields that are said; an empty preview while a role is still to be said.

    `fields`: those that a person has filled in, "none" (an empty value) included; `reasons` are the questions.
    """
    asked = [one.field for one in reasons if one.field and one.field not in fields and one.field not in OF_FILES]
    roles = open_roles(fields)
    still_open = tuple(dict.fromkeys([*roles, *asked]))
    if roles:
        return Preview(open=still_open)
    problems = Problems(table.file)
    try:
        parts = apply_mapping(table, TableMapping(**fields), problems)
        content = arrange(parts[0].content, parts[0].problems)
    except (OrdquantError, TypeError) as error:
        wrong = getattr(error, "problems", (Problem(table.file, "", str(error), "choose other columns"),))
        return Preview(problems=tuple(wrong), open=still_open)
    as_columns = fields["layout"] == "class-columns"
    if not fields.get("classes") and has_no_order(content.classes, as_columns=as_columns):
        still_open = tuple(dict.fromkeys([*still_open, "classes"]))
    cases = tuple(_case(content, row) for row in range(min(_CASES, len(content.cases))))
    wrong = [problem for part in parts for problem in part.problems.sorted()]
    notes = tuple(note.removeprefix(f"{table.file}: ") for note in problems.notes)
    return Preview(_sentence(content), content.classes, content.ordered_by, cases, tuple(wrong), notes, still_open)


def _case(content: Content, row: int) -> PreviewCase:
    votes = content.votes
    numbers = (content.probabilities if votes is None else votes)[row].tolist()
    return PreviewCase(content.cases[row], tuple(numbers), float(sum(numbers)), votes is not None)


def _sentence(content: Content) -> str:
    """Return what was read in a sentence: `6 cases, classes none to severe, 3 votes each`."""
    first, last = label(content.classes[0]), label(content.classes[-1])
    return f"{numerals.count(len(content.cases), 'case')}, classes {first} to {last}, {content.numbers}"

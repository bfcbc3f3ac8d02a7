"""The roles that the columns of a table can have, and the fields of a mapping that they fill."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from ordquant_core.formats.mapping import ROLES, TableMapping

Said = Mapping[str, Any]  # the fields of a mapping that somebody has filled in, "none" (an empty value) included
SINGLE = ("label", "annotator", "value", "system")  # fields that name one column
_ASIDE = {"text": "keep", "not used": "ignore"}
_ROLES_OF: Mapping[str, Mapping[str, str]] = {  # by layout: the word for a role, and the field that it fills
    "class-columns": {"case": "case", "class": "columns", "annotator": "annotator", "run": "system", **_ASIDE},
    "votes": {"case": "case", "vote": "label", "annotator": "annotator", "run": "system", **_ASIDE},
    "values": {"case": "case", "class": "label", "number": "value", "run": "system", **_ASIDE},
    "annotator-columns": {"case": "case", "annotator": "columns", "run": "system", **_ASIDE},
    "people": {"person": "annotator", "case": "columns", "not used": "ignore"},
}
CHOOSE = "Choose…"


def roles_of(layout: str) -> list[str]:
    """Return the words for the roles of a layout."""
    return list(_ROLES_OF[layout])


def field_of(layout: str, role: str) -> str:
    """Return the field of a mapping that a role fills."""
    return _ROLES_OF[layout][role]


def concerns(layout: str, field: str, certain: str | None) -> bool:
    """Return whether a question is one with this layout, too: roles differ, all else is alike.

    `certain` is the layout that the question takes for certain, if any.

    >>> concerns("people", "case", None), concerns("votes", "case", None), concerns("people", "classes", "votes")
    (False, True, True)
    """
    is_role = any(field in roles.values() for roles in _ROLES_OF.values())
    return not is_role or (certain in (None, layout) and field in _ROLES_OF[layout].values())


def role_in(layout: str, said: Said, column: str) -> str | None:
    """Return the role that a column has by what is said, None where nothing is said about it.

    >>> role_in("votes", {"case": ("post", "reply"), "label": "rating"}, "reply")
    'case'
    """
    for role, field in _ROLES_OF[layout].items():
        value = said.get(field, ())
        if column == value if isinstance(value, str) else column in value:
            return role
    return None


def fields_of(layout: str, roles: Mapping[str, str | None]) -> dict[str, Any]:
    """Return the fields that the roles of columns fill.

    >>> fields_of("votes", {"post": "case", "reply": "case", "time": None, "rating": "vote"})
    {'case': ('post', 'reply'), 'label': 'rating'}
    """
    found: dict[str, Any] = {}
    for column, role in roles.items():
        if role is not None:
            field = field_of(layout, role)
            found[field] = column if field in SINGLE else (*found.get(field, ()), column)
    return found


def unsaid(layout: str, roles: Sequence[str | None]) -> str:
    """Return what a column is while nothing is said about it, in the words of its list of roles.

    >>> unsaid("people", ["person", None]), unsaid("people", ["person", "case"]), unsaid("votes", ["case", None])
    ('case', 'Choose…', 'Choose…')
    """
    of_the_rest = next((role for role, field in _ROLES_OF[layout].items() if field == "columns"), None)
    return CHOOSE if of_the_rest is None or of_the_rest in roles else of_the_rest


def said_by(mapping: TableMapping) -> dict[str, Any]:
    """Return the fields that a mapping says: those that differ from the defaults, and what its layout needs.

    >>> said_by(TableMapping("votes", case=("item",), label="rating"))
    {'layout': 'votes', 'case': ('item',), 'label': 'rating', 'annotator': ''}
    """
    plain = asdict(TableMapping())
    needed = ("layout", *ROLES[mapping.layout])
    return {name: value for name, value in asdict(mapping).items() if value != plain[name] or name in needed}

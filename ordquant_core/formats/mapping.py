"""How a table is read: what each of its columns is. A plain table shows it; for any other a person says it.

The page Data, the command line and a file (`--mapping FILE`) use the same fields and the same words.
"""

from __future__ import annotations  # help() shows types as they are written

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from difflib import get_close_matches
from typing import Any, Literal, TypeAlias, get_args

from ordquant_core.errors import OrdquantError
from ordquant_core.formats.text import brief, label
from ordquant_core.numerals import listed

Layout = Literal["", "class-columns", "votes", "values", "annotator-columns", "people"]  # "": the table says it itself
Empty = Literal["refuse", "0", "missing"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)[1:]
LAYOUT_WORDS: Mapping[Layout, str] = {
    "class-columns": "a column per class",
    "votes": "a row per vote",
    "values": "a row per case and class",
    "annotator-columns": "a column per annotator",
    "people": "a row per person",
}
ROLES: Mapping[Layout, tuple[str, ...]] = {  # the fields without which a layout cannot be read
    "": (),
    "class-columns": ("case",),
    "votes": ("case", "label", "annotator"),
    "values": ("case", "label", "value"),
    "annotator-columns": ("case",),
    "people": ("annotator",),
}
OF_FILES = ("header", "encoding", "decimal", "sheet", "turned")  # fields on the file, which need no layout
HINTS: Mapping[str, str] = {  # what stands for the value of a field, in the order of questions
    "header": "LINE",
    "encoding": "NAME",
    "decimal": "SIGN",
    "sheet": "NAME",
    "turned": "",
    "layout": "|".join(LAYOUTS),
    "case": "COLUMN[,COLUMN]",
    **dict.fromkeys(("annotator", "label", "value", "system"), "COLUMN"),
    **dict.fromkeys(("columns", "keep", "ignore"), "COLUMN,…"),
    "classes": "A,B,…",
    "where": "COLUMN=VALUE",
    "drop": "COLUMN=VALUE",
    "no_vote": "A,B,…",
    "empty": "refuse|0|missing",
    "numbers": "counts|shares",
    "split": "SIGN",
}
SPLITS: Mapping[str, str] = {",": "commas", ";": "semicolons", "|": "bars", " ": "spaces"}


@dataclass(frozen=True, slots=True, repr=False)
class TableMapping:
    """What the columns of a table are; a column that no field names is left out, with a note.

    With `class-columns` (and no `classes`), `annotator-columns` and `people`, all columns that no other field names
    hold classes, annotators or cases, unless `columns` names them.
    """

    layout: Layout = ""  # only what `OF_FILES` names may be said without it
    case: tuple[str, ...] = ()  # columns that together name the case; (): rows are numbered, or JSON has outer keys
    columns: tuple[str, ...] = ()  # that hold annotators or cases; with `split`, the one that holds the shares
    classes: tuple[str, ...] = ()  # labels in their order; with class-columns, the columns themselves
    label: str = ""  # the column with the label of a vote, or with the class of a value
    annotator: str = ""  # the column that says whose vote it is; "": nobody is named, each row is a vote
    value: str = ""  # the column with the votes or the probability for a case and class
    system: str = ""  # the column that says which run a row belongs to
    keep: tuple[str, ...] = ()  # columns that go with each case: texts, links, groups
    ignore: tuple[str, ...] = ()
    where: tuple[tuple[str, str], ...] = ()  # rows to keep: column and value
    drop: tuple[tuple[str, str], ...] = ()  # rows to leave out: column and value
    no_vote: tuple[str, ...] = ()  # labels that are no vote
    empty: Empty = "refuse"  # what an empty cell means: an error, no vote at all in that class, a missing vote
    numbers: Literal["", "counts", "shares"] = ""  # what the numbers are, where both would do (percentages)
    split: str = ""  # a cell holds a list, separated by this sign
    header: int = 0  # the number of the header's line; 0: the first with text
    encoding: str = ""  # of text that is not Unicode
    decimal: Literal["", ".", ","] = ""
    sheet: str = ""  # of a workbook with several
    turned: bool = False  # cases stand in columns, and what is a column otherwise in rows

    def __repr__(self) -> str:
        """Return what differs from the defaults.

        >>> TableMapping("votes", case=("item",), label="rating")
        TableMapping(layout='votes', case=('item',), label='rating')
        """
        return f"TableMapping({', '.join(f'{name}={getattr(self, name)!r}' for name in self.to_json())})"

    def to_json(self) -> dict[str, Any]:
        """Return all fields that differ from the defaults, as a file holds them.

        >>> TableMapping("votes", case=("post", "reply"), label="rating", where=(("status", "ok"),)).to_json()
        {'layout': 'votes', 'case': ['post', 'reply'], 'label': 'rating', 'where': {'status': ['ok']}}
        """
        chosen = {name: value for name, value in asdict(self).items() if value != _DEFAULTS[name]}
        for name in {"where", "drop"} & {*chosen}:
            rows = getattr(self, name)
            chosen[name] = {column: [value for other, value in rows if other == column] for column, _ in rows}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in chosen.items()}

    def options(self) -> str:
        """Return the mapping as options of the command line.

        >>> TableMapping("votes", case=("post", "reply id"), label="rating", no_vote=("9",)).options()
        "--layout votes --case 'post,reply id' --label rating --no-vote 9"
        """
        return shlex.join(self.words())

    def words(self) -> list[str]:
        """Return the words of these options."""
        return option_words(self.to_json())


def option_words(given: Mapping[str, Any]) -> list[str]:
    """Return fields of a mapping, all or some of them, as words of a command line."""
    words: list[str] = []
    for name, value in given.items():
        option = f"--{name.replace('_', '-')}"
        if name in ("where", "drop"):
            pairs = value.items() if isinstance(value, Mapping) else value
            rows = [(column, one) for column, some in pairs for one in ([some] if isinstance(some, str) else some)]
            words += [word for column, one in rows for word in _option(option, f"{column}={one}")]
        elif name == "turned":
            words += [option] if value else []
        elif isinstance(value, list | tuple):
            words += _option(option, in_list(value)) if value or name == "case" else []
        else:
            words += _option(option, str(value))
    return words


def _option(option: str, value: str) -> list[str]:
    """Return an option with its value, as one word where the value looks like an option."""
    return [f"{option}={value}"] if value.startswith("-") else [option, value]


def in_list(names: Sequence[str]) -> str:
    """Return names with commas in between, as the command line takes them.

    >>> in_list(["Writer", "Smith, J."])
    'Writer,"Smith, J."'
    """
    return ",".join(map(_in_list, names))


def _in_list(text: str) -> str:
    quoted = not text or text != text.strip() or any(sign in text for sign in ',"\n')
    return '"' + text.replace('"', '""') + '"' if quoted else text


Mappings: TypeAlias = tuple[tuple[str, TableMapping], ...]  # by the names of files; "": the gold


def mapping_of(given: object, place: str) -> TableMapping:
    """Return the mapping that fields of JSON describe. Raises `OrdquantError` that begins with `place`.

    >>> mapping_of({"layout": "votes", "case": "item", "label": "rating"}, "m.json").case
    ('item',)
    >>> mapping_of({"layout": "votes", "cases": ["item"]}, "m.json")
    Traceback (most recent call last):
    ordquant_core.errors.OrdquantError: m.json: there is no field cases; did you mean case?
    """
    if not isinstance(given, Mapping):
        raise OrdquantError(f"{place}: {brief(given)}; expected an object with the fields of a mapping")
    known = [one.name for one in fields(TableMapping)]
    unknown = [str(name) for name in given if name not in known]
    if unknown:
        near = get_close_matches(unknown[0].casefold(), known, n=1)
        action = f"did you mean {near[0]}?" if near else f"the fields are {listed(known, at_most=3)}"
        raise OrdquantError(f"{place}: there is no field {label(unknown[0])}; {action}")
    if not given:
        raise OrdquantError(f"{place}: it names no field; say at least the layout: {listed(LAYOUTS)}")
    made = {name: _value_of(name, value, f"{place}: {name}") for name, value in given.items()}
    _check(made, place)
    return TableMapping(**made)


def _value_of(name: str, value: object, place: str) -> Any:
    """Return the value of a field in the type of the field."""
    default = _DEFAULTS[name]
    if name in ("where", "drop"):
        return _rows_named(value, place)
    if isinstance(default, tuple):
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list | tuple) or not all(map(_is_scalar, texts)):
            raise OrdquantError(f"{place}: {brief(value)}; expected a list of texts")
        return tuple(str(one) for one in texts)
    if isinstance(default, int):
        if type(value) is not type(default) or (isinstance(value, int) and value < 0):
            expected = "true or false" if default is False else "a number"
            raise OrdquantError(f"{place}: {brief(value)}; expected {expected}")
        return value
    if not _is_scalar(value):
        raise OrdquantError(f"{place}: {brief(value)}; expected a text")
    return str(value)


def _is_scalar(value: object) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _rows_named(value: object, place: str) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, Mapping):
        raise OrdquantError(f'{place}: {brief(value)}; expected an object, such as {{"status": "approved"}}')
    pairs: list[tuple[str, str]] = []
    for column, some in value.items():
        texts = some if isinstance(some, list) else [some]
        if not all(map(_is_scalar, texts)):
            raise OrdquantError(f"{place}: {brief(some)}; expected a text or a list of texts")
        pairs += [(str(column), str(one)) for one in texts]
    return tuple(pairs)


_DEFAULTS: Mapping[str, Any] = asdict(TableMapping())
_ALLOWED: Mapping[str, tuple[str, ...]] = {
    "layout": LAYOUTS,
    "empty": get_args(Empty),
    "numbers": ("", "counts", "shares"),
    "split": ("", *SPLITS),
    "decimal": ("", ".", ","),
}


def _check(made: Mapping[str, Any], place: str) -> None:
    for name, allowed in _ALLOWED.items():
        if name in made and made[name] not in allowed:
            raise OrdquantError(f"{place}: {name} is {brief(made[name])}; expected {listed([a for a in allowed if a])}")
    if "layout" not in made and any(name not in OF_FILES for name in made):
        raise OrdquantError(f"{place}: the layout is missing; expected {listed(LAYOUTS)}")
    twice = [name for name, value in made.items() if isinstance(value, tuple) and len({*value}) < len(value)]
    if twice:
        raise OrdquantError(f"{place}: {twice[0]} names something twice")


def mappings_of(text: str, place: str) -> Mappings:
    """Return the mappings of a file. Raises `OrdquantError` that begins with `place`."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise OrdquantError(f"{place}: not JSON ({problem})") from None
    return mappings_in(given, place)


def mappings_in(given: object, place: str) -> Mappings:
    """Return the mappings of JSON: one for the gold (under ""), or an object of mappings by the names of files.

    Raises `OrdquantError` that begins with `place`.
    """
    if isinstance(given, Mapping) and given and all(isinstance(value, Mapping) for value in given.values()):
        if {*given} <= {"where", "drop"}:  # fields of one mapping, without a layout
            return (("", mapping_of(given, place)),)
        return tuple((str(name), mapping_of(value, f"{place}: {name}")) for name, value in given.items())
    return (("", mapping_of(given, place)),)


def open_roles(given: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the fields that are still to be said: without a layout it, otherwise what the layout needs.

    `given` holds the fields that somebody has filled in, "none" (an empty value) included.

    >>> open_roles({"layout": "votes", "case": ("item",), "annotator": ""}), open_roles({})
    (('label',), ('layout',))
    """
    layout = given.get("layout")
    if not layout:
        return ("layout",)
    return tuple(
        name for name in ROLES[layout] if name not in given or (name in ("label", "value") and not given[name])
    )

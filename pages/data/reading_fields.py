"""Further fields of a mapping, each with its control: how a file is opened, which rows count, what cells mean."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from ordquant_core.formats.mapping import SPLITS

OF_CELLS = ("where", "drop", "empty", "no_vote", "numbers", "split")  # in their order on the page
ALL_ROWS = "All rows count"
LABELS = {
    "where": "Rows that count",
    "drop": "Rows to leave out",
    "empty": "Empty cells are",
    "no_vote": "Labels that are no vote",
    "numbers": "The numbers are",
    "split": "Lists in cells are separated by",
    "header": "Line of the header",
    "encoding": "Encoding",
    "sheet": "Sheet",
    "decimal": "Decimal sign",
}
_ONE_OF: Mapping[str, Mapping[str, str]] = {  # fields with few values: what they are called
    "empty": {"0": "no vote for the class", "missing": "missing votes", "refuse": "errors"},
    "numbers": {"counts": "votes", "shares": "percentages"},
    "split": {**SPLITS, "": "nothing: there are no lists"},
    "decimal": {".": "1.5 is one and a half", ",": "1,5 is one and a half"},
}


def draw(name: str, key: str, options: Sequence[Any], begun: Any, *, asked: bool, more: Callable[[], Any]) -> Any:
    """Draw the control of a field; return what the visitor says, None where nothing is said.

    `options` are the answers that the question names, `more` returns further ones; `begun` is what is said already.
    """
    label = LABELS[name]
    if name in _ONE_OF:
        words = _ONE_OF[name]
        shown = [option for option in words if option in (options or words)]
        default = begun if begun in shown else None
        return st.segmented_control(label, shown, default=default, format_func=words.__getitem__, key=key)
    if name in ("header", "encoding", "sheet"):
        index = options.index(str(begun)) if str(begun) in options else None
        found = st.selectbox(label, options, index, key=key, placeholder="Choose…", width=320)
        return int(found) if found and name == "header" else found
    return _some_of(name, key, [*dict.fromkeys([*(begun or ()), *options, *more()])], begun, asked=asked)


def _some_of(name: str, key: str, values: Sequence[Any], begun: Any, *, asked: bool) -> tuple[Any, ...] | None:
    """Draw the choice of some values; "none of them" is an answer, too, where there is a question."""
    none = [()] if asked or begun == () else []

    def shown(value: Any) -> str:
        """Return a label, or a row as the value in one of its columns."""
        if value == ():
            return "None: all of them are classes" if name == "no_vote" else ALL_ROWS
        return value if isinstance(value, str) else " = ".join(value)

    default = none if begun == () else [*(begun or ())]
    found = st.multiselect(LABELS[name], [*none, *values], default, shown, key=key, placeholder="Choose…")
    return () if () in found else tuple(found) or None

"""What a visitor has chosen on one page of a task goes along to the others: two measures, x and y, runs A and B.

Each page keeps its own parameters and restricts them to what it can show. Only what the visitor, or a link, has chosen
goes along: not what a page opens with, nor what it shows in place of what it does not have.
"""

from collections.abc import Mapping
from typing import Any

from pages.shared import links
from pages.shared.params import Params
from pages.shared.session import Item

Names = Mapping[str, str]  # parameters of a page, with what they are called on all pages
MEASURES: Names = {"x": "x", "y": "y"}
RUNS: Names = {"a": "a", "b": "b"}
_CHOSEN: Item[dict[str, Any]] = Item("carried", dict)
_SEEN: Item[dict[str, Any] | None] = Item("carried_seen", lambda: None)  # on this page, since the visitor came to it
_GIVEN: Item[int] = Item("runs_given", int)  # how often the visitor has given runs
_OPENED: Item[dict[str, int]] = Item("runs_opened", dict)  # the same when each page opened with its runs A and B


def says_more(query: Mapping[str, str] | None) -> bool:
    """Return whether a link says more than its task: then all that it leaves out is as the page opens."""
    return not {*(query or {})} <= {"task", "scale", "merge"}


def take(params: Params, query: Mapping[str, str] | None, names: Names) -> None:
    """Set what was chosen on other pages, when the visitor comes without a link, or with one that names only the task.

    To be called after `Params.follow`.
    """
    _reopen(params, query, names)
    if not links.entered():
        return
    linked = says_more(query)
    _SEEN.set(None)
    chosen = _CHOSEN.get()
    before = {name: params[own] for own, name in names.items()}
    for own, name in names.items():
        if own in (query or {}):
            chosen[name] = params[own]
        elif not linked and name in chosen:
            params[own] = chosen[name]
    for own, name in names.items():
        if name == "y" and not linked and params[own] == chosen.get("x"):
            params[own] = before["x"]  # two measures, not one twice


def beside(measure: str) -> dict[str, str]:
    """Return what a link to two measures says: `measure`, and the second that was chosen or that pages open with."""
    others = (_CHOSEN.get().get("y"), "RNOD", "NMD")
    return {"x": measure, "y": next(other for other in others if other and other != measure)}


def forget_runs() -> None:
    """Let every page open with runs A and B as if none had been chosen: the visitor has given others."""
    _GIVEN.set(_GIVEN.get() + 1)
    for name in RUNS.values():
        _CHOSEN.get().pop(name, None)


def _reopen(params: Params, query: Mapping[str, str] | None, names: Names) -> None:
    """Reset runs A and B, where the visitor has given runs since the page opened with them, and no link names them."""
    runs = [own for own, name in names.items() if name in RUNS.values()]
    if runs and _OPENED.get().get(params.page, 0) != _GIVEN.get():
        _OPENED.get()[params.page] = _GIVEN.get()
        _SEEN.set(None)
        for own in runs:
            if own not in (query or {}):
                params[own] = None


def remember(params: Params, names: Names) -> None:
    """Remember what the visitor has chosen here; to be called wherever the address is written."""
    now, before = {name: params[own] for own, name in names.items()}, _SEEN.get()
    if before is not None:
        _CHOSEN.get().update({name: value for name, value in now.items() if value != before.get(name, value)})
    _SEEN.set(now)

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
_PAGE: Item[tuple[Params, Names] | None] = Item("carried_page", lambda: None)  # the last one that has remembered


def says_more(query: Mapping[str, str] | None) -> bool:
    """Return whether a link says more than its task: then all that it leaves out is as the page opens."""
    return not {*(query or {})} <= {"task", "scale", "merge"}


def take(params: Params, query: Mapping[str, str] | None, names: Names) -> None:
    """Set what was chosen on other pages, when the visitor comes without a link, or with one that names only the task.

    To be called after `Params.follow`.
    """
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
    """Let pages open with runs A and B as if none had been chosen: the visitor has given others."""
    _CHOSEN.get().update(dict.fromkeys(RUNS.values()))
    if (on_page := _PAGE.get()) is not None:
        params, names = on_page
        for own, name in names.items():
            if name in RUNS.values():
                params[own] = None
    _SEEN.set(None)


def remember(params: Params, names: Names) -> None:
    """Remember what the visitor has chosen here; to be called wherever the address is written."""
    _PAGE.set((params, names))
    now, before = {name: params[own] for own, name in names.items()}, _SEEN.get()
    if before is not None:
        _CHOSEN.get().update({name: value for name, value in now.items() if value != before.get(name, value)})
    _SEEN.set(now)

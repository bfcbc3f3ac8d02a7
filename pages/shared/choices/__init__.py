"""A finding whose names are choices: each is a native list of what may stand in its place."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ordquant_core.findings.sentence import Chosen, MeasureName, Part, RunName, Sentence
from ordquant_core.frame_html import sentence as as_html
from ordquant_core.markup import Html, join, tag
from pages.shared.component import component
from pages.shared.params import Params
from pages.shared.session import reported

LONGEST = 24  # characters of a name in a sentence; the list and the hover have all of it
SWAP = "⇄ Exchange A and B"
_component = component("choices", Path(__file__).with_name("choices.js"))


@dataclass(frozen=True, slots=True)
class Menu:
    """What may stand in place of a name: the parameter that it sets, and its values with what is shown for each."""

    params: Params
    name: str  # of the parameter
    label: str  # what a screen reader calls the list
    options: Mapping[Any, str]
    taken: Collection[object] = ()  # by the other choice of a pair
    acts: Mapping[str, Callable[[], None]] = field(default_factory=dict)  # what else the list offers


Menus = Mapping[str, Menu]  # by the letter of a run, or the role of a measure


def of_runs(params: Params, runs: Mapping[str, str], *, exchanges: bool = False) -> dict[str, Menu]:
    """Return the lists of runs A and B, of which neither can be the other, and which may offer to exchange the two."""
    acts = {SWAP: lambda: params.choose("a", runs, params["b"], other="b")} if exchanges else {}
    return {
        name: Menu(params, name, f"Run {name.upper()}", runs, (params[other],), acts) for name, other in ("ab", "ba")
    }


def written(sentence: Sentence, menus: Menus) -> Html:
    """Return a finding as HTML; the first name of each role is a choice where there is a menu for it."""
    left, parts = dict(menus), []
    for part in sentence:
        menu = left.pop(_role(part), None)
        parts.append(_name(part) if menu is None else _choice(part, menu))
    return join(parts)


def listen(place: str, menus: Menus) -> None:
    """Set the parameters that are chosen in the sentence with the id `place`; what a browser sends is checked here."""
    widget = f"choices_{place}"

    def chosen() -> None:
        picked = (reported(widget) or {}).get("picked")
        role, number = (picked.get("role"), picked.get("number")) if isinstance(picked, dict) else (None, None)
        menu = menus.get(role) if isinstance(role, str) else None
        if menu is None or not isinstance(number, int | float):
            return
        values = [*menu.options, *menu.acts]
        for value in values[int(number) :][:1] if number >= 0 else []:
            if value in menu.acts:
                menu.acts[value]()
            elif value not in menu.taken:
                menu.params[menu.name] = value

    _component(key=widget, data={"place": place}, on_picked_change=chosen, height=0)


def _role(part: Part) -> str:
    if isinstance(part, RunName):
        return part.letter.lower()
    return part.role if isinstance(part, MeasureName | Chosen) else ""


def _name(part: Part) -> Html:
    if isinstance(part, RunName):  # not broken at a hyphen: it is short, and cut where it is long
        title = part.name if len(part.name) > LONGEST else None
        return tag("span", as_html((replace(part, name=_cut(part.name)),)), class_="oq-whole", title=title)
    return as_html((part,))


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _choice(part: Part, menu: Menu) -> Html:
    name, chosen = str(part), menu.params[menu.name]
    options = [
        tag("option", words, value=str(number), selected=value == chosen, disabled=value in menu.taken)
        for number, (value, words) in enumerate({**menu.options, **{act: act for act in menu.acts}}.items())
    ]
    shown = tag("span", _cut(name), aria_hidden="true")
    chooser = tag("select", *options, aria_label=menu.label, data_role=_role(part), title=name)
    colour = f" oq-{_role(part)}" if isinstance(part, RunName) else ""
    return tag("span", shown, chooser, class_=f"oq-choice{colour}")

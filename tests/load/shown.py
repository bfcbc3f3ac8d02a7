"""What a page shows to a visitor: the elements that Streamlit has sent, and the state of the controls among them.

Kept as Streamlit's page in the browser keeps it: an element replaces the one at its position, what the last run of the
script did not send again is removed at its end, and a control that is gone loses its state.
"""

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates

Position = tuple[int, ...]
LIST = re.compile(r'<select[^>]*data-role="(\w+)"[^>]*>(.*?)</select>', re.DOTALL)
OPTION = re.compile(r'<option value="(\d+)"([^>]*)>')
CHOICE = re.compile(r'data-choice="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Part:
    """An element, with the run of the script and the fragment that it came from; None instead of it is a container."""

    element: Element | None
    kind: str  # such as "selectbox"; of a container such as "popover"
    fragment: str
    run: str

    @property
    def content(self) -> Any:
        """Return the message of its kind, such as a `Selectbox`."""
        return getattr(self.element, self.kind)

    @property
    def id(self) -> str:
        """Return Streamlit's id of a control, "" of everything else."""
        return str(getattr(self.content, "id", "")) if self.element is not None else ""

    @property
    def key(self) -> str:
        """Return the key that the page gave a control: its id is $$ID-DIGEST-KEY."""
        return self.id.split("-", 2)[2] if self.id.startswith("$$ID-") else ""


class Shown:
    """A page in one tab."""

    def __init__(self) -> None:
        self.parts: dict[Position, Part] = {}
        self.states: dict[str, WidgetState] = {}

    def take(self, message: ForwardMsg, position: Position, run: str) -> None:
        """Put an element or a container where a message says."""
        delta, what = message.delta, message.delta.WhichOneof("type")
        if what == "new_element":
            part = Part(delta.new_element, delta.new_element.WhichOneof("type") or "", delta.fragment_id, run)
            self.parts[position] = part
            if part.id:
                self._mount(part, position)
        elif what == "add_block":
            self.parts[position] = Part(None, delta.add_block.WhichOneof("type") or "", delta.fragment_id, run)

    def drew(self, fragment: str, run: str) -> bool:
        """Return whether a run drew what is in a fragment: itself, or a fragment around it."""
        return any(part.fragment == fragment and part.run == run for part in self.parts.values())

    def finish(self, run: str, fragments: list[str]) -> None:
        """Remove what a run that has ended did not send again: of its fragments, or of the whole page."""
        self.parts = {
            position: part
            for position, part in self.parts.items()
            if part.run == run or (fragments and part.fragment not in fragments)
        }
        there = {part.id for part in self.parts.values()}
        self.states = {id: state for id, state in self.states.items() if id in there}

    def widget_states(self, trigger: WidgetState | None = None) -> WidgetStates:
        """Return the state of all controls, and of a button that is pressed."""
        return WidgetStates(widgets=[*self.states.values(), *([trigger] if trigger else [])])

    def all(self, kind: str) -> Iterator[Part]:
        """Find all elements of a kind."""
        return (part for part in self.parts.values() if part.kind == kind)

    def control(self, key: str) -> Part | None:
        """Find the control with that key."""
        return next((part for part in self.parts.values() if key and part.key == key), None)

    def component(self, name: str) -> Part | None:
        """Find a component of the project by its name."""
        found = (part for part in self.all("bidi_component") if part.content.component_name.rpartition(".")[2] == name)
        return next(found, None)

    def data(self, part: Part) -> dict[str, Any]:
        """Return the data that a component was given."""
        found: dict[str, Any] = json.loads(part.content.json)
        return found

    def tables(self) -> dict[str, str]:
        """Return the HTML of all tables that have an id, by id."""
        texts = (part.content.body for part in self.all("html"))
        return {match[1]: text for text in texts if (match := re.search(r'<table[^>]* id="([^"]+)"', text))}

    def choices(self, id: str) -> list[str]:
        """Return the rows that can be chosen in the HTML element with that id."""
        texts = (part.content.body for part in self.all("html"))
        return next((CHOICE.findall(text) for text in texts if f'id="{id}"' in text), [])

    def lists(self, id: str) -> list[tuple[str, int]]:
        """Return what the lists offer that lie over the names of a sentence: role and number of each option."""
        text = next((part.content.body for part in self.all("html") if f'id="{id}"' in part.content.body), "")
        return [
            (role, int(number))
            for role, options in LIST.findall(text)
            for number, rest in OPTION.findall(options)
            if "disabled" not in rest
        ]

    def points(self, part: Part) -> list[tuple[int, int, Any]]:
        """Return the points of a plot that carry data: curve, number, data."""
        found: list[tuple[int, int, Any]] = []
        for curve, trace in enumerate(json.loads(part.content.spec)["data"]):
            data = trace.get("customdata")
            if isinstance(data, dict):  # how Plotly packs an array
                flat = np.frombuffer(base64.b64decode(data["bdata"]), dtype=data["dtype"])
                data = flat.reshape([int(n) for n in str(data.get("shape", len(flat))).split(",")]).tolist()
            found.extend((curve, number, value) for number, value in enumerate(data or []))
        return found

    def exceptions(self) -> list[str]:
        """Return what went wrong in the script, as the page shows it."""
        return [f"{part.content.type}: {part.content.message}" for part in self.all("exception")]

    def query(self) -> dict[str, str] | None:
        """Return what the page puts into the address bar; None without it."""
        part = self.component("address")
        return None if part is None else self.data(part)["query"]

    def _mount(self, part: Part, position: Position) -> None:
        """Give a control that is new, or that the script has set, its value, as the browser does when it draws it."""
        closed = any(getattr(self.parts.get(position[:n]), "kind", "") == "popover" for n in range(len(position)))
        if closed and part.id not in self.states:  # what is in a closed menu is not drawn
            return
        if part.id in self.states and not getattr(part.content, "set_value", False):
            return
        state = _first_state(part)
        if state is not None:
            self.states[part.id] = state


def _first_state(part: Part) -> WidgetState | None:
    """Return the state of a control at first; None of those that report nothing until they are used."""
    content, state = part.content, WidgetState(id=part.id)
    given = getattr(content, "set_value", False)
    if part.kind in ("selectbox", "radio"):
        if given or content.HasField("default"):
            state.string_value = content.raw_value if given else content.options[content.default]
        else:
            return None
    elif part.kind == "button_group":
        chosen = content.raw_values if given else [content.options[n].content for n in content.default]
        state.string_array_value.data.extend(chosen)
    elif part.kind == "multiselect":
        chosen = content.raw_values if given else [content.options[n] for n in content.default]
        state.string_array_value.data.extend(chosen)
    elif part.kind == "checkbox":
        state.bool_value = content.value if given else content.default
    elif part.kind == "slider":
        state.double_array_value.data.extend(content.value if given else content.default)
    elif part.kind == "number_input" and (given or content.HasField("default")):
        state.double_value = content.value if given else content.default
    elif part.kind in ("text_input", "text_area") and (given or content.HasField("default")):
        state.string_value = content.value if given else content.default
    else:
        return None
    return state

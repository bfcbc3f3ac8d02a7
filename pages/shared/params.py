"""Parameters: what a visitor chooses on a page, declared once. A page's table of parameters is its link grammar.

A value lives in Streamlit's session under `Params.key(name)`, which is the key of its control, and nowhere else. It
outlives a change of pages (`persist_state="session"` of its control), a link sets it, and a link says only what
differs from the default.

A link is followed in two steps. `follow` comes first on a page: it reads what the link says, before any data is known.
`restrict` comes when the data has been read, in the same run or much later, once the visitor has given their files: it
resets what this data does not have, and reports what the link asked for.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import streamlit as st

from ordquant_core.formats.text import numbers
from pages.shared import links
from pages.shared.escaping import escape

LONGEST = 60  # characters of a link that a message repeats
FEW = 8  # values that a warning lists
LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class Param:
    """One choice: `parse` reads what a link says and raises `ValueError` with the reason, `write` is its reverse."""

    name: str
    default: Any
    parse: Callable[[str], Any]
    write: Callable[[Any], str] = str
    bounds: tuple[float, float] = (-math.inf, math.inf)  # of a number
    noun: str = ""  # what a message, and the line about what is computed, call it


class Params:
    """The parameters of a page, or of several pages that share them. With the page "", keys are the names alone."""

    def __init__(self, page: str, *params: Param) -> None:
        self.page = page
        self.params: Mapping[str, Param] = {param.name: param for param in params}

    def key(self, name: str) -> str:
        """Return the key of the control with that parameter."""
        return f"{self.page}_{self.params[name].name}" if self.page else self.params[name].name

    def __getitem__(self, name: str) -> Any:
        """Return the value as it stands; that of a control that was cleared is the default."""
        value = st.session_state.get(self.key(name))
        return self.params[name].default if value is None else value

    def __setitem__(self, name: str, value: object) -> None:
        st.session_state[self.key(name)] = value

    def __iter__(self) -> Iterator[str]:
        return iter(self.params)

    def follow(self, query: Mapping[str, str] | None, *names: str) -> None:
        """Set the values, those of `names` or all, to what a link says; what cannot be used is reported once.

        To be called in every run, before controls are drawn.
        """
        state, entered = st.session_state, links.entered()
        for name in names or self.params:
            key = self.key(name)
            if key not in state or (entered and state[key] is None):  # an empty control shows its default again
                state[key] = self.params[name].default
            elif entered:  # set again although unchanged: only then is it sent, else the control shows its first option
                state[key] = state[key]
        wrong = []
        for word, text in (query or {}).items():
            if word not in (names or self.params):
                continue
            try:
                self[word] = self.params[word].parse(text)
                self._linked().add(word)
            except ValueError as reason:
                wrong.append(f"{word} = “{escape(text[:LONGEST])}” ({escape(str(reason).removesuffix('.'))})")
        if wrong:
            links.warn(f"This link contains values that cannot be used: {'; '.join(wrong)}.")

    def restrict(
        self, allowed: Mapping[str, Iterable[object]], *, fallback: Mapping[str, object] | None = None
    ) -> None:
        """Reset what is not among the values that there are here: to `fallback`, to the default, else to the first.

        A value that a link asked for is reported. A `range` holds the whole numbers that are possible.
        """
        for name, values in allowed.items():
            options = values if isinstance(values, range) else list(values)
            value, linked = self[name], name in self._linked()
            self._linked().discard(name)
            if isinstance(value, list):
                left = [one for one in value if one in options]
                if left != value:
                    self._report(linked, name, [one for one in value if one not in options])
                    self[name] = left
            elif value not in options:
                if value is not None:
                    self._report(linked, name, [value])
                wanted = (fallback or {}).get(name, self.params[name].default)
                self[name] = wanted if wanted in options else next(iter(options), None)

    def choose(self, name: str, options: Collection[object], value: object, *, other: str = "") -> None:
        """Set what a visitor chooses, if there is such an option: browsers are not trusted.

        Where the parameter `other` has that value, the two change places.
        """
        if value in options:
            if other and self[other] == value:
                self[other] = self[name]
            self[name] = value

    def say(self, name: str, text: str) -> None:
        """Set what a link says so; a text that cannot be read is ignored: browsers are not trusted."""
        with suppress(ValueError):
            self[name] = self.params[name].parse(text)

    def reset(self, *names: str) -> None:
        """Set values to their defaults."""
        for name in names or self.params:
            self[name] = self.params[name].default

    def query(self, *names: str) -> dict[str, str]:
        """Return what a link must say: the values, those of `names` or all, that differ from their default."""
        values = {name: self[name] for name in names or self.params}
        different = {name: value for name, value in values.items() if value != self.params[name].default}
        return {name: self.params[name].write(value) for name, value in different.items()}

    def _report(self, linked: bool, name: str, values: Iterable[object]) -> None:
        if linked:
            listed = ", ".join(f"“{escape(str(value)[:LONGEST])}”" for value in values)
            noun = self.params[name].noun
            asked = f"names the {noun} {listed}" if noun else f"asks for {name} = {listed}"
            added = " A run that somebody added opens only in the tab where it was added." if noun == "run" else ""
            links.warn(f"The link {asked}, which is not available.{added}")

    def _linked(self) -> set[str]:
        linked: set[str] = st.session_state.setdefault(f"{self.page}__linked", set())
        return linked


@dataclass(frozen=True, slots=True)
class Sections:
    """The sections of a page, by the parameter that chooses one: their titles, and the parameters that each has."""

    params: Params
    name: str
    titles: Mapping[str, str]
    params_of: Mapping[str, tuple[str, ...]]

    def query(self) -> dict[str, str]:
        """Return what a link must say of the section that is shown."""
        return self.params.query(self.name, *self.params_of.get(self.params[self.name], ()))

    def about(self) -> tuple[str, ...]:
        """Return what the results of the section are computed for: its title, and each parameter that has a noun."""
        section = self.params[self.name]
        params = [self.params.params[name] for name in self.params_of.get(section, ())]
        words = [f"{one.noun} {one.write(self.params[one.name])}" for one in params if one.noun]
        return self.titles[section], *words


def Choice(  # noqa: N802 - reads as the kind of parameter that it declares
    name: str,
    options: Iterable[str] | None = None,
    default: str | None = None,
    *,
    noun: str = "",
) -> Param:
    """One of some words; without `options`, of those that `Params.restrict` names when the data is known."""
    known = None if options is None else tuple(options)

    def parse(text: str) -> str:
        if known is not None and text not in known:
            raise ValueError(_choose_from(known, noun))
        return text[:LONGEST_TEXT]

    return Param(name, default if default is not None or known is None else known[0], parse, noun=noun)


def _choose_from(known: Sequence[str], noun: str) -> str:
    return f"choose from {', '.join(known)}" if len(known) <= FEW else f"no {noun or 'value'} has that name"


def Many(name: str, options: Iterable[str], default: Sequence[str] = ()) -> Param:  # noqa: N802
    """Several of some words, with commas between them in a link."""
    known = tuple(options)

    def parse(text: str) -> list[str]:
        words = [word for word in dict.fromkeys(text.split(",")) if word]
        if not all(word in known for word in words):
            raise ValueError(_choose_from(known, ""))
        return words

    return Param(name, list(default), parse, ",".join)


def Whole(name: str, default: int | None, low: int, high: int, *, noun: str = "") -> Param:  # noqa: N802
    """A whole number from `low` to `high`."""

    def parse(text: str) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= 15 and low <= int(text) <= high):
            raise ValueError(f"a whole number from {low:,} to {high:,}")
        return int(text)

    return Param(name, default, parse, bounds=(low, high), noun=noun)


def Number(name: str, default: float, low: float, high: float) -> Param:  # noqa: N802
    """A number from `low` to `high`."""

    def parse(text: str) -> float:
        value = numbers([text])
        if value is None or not low <= float(value[0]) <= high:
            raise ValueError(f"a number from {low:g} to {high:g}")
        return float(value[0])

    return Param(name, default, parse, lambda value: f"{value:.10g}", (low, high))


def Flag(name: str, *, word: str = "yes") -> Param:  # noqa: N802
    """Yes or no; a link says `word` for yes."""

    def parse(text: str) -> bool:
        if text not in (word, "no"):
            raise ValueError(f"{word} or no")
        return text == word

    return Param(name, False, parse, lambda value: word if value else "no")

"""The record of a custom measure: a dictionary of facts, checked field by field and made a `Measure`."""

import math
import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from numbers import Real
from typing import Any, NoReturn

from ordquant_core.errors import PluginError
from ordquant_core.measures.measure import OWN, Measure
from ordquant_core.measures.own.function import Scorer, described, own_function

KEY = re.compile(r"[A-Z][A-Z0-9_]{0,19}")
REQUIRED = ("key", "name", "compute", "symmetric", "formula", "summary")
OPTIONAL = ("largest", "reversible", "equidistant", "source")
TEXTS = ("name", "formula", "summary", "source")
LONGEST_TEXT = 500
CLASSES = range(2, 12)  # for which a largest score that is a function is looked at


def measure_of(record: object, origin: str, taken: Mapping[str, str]) -> tuple[Measure, Scorer]:
    """Make a measure of a record. `taken` says, for each key that cannot be used, what has it.

    Raises `PluginError`, which names the file or package `origin`, the field, what was found and what to do.
    """
    if not isinstance(record, Mapping):
        raise PluginError(
            f"{origin}: MEASURE is {type(record).__name__}; expected a dictionary with {', '.join(REQUIRED)}"
        )
    _check_fields(record, origin)
    key, scorer = _key(record["key"], origin, taken), record["compute"]
    if not callable(scorer):
        _refuse(origin, "compute", scorer, "give a function of gold and estimates, arrays of shape (cases, L)")
    texts = {field: _text(record.get(field, ""), field, origin) for field in TEXTS}
    flags = {"symmetric": record["symmetric"], "reversible": record.get("reversible", True)}
    for field, value in flags.items():
        if not isinstance(value, bool):
            _refuse(origin, field, value, "give True or False")
    equidistant = record.get("equidistant")
    if not (equidistant is None or isinstance(equidistant, bool)):
        _refuse(origin, "equidistant", equidistant, "give True, False, or None for a measure without distances")
    return Measure(
        key=key,
        name=texts["name"],
        family=OWN,
        compute=own_function(scorer, key, origin, texts["summary"]),
        symmetric=flags["symmetric"],
        equidistant=equidistant,
        formula=texts["formula"],
        summary=texts["summary"],
        sources=(),
        largest=_largest(record.get("largest", 1.0), origin),
        reversible=flags["reversible"],
        origin=origin,
        cited=texts["source"],
    ), scorer


def _check_fields(record: Mapping[Any, Any], origin: str) -> None:
    missing = [field for field in REQUIRED if field not in record]
    if missing:
        raise PluginError(f"{origin}: MEASURE lacks {', '.join(missing)}; add {'it' if len(missing) == 1 else 'them'}")
    unknown = [str(field) for field in record if field not in (*REQUIRED, *OPTIONAL)]
    if unknown:
        near = get_close_matches(unknown[0], (*REQUIRED, *OPTIONAL), n=1)
        advice = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join((*REQUIRED, *OPTIONAL))}"
        raise PluginError(f"{origin}: MEASURE has the unknown field {unknown[0]!r}; {advice}")


def _key(key: object, origin: str, taken: Mapping[str, str]) -> str:
    if not isinstance(key, str) or not KEY.fullmatch(key):
        _refuse(origin, "key", key, "give capital letters A-Z, digits and _, at most 20, a letter first")
    if key in taken:
        raise PluginError(f"{origin}: the key {key} is taken by {taken[key]}; choose another one")
    return key


def _text(text: object, field: str, origin: str) -> str:
    if not isinstance(text, str) or (field in REQUIRED and not text.strip()):
        _refuse(origin, field, text, "give a text")
    if len(text) > LONGEST_TEXT or "\n" in text:
        raise PluginError(f"{origin}: {field} is too long; give one line of at most {LONGEST_TEXT} characters")
    return text.strip()


def _largest(given: object, origin: str) -> Callable[[int], float]:
    """Return the upper bound of the scores as a function of the number of classes."""

    def largest(n_classes: int) -> float:
        try:
            value = given(n_classes) if callable(given) else given
        except Exception as problem:
            raise PluginError(f"{origin}: `largest` raises {described(problem)} for {n_classes} classes") from problem
        number = float(value) if isinstance(value, Real) and not isinstance(value, bool) else math.nan
        if not 0 < number < math.inf:
            _refuse(origin, "largest", value, f"give the largest score over {n_classes} classes, or a bound above it")
        return number

    for n_classes in CLASSES:
        largest(n_classes)
    return largest


def _refuse(origin: str, field: str, value: object, advice: str) -> NoReturn:
    raise PluginError(f"{origin}: {field} is {repr(value)[:60]}; {advice}")

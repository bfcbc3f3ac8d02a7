"""What holds for every figure of the list, found by the list and drawn of its example, whose names are hostile here."""

import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest

from assets.site.gallery import subject_of_example
from ordquant_core.drawing import tasks
from ordquant_core.drawing.listing import FIGURES
from ordquant_core.figures.template import DARK, LIGHT, title_of
from tests.pages.apps import FEW_RESAMPLES

HOSTILE = "<img src=x onerror=alert(1)>%{x}"
COLOURS = re.compile(r"#[0-9a-fA-F]{6}|rgba?\([^)]*\)")
TITLED_BY_PAGES = ("ranks", "calculation-a", "calculation-b", "path")  # above the figure
NAMED = ("runs", "cases", "topics", "dialogues")  # what people name, in the records that subjects hold


@pytest.fixture(autouse=True)
def plans_are_resampled_a_few_times(monkeypatch):
    monkeypatch.setattr(tasks, "RESAMPLES", FEW_RESAMPLES)


def names_in(record, found):
    """Collect what people have named, wherever it stands in a record and the records that it holds."""
    for field in fields(record):
        value = getattr(record, field.name)
        if field.name in NAMED and isinstance(value, tuple) and all(isinstance(name, str) for name in value):
            found.update(value)
        elif is_dataclass(value):
            names_in(value, found)
    return found


def renamed(value, names):
    """Return a record in which these names are hostile, and else the same."""
    if isinstance(value, str):
        return f"{HOSTILE}{value}" if value in names else value
    if isinstance(value, tuple):
        parts = [renamed(part, names) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, Mapping):
        return {renamed(key, names): renamed(part, names) for key, part in value.items()}
    if is_dataclass(value):
        return replace(
            value, **{field.name: renamed(getattr(value, field.name), names) for field in fields(value) if field.init}
        )
    return value


def numbers_of(figure):
    """Yield the numbers of each array that is drawn; what is not a number is none."""
    for trace in figure.data:
        for key in ("x", "y", "z", "a", "b", "c"):
            values = trace.to_plotly_json().get(key)
            if values is not None and np.asarray(values).dtype.kind == "f":
                yield np.asarray(values, dtype=np.float64)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_valid_titled_escaped_finite_and_the_same_in_both_looks(name):
    subject = subject_of_example(name)
    names = names_in(subject, set()) if is_dataclass(subject) else set()
    light, dark = (FIGURES[name].draw(renamed(subject, names), look) for look in (LIGHT, DARK))  # conftest.py: valid
    assert bool(title_of(light)) == (name not in TITLED_BY_PAGES)
    drawn = json.dumps(light.to_plotly_json(), default=str)
    assert HOSTILE[:4] not in drawn
    assert f"&gt;{HOSTILE[-4:]}" not in drawn  # in a hover, Plotly would put a coordinate into the name
    assert not any(np.isinf(values).any() for values in numbers_of(light))  # NaN: left out on purpose
    assert COLOURS.sub("", light.to_json()) == COLOURS.sub("", dark.to_json())

"""Figures are made unchecked (figures/template.py); here every one that a test makes is checked."""

import hashlib
import pickle
import re
from collections.abc import Iterator
from copy import deepcopy
from types import SimpleNamespace

import numpy as np
import plotly.graph_objects as go
import pytest

from ordquant_core.figures import template

SMALLEST = 12  # pixels
CHECKED: set[bytes] = set()  # what was found right before: the tests of pages draw the same figures again and again


def plain(value):
    """Return the value as Plotly's script reads it: arrays and tuples as lists, nothing that is empty."""
    if isinstance(value, dict):
        parts = {key: plain(part) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part not in ([], {})}
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return None if isinstance(value, float) and not np.isfinite(value) else value


def text_sizes(part, name=""):
    """Yield the sizes of text that are set anywhere in a figure: of fonts, and in the HTML of its texts."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "size" and name.endswith("font"):
                yield value
            yield from text_sizes(value, key)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from text_sizes(value, name)
    elif isinstance(part, str):
        yield from map(float, re.findall(r"font-size: ?([\d.]+)px", part))


def check(traces, layout):
    """Raise `ValueError` unless Plotly accepts these parts of a figure, and would itself send them as they are.

    Plotly says no to unknown properties and wrong values, but it also repairs: it makes a dictionary of a title that
    is a text, and a list of the name of a colour scale. What it would repair reaches the browser unrepaired.

    It looks at each trace and at the layout by themselves, and so does this: where a page marks another case or has
    another theme, the rest of the figure is not checked again.
    """
    for trace in traces:
        check_part([trace], {})
    check_part([], layout)
    shared = layout["template"]
    check_part(shared.get("data", {}).get("scatter", []), shared.get("layout", {}))


def check_part(traces, layout):
    """Check traces and a layout as one figure, unless the same were found right before."""
    key = hashlib.sha256(pickle.dumps((traces, layout))).digest()
    if key in CHECKED:
        return
    whole = layout | {"template": "none"}  # else Plotly takes its own for one that is empty
    sent = go.Figure(deepcopy(traces), whole, _validate=False).to_plotly_json()
    valid = go.Figure(deepcopy(traces), whole).to_plotly_json()
    del sent["layout"]["template"], valid["layout"]["template"]
    for part in ("data", "layout"):
        if plain(sent[part]) != plain(valid[part]):
            raise ValueError(f"Plotly would send {valid[part]} instead of {sent[part]}")
    small = [size for size in text_sizes({"data": sent["data"], "layout": sent["layout"]}) if size < SMALLEST]
    if small:
        raise ValueError(f"Text of {small} pixels: nobody should have to read less than {SMALLEST}")
    CHECKED.add(key)


@pytest.fixture(autouse=True)
def every_figure_is_valid(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check every figure that the test makes; pages show an exception, so what was wrong is raised at the end, too."""
    wrong = []

    def checked(traces, layout, *, _validate):
        try:
            check(traces, layout)
        except Exception as problem:
            wrong.append(problem)
            raise
        return go.Figure(traces, layout, _validate=False)

    monkeypatch.setattr(template, "go", SimpleNamespace(Figure=checked))  # the one place that makes figures
    yield
    if wrong:
        raise wrong[0]

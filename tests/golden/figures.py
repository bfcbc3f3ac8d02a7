"""The arrays of every figure that `figure` draws, on the bundled samples, their marks, their axes and notes."""

import base64
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import numpy as np

from ordquant_core.drawing.listing import FIGURES
from ordquant_core.figures.template import LIGHT
from tests.figures.variants import VARIANTS
from tests.golden.commands import output_of
from tests.golden.summaries import summarise

HOVERS = ("hovertemplate", "hoverinfo")
SHARED = ("title", "font", "hoverlabel", "modebar", "template")
ARRAYS = ("x", "y", "z", "a", "b", "c", "text", "customdata", "labels", "values")


def captured(name: str) -> Any:
    """Return the figure that the command would write to a file, of its example."""
    caught: list[Any] = []
    with (
        patch("ordquant_core.commands.figure.save_figure", lambda figure, *_, **__: caught.append(figure)),
        patch("ordquant_core.commands.figure.browser", lambda: "none is needed"),
    ):
        output_of("figure", name, *FIGURES[name].example, "--out", "figure.pdf")
    return caught[0]


def summary_of(figure: Any) -> list[dict[str, Any]]:
    """Return what is kept of a figure: the kind, the arrays and the marks of each trace, then what stands around them.

    The look that all figures share is left out.
    """
    whole = figure.to_dict()
    kept: list[dict[str, Any]] = []
    for trace in whole["data"]:
        of_trace: dict[str, Any] = {"type": trace.get("type", "scatter"), "name": trace.get("name") or ""}
        of_trace |= {key: summarise(_flat(trace[key])) for key in ARRAYS if trace.get(key) is not None}
        for key in ("error_x", "error_y"):
            error = trace.get(key) or {}
            of_trace |= {
                f"{key}.{side}": summarise(_flat(error[side])) for side in ("array", "arrayminus") if side in error
            }
        rest = {key: value for key, value in trace.items() if key not in (*ARRAYS, "type", "name", *HOVERS)}
        kept.append(of_trace | {"marks": summarise(_leaves(rest))})
    own = {key: value for key, value in whole["layout"].items() if key not in SHARED}
    titles = [figure.layout.title.text, figure.layout.title.subtitle.text]
    return [*kept, {"titles": titles} | {key: summarise(_leaves(value)) for key, value in sorted(own.items())}]


def _leaves(value: Any) -> Iterator[object]:
    """Yield what stands in dictionaries and lists, however deep, with the names of its properties."""
    if isinstance(value, dict) and "bdata" not in value:
        for key, part in sorted(value.items()):
            yield key
            yield from _leaves(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield from _flat(value)


def _flat(values: Any) -> list[object]:
    """Return the cells of an array, also of one as Plotly's script is sent it: typed and in base64."""
    if isinstance(values, dict) and "bdata" in values:
        data = values["bdata"]
        values = np.frombuffer(base64.b64decode(data) if isinstance(data, str) else data, values["dtype"])
    if isinstance(values, str):
        return [values]
    return list(np.asarray(values, dtype=object).ravel())


def summaries() -> dict[str, Any]:
    """Return the summary of every figure, and of some that no command draws."""
    return {name: summary_of(captured(name)) for name in FIGURES} | {
        f"variant {name}": summary_of(draw(look=LIGHT)) for name, draw in VARIANTS.items()
    }

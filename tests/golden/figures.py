"""The arrays of every figure that `figure` draws, on the bundled samples."""

import base64
from typing import Any
from unittest.mock import patch

import numpy as np

from tests.golden.commands import FEW, SAMPLES, output_of
from tests.golden.summaries import read_table, summarise

TASK = SAMPLES / "dialogue-quality"
PICTURE = ["--gold", "0,1,2,9,8", "--a", "popularity", "--b", "uniform"]
OF_PAGE = {  # what a figure of these pages is drawn of
    "Nuggets": [SAMPLES / "nuggets"],
    "Ranked lists": [SAMPLES / "ranked-lists"],
    "Papers": ["--seeds", "2"],
    "Compare": PICTURE,
    "Which measure?": ["--gold", "0.1,0.2,0.3,0.4", "--votes", "5"],
    "Atlas": ["--votes", "6", "--classes", "4", "--a", "popularity", "--b", "uniform"],
}
OF_NAME: dict[str, list[object]] = {
    "subtask-a": [],
    "subtask-b": [],
    "atlas-map": ["--votes", "6", "--classes", "3", "--a", "popularity", "--b", "uniform"],
    "atlas-gold": ["--gold", "0,1,2,9,8", "--a", "popularity", "--b", "uniform"],
    "best-reports": ["--votes", "5", "--classes", "3"],
}
ARRAYS = ("x", "y", "z", "a", "b", "c", "text", "customdata", "labels", "values")


def captured(name: str, arguments: list[object]) -> Any:
    """Return the figure that the command would write to a file."""
    caught: list[Any] = []
    with (
        patch("ordquant_core.commands.figure.save_figure", lambda figure, *_, **__: caught.append(figure)),
        patch("ordquant_core.figures.picture.browser", lambda: "none is needed"),
    ):
        output_of("figure", name, *arguments, "--out", "figure.pdf")
    return caught[0]


def names() -> dict[str, list[object]]:
    """Return the arguments of every figure."""
    _, *rows = read_table(output_of("figure", "--list"))
    small = [*FEW, "--splits", "20"]
    return {name: OF_NAME.get(name, OF_PAGE.get(page, [TASK, *small])) for name, page, _ in rows}


def summary_of(figure: Any) -> list[dict[str, Any]]:
    """Return what is kept of a figure: the kind and the arrays of each of its traces, and its titles."""
    found: list[dict[str, Any]] = []
    for trace in figure.to_dict()["data"]:
        kept: dict[str, Any] = {"type": trace.get("type", "scatter"), "name": trace.get("name") or ""}
        kept |= {key: summarise(_flat(trace[key])) for key in ARRAYS if trace.get(key) is not None}
        for key in ("error_x", "error_y"):
            error = trace.get(key) or {}
            kept |= {
                f"{key}.{side}": summarise(_flat(error[side])) for side in ("array", "arrayminus") if side in error
            }
        found.append(kept)
    return found


def _flat(values: Any) -> list[object]:
    """Return the cells of an array, also of one as Plotly's script is sent it: typed and in base64."""
    if isinstance(values, dict) and "bdata" in values:
        data = values["bdata"]
        values = np.frombuffer(base64.b64decode(data) if isinstance(data, str) else data, values["dtype"])
    if isinstance(values, str):
        return [values]
    return list(np.asarray(values, dtype=object).ravel())


def summaries() -> dict[str, Any]:
    """Return the summary of every figure."""
    return {name: summary_of(captured(name, arguments)) for name, arguments in names().items()}

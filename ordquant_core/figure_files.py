"""Figures as files for print: SVG, and PDF with the fonts inside. Chromium draws them, by plotly.js, offline.

It stands outside of `figures`, whose modules import Plotly: here that is imported where a figure is there to be drawn.
"""

from __future__ import annotations  # help() shows types as they are written

import html
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from os import PathLike
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

from ordquant_core.errors import OrdquantError, extra
from ordquant_core.formats.files import write_file

if TYPE_CHECKING:
    import plotly.graph_objects as go  # plotly takes half a second to be imported

Form = Literal["pdf", "svg"]
FORMS: dict[str, Form] = {".pdf": "pdf", ".svg": "svg"}  # by the endings of names
WIDTH, HEIGHT = 640, 450  # pixels, of which 96 are an inch
SECONDS = 90  # that Chromium may take
PROGRAMS = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("chromium-headless-shell", "microsoft-edge"),
)
MISSING = (
    "Figures as PDF or SVG are drawn by Chromium, and none was found; install Chromium or Chrome, or name its program "
    "in the environment variable BROWSER_PATH (Kaleido is not used). Without it, figure.write_html(path) writes a page."
)
_AXIS = re.compile(r"[xy]axis\d*")
_DAY = re.compile(rb"\(D:\d{14}")  # on which a PDF was made: the same figure gives the same bytes
_ONE_AT_A_TIME = Lock()  # a Chromium takes some hundred MiB
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
_PAGE = """<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<style>body {{ margin: 0 }} {sheets}</style></head>
<body>{places}<script>{plotly}</script><script>
const figures = {figures}, options = {{staticPlot: true}};
Promise.all(figures.map((one, n) => Plotly.newPlot("plot" + n, one.data, one.layout, options)))
  .then(([plot]) => {as_svg} && Plotly.toImage(plot, {{format: "svg", imageDataOnly: true, ...{size}}}))
  .then(drawn => {{ if (drawn) document.body.innerHTML = "<pre id='svg'></pre>", svg.textContent = drawn; }});
</script></body></html>"""


def browser() -> str | None:
    """Return the program that draws figures: that of BROWSER_PATH, else a Chromium of the path; None: there is none."""
    named = os.environ.get("BROWSER_PATH")
    return named or _installed(os.environ.get("PATH"))


@cache
def _installed(path: str | None) -> str | None:
    """Look for a Chromium once in each search path: the pages ask in every run."""
    return next((found for program in PROGRAMS if (found := shutil.which(program, path=path))), None)


def form_of(path: str | PathLike[str], given_as: str = "save_figure") -> Form:
    """Return the form that the ending of a name asks for.

    Raises `OrdquantError` for another ending, which says where the name was given.
    """
    form = FORMS.get(Path(path).suffix.casefold())
    if form is None:
        raise OrdquantError(f"{given_as}: expected a file that ends in .pdf or .svg; found {path or 'none'}")
    return form


def save_figure(figure: go.Figure, path: str | PathLike[str], *, width: int = WIDTH) -> None:
    """Write a figure as PDF, with its fonts inside, or SVG, by the ending of `path`; `width` in pixels, 96 an inch.

    Needs Chromium or Chrome on this computer, which draws it without a network: on the path, or named in the
    environment variable BROWSER_PATH. Kaleido is not needed. For a page to look at, which needs neither, a figure has
    Plotly's `write_html`. Raises `OrdquantError` for another ending, for what is no figure, where no Chromium is found,
    and where the file cannot be written.

    >>> import ordquant_core as oq
    >>> task = oq.load_sample("breakdown-labels")
    >>> oq.save_figure(oq.draw_figure(task, "groups"), "groups.pdf")  # doctest: +SKIP
    """
    form = form_of(path)
    if not hasattr(figure, "to_dict"):
        kind = type(figure).__name__
        raise OrdquantError(
            f"save_figure takes a figure, as oq.draw_figure returns it, not an object of the type {kind}."
        )
    write_file(path, _drawn([_for_print(figure, width, "")], form))


def sheets(figures: Sequence[go.Figure], *, width: int = WIDTH, background: str = "") -> bytes:
    """Return figures as one PDF with a page each; `background`: its colour, none if it is left out.

    Raises `OrdquantError` where there is no figure, where there is no Chromium, and where it does not draw.
    """
    if not figures:
        raise OrdquantError("There is no figure to draw.")
    return _drawn([_for_print(figure, width, background) for figure in figures], "pdf")


def _for_print(figure: go.Figure, width: int, background: str) -> dict[str, Any]:
    """Return a figure of a fixed size."""
    whole = figure.to_dict()
    layout = whole["layout"]
    size = {"width": width, "height": int(layout.get("height", HEIGHT))}
    # Fonts may be wider than that of the pages: margins grow where titles need it.
    axes = {name: axis | {"automargin": True} for name, axis in layout.items() if _AXIS.fullmatch(name)}
    ground = {"paper_bgcolor": background} if background else {}
    # What the pages draw by WebGL becomes lines, too: print needs no speed.
    traces = [trace | {"type": trace.get("type", "scatter").removesuffix("gl")} for trace in whole["data"]]
    # On a page, the card leaves room around the title; in a file it would touch the edge.
    title = {"title": layout["title"] | {"pad": {"t": 8, "l": 8}}} if layout.get("title") else {}
    room = {"margin": layout["margin"] | {"t": layout["margin"]["t"] + 8}} if title else {}
    return {"data": traces, "layout": layout | axes | size | ground | title | room}


def _page(figures: Sequence[dict[str, Any]], form: Form) -> str:
    sizes = [{name: figure["layout"][name] for name in ("width", "height")} for figure in figures]
    named = [f"@page p{n} {{size: {one['width']}px {one['height']}px; margin: 0}}" for n, one in enumerate(sizes)]
    placed = [f"#plot{n} {{page: p{n}; break-inside: avoid; overflow: hidden}}" for n in range(len(figures))]
    with extra("figures", "save_figure"):
        from plotly.io import to_json
        from plotly.offline import get_plotlyjs
    return _PAGE.format(
        policy=_POLICY,
        sheets=" ".join([*named, *placed]),
        places="".join(f'<div id="plot{n}"></div>' for n in range(len(figures))),
        plotly=get_plotlyjs(),
        figures=f"[{','.join(to_json(figure, validate=False) for figure in figures)}]".replace("</", "<\\/"),
        size=json.dumps(sizes[0]),
        as_svg="true" if form == "svg" else "false",
    )


def _drawn(figures: Sequence[dict[str, Any]], form: Form) -> bytes:
    program = browser()
    if program is None:
        raise OrdquantError(MISSING)
    page = _page(figures, form)
    with _ONE_AT_A_TIME, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return _by(program, Path(folder), page, form)


def _by(program: str, folder: Path, page: str, form: Form) -> bytes:
    (folder / "figure.html").write_text(page, encoding="utf-8")
    target = folder / "figure.pdf"
    wanted = ["--dump-dom"] if form == "svg" else [f"--print-to-pdf={target}", "--no-pdf-header-footer"]
    alone = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []  # its sandbox refuses root
    quiet = ["--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder / 'profile'}"]
    # Virtual time runs as fast as it can, until nothing is left to do: no second is waited for.
    call = [program, *quiet, *alone, "--virtual-time-budget=60000", *wanted, (folder / "figure.html").as_uri()]
    try:
        done = subprocess.run(call, capture_output=True, timeout=SECONDS, check=False, stdin=subprocess.DEVNULL)
    except OSError as problem:
        raise OrdquantError(f"{program} cannot be started ({problem.strerror or problem}). {MISSING}") from None
    except subprocess.TimeoutExpired:
        raise OrdquantError(f"{program} did not draw the figure within {SECONDS} seconds.") from None
    if form == "pdf" and target.is_file():
        return _DAY.sub(b"(D:20000101000000", target.read_bytes())
    svg = re.search(r'<pre id="svg">(.*?)</pre>', done.stdout.decode(errors="replace"), re.DOTALL)
    if form == "svg" and svg is not None:
        return html.unescape(svg[1]).encode()
    raise OrdquantError(f"{program} did not draw the figure (exit code {done.returncode}).")

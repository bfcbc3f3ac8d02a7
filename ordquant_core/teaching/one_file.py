"""The lessons and the canvas as one HTML file, for who has no server: nothing is loaded, and nothing is sent."""

import json
import re

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.analysis.picture import Picture
from ordquant_core.analysis.picture_values import LIMITS, to_values
from ordquant_core.browser import BROWSER, bundle
from ordquant_core.errors import OrdquantError
from ordquant_core.frame_html import Rows, grid
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.markup import Html, join, table, tag
from ordquant_core.measure_tables import measure_table
from ordquant_core.measures.built import WORDS, Switches
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.teaching.course import ADVICE, COURSE, TAUGHT, summary

SHOWN_FIRST = Picture(("1", "2", "3", "4", "5"), (0.0, 1.0, 2.0, 9.0, 8.0), "popularity", "uniform")
NAMES = SHOWN_FIRST.name("a"), SHOWN_FIRST.name("b")
COLUMNS = (
    drawn_as(Kind.TEXT, "lesson", "Lesson"),
    *(drawn_as(Kind.TEXT, side, head) for side, head in {"gold": "gold", "a": "A", "b": "B"}.items()),
    *(drawn_as(Kind.SIDE, key, MEASURES[key].label) for key in TAUGHT),
    drawn_as(Kind.TEXT, "take_away", "Take-away"),
)
READ_AS = (
    "The votes in classes 1 to 5 at first, and which estimate each measure prefers there: the one with the smaller "
    "score. Smaller is better."
)
_MARK = re.compile(r"%([A-Z_]+)%")


def lessons_file() -> str:
    """Return the file. Raises `OrdquantError` where a part of the installation is missing."""
    scores = SHOWN_FIRST.scores_of_both(MAIN_MEASURES)
    made = SHOWN_FIRST.made_scores(Switches("totals", "squared", "anywhere", "none"))  # the script shows which
    data = {"course": COURSE, "picture": to_values(SHOWN_FIRST), "limits": dict(LIMITS), "words": dict(WORDS)}
    parts = {
        "LOOK": join([_read("file/file.css"), _read("lessons/summary.css")]),
        "COURSE": _read("lessons/course.html"),
        "COURSE_LOOK": _read("lessons/course.css"),
        "DRAW": _read("draw/draw.html"),
        "DRAW_LOOK": _read("draw/draw.css"),
        "MEASURES": measure_table(CaseScores(*scores, NAMES), made=CaseScores(*made, NAMES), making="#show=lessons"),
        "SUMMARY": summary_table(),
        "DATA": in_script(data),
        "SCRIPT": _script(),
    }
    return _MARK.sub(lambda mark: parts[mark[1]], _read("file/file.html"))


def summary_table() -> Html:
    """Return all lessons as one table, with what it says and how to read it."""
    rows = table(*grid(summary(), COLUMNS, Rows(heading="lesson")), id="summary", class_="oq oq-table")
    return join(
        [
            tag("p", tag("b", ADVICE)),
            tag("p", READ_AS, class_="muted"),
            tag("div", rows, class_="oq-scroll", tabindex="0"),
        ]
    )


def in_script(data: object) -> str:
    """Return data as JSON that cannot end the element that holds it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _script() -> str:
    try:
        script = bundle(BROWSER / "file" / "file.js")
    except FileNotFoundError as problem:
        raise _incomplete(str(problem.filename)) from None
    return script.replace("</script", "<\\/script")


def _read(name: str) -> Html:
    try:
        return Html((BROWSER / name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise _incomplete(name) from None


def _incomplete(name: str) -> OrdquantError:
    return OrdquantError(f"The installation lacks {name} of ordquant_core/browser; install OrdQuant again.")

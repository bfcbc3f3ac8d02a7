"""The first cases as they would be read: small bars with their numbers and sums."""

from collections.abc import Sequence

from ordquant_core.formats.preview import Preview, PreviewCase
from ordquant_core.markup import Html, length, tag
from ordquant_core.numerals import class_label, count, score
from pages.shared import write

LABELLED = 24  # characters of all labels: of more only the first and the last are written
NUMBERED = 8  # bars that have their number above them
_HIGH = 4.3  # rem, of the highest bar
_EMPTY = ((1, 3, 5, 4, 2), (5, 4, 2, 1, 1), (1, 2, 3, 4, 5))  # what stands there before there is anything


def draw(found: Preview) -> None:
    """Draw the first cases, or where they will stand."""
    cases = found.cases or [PreviewCase("", tuple(map(float, row)), 0.0, True) for row in _EMPTY]
    top = max((number for one in cases for number in one.numbers), default=0) or 1
    classes = found.classes if found.cases else ("",) * 5
    drawn = [_case(one, classes, top) for one in cases]
    more = "" if found.cases else " oq-nothing"
    more += " oq-ends" if len(classes) * max(map(len, classes)) > LABELLED else ""
    more += " oq-dense" if len(classes) > NUMBERED else ""
    write.html(
        tag("div", *drawn, class_=f"oq oq-minis{more}", id="would_become", aria_hidden=None if found.cases else "true")
    )


def _case(one: PreviewCase, classes: Sequence[str], top: float) -> Html:
    bars = [
        tag(
            "li",
            tag(
                "div",
                tag("span", count(round(number)) if one.has_votes else score(number)),
                tag("i", style=f"height:{length(_HIGH * number / top, 'rem')}"),
            ),
            tag("small", class_label(label), title=label or None),
        )
        for number, label in zip(one.numbers, classes, strict=True)
    ]
    total = count(round(one.total), "vote") if one.has_votes else f"sum {score(one.total)}"
    return tag("figure", tag("figcaption", one.case, title=one.case or None), tag("ol", *bars), tag("span", total))

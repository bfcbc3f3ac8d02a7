"""HTML of the parts of a report. Every text that comes from a file or a user goes through `text`."""

import html
from collections.abc import Iterable, Mapping, Sequence


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def text(value: object) -> Html:
    """Return a value as HTML: what is not HTML yet is escaped."""
    return value if isinstance(value, Html) else Html(html.escape(str(value)))


def tag(name: str, content: object, **attributes: object) -> Html:
    """Return an element. Attributes: `class_` for class, underscores for hyphens, None for those left out."""
    given = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items() if value is not None}
    written = "".join(f' {key}="{html.escape(str(value))}"' for key, value in given.items())
    return Html(f"<{name}{written}>{text(content)}</{name}>")


def join(parts: Iterable[object], between: str = "") -> Html:
    """Return parts one after the other."""
    return Html(between.join(text(part) for part in parts))


def table(caption: str, columns: Sequence[object], rows: Iterable[tuple[object, Sequence[object]]]) -> Html:
    """Return a table with a heading for every row, that scrolls sideways where the screen is narrow.

    A cell is a value, or an element of its own (`tag("td", …)`).
    """
    heads = join(tag("th", column, scope="col", class_="text" if not i else None) for i, column in enumerate(columns))
    body = join(
        tag("tr", join([tag("th", head, scope="row"), *(_cell(cell) for cell in cells)])) for head, cells in rows
    )
    inside = join([tag("thead", tag("tr", heads)), tag("tbody", body)])
    scrolled = tag("div", tag("table", inside), class_="wide", tabindex=0)
    return tag("figure", join([tag("figcaption", caption), scrolled]))


def section(title: str, *parts: object) -> Html:
    """Return a part of the page under a heading."""
    return tag("section", join([tag("h2", title), *parts], "\n"))


def facts(pairs: Mapping[str, object]) -> Html:
    """Return names and what they are."""
    return tag("dl", join(join([tag("dt", name), tag("dd", value)]) for name, value in pairs.items()))


def figure(name: str, words: str, *, least_width: int | None = None) -> Html:
    """Return the place of a figure; `words` tell what it shows to those who cannot see it."""
    style = f"min-width:{least_width}px" if least_width else None
    place = tag("div", "", id=name, class_="figure", role="img", aria_label=words, style=style)
    return tag("div", place, class_="wide")


def choice(label: str, of: str, options: Mapping[str, str]) -> Html:
    """Return a selection that decides which of several figures is drawn at the place `of`."""
    written = join(tag("option", words, value=key) for key, words in options.items())
    return tag("label", join([label, tag("select", written, data_figure=of)], " "))


def data(name: str, written: str) -> Html:
    """Return JSON for the script of the page; no text in it can end the element it stands in."""
    safe = written.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    return Html(f'<script type="application/json" id="{name}">{safe}</script>')


def _cell(value: object) -> Html:
    return value if isinstance(value, Html) and value.startswith("<td") else tag("td", value)

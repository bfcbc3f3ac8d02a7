"""What is read in a figure: its names, its numbers, its texts on what they stand on, the marks of A and of B."""

import re
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from zlib import crc32

import numpy as np

from ordquant_core.figures.template import DARK, LIGHT, figure_of, mix

HOSTILE = "<img src=x onerror=alert(1)>%{x}"
THEMES = [("light", LIGHT), ("dark", DARK)]
HEX = re.compile("#[0-9a-fA-F]{6}")
NAMED = ("runs", "cases", "topics", "dialogues")  # what people name, in the records that subjects hold


def contrast(first, second):
    """WCAG 2.2: (lighter + 0.05) / (darker + 0.05) of the relative luminances."""

    def luminance(colour):
        shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
        return sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


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


def texts_of(figure, look):
    """Yield each text with its colour, its size and the colours it may stand on."""
    layout, ground = figure.layout, look.background
    fills = [ground, *(shape.fillcolor for shape in layout.shapes if HEX.fullmatch(shape.fillcolor or ""))]
    around = {name: part for name, part in layout.to_plotly_json().items() if name not in ("annotations", "template")}
    tables = [trace for trace in figure.data if trace.type == "heatmap" and trace.showscale is not False]
    for text, font in fonts([around, *(table.colorbar.to_plotly_json() for table in tables)]):
        yield from coloured(text, font, look, [ground])
    for one in layout.annotations:
        beside = one.xref == "paper" and one.x in (1, 1.01) and one.xanchor == "left"
        own = [one.bgcolor] if HEX.fullmatch(one.bgcolor or "") else [ground] if beside else fills
        yield from coloured(one.text, one.font.to_plotly_json(), look, own)
    for trace in figure.data:
        font = trace.textfont.to_plotly_json() if hasattr(trace, "textfont") else {}
        if trace.type == "heatmap" and trace.texttemplate:
            yield from coloured("cell", font, look, [colour for _, colour in trace.colorscale])  # any of them
        elif trace.type == "bar" and trace.text is not None:
            assert trace.textposition == "outside"
            yield from coloured("bar", font, look, [ground])
        elif "text" in (getattr(trace, "mode", None) or ""):
            colours = font.get("color", look.ink)
            each = [colours] * len(trace.x) if isinstance(colours, str) else colours
            marked = [trace.marker.color] if "markers" in trace.mode and trace.textposition is None else []
            marked = [colour for colour in marked if isinstance(colour, str)]
            for x, y, text, colour in zip(trace.x, trace.y, trace.text, each, strict=True):
                on = marked or cells_at(figure, x, y) or bars_at(figure, x, y, look) or fills
                yield from coloured(str(text), font | {"color": colour}, look, on)


def fonts(part):
    """Yield every font of a part and of the parts that it has, with the text that is written in it."""
    if isinstance(part, list | tuple):
        for one in part:
            yield from fonts(one)
    elif isinstance(part, dict):
        for name, value in part.items():
            if name.endswith("font"):
                yield part.get("text") or " ".join(map(str, part.get("ticktext") or ["0"])), value
            yield from fonts(value)


def coloured(text, font, look, grounds):
    """Yield a text in the colour of its font, and what in it has a colour of its own."""
    size, colours = font.get("size", 12), font.get("color", look.ink)
    yield from ((text, colour, size, grounds) for colour in ([colours] if isinstance(colours, str) else colours))
    yield from ((text, colour, size, grounds) for colour in re.findall(rf"color: ?({HEX.pattern})", text or ""))


def cells_at(figure, x, y):
    """Return the colour of the cell in which a place lies where colours are steps, all colours where they are not."""
    for table in figure.data:
        if table.type == "heatmap" and not table.texttemplate and table.y is not None:
            if table.zmin is None:
                return [colour for _, colour in table.colorscale]
            value = table.z[list(table.y).index(y)][list(table.x).index(x)]
            share = (value - table.zmin) / (table.zmax - table.zmin)
            return [next(colour for place, colour in table.colorscale[1::2] if share <= place)]
    return []


def bars_at(figure, x, y, look):
    """Return the colours of the bars on which a place lies."""
    found = []
    for bar in figure.data:
        if bar.type != "bar" or isinstance(x, str):
            continue
        for middle, base, high in zip(bar.x, bar.base if bar.base is not None else 0 * bar.y, bar.y, strict=True):
            if abs(x - middle) <= bar.width / 2 and base <= y <= base + high:
                found.append(mix(look.background, bar.marker.color, bar.marker.opacity or 1))
    return found


def marks(part, colour, found):
    """Collect what the lines and markers of that colour look like apart from it: their symbol, their dashes."""
    if isinstance(part, dict):
        line = part.get("line") if isinstance(part.get("line"), dict) else {}
        for colours, dash in ((part.get("color"), "solid"), (line.get("color"), line.get("dash", "solid"))):
            symbols = part.get("symbol", "circle")
            for number, one in enumerate(colours if isinstance(colours, list) else [colours]):
                if one == colour:
                    found.add((symbols[number] if isinstance(symbols, list) else symbols, dash))
        for name, value in part.items():
            if name != "line":
                marks(value, colour, found)
    elif isinstance(part, list):
        for value in part:
            marks(value, colour, found)
    return found


def outline(figure):
    """Return what a figure says, holds and looks like, to be reviewed; the look that all share is left out."""
    whole, shared = figure.to_plotly_json(), shared_look()
    layout = whole["layout"]
    lines = [" | ".join(filter(None, [layout["title"]["text"], layout["title"].get("subtitle", {}).get("text")]))]
    for name, part in sorted(layout.items()):
        if name[1:5] == "axis":
            title = part.get("title", {}).get("text")
            own = [word for word in properties(part, ("title",)) if f"xaxis.{word}" not in shared]
            lines.append(f"{name}: {' | '.join(filter(None, [title, *own]))}")
    around = {name: part for name, part in layout.items() if name[1:5] != "axis" and name != "title"}
    lines.append(f"layout: {' | '.join(word for word in properties(around) if word not in shared)}")
    common = layout.get("template", {}).get("data", {}).get("scatter", ())
    lines += [f"{trace['type']}: {' | '.join(properties(trace))}" for trace in (*common, *whole["data"][:8])]
    lines += [
        f"note: {one['text']} | {' | '.join(properties(one, ['text']))}" for one in layout.get("annotations", ())[:9]
    ]
    lines += [f"{one['type']}: {' | '.join(properties(one))}" for one in layout.get("shapes", ())[:4]]
    return [line.replace("\n", " ").rstrip() for line in lines]


@cache
def shared_look():
    return {*properties(figure_of([], LIGHT, title="", height=11).to_plotly_json()["layout"])}


def properties(part, left_out=(), before=""):
    """Return the properties of a part, and of the parts that it has, arrays in short."""
    found = []
    for key, value in sorted(part.items()):
        name = f"{before}{key}"
        if key in (*left_out, "type") or value is None:
            continue
        if isinstance(value, dict) and "bdata" in value:  # an array as Plotly's script is sent it
            found.append(f"{name} {in_short(np.frombuffer(b64decode(value['bdata']), value['dtype']))}")
        elif isinstance(value, dict):
            found += properties(value, (), f"{name}.")
        elif isinstance(value, bool | int | float | str):
            found.append(f"{name} {value:.6g}" if isinstance(value, float) else f"{name} {value}")
        elif not any(isinstance(one, dict) for one in value):
            found.append(f"{name} {in_short(value)}")
    return found


def in_short(values):
    """Return an array: all of a short one, of others the beginning, and what another order or number would change."""
    cells = np.asarray(values, dtype=object).ravel().tolist()
    words = [f"{round(one, 12) + 0.0:.4g}" if isinstance(one, float) else str(one) for one in cells]
    rest = f", … {len(words)}, {crc32(chr(10).join(words).encode()):x}"
    return f"[{', '.join(words)}]" if len(words) <= 12 else f"[{', '.join(words[:4])}{rest}]"

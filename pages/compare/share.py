"""What a visitor can take away: the Python that gives the same numbers."""

from collections.abc import Sequence

from pages.shared.picture import Entry, Picture, write_entry


def snippet(picture: Picture, keys: Sequence[str]) -> str:
    """Return a program that prints every score of the picture; it needs nothing but `ordquant_core`."""
    lines = [
        "import ordquant_core as oq",
        "",
        f"gold = [{_numbers(picture.gold)}]  # over the classes {', '.join(map(repr, picture.classes))}",
        f"a = {_estimate(picture.a)}",
        f"b = {_estimate(picture.b)}",
        f"for key in {list(keys)!r}:",
        "    measure = oq.MEASURES[key]",
        "    print(key, float(measure(gold, a)), float(measure(gold, b)))",
    ]
    return "\n".join(lines) + "\n"


def _estimate(entry: Entry) -> str:
    return f"oq.{entry}(gold)" if isinstance(entry, str) else f"[{_numbers(entry)}]"


def _numbers(entry: Entry) -> str:
    return write_entry(entry).replace(",", ", ")

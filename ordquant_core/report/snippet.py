"""The Python program that reproduces the scores of a picture; it needs only this library."""

from collections.abc import Sequence

from ordquant_core.analysis.picture import Entry, Picture, write_entry
from ordquant_core.measures.built import Switches
from ordquant_core.measures.measure import OWN
from ordquant_core.measures.own.loading import VARIABLE
from ordquant_core.measures.registry import MEASURES


def snippet(picture: Picture, keys: Sequence[str], smoothed: Sequence[str] = (), made: Switches | None = None) -> str:
    """Return a program that prints the scores of both estimates by the measures of `keys`.

    `smoothed`: those on smoothed distributions, by their keys, for a gold of votes. `made`: a measure that was made.
    """
    classes = ", ".join(map(repr, picture.classes))
    stand = picture.positions is not None
    lines = [
        *comment_on_own(keys),
        "import ordquant_core as oq",
        "",
        f"gold = {_write_as_python(picture.gold)}  # over the classes {classes}",
        f"a = {_write_as_python(picture.a)}",
        f"b = {_write_as_python(picture.b)}",
        *([f"positions = {_write_as_python(picture.positions)}"] if picture.positions is not None else []),
        f"for key in {list(keys)!r}:",
        "    measure = oq.MEASURES[key]",
        *(["    at = [positions] if measure.takes_positions else []"] if stand else []),
        f"    print(key, float(measure(gold, a{', *at' * stand})), float(measure(gold, b{', *at' * stand})))",
    ]
    if smoothed:
        lines += [
            "",
            "from ordquant_core.measures.smoothed import SMOOTHED",
            "",
            f"for key in {list(smoothed)!r}:",
            f"    print(key, *(float(SMOOTHED[key](gold, side, {picture.votes})) for side in (a, b)))",
        ]
    if made:
        at = ", positions" * stand
        lines += [
            "",
            "from ordquant_core.measures.built import Switches, built_measure",
            "",
            f"yours = built_measure(Switches.parse({str(made)!r}))  # {made.words}",
            f'print("yours", float(yours(gold, a{at})), float(yours(gold, b{at})))',
        ]
    return "\n".join(lines) + "\n"


def comment_on_own(keys: Sequence[str]) -> list[str]:
    """Return a line of a program that says what its own measures need, if it has any."""
    origins = list(dict.fromkeys(MEASURES[key].origin for key in keys if MEASURES[key].family == OWN))
    return (
        [f"# Own measures: {', '.join(origins)}; name files in {VARIABLE} before you start Python"] if origins else []
    )


def _write_as_python(entry: Entry) -> str:
    return f"oq.{entry}(gold)" if isinstance(entry, str) else f"[{write_entry(entry).replace(',', ', ')}]"

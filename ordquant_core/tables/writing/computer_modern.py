"""How wide text is in Computer Modern, the letters of LaTeX: whether a table fits is known before it is compiled.

Widths are those of the font metrics of cmr10 (American Mathematical Society); small letters are relatively wider.
"""

from dataclasses import dataclass

_OF_SIGNS = {  # thousandths of the size: signs of that width
    278: "il.,:;[]!'| ",
    306: "fj",
    333: "-",
    361: "I",
    389: "t()",
    394: "rs",
    444: "cez",
    472: "?",
    500: "ago0123456789/*$–_",
    514: "J",
    528: "kqvxy",
    556: "bdhnpuS",
    611: "Z",
    653: "LFPE",
    736: "wCTBR",
    750: "AHNUVXY",
    785: "DGKOQ&+=@<>−×",
    833: "m%#",
    917: "M",
    1028: "W",
}
_WIDTHS = {sign: width for width, signs in _OF_SIGNS.items() for sign in signs}
_OTHER = 1000  # of letters of other scripts, and of symbols: at most
_BOLD = 1.17  # cmbx10 to cmr10


@dataclass(frozen=True, slots=True)
class Size:
    """A size of letters: its name in LaTeX, and how much wider than those of cmr10 the letters are in proportion."""

    name: str
    points: float
    wider: float
    script: float  # points of its superscripts
    script_wider: float

    @property
    def command(self) -> str:
        """What sets it in LaTeX."""
        return f"\\{self.name}"

    def width(self, text: str, *, bold: bool = False, above: bool = False) -> float:
        """Return how wide a line of text is, in points, rounded up; `above`: as a superscript.

        >>> SIZES[0].width("0.123"), SIZES[0].width("ab", above=True) < SIZES[0].width("ab")
        (22.78, True)
        """
        points, wider = (self.script, self.script_wider) if above else (self.points, self.wider)
        width = sum(_WIDTHS.get(sign, _OTHER) for sign in text) / 1000
        return width * points * wider * (_BOLD if bold else 1)


SIZES = (
    Size("normalsize", 10, 1, 7, 1.16),
    Size("small", 9, 1.03, 6, 1.25),
    Size("footnotesize", 8, 1.065, 6, 1.25),
)

"""Numbers of few digits, as votes and rounded probabilities are, read by the million: all cells at once."""

import numpy as np
from numpy.typing import NDArray

from ordquant_core.formats.limits import MAX_TEXT
from ordquant_core.records import FloatArray

LONGEST_CELL = 8  # characters; with longer ones, converting text by text is as fast
LINE_END, POINT, ZERO = ord("\n"), ord("."), ord("0")


def short_numbers(text: str, delimiter: str, width: int) -> tuple[list[str], FloatArray] | None:
    r"""Return the first cells of all lines, and the numbers in the others, of shape (lines, width - 1).

    None unless each line has `width` cells, those after the first of 1 to 8 digits, with a decimal point at most. The
    numbers are those that `float` returns: digits / 10^k, both exact, is rounded once.

    >>> short_numbers("x,1,.5\ny,20,0.25\n", ",", 3)
    (['x', 'y'], array([[ 1.  ,  0.5 ],
           [20.  ,  0.25]]))
    >>> short_numbers("x,1,-5\n", ",", 3)
    """
    data = (text if text.endswith("\n") else f"{text}\n").encode()
    codes = np.frombuffer(data, dtype=np.uint8)
    ends = np.flatnonzero((codes == ord(delimiter)) | (codes == LINE_END))
    if width < 2 or len(ends) % width:
        return None
    cells = ends.reshape(-1, width)
    line_ends = codes[cells] == LINE_END
    if not line_ends[:, -1].all() or line_ends[:, :-1].any():
        return None
    starts = np.concatenate(([0], ends[:-1] + 1)).reshape(-1, width)
    lengths = (cells - starts)[:, 1:]
    longest = int(lengths.max())
    if longest > LONGEST_CELL or lengths.min() < 1 or int((cells[:, -1] - starts[:, 0]).max()) > MAX_TEXT:
        return None
    values = _read(codes, starts[:, 1:].ravel(), lengths.ravel(), longest)
    if values is None:
        return None
    first = zip(starts[:, 0].tolist(), cells[:, 0].tolist(), strict=True)
    names = [text[a:b] for a, b in first] if text.isascii() else [data[a:b].decode() for a, b in first]
    return names, values.reshape(len(cells), width - 1)


def _read(
    codes: NDArray[np.uint8], starts: NDArray[np.intp], lengths: NDArray[np.intp], longest: int
) -> FloatArray | None:
    """Return the numbers that stand there; None where one is none."""
    digits = np.zeros(len(starts))  # all of them, as one whole number
    points = np.zeros(len(starts), dtype=np.uint8)
    behind = np.zeros(len(starts), dtype=np.intp)  # digits after the point
    for place in range(longest):
        there = lengths > place
        code = codes[np.minimum(starts + place, len(codes) - 1)]
        digit = code - np.uint8(ZERO)  # what comes before "0" wraps round
        is_digit = there & (digit <= 9)
        is_point = there & (code == POINT)
        if not (is_digit | is_point | ~there).all():
            return None
        np.multiply(digits, 10, out=digits, where=is_digit)
        np.add(digits, digit, out=digits, where=is_digit)
        behind += is_digit & (points > 0)
        points += is_point
    if points.max() > 1 or (lengths == points).any():
        return None
    return np.asarray(digits / np.power(10.0, behind)) if points.any() else digits

"""Numbers that people read: only `numerals` writes them, percentages and p-values say nothing that is not true."""

# ruff: noqa: F401 - the text uses what is imported

import ast
import math
import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.numerals import decimals, distinct, margin, p_cell, p_text, percent, rounded, score, written
from tests.reviewed import reviewed, said
from tests.source_files import CORE, PAGES, relative, tree


def of_p(k, trials):
    p = (k + 1) / (trials + 1)
    return f"{p_text(p, trials)} | {p_cell(p, trials)}"


@reviewed(__file__)
def test_numbers_are_written_as_was_reviewed(made, words):
    assert said(made, globals()) == words


@given(st.lists(st.floats(0, 1), min_size=2, max_size=4))
def test_numbers_that_differ_are_told_apart_and_those_that_do_not_are_not(values):
    exact = [round(value, 12) for value in values]
    assert len({*distinct(exact)}) == len({*exact})
    difference = exact[0] - exact[1]
    assert (margin(difference) == "0.000") == (difference == 0)


HALVES = st.builds(lambda k, steps: (k + 0.5) / steps, st.integers(-2000, 2000), st.sampled_from([1, 8, 10, 100, 1000]))


@given(HALVES | st.floats(-1e6, 1e6), st.integers(0, 4))
def test_numbers_are_rounded_as_people_learn_it(value, places):
    as_written = Decimal(repr(round(value, 12)))
    assert Decimal(repr(rounded(value, places))) == as_written.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    assert written([value], places=places) == [decimals(value, places)]


@given(st.integers(1, 100_000), st.data(), st.integers(0, 2))
def test_a_count_out_of_others_is_0_or_100_percent_only_if_it_is_none_or_all(n, data, decimals):
    k = data.draw(st.integers(0, n))
    shown = Fraction(percent(k / n, decimals).removesuffix("%"))
    assert (shown == 0) == (k == 0)
    assert (shown == 100) == (k == n)
    assert abs(shown - Fraction(100 * k, n)) <= Fraction(1, 2 * 10**decimals) + Fraction(1, 10**9)


@given(st.integers(1, 10**6), st.data())
def test_what_is_written_is_true(trials, data):
    k = data.draw(st.integers(0, trials))
    exact = Fraction(k + 1, trials + 1)
    sign, number = p_text((k + 1) / (trials + 1), trials).split()
    assert sign in ("≤", "<", "=")
    assert (sign == "≤") == (k == 0 and trials < 1000)
    written = Fraction(number)
    if sign == "≤":
        assert exact <= written < exact + Fraction(1, 1000)
    elif sign == "<":
        assert exact < written
    else:
        assert abs(exact - written) <= Fraction(1, 2000) + Fraction(1, 10**9)


# --- one number format ---

FILES = [path for path in [*CORE, *PAGES] if relative(path) != "ordquant_core/numerals.py"]
SPECIFICATION = re.compile(r"[,.]|[efgGn%]$")  # thousands or decimals; not 02x, a colour, or 05d, the name of a file
PLOTLY = re.compile(r":[ +,]*(?:\.?\d+)?~?[efgr%](?=\})")  # of %{z:.3f}
ALONE = re.compile(r"%\.?\d*[defgi]|[ +]?,?\.\d+~?[efgr%]|[ +]?,")  # a text that is nothing but a format
FOUND_AGAIN = "numbers of a file as they stand there, so that a reader can search for them"
LINK = "the value of a link, which is read back"
BOUNDS = "what a link may hold, with the minus that is typed there"
FIELD = "a field to type a number in, which shows what was typed"
EXCEPTIONS: dict[str, dict[str, str]] = {  # file: {format: why}
    "ordquant_core/errors.py": {",": "numerals stands above it and imports it"},
    "ordquant_core/markup.py": {".1f": "lengths of CSS"},
    "ordquant_core/distributions.py": {".12g": FOUND_AGAIN},
    "ordquant_core/nuggets.py": {"g": "an option as it was typed"},
    "ordquant_core/formats/rows.py": {".12g": FOUND_AGAIN},
    "ordquant_core/formats/header.py": {"round": "steps between numbers, which are compared"},
    "ordquant_core/formats/plain.py": {"round": "sums that are alike are named once"},
    "ordquant_core/formats/text.py": {"f": "an id of a case: a number in full"},
    "ordquant_core/analysis/picture.py": {".6g": "a field of numbers, which is read back"},
    "ordquant_core/spaces/by_score.py": {".10g": LINK},
    "ordquant_core/spaces/artificial.py": {"round": "compared with numbers that were printed with 3 decimals"},
    "ordquant_core/analysis/human_agreement.py": {"g": "an argument as it was given"},
    "pages/shared/current_mark/__init__.py": {".{DIGITS}g": "places in a plot, as the browser gets them"},
    "ordquant_core/analysis/retrieval.py": {"round": "a key to sort by, in which equal numbers tie"},
    "ordquant_core/figures/card.py": {".1f": "coordinates of SVG"},
    "ordquant_core/figures/effects.py": {".0%": "ticks, which Plotly writes with a true minus sign where it chooses"},
    "ordquant_core/figures/template.py": {"g": "a colour of Plotly"},
    "ordquant_core/figures/parts.py": dict.fromkeys((",.3f", ":.3f", ":+.3f"), "hovers of large images without texts"),
    "ordquant_core/figures/paths.py": {":.1%": "hovers of lines of many points, which get no texts"},
    "pages/atlas/inputs.py": {"%.4f": FIELD},
    "pages/shared/evaluation_settings.py": {"%g": FIELD},
    "pages/shared/params.py": {".10g": LINK, ",": BOUNDS, "g": BOUNDS},
}


def formats_in(code: ast.AST) -> Iterator[str]:
    """Yield every format of a number in the code, `round` for a rounding to decimals."""
    for node in ast.walk(code):
        match node:
            case ast.FormattedValue(format_spec=ast.JoinedStr() as specification):
                text = ast.unparse(specification)[2:-1]
                yield from [text] if SPECIFICATION.search(text) else []
            case ast.Call(func=ast.Name(id="round" | "format" as name), args=[_, _, *_]):
                yield name
            case ast.Constant(value=str(text)):
                yield from PLOTLY.findall(text)
                yield from [text] if text != "," and ALONE.fullmatch(text) else []


def test_numbers_that_people_read_are_written_by_numerals():
    found = {(relative(path), text) for path in FILES for text in formats_in(tree(path))}
    assert {(path, text) for path, text in found if text not in EXCEPTIONS.get(path, {})} == set()

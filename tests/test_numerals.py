"""Numbers that people read: only `numerals` writes them, percentages and p-values say nothing that is not true."""

import ast
import math
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.numerals import distinct, margin, p_cell, p_text, percent, score
from tests.source_files import CORE, PAGES, relative, tree


@pytest.mark.parametrize(
    ("share", "decimals", "text"),
    [
        (0, 0, "0%"),
        (1, 0, "100%"),
        (1, 1, "100.0%"),
        (199 / 200, 0, "99.5%"),
        (1 / 200, 0, "0.5%"),
        (1 / 500, 0, "0.2%"),
        (0.9999, 0, "99.99%"),
        (1 - 1e-6, 0, "99.9999%"),
        (0.99996, 2, "99.996%"),
        (0.5, 0, "50%"),
        (2 / 3, 1, "66.7%"),
        (0.006, 0, "1%"),
        (1 - 1e-15, 0, "100%"),  # the rounding of floats is no share
        (1e-15, 0, "0%"),
        (float("nan"), 0, "n/a"),
    ],
)
def test_a_percentage_is_rounded_but_never_to_nothing_or_everything(share, decimals, text):
    assert percent(share, decimals) == text


@given(st.lists(st.floats(0, 1), min_size=2, max_size=4))
def test_numbers_that_differ_are_told_apart_and_those_that_do_not_are_not(values):
    exact = [round(value, 12) for value in values]
    assert len({*distinct(exact)}) == len({*exact})
    difference = exact[0] - exact[1]
    assert (margin(difference) == "0.000") == (difference == 0)


@given(st.integers(1, 100_000), st.data(), st.integers(0, 2))
def test_a_count_out_of_others_is_0_or_100_percent_only_if_it_is_none_or_all(n, data, decimals):
    k = data.draw(st.integers(0, n))
    shown = Fraction(percent(k / n, decimals).removesuffix("%"))
    assert (shown == 0) == (k == 0)
    assert (shown == 100) == (k == n)
    assert abs(shown - Fraction(100 * k, n)) <= Fraction(1, 2 * 10**decimals) + Fraction(1, 10**9)


@pytest.mark.parametrize(
    ("value", "sign", "text"),
    [
        (0.12345, False, "0.123"),
        (0.12345, True, "+0.123"),
        (-0.15, True, "−0.150"),
        (0.0, True, "0.000"),
        (0.0625, False, "0.062"),
        (0.0625 + 1e-16, False, "0.062"),  # the same value, computed in another order
        (-1e-16, True, "0.000"),
        (math.inf, False, "∞"),
        (-math.inf, True, "−∞"),
        (math.nan, False, "n/a"),
    ],
)
def test_numbers_show_three_decimals_a_real_minus_and_never_nan(value, sign, text):
    assert score(value, sign=sign) == text


@pytest.mark.parametrize(
    ("k", "trials", "text"),
    [
        (0, 5000, "< 0.001"),
        (0, 200, "≤ 0.005"),
        (0, 300, "≤ 0.004"),
        (0, 999, "≤ 0.001"),
        (0, 1, "≤ 0.500"),
        (1, 5000, "< 0.001"),
        (2, 5000, "= 0.001"),
        (64, 5000, "= 0.013"),
        (5000, 5000, "= 1.000"),
        (248, 5000, "= 0.0498"),  # below 0.05
        (49, 999, "= 0.050"),
        (502, 10_000, "= 0.0503"),
    ],
)
def test_a_p_value_is_written_with_three_decimals_or_as_the_bound_it_lies_at(k, trials, text):
    p = (k + 1) / (trials + 1)
    assert p_text(p, trials) == text
    assert p_cell(p, trials) == text.removeprefix("= ")


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
TICKS = "tickformat"  # Plotly's ticks have a true minus sign and commas, and Plotly chooses where they stand
FOUND_AGAIN = "numbers of a file as they stand there, so that a reader can search for them"
LINK = "the value of a link, which is read back"
IMAGE = "hovers of images of ten thousand cells, which get no texts"
LINE = "hovers of lines of many points, which get no texts"
BOUNDS = "what a link may hold, with the minus that is typed there"
SVG = "coordinates of SVG"
FIELD = "a field to type a number in, which shows what was typed"
EXCEPTIONS: dict[str, dict[str, str]] = {  # file: {format: why}
    "ordquant_core/errors.py": {",": "numerals stands above it and imports it"},
    "ordquant_core/markup.py": {".1f": "lengths of CSS"},
    "ordquant_core/distributions.py": {".12g": FOUND_AGAIN},
    "ordquant_core/nuggets.py": {"g": "an option as it was typed"},
    "ordquant_core/formats/rows.py": {".12g": FOUND_AGAIN},
    "ordquant_core/formats/text.py": {"f": "an id of a case: a number in full"},
    "ordquant_core/analysis/picture.py": {".6g": "a field of numbers, which is read back"},
    "ordquant_core/spaces/by_score.py": {".10g": LINK},
    "ordquant_core/spaces/artificial.py": {"round": "compared with numbers that were printed with 3 decimals"},
    "ordquant_core/analysis/human_agreement.py": {"g": "an argument as it was given"},
    "pages/shared/current_mark/__init__.py": {".{DIGITS}g": "places in a plot, as the browser gets them"},
    "ordquant_core/analysis/retrieval.py": {"round": "a key to sort by, in which equal numbers tie"},
    "ordquant_core/figures/card.py": {".1f": SVG},
    "ordquant_core/figures/template.py": {"g": "a colour of Plotly"},
    "ordquant_core/figures/parts.py": {",.3f": IMAGE},
    "ordquant_core/figures/paths.py": {":.1%": LINE},
    "pages/atlas/inputs.py": {"%.4f": FIELD},
    "pages/shared/evaluation_settings.py": {"%g": FIELD},
    "pages/shared/params.py": {".10g": LINK, ",": BOUNDS, "g": BOUNDS},
}


def formats_in(code: ast.AST) -> list[tuple[int, str]]:
    """Return every format of a number in the code: (line, format), `round` for a rounding to decimals."""
    nodes = list(ast.walk(code))
    passed = {id(node.value) for node in nodes if isinstance(node, ast.Expr)} | _ticks(nodes)
    specifications = [
        node.format_spec
        for node in nodes
        if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr)
    ]
    passed |= {id(part) for specification in specifications for part in ast.walk(specification)}
    found = []
    for node in specifications:
        text = ast.unparse(node)[2:-1]
        found += [(node.lineno, text)] if SPECIFICATION.search(text) else []
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("round", "format"):
            found += [(node.lineno, node.func.id)] if len(node.args) + len(node.keywords) > 1 else []
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
            found += [(node.lineno, match[0]) for match in PLOTLY.finditer(node.value)]
            found += [(node.lineno, node.value)] if ALONE.fullmatch(node.value) and node.value != "," else []
    return sorted(found)


def _ticks(nodes: list[ast.AST]) -> set[int]:
    """Return the formats of ticks, by their ids."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.keyword) and node.arg == TICKS:
            found.add(id(node.value))
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            found |= {id(value) for key, value in pairs if isinstance(key, ast.Constant) and key.value == TICKS}
    return found


def test_numbers_that_people_read_are_written_by_numerals():
    found = [
        (relative(path), line, text)
        for path in FILES
        for line, text in formats_in(tree(path))
        if text not in EXCEPTIONS.get(relative(path), {})
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('f"{x:.3f} and {y:,}"', [".3f", ","]),
        ('f"{x:.{places}f}"', [".{places}f"]),
        ('f"{x:g}" + f"{100 * x:.0%}"', [".0%", "g"]),
        ("round(x, 3) + round(x)", ["round"]),
        ('format(x, ".2f")', [".2f", "format"]),
        ('"{:.3f}".format(x)', [":.3f"]),
        ('a(hovertemplate="%{z:.3f} of %{x}")', [":.3f"]),
        ('a(hover=f"%{{z[{i}]:.3~g}}%")', [":.3~g"]),
        ('a(zhoverformat=",.3f", format="%.4f")', ["%.4f", ",.3f"]),
        ('a(tickformat=".0%", b={"tickformat": "+.2f"})', []),
        ('f"#{red:02x}" + f"{number:05d}" + f"{name!r:>10}" + ",".join(x)', []),
        ('f"width:{x}%" + "a: b, c. d" + f"{x}: {y}."', []),
    ],
)
def test_the_search_for_formats_finds_them(source, expected):
    assert sorted(text for _, text in formats_in(ast.parse(f"x = {source}"))) == sorted(expected)

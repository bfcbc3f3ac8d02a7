"""Tables as HTML: every kind of a frame draws what `as_text` writes, texts are escaped, rows say what they are."""

import html
import math
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.errors import UnknownNameError
from ordquant_core.findings.sentence import Link, RunName, Strong, Styled, say
from ordquant_core.frame_html import Rows, across, grid, in_families, sentence
from ordquant_core.glossary import Kind, as_text, column, drawn_as
from ordquant_core.markup import Band, Cell, Head, NumberHead, Row, plain, table, tag
from ordquant_core.measure_tables import measure_table, wins_table
from ordquant_core.measures.registry import FAMILIES, MAIN_MEASURES, MEASURES
from ordquant_core.records import Preferences
from ordquant_core.writing.paper_table import Mark

EVIL = "<b onclick='x'>&"


def drawn(kind, *values, **options):
    """Return the cell of one column of a kind, as HTML."""
    parts = [f"part_{number}" for number in range(len(values))]
    frame = pd.DataFrame({"name": ["x"], **{part: [value] for part, value in zip(parts, values, strict=True)}})
    columns = [drawn_as(Kind.TEXT, "name"), drawn_as(kind, "cell", "head", parts=parts, **options)]
    built = table(*grid(frame, columns))
    return built.rpartition("<td")[2].partition(">")[2].removesuffix("</td></tr></tbody></table>")


@pytest.mark.parametrize(
    ("kind", "values", "options", "words"),
    [
        (Kind.TEXT, [EVIL], {}, EVIL),
        (Kind.COUNT, [12345], {}, "12,345"),
        (Kind.COUNT, [None], {}, ""),
        (Kind.SCORE, [0.25], {}, "0.250"),
        (Kind.DELTA, [-0.25], {}, "−0.250"),
        (Kind.SHARE, [0.25], {"places": 0}, "25%"),
        (Kind.P, [1 / 5001], {"trials": 5000}, "< 0.001"),
        (Kind.P, [0.0129], {}, "0.013"),
        (Kind.P, [np.nan], {"trials": 5000}, ""),
        (Kind.P, [np.nan], {"missing": "–"}, "–"),
        (Kind.SETTING, [0.05], {}, "0.05"),
        (Kind.RUN, [EVIL], {}, EVIL),
        (Kind.RUN, ["x"], {"pair": ["y", "x"]}, "B x"),
        (Kind.RUN, ["x"], {"pair": ["x", "x"]}, "A x"),
        (Kind.MEASURE, ["DNKT_JSD"], {}, "DNKT·JSD"),
        (Kind.CLASS, ["-2"], {}, "−2"),
        (Kind.SIDE, ["A"], {}, "A"),
        (Kind.SIDE, ["tie"], {}, "tie"),
        (Kind.VALUE, [0.25], {}, "0.250"),
        (Kind.VALUE, [EVIL], {}, EVIL),
        (Kind.MARGIN, [-0.041], {}, "◂ A 0.041"),
        (Kind.MEASURE, ["NMD"], {"described": True, "positions": True}, "NMD ↔"),
        (Kind.MEASURE, ["JSD"], {"positions": True}, "JSD"),
        (Kind.MEASURE, ["NKLD"], {"described": True}, "NKLD"),
        (Kind.TERM, [EVIL, EVIL], {}, EVIL),
        (Kind.MARGIN, [0.0], {}, "tie"),
        (Kind.MARGIN, [np.nan, "one case: no effect size"], {}, "one case"),
        (Kind.LETTERS, ["ab"], {}, "ab"),
        (Kind.LETTERS, ["z aa"], {}, "z aa"),
        (Kind.MOVED, [0.25, 2, 5], {}, "0.250 ▲\xa03"),
        (Kind.MOVED, [0.25, 2, 2], {}, "0.250"),
        (Kind.MARKED, [Mark(EVIL, bold=True, above="ab")], {}, f"{EVIL}ab"),
        (Kind.DIGITS, [-0.31482, 4], {}, "−0.3148"),
        (Kind.DIGITS, [0.0, 4], {"sign": True}, "0"),
        (Kind.FLAG, ["same"], {"right": "same"}, "✓"),
        (Kind.FLAG, ["slip"], {"right": "same"}, "slip"),
        (Kind.FLAG, [True], {}, "yes"),
        (Kind.FLAG, ["no"], {}, "no"),
        (Kind.FLAG, [""], {}, ""),
        (Kind.SENTENCE, [say(RunName(EVIL, "A"), " leads ", Strong("by far"))], {}, f"{EVIL} leads by far"),
        (Kind.SENTENCE, ["move 3 votes", EVIL], {"narrow": True}, f"move 3 votes{EVIL}"),
        (Kind.INTERVAL, [0.2, 0.1, 0.3], {}, "0.100 to 0.300"),
        (Kind.INTERVAL, [0.2, np.nan, np.nan], {}, "n/a"),
        (Kind.RANGE, [0.1, 0.3], {}, "0.100 to 0.300"),
        (Kind.RANGE, [-0.1, 0.3], {"sign": True}, "−0.100 to +0.300"),
        (Kind.RANGE, [np.nan, np.nan], {"missing": "n/a"}, "n/a"),
        (Kind.SHARE_RANGE, [0.5, 0.25, 0.75, ""], {}, "50% [25%, 75%]"),
        (Kind.SHARE_RANGE, [0.5, np.nan, np.nan, ""], {}, "50%"),
        (Kind.SHARE_RANGE, [np.nan, np.nan, np.nan, "no variance: not defined"], {}, "no variance"),
        (Kind.COUNT_OF, [1, 4], {}, "1 (25%)"),
        (Kind.TALLY, [1, 0, 1234], {}, "1 / 0 / 1,234"),
        (Kind.WINS, [30, 1, 69], {"runs": ("x", "y")}, "30169"),
        (Kind.SHARE_BAR, [0.25], {}, "25%"),
        (Kind.SHARE_BAR, [0.255], {"places": 1}, "25.5%"),
        (Kind.SHARE_BAR, [np.nan], {}, "–"),
        (Kind.DOT, [0.25], {}, "0.250"),
        (Kind.DOT, [np.nan], {}, "n/a"),
        (Kind.OUT_OF, [1234, 12340], {}, "1,234 of 12,340"),
        (Kind.OUT_OF, [1, 8], {"places": 1}, "1 of 8 (12.5%)"),
        (Kind.RANKED, [0.25, 3], {}, "0.250 (3)"),
        (Kind.TALLY, [1200, 3], {"between": " : "}, "1,200 : 3"),
        (Kind.LINK, [EVIL, "cases?a=1&b=2"], {}, EVIL),
        (Kind.CONTRIBUTION, ["0.40", 0.4, 1.0], {}, "0.40"),
        (Kind.BALANCE, [0.2], {}, ""),
        (Kind.PICTURE, [(0.5, 0.5)], {}, ""),
        (Kind.VOTES, [(0, 1, 12)], {}, "\u00a0 0,1,12"),
        (Kind.VOTES, [(0.0, 1 / 3, 2 / 3)], {}, "\u00a0 0, 0.333, 0.667"),
        (Kind.FLAG, [True], {"signs": True}, "✓"),
        (Kind.FLAG, ["no"], {"signs": True}, "–"),
        (Kind.FLAG, ["does not apply"], {"signs": True}, "n/a"),
        (Kind.FLAG, [np.nan], {}, ""),
        (Kind.SIZE, [1200, 10], {}, "1,200 × 10"),
        (Kind.COUNT, [None], {"missing": "n/a"}, "n/a"),
        (Kind.SCORE, [0.25], {"by": "NMD"}, "NMD 0.250"),
        (Kind.SCORE, [np.nan], {"by": "NMD", "missing": ""}, ""),
        (Kind.SCORE, [np.nan], {"best": True}, ""),
        (Kind.SCORE, [0.25], {"places": 1}, "0.2"),
        (Kind.SCORE, [0.000423], {"fine": True}, "0.000423"),
        (Kind.SENTENCE, [[("One.",), say("See ", Link(EVIL, "compare?a=1&b=2"))]], {}, f"One.See {EVIL}"),
        (Kind.CHOICE, ["✓", EVIL, EVIL], {}, "✓"),
    ],
)
def test_every_kind_draws_its_value_and_escapes_texts(kind, values, options, words):
    cell = drawn(kind, *values, **options)
    assert plain(cell) == words
    assert EVIL not in cell


@pytest.mark.parametrize(
    ("kind", "values", "title"),
    [
        (Kind.SCORE, [1 / 3], "0.3333333333333333"),
        (Kind.DIGITS, [1 / 3, 2], "0.3333333333333333"),
        (Kind.RANGE, [1 / 3, 0.5], "0.3333333333333333 to 0.5"),
        (Kind.INTERVAL, [0.4, 1 / 3, 0.5], "0.333 to 0.500"),
    ],
)
def test_where_one_points_numbers_have_all_their_digits_and_a_range_both_its_ends(kind, values, title):
    frame = pd.DataFrame({"name": ["x"], **{f"part_{place}": [value] for place, value in enumerate(values)}})
    _, (row,) = grid(frame, [drawn_as(Kind.TEXT, "name"), drawn_as(kind, "cell", parts=[*frame.columns[1:]])])
    assert row.cells[1].title == title


def test_every_kind_is_drawn_in_the_test_above():
    (mark,) = test_every_kind_draws_its_value_and_escapes_texts.pytestmark
    assert {row[0] for row in mark.args[1]} == set(Kind)


def test_the_parts_of_bars_are_as_long_as_their_numbers():
    wins = drawn(Kind.WINS, 30, 1, 69, runs=("x", "y"))
    assert 'style="flex:30 0 0"' in wins
    assert '<span class="oq-a">30</span>' in wins
    assert '<b class="oq-b">69</b>' in wins  # the larger count
    assert 'class="oq-left" style="width:20%"' in drawn(Kind.BALANCE, -0.2)
    beyond = drawn(Kind.BALANCE, 0.8)
    assert "oq-right oq-beyond" in beyond
    assert "width:50%" in beyond
    assert "the difference is 0.800" in html.unescape(beyond)
    assert 'class="oq-right" style="width:50%"' in drawn(Kind.BALANCE, 0.3 - 0.2, reach=0.1)  # but for rounding, 0.1
    assert [drawn(Kind.VOTES, (0, 1, 4)).count(f"height:{height}px") for height in ("0", "4.5", "18")] == [1, 1, 1]
    bar = drawn(Kind.INTERVAL, 0.2, 0.1, 0.3, band=(0.15, 0.18))
    parts = [float(number) for number in re.findall(r"(?:left|width):([\d.]+)%", bar)]
    band, across, left, wide, mean = parts
    assert mean == pytest.approx(left + wide / 2, abs=0.2)
    assert (band, across) == pytest.approx((left + wide / 4, wide * 0.15), abs=0.2)


def test_a_mean_without_an_interval_lies_on_the_axis_of_the_others():
    frame = pd.DataFrame({"mean": [0.2, 0.5], "low": [0.1, np.nan], "high": [0.3, np.nan]})
    _, (other, alone) = grid(frame, [column("interval")])
    (place,) = re.findall(r'<b style="left:([0-9.]+)%', str(alone.cells[0].content))
    assert 90 < float(place) <= 100
    assert "<i " in str(other.cells[0].content)
    assert "<i " not in str(alone.cells[0].content)


def test_dots_stand_on_an_axis_from_the_tenth_below_the_smallest_to_one():
    frame = pd.DataFrame({"measure": ["NMD", "NVD", "JSD"], "tau": [0.58, 0.79, np.nan]})
    built = table(*grid(frame, ["measure", drawn_as(Kind.DOT, "tau")]))
    assert [plain(tick) for tick in re.findall("<span style.*?</span>", built.partition("</thead>")[0])] == [
        *("0.5", "0.6", "0.7", "0.8", "0.9", "1")
    ]
    assert re.findall(r'<b style="left:(.*?)%"', built) == ["16", "58"]


def test_small_pictures_are_as_high_as_the_shares_of_the_largest():
    three_bars = "M0 18V9H16V18M17 18V0H34V18M35 18V0H51V18"
    assert drawn(Kind.PICTURE, (1, 2, 2)) == f"<i style=\"clip-path:path('{three_bars}')\"></i>"
    assert drawn(Kind.PICTURE, (0, *[1] * 16)).count("M") == 16  # nothing is drawn for 0


def test_contributions_across_are_shaded_by_their_shares_and_headed_by_their_classes():
    frame = pd.DataFrame(
        {
            "class": ["-1", "1", "2", "sum"],
            "written": ["0.05", "0.40", "–", "0.45"],
            "contribution": [0.05, 0.4, None, 0.45],
            "share": [0.125, 1.0, 0.0, None],
        }
    )
    parts = ("written", "contribution", "share")
    contributions = drawn_as(Kind.CONTRIBUTION, "contribution", "error", parts=parts, left_out="no gold")
    built = table(*across(frame, [drawn_as(Kind.CLASS, "class", "of"), contributions]))
    assert built.count("<tr>") == 2
    assert '<th scope="col">of</th><th scope="col" title="-1">−1</th>' in built
    assert '<th scope="row">error</th><td title="0.05" style="--share:12.5%">0.05</td>' in built
    assert '<td title="0.4" class="oq-largest" style="--share:100%">0.40</td>' in built
    assert '<td title="not counted: no gold" style="--share:0%">–</td><td title="0.45">0.45</td>' in built


FRAME = pd.DataFrame(
    {"family": ["f", "f", "g"], "run": ["r", EVIL, "t"], "mean": [0.1, 0.2, np.nan], "p": [0.04, 0.06, np.nan]}
)


def test_rows_are_headed_can_be_chosen_and_stand_in_families():
    rows = Rows(choice="run", chosen=["t"], data="run", family="family", amber=["r"], badges={"t": "yours"})
    heads, listed = grid(FRAME, ["run", column("mean", best=True), column("p", alpha=0.05)], rows)
    assert [head.name for head in heads] == ["run", "mean", "p"]
    built = table(heads, listed)
    assert built.count('class="oq-family"') == 2
    assert built.count('<th scope="row">') == 3
    assert '<tr class="oq-dissent" data-choice="r" data-run="r">' in built
    assert '<tr class="oq-chosen" data-choice="t" data-run="t">' in built
    assert 'aria-pressed="true"' in built
    assert 't <span class="oq-badge">yours</span>' in built
    assert 'class="oq-best' in built
    assert "<b>0.040</b>" in built
    assert "<b>0.060</b>" not in built
    assert EVIL not in built
    assert html.escape(EVIL) in built


def test_columns_of_every_kind_take_classes_and_what_a_cell_says():
    columns = ["run", column("mean", class_="oq-wide", styles=["oq-x", "", ""], hover=["first", EVIL, ""])]
    built = table(*grid(FRAME, columns))
    assert '<th scope="col" title="mean score over the cases" class="oq-wide oq-number">mean</th>' in built
    assert '<td title="first" class="oq-wide oq-x oq-number">0.100</td>' in built
    assert f'<td title="{html.escape(EVIL, quote=False)}" class="oq-wide oq-number">0.200</td>' in built
    assert '<td title="nan" class="oq-wide oq-number">n/a</td>' in built


def test_a_sign_that_can_be_pressed_says_what_it_means():
    cell = drawn(Kind.CHOICE, "✓", "NMD.order", "yes, by an example")
    assert 'data-choice="NMD.order" aria-pressed="false" aria-label="yes, by an example"' in cell


def test_families_of_measures_have_titles_and_what_has_no_numbers_says_so_across_its_row():
    frame = in_families(pd.DataFrame({"measure": ["JSD", "NMD"], "score": [0.1, 0.2], "note": [EVIL, ""]}))
    rows = Rows(family="family", data="measure family", instead="note")
    built = table(*grid(frame, [drawn_as(Kind.MEASURE, "measure"), "score", "note"], rows))
    assert built.index("Ordinal: distance-aware") < built.index("Nominal: bin by bin")
    assert '<tr data-measure="NMD" data-family="ordinal">' in built
    assert f'<td class="oq-muted" colspan="2">{html.escape(EVIL)}</td></tr>' in built


def test_a_table_names_columns_that_exist():
    with pytest.raises(UnknownNameError, match="'no such'"):
        grid(FRAME, ["run", "no such"])
    with pytest.raises(KeyError, match="rank"):
        grid(FRAME, ["run", "rank"])


@given(st.floats(-2, 2), st.sampled_from([Kind.SCORE, Kind.DELTA, Kind.SHARE, Kind.MARGIN]))
def test_numbers_are_drawn_as_they_are_written_elsewhere(value, kind):
    assert plain(drawn(kind, value)) == as_text(kind, value)


def test_names_in_sentences_have_their_colours():
    assert sentence(say("NMD prefers ", RunName("x", "B"), ".")) == 'NMD prefers <span class="oq-b">x</span>.'
    assert (
        sentence((RunName("x", "A", alone=False), RunName(EVIL))) == f'<span class="oq-a">A x</span>{html.escape(EVIL)}'
    )
    assert sentence("a < b") == "a &lt; b"
    assert sentence((Styled("0.1", "muted", hover='"'),)) == '<span class="oq-muted" title="&quot;">0.1</span>'


def test_letters_are_a_staircase():
    built = table(*grid(pd.DataFrame({"run": [*"xyz"], "group": ["a", "ab", "b"]}), ["run", "group"]))
    steps = ['<span class="oq-top">a</span>', '<span class="oq-end">a</span><span class="oq-top">b</span>']
    steps.append('<span class="oq-end" style="--skipped:1">b</span>')
    assert re.findall('<td class="oq-stairs">(.*?)</td>', built) == steps


def test_letters_of_many_groups_have_no_room():
    frame = pd.DataFrame({"run": range(16), "group": [chr(97 + run) for run in range(16)]})
    assert table(*grid(frame, ["run", "group"])).count('"oq-stairs oq-many"') == 16
    assert "oq-many" not in table(*grid(frame[:15], ["run", "group"]))


@given(st.floats(-1, 1), st.floats(0.001, 2))
def test_lines_behind_intervals_stand_below_the_ticks_in_the_head(low, wide):
    frame = pd.DataFrame({"run": ["x"], "mean": [low], "low": [low], "high": [low + wide]})
    built = table(*grid(frame, ["run", "interval"]))
    ticks = [float(left) for left in re.findall(r'<span style="left:(-?[\d.]+)%"', built)]
    first, step = (float(number) for number in re.findall(r"--(?:first|step):(-?[\d.]+)%", built))
    assert 3 <= len(ticks) <= 8
    assert ticks == pytest.approx([first + step * place for place in range(len(ticks))], abs=0.5)


# --- the builder: what its tables say beyond their text ---


def test_every_value_of_a_table_of_cards_has_the_name_of_its_column_and_headings_have_none():
    rows = [Row([Cell("NMD", heads=True), 1, Cell("wide", span=2), "<last>"])]
    heads = [Head("Measure"), Head(tag("b", "A & B"), span=1), Head("two", span=2), "end"]
    cards = table(heads, [Band("family"), *rows], cards=True)
    assert re.findall(r"<(t[hd])[^>]*?data-column=\"([^\"]*)\"[^>]*>(.*?)</t", cards) == [
        *(("td", "A &amp; B", "1"), ("td", "two", "wide"), ("td", "end", "&lt;last&gt;"))
    ]
    assert "data-column" not in table(heads, rows)
    assert table([], rows, cards=True) == table([], rows)


def test_words_over_several_columns_span_them_and_those_of_another_class_stand_apart():
    heads = [Head("run"), Head("sd", class_="oq-wide"), *(NumberHead(text, over="cases") for text in ("0.01", "0.02"))]
    assert table(heads, []).partition("</tr>")[0].partition("<tr")[2] == (
        ' class="oq-spanning"><td colspan="1"></td><td class="oq-wide" colspan="1"></td>'
        '<th scope="colgroup" colspan="2">cases</th>'
    )
    assert "oq-spanning" not in table(heads[:2], [])


# --- A and B by every measure ---


def of_case(a, b, names=("x", "y"), **options):
    return measure_table(CaseScores(a, b, names), **options)


def measures_in(built):
    found = re.findall(r'<tr(?: class="([^"]*)")?(?: data-choice="\w+")? data-measure="(\w+)"', built)
    return [(key, classes) for classes, key in found]


def test_measures_stand_in_families_dissenters_are_tinted_and_a_plain_table_keeps_its_order():
    built = of_case(dict.fromkeys(MAIN_MEASURES, 0.5) | {"NMD": 0.1}, dict.fromkeys(MAIN_MEASURES, 0.4), chosen="JSD")
    ordered = [key for family in FAMILIES for key in MAIN_MEASURES if MEASURES[key].family == family]
    assert [key for key, _ in measures_in(built)] == ordered
    assert [key for key, classes in measures_in(built) if "oq-dissent" in classes] == ["NMD"]
    assert [key for key, classes in measures_in(built) if "oq-chosen" in classes] == ["JSD"]
    assert built.count('class="oq-family"') == len({MEASURES[key].family for key in MAIN_MEASURES})
    few = of_case({"JSD": 0.1, "NMD": 1 / 3}, {"JSD": 0.3, "NMD": 0.1}, plain=True)
    assert [key for key, _ in measures_in(few)] == ["JSD", "NMD"]
    assert "oq-family" not in few
    assert "data-choice" not in few
    assert f'title="{1 / 3!r}"' in few  # every score at full precision
    assert f'title="{1 / 3 - 0.1!r}"' in few


def test_measures_on_smoothed_distributions_stand_apart_without_bars_or_say_what_they_need():
    one = {"NMD": 0.1}
    built = of_case(one, one, smoothed=CaseScores({"NKLD": 0.4}, {"NKLD": 0.3}, ("x", "y")), chosen="NMD")
    apart = built.partition("smoothed by half a vote")[2]
    assert all(words in apart for words in (">NKLD<", "B 0.100 ▸"))
    assert "data-choice" not in apart
    assert "<i" not in apart.partition("oq-balance")[0]
    assert "need the number of votes" in of_case(one, one, smoothed=CaseScores({}, {}, ("x", "y")))


@pytest.mark.parametrize(
    ("margins", "few", "end", "lengths", "n_cut"),
    [
        ({"NMD": -0.1, "JSD": 0.05}, False, "0.1", [50, 25], 0),
        ({"NMD": -0.1, "JSD": 0.3 - 0.2}, False, "0.1", [50, 50], 0),  # 0.1 but for rounding
        ({"NMD": 0.11, "JSD": 0.05}, False, "0.5", [11, 5], 0),
        ({"NMD": 0.01, "DNKT": -0.4, "DNKT_NMD": 0.2}, False, "0.1", [5, 50, 50], 2),  # they are no quantity measures
        ({"DNKT": 0.4, "DNKT_NMD": -0.2}, False, "0.5", [40, 20], 0),  # no quantity measure: all count
        ({"NMD": 0.1, "VD": -1.5}, False, "0.5", [10, 50], 1),
        ({"NMD": -math.inf}, False, "0.5", [50], 1),
        ({"NMD": 0.15, "JSD": -0.2}, True, "0.2", [37.5, 50], 0),  # a table of few measures
        ({"NMD": 0.15, "JSD": -0.3}, True, "0.5", [15, 30], 0),
    ],
)
def test_preference_bars_have_an_axis_that_fits_the_quantity_measures(margins, few, end, lengths, n_cut):
    a, b = ({key: max(sign * margin, 0.0) for key, margin in margins.items()} for sign in (1, -1))
    built = of_case(a, b, plain=few)
    ends = re.findall(r"(?:◂ ([\d.]+)|([\d.]+) ▸)</span>(?:<span>0<|</div>)", built)
    assert ends == [(end, ""), ("", end)]
    bars = re.findall(r'class="oq-(left|right)(?: oq-beyond)?" style="width:([\d.]+)%"', built)
    sides = ["left" if margin < 0 else "right" for margin in margins.values()]
    assert [(side, float(width)) for side, width in bars] == list(zip(sides, lengths, strict=True))
    assert built.count("oq-beyond") == n_cut == built.count(f"The bar ends at {end}: the difference is")


def of_counts(*rows):
    keys, *counts = zip(*rows, strict=True)
    return Preferences(keys, *map(np.array, counts))


def test_wins_show_all_three_counts_the_mean_margin_and_the_minority():
    rows = [
        ("NMD", 197, 175, 18, -0.0123),
        ("JSD", 1, 389, 0, 0.25),
        ("RNSS", 1, 389, 0, 0.25),
        ("KLD", 0, 0, 0, np.nan),
    ]
    built = wins_table(of_counts(*rows), ("Popularity", "Uniform"))
    for words in ("Popularity 197, tie 18, Uniform 175", "Popularity 1, tie 0, Uniform 389", "◂ A 0.012", "B 0.250 ▸"):
        assert words in built
    assert measures_in(built) == [("NMD", "oq-dissent"), ("JSD", ""), ("RNSS", ""), ("KLD", "")]
    assert ">n/a<" in built
    widths = re.findall(r'class="oq-(wins-a|ties|wins-b)" style="flex:(\d+) 0 0"', built)
    assert widths[:5] == [("wins-a", "197"), ("ties", "18"), ("wins-b", "175"), ("wins-a", "1"), ("wins-b", "389")]
    counts = re.findall(r'<(b|span) class="oq-(a|b)">([\d,]+)</', built)  # larger: bold
    assert counts[:4] == [("b", "a", "197"), ("span", "b", "175"), ("span", "a", "1"), ("b", "b", "389")]
    beside = wins_table(of_counts(*rows[:2]), ("x", "y"), axes=("JSD", "NMD"))
    assert re.findall(r'data-choice="(\w+)".*?class="oq-badge">(\w)<', beside) == [("NMD", "y"), ("JSD", "x")]
    assert "data-choice" not in built


def test_names_are_escaped_and_what_is_infinite_is_a_tie():
    for built in (
        of_case({"NMD": 0.1}, {"NMD": 0.2}, (EVIL, EVIL)),
        wins_table(of_counts(("NMD", 1, 2, 0, 0.1)), (EVIL, EVIL)),
    ):
        assert EVIL not in built
        assert "&lt;b onclick=" in built
    infinite = of_case({"KLD": math.inf}, {"KLD": math.inf})
    assert ">tie<" in infinite
    assert "nan" not in infinite.lower()


def test_a_measure_that_was_made_has_the_last_row_below_its_switches_and_is_no_vote():
    key, a = "totals.squared.distance.all", dict.fromkeys(MAIN_MEASURES, 0.5)
    made = CaseScores({key: 0.4}, {key: 0.1}, ("x", "y"))
    built = of_case(a, dict.fromkeys(MAIN_MEASURES, 0.6), chosen="NMD", made=made, making="#make&<")
    above, line, row = built.rpartition('<tr class="oq-family">')
    assert line
    for words in ("running totals", 'href="#make&amp;&lt;"', f'data-measure="{key}"', "B 0.300 ▸"):
        assert words in row
    assert "data-choice" not in row
    assert above.count("oq-dissent") == 0 == row.count("oq-dissent")

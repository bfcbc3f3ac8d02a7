"""The contract of all pages: every section is opened once, on a small task whose names are hostile.

A new page is found by its folder; sections that a page does not open with are named in `MORE`.
"""

import ast
import html
import io
import itertools
import json
import random
import re
import shlex
from collections import Counter

import pandas as pd
import pytest
import streamlit as st
from pandas.testing import assert_frame_equal

from ordquant_core.__main__ import main
from ordquant_core.analysis.planning.design import DIFFERENCES
from ordquant_core.analysis.planning.split import usual_cases
from ordquant_core.analysis.planning.votes import usual_annotators
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.writing.spreadsheets import csv_text
from pages.ranked_lists.state import DEFAULT
from pages.shared import choices, clicks, downloads, links, look, sources
from tests.depth import matrix
from tests.pages import hostile
from tests.pages.apps import (
    FEW_RESAMPLES,
    ROOT,
    app_at,
    blocks,
    chosen,
    go_to,
    link_of,
    messages,
    numbers,
    opened,
    parts,
    plot,
    shown,
    text_of,
)
from tests.pages.every_page import PAGES
from tests.pages.kept import kept, key_of, numbers_of
from tests.source_files import CORE, tree
from tests.source_files import PAGES as CODE

pytestmark = pytest.mark.slow

OF_TASK = {"cases", "data", "measures", "plan", "popularity", "systems"}
STAGED = {"cases", "compare", "lessons", "popularity"}
WITHOUT_SCORES = {"data", "lessons", "measures", "papers", "start", "which_measure"}  # or shown after the answers
FEW = {"measures": "NMD,RNOD,JSD", "trials": "200", "splits": "10"}
SMALL = {  # what is opened of each page
    **{page: {"task": "names"} for page in OF_TASK},
    **{page: {"task": "names", **FEW} for page in ("systems", "measures", "plan")},
    "nuggets": {"data": "nugs"},
    "ranked_lists": {"data": "lists"},
    "atlas": {"n": "6", "l": "4"},
    "papers": {"study_seeds": "2"},
}
PICTURE = dict(zip(("gold", "a", "b"), ("0,1,2,3", "popularity", "uniform"), strict=True))
PICTURE |= {"classes": ",".join(hostile.CLASSES), "name_a": hostile.RUNS[0], "name_b": hostile.RUNS[1]}
ANSWERED = dict.fromkeys(("ordered", "spaced", "exchangeable", "large", "order"), "any")
CONTRADICTING = {"view": "overlap", "task": "dialogue-quality", "measures": "NMD,RNOD,NVD,JSD", "y": "NVD"}
MORE = {  # further sections
    "lessons": [{"lesson": "make"}, {"lesson": "judges"}, {"show": "page"}],
    "data": [{"formats": "yes"}, {"task": "own", "without_gold": "ids"}],
    "compare": [
        PICTURE | {"steps": "yes", "measure": "RNOD"}, PICTURE | {"card": "path", "move": "b"}, {"card": "carry"},
        PICTURE | {"card": "robust"}, PICTURE | {"card": "robust", "flip": "a"},
        PICTURE | {"families": "ordinal,other", "positions": "1,2,3.5,4", "card": "path"},
        {"built": "totals.squared.distance.all", "unnormalised": "yes"}, PICTURE | {"view": "stage"},
    ],
    "atlas": [{"view": "by_score", "if": "NMD:a:0.2:0.1;RNOD:b:0.3:0.3"}],
    "popularity": [
        {"show": "pairs"}, {"show": "tasks", "with": "breakdown-labels|"}, {"show": "properties"}, {"view": "stage"},
    ],
    "cases": [
        *({"show": show} for show in ("tests", "robustness", "properties", "scores", "groups")),
        {"group": "**zh**", "by": "language", "rank": "entropy", "steps": "yes"}, {"view": "stage"},
        {"a": hostile.RUNS[2], "b": "Uniform", "show": "tests"},
    ],
    "nuggets": [
        {"how": "yes"}, {"data": "sample", "average": "micro", "measure": "JSD"},
        {"data": "sample", "measure": "JSD", "alpha": "0.35", "dialogue": "N02", "a": "system-03", "b": "system-04"},
    ],
    "systems": [
        {"show": "pairs"}, {"show": "losses", "measure": "RNOD"}, {"show": "groups"}, {"ranking": "all"},
        {"show": "tasks", "with": "breakdown-labels|"}, {"baselines": "yes"},
    ],
    "measures": [
        {"view": "consistency", "size": "7", "target": "0.7"}, {"view": "power", "alpha": "0.2", "y": "JSD"},
        {"view": "overlap", "y": "JSD"}, {"view": "information", "x": "RNOD", "y": "JSD", "given": "NMD"},
        *({"view": view, "with": "breakdown-labels|"} for view in ("agreement", "power", "overlap")),
        *({"view": view, "printed": "yes"} for view in ("agreement", "consistency", "overlap")),
        CONTRADICTING,
    ],
    "plan": [{"measure": "JSD", "budget": "1000", "power": "0.9"}],
    "which_measure": [
        ANSWERED, ANSWERED | {"ordered": "yes", "large": "yes"}, {"show": "recommended"},
        {"show": "properties", "truth": "0.69,0.31", "k": "16", "property": "NMD.proper", "n": "4", "l": "3"},
        {"show": "properties", "property": "RNOD.triangle", "n": "4", "l": "3"},
    ],
    "ranked_lists": [
        {"show": "merged", "size": "2"}, {"show": "all"},
        *({"data": "sample"} | more for more in ({"show": "merged", "size": "2", "method": "Naive"}, {"show": "all"})),
    ],
    "papers": [{"every": "yes", "paper": "sakai2018"}, {"show": "artificial"}],
}  # fmt: skip
UNSAID = {"splits", "trials", "study_seeds", "name_a", "name_b"}  # in the links of views that do without them
OPENED = [(page, SMALL.get(page, {}) | more) for page in PAGES for more in ({}, *MORE.get(page, ()))]
every_section = pytest.mark.parametrize(
    ("page", "query"), OPENED, ids=lambda part: part if isinstance(part, str) else "-".join(part.values())[-40:] or "-"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return hostile.publish(tmp_path_factory.mktemp("tasks"))


@pytest.fixture(autouse=True)
def tasks(folder, monkeypatch):
    monkeypatch.setenv(sources.FOLDER, str(folder))
    sources.offered.clear()
    yield folder
    sources.offered.clear()


@pytest.fixture
def offered(monkeypatch):
    """The tables that can be downloaded, by the names of their files, as they are read from these."""
    frames = {}
    keep = lambda label, make, name, notes=(): frames.update({name: read(csv_text(make()))})  # noqa: E731
    monkeypatch.setattr(downloads, "table_button", keep)
    return frames


@pytest.fixture
def files(monkeypatch):
    """What makes the other files that can be downloaded, by their names."""
    makers = {}
    keep = lambda label, make, name, *rest, **more: makers.update({name: make})  # noqa: E731
    monkeypatch.setattr(downloads, "file_button", keep)
    return makers


MADE_ELSEWHERE = ("report.html", "plots.pdf")  # which take long: test_downloads.py


def read(text):
    return pd.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)


# Everything at once: a section is dear to open, and cheap to look at

KEPT = kept()


@every_section
def test_every_section_keeps_the_contract(page, query, offered, files):
    app = opened(page, **query)
    assert not messages(app)
    on_stage = query.get("view") == "stage"
    assert len(app.title) == (0 if on_stage and page in ("compare", "lessons") else 1)
    if page not in ("lessons", "start"):
        assert text_of(shown(app, 'id="verdict"')).strip().endswith((".", "?"))
    said = " ".join([*blocks(app), *(block.value for block in app.markdown)])
    assert page in WITHOUT_SCORES or re.search("(maller|arger) [^.]*better", said)
    for check in (no_name_is_read, figures_are_named, marks_stand):
        check(app)
    found = numbers_of(app)
    assert found == KEPT.get(key_of(page, query), found)  # a page that was just made has none
    if page != "data" and not on_stage and "with" not in query and query.get("show") != "groups":
        # of Data: the visitor's own files; pooled over tasks: the rows of each; groups: the command writes them
        numbers_can_be_downloaded(app, offered)
    if query == SMALL.get(page, {}):
        assert {name for name, make in files.items() if name not in MADE_ELSEWHERE and not make()} == set()
    if page != "start":
        link = link_of(app)
        runs = link if page in ("cases", "ranked_lists", "systems") else {}
        named = [(frame, letter) for frame in offered.values() for letter in "ab" if f"run_{letter}" in frame]
        assert all({*frame[f"run_{letter}"]} == {runs[letter]} for frame, letter in named if letter in runs)
        lost = {name for name, value in query.items() if link.get(name) != value} - UNSAID
        if lost or query == SMALL.get(page, {}):  # else it is the link by which it was opened, with what was chosen
            again = opened(page, **link)
            assert link_of(again) == link
            assert blocks(again) == blocks(app)
    assert ("present" in {button.key for button in app.button}) == (page in STAGED and not on_stage)


def test_every_line_of_kept_numbers_is_one_of_a_section():
    assert KEPT.keys() <= {key_of(*section) for section in OPENED}


PLAIN = {  # what Streamlit does not read as Markdown
    "arrow_data_frame", "bidi_component", "code", "component_instance", "html", "json", "plotly_chart", "placeholder",
    "key", "id", "type", "value", "default", "url", "query_string", "raw_value",
    "raw_values", "string_value", "form_id", "page_script_hash",
}  # fmt: skip
LISTS = ("selectbox", "multiselect")  # whose options are no Markdown


def texts_of(app):
    """Return every text that Streamlit draws, but HTML: the kind of its element, its field, the text."""

    def of_proto(kind, proto):
        for field, value in proto.ListFields():
            for one in [value] if isinstance(value, str | bytes) or not hasattr(value, "__iter__") else [*value]:
                if isinstance(one, str):
                    yield kind, field.name, one
                elif hasattr(one, "ListFields") and field.name not in PLAIN:
                    yield from of_proto(kind, one)

    def of_node(node):
        kind, proto = getattr(node, "type", ""), getattr(node, "proto", None)
        if hasattr(proto, "ListFields") and kind not in PLAIN:
            yield from of_proto(kind, proto)
        for child in getattr(node, "children", {}).values():
            yield from of_node(child)

    return {one for one in of_node(app._tree) if one[1] not in PLAIN}


def no_name_is_read(app):
    """No name out of a file, or out of a link, is Markdown or HTML."""
    markdown = {one for one in texts_of(app) if one[0] not in LISTS or one[1] != "options"}
    assert [one for one in markdown for name in hostile.NAMES if name in one[2]] == []
    assert [text for text in blocks(app) for sign in hostile.ALIVE if sign in text] == []


def figures_are_named(app):
    """A screen reader says what every figure is: each has a name, and no two different ones of a page the same."""
    by_name = {}
    for chart in app.get("plotly_chart"):
        assert len(chart.proto.alt) > 8, chart.key
        assert not re.search(r"&\w+;|</|<br|<span", chart.proto.alt), chart.proto.alt
        drawn = json.dumps([[trace.get(key) for key in "xyz"] for trace in json.loads(chart.proto.spec)["data"]])
        by_name.setdefault(chart.proto.alt, set()).add(drawn)
    assert [name for name, alike in by_name.items() if len(alike) > 1] == []


def marks_stand(app):
    """A ring stands on a point of its plot, that of the case which it names; a marked row is one of its table."""
    markup = " ".join(blocks(app))
    for mark in (part for part in parts(app) if {"name", "rows", "places"} <= part.keys()):
        for table, choice in mark["rows"].items():
            there = choice and f'id="{table}"' in markup
            assert not there or f'data-choice="{html.escape(choice)}"' in markup, (table, choice)
        for key, places in mark["places"].items():
            points = [point for trace in plot(app, key)["data"] for point in points_of(trace)]
            for place in places:
                names = [str(name) for *at, name in points if at == pytest.approx(place, rel=1e-4, abs=1e-6)]
                assert names, (key, place)
                assert any(mark["label"].partition("…")[0] in html.unescape(name) for name in names), (names, mark)


def points_of(trace):
    """Return the points of a trace: x, y, and what is said where one points."""
    x, y = (numbers(trace.get(axis, [])) for axis in "xy")
    return zip(x, y, trace.get("text") or [""] * len(x), strict=False) if len(x) == len(y) else ()


WORD = re.compile(r"[a-zà-ÿ]{4,}")
RARE = {  # words that stand on one line only
    "arrows", "baseuri", "conclude", "deleted", "devices", "discriminating", "happy", "minis", "noopener", "noreferrer",
    "previous", "publishes", "sampling", "solved", "stated", "stpopoverbody", "support", "supported", "testid",
    "trying", "unhappy", "unrounded", "wasm",
}  # fmt: skip


def test_every_word_in_the_texts_of_pages_is_known():
    """A word that stands on no other line of code and documentation is a slip of the pen, in rare branches, too."""
    documents = [path for pattern in ("*.md", "assets/docs/**/*.md") for path in ROOT.glob(pattern)]
    lines = [line.lower() for path in (*CORE, *CODE, *documents) for line in path.read_text("utf-8").splitlines()]
    known = Counter(word for line in lines for word in {*WORD.findall(line)})
    nodes = [node for path in CODE for node in ast.walk(tree(path))]
    documented = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in documented]
    texts = " ".join(text for text in constants if isinstance(text, str) and " " in text.strip())
    assert {word for word in WORD.findall(texts.lower()) if known[word] < 2} - RARE == set()


def numbers_can_be_downloaded(app, offered):
    """What a table says exactly where one points stands in a download of the page, where it offers any."""

    def exact(texts):
        words = re.findall(r"\d+\.\d{5,}(?:e[+-]\d+)?", " ".join(texts))
        return {f"{value:.10e}" for value in map(float, words)}

    tables = [table for block in blocks(app) for table in re.findall("<table.*?</table>", block, re.DOTALL)]
    tables = [table for table in tables if not re.search("oq-contributions|oq-one-line", table)]  # of a calculation
    written = exact(title for table in tables for title in re.findall('title="([^"]*)"', table)) if offered else set()
    assert written - exact(str(cell) for frame in offered.values() for name in frame for cell in frame[name]) == set()


# A download is what its command writes

TESTED = "--measures NMD,RNOD,JSD --trials 200 --seed 1"
ADDED = {"task", "runs", "given", "compared", "alpha", "trials", "seed", "run_a", "run_b"}  # no file else says them
OF_RUNS = {  # page and view: what is downloaded, and what the command writes; FILES: gold and runs
    ("systems", ""): {
        "results.csv": f"results FILES TEAMS {TESTED}",
        "results-pairs.csv": f"results FILES {TESTED} --pairs",
        "results-wide.csv": f"results FILES TEAMS {TESTED} --table wide",
    },
    ("measures", "agreement"): {"measures-agreement.csv": "agreement FILES --measures NMD,RNOD,JSD"},
    ("measures", "power"): {"measures-power.csv": f"discriminative-power FILES {TESTED}"},
    ("measures", "overlap"): {
        "measures-overlaps.csv": f"overlap FILES {TESTED}",
        "contradictions.csv": f"contradictions FILES {TESTED}",
    },
    ("measures", "information"): {"measures-information.csv": "information-tau FILES --measures NMD,RNOD,JSD"},
}
SPACE, MAIN = "atlas --votes 6 --classes 4", ",".join(MAIN_MEASURES)
SIZES = ",".join(map(str, usual_cases(usual_annotators(12))))
OTHERS = {  # the same; TASK: the folder of the small task
    ("popularity", ""): {"wins.csv": f"compare --measures {MAIN} TASK/gold.csv baseline:popularity baseline:uniform"},
    ("plan", "RNOD"): {
        "plan-split.csv": f"plan FILES --seed 1 --split --measures RNOD --resamples {FEW_RESAMPLES} --cases {SIZES}",
        "plan-noise.csv": "plan FILES --seed 1 --noise --measures NMD,RNOD,JSD",
        "plan-noise-cases.csv": "plan FILES --seed 1 --noise --per-case --measures NMD,RNOD,JSD",
        "plan-cases.csv": "plan FILES --seed 1 --design --measures NMD,RNOD,JSD --difference "
        + ",".join(map(str, DIFFERENCES)),
    },
    ("atlas", "every"): {
        "atlas-preferences.csv": f"{SPACE} --measures {MAIN}",
        "atlas-all-disagreements.csv": f"{SPACE} --table disagreements --measures {MAIN}",
    },
    ("nuggets", ""): {"nuggets-dialogues.csv": "nuggets NUGS --per-case"},
    ("ranked_lists", "two"): {
        "ranked-lists-pairs.csv": f"rank-lists LISTS --difference --measures RIC,{','.join(DEFAULT)}"
    },
    ("ranked_lists", "all"): {"ranked-lists-together.csv": "rank-lists LISTS --joint"},
}
SHOWN = {"systems": "show", "measures": "view", "atlas": "view", "ranked_lists": "show", "plan": "measure"}


@pytest.mark.parametrize(
    ("page", "view", "baselines"), [*((*one, True) for one in OF_RUNS), *((*one, False) for one in OTHERS)]
)
def test_a_download_is_what_its_command_writes(offered, capsys, folder, page, view, baselines):
    query = SMALL.get(page, {}) | ({SHOWN[page]: view} if view else {}) | ({"baselines": "yes"} if baselines else {})
    assert not messages(opened(page, **query))
    words = {
        "FILES": f"{folder / 'names/gold.csv'} {folder / 'names/runs'}{' --baselines' * baselines}",
        "TASK": str(folder / "names"),
        "TEAMS": f"--teams {folder / 'teams.csv'}",
        "NUGS": str(folder / "nugs"),
        "LISTS": str(folder / "lists"),
    }
    for name, command in (OF_RUNS | OTHERS)[page, view].items():
        capsys.readouterr()
        for word, stands in words.items():
            command = command.replace(word, stands)
        assert main(shlex.split(command)) == 0
        out, err = capsys.readouterr()
        written, of_page = read(out), offered[name]
        assert_frame_equal(of_page.drop(columns=[*(ADDED - {*written}) & {*of_page}]), written, obj=name)
        assert page not in ("systems", "measures") or ("and the baselines Popularity and Uniform" in err) == baselines


# Links

HOSTILE = ("<script>alert(1)</script>", "-1", "![i](http://evil.test/i.png)")
ALIVE = re.compile(r"(?<!\\)\](?=\()|https?:|www\.|(?<!\\)<http|@evil\\?\.", re.IGNORECASE)


@pytest.mark.parametrize("page", PAGES)
def test_a_link_that_is_wrong_in_every_parameter_opens_the_page_and_nothing_of_it_is_alive(page):
    names = {*SMALL.get(page, {}), *(name for of, query in OPENED if of == page for name in query), *PICTURE}
    names |= {"case", "x", "y", "seed", "measure", "show", "view", "scale", "merge", "no_such_parameter"}
    app = opened(page, **dict(zip(sorted(names), itertools.cycle(HOSTILE), strict=False)))
    said = [box.value for box in (*app.warning, *app.error, *app.info)]
    assert sum("This link contains values that cannot be used" in words for words in said) <= 1
    assert [words for words in said if ALIVE.search(words)] == []
    assert not [block for block in blocks(app) if "<script>alert" in block or 'src="http' in block]
    assert page == "start" or "no_such_parameter" not in link_of(app)


KINDS = ("selectbox", "toggle", "number_input", "button_group", "select_slider", "slider", "button")
NOT_IN_LINKS = re.compile(
    "all_cases|atlas_if|cases_along|change_reading|entry_|example_|full_screen|gold_|lists_data|merge|nugget_data|"
    "nugget_go|outline|plot_|present|preview|reverse_order|scale|task|undo"
)


@pytest.mark.parametrize("page", sorted({*PAGES} - {"start"}))
def test_whatever_is_chosen_is_in_the_link_and_the_link_opens_the_same(page):
    app, chance = opened(page, **SMALL.get(page, {})), random.Random(page)
    for _ in range(4):
        offered = [one for kind in KINDS for one in app.get(kind) if one.key and not NOT_IN_LINKS.match(one.key)]
        if not (offered := [one for one in offered if not one.proto.disabled]):
            break
        choose_some(chance.choice(offered), chance)
        app.run()
        assert not app.exception
    again = opened(page, **link_of(app))
    assert link_of(again) == link_of(app)
    assert blocks(again) == blocks(app)


def choose_some(control, chance):
    """Choose any value of a control, as a visitor may."""
    match control.type:
        case "toggle":
            control.set_value(not control.value)
        case "button":
            control.click()
        case "number_input":
            control.increment()
        case "slider":
            control.set_value(chance.choice([control.min, control.max]))
        case "selectbox":
            control.select_index(chance.randrange(len(control.options)))
        case _:
            value, several = chance.choice(control.options), getattr(control.proto, "click_mode", 0) == 1
            control.set_value([value] if several else value)


# What a browser sends: choices in sentences, rows of tables and points of plots that are clicked


@pytest.fixture
def sent(monkeypatch):
    """All that the browser sends in the next run, by the key of the component: its callback is called with each."""
    pending = {}

    def act(*, key, data, on_picked_change, height=0):
        for picked in pending.pop(key, ()):
            st.session_state[key] = {"picked": picked}
            on_picked_change()

    for module in (choices, clicks):
        monkeypatch.setattr(module, "_component", act)
    draw = st.plotly_chart

    def chart(figure, *, key, on_select, **options):
        for picked in pending.pop(key, ()) if callable(on_select) else ():
            st.session_state[key] = picked
            on_select()
        draw(figure, key=key, **options)

    monkeypatch.setattr(st, "plotly_chart", chart)
    return pending


SENT = {  # page: of each section, the tables whose rows and the plots whose points can be chosen
    "atlas": [({}, "wins disagreements", "atlas_scatter"), (MORE["atlas"][0], "found", "")],
    "cases": [({}, "cases wins measures", "cases_focus"), ({"show": "scores"}, "", "cases_scores_b")],
    "compare": [({"card": "path"}, "measures", "path")],
    "measures": [
        ({}, "similarity", "matrix_agreement"), ({"view": "consistency"}, "", ""),
        (CONTRADICTING, "contradictions", "matrix_overlap"),
    ],
    "nuggets": [({"data": "sample"}, "worst", "nugget_points")],
    "plan": [({}, "needed", "")],
    "popularity": [({}, "cases", ""), ({"show": "pairs"}, "", "pair_RNOD_JSD")],
    "ranked_lists": [
        ({}, "systems", ""), ({"show": "merged"}, "methods", ""),
        ({"data": "sample"}, "", "lists_scatter lists_differences"),
    ],
    "systems": [({}, "standings pair_table", ""), ({"show": "pairs"}, "pairs", "")],
    "which_measure": [({"show": "properties", "n": "4", "l": "3"}, "properties", "")],
}  # fmt: skip
NOTHING = (None, "x", {}, {"role": 3, "number": 0}, {"choice": 7})
NO_ROW = (*NOTHING, *({"choice": text} for text in ("", "\0", "x,y", "-1,0", "999", "9" * 30, "NMD.nothing")))
NO_POINT = ({}, {"selection": None}, {"selection": {"points": ["x"]}})
NO_NUMBER = (None, "x", 10**9, [[1]], [True], [float("nan")])
NO_POINT += tuple({"selection": {"points": [{"customdata": one, "legendgroup": one}]}} for one in NO_NUMBER)
LISTED = re.compile(r'<select aria-label="[^"]*" data-role="([^"]*)"[^>]*>(.*?)</select>')


def lists_of(app):
    """Return the lists in the sentences of a page: (place, role) -> words, those that cannot be chosen as None."""
    found = {}
    for block in blocks(app):
        for place, sentence in re.findall(r'<p class="oq[^"]*" id="(\w+)">(.*?)</p>', block, re.DOTALL):
            for role, options in LISTED.findall(sentence):
                each = re.findall("<option([^>]*)>(.*?)</option>", options)
                found[place, role] = [
                    None if "disabled" in how or "selected" in how else html.unescape(words) for how, words in each
                ]
    return found


def rows_of(app, table):
    every = re.findall(r'data-choice="([^"]*)"', shown(app, f'id="{table}"'))
    return [{"choice": html.unescape(choice)} for choice in (every[-1], every[0])]


def points_that_choose(app, key):
    points = [
        {"customdata": number, "legendgroup": trace.get("legendgroup")}
        for trace in plot(app, key)["data"]
        for number in numbers(trace.get("customdata")) or [None] * ("legendgroup" in trace)
    ]
    return [{"selection": {"points": [points[at]]}} for at in (-1, 0, len(points) // 2)]


@pytest.mark.parametrize(("page", "query", "tables", "plots"), [(page, *one) for page in SENT for one in SENT[page]])
def test_what_is_chosen_in_a_sentence_a_table_or_a_plot_is_in_the_link_and_nonsense_is_not(
    sent, page, query, tables, plots
):
    app = opened(page, **SMALL.get(page, {}) | query)
    link, controls, lists = link_of(app), {box.key for box in app.selectbox}, lists_of(app)
    no_row = [one for one in NO_ROW if page != "atlas" or "999" not in str(one)]  # which could be votes
    sent.update({f"clicks_{table}": no_row for table in tables.split()} | dict.fromkeys(plots.split(), NO_POINT))
    sent |= {"clicks_pairs": [*no_row, {"choice": "0,999"}]} if tables == "pairs" else {}
    for place, role in lists:
        sent[f"choices_{place}"] = [*NOTHING, *({"role": role, "number": n} for n in (10**6, -1, "0", None))]
    app.run()
    assert not sent
    assert link_of(app.run()) == link
    for place, role in lists:
        if f"{page}_{role}" in controls or (place, role) not in lists_of(app):
            continue  # what also has a control can only be set before that is drawn
        options = lists_of(app)[place, role]
        number = next(n for n, words in enumerate(options) if words and "⇄" not in words)
        sent[f"choices_{place}"] = [{"role": role, "number": number}]
        app.run().run()
        assert not app.exception
        words = chosen(app, role, place)
        assert words == options[number] or role in "ab"  # beside the names of runs stand means, which may change
        assert words.split()[0] == options[number].split()[0]
        if "⇄" in str(options):
            before = [chosen(app, letter, place).split()[0] for letter in "ab"]
            sent[f"choices_{place}"] = [{"role": role, "number": len(options) - 1}]
            app.run().run()
            assert [chosen(app, letter, place).split()[0] for letter in "ba"] == before
    offered = [(f"clicks_{table}", rows_of, table) for table in tables.split()]
    for key, choices_of, name in [*offered, *((name, points_that_choose, name) for name in plots.split())]:
        before = link_of(app)
        for choice in choices_of(app, name):  # one of them may be chosen already
            if link_of(app) == before:
                sent[key] = [choice]
                app.run().run()
                assert not app.exception
        assert link_of(app) != before, name
    assert offered or plots or link_of(app) != link
    assert blocks(opened(page, **link_of(app))) == blocks(app) or "contradictions" in tables  # one of several is marked


# Pages together


@pytest.fixture(scope="module")
def dashboard():
    return app_at("pages/dashboard.py")


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_inside_the_app_and_runs_again_unchanged(dashboard, page):
    app = go_to(dashboard, f"pages/{page}/page.py")
    before = blocks(app)
    app.run()
    assert not app.exception
    assert blocks(app) == before
    assert [link.label for link in app.sidebar.get("page_link")] == ["Atlas", "Nuggets", "Ranked lists", "Papers"]
    assert app.sidebar.expander[0].proto.expanded == (page in ("atlas", "nuggets", "papers", "ranked_lists"))


@pytest.mark.parametrize("page", matrix(PAGES, "atlas", "cases", "compare"))
def test_a_link_is_followed_although_the_first_run_breaks_off(monkeypatch, page):
    # Whatever a visitor or a part of the page asks for meanwhile ends a run wherever it is.
    query, prepare, runs = OPENED[[name for name, _ in OPENED].index(page) + (page in MORE)][1], look.prepare, []

    def broken_off(*sheets):
        runs.append(page)
        if len(runs) == 1:
            st.rerun()
        prepare(*sheets)

    expected = opened(page, **query)
    monkeypatch.setattr(look, "prepare", broken_off)
    app = opened(page, **query)
    assert len(runs) == 2
    assert blocks(app) == blocks(expected)
    assert app.session_state["following"] is None


@pytest.mark.parametrize("page", matrix(sorted({*PAGES} - STAGED), "plan"))
def test_a_page_without_a_stage_says_so_and_that_stays_until_something_is_chosen(page):
    app = opened(page, view="stage")
    assert [warning.value for warning in app.warning] == [links.NO_STAGE]
    assert [warning.value for warning in app.run().warning] == [links.NO_STAGE]

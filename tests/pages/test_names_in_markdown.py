"""Names out of files, wherever Streamlit reads Markdown: captions, labels, options, headings, hints."""

import pytest

from ordquant_core.ranked_lists import chance
from tests.depth import matrix
from tests.pages.apps import app_at
from tests.pages.on_data import drop
from tests.pages.on_nuggets import GOLD as GOLD_DIALOGUES
from tests.pages.on_nuggets import RUN as RUN_DIALOGUES
from tests.pages.on_nuggets import upload as upload_nuggets

pytestmark = pytest.mark.slow

NAMES = [
    "![i](http://evil.test/i.png)",
    "www.evil.test",
    "<img src=x>",
    ":material/bolt:",
    "$x$",
    ":red[x]",
    "a@evil.test",
    "*b*",
    "`c`",
]
READ = ("body", "label", "help", "caption", "captions", "content", "title", "text", "value_text", "delta")
PLAIN = ("html", "plotly_chart", "bidi_component", "component_instance", "arrow_data_frame", "code", "json", "text")
OPTIONS = ("radio", "button_group")  # whose options are Markdown; those of lists are not
HEAD = ",".join(NAMES[:5])
CASES = [f"{name} {number}" for number, name in enumerate(NAMES)]


def rows(*counts):
    lines = [f"{case},{','.join(map(str, counts[n % len(counts)]))}" for n, case in enumerate(CASES)]
    return "\n".join([f"case,{HEAD}", *lines]).encode()


GOLD = rows((3, 1, 2, 0, 4), (0, 0, 1, 9, 0), (1, 1, 1, 5, 2))
RUNS = [rows((0.2, 0.2, 0.2, 0.2, 0.2)), rows((0.5, 0.1, 0.1, 0.1, 0.2), (0.1, 0.1, 0.1, 0.1, 0.6))]
FAULTY = [
    ("another class", rows((3, 1, 2, 0, 4)).replace(b"$x$", b"$y$ and www.evil.test")),
    ("another case", rows((0.2, 0.2, 0.2, 0.2, 0.2)).replace(b"*b* 7", b":red[x] and `c`")),
    ("no numbers", rows(("x", "`c`", "$x$", "www.evil.test", "<img src=x>"))),
    ("no sums", rows((0.9, 0.9, 0.2, 0.2, 0.2))),
]
RUN_NAMES = ["www.evil.test", "$x$"]  # runs; a slash would end a folder
PAGES = ["popularity", "cases", "systems", "measures", "plan", "data"]
MORE = {
    "cases": [{"show": show} for show in ("tests", "robustness", "properties", "scores", "groups")],
    "measures": [{"view": view} for view in ("agreement", "consistency", "power", "overlap", "information")],
}
QUICK = {"trials": "100", "splits": "20", "measures": "NMD,JSD,NVD"}


def markdown_of(node):
    """Return every text of a page that Streamlit reads as Markdown, with where it stands."""
    found = []
    kind = getattr(node, "type", "")
    proto = getattr(node, "proto", None)
    if proto is not None and hasattr(proto, "ListFields") and kind not in PLAIN:
        found += strings(proto, kind, READ + (("options",) if kind in OPTIONS else ()))
    children = getattr(node, "children", {})
    for child in children.values():
        found += markdown_of(child)
    return found


def strings(proto, place, fields):
    found = []
    for field, value in proto.ListFields():
        values = list(value) if not isinstance(value, (str, bytes)) and hasattr(value, "__iter__") else [value]
        for one in values:
            if isinstance(one, str) and field.name in fields:
                found.append((f"{place}.{field.name}", one))
            elif hasattr(one, "ListFields") and field.name not in PLAIN:
                found += strings(one, f"{place}.{field.name}", fields)
    return found


def read_as_markdown(app):
    return {(place, text) for place, text in markdown_of(app._tree) for name in NAMES if name in text}


@pytest.mark.parametrize(
    ("page", "query"),
    [(page, query) for page in PAGES for query in MORE.get(page, [{}])],
    ids=lambda part: part if isinstance(part, str) else "".join(part.values()),
)
def test_no_name_of_a_file_run_case_or_class_is_markdown(page, query):
    app = app_at(f"pages/{page}/page.py", task="own", **QUICK, **query)
    names = [NAMES[0], *NAMES[1:3]]
    files = [(f"{name}.csv", data, "text/csv") for name, data in zip(names, [GOLD, *RUNS], strict=True)]
    app.file_uploader(key="files_0").set_value(files).run()
    assert not app.exception
    if any(button.label.endswith("as the gold") for button in app.button):
        assert read_as_markdown(app) == set()
        next(button for button in app.button if button.label.endswith("as the gold")).click().run()
    if "scale" in {box.key for box in app.get("button_group")}:
        app.button_group(key="scale").set_value("ordinal").run()
    assert not app.exception
    assert read_as_markdown(app) == set()


def test_no_name_of_merged_classes_is_markdown_in_the_words_that_undo_it():
    app = drop(("gold.csv", GOLD), *((f"{run}.csv", data) for run, data in zip(RUN_NAMES, RUNS, strict=True)))
    (field,) = (box for box in app.text_input if "order" in box.label)
    field.set_value(",".join(reversed(NAMES[:5]))).run()
    (merged,) = (box for box in app.selectbox if box.label == "Merge two neighbours")
    assert merged.options[-1] == f"{NAMES[1]} and {NAMES[0]}"  # Streamlit shows options of lists as they are
    for _ in range(2):
        next(button for button in app.button if button.label == "Merge").click().run()
    assert not app.exception
    assert any("merged" in button.help for button in app.button if button.label == "Undo")
    assert read_as_markdown(app) == set()


@pytest.mark.parametrize("name", matrix(NAMES, *NAMES[:3]))
def test_no_name_of_a_column_is_markdown_on_its_card_or_in_the_line_that_changes_it(name):
    lines = [f"{case},{who},{name} {number % 3}" for number, case in enumerate(CASES) for who in "xyz"]
    app = drop(("gold.csv", "\n".join([f"case,who,{name}", *lines])))
    app.radio[0].set_value("votes").run()
    for place, role in enumerate(("case", "annotator", "vote")):
        next(box for box in app.selectbox if box.key.startswith(f"role_votes_{place}")).set_value(role).run()
    assert not app.exception
    assert read_as_markdown(app) == set()
    for label in ("This is the order", "Use it"):
        for button in (one for one in app.button if one.label == label):
            button.click().run()
    assert not app.exception
    assert any(button.label == "Undo" for button in app.button)
    assert read_as_markdown(app) == set()


@pytest.mark.parametrize(("fault", "data"), FAULTY, ids=[fault for fault, _ in FAULTY])
@pytest.mark.parametrize("name", matrix(NAMES, *NAMES[:3]))
def test_no_name_in_a_complaint_about_a_file_is_markdown(name, fault, data):
    app = app_at("pages/data/page.py", task="own")
    app.file_uploader(key="files_0").set_value(
        [("gold.csv", GOLD, "text/csv"), (f"{name}.csv", data, "text/csv"), (f"{name} 2.csv", data, "text/csv")]
    ).run()
    assert not app.exception
    assert any(" 2.csv" in block.value for block in app.html)
    assert read_as_markdown(app) == set()


@pytest.mark.parametrize("query", [{"joint": "yes"}, {"a": NAMES[1], "b": NAMES[2]}])
def test_no_name_of_a_ranked_list_or_topic_is_markdown(query, monkeypatch):
    monkeypatch.setattr(chance, "MOST", 100)  # permutations: the page is looked at, not how sure its numbers are
    app = app_at("pages/ranked_lists/page.py", data="own", **query)
    topics = [name.replace(" ", "_") for name in NAMES]
    judged = "".join(f"{topic} 0 a 1\n{topic} 0 b 0\n{topic} 0 {NAMES[0]} 1\n" for topic in topics)
    lists = [
        "".join(
            f"{topic} Q0 {name} {rank} {9 - rank} {run}\n" for topic in topics for rank, name in enumerate(order, 1)
        )
        for run, order in [(NAMES[1], ("a", "b", NAMES[0])), ("<img_src=x>", ("b", "a")), ("$x$", ("b", NAMES[0], "a"))]
    ]
    files = [(f"{name}.txt", text.encode(), "text/plain") for name, text in zip(NAMES, [judged, *lists], strict=False)]
    app.get("file_uploader")[0].set_value(files).run()
    assert not app.exception
    assert "evil" in " ".join(block.value for block in app.html)
    assert read_as_markdown(app) == set()


def test_no_name_of_a_nugget_run_or_dialogue_is_markdown():
    gold = [{**one, "id": name} for one, name in zip(GOLD_DIALOGUES, NAMES, strict=False)]
    run = [{**one, "id": name} for one, name in zip(RUN_DIALOGUES, NAMES, strict=False)]
    app = upload_nuggets(gold, *((f"{name}.json", run) for name in NAMES[:4]))
    assert not app.exception
    assert "evil" in " ".join(block.value for block in app.html)
    assert read_as_markdown(app) == set()

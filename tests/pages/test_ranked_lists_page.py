"""Ranked lists: the sample, uploads and their faults, links, runs beside each other, chance, merging, downloads."""

import re

import pytest

from tests.html_tables import cells_of, rows_of
from tests.pages.apps import ROOT, app_at, give, link_of, shown, text_of, verdict
from tests.zips import zipped

pytestmark = pytest.mark.slow

PAGE = "pages/ranked_lists/page.py"
SAMPLE = ROOT / "ordquant_core" / "samples" / "ranked-lists"
QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 0\n2 0 a 0\n2 0 d 1\n"
BM25 = "1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n2 Q0 d 1 1 x\n"
BERT = "1 Q0 b 1 3 y\n1 Q0 a 2 2 y\n2 Q0 a 1 2 y\n2 Q0 d 2 1 y\n"


def ranked(**query):
    return app_at(PAGE, **query)


def upload(*files, app=None):
    return give(app or ranked(data="own"), *files)


def clean(app):
    return not app.exception and not app.error


def cells(app, table):
    """Return {first cell: the others} of a table, as a reader sees them."""
    split = [[cell.strip() for cell in row] for row in cells_of(shown(app, f'id="{table}"'), table)]
    return {row[0]: row[1:] for row in split}


def test_measures_can_be_typed_and_what_names_none_is_reported():
    app = ranked()
    app.multiselect(key="lists_measures").set_value(["nDCG@20", "MAP"]).run()
    (error,) = app.error
    assert error.value.startswith("Unknown measure 'MAP'; choose from RIC, AP, GAP, nDCG")
    assert not app.exception
    head = rows_of(shown(app, 'id="systems"'), "systems")[0]
    assert head.cells == ["Run", "RIC", "AP", "nDCG@20"]


def test_a_link_to_own_files_is_followed_once_they_are_there():
    app = upload(("qrels", QRELS), ("bm25", BM25), ("bert", BERT), app=ranked(data="own", a="bert", size="2"))
    assert not app.warning
    assert app.session_state["lists_a"] == "bert"
    assert app.session_state["lists_size"] == 2
    assert link_of(app)["data"] == "own"


def test_a_zip_of_files_and_more_files_later():
    app = upload(("all.zip", zipped({"round/qrels": QRELS, "round/bm25": BM25})))
    assert clean(app)
    assert verdict(app) == "bm25 is the only run; its mean RIC is 1.000 bits."
    assert "The run carries 1.000 bits, by chance " in text_of(shown(app, "The run carries"))
    assert not app.get("plotly_chart")
    assert "<select" not in " ".join(block.value for block in app.html)
    app = upload(("bert", BERT), app=app)
    assert clean(app)
    assert {"bm25", "bert"} <= set(re.findall(r"<option[^>]*>([^<]+)", shown(app, 'id="two_runs"')))


def test_problems_are_listed():
    app = upload(("qrels", QRELS), ("twice", BM25 + "2 Q0 d 2 0.5 x\n"), ("bert", BERT))
    assert not app.exception
    assert [row[0] for row in cells(app, "problems").values()] == ["line 4, topic 2"]


def test_without_topics_of_two_grades_runs_are_ranked_by_the_other_measures():
    app = upload(("qrels", "1 0 a 1\n2 0 d 1\n"), ("bm25", BM25), ("bert", BERT))
    assert clean(app)
    start = "RIC is not defined here: no topic has judged documents of two grades. Which run has the largest mean AP"
    assert verdict(app).startswith(start)
    assert "How computed" in [part.label for part in app.expander]  # without permutations
    assert not [block for block in app.html if "By chance" in block.value or "Information difference" in block.value]
    assert rows_of(shown(app, 'id="systems"'), "systems")[0].cells[:2] == ["Run", "AP"]
    assert not app.get("plotly_chart")

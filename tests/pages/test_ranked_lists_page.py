"""Ranked lists: the sample, uploads and their faults, links, runs beside each other, chance, merging, downloads."""

import re

import numpy as np
import pytest

from ordquant_core.analysis.retrieval import ListResults, compare_lists, draw_sets, fit_methods, merge_sets, score_lists
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.findings.sentence import plain
from ordquant_core.formats.files import File
from ordquant_core.formats.official.trec_files import read_lists
from ordquant_core.ranked_lists.evaluator import DEFAULT
from tests.html_tables import cells_of, rows_of
from tests.pages.apps import ROOT, app_at, shown, text_of, verdict
from tests.pages.grammar import link_of
from tests.zips import zipped

pytestmark = pytest.mark.slow

PAGE = "pages/ranked_lists/page.py"
SAMPLE = ROOT / "ordquant_core" / "samples" / "ranked-lists"
COVID = ROOT.parent / "shared" / "data" / "trec_covid_round1"
QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 0\n2 0 a 0\n2 0 d 1\n"
BM25 = "1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n2 Q0 d 1 1 x\n"
BERT = "1 Q0 b 1 3 y\n1 Q0 a 2 2 y\n2 Q0 a 1 2 y\n2 Q0 d 2 1 y\n"


def ranked(**query):
    return app_at(PAGE, **query)


def upload(*files, app=None):
    app = app or ranked(data="own")
    as_file = lambda name, text: (name, text.encode() if isinstance(text, str) else text, "text/plain")  # noqa: E731
    app.get("file_uploader")[0].set_value([as_file(*file) for file in files]).run()
    return app


def clean(app):
    return not app.exception and not app.error


@pytest.fixture(scope="module")
def results():
    files = [File(path.name, path.read_bytes()) for path in sorted(SAMPLE.rglob("*.txt"))]
    sample = read_lists(files).collection
    return ListResults(sample, score_lists(sample, DEFAULT), compare_lists(sample))


def cells(app, table):
    """Return {first cell: the others} of a table, as a reader sees them."""
    split = [[cell.strip() for cell in row] for row in cells_of(shown(app, f'id="{table}"'), table)]
    return {row[0]: row[1:] for row in split}


def test_what_is_merged_is_that_of_the_core(results):
    page = ranked(show="merged", size="2", method="Naive")
    rng = np.random.default_rng(1)
    found = merge_sets(results.collection, draw_sets(12, 2, 40, rng), rng)
    assert text_of(shown(page, 'id="merging"')) == findings.merging(found, "Naive", 2)
    assert text_of(shown(page, 'id="merged"')) == plain(findings.merged(found, "Naive", 2))
    rows = cells(page, "methods")
    for fit in fit_methods(found):
        (row,) = (values for name, values in rows.items() if name.startswith(fit.method))
        chance = [] if np.isnan(fit.error) else [fit.by_chance]
        written = [f"{value:.3f}" for value in (fit.mean, *chance, fit.tau.value, fit.rho.value, fit.rmse)]
        assert [cell for cell in row if cell] == written


def test_what_all_runs_carry_stands_beside_chance_with_the_error_in_every_row():
    of_all = ranked(show="all")
    for name, is_above in (("above", True), ("not_above", False)):
        rows = cells(of_all, name).values()
        shares = [float(as_much.rstrip("%")) for *_, as_much in rows]
        assert shares == sorted(shares)
        assert all((share <= 5) == is_above for share in shares)
        assert all(0 <= float(error) < 0.1 for _, _, error, _ in rows)


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


def test_what_two_runs_carry_by_chance_has_one_value():
    texts = [
        text_of(shown(_of_two(show), f'id="{name}"')) for show, name in (("merged", "merging"), ("all", "all_runs"))
    ]
    values = [re.search(r"ogether carry (.*?) bits, by chance ([\d.]+)", words).groups() for words in texts]
    (bits, by_chance, _), *_ = cells(_of_two("two"), "two_together").values()
    assert values == [(bits, by_chance)] * 2


def _of_two(show):
    return upload(("qrels", QRELS), ("bm25", BM25), ("bert", BERT), app=ranked(data="own", show=show))


def test_problems_are_listed():
    app = upload(("qrels", QRELS), ("twice", BM25 + "2 Q0 d 2 0.5 x\n"), ("bert", BERT))
    assert not app.exception
    assert [row[0] for row in cells(app, "problems").values()] == ["line 4, topic 2"]


def test_without_topics_of_two_grades_runs_are_ranked_by_the_other_measures():
    app = upload(("qrels", "1 0 a 1\n2 0 d 1\n"), ("bm25", BM25), ("bert", BERT))
    assert clean(app)
    start = "RIC is not defined here: no topic has judged documents of two grades. Which run has the largest mean AP"
    assert verdict(app).startswith(start)
    assert not [part for part in app.expander if "permuted" in part.label]
    assert not [block for block in app.html if "By chance" in block.value or "Information difference" in block.value]
    assert rows_of(shown(app, 'id="systems"'), "systems")[0].cells[:2] == ["Run", "AP"]
    assert not app.get("plotly_chart")


@pytest.mark.skipif(not COVID.exists(), reason="the files of TREC are not here")
def test_the_files_of_trec_show_what_their_leaderboard_prints():
    files = [COVID / "qrels.txt", *sorted((COVID / "runs").iterdir())]
    app = upload(*((path.name, path.read_bytes()) for path in files))
    assert clean(app)
    assert "T5R1 has the largest mean RIC" in verdict(app)
    (row,) = (row for row in rows_of(shown(app, 'id="systems"'), "systems") if row.data.get("run") == "T5R1")
    assert row.cells[2] == "0.192"

"""Ranked lists: the sample, uploads and their faults, links, the choice of runs, topics and methods."""

from functools import cache

import numpy as np
import pytest

from ordquant_core.analysis.list_results import pair_by_chance
from ordquant_core.analysis.retrieval import (
    close_pairs,
    draw_sets,
    fits,
    merge_sets,
    score_lists,
)
from ordquant_core.formats.files import File
from ordquant_core.formats.official.trec_files import read_named_lists, sort_files
from ordquant_core.ranked_lists.information import (
    information_difference,
    joint_ric,
    joint_ric_by_chance,
    pairwise_information,
    permuted_grades,
)
from ordquant_core.statistics.information import information_tau
from pages.ranked_lists.state import STATE
from tests.html_tables import cells_of, rows_of
from tests.pages.apps import ROOT, app_at, plot, shown, text_of, verdict
from tests.pages.grammar import check_round_trips, link_of
from tests.zips import zipped

pytestmark = pytest.mark.slow

PAGE = "pages/ranked_lists/page.py"
SAMPLE = ROOT / "assets" / "samples" / "ranked-lists"
COVID = ROOT.parent / "shared" / "data" / "trec_covid_round1"
QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 0\n2 0 a 0\n2 0 d 1\n"
BM25 = "1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n2 Q0 d 1 1 x\n"
BERT = "1 Q0 b 1 3 y\n1 Q0 a 2 2 y\n2 Q0 a 1 2 y\n2 Q0 d 2 1 y\n"
HOSTILE = "<img src=x onerror=alert(1)>_*{0}"


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
def sample():
    files = [File(path.name, path.read_bytes()) for path in sorted(SAMPLE.rglob("*.txt"))]
    judgements, runs, _ = sort_files(files)
    return read_named_lists(judgements, runs).collection


@pytest.fixture(scope="module")
def scores(sample):
    return score_lists(sample)


@pytest.fixture(scope="module")
def page():
    return ranked()


@pytest.fixture(scope="module")
def section():
    """Return the page with a section open; each is opened once."""
    return cache(lambda name: ranked(show=name))


def cells(app, table):
    """Return {first cell: the others} of a table, as a reader sees them."""
    split = [[cell.strip() for cell in row] for row in cells_of(shown(app, f'id="{table}"'), table)]
    return {row[0]: row[1:] for row in split}


def test_the_page_opens_on_the_sample_and_says_it_is_synthetic(page):
    assert clean(page)
    notes = text_of(shown(page, 'id="notes"'))
    assert "Synthetic data: " in notes
    assert "1 tie of scores" in notes


def test_the_sentence_is_computed(page, sample, scores):
    means = scores.values.mean(axis=2)
    best, by_ap = (scores.runs[int(means[m].argmax())] for m in (0, 1))
    assert f"{best} has the largest mean RIC over 20 topics, {means[0].max():.3f} of 1 bit;" in verdict(page)
    assert verdict(page).endswith(f"AP ranks {by_ap} first.")
    difference = information_difference(pairwise_information(sample).mean(axis=0))
    pair = [sample.runs.index(page.session_state[f"lists_{letter}"]) for letter in "ab"]
    chance = pair_by_chance(sample, permuted_grades(sample, np.random.default_rng(1)), *pair)
    because = text_of(shown(page, 'id="two_runs"'))
    said = f"information difference is {difference[tuple(pair)]:.3f} bits ({chance.difference:.3f} by chance)"
    assert f"{said}, the largest of " in because
    together = joint_ric(sample, pair).mean()
    assert f"Together they carry {together:.3f} bits ({chance.joint.mean():.3f} by chance)." in because
    method = text_of(shown(page, 'id="chance"'))
    assert "20 permutations of the grades of each topic (seed 1)" in method


def test_the_table_holds_every_mean_at_full_precision_and_how_far_it_moves_a_run(page, scores):
    rows = [row for row in rows_of(shown(page, 'id="systems"'), "systems") if not row.head]
    means = scores.values.mean(axis=2)
    assert [row.data["run"] for row in rows] == [scores.runs[run] for run in np.argsort(-means[0], kind="stable")]
    for row in rows:
        exact = [float(title.partition(", rank ")[0]) for title in row.titles[1:]]
        run = scores.runs.index(row.data["run"])
        assert exact == means[:, run].tolist()
        up = (means[0] > means[0, run]).sum() - (means[1] > means[1, run]).sum()
        moved = f" {'▲' if up > 0 else '▼'}{abs(up)}" if up else ""
        assert row.cells[2] == f"{means[1, run]:.3f}{moved}"


def test_pairs_that_score_alike_come_by_what_they_know(page, sample, scores):
    difference = information_difference(pairwise_information(sample).mean(axis=0))
    means = scores.values[1].mean(axis=1)
    expected = close_pairs(means, difference, within=0.02)
    rows = cells(page, "alike")
    assert list(rows) == [f"{sample.runs[pair.run_1]} · {sample.runs[pair.run_2]}" for pair in expected]
    assert list(rows.values()) == [
        [f"{pair.information_difference:.3f}", f"{pair.score_difference:.3f}"] for pair in expected
    ]
    said = text_of(shown(page, 'id="close"'))
    assert said.startswith(f"{len(expected)} pairs of runs whose AP differs by 0.02 or less; ")


def test_metasearch_is_that_of_the_core(sample):
    page = ranked(show="merging", sets="10")
    found = merge_sets(sample, draw_sets(12, 3, 10, np.random.default_rng(1)))
    rows = cells(page, "methods")
    for place, fit in enumerate(fits(found)):
        (row,) = (values for name, values in rows.items() if name.startswith(fit.method))
        assert row == [f"{v:.3f}" for v in (fit.tau.value, fit.rho.value, fit.rmse, found.fused[place].mean())]
    permuted = permuted_grades(sample, np.random.default_rng(1), 5)
    said = text_of(shown(page, 'id="merging"'))
    by_chance = np.mean([joint_ric_by_chance(sample, permuted, chosen).mean() for chosen in found.sets])
    assert f"the runs carry {found.joint.mean():.3f} bits ({by_chance:.3f} by chance) together" in said
    assert f"carries {found.fused[1].mean():.3f} bits" in said
    assert f"{found.fused[1].mean() / found.joint.mean():.0%} of it" in said
    assert "5 permutations" in text_of(shown(page, 'id="merging_chance"'))


def test_the_topic_shown_first_is_the_one_on_which_a_and_b_differ_most(section, scores):
    page = section("topics")
    pair = [page.session_state[f"lists_{letter}"] for letter in "ab"]
    gaps = np.abs(np.subtract(*(scores.values[0, scores.runs.index(run)] for run in pair)))
    topic = scores.topics[int(gaps.argmax())]
    assert [box.value for box in page.header if box.value.startswith("Topic")] == [f"Topic {topic}"]
    row = cells(page, "topic")["RIC"]
    at = int(gaps.argmax())
    assert row == [f"{scores.values[0, scores.runs.index(run), at]:.3f}" for run in pair]


def test_information_tau_is_conditional_on_the_measure_chosen(scores):
    means = scores.values.mean(axis=2)
    for given in (["AP"], ["AP", "RBP"]):
        app = ranked(show="measures", view="information", given="\n".join(given))
        heat = plot(app, "lists_agreement")["data"][0]
        others = [means[scores.measures.index(key)] for key in given]
        expected = information_tau(means[0], means[3], given=others).bits
        assert heat["text"][0][3] == f"{expected:.3f}".replace("0.", ".", 1)


OTHER = {
    "a": "links-1",
    "b": "links-2",
    "measure": "RBP",
    "topic": "q07",
    "view": "information",
    "given": ["AP", "RBP"],
}
OTHER |= {"method": "Naive", "bins": 2, "size": 2, "sets": 9, "seed": 5, "own": ["links-1", "neural-1"]}
OTHER |= {
    "measures": ["AP", "RBP", "nDCG@20", "RBP(p=0.95)", "ERR@5"],
    "show": "topics",
    "x": "GAP",
    "y": "RBP",
}
OTHER |= {"beyond": ["RIC", "AP"], "largest": 7, "within": 0.05}
OTHER |= {"over": "both", "binary": True, "joint": True}


def beside(name):
    """What else a link needs for a choice of a section to be drawn."""
    return {"show": "measures"} if name in ("x", "y", "beyond") else {}


def test_every_parameter_makes_the_round_trip():
    assert {*OTHER, "data"} == set(STATE)
    check_round_trips(PAGE, STATE, OTHER, beside)


def test_a_link_to_own_files_is_followed_once_they_are_there():
    app = upload(("qrels", QRELS), ("bm25", BM25), ("bert", BERT), app=ranked(data="own", a="bert", bins="2", size="1"))
    assert not app.warning
    assert app.selectbox(key="lists_a").value == "bert"
    assert app.number_input(key="lists_bins").value == 2
    app.button_group(key="lists_show").set_value("merging").run()
    assert app.number_input(key="lists_size").value == 1
    assert link_of(app)["data"] == "own"


def test_a_zip_of_files_and_more_files_later():
    app = upload(("all.zip", zipped({"round/qrels": QRELS, "round/bm25": BM25})))
    assert clean(app)
    app = upload(("bert", BERT), app=app)
    assert clean(app)
    assert set(app.selectbox(key="lists_a").options) == {"bm25", "bert"}


def test_problems_are_listed():
    app = upload(("qrels", QRELS), ("twice", BM25 + "2 Q0 d 2 0.5 x\n"), ("bert", BERT))
    assert not app.exception
    assert [row[0] for row in cells(app, "problems").values()] == ["line 4, topic 2"]
    app = upload(("qrels", QRELS), ("notes.md", "# read me\n"), ("bert", BERT))
    assert list(cells(app, "problems")) == ["notes.md"]


def test_text_that_is_not_utf_8_is_refused_with_what_to_do():
    app = upload(("qrels", QRELS), ("bert", BERT.encode() + "1 Q0 é 9 0.1 x\n".encode("latin-1")))
    assert not app.exception
    assert "save the file as text in UTF-8" in "".join(block.value for block in app.html)


@pytest.mark.skipif(not COVID.exists(), reason="the files of TREC are not here")
def test_the_files_of_trec_show_what_their_leaderboard_prints():
    files = [COVID / "qrels.txt", *sorted((COVID / "runs").iterdir())]
    app = upload(*((path.name, path.read_bytes()) for path in files))
    assert clean(app)
    assert cells(app, "systems")["T5R1"][1].startswith("0.192") or "T5R1" in verdict(app)


ONLY_RELEVANT = "1 0 a 1\n2 0 d 1\n3 0 e 1\n"


def test_a_link_says_which_topics_the_means_go_over():
    app = ranked(data="own", over="both")
    upload(("qrels", QRELS), ("bm25", BM25), ("part", BERT.splitlines(keepends=True)[0]), app=app)
    assert clean(app)
    assert "over the topics that each run retrieves (1 to 2 topics)" in verdict(app)
    rows = rows_of(shown(app, 'id="systems"'), "systems")
    assert [row.cells[0] for row in rows[1:]] == ["A bm25", "B part 1 of 2 topics"]
    assert "Means of a run go over the judged topics that it retrieves." in text_of(
        " ".join(block.value for block in app.html)
    )
    assert link_of(app)["over"] == "both"

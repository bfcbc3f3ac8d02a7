"""Ranked lists, section by section: choice of measures, subtopics and teams, Figures 1 and 5."""

import csv
import io
from base64 import b64decode

import numpy as np
import pytest

from ordquant_core.__main__ import main
from ordquant_core.analysis.retrieval import score_lists
from ordquant_core.formats.files import File
from ordquant_core.formats.official.trec_files import read_lists
from ordquant_core.numerals import score
from ordquant_core.ranked_lists.information import information_difference, pairwise_information
from tests.html_tables import cells_of, rows_of
from tests.pages.apps import ROOT, plot, shown, text_of
from tests.pages.grammar import link_of
from tests.pages.test_ranked_lists_page import clean, ranked

pytestmark = pytest.mark.slow

SAMPLE = ROOT / "assets" / "samples" / "ranked-lists"


@pytest.fixture(scope="module")
def sample():
    return read_lists([File(path.name, path.read_bytes()) for path in sorted(SAMPLE.rglob("*.txt"))]).collection


def values(drawn):
    """Return the numbers of a figure as it is sent: a list, or the bytes of an array."""
    if isinstance(drawn, list):
        return np.array(drawn, dtype=float)
    found = np.frombuffer(b64decode(drawn["bdata"]), dtype=drawn["dtype"]).astype(float)
    return found.reshape([int(side) for side in drawn["shape"].split(",")]) if "shape" in drawn else found


def menu(name, **query):
    """Open the page with one of its menus open."""
    app = ranked(**query)
    app.session_state[name] = True
    return app.run()


def added(*given, **query):
    """Add files to the sample."""
    app = menu("lists_additions", **query)
    app.file_uploader(key="lists_add_files_0").set_value(
        [(name, text.encode(), "text/csv") for name, text in given]
    ).run()
    return app


def teams_of(sample):
    return "\n".join(["run,team", *(f"{run},{run.partition('-')[0]}" for run in sample.runs)])


def command(capsys, *options):
    paths = [str(path) for path in sorted((SAMPLE / "runs").glob("*.txt"))]
    assert main(["rank-lists", str(SAMPLE / "qrels.txt"), *paths, *options]) == 0
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


def subtopics_of(sample):
    rows = [
        f"{topic.name} {turn} {document} {int(grade > turn)}"
        for topic in sample.topics
        for document, grade in zip(topic.documents, topic.grades.tolist(), strict=True)
        for turn in (0, 1)
    ]
    return "\n".join(rows)


def test_subtopics_add_the_measures_of_diversity_that_the_command_writes(sample, tmp_path, capsys):
    app = added(("subtopics.txt", subtopics_of(sample)))
    assert clean(app)
    rows = rows_of(shown(app, 'id="systems"'), "systems")
    assert rows[0].cells[-3:] == ["alpha-nDCG@20", "ERR-IA@20", "D#-nDCG@20"]
    (tmp_path / "subtopics.txt").write_text(subtopics_of(sample))
    means = [row for row in command(capsys, "--subtopics", str(tmp_path / "subtopics.txt")) if row["topic"] == "all"]
    for row in means:
        (own,) = (one for one in rows[1:] if one.data["run"] == row["run"])
        exact = [float(title.partition(", rank ")[0]) for title in own.titles[-3:]]
        assert exact == pytest.approx([float(row[key]) for key in rows[0].cells[-3:]], abs=1e-12)


def test_teams_are_marked_and_a_file_that_is_neither_is_refused(sample):
    app = added(("teams.csv", teams_of(sample)))
    assert clean(app)
    assert {row.cells[-1] for row in rows_of(shown(app, 'id="alike"'), "alike")[1:]} == {"same", "different"}
    assert text_of(shown(app, 'id="teams"')).startswith("One team submitted both runs in 1 of 8 pairs")
    app = added(("other.csv", "run,topic\na,1\n"))
    assert app.error[0].value.startswith("Not used: other")
    assert "no file that can be added" in shown(app, 'id="problems"')


def test_all_runs_together_are_those_of_the_command(capsys):
    closed = ranked(show="topics")
    assert not [block for block in closed.html if 'id="together"' in block.value]
    app = ranked(show="topics", joint="yes")
    assert clean(app)
    table = cells_of(shown(app, 'id="together"'), "together")
    rows = command(capsys, "--joint")
    assert [row[0] for row in table] == [row["topic"] for row in rows]
    keys = ("joint_RIC", "joint_RIC_by_chance", "joint_RIC_above_chance")
    for shown_row, row in zip(table, rows, strict=True):
        assert shown_row[1:] == [score(float(row[key])) for key in keys]


def test_a_link_opens_the_section_that_was_shared_whatever_else_was_chosen():
    app = ranked(topic="q07", show="topics")
    app.button_group(key="lists_show").set_value("measures").run()
    query = link_of(app)
    assert (query["topic"], query["show"]) == ("q07", "measures")
    assert ranked(**query).session_state["lists_show"] == "measures"
    assert ranked(topic="q07").session_state["lists_show"] == "pairs"


def test_only_the_open_section_is_computed():
    app = ranked(show="topics")
    assert {chart.key for chart in app.get("plotly_chart")} == {"lists_scatter", "lists_topics", "lists_strips"}


def test_the_measures_of_a_link_are_computed_by_their_definitions(sample):
    keys = ["nDCG@20", "RBP(p=0.95)", "ERR@5", "recall@20", "P@5"]
    app = ranked(measures=",".join(keys), measure="RBP(p=0.95)")
    assert clean(app)
    assert not app.warning
    rows = rows_of(shown(app, 'id="systems"'), "systems")
    assert rows[0].cells == ["Run", "RIC", "AP", *keys]
    means = score_lists(sample, ["AP", *keys]).values.mean(axis=2)
    for row in rows[1:]:
        exact = [float(title.partition(", rank ")[0]) for title in row.titles[1:]]
        assert exact == means[:, sample.runs.index(row.data["run"])].tolist()
    assert link_of(app)["measures"] == ",".join(keys)
    assert "persistence 0.95" in text_of(" ".join(block.value for block in app.html))


def test_a_measure_is_added_with_its_depth_and_persistence():
    app = menu("lists_settings")
    app.selectbox(key="lists_add_name").set_value("RBP").run()
    app.number_input(key="lists_add_persistence").set_value(0.5).run()
    app.number_input(key="lists_add_depth").set_value(20).run()
    app.button(key="lists_add").click().run()
    assert clean(app)
    assert link_of(app)["measures"] == "AP,GAP,nDCG,nDCG@10,ERR,RBP,RBP(p=0.5)@20"
    assert "RBP(p=0.5)@20" in rows_of(shown(app, 'id="systems"'))[0].cells
    app.multiselect(key="lists_measures").set_value(["nDCG"]).run()
    assert rows_of(shown(app, 'id="systems"'))[0].cells == ["Run", "RIC", "AP", "nDCG"]


def test_pairs_of_runs_are_drawn_by_what_one_alone_carries_and_by_their_scores(sample):
    difference = information_difference(pairwise_information(sample).mean(axis=0))
    means = score_lists(sample, ["AP", "ERR"]).values.mean(axis=2)
    first, second = np.triu_indices(len(sample.runs), 1)
    for measure, layer in (("AP", 1), ("ERR", 2)):
        (points,) = plot(ranked(measures="AP,ERR", measure=measure), "lists_differences")["data"]
        assert values(points["x"]) == pytest.approx(np.abs(means[layer, first] - means[layer, second]).tolist())
        assert values(points["y"]) == pytest.approx(difference[first, second].tolist())

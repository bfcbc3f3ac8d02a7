"""The report on a task: one file, its names harmless, its words reviewed; numbers: tests/pages/test_one_answer.py."""

import contextlib
import io
import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ordquant_core as oq
from ordquant_core.analysis.comparison import deltas
from ordquant_core.analysis.picture import Picture
from ordquant_core.analysis.scoring import score
from ordquant_core.analysis.task_report import task_report
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Task
from ordquant_core.report import parts, report, report_on_scales
from ordquant_core.report.snippet import snippet

SAID = Path(__file__).with_name("said.txt")  # written anew by `python -m tests.report.test_report`
HOSTILE = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(2)>",
    "a & b &lt;i&gt; \"quoted\" 'single'",
    "{run} %s <!--",
    "__proto__",
)


def made(n_cases=30, runs=("one", "two", "three", "four"), classes=("a", "b", "c"), seed=1, name="a task"):
    rng = np.random.default_rng(seed)
    votes = rng.multinomial(12, np.full(len(classes), 1 / len(classes)), size=n_cases)
    gold = votes / 12
    noise = rng.dirichlet(np.ones(len(classes)), size=(len(runs), n_cases))
    weights = np.linspace(0.1, 0.9, len(runs))[:, None, None]
    estimates = (1 - weights) * gold + weights * noise
    estimates /= estimates.sum(axis=-1, keepdims=True)
    return Task(name, None, classes, tuple(f"case {i}" for i in range(n_cases)), gold, votes, runs, estimates)


def test_a_report_is_written_to_a_path(tmp_path):
    oq.write_report(made(), tmp_path / "report.html", [oq.nmd], n_trials=50)
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == report(made(), ["NMD"], n_trials=50)
    with pytest.raises(OrdquantError, match="cannot be written"):
        oq.write_report(made(), tmp_path, [oq.nmd], n_trials=50)


class Page(HTMLParser):
    """What a browser would see: elements with their attributes, and the text inside each kind of element."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.elements, self.texts, self.open = [], {}, []
        self.tables = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append({"title": None, "text": "", **dict(attributes)})

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        for tag in set(self.open):
            self.texts[tag][-1] += data
        if {"td", "th"} & set(self.open):
            self.tables[-1][-1][-1]["text"] += data

    def json(self, name):
        names = [attributes.get("id") for tag, attributes in self.elements if tag == "script"]
        return json.loads(self.texts["script"][names.index(name)])


def in_other_order():
    """Return a task whose best run stands last: what is drawn at random must not depend on the order of the means."""
    return made().only(["four", "two", "three", "one"])


def whole(task):
    return report(task, n_trials=200, seed=3, notes=["read.csv: ignored"], commands=["python x"], program="print(1)")


@pytest.fixture(scope="module")
def task():
    return in_other_order()


@pytest.fixture(scope="module")
def written(task):
    return whole(task)


@pytest.fixture(scope="module")
def page(written):
    return Page(written)


def words(page):
    """Return the texts of a page, without what stands in its tables, and the heads of these."""
    kinds = ("title", "h1", "h2", "h3", "p", "li", "pre", "figcaption", "summary", "label", "option", "dt", "dd")
    texts = [f"{kind}: {' '.join(text.split())}" for kind in kinds for text in page.texts.get(kind, ())]
    return [*texts, *(f"table: {' | '.join(cell['text'] for cell in table[0])}" for table in page.tables)]


def rows(page):
    """Return the rows of all tables; what is the best of its column has a dot."""
    rows = [row for table in page.tables for row in table[1:]]
    best = [["● " * ("oq-best" in cell.get("class", "")) + cell["text"] for cell in row] for row in rows]
    return [f"row: {' | '.join(cells)}" for cells in best]


def with_infinite_scores():
    task = made(runs=("x", "y", "z"))
    return replace(task, name="t", scale="A", gold=np.concatenate([[[1, 0, 0]], task.gold[1:]]), votes=None)


def at_random():
    """Return a task of two runs that have nothing to do with its gold: measures often disagree about them."""
    task = made(n_cases=60, runs=("x", "y"), classes=tuple("abcde"), seed=4)
    return replace(task, estimates=np.random.default_rng(5).dirichlet(np.ones(5), size=(2, 60)))


def whole_and_others():
    """Return what is said in a report, and where others differ, with their numbers."""
    first = words(Page(whole(in_other_order())))
    others = {
        "one run": report(made().only(["two"]), ["NMD"]),
        "one case": report(made(n_cases=1), ["NMD", "RNOD"]),
        "infinite": report(with_infinite_scores(), ["NMD", "KLD"], n_trials=50),
        "all infinite": report(with_infinite_scores(), ["KLD"], n_trials=50),
        "disagreeing": report(at_random(), ["NMD", "RNOD"], n_trials=50, description="Votes & <b>more</b>"),
    }
    said = [*first]
    for name, text in others.items():
        now = [*words(Page(text)), *rows(Page(text))]
        said += [f"{name} + {line}" for line in now if line not in first]
        said += [f"{name} - {line}" for line in first if line not in now]
    return said


def test_the_words_of_reports_are_those_that_were_reviewed():
    assert whole_and_others() == SAID.read_text(encoding="utf-8").splitlines()


def test_a_table_turns_into_cards_below_the_width_that_its_columns_need():
    def below(n):
        frame = pd.DataFrame({"run": ["r"], **{f"m{place}": [0.123] for place in range(n)}})
        scores = [drawn_as(Kind.SCORE, f"m{place}", "NMD") for place in range(n)]
        (width,) = parts.widths(parts.table("c", frame, [drawn_as(Kind.SENTENCE, "run"), *scores]))
        return width

    assert parts.HEADING < below(2) < below(6) < 6 * below(1)


def test_the_page_is_one_file_that_loads_nothing(page, written):
    for tag, attributes in page.elements:
        assert not {"src", "href", "srcset", "data", "action"} & set(attributes), (tag, attributes)
        assert not [name for name in attributes if name.startswith("on")]
    policy = next(a["content"] for tag, a in page.elements if a.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none';")
    assert "http" not in policy
    assert "@import" not in written.split("</style>")[0]
    assert "url(" not in written.split("</style>")[0]
    assert page.open == []
    assert len(page.texts["script"]) == 3  # figures, plotly.js, ours
    assert len(page.texts["script"][1]) > 1_000_000


def test_the_same_task_and_seed_give_the_same_bytes_and_another_seed_others(task, written):
    assert whole(task) == written
    assert "seed 7" in report(task, ["NMD"], n_trials=20, seed=7)


@pytest.fixture(scope="module")
def hostile():
    task = made(runs=HOSTILE, classes=HOSTILE[:3], name=HOSTILE[0])
    return Page(report(task, ["NMD", "RNOD"], n_trials=50, notes=HOSTILE, commands=HOSTILE, program=HOSTILE[0]))


def test_names_stay_text_wherever_they_stand(hostile):
    names = [tag for tag, _ in hostile.elements]
    assert "img" not in names
    assert names.count("script") == 3
    assert hostile.open == []
    assert {row[0]["text"] for row in hostile.tables[0][1:]} == set(HOSTILE)
    assert HOSTILE[0] in hostile.texts["title"][0]
    assert set(HOSTILE) <= set(hostile.texts["li"])
    assert hostile.texts["pre"] == ["\n".join(HOSTILE), HOSTILE[0]]
    drawn = json.dumps(hostile.json("figures"))
    assert "<img" not in drawn
    assert "<script" not in drawn


def test_a_task_without_runs_or_an_unknown_measure_is_refused(task):
    with pytest.raises(OrdquantError, match="one case and one run"):
        report(task.only([]))
    with pytest.raises(UnknownNameError, match="Unknown measure 'X'"):
        report(task, ["X"])


def test_a_report_on_several_scales_has_the_parts_of_each_with_containers_of_their_own():
    tasks = [replace(made(12, ("one", "two"), name="t"), scale=scale) for scale in ("A", "E")]
    text = report_on_scales(tasks, ("NMD", "RNOD"), n_trials=50, commands=["repeat-it"], programs=["one", "two"])
    page, alone = Page(text), Page(report(tasks[0], ("NMD", "RNOD"), n_trials=50))
    assert page.texts["h1"] == ["Report on t, scale A", "Report on t, scale E"]
    of_one, of_both = (
        [found["id"] for _, found in one.elements if found.get("class") == "figure"] for one in (alone, page)
    )
    assert of_both == [*of_one, *(f"scale-2-{name}" for name in of_one)]
    assert {found["data-figure"] for tag, found in page.elements if tag == "select"} <= {*of_both}
    assert {name.partition(" ")[0] for name in page.json("figures")} == {*of_both}
    assert text.count("repeat-it") == 1


def test_the_scatterplot_takes_the_best_run_and_the_next_best_that_is_no_copy(task):
    order = ["one", "two", "three"]
    some = task.only(order)
    twice = replace(some, runs=("copy", *order), estimates=np.concatenate([some.estimates[:1], some.estimates]))
    found = task_report(twice, ["NMD", "RNOD"], n_trials=50, seed=1)
    assert found.pair.runs == ("copy", "two")
    assert (found.pair.deltas == deltas(score(some, ["NMD", "RNOD"]), "one", "two")).all()
    figure = Page(report(twice, ["NMD", "RNOD"], n_trials=50)).json("figures")["deltas"]
    assert "A copy" in str(figure["layout"])
    assert "B two" in str(figure["layout"])


def test_the_python_of_a_picture_prints_its_scores():
    picture = Picture(("a", "b, c", "d"), (1 / 3,) * 3, (1.0, 0.0, 0.0), "popularity")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(snippet(picture, list(MEASURES)), {})
    lines = {key: (float(a), float(b)) for key, a, b in map(str.split, out.getvalue().splitlines())}
    for key, measure in MEASURES.items():
        expected = [float(measure(picture.gold, picture.probabilities(side))) for side in ("a", "b")]
        assert lines[key] == tuple(expected)


if __name__ == "__main__":
    SAID.write_text("\n".join(whole_and_others()) + "\n", encoding="utf-8")

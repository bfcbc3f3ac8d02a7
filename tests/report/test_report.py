"""The report on a task: one file, its numbers right, its names harmless, its instructions true."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

import ordquant_core as oq
from ordquant_core import numerals
from ordquant_core.analysis.task_report import task_report
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.records import Task
from ordquant_core.report import parts, report, report_on_scales
from ordquant_core.statistics.resampling import letters_of_runs

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
            self.tables[-1][-1].append({"title": dict(attributes).get("title"), "text": "", **dict(attributes)})

        if tag == "b" and {"td", "th"} & set(self.open):
            self.tables[-1][-1][-1]["bold"] = True

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        for tag in set(self.open):
            self.texts[tag][-1] += data
        if {"td", "th"} & set(self.open):
            self.tables[-1][-1][-1]["text"] += data

    def json(self, name):
        place = [i for i, (tag, attributes) in enumerate(self.elements) if tag == "script"]
        names = [self.elements[i][1].get("id") for i in place]
        return json.loads(self.texts["script"][names.index(name)])


@pytest.fixture(scope="module")
def task():
    return made()


@pytest.fixture(scope="module")
def written(task):
    return report(task, n_trials=200, notes=["read.csv: ignored"], commands=["python x"], program="print(1)")


@pytest.fixture(scope="module")
def page(written):
    return Page(written)


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
    again = report(task, n_trials=200, notes=["read.csv: ignored"], commands=["python x"], program="print(1)")
    assert again == written
    assert "seed 7" in report(task, n_trials=200, seed=7)


def test_the_table_of_means_holds_every_mean_in_full_precision_and_marks_the_smallest(page, task):
    header, *rows = page.tables[0]
    assert [cell["text"] for cell in header] == ["Run", *(MEASURES[key].label for key in MAIN_MEASURES)]
    expected = pd.DataFrame(
        {key: [MEASURES[key](task.gold, run).mean() for run in task.estimates] for key in MAIN_MEASURES}, task.runs
    ).sort_values("NMD")
    assert [row[0]["text"] for row in rows] == list(expected.index)
    for row in rows:
        values = expected.loc[row[0]["text"]]
        for cell, key in zip(row[1:], MAIN_MEASURES, strict=True):
            assert float(cell["title"]) == pytest.approx(values[key], abs=1e-12)
            assert cell["text"] == numerals.score(values[key])
            assert ("oq-best" in cell.get("class", "")) == (values[key] == expected[key].min())


def test_notes_and_instructions_stand_in_the_page(page):
    assert "read.csv: ignored" in page.texts["li"]
    assert page.texts["pre"] == ["python x", "print(1)"]


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


def test_names_in_figures_are_escaped_for_plotly_and_cannot_end_the_script(hostile):
    drawn = json.dumps(hostile.json("figures"))
    assert "<img" not in drawn
    assert "<script" not in drawn


def test_a_run_alone_has_no_comparison(task):
    page = Page(report(task.only(["two"]), ["NMD"]))
    assert "Case by case" not in page.texts["h2"]
    assert "How alike the measures rank the runs" not in page.texts["h2"]
    assert any("A test needs two runs" in text for text in page.texts["p"])
    assert any("two scores 0." in text for text in page.texts["p"])


def test_of_one_case_there_is_no_table_of_intervals():
    page = Page(report(made(n_cases=1), ["NMD", "RNOD"]))
    assert "One case: no interval." in page.texts["p"]
    assert not any("intervals of the means" in text for text in page.texts["h3"])
    assert "NMD and RNOD disagree on no case: there is one." in page.texts["p"]


def test_infinite_scores_are_shown_and_left_out_of_the_test():
    task = made(runs=("x", "y", "z"))
    gold = task.gold.copy()
    gold[0] = [1, 0, 0]
    task = Task("t", "A", task.classes, task.cases, gold, None, task.runs, task.estimates)
    page = Page(report(task, ["NMD", "KLD"], n_trials=50))
    assert {row[2]["text"] for row in page.tables[0][1:]} == {"∞"}
    assert any("Not tested, as infinite on some case: KLD" in text for text in page.texts["p"])
    assert page.texts["h1"] == ["Report on t, scale A"]
    only = Page(report(task, ["KLD"], n_trials=50))
    assert any("Not tested, as infinite on some case: KLD" in text for text in only.texts["p"])


def test_a_task_without_runs_or_an_unknown_measure_is_refused(task):
    with pytest.raises(OrdquantError, match="one case and one run"):
        report(task.only([]))
    with pytest.raises(UnknownNameError, match="Unknown measure 'X'"):
        report(task, ["X"])


def test_runs_share_a_letter_if_they_share_a_group():
    groups = [(2, 0), (0, 1), (3,)]
    letters = letters_of_runs(groups)
    assert letters == ["ab", "b", "a", "c"]
    for i in range(4):
        for j in range(4):
            assert bool(set(letters[i]) & set(letters[j])) == any(i in group and j in group for group in groups)


def test_quantiles_are_those_of_pandas_where_they_are_cases(task):
    found = task_report(task, ["NMD"], n_trials=50, seed=1)
    for run, values in zip(found.scores.runs, found.quantiles[0], strict=True):
        scores = pd.Series(MEASURES["NMD"](task.gold, task.estimates[task.runs.index(run)])).sort_values()
        expected = [scores.iloc[int(np.ceil(q * 30)) - 1] for q in (0.05, 0.25, 0.5, 0.75, 0.95)]
        assert values.tolist() == pytest.approx(expected, abs=1e-12)


def test_a_report_on_several_scales_has_the_parts_of_each_with_containers_of_their_own():
    tasks = [replace(made(12, ("one", "two"), name="t"), scale=scale) for scale in ("A", "E")]
    page = report_on_scales(tasks, ("NMD", "RNOD"), n_trials=50, commands=["repeat-it"], programs=["one", "two"])
    assert re.findall("<h1>(.*?)</h1>", page) == ["Report on t, scale A", "Report on t, scale E"]
    ids = re.findall(r'<div id="([^"]+)" class="figure"', page)
    assert len(ids) == len(set(ids))
    alone = re.findall(r'<div id="([^"]+)" class="figure"', report(tasks[0], ("NMD", "RNOD"), n_trials=50))
    assert ids == [*alone, *(f"scale-2-{name}" for name in alone)]
    chosen = set(re.findall(r'<select data-figure="([^"]+)"', page))
    assert chosen <= set(ids)
    drawn = json.loads(re.search(r'id="figures"[^>]*>(.*?)</script>', page, re.DOTALL)[1])
    assert {name.partition(" ")[0] for name in drawn} == set(ids)
    assert page.count("repeat-it") == 1

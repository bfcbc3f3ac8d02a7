"""Rank-lists and the page Ranked lists on one topic, one run, equal runs, no relevant document, …"""

import re

import pytest

from ordquant_core.ranked_lists import chance
from tests.degenerate.answers import fault_of
from tests.degenerate.test_pages import fault_shown
from tests.depth import matrix
from tests.pages.apps import app_at

TIED = "1 Q0 a 1 1 x\n1 Q0 b 2 1 x\n1 Q0 c 3 1 x\n"
BEST = "1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n1 Q0 c 3 1 x\n"
WORST = "1 Q0 c 1 3 y\n1 Q0 b 2 2 y\n1 Q0 a 3 1 y\n"
ELSEWHERE = "1 Q0 p 1 3 z\n1 Q0 q 2 2 z\n"
ONE_TOPIC = "1 0 a 1\n1 0 b 0\n1 0 c 0\n"


def topics(text, *names):
    """Return the lines of topic 1 for each of these topics."""
    return "".join(re.sub("^1", name, text, flags=re.MULTILINE) for name in names)


def with_runs(qrels, *runs):
    return {"qrels": qrels, **{f"run{number}": run for number, run in enumerate(runs, 1)}}


DEGENERATE = {
    "one topic and one run": with_runs(ONE_TOPIC, BEST),
    "one topic and two runs": with_runs(ONE_TOPIC, BEST, WORST),
    "two equal runs": with_runs(topics(ONE_TOPIC, "1", "2"), topics(BEST, "1", "2"), topics(BEST, "1", "2")),
    "all scores tied": with_runs(topics(ONE_TOPIC, "1", "2"), topics(TIED, "1", "2"), topics(BEST, "1", "2")),
    "no run": with_runs(ONE_TOPIC),
    "no relevant document": with_runs(topics("1 0 a 0\n1 0 b 0\n", "1", "2"), topics(BEST, "1", "2")),
    "no relevant document of one topic": with_runs(ONE_TOPIC + "2 0 a 0\n2 0 b 0\n", topics(BEST, "1", "2")),
    "relevant documents only": with_runs(topics("1 0 a 1\n1 0 b 1\n", "1", "2"), topics(BEST, "1", "2")),
    "nothing judged is retrieved": with_runs(topics(ONE_TOPIC, "1", "2"), topics(ELSEWHERE, "1", "2")),
    "a run without one of the topics": with_runs(topics(ONE_TOPIC, "1", "2"), topics(BEST, "1", "2"), WORST),
    "a run without all of the topics": with_runs(ONE_TOPIC, topics(BEST, "7"), BEST),
    "negative grades": with_runs(topics("1 0 a 1\n1 0 b -2\n1 0 c 0\n", "1", "2"), topics(BEST, "1", "2")),
    "one document": with_runs("1 0 a 1\n", "1 Q0 a 1 1 x\n"),
    "huge scores": with_runs(ONE_TOPIC, BEST.replace(" 3 x", " 1e300 x"), WORST.replace(" 1 y", " -1e300 y")),
}
OPTIONS = (
    (),
    ("--measures", "RIC,AP,GAP,nDCG,ERR,RBP,P@5,recall"),
    ("--joint",),
    ("--difference",),
    ("--information-tau",),
    ("--information-tau", "--given", "AP"),
    ("--by-topic",),
    ("--format", "markdown"),
)


@pytest.fixture(autouse=True)
def grades_are_permuted_a_few_times(monkeypatch):
    monkeypatch.setattr(chance, "MOST", 100)


@pytest.mark.parametrize("title", DEGENERATE)
def test_every_command_answers_degenerate_ranked_lists(title, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in DEGENERATE[title].items():
        (tmp_path / name).write_text(text)
    calls = [("rank-lists", *DEGENERATE[title], *options) for options in OPTIONS]
    assert [fault for fault in map(fault_of, calls) if fault] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "title", matrix(DEGENERATE, "one topic and one run", "two equal runs", "no relevant document", "one document")
)
def test_the_page_shows_degenerate_files(title):
    app = app_at("pages/ranked_lists/page.py", data="own", joint="yes")
    files = [(name, text.encode(), "text/plain") for name, text in DEGENERATE[title].items()]
    app.get("file_uploader")[0].set_value(files).run()
    assert fault_shown(app) is None

"""The command nuggets and the page Nuggets on one dialogue, one run, equal runs, unanimous annotators, …"""

import json
import re

import pytest

from tests.degenerate.answers import fault_of
from tests.pages.apps import text_of
from tests.pages.on_nuggets import CUSTOMER, GOLD, HELPDESK, RUN, TURNS, upload

FLAT = [{"id": one["id"], "nugget": [dict.fromkeys(turn, 1 / len(turn)) for turn in one["nugget"]]} for one in RUN]
CERTAIN = [dict.fromkeys(CUSTOMER, 0) | {"CNUG": 1}, dict.fromkeys(HELPDESK, 0) | {"HNUG": 1}]
ONE_ANNOTATOR = [{**one, "annotations": one["annotations"][:1]} for one in GOLD]
UNANIMOUS = [{"id": "p", "turns": TURNS, "annotations": [{"nugget": ["CNUG", "HNUG"]}] * 3}]
ONE_BLOCK = [{"id": "q", "turns": TURNS[1:], "annotations": [{"nugget": ["HNUG"]}, {"nugget": ["HNaN"]}]}]
DEGENERATE = {
    "no run": (GOLD,),
    "one run": (GOLD, RUN),
    "equal runs": (GOLD, RUN, RUN),
    "equal runs among others": (GOLD, RUN, FLAT, RUN),
    "one annotator": (ONE_ANNOTATOR, RUN, FLAT),
    "unanimous annotators": (UNANIMOUS, RUN[:1], FLAT[:1]),
    "a run equal to the gold": (UNANIMOUS, [{"id": "p", "nugget": CERTAIN}], FLAT[:1]),
    "one dialogue of one block": (ONE_BLOCK, RUN[1:], FLAT[1:]),
    "one dialogue of one block, one run": (ONE_BLOCK, RUN[1:]),
}
OPTIONS = ((), ("--micro",), ("--per-case",), ("--format", "latex"))
WRONG = re.compile(r"\bnan\b|\binf\b|Traceback")


@pytest.mark.parametrize("title", DEGENERATE)
def test_the_command_answers_degenerate_nuggets(title, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = [f"file{number}.json" for number in range(len(DEGENERATE[title]))]
    for name, entries in zip(names, DEGENERATE[title], strict=True):
        (tmp_path / name).write_text(json.dumps(entries))
    assert [fault for options in OPTIONS if (fault := fault_of(("nuggets", *names, *options)))] == []


@pytest.mark.slow
@pytest.mark.parametrize("title", DEGENERATE)
def test_the_page_shows_degenerate_nuggets(title):
    gold, *runs = DEGENERATE[title]
    app = upload(gold, *((f"run{number}.json", run) for number, run in enumerate(runs)))
    assert not app.exception, app.exception[0].stack_trace[-3:]
    texts = [text_of(block.value) for block in app.html]
    texts += [one.value for kind in ("markdown", "error", "warning", "info") for one in getattr(app, kind)]
    assert not [text for text in texts if WRONG.search(text)]

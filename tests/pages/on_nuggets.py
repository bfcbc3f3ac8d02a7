"""What the tests of Nuggets share: files of their own, and reading what the page shows."""

import json

from ordquant_core.formats.official.nuggets import assemble, parse_gold, parse_run
from ordquant_core.nuggets import score_nuggets
from tests.html_tables import rows_of
from tests.pages.apps import ROOT, app_at, shown

PAGE = "pages/nuggets/page.py"
SAMPLE = ROOT / "ordquant_core" / "samples" / "nuggets"
RUNS = sorted((SAMPLE / "runs").glob("*.json"))
CUSTOMER = {"CNUG0": 0.1, "CNUG": 0.2, "CNUG*": 0.3, "CNaN": 0.4}
HELPDESK = {"HNUG": 0.5, "HNUG*": 0.3, "HNaN": 0.2}
TURNS = [{"sender": "customer"}, {"sender": "helpdesk"}]
GOLD = [
    {"id": "p", "turns": TURNS, "annotations": [{"nugget": ["CNUG0", "HNUG"]}, {"nugget": ["CNUG", "HNaN"]}]},
    {"id": "q", "turns": TURNS[1:], "annotations": [{"nugget": ["HNUG"]}]},
]
RUN = [{"id": "p", "nugget": [CUSTOMER, HELPDESK]}, {"id": "q", "nugget": [HELPDESK]}]


def nuggets(**query):
    return app_at(PAGE, **query)


def upload(gold, *runs):
    """Open the page and give it files: (name, entries) each."""
    return give(nuggets(data="own"), gold, *runs)


def give(app, gold, *runs):
    as_file = lambda name, entries: (name, json.dumps(entries).encode(), "application/json")  # noqa: E731
    app.file_uploader(key="nugget_gold_0").set_value(as_file("gold.json", gold)).run()
    app.file_uploader(key="nugget_runs_0").set_value([as_file(*run) for run in runs]).run()
    return app


def sample_scores():
    gold = parse_gold((SAMPLE / "gold.json").read_bytes(), "gold.json")
    return score_nuggets(assemble(gold, [parse_run(path.read_bytes(), path.name) for path in RUNS]))


def ranking(app):
    """Return {run: (rank, mean, group letters)} as the table shows it, the best first."""
    rows = [row for row in rows_of(shown(app, 'id="runs"'), "runs") if not row.head]
    return {row.data["run"]: (int(row.cells[0]), float(row.titles[3]), row.cells[4]) for row in rows}


def trace(figure, name):
    (found,) = (one for one in figure["data"] if one.get("name") == name)
    return found

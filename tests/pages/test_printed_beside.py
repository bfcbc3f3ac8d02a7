"""Printed numbers beside one's own, for a recognised gold: Measures, Systems, Data, Popularity vs Uniform, Papers."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.analysis.printed import from_gold
from ordquant_core.analysis.printed.from_gold import digest_of
from pages.shared import sources
from tests.html_tables import cells_of, rows_of
from tests.pages.apps import app_at, shown, text_of

pytestmark = pytest.mark.slow

MEASURES, SYSTEMS = "pages/measures/page.py", "pages/systems/page.py"
FEW = {"trials": "200", "splits": "40", "measures": "NMD,RNOD,RSNOD,NVD,DNKT"}
WITH = {"baselines": "yes"}  # the NTCIR numbers are those of runs with Popularity and Uniform among them
CLASSES = range(-2, 3)


@pytest.fixture
def offered(tmp_path, monkeypatch):
    """Two tasks: a made-up gold with a scale A and the number of cases of STC-3, and one with a digest of its own."""
    chance = np.random.default_rng(2)
    votes = chance.multinomial(6, [0.1, 0.2, 0.3, 0.3, 0.1], size=390)
    labels = [np.repeat(list(CLASSES), row).tolist() for row in votes]
    (tmp_path / "stc").mkdir()
    gold = [
        {"id": f"d{n}", "annotations": [{"quality": {"A": label, "E": -label}} for label in row]}
        for n, row in enumerate(labels)
    ]
    (tmp_path / "stc" / "gold.json").write_text(json.dumps(gold))
    for number in range(3):
        shares = chance.dirichlet(np.ones(5), size=(390, 2))
        run = [
            {
                "id": f"d{n}",
                "quality": {
                    scale: dict(zip(map(str, CLASSES), values, strict=True))
                    for scale, values in zip("AE", row, strict=True)
                },
            }
            for n, row in enumerate(shares.tolist())
        ]
        (tmp_path / "stc" / f"run{number}.json").write_text(json.dumps(run))
    (tmp_path / "stc" / "task.json").write_text(json.dumps({"gold": "gold.json", "runs": ["run*.json"]}))
    (tmp_path / "sem").mkdir()
    few = votes[:100]
    (tmp_path / "sem" / "gold.csv").write_text(table(few))
    for number in range(2):
        (tmp_path / "sem" / f"run{number}.csv").write_text(table(chance.dirichlet(np.ones(5), size=100)))
    (tmp_path / "sem" / "task.json").write_text(json.dumps({"gold": "gold.csv", "runs": ["run*.csv"]}))
    known = tuple(
        replace(one, digest=digest_of(few / 6)) if one.name == "Sem16T4E" else one for one in from_gold.DATA_SETS
    )
    monkeypatch.setattr(from_gold, "DATA_SETS", known)
    monkeypatch.setenv("ORDQUANT_TASKS", str(tmp_path))
    sources.offered.clear()
    yield tmp_path
    sources.offered.clear()


def table(rows):
    lines = [",".join(["case", *map(str, CLASSES)])]
    lines += [",".join([f"t{n}", *map(repr, row)]) for n, row in enumerate(rows.tolist())]
    return "\n".join(lines) + "\n"


def opened(page, task="stc", **query):
    scale = {"scale": "A"} if task == "stc" else {}
    app = app_at(page, task=task, **scale, **query)
    assert not app.exception
    return app


def ids(app):
    return set(re.findall(r'id="(printed\w+)"', " ".join(block.value for block in app.html)))


def by_name(app, name, column):
    """Return a column of a table, by its number, with the first cell of every row."""
    return {row.cells[0]: row.cells[column] for row in rows_of(shown(app, f'id="{name}"'), name) if not row.head}


VIEWS_WITH_NUMBERS = {
    "agreement": "intervals",
    "consistency": "consistency",
    "power": "power",
    "overlap": "overlap_pair",
}


@pytest.mark.parametrize("view", list(VIEWS_WITH_NUMBERS))
def test_no_printed_number_stands_beside_those_of_another_family(offered, view):
    app = opened(MEASURES, view=view, x="NMD", y="RNOD", **FEW)
    name = VIEWS_WITH_NUMBERS[view]
    assert "printed" not in [cell for row in rows_of(shown(app, f'id="{name}"'), name) for cell in row.cells]
    note = text_of(shown(app, 'id="printed_too"'))
    assert note.startswith("Not shown: ")
    assert "its 19 runs include Popularity and Uniform" in note
    said = " ".join(text_of(block.value) for block in app.html)
    assert "count as runs" not in said
    assert "Runs compared: 3 runs, without baselines." in said


def test_power_shows_the_printed_powers_of_one_task_and_of_several(offered):
    app = opened(MEASURES, view="power", **FEW, **WITH)
    assert by_name(app, "power", 3)["NMD"] == "71 of 171 (41.5%)"
    assert by_name(app, "power", 3)["DNKT"] == ""
    both = opened(MEASURES, view="power", **FEW, **WITH, **{"with": "stc|E,sem|"})
    assert "printed" not in [
        cell for row in rows_of(shown(both, 'id="power"'), "power") if row.head for cell in row.cells
    ]
    rows = {row.cells[0]: row.cells for row in rows_of(shown(both, 'id="power_tasks"'), "power_tasks")}
    assert rows["RNOD"][2::2] == ["68 of 171 (39.8%)", "66 of 171 (38.6%)"]  # SemEval had no such baselines
    note = text_of(shown(both, 'id="printed_too"'))
    assert note.count("Printed: ") == 2
    assert "Not shown: LQ 2021, table 3 for Sem16T4E: its 12 runs do not include Popularity and Uniform" in note


def test_systems_says_the_printed_number_and_shows_it_per_task(offered):
    app = opened(SYSTEMS, trials="200", measure="RSNOD", **WITH)
    said = text_of(shown(app, 'id="printed_too"'))
    assert "for STC-3 DQ-A: 67 of 171 (39.2%) pairs by RSNOD, 19 runs" in said
    assert "Here: 5 runs, level 0.05, 200 trials, seed 1." in said
    both = opened(SYSTEMS, trials="200", show="tasks", **{"with": "dialogue-quality|,sem|"})
    assert "printed_too" not in ids(both)
    assert [row[7] for row in cells_of(shown(both, 'id="tasks"'), "tasks")] == ["", "", "38 of 66 (57.6%)"]
    assert "Not shown: LQ 2021, table 3 for STC-3 DQ-A" in text_of(shown(both, 'id="printed_of_tasks"'))
    assert "printed_too" not in ids(opened(SYSTEMS, trials="200", measure="DNKT"))
    assert ids(app_at(SYSTEMS, trials="200")) == set()


def test_data_names_the_task_of_the_papers(offered):
    app = opened("pages/data/page.py", "sem")
    assert "recognised as Sem16T4E" in text_of(shown(app, 'id="recognised"'))
    assert "papers?paper=sakai2021lq&amp;table=Table+3" in shown(app, 'id="recognised"')
    other = app_at("pages/data/page.py", task="dialogue-quality")
    assert 'id="recognised"' not in " ".join(block.value for block in other.html)

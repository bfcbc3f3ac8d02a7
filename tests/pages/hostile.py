"""Three small published tasks in which every name would be Markdown, HTML, an address or a formula if it were read."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pages.shared.sample_or_own import FilesKey  # noqa: F401 - pages are imported before Streamlit runs them
from tests.pages.on_nuggets import GOLD as DIALOGUES
from tests.pages.on_nuggets import RUN as ESTIMATED

TITLE = "<img src=x> *T* [t](http://evil.test)"
CLASSES = ("*b*", "$x$", "<i>c</i>", ":red[x]")
RUNS = ("*best* <s>run", ":red[r] $y$", "`c` www.evil.test", "_d_ a@evil.test")  # a slash would end a folder
GROUPS = ("**zh**", "<u>en</u>")
TEAMS = ("~~Red~~", "[Blue](http://evil.test)")
CASES = tuple(f"![{number:02}](http://evil.test/i.png)" for number in range(20))
TEXT = "<script>alert(1)</script> **bold**"
ALIVE = ("<img", "<script", "<s>run", "<i>c", "<u>en")  # in HTML, if it were read
NAMES = (TITLE, *CLASSES, *RUNS, *GROUPS, *TEAMS, TEXT, "](http://evil.test")


def _table(head: tuple[str, ...], rows: Iterator[tuple[object, ...]]) -> str:
    return "\n".join(",".join(map(str, row)) for row in (("case", *head), *rows)) + "\n"


def publish(folder: Path) -> Path:
    """Write the tasks `names`, `nugs` and `lists` into a folder; return it."""
    chance = np.random.default_rng(5)
    votes = chance.multinomial(12, [0.3, 0.2, 0.2, 0.3], size=len(CASES))
    (folder / "names" / "runs").mkdir(parents=True)
    more = [(GROUPS[number % 3 > 0], TEXT) for number in range(len(CASES))]
    gold = (row for row in ((case, *own, *said) for case, own, said in zip(CASES, votes.tolist(), more, strict=True)))
    (folder / "names" / "gold.csv").write_text(_table((*CLASSES, "language", "text"), gold))
    for number, run in enumerate(RUNS):
        rows = np.stack([chance.dirichlet(0.4 + row * 3 / (1 + 4 * number)) for row in votes]).round(6)
        rows[:, 0] += 1 - rows.sum(axis=1)
        table = _table(
            CLASSES, ((case, *map(repr, own)) for case, own in zip(CASES, rows.round(6).tolist(), strict=True))
        )
        (folder / "names" / "runs" / f"{run}.csv").write_text(table)
    facts = {"title": TITLE, "description": TEXT, "gold": "gold.csv", "runs": ["runs"], "classes": CLASSES}
    facts |= {"teams": {RUNS[0]: TEAMS[0], RUNS[1]: TEAMS[1]}, "groups": "language"}
    facts |= {"contact": TEXT, "instructions": TEXT, "venue": TEXT}
    (folder / "names" / "task.json").write_text(json.dumps(facts))
    (folder / "teams.csv").write_text("run,team\n" + "".join(f"{run},{team}\n" for run, team in facts["teams"].items()))
    _nuggets(folder / "nugs")
    _lists(folder / "lists")
    return folder


def _nuggets(folder: Path) -> None:
    folder.mkdir()
    for name, entries in (("gold", DIALOGUES), *((run, ESTIMATED) for run in RUNS[:3])):
        named = [{**one, "id": case} for one, case in zip(entries, CASES, strict=False)]
        (folder / f"{name}.json").write_text(json.dumps(named))
    facts = {"title": TITLE, "description": TEXT, "kind": "nuggets", "gold": "gold.json"}
    (folder / "task.json").write_text(json.dumps(facts))


def _lists(folder: Path) -> None:
    (folder / "runs").mkdir(parents=True)
    documents = ("[d](http://evil.test)", "*e*", "<b>1</b>")
    topics = [case.replace(" ", "_") for case in CASES[:3]]
    (folder / "qrels.txt").write_text(
        "".join(f"{topic} 0 {name} {grade}\n" for topic in topics for grade, name in enumerate(documents))
    )
    for run, order in zip(RUNS[:3], ((0, 1, 2), (2, 1, 0), (1, 2, 0)), strict=True):
        lines = (
            f"{topic} Q0 {documents[place]} {rank} {9 - rank} {run.replace(' ', '_')}\n"
            for topic in topics
            for rank, place in enumerate(order, 1)
        )
        (folder / "runs" / f"{run}.txt").write_text("".join(lines))
    facts = {"title": TITLE, "description": TEXT, "kind": "ranked lists", "gold": "qrels.txt", "runs": ["runs"]}
    (folder / "task.json").write_text(json.dumps(facts))

"""Made-up tasks in which something that an analysis needs is missing, constant, equal or infinite, as files.

A task is put together from traits: `DEGENERATE` names those that are known to matter, `tasks` combines any of them.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from ordquant_core.records import FloatArray, Task
from ordquant_core.tasks import NOTHING, File, read_task

LABELS = ("a", "b", "c", "d", "e")
VOTES = 5
GOLDS = ("votes", "unanimous", "one class", "one vote", "uneven", "even", "alike", "shares", "whole shares",
         "one annotator", "two annotators", "unanimous annotators", "strangers")  # fmt: skip
RUNS = ("near", "far", "flat", "gold", "copy", "shifted", "outlying")


@dataclass(frozen=True, slots=True)
class Made:
    """A task as texts by the names of their files, and what a command must be allowed to read it."""

    gold: str
    runs: Mapping[str, str]
    allowed: tuple[str, ...] = ()
    description: Mapping[str, object] = field(default_factory=dict)

    @property
    def files(self) -> dict[str, str]:
        """All files, by their names."""
        return {"gold.csv": self.gold, **self.runs}

    def write(self, folder: Path) -> None:
        """Write all files into a folder."""
        for name, text in self.files.items():
            (folder / name).write_text(text)

    def publish(self, folder: Path, title: str) -> None:
        """Write the folder of a published task."""
        folder.mkdir(parents=True)
        for name, text in self.files.items():
            (folder / name).write_text(text)
        facts = {"title": title, "gold": "gold.csv", "runs": list(self.runs)} | dict(self.description)
        (folder / "task.json").write_text(json.dumps(facts | {"repairs": ["accept-gold-copies"]}))

    def read(self) -> Task:
        """Return the task as the readers make it."""
        files = [File(name, text.encode()) for name, text in self.files.items()]
        choices = NOTHING.with_(("accept-gold-copies",))
        read = read_task(files, gold="gold.csv", choices=choices)
        assert read.task is not None, read.problems
        return read.task


def make(
    gold: str = "votes",
    runs: Sequence[str] = ("near", "far", "flat"),
    *,
    cases: int = 4,
    classes: int = 3,
    groups: Sequence[str] | None = None,
) -> Made:
    """Put a task together from the kinds of its gold and its runs; `groups`: a column of the gold, repeated."""
    chance = np.random.default_rng(len(gold) + 7 * cases + classes)
    ids = [f"c{number}" for number in range(cases)]
    text, shares = _gold(gold, ids, classes, chance)
    if groups is not None:
        head, *rows = text.splitlines()
        text = (
            "\n".join([f"{head},group", *(f"{row},{groups[at % len(groups)]}" for at, row in enumerate(rows))]) + "\n"
        )
    estimates: list[FloatArray] = []
    for kind in runs:
        estimates.append(_run(kind, shares, estimates, chance))
    names = [f"run-{number}" for number in range(1, len(runs) + 1)]
    tables = {f"{name}.csv": _wide(ids, table) for name, table in zip(names, estimates, strict=True)}
    return Made(text, tables)


def _gold(kind: str, ids: Sequence[str], classes: int, chance: np.random.Generator) -> tuple[str, FloatArray]:
    cases = len(ids)
    if "annotator" in kind or kind == "strangers":
        return _named(kind, ids, classes)
    votes = chance.multinomial(VOTES, np.full(classes, 1 / classes), size=cases)
    votes[:, 0] += 1  # with two classes, too, some case is not unanimous
    votes[:, 1] += 1
    if kind == "unanimous":
        votes = VOTES * np.eye(classes, dtype=int)[np.arange(cases) % classes]
    elif kind == "one class":
        votes = VOTES * np.eye(classes, dtype=int)[np.zeros(cases, dtype=int)]
    elif kind == "one vote":
        votes = np.eye(classes, dtype=int)[np.arange(cases) % classes]
    elif kind == "uneven":
        votes[:, -1] += np.arange(cases)
    elif kind == "even":
        votes = np.full((cases, classes), 2)
    elif kind == "alike":
        votes[:] = votes[0]
    elif kind == "whole shares":
        votes = np.eye(classes, dtype=int)[np.arange(cases) % classes]
    shares = votes / votes.sum(axis=1, keepdims=True)
    return _wide(ids, shares if "shares" in kind else votes), shares


def _named(kind: str, ids: Sequence[str], classes: int) -> tuple[str, FloatArray]:
    """Return a row per vote; the first cases see to it that every class has a vote, if there are enough of them."""
    rows, shares = [], np.zeros((len(ids), classes))
    for number, case in enumerate(ids):
        label = number % classes
        if kind == "one annotator":
            cast = [("x", label)]
        elif kind == "two annotators":
            cast = [("x", label), ("y", (label + number % 2) % classes)]
        elif kind == "unanimous annotators":
            cast = [("x", label), ("y", label), ("z", label)]
        else:  # nobody shares a case with anybody
            cast = [(f"x{number}", label)]
        for who, place in cast:
            rows.append(f"{case},{who},{LABELS[place]}")
            shares[number, place] += 1 / len(cast)
    seen = [place for place in range(classes) if shares[:, place].any()]
    return "\n".join(["case,annotator,label", *rows]) + "\n", shares[:, seen] if len(seen) > 1 else shares


def _run(kind: str, gold: FloatArray, before: Sequence[FloatArray], chance: np.random.Generator) -> FloatArray:
    flat = np.full_like(gold, 1 / gold.shape[1])
    if kind == "gold" or (kind == "copy" and not before):
        return gold
    if kind == "copy":
        return before[-1]
    if kind == "near":
        return 0.7 * gold + 0.3 * flat
    if kind == "far":
        table = 0.2 * gold + 0.8 * chance.dirichlet(np.ones(gold.shape[1]), size=len(gold))
        return np.asarray(table / table.sum(axis=1, keepdims=True))
    if kind == "shifted":
        return np.roll(gold, 1, axis=1)
    if kind == "outlying":  # all on the class with the fewest votes: infinite where it has none
        return np.eye(gold.shape[1])[gold.argmin(axis=1)]
    return flat


def _wide(ids: Sequence[str], table: np.ndarray) -> str:
    head = ",".join(("case", *LABELS[: table.shape[1]]))
    return (
        "\n".join([head, *(",".join(map(str, (name, *row))) for name, row in zip(ids, table.tolist(), strict=True))])
        + "\n"
    )


DEGENERATE: Mapping[str, Made] = {  # known to matter; `tasks` has the others
    "one case": make(cases=1),
    "one case, one run, two classes": make(runs=["near"], cases=1, classes=2),
    "no run": make(runs=[]),
    "no run and one case": make(runs=[], cases=1),
    "two equal runs": make(runs=["near", "copy"], cases=9),
    "equal runs among others": make(runs=["near", "copy", "far"], cases=9),
    "one class has all votes": make("one class", cases=9),
    "one vote per case": make("one vote"),
    "numbers of votes differ": make("uneven", cases=9),
    "votes spread evenly": make("even", cases=9),
    "probabilities of 0 and 1": make("whole shares"),
    "one annotator": make("one annotator"),
    "two annotators": make("two annotators", cases=9),
    "annotators who all agree": make("unanimous annotators", cases=9),
    "annotators without a case in common": make("strangers"),
    "one run, equal to the gold": make(runs=["gold"]),
    "runs with infinite scores only": make("unanimous", ["shifted", "outlying", "shifted"], cases=9),
    "equal scores on every case": make("alike", ["near", "flat", "shifted"]),
    "a group of one case": make(groups=["u", "u", "u", "v"]),
    "two groups of a case each": make(cases=2, groups=["u", "v"]),
}

tasks = st.builds(
    make,
    st.sampled_from(GOLDS),
    st.lists(st.sampled_from(RUNS), max_size=4),
    cases=st.sampled_from((1, 2, 3, 4, 9)),
    classes=st.integers(2, 4),
    groups=st.none() | st.lists(st.sampled_from("uvw"), min_size=1, max_size=3),
)
CORNERS = (  # one of every kind; all are tried before a release
    "one case",
    "no run",
    "two equal runs",
    "two annotators",
    "annotators who all agree",
    "runs with infinite scores only",
    "a group of one case",
    "probabilities of 0 and 1",
)

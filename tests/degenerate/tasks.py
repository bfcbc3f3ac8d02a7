"""Made-up tasks in which something that an analysis needs is missing, constant, equal or infinite.

They are texts by the names of their files. A task is put together from traits: `DEGENERATE` names those that are known
to matter, `tasks` combines any of them.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from ordquant_core.records import FloatArray

LABELS = ("a", "b", "c", "d", "e")
VOTES = 5
NAMED = {  # what annotators vote for beyond the class of a case: in even cases, in odd ones
    "one annotator": ((0,), (0,)),
    "two annotators": ((0, 0), (0, 1)),
    "unanimous annotators": ((0, 0, 0), (0, 0, 0)),
    "strangers": ((0,), (0,)),  # nobody shares a case with anybody
}
COUNTED = ("votes", "shares", "unanimous", "one class", "one vote", "whole shares", "uneven", "even", "alike")
RUNS = ("near", "far", "flat", "gold", "copy", "shifted", "outlying")


def make(
    gold: str = "votes",
    runs: Sequence[str] = ("near", "far", "flat"),
    *,
    cases: int = 4,
    classes: int = 3,
    groups: Sequence[str] = (),
) -> dict[str, str]:
    """Put a task together from the kinds of its gold and its runs; `groups`: a column of the gold, repeated."""
    chance = np.random.default_rng(len(gold) + 7 * cases + classes)
    text, shares = _named(gold, cases, classes) if gold in NAMED else _counted(gold, cases, classes, chance)
    if groups:
        head, *rows = text.splitlines()
        text = "\n".join([f"{head},group", *map(",".join, zip(rows, cycle(groups), strict=False))]) + "\n"
    estimates: list[FloatArray] = []
    for kind in runs:
        estimates.append(_run(kind, shares, estimates, chance))
    return {"gold.csv": text} | {f"run-{number}.csv": _wide(table) for number, table in enumerate(estimates, 1)}


def publish(made: Mapping[str, str], folder: Path, title: str) -> None:
    """Write the folder of a published task."""
    folder.mkdir(parents=True)
    facts = {"title": title, "gold": "gold.csv", "runs": [*made][1:], "repairs": ["accept-gold-copies"]}
    for name, text in {**made, "task.json": json.dumps(facts)}.items():
        (folder / name).write_text(text)


def _counted(kind: str, cases: int, classes: int, chance: np.random.Generator) -> tuple[str, FloatArray]:
    eye, even = np.eye(classes, dtype=int), np.full((cases, classes), 2)
    votes = chance.multinomial(VOTES, np.full(classes, 1 / classes), size=cases)
    votes[:, :2] += 1  # with two classes, too, some case is not unanimous
    one_hot = eye[np.arange(cases) % classes]
    found = {"unanimous": VOTES * one_hot, "one class": VOTES * eye[np.zeros(cases, dtype=int)], "one vote": one_hot}
    found |= {"whole shares": one_hot, "uneven": votes + np.outer(np.arange(cases), eye[-1]), "even": even}
    found |= {"alike": votes[np.zeros(cases, dtype=int)]}
    votes = found.get(kind, votes)
    shares = votes / votes.sum(axis=1, keepdims=True)
    return _wide(shares if "shares" in kind else votes), shares


def _named(kind: str, cases: int, classes: int) -> tuple[str, FloatArray]:
    """Return a row per vote; the first cases see to it that every class has a vote, if there are enough of them."""
    rows, shares = ["case,annotator,label"], np.zeros((cases, classes))
    for case in range(cases):
        offsets = NAMED[kind][case % 2]
        for who, offset in zip("xyz", offsets, strict=False):
            place = (case + offset) % classes
            rows.append(f"c{case},{who}{case if kind == 'strangers' else ''},{LABELS[place]}")
            shares[case, place] += 1 / len(offsets)
    seen = shares.any(axis=0)
    return "\n".join(rows) + "\n", shares[:, seen] if seen.sum() > 1 else shares


def _run(kind: str, gold: FloatArray, before: Sequence[FloatArray], chance: np.random.Generator) -> FloatArray:
    flat = np.full_like(gold, 1 / gold.shape[1])
    if kind == "copy":
        return before[-1] if before else gold
    if kind == "far":
        table = 0.2 * gold + 0.8 * chance.dirichlet(np.ones(gold.shape[1]), size=len(gold))
        return np.asarray(table / table.sum(axis=1, keepdims=True))
    return {
        "gold": gold,
        "near": 0.7 * gold + 0.3 * flat,
        "shifted": np.roll(gold, 1, axis=1),
        "outlying": np.eye(gold.shape[1])[gold.argmin(axis=1)],  # all on the class with the fewest votes
        "flat": flat,
    }[kind]


def _wide(table: np.ndarray) -> str:
    ids = pd.Index([f"c{number}" for number in range(len(table))], name="case")
    return pd.DataFrame(table, ids, LABELS[: table.shape[1]]).to_csv()


DEGENERATE = {  # known to matter; `tasks` has the others
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
    st.sampled_from((*COUNTED, *NAMED)),
    st.lists(st.sampled_from(RUNS), max_size=4),
    cases=st.sampled_from((1, 2, 3, 4, 9)),
    classes=st.integers(2, 4),
    groups=st.just(()) | st.lists(st.sampled_from("uvw"), min_size=1, max_size=3),
)

"""Make the synthetic ranked lists: `python -m assets.samples.generate_ranked_lists` (into ordquant_core/samples).

As in generate.py the only randomness is `Generator.random` of one seeded PCG64, and the arithmetic is limited to
+, -, * and /: the files come out the same everywhere. Systems come in families. All systems of a family misjudge the
same documents, each adds a little noise of its own: so they resemble each other whatever their scores are.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FACTS = {
    "title": "Search engines (synthetic)",
    "kind": "ranked lists",
    "synthetic": True,
    "description": "Synthetic data: 12 invented search engines answer 20 invented topics, judged with the grades 0, 1 "
    "and 2.",
    "gold": "qrels.txt",
    "runs": ["runs/*.txt"],
}
SEED = 20130729
TOPICS = 20
DOCUMENTS = 80  # that a topic could be answered with
LISTED = 25  # documents of a list
POOLED = 9  # documents at the top of every list that are judged
FAMILIES = ("keyword", "neural", "expansion", "links")


@dataclass(frozen=True, slots=True)
class System:
    """How a system scores: how much it sees of the grade, which families it belongs to, what is its own."""

    name: str
    sight: float  # weight of the true grade
    families: tuple[str, ...]  # whose errors it shares
    own: float  # weight of its own noise
    scale: tuple[float, float] = (1, 0)  # of the scores it writes: factor, shift


SYSTEMS = (
    System("keyword-1", 0.32, ("keyword",), 0.04, (20, 0)),
    System("keyword-2", 0.31, ("keyword",), 0.05, (20, 0)),
    System("keyword-3", 0.28, ("keyword",), 0.14, (20, 0)),
    System("neural-1", 0.36, ("neural",), 0.04, (1, -2)),
    System("neural-2", 0.32, ("neural",), 0.08, (1, -2)),
    System("neural-3", 0.27, ("neural",), 0.05, (1, -2)),
    System("expansion-1", 0.3, ("expansion",), 0.06, (5, 0)),
    System("expansion-2", 0.25, ("expansion",), 0.1, (5, 0)),
    System("hybrid-1", 0.27, ("keyword", "neural"), 0.03),
    System("hybrid-2", 0.25, ("keyword", "expansion"), 0.05),
    System("links-1", 0.16, ("links",), 0.1, (100, 0)),
    System("links-2", 0.06, ("links",), 0.2, (100, 0)),
)


def write(folder: Path) -> None:
    """Write judgements, runs and groups of documents into `folder`/ranked-lists."""
    rng = np.random.Generator(np.random.PCG64(SEED))
    target = folder / "ranked-lists"
    (target / "runs").mkdir(parents=True, exist_ok=True)
    judged: list[str] = []
    lines: dict[str, list[str]] = {system.name: [] for system in SYSTEMS}
    for topic in range(1, TOPICS + 1):
        grades = _grades(rng)
        errors = {family: _noise(rng) for family in FAMILIES}
        lists = {system.name: _list(rng, system, grades, errors) for system in SYSTEMS}
        pool = sorted({int(document) for order, _ in lists.values() for document in order[:POOLED]})
        judged += [f"q{topic:02d} 0 {_name(document)} {grades[document]}" for document in pool]
        for name, (order, scores) in lists.items():
            for rank, (document, score) in enumerate(zip(order.tolist(), scores, strict=True), start=1):
                lines[name].append(f"q{topic:02d} Q0 {_name(document)} {rank} {score} {name}")
    _write(target / "qrels.txt", judged)
    for name, written in lines.items():
        _write(target / "runs" / f"{name}.txt", written)
    _write(target / "task.json", [json.dumps(FACTS, indent=2)])


def _grades(rng: np.random.Generator) -> Ints:
    """Draw the grades of a topic's documents: 0, 1 or 2; some topics have more to find than others."""
    share = 0.08 + 0.2 * rng.random()
    drawn = rng.random(DOCUMENTS)
    return (drawn < share).astype(np.int64) + (drawn < share / 3)


def _noise(rng: np.random.Generator) -> Floats:
    """Draw errors between -1 and 1, small ones more often."""
    return np.asarray(rng.random(DOCUMENTS) + rng.random(DOCUMENTS) - 1)


def _list(rng: np.random.Generator, system: System, grades: Ints, errors: dict[str, Floats]) -> tuple[Ints, list[str]]:
    """Return the documents of one list, best first, and their scores as written."""
    shared = sum((errors[family] for family in system.families), np.zeros(DOCUMENTS)) / len(system.families)
    seen = system.sight * grades + shared + system.own * _noise(rng)
    factor, shift = system.scale
    written = np.rint((seen * factor + shift) * 10_000).astype(np.int64)
    order = np.lexsort((np.arange(DOCUMENTS), written))[::-1][:LISTED]  # ties as in trec_eval: later ids first
    return order, [_decimal(int(written[document])) for document in order]


def _decimal(units: int) -> str:
    """Write ten-thousandths.

    >>> _decimal(12_345), _decimal(-50)
    ('1.2345', '-0.0050')
    """
    return f"{'-' * (units < 0)}{abs(units) // 10_000}.{abs(units) % 10_000:04d}"


def _name(document: int) -> str:
    return f"d{document + 1:02d}"


def _write(path: Path, lines: list[str]) -> None:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(Path(__file__).resolve().parents[2] / "ordquant_core" / "samples")

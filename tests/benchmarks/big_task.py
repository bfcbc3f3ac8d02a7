"""Write a large task of CSV files, for benchmarks: `python -m tests.benchmarks.big_task FOLDER [CASES] [RUNS]`."""

import sys
from pathlib import Path

import numpy as np

CLASSES = ("-2", "-1", "0", "1", "2")
ANNOTATORS = 20


def write_task(folder: Path, *, cases: int, runs: int, seed: int = 2021) -> tuple[Path, list[Path]]:
    """Write votes as `gold.csv` and estimates that sum to 1 at full precision; return where they are."""
    rng = np.random.default_rng(seed)
    shapes = rng.dirichlet(np.ones(len(CLASSES)), size=cases)
    gold = folder / "gold.csv"
    _write(gold, rng.multinomial(ANNOTATORS, shapes))
    paths = [folder / f"run-{i + 1:02}.csv" for i in range(runs)]
    for i, path in enumerate(paths):
        noise = rng.dirichlet(np.ones(len(CLASSES)), size=cases)
        weight = (i + 1) / (runs + 1)  # the first runs are the best
        _write(path, (1 - weight) * shapes + weight * noise)
    return gold, paths


def _write(path: Path, rows: np.ndarray) -> None:
    lines = [",".join((f"C{i:07}", *map(repr, row))) for i, row in enumerate(rows.tolist())]
    path.write_text("\n".join([",".join(("case", *CLASSES)), *lines]) + "\n")


if __name__ == "__main__":
    sizes = [int(number) for number in sys.argv[2:]]
    write_task(Path(sys.argv[1]), cases=sizes[0] if sizes else 100_000, runs=sizes[1] if sizes[1:] else 20)

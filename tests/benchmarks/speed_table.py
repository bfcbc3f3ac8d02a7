"""The table of speeds in the documentation: ratios of several runs, written by `make bench`.

`python -m tests.benchmarks.speed_table RATIOS.jsonl` reads a line of JSON per run, as `conftest.py` appends it, and
writes the table between the marks of `assets/docs/benchmarks.md`.
"""

import json
import sys
from pathlib import Path

from ordquant_core.numerals import decimals

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "assets" / "docs" / "benchmarks.md"
BEGIN, END = "<!-- speed: written by make bench -->\n", "<!-- end of speed -->\n"


def table(runs: list[dict[str, dict[str, float]]]) -> str:
    """Return the ratios in Markdown: how many times as long as ours another implementation takes, per pair."""
    lines = ["| measure | other implementation | time per pair, as a multiple of OrdQuant's |", "| --- | --- | ---: |"]
    for measure, peers in runs[0].items():
        for peer in peers:
            ratios = sorted(run[measure][peer] for run in runs)
            low, high = ratio(ratios[0]), ratio(ratios[-1])
            lines.append(f"| {measure} | {peer} | {low if low == high else f'{low} to {high}'} |")
    return "\n".join(lines) + "\n"


def ratio(value: float) -> str:
    """Return a ratio with about two digits."""
    return decimals(value, 2 if value < 1 else 1 if value < 20 else 0)


def with_table(page: str, text: str) -> str:
    """Return the page with the table between its marks."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + "\n" + text + "\n" + END + rest.split(END)[1]


if __name__ == "__main__":
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    written = table([json.loads(line) for line in lines])
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), written), encoding="utf-8")
    sys.stdout.write(f"{len(lines)} runs:\n{written}")

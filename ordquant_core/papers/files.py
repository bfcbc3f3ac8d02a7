"""The CSV files of this folder."""

import csv
from pathlib import Path


def read_rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a file, by their columns."""
    with Path(__file__).with_name(name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))

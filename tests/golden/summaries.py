"""What is kept of a table or an array, and whether it is still the same: numbers to 1e-12, texts exactly."""

import csv
import hashlib
import io
import json
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

KEPT = Path(__file__).parent / "kept"
TOLERANCE = 1e-12


def number_in(text: object) -> float | None:
    """Return the number that a cell holds; None for a text."""
    try:
        return float(text)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None


def summarise(values: Iterable[object]) -> dict[str, Any]:
    """Return how many numbers there are, their mean and root mean square, and a digest of everything else."""
    cells = list(values)
    numbers = [number for number in map(number_in, cells) if number is not None and math.isfinite(number)]
    found: dict[str, Any] = {"cells": len(cells)}
    if numbers:
        found |= {
            "numbers": len(numbers),
            "mean": math.fsum(numbers) / len(numbers),
            "rms": math.sqrt(math.fsum(number * number for number in numbers) / len(numbers)),
        }
    texts = [str(cell) for cell in cells if number_in(cell) is None or not math.isfinite(float(cell))]  # type: ignore[arg-type]
    if any(texts):
        found["texts"] = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
    return found


def summarise_table(text: str) -> dict[str, Any]:
    """Return the summary of every column of a CSV, by its name."""
    header, *rows = csv.reader(io.StringIO(text))
    return {name: summarise(row[at] for row in rows) for at, name in enumerate(header)}


def differences(kept: Any, now: Any, where: str = "") -> Iterator[str]:
    """Yield in words where two summaries, tables or texts differ."""
    if isinstance(kept, dict) and isinstance(now, dict):
        for key in (*kept, *(key for key in now if key not in kept)):
            if key not in kept or key not in now:
                yield f"{where}/{key}: {'only kept' if key in kept else 'new'}"
            else:
                yield from differences(kept[key], now[key], f"{where}/{key}")
    elif isinstance(kept, list) and isinstance(now, list):
        if len(kept) != len(now):
            yield f"{where}: {len(kept)} kept, {len(now)} now"
        for at, (one, other) in enumerate(zip(kept, now, strict=False)):
            yield from differences(one, other, f"{where}[{at}]")
    elif not _is_same(kept, now):
        yield f"{where}: kept {kept!r}, now {now!r}"


def _is_same(kept: object, now: object) -> bool:
    one, other = number_in(kept), number_in(now)
    if one is None or other is None:
        return kept == now
    return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE) or (math.isnan(one) and math.isnan(other))


def parsed(name: str, text: str) -> Any:
    """Return what is in a file that is kept: JSON, the cells of a CSV, or lines."""
    if name.endswith(".json"):
        return json.loads(text)
    return list(csv.reader(io.StringIO(text))) if name.endswith(".csv") else text.splitlines()


def dump(value: Any) -> str:
    """Return a summary as JSON, an entry a line, so that a change of one shows as a change of one."""
    lines = [f"{json.dumps(key)}: {json.dumps(entry, ensure_ascii=False)}" for key, entry in value.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def dump_lines(value: dict[str, list[str]]) -> str:
    """Return lists of lines as JSON, a line each."""
    return f"{json.dumps(value, ensure_ascii=False, indent=1)}\n"

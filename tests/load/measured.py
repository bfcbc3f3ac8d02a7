"""What a run of the load test has measured: a table to read, and JSON to compare."""

import os
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.load.processes import Cost
from tests.load.visitor import Timing

SHARES = {"p50": 50, "p95": 95, "max": 100}


@dataclass
class Measured:
    """One scenario."""

    title: str
    timings: dict[tuple[str, str], list[Timing]] = field(default_factory=dict)  # (page, kind of action)
    arriving: list[Timing] = field(default_factory=list)  # of actions begun before all had opened their first page
    errors: Counter[str] = field(default_factory=Counter)
    server: Cost = field(default_factory=Cost)
    visitors_cpu: float = 0.0  # the share of one core that the visitors took
    visitors_lag: float = 0.0  # seconds that the visitors were late at most: to be subtracted from the slowest
    load: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def add(self, page: str, kind: str, timing: Timing, *, arriving: bool = False) -> None:
        """Note an action that was answered; `arriving`: while others were opening their first page."""
        if arriving and kind != "open":
            self.arriving.append(timing)
        else:
            self.timings.setdefault((page, kind), []).append(timing)

    def chosen(self, *, opening: bool) -> list[Timing]:
        """Return the timings of opening pages by their link, or of all other actions."""
        return [timing for (_, kind), found in self.timings.items() if (kind == "open") == opening for timing in found]

    def summary(self) -> dict[str, Any]:
        """Return everything as plain data; times in milliseconds, memory in MB."""
        rows = {f"{page or 'start'}: {kind}": _spread(found) for (page, kind), found in sorted(self.timings.items())}
        n = len(self.arriving) + sum(map(len, self.timings.values()))
        memory = [round(value / 1e6) for value in self.server.memory]
        return {
            "scenario": self.title,
            "actions": _spread(self.chosen(opening=False)),
            "opening": _spread(self.chosen(opening=True)),
            "arriving": _spread(self.arriving),
            "rows": rows,
            "errors": dict(self.errors),
            "server": {
                "cores": round(self.server.cpu / self.server.seconds, 2) if self.server.seconds else None,
                "cpu_per_action_ms": round(1000 * self.server.cpu / n) if n else None,
                "memory_first": memory[0] if memory else None,
                "memory_most": max(memory, default=None),
                "memory_last": memory[-1] if memory else None,
            },
            "visitors": {"cores": round(self.visitors_cpu, 2), "latest_ms": round(1000 * self.visitors_lag)},
            "load_average": self.load,
            "finished": time.strftime("%Y-%m-%d %H:%M:%S"),
            "cpus": os.cpu_count(),
        }


def _spread(found: Iterable[Timing]) -> dict[str, Any]:
    timings = list(found)
    result: dict[str, Any] = {"n": len(timings)}
    if timings:
        result |= {name: _milliseconds([each.finished for each in timings], at) for name, at in SHARES.items()}
        result["kb_p50"] = round(float(np.median([each.received for each in timings])) / 1000, 1)
    tables = [each.table for each in timings if each.table is not None]
    if tables:
        result |= {f"table_{name}": _milliseconds(tables, at) for name, at in SHARES.items()}
    return result


def _milliseconds(values: list[float], percentile: float) -> int:
    return round(1000 * float(np.percentile(values, percentile)))


def as_text(summary: dict[str, Any]) -> str:
    """Return a summary as a table for a terminal; times in milliseconds, what an action sends down in kB."""
    head = f"{'':38}{'n':>7}{'p50':>8}{'p95':>8}{'max':>8}{'table p50':>11}{'p95':>8}{'kB p50':>8}"
    columns = (("n", 7), ("p50", 8), ("p95", 8), ("max", 8), ("table_p50", 11), ("table_p95", 8), ("kb_p50", 8))
    rows = {
        **summary["rows"],
        "all pages opened by link": summary["opening"],
        "all actions while others arrive": summary["arriving"],
        "all other actions": summary["actions"],
    }
    lines = [
        name.ljust(38) + "".join(str(row.get(key, "")).rjust(width) for key, width in columns)
        for name, row in rows.items()
    ]
    server, visitors = summary["server"], summary["visitors"]
    errors = ", ".join(f"{n} x {reason}" for reason, n in summary["errors"].items()) or "none"
    return "\n".join(
        [
            summary["scenario"],
            head,
            *lines,
            f"errors: {errors}",
            f"server: {server['cores']} cores, {server['cpu_per_action_ms']} ms of CPU per action or opened page; "
            f"memory {server['memory_first']} MB at first, {server['memory_most']} at most, "
            f"{server['memory_last']} at last",
            f"visitors: {visitors['cores']} cores, late by {visitors['latest_ms']} ms at most; "
            f"load average {', '.join(f'{value:.1f}' for value in summary['load_average'])} on {summary['cpus']} cores",
            "",
        ]
    )

"""Ratios and other findings, repeated at the end of the run; `ORDQUANT_RATIOS=FILE` appends the ratios to a file."""

import json
import os
from pathlib import Path

import pytest

FINDINGS = pytest.StashKey[dict]()
PER_PAIR = pytest.StashKey[dict]()


@pytest.fixture
def findings(request):
    """Lines for the end of the run, by what they are about."""
    return request.config.stash.setdefault(FINDINGS, {})


@pytest.fixture
def per_pair(request):
    """Seconds a pair took in the fastest round, by measure and implementation."""
    return request.config.stash.setdefault(PER_PAIR, {})


def pytest_terminal_summary(terminalreporter, config):
    times, findings = config.stash.get(PER_PAIR, {}), config.stash.get(FINDINGS, {})
    if times:
        terminalreporter.section("OrdQuant, validation included, beside its peers")
        terminalreporter.line("Fastest rounds, time of a pair. `loop`: one pair at a time, measured on fewer pairs.")
    found = {}
    for measure in dict.fromkeys(measure for measure, _ in times):
        peers = {name: time for (key, name), time in times.items() if key == measure and name != "OrdQuant"}
        ours = times.get((measure, "OrdQuant"))
        if ours is not None:
            found[measure] = {name: time / ours for name, time in peers.items()}
            ratios = ", ".join(f"{_ratio(time / ours)}× {name}" for name, time in peers.items())
            terminalreporter.line(f"{measure}: {ratios} (OrdQuant: {ours * 1e9:.1f} ns a pair)")
    if found and os.environ.get("ORDQUANT_RATIOS"):
        with Path(os.environ["ORDQUANT_RATIOS"]).open("a", encoding="utf-8") as file:
            file.write(json.dumps(found) + "\n")
    for about, line in findings.items():
        terminalreporter.line(f"{about}: {line}")


def _ratio(value):
    return f"{value:.1f}" if value < 20 else f"{value:,.0f}"

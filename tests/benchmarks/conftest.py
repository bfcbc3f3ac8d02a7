"""Ratios and other findings, told once more at the end of the run."""

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
    for measure in dict.fromkeys(measure for measure, _ in times):
        peers = {name: time for (key, name), time in times.items() if key == measure and name != "OrdQuant"}
        ours = times.get((measure, "OrdQuant"))
        if ours is not None:
            ratios = ", ".join(f"{_ratio(time / ours)}× {name}" for name, time in peers.items())
            terminalreporter.line(f"{measure}: {ratios} (OrdQuant: {ours * 1e9:.1f} ns a pair)")
    for about, line in findings.items():
        terminalreporter.line(f"{about}: {line}")


def _ratio(value):
    return f"{value:.1f}" if value < 20 else f"{value:,.0f}"

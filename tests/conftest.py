"""What every test shares."""

import os
import signal
import sys
from itertools import chain, groupby, islice

import pytest
from hypothesis import HealthCheck, settings

from ordquant_core.measures.registry import MEASURES
from tests.browser import servers
from tests.strategies import EXAMPLES

MAIN = sys.modules["__main__"]
# No deadline, no check of speed: the first call of a function is slow on a busy machine, and that is no finding. In CI
# the same examples every time: what fails there is the change. `make check` asks for few, `make nightly` for many.
settings.register_profile(
    "ordquant",
    deadline=None,
    max_examples=EXAMPLES,
    derandomize="CI" in os.environ,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ordquant")


def pytest_configure() -> None:
    """Before any worker is started. Whoever is asked to end does so as after Ctrl-C: no server is left behind."""
    servers.begin()
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def pytest_unconfigure(config: pytest.Config) -> None:
    """When all workers have ended."""
    if not hasattr(config, "workerinput"):
        servers.end()


@pytest.fixture
def own_measures_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the measures that a test adds to its process: others look at all of them."""
    monkeypatch.setattr(MEASURES, "_by_key", dict(MEASURES._by_key))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup():
    """Undo what AppTest leaves behind: to it `__main__` is a page, which every process that a test starts would run."""
    sys.modules["__main__"] = MAIN


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: those that have a browser wait for it most of the time."""
    return 2 * (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give every worker long tests first and short ones last, so that all of them are at work to the end.

    `--dist worksteal` cuts the list into one part per worker; who has done its own takes half of what is left of
    another's. Long files are spread over the parts, each as a whole: its fixtures are made once.
    """
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        items[:] = spread(items, workers)


def spread(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return tests in another order: of each of so many equal parts, long ones at its beginning.

    Half of the workers have all tests with a browser: they wait while others compute, and start fewer browsers.
    """
    long = dict.fromkeys(one for one in items if one.get_closest_marker("slow") or one.get_closest_marker("browser"))
    short = iter([item for item in items if item not in long])
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    waiting = max(1, workers // 2)
    for _, group in groupby(long, key=lambda item: item.path):
        file = list(group)
        beside = any(item.get_closest_marker("browser") for item in file)
        min(parts[:waiting] if beside else parts[waiting:], key=len).extend(file)
    for at, part in enumerate(parts):
        part.extend(islice(short, max(0, (at + 1) * len(items) // workers - at * len(items) // workers - len(part))))
    return [*chain.from_iterable(parts), *short]


@pytest.fixture(scope="session")
def dask_address():
    """The address of a Dask cluster of two workers on this machine."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        yield cluster.scheduler_address

"""What every test shares."""

import os
import signal
import sys

import pytest
from hypothesis import HealthCheck, settings

from tests.browser import servers

MAIN = sys.modules["__main__"]
# No deadline, no check of speed: the first call of a function is slow on a busy machine, and that is no finding.
settings.register_profile(
    "ordquant", deadline=None, max_examples=40, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
# In CI the same examples every time: what fails there is the change. Everywhere else they are new ones.
settings.register_profile("ci", settings.get_profile("ordquant"), derandomize=True)
# To search for long: `pytest --hypothesis-profile=search`, or as long as one likes: `ORDQUANT_EXAMPLES=10000 pytest …`.
settings.register_profile("search", settings.get_profile("ordquant"), max_examples=1000)
settings.load_profile("ci" if os.environ.get("CI") else "ordquant")
if os.environ.get("ORDQUANT_EXAMPLES"):
    settings.register_profile("asked", settings(), max_examples=int(os.environ["ORDQUANT_EXAMPLES"]))
    settings.load_profile("asked")


def pytest_configure() -> None:
    """Before any worker is started. Whoever is asked to end does so as after Ctrl-C: no server is left behind."""
    servers.begin()
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def pytest_unconfigure(config: pytest.Config) -> None:
    """When all workers have ended."""
    if not hasattr(config, "workerinput"):
        servers.end()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup():
    """Undo what AppTest leaves behind: to it `__main__` is a page, which every process that a test starts would run."""
    sys.modules["__main__"] = MAIN


@pytest.fixture(scope="session")
def dask_address():
    """The address of a Dask cluster of two workers on this machine."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        yield cluster.scheduler_address

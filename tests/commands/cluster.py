"""A Dask cluster of processes of its own, which may be killed."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
QUIET = ("--no-dashboard",)


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen]]]:
    """Yield the address of a scheduler with one worker, and both processes."""
    said = folder / "scheduler.json"
    processes = []
    try:
        listens = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(said), *QUIET)
        processes.append(_started("scheduler", listens))
        _until(lambda: said.exists() and said.read_text().rstrip()[-1:] == "}", processes)  # not as soon as it is there
        works = ("--scheduler-file", str(said), "--no-nanny", "--nthreads", "1", *QUIET)
        processes.append(_started("worker", works))
        address = json.loads(said.read_text())["address"]
        _until(lambda: _has_worker(address), processes)
        yield address, processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _started(kind: str, options: tuple[str, ...]) -> subprocess.Popen:
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *options]
    silent = subprocess.DEVNULL
    return subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=silent, stderr=silent)


WAIT = "import sys; from distributed import Client; Client(sys.argv[1], timeout=60).wait_for_workers(1, timeout=60)"


def _has_worker(address: str) -> bool:
    """Wait for the worker, in a process of its own: on a busy machine a client may not get its thread in time."""
    return subprocess.run([sys.executable, "-c", WAIT, address], capture_output=True).returncode == 0


def _until(true, processes: list[subprocess.Popen]) -> None:
    for _ in range(600):
        if true():
            return
        assert all(process.poll() is None for process in processes), "the cluster did not start"
        time.sleep(0.1)
    raise AssertionError("the cluster did not start")

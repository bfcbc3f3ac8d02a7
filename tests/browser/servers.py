"""The servers of a run of the tests: every script is served once, for all workers, until the run ends.

The process that was started first makes a folder and names it in the environment; all workers find it there. Whoever
needs a script first starts its server and notes the address in that folder; a lock keeps others from doing so as well.
"""

import fcntl
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from pages.server import hosts

ROOT = Path(__file__).parents[2]
SEVERAL = ROOT / "assets" / "serve" / "__main__.py"  # two processes behind a proxy
FOLDER = "ORDQUANT_TEST_SERVERS"
NAME = "ordquant.test"  # by which a browser can call the servers, besides localhost
PATIENCE = 150  # seconds for a server to answer, or to end, on a busy machine
STARTED: list[subprocess.Popen[bytes]] = []  # who forgets a running process is warned by Python


def proxy_required() -> None:
    """Skip a test where HAProxy is not installed, or fail if REQUIRE_BROWSER=1."""
    from assets.serve.__main__ import ServingError, proxy_program  # with Streamlit, which few tests need

    try:
        proxy_program()
    except ServingError as problem:
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(f"REQUIRE_BROWSER=1, but: {problem}")
        pytest.skip(str(problem))


def begin() -> None:
    """Make the folder of this run; workers call `begin`, too, and find it there."""
    if FOLDER not in os.environ:
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="ordquant-tests-")


def end() -> None:
    """Stop all servers of this run."""
    folder = Path(os.environ.pop(FOLDER))
    for note in folder.glob("*.json"):
        stop(json.loads(note.read_text())["pid"])
    shutil.rmtree(folder)


def shared(script: Path) -> str:
    """Return the address of the server of a script, started if need be."""
    folder = Path(os.environ[FOLDER])
    note = folder / f"{script.stem}.json"
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if not note.exists():
            served = ROOT / "tests" / "browser" / "served_app.py" if script == ROOT / "app.py" else script
            address, process = start(served, folder / f"{script.stem}.txt")
            STARTED.append(process)
            note.write_text(json.dumps({"address": address, "pid": process.pid}))
    return str(json.loads(note.read_text())["address"])


def start(
    script: Path, log: Path, *options: str, folder: Path = ROOT, environment: Mapping[str, str] | None = None
) -> tuple[str, subprocess.Popen[bytes]]:
    """Start a server from a folder, on a free port, wait until it answers, and return its address."""
    port = free_port()
    address = f"http://localhost:{port}"
    alone = ["streamlit", "run", str(script), "--server.port", str(port)]
    program = ["assets.serve", "--workers", "2", "--port", str(port)] if script == SEVERAL else alone
    usual = os.environ | {
        "PYTHONPATH": str(ROOT),
        "STREAMLIT_CLIENT_SHOW_ERROR_DETAILS": "full",
        hosts.HOSTS: ",".join([*hosts.LOOPBACK, NAME]),
    }
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", *program, *options],
            cwd=folder,
            env=usual if environment is None else environment,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        until(lambda: process.poll() is not None or _answers(address), "does not answer")
        assert process.poll() is None, "has ended"
    except AssertionError as problem:
        process.kill()
        process.wait()
        raise RuntimeError(f"{script.name} {problem} on {address}:\n{log.read_text(errors='replace')}") from None
    return address, process


@contextmanager
def proxied(folder: Path, behind: int, port: int | None = None) -> Iterator[int]:
    """Run our proxy in front of a port; yield the port where it listens, on all addresses of this machine alone."""
    proxy_required()
    from assets.serve import __main__ as serve

    port, file = port or free_port(), folder / "haproxy.cfg"
    file.write_text(serve.configuration("localhost", port, [behind]))
    process = subprocess.Popen([serve.proxy_program(), "-db", "-q", "-f", str(file)])
    try:
        until(lambda: _listens(port), "the proxy does not start")
        yield port
    finally:
        process.kill()
        process.wait()


def until(holds: Callable[[], bool], otherwise: str) -> None:
    """Wait until it holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, otherwise
        time.sleep(0.1)


def by_name(address: str) -> str:
    """Return an address of a server under a name that phones could reach, too; Chromium is told where that is."""
    return address.replace("localhost", NAME)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(script: Path, log: Path, *options: str, **where: Any) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Hold a server, as `start` takes it; yield its address and its process, and end it."""
    address, process = start(script, log, *options, **where)
    try:
        yield address, process
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def stop(pid: int) -> None:
    """End a server, whoever has started it."""
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        process.terminate()
        try:
            process.wait(PATIENCE)
        except psutil.TimeoutExpired:
            process.kill()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 5).close()
    except OSError:
        return False
    return True


def _answers(address: str) -> bool:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never through a proxy
    try:
        with direct.open(f"{address}/_stcore/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False

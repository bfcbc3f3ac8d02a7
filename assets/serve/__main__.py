"""Serve a class: several processes of the dashboard behind HAProxy, `python -m assets.serve --workers 2`.

One process uses one core. Every further option is passed on to `streamlit run`. If a process ends, the proxy's health
check takes it out and it is restarted; its visitors continue in another one, with what their link contains. Ctrl-C and
SIGTERM end everything. ORDQUANT_TASKS and other environment variables apply to all processes.
"""

import argparse
import ctypes
import ipaddress
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
import urllib.request
from pathlib import Path
from string import Template

from ordquant_core.measures.registry import PLUGIN_PROBLEM
from pages.server import hosts
from pages.server.headers import content_policy
from pages.shared import room

ROOT = Path(__file__).parents[2]
TEMPLATE = Path(__file__).with_name("haproxy.cfg")
MEBIBYTE = 1 << 20
LONGEST_START = 300.0  # seconds until a process must answer: a machine may be busy
LONGEST_END = 10.0  # seconds until a process that was asked to end is killed
PAUSE = 2.0  # seconds between two starts of a process that keeps ending
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
SIGNAL_AT_DEATH = 1  # PR_SET_PDEATHSIG of prctl(2)
CONNECTIONS, MOST_CONNECTIONS = "ORDQUANT_CONNECTIONS", 1000  # the variable, and its default: of one address at a time
PROXY = "ORDQUANT_PROXY"  # the variable with the network of a proxy in front, which names the visitors it speaks for
LOOK = 0.25  # seconds between two checks of the processes


class ServingError(Exception):
    """What keeps the dashboard from being served, in one sentence."""


def main() -> int:
    """Serve until asked to end; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m assets.serve", description=__doc__.partition("\n")[0])
    parser.add_argument("--workers", type=int, default=2, help="processes, at most one per core (default: 2)")
    parser.add_argument("--address", default="localhost", help="address to listen on; 0.0.0.0: all network interfaces")
    parser.add_argument("--port", type=int, default=8501)
    arguments, options = parser.parse_known_args()
    asked = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: asked.set())
    try:
        with tempfile.TemporaryDirectory(prefix="ordquant-") as folder:
            _serve(arguments, options, Path(folder), asked)
    except ServingError as problem:
        _say(str(problem))
        return 1
    return 0


def proxy_program() -> str:
    """Return the path of HAProxy, even if it is not on the PATH. Raises `ServingError` if it is not installed."""
    found = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin:/sbin")
    if found is None:
        raise ServingError(
            "HAProxy is not installed. Install it (Debian, Ubuntu: apt-get install haproxy; Fedora: dnf install "
            "haproxy; macOS: brew install haproxy), or use `make run`, which serves with one process and no proxy."
        )
    return found


def configuration(address: str, port: int, ports: list[int]) -> str:
    """Return the configuration of the proxy in front of the processes on `ports`.

    Raises `ServingError` if ORDQUANT_CONNECTIONS is no number, or ORDQUANT_PROXY no network.
    """
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    hosts = [f"[{host}]" if ":" in host else host for host in _hosts(address, port)]
    most = os.environ.get(CONNECTIONS, "") or str(MOST_CONNECTIONS)
    if not most.isdecimal() or int(most) < 1:
        raise ServingError(f"{CONNECTIONS} is {most!r}; expected a whole number of at least 1.")
    proxy = os.environ.get(PROXY, "")
    try:
        network = str(ipaddress.ip_network(proxy)) if proxy else ""
    except ValueError as problem:
        raise ServingError(f"{PROXY} is {proxy!r}; expected a network such as 10.0.0.0/8 ({problem}).") from None
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        bind="\n".join(f"    bind {host}:{port}" for host in hosts),
        largest_body=(settings["server"]["maxUploadSize"] + 1) * MEBIBYTE,
        connections=int(most),
        unless_proxy=f" !{{ src {network} }}" if network else "",
        except_proxy=f" except {network}" if network else "",
        servers="\n".join(f"    server p{n} 127.0.0.1:{each} cookie p{n}" for n, each in enumerate(ports, start=1)),
    )


class Worker:
    """One process of the dashboard, on a port that only this machine can reach."""

    def __init__(self, port: int, options: list[str], visited: str = "localhost") -> None:
        address = ["--server.address", "127.0.0.1", "--server.port", str(port), "--logger.hideWelcomeMessage", "true"]
        if not any(option.startswith("--server.allowedHosts") for option in options):
            names = hosts.allowed_hosts(visited) or ("*",)  # visitors use the proxy's name
            address += [f"--server.allowedHosts={name}" for name in names]
        self.port = port
        self._command = [sys.executable, "-m", "streamlit", "run", "app.py", *options, *address]
        self.start()

    def start(self) -> None:
        """Start or restart it."""
        self.started = time.monotonic()
        self.process = _start(self._command)

    def answers(self) -> bool:
        """Return whether it is ready."""
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with direct.open(f"http://127.0.0.1:{self.port}/_stcore/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def restart_if_ended(self) -> None:
        """Restart it if it has ended, but not in a tight loop."""
        if self.process.poll() is not None and time.monotonic() - self.started > PAUSE:
            _say(f"A process ended with code {self.process.returncode} and is started again.")
            self.start()


def _serve(arguments: argparse.Namespace, options: list[str], folder: Path, asked: threading.Event) -> None:
    if PLUGIN_PROBLEM:
        raise ServingError(PLUGIN_PROBLEM)
    try:
        content_policy()
        for limit in room.USUAL:
            room.most(limit)
    except ValueError as problem:  # OrdquantError is one
        raise ServingError(str(problem)) from None
    if arguments.workers < 1:
        raise ServingError("--workers must be at least 1.")
    program = proxy_program()
    _check_free(arguments.address, arguments.port)
    _say(f"Starting {arguments.workers} processes; on a busy machine this may take some minutes.")
    workers: list[Worker] = []
    proxy: subprocess.Popen[bytes] | None = None
    try:
        workers.extend(Worker(port, options, arguments.address) for port in _free_ports(arguments.workers))
        _wait(workers, asked)
        settings = folder / "haproxy.cfg"
        ports = [worker.port for worker in workers]
        settings.write_text(configuration(arguments.address, arguments.port, ports), encoding="utf-8")
        if not asked.is_set():
            proxy = _start([program, "-db", "-q", "-f", str(settings)])
            _say(f"OrdQuant is on http://{arguments.address}:{arguments.port} ({arguments.workers} processes).")
        while proxy and not asked.wait(LOOK):
            if proxy.poll() is not None:
                raise ServingError(f"HAProxy ended with code {proxy.returncode}.")
            for worker in workers:
                worker.restart_if_ended()
    finally:
        _end([*([proxy] if proxy else []), *(worker.process for worker in workers)])


def _wait(workers: list[Worker], asked: threading.Event) -> None:
    """Wait until every process is ready."""
    until = time.monotonic() + LONGEST_START
    for number, worker in enumerate(workers, start=1):
        while not asked.is_set() and not worker.answers():
            if worker.process.poll() is not None:
                raise ServingError(f"The dashboard does not start: it ended with code {worker.process.returncode}.")
            if time.monotonic() > until:
                raise ServingError(f"The dashboard did not answer within {LONGEST_START:g} seconds.")
            asked.wait(LOOK)
        if not asked.is_set():
            _say(f"Process {number} of {len(workers)} is ready.")


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    """Start a process in its own group: Ctrl-C reaches only this program, which ends the others in order."""
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, process_group=0, preexec_fn=_end_with_parent)


def _end_with_parent() -> None:
    """Let a process end with its parent, even if the parent is killed; only Linux supports this."""
    if LIBC is not None:
        LIBC.prctl(SIGNAL_AT_DEATH, signal.SIGTERM)


def _end(processes: list[subprocess.Popen[bytes]]) -> None:
    """End processes, by force if necessary."""
    for process in processes:
        process.terminate()
    until = time.monotonic() + LONGEST_END
    for process in processes:
        try:
            process.wait(timeout=max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _hosts(address: str, port: int) -> list[str]:
    """Return the numeric addresses of a host name: `localhost` often has two."""
    try:
        found = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as reason:
        raise ServingError(f"The address {address!r} is unknown: {reason}.") from None
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def _check_free(address: str, port: int) -> None:
    """Raise `ServingError` if the proxy could not listen."""
    for host in _hosts(address, port):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as reason:
                raise ServingError(
                    f"Port {port} on {address} cannot be used: {reason.strerror}. Is another server running there? "
                    "`make serve PORT=8601` uses another port."
                ) from None


def _free_ports(n: int) -> list[int]:
    """Return free ports; each is held until all are found, so that none is returned twice."""
    probes = [socket.socket() for _ in range(n)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [int(probe.getsockname()[1]) for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def _say(words: str) -> None:
    sys.stderr.write(f"{words}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())

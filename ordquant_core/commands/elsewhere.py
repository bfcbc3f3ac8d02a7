"""Where heavy work is carried out: in this process, in worker processes, or on a Dask cluster."""

import argparse
import logging
import multiprocessing
import os
import pickle
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ordquant_core.commands.options import count
from ordquant_core.errors import OrdquantError, extra
from ordquant_core.version import VERSION

MOST_WORKERS = 256
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")  # a core each
PATIENCE = 5  # seconds until a cluster must have answered
ALONE = 6  # seconds that it may have no worker
LOOKED_UP = 0.5  # seconds between two looks at it
# What each machine is asked. A function of ours would be looked for in the package that the machine may not have.
_INSTALLED = f"install OrdQuant {VERSION} on the scheduler and on every worker"
_ASKED = "__import__('ordquant_core.version', fromlist=['VERSION']).VERSION"
_Work = Callable[[Any], Any]


def add_elsewhere(added: argparse.ArgumentParser) -> None:
    """Add the options that say where a command does its heavy work; the numbers are the same everywhere."""
    group = added.add_argument_group("parallel computation, with the same results")
    where = group.add_mutually_exclusive_group()
    where.add_argument("--workers", type=_workers, metavar="N", help="use N processes on this machine")
    where.add_argument("--dask", metavar="ADDRESS", help="use this Dask cluster, such as tcp://host:8786")


@contextmanager
def executor_of(options: argparse.Namespace) -> Iterator[Executor | None]:
    """Yield the executor that the options ask for; None for this process.

    Raises `OrdquantError` where there is no cluster at the address, where one of its machines has no OrdQuant or has
    another version, where the cluster is lost while it works, and where Dask is not installed.
    """
    if options.workers is not None:
        os.environ.update(ONE_THREAD)  # for the processes: this one has loaded its libraries
        with TemporaryDirectory() as folder, _Processes(options.workers, folder) as pool:
            try:
                yield pool
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    elif options.dask is not None:
        with extra("dask", "--dask"):
            import distributed  # noqa: F401
        with _in_one_sentence(options.dask), _client(options.dask) as client, _watched(client) as cluster:
            yield cluster
    else:
        yield None


class _Processes(ProcessPoolExecutor):
    """Processes that read what pieces share from a file, each once."""

    def __init__(self, workers: int, folder: str) -> None:
        # Not by fork: this process may have threads, of NumPy's libraries above all.
        super().__init__(workers, mp_context=multiprocessing.get_context("spawn"))
        self._folder, self._number = Path(folder), 0

    def share(self, work: _Work) -> "_FromFile":
        """Write what pieces share."""
        self._number += 1
        path = self._folder / str(self._number)
        path.write_bytes(pickle.dumps(work, protocol=5))
        return _FromFile(path)


@dataclass(frozen=True)
class _FromFile:
    path: Path

    def __call__(self, piece: Any) -> Any:
        return _read(self.path)(piece)


@lru_cache(maxsize=1)  # works follow each other
def _read(path: Path) -> _Work:
    work: _Work = pickle.loads(path.read_bytes())
    return work


class _Cluster(Executor):
    """The executor of a Dask client, all of whose futures end: Dask keeps some waiting for ever for a lost cluster."""

    def __init__(self, client: Any) -> None:
        self._client, self._executor, self._waiting = client, client.get_executor(), set[Future[Any]]()

    def share(self, work: _Work) -> Any:
        """Send what pieces share to every worker."""
        return self._client.scatter(work, broadcast=True, hash=False)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Send a call to the cluster."""
        future: Future[Any] = Future()
        self._waiting.add(future)
        future.add_done_callback(self._waiting.discard)
        self._executor.submit(function, *arguments, **named).add_done_callback(partial(_pass_on, future))
        return future

    def watch(self, over: threading.Event) -> None:
        """Cancel everything that is under way if the cluster is lost or has no worker for a while."""
        seen = time.monotonic()
        while not over.wait(LOOKED_UP):
            with suppress(Exception):  # a scheduler that does not answer has no worker, either
                if self._client.scheduler_info()["workers"]:
                    seen = time.monotonic()
            if self._client.status != "running" or time.monotonic() - seen > ALONE:
                for future in list(self._waiting):
                    future.cancel()


def _pass_on(future: Future[Any], theirs: Future[Any]) -> None:
    """Let a future end as another one has, unless it has ended."""
    with suppress(InvalidStateError):
        if theirs.cancelled():
            future.cancel()
        elif problem := theirs.exception():
            future.set_exception(problem)
        else:
            future.set_result(theirs.result())


@contextmanager
def _watched(client: Any) -> Iterator[_Cluster]:
    cluster, over = _Cluster(client), threading.Event()
    threading.Thread(target=cluster.watch, args=[over], daemon=True).start()
    try:
        yield cluster
    finally:
        over.set()


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """Yield the client of a cluster whose machines have the OrdQuant that this process has."""
    from distributed import Client

    try:
        client = Client(address, timeout=PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as problem:
        reason = str(problem).partition("\n")[0]
        raise OrdquantError(f"--dask: no Dask cluster answers at {address} ({reason})") from None
    try:
        _check_versions(client)
        yield client
    finally:
        with suppress(TimeoutError):  # the cluster may be gone
            client.close(timeout=1)  # type: ignore[no-untyped-call]


@contextmanager
def _in_one_sentence(address: str) -> Iterator[None]:
    """Say in one sentence what goes wrong on a cluster; Dask itself reports it in many lines."""
    from distributed import KilledWorker
    from distributed.comm.core import CommClosedError

    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except OrdquantError:
        raise
    except (CancelledError, CommClosedError, KilledWorker, TimeoutError):
        check = "check its memory and its log, then start again"
        raise OrdquantError(f"--dask: the cluster was lost while it worked at {address}; {check}") from None
    except (ImportError, RuntimeError) as problem:  # of a machine that came later, or whose packages are others
        if isinstance(problem, RuntimeError) and "deserialization" not in str(problem):
            raise
        reason = str(problem).partition("\n")[0]
        words = f"--dask: a machine of the cluster at {address} cannot do the work ({reason}); {_INSTALLED}"
        raise OrdquantError(words) from None
    finally:
        logging.disable(before)


def _check_versions(client: Any) -> None:
    """Raise `OrdquantError` unless the scheduler and all workers have the OrdQuant that this process has."""
    answers = {f"the worker {name}": version for name, version in client.run(eval, _ASKED, on_error="return").items()}
    scheduler = f"the scheduler {client.scheduler.address}"
    try:
        answers[scheduler] = client.run_on_scheduler(eval, _ASKED)
    except ImportError as problem:
        answers[scheduler] = problem
    for name, version in answers.items():
        if version != VERSION:
            has = f"has OrdQuant {version}" if isinstance(version, str) else "has no OrdQuant"
            raise OrdquantError(f"--dask: {name} {has}; {_INSTALLED}")


def _workers(text: str) -> int:
    number = count(text)
    if number > MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"{text} processes are too many; use at most {MOST_WORKERS}")
    return number

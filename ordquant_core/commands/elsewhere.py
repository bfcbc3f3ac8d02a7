"""Where heavy work is carried out: in this process, in worker processes, or on a Dask cluster."""

import argparse
import logging
import multiprocessing
import os
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from ordquant_core.commands.options import count
from ordquant_core.errors import OrdquantError, extra
from ordquant_core.version import VERSION

MOST_WORKERS = 256
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")  # a core each
ALONE = 60  # seconds that a cluster may have no worker
PATIENCE = 5  # seconds until a cluster must have answered
# What each machine is asked. A function of ours would be looked for in the package that the machine may not have.
_INSTALLED = f"install OrdQuant {VERSION} on the scheduler and on every worker"
_ASKED = "__import__('ordquant_core.version', fromlist=['VERSION']).VERSION"


def add_elsewhere(added: argparse.ArgumentParser) -> None:
    """Add the options that say where a command does its heavy work; the numbers are the same everywhere."""
    group = added.add_argument_group("parallel computation", "these options do not change the results")
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
        # Not by fork: this process may have threads, of NumPy's libraries above all.
        spawn = multiprocessing.get_context("spawn")
        with _with_environment(ONE_THREAD), ProcessPoolExecutor(options.workers, mp_context=spawn) as pool:
            try:
                yield pool
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    elif options.dask is not None:
        with extra("dask", "--dask"):
            from distributed import Client
        with _reporting_in_one_sentence(options.dask):
            try:
                client = Client(options.dask, timeout=PATIENCE)  # type: ignore[no-untyped-call]
            except (OSError, ValueError, TypeError) as problem:
                reason = str(problem).partition("\n")[0]
                raise OrdquantError(f"--dask: no Dask cluster answers at {options.dask} ({reason})") from None
            try:
                _check_versions(client)
                with _watching(client, options.dask) as cluster:
                    yield cluster
            except BaseException:
                with suppress(TimeoutError):  # the cluster may be gone
                    client.close(timeout=1)  # type: ignore[no-untyped-call]
                raise
            client.close()  # type: ignore[no-untyped-call]
    else:
        yield None


@contextmanager
def _reporting_in_one_sentence(address: str) -> Iterator[None]:
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
    except (CancelledError, CommClosedError, KilledWorker, TimeoutError) as problem:
        lost = "a worker was lost again and again" if isinstance(problem, KilledWorker) else "the cluster was lost"
        said = f"--dask: {lost} while it worked at {address}; check its memory and its log, then start again"
        raise OrdquantError(said) from None
    except (ImportError, RuntimeError) as problem:  # of a machine that came later, or whose packages are others
        if isinstance(problem, RuntimeError) and "deserialization" not in str(problem):
            raise
        reason = str(problem).partition("\n")[0]
        said = f"--dask: a machine of the cluster at {address} cannot do the work ({reason}); {_INSTALLED}"
        raise OrdquantError(said) from None
    finally:
        logging.disable(before)


@contextmanager
def _watching(client: Any, address: str) -> Iterator[Executor]:
    """Yield the executor of a cluster, and end the work if the cluster is lost or has no worker for a while."""
    over, lonely = threading.Event(), threading.Event()
    cluster = _Cluster(client)

    def watch() -> None:
        seen = time.monotonic()
        while not over.wait(1) and client.status == "running":  # else what was under way is lost
            with suppress(Exception):  # a scheduler that does not answer has no worker, either
                if client.scheduler_info()["workers"]:
                    seen = time.monotonic()
            if client.status == "running" and time.monotonic() - seen > ALONE:
                lonely.set()
                break
        cluster.end()

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield cluster
    except CancelledError:
        if not lonely.is_set():
            raise
        said = f"--dask: the cluster at {address} has had no worker for {ALONE} s; start workers, then run this again"
        raise OrdquantError(said) from None
    finally:
        over.set()


class _Cluster(Executor):
    """The executor of a Dask client, all of whose futures end: Dask keeps some waiting for ever for a lost cluster."""

    def __init__(self, client: Any) -> None:
        self._client, self._executor = client, client.get_executor()
        self._lock, self._ended = threading.Lock(), False
        self._waiting: dict[Future[Any], Future[Any]] = {}  # Dask's future of each of ours

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        """Send a call to the cluster. Raises `CancelledError` where there is none any more."""
        future: Future[Any] = Future()
        with self._lock:
            if self._ended or self._client.status == "closed":
                raise CancelledError
            theirs = self._waiting[future] = self._executor.submit(function, *arguments, **options)
        future.add_done_callback(self._let_go)
        theirs.add_done_callback(partial(_pass_on, future))
        return future

    def end(self) -> None:
        """Cancel everything that is under way."""
        with self._lock:
            self._ended = True
        for future in list(self._waiting):
            future.cancel()

    def _let_go(self, future: Future[Any]) -> None:
        theirs = self._waiting.pop(future)
        if future.cancelled() and not self._ended:
            theirs.cancel()


def _pass_on(future: Future[Any], theirs: Future[Any]) -> None:
    """Let a future end as another one has."""
    if theirs.cancelled():
        future.cancel()
    elif future.set_running_or_notify_cancel():
        problem = theirs.exception()
        if problem is None:
            future.set_result(theirs.result())
        else:
            future.set_exception(problem)


def _check_versions(client: Any) -> None:
    """Raise `OrdquantError` unless the scheduler and all workers have the OrdQuant that this process has."""
    found = {f"the worker {name}": said for name, said in client.run(eval, _ASKED, on_error="return").items()}
    try:
        found[f"the scheduler {client.scheduler.address}"] = client.run_on_scheduler(eval, _ASKED)
    except ImportError as problem:
        found[f"the scheduler {client.scheduler.address}"] = problem
    wrong = {name: said for name, said in found.items() if said != VERSION}
    if wrong:
        name, said = next(iter(wrong.items()))
        has = f"has OrdQuant {said}" if isinstance(said, str) else "has no OrdQuant"
        more = f" (and {len(wrong) - 1} more of {len(found)} machines cannot be used)" if len(wrong) > 1 else ""
        raise OrdquantError(f"--dask: {name} {has}{more}; {_INSTALLED}")


@contextmanager
def _with_environment(settings: Mapping[str, str]) -> Iterator[None]:
    """Hold variables of the environment for the processes that are started meanwhile."""
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


def _workers(text: str) -> int:
    number = count(text)
    if number > MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"{text} processes are too many; use at most {MOST_WORKERS}")
    return number

"""Where heavy work is carried out: in this process, in worker processes, or on a Dask cluster."""

import argparse
import multiprocessing
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from ordquant_core.commands.options import count
from ordquant_core.errors import OrdquantError
from ordquant_core.extras import extra
from ordquant_core.statistics.pool import ONE_THREAD

MOST_WORKERS = 256
PATIENCE = 5  # seconds until a cluster must have answered


def add_elsewhere(added: argparse.ArgumentParser) -> None:
    """Add the options that say where a command does its heavy work; the numbers are the same everywhere."""
    group = added.add_argument_group("parallel computation", "these options do not change the results")
    where = group.add_mutually_exclusive_group()
    where.add_argument("--workers", type=_workers, metavar="N", help="use N processes on this machine")
    where.add_argument("--dask", metavar="ADDRESS", help="use this Dask cluster, such as tcp://host:8786")


@contextmanager
def executor_of(options: argparse.Namespace) -> Iterator[Executor | None]:
    """Yield the executor that the options ask for; None for this process.

    Raises `OrdquantError` where there is no cluster at the address, or Dask is not installed.
    """
    if options.workers is not None:
        # Not by fork: this process may have threads, of NumPy's libraries above all.
        spawn = multiprocessing.get_context("spawn")
        with _inherited(ONE_THREAD), ProcessPoolExecutor(options.workers, mp_context=spawn) as pool:
            try:
                yield pool
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    elif options.dask is not None:
        with extra("dask", "--dask"):
            from distributed import Client
        try:
            client = Client(options.dask, timeout=PATIENCE)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TypeError) as problem:
            reason = str(problem).partition("\n")[0]
            raise OrdquantError(f"--dask: no Dask cluster answers at {options.dask} ({reason})") from None
        with client, client.get_executor() as cluster:  # type: ignore[no-untyped-call]
            yield cluster
    else:
        yield None


@contextmanager
def _inherited(settings: Mapping[str, str]) -> Iterator[None]:
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

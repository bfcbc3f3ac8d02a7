"""A few worker processes that serve many jobs fairly: pieces of all jobs take turns.

Each worker is the only process of its own pool. If it dies, the piece that it was running is known: that piece is tried
once more on a new worker, and no other piece is lost. Workers start with the first piece and end after a period without
work. They also end whenever the process that started them ends.
"""

import os
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ordquant_core.errors import OrdquantError, extra
from ordquant_core.numerals import setting

LONGEST = 600.0  # seconds that one piece may take
MEMORY = 4 * 2**30  # bytes that a worker may use beyond those that it starts with
MOST_JOBS = 2  # of one owner that are carried out at the same time
IDLE = 300  # seconds until a worker without work ends, and gives its memory back
GRACE = 1.0  # seconds that a piece nobody waits for may still take
LOOKED_UP = 0.5  # seconds between two looks whether the parent is still there
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")  # a core each


class LostWorkerError(OrdquantError):
    """A worker process ended before its result was there, twice."""

    def __init__(self) -> None:
        super().__init__(
            "The computation was stopped: its worker process failed, and failed again on a second attempt, possibly "
            "for lack of memory. Try again later, select less data, or upload smaller files."
        )


class TooLargeError(OrdquantError):
    """A piece needs more memory or time than a worker may use."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"The computation was stopped: one step needs more than {what}. "
            "Select fewer runs, cases or measures, or upload smaller files."
        )


@dataclass(eq=False)
class _Task:
    """A piece of a job, and what its caller holds of it: that stays pending until the end, so that it can be let go."""

    job: "Job"
    call: Callable[[], Any]
    future: "Future[Any]"
    lost: bool = False  # whether a worker ended with it
    late: bool = False  # whether it took too long


class Pool:
    """So many worker processes. `job` gives an executor for the pieces of one job."""

    def __init__(self, size: int | None = None) -> None:
        self.size = size or os.cpu_count() or 1
        self._workers = [_Worker(self) for _ in range(self.size)]
        self._jobs: deque[Job] = deque()  # those with pieces that wait; the next one to be served first
        self._lock = threading.RLock()

    def job(self, owner: str = "", group: str = "") -> "Job":
        """Return an executor whose pieces take turns with those of all other jobs.

        Of one `owner`, where it is named, at most two jobs are carried out at the same time. A worker that is free
        serves the `group` of owners, where it is named, of which the fewest pieces are being carried out; of equals,
        the one that was not served for longest.
        """
        return Job(self, owner, group)

    @property
    def running(self) -> int:
        """How many pieces are being carried out."""
        return sum(worker.task is not None for worker in self._workers)

    @property
    def waiting(self) -> int:
        """How many pieces wait for a worker."""
        with self._lock:
            return sum(not task.future.cancelled() for job in self._jobs for task in job.tasks)

    def close(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.end()

    def add(self, task: _Task, *, first: bool = False) -> None:
        """Let a piece wait for its turn, or be the next of its job."""
        with self._lock:
            (task.job.tasks.appendleft if first else task.job.tasks.append)(task)
            if task.job not in self._jobs:
                self._jobs.append(task.job)
        self.serve()

    def serve(self) -> None:
        """Give every worker that is free a piece, of one job after the other."""
        with self._lock:
            for worker in self._workers:
                while worker.task is None and (job := self._next()) is not None:
                    task = job.tasks.popleft()
                    if job.tasks:
                        self._jobs.append(job)
                    if not task.future.cancelled():
                        worker.begin(task)

    def _next(self) -> "Job | None":
        """Return the job that is served next; None where none waits that may be carried out."""
        running = [worker.task.job for worker in self._workers if worker.task is not None]
        busy = set(running)
        may = [
            job
            for job in self._jobs
            if not job.owner or job in busy or sum(other.owner == job.owner for other in busy) < MOST_JOBS
        ]
        if not may:
            return None
        found = min(may, key=lambda job: sum(other.group == job.group for other in running))  # the first of equals
        self._jobs.remove(found)
        self._jobs = deque(sorted(self._jobs, key=lambda job: job.group == found.group))  # its others wait behind all
        return found

    def let_go(self, task: _Task) -> None:
        """End the worker that still carries out a piece which nobody waits for."""
        for worker in self._workers:
            if worker.task is task:
                worker.end()


class Job(Executor):
    """The pieces of one job."""

    def __init__(self, pool: Pool, owner: str = "", group: str = "") -> None:
        self.pool, self.owner, self.tasks = pool, owner, deque[_Task]()
        self.group: object = group or owner or self

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> "Future[Any]":
        """Let `function(*arguments)` wait for its turn."""
        task = _Task(self, partial(function, *arguments, **named), Future())
        task.future.add_done_callback(partial(self._done, task))
        self.pool.add(task)
        return task.future

    def _done(self, task: _Task, future: "Future[Any]") -> None:
        if future.cancelled():
            timer = threading.Timer(GRACE, self.pool.let_go, [task])
            timer.daemon = True
            timer.start()


class _Worker:
    """One process, replaced when it ends."""

    def __init__(self, pool: Pool) -> None:
        self._pool, self._executor = pool, None
        self._timer: threading.Timer | None = None
        self.task: _Task | None = None

    def begin(self, task: _Task) -> None:
        self.task = task
        try:
            found = self._process().submit(task.call)
        except BrokenProcessPool:  # it ended while it had nothing to do
            self.end()
            found = self._process().submit(task.call)
        self._timer = threading.Timer(LONGEST, self._stop, [task])
        self._timer.daemon = True
        self._timer.start()
        found.add_done_callback(partial(self._ended, task))

    def _stop(self, task: _Task) -> None:
        """End a piece that takes too long."""
        if self.task is task:
            task.late = True
            self.end()

    def end(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=False, kill_workers=True)

    def _process(self) -> Any:
        if self._executor is None:
            with extra("workers", "A pool of worker processes"):
                from loky import ProcessPoolExecutor

            # loky starts processes without the main module, which in a server is the script of any page.
            self._executor = ProcessPoolExecutor(
                max_workers=1,
                timeout=IDLE,
                initializer=_settle,
                initargs=(os.getpid(), MEMORY),
                env=ONE_THREAD,
            )
        return self._executor

    def _ended(self, task: _Task, found: "Future[Any]") -> None:
        problem = None if found.cancelled() else found.exception()
        lost = found.cancelled() or isinstance(problem, BrokenProcessPool)
        if self._timer is not None:
            self._timer.cancel()
        if task.late:
            problem, lost = TooLargeError(f"{setting(LONGEST / 60)} minutes"), False
        elif isinstance(problem, MemoryError):
            problem = TooLargeError(f"{MEMORY // 2**30} GiB of memory")
        with self._pool._lock:
            self.task = None
            if lost:
                self.end()
        if lost and not task.lost and not task.future.cancelled():
            task.lost = True
            self._pool.add(task, first=True)
            return
        if task.future.set_running_or_notify_cancel():
            if lost or problem is not None:
                task.future.set_exception(LostWorkerError() if lost else problem)
            else:
                task.future.set_result(found.result())
        self._pool.serve()


def _settle(parent: int, memory: int) -> None:
    """Let a worker be the less urgent process, bounded in memory, and end with the one that started it."""
    if hasattr(os, "nice"):
        os.nice(10)
    with suppress(ImportError, OSError, ValueError):  # only Linux says how much a process has mapped
        import resource

        mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        limit = mapped + memory
        resource.setrlimit(resource.RLIMIT_AS, (limit if most == resource.RLIM_INFINITY else min(limit, most), most))
    threading.Thread(target=_watch, args=[parent], daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOKED_UP)
    os._exit(1)

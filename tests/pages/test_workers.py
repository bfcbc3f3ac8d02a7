"""Heavy work beside the server: worker processes, which visitors share fairly, and which nobody has to wait for."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from concurrent.futures import CancelledError, wait
from dataclasses import dataclass
from threading import Thread

import numpy as np
import pytest

from ordquant_core.statistics import pool as pools
from ordquant_core.statistics.divided_work import DividedWork, Piece, SinglePiece
from ordquant_core.statistics.pool import LostWorkerError, Pool
from pages.shared import shared_work
from pages.shared.result_cache import is_computed
from pages.shared.shared_work import finish_shared, join_shared
from tests.pages.apps import ROOT
from tests.pages.fresh_memory import begin_afresh

pytestmark = pytest.mark.slow

PATIENCE = 60  # seconds until a test gives up


@pytest.fixture(scope="module")
def pool():
    found = Pool(2)
    yield found
    found.close()


@pytest.fixture
def served(pool, monkeypatch):
    """Unfinished work of our own, which goes to the workers at once."""
    begin_afresh(monkeypatch, pool)
    monkeypatch.setattr(shared_work, "DONE_HERE", 0)
    monkeypatch.setattr(pools, "GRACE", 0.1)
    return shared_work.UNFINISHED


def until(true):
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@dataclass(frozen=True, eq=False)
class Sleeping:
    """A piece that takes a while; it says which process carried it out."""

    seconds: float

    def __call__(self, number):
        time.sleep(self.seconds)
        return number, os.getpid()


@dataclass(frozen=True, eq=False)
class Dying:
    """A piece that ends its process, the first time or every time."""

    mark: str

    def __call__(self, number):
        if number == 1 and not os.path.exists(self.mark):  # noqa: PTH110
            if not self.mark.endswith("always"):
                open(self.mark, "w").close()  # noqa: PTH123
            os.kill(os.getpid(), signal.SIGKILL)
        return number, os.getpid()


class Work(DividedWork):
    def __init__(self, work, pieces):
        super().__init__(pieces)
        self.work, self.parts = work, []

    def _pieces(self):
        for number in range(self.total):
            yield Piece(self.work, number, self._take)

    def _take(self, part):
        self.parts.append(part)
        self.done += 1

    def result(self):
        return self.parts


def numbers(parts):
    return [part[0] for part in parts]


def silent(done, of):
    """A bar that nobody sees."""


class Left(BaseException):
    """What Streamlit raises in the run of a visitor who has left."""


def leave(done, of):
    raise Left


def test_two_jobs_take_turns(pool):
    first, second = pool.job(), pool.job()
    order = []
    futures = [first.submit(time.sleep, 0.05) for _ in range(40)] + [second.submit(time.sleep, 0.05) for _ in range(3)]
    for number, future in enumerate(futures):
        future.add_done_callback(lambda _, number=number: order.append(number))
    wait(futures, PATIENCE)
    assert max(order.index(number) for number in (40, 41, 42)) < 20  # not behind the forty that came before


def test_many_tabs_of_one_visitor_leave_others_their_share(pool):
    tabs = [pool.job(f"tab {number}", "10.0.0.1").submit(time.sleep, 0.3) for number in range(30)]
    other = [pool.job("other", "10.0.0.2").submit(time.sleep, 0.01) for _ in range(3)]
    wait(other, PATIENCE)
    assert sum(tab.done() for tab in tabs) < 10  # in a queue, they would come after all thirty
    for tab in tabs:
        tab.cancel()


def test_where_there_is_one_worker_visitors_take_turns_however_many_tabs_each_has():
    alone, order = Pool(1), []
    try:
        alone.job().submit(time.sleep, 1)  # meanwhile all others come
        jobs = [alone.job(f"tab {number}", "10.0.0.1") for number in range(12)]
        jobs += [alone.job("other", "10.0.0.2"), alone.job("another", "10.0.0.2"), alone.job("third", "10.0.0.3")]
        for job in jobs:
            for _ in range(2):
                job.submit(abs, 1).add_done_callback(lambda _, job=job: order.append(job.group))
        until(lambda: len(order) == 2 * len(jobs))
    finally:
        alone.close()
    assert [order[:6].count(f"10.0.0.{number}") for number in (1, 2, 3)] == [2, 2, 2]
    assert order[6:10].count("10.0.0.2") == 2


def test_a_piece_that_ends_its_worker_is_tried_once_more_and_then_reported(pool, tmp_path):
    job = pool.job()
    other = pool.job().submit(time.sleep, 0.2)
    assert numbers([job.submit(Dying(str(tmp_path / "once")), 1).result(PATIENCE)]) == [1]
    with pytest.raises(LostWorkerError, match="memory"):
        job.submit(Dying(str(tmp_path / "always")), 1).result(PATIENCE)
    assert other.result(PATIENCE) is None  # nobody else's work was lost
    assert len({job.submit(os.getpid).result(PATIENCE) for _ in range(8)} | {os.getpid()}) >= 2


def test_a_worker_that_was_killed_while_idle_is_replaced(pool):
    job = pool.job()
    for _ in range(2):
        os.kill(job.submit(os.getpid).result(PATIENCE), signal.SIGKILL)
        assert job.submit(abs, -1).result(PATIENCE) == 1


def test_what_is_let_go_is_not_begun_and_what_runs_is_stopped(pool, monkeypatch):
    monkeypatch.setattr(pools, "GRACE", 0.1)
    job = pool.job()
    futures = [job.submit(time.sleep, 1000) for _ in range(5)]
    until(lambda: pool.running == 2)
    assert all(future.cancel() for future in futures)
    until(lambda: pool.running == 0)
    assert pool.waiting == 0
    assert job.submit(abs, -2).result(PATIENCE) == 2


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_the_process_that_started_them(how):
    code = """
import os, sys, time
from ordquant_core.statistics.pool import Pool
job = Pool(2).job()
pids = [job.submit(os.getpid).result() for _ in range(20)]
busy = [job.submit(time.sleep, 1000) for _ in range(2)]
time.sleep(0.5)
print(*set(pids), flush=True)
time.sleep(1000)
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as it:
        pids = [int(pid) for pid in it.stdout.readline().split()]
        assert pids
        assert all(alive(pid) for pid in pids)
        it.send_signal(how)
    until(lambda: not any(alive(pid) for pid in pids))


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123
        return file.read().split()[2] != "Z"


def test_long_work_goes_to_the_workers_and_its_result_is_remembered(served):
    found = finish_shared(("a",), silent, lambda: Work(Sleeping(0.01), 20))
    assert numbers(found) == list(range(20))
    assert os.getpid() not in {pid for _, pid in found}
    assert is_computed(("a",))
    assert not served.results


def test_short_work_stays_here_and_starts_no_process(served, monkeypatch):
    monkeypatch.setattr(shared_work, "DONE_HERE", 1000)
    monkeypatch.setattr(Pool, "job", None)
    assert {pid for _, pid in finish_shared(("a",), silent, lambda: Work(Sleeping(0), 5))} == {os.getpid()}


def test_without_workers_everything_is_done_here(served, monkeypatch):
    monkeypatch.setattr(shared_work, "worker_pool", lambda: None)
    assert {pid for _, pid in finish_shared(("a",), silent, lambda: Work(Sleeping(0), 5))} == {os.getpid()}
    assert finish_shared(("b",), silent, lambda: SinglePiece(abs, -3)) == 3


def test_who_leaves_ends_the_work_and_what_was_done_is_kept_for_the_next(served, pool):
    with pytest.raises(Left):
        finish_shared(("a",), leave, lambda: Work(Sleeping(0.02), 200))
    until(lambda: pool.running == 0)  # those few pieces that were under way are done, and no more begin
    time.sleep(0.2)
    assert (pool.running, pool.waiting) == (0, 0)
    heard = []
    found = finish_shared(("a",), lambda *numbers: heard.append(numbers), lambda: Work(Sleeping(9), 200))
    assert numbers(found) == list(range(200))  # by the work that was begun first


@dataclass(frozen=True, eq=False)
class Filling:
    """A piece with a part of a megabyte."""

    def __call__(self, number):
        return np.zeros(2**20, dtype=np.int8)


def test_what_visitors_leave_keeps_no_thread_and_nothing_once_it_is_forgotten(served, pool, monkeypatch):
    monkeypatch.setattr(shared_work, "RELEASED_AFTER", 0.2)
    monkeypatch.setattr(shared_work, "CHECKED_EVERY", 0.05)
    wait([pool.job().submit(time.sleep, 0.2) for _ in range(4)], PATIENCE)  # the workers have threads of their own
    before, left = set(threading.enumerate()), []

    def begin():
        left.append(weakref.ref(work := Work(Sleeping(0.01), 200)))
        return work

    for name in "abc":
        with pytest.raises(Left):
            finish_shared((name,), leave, begin)
    until(lambda: set(threading.enumerate()) <= before)
    served.results.clear()
    until(lambda: gc.collect() >= 0 and not any(work() for work in left))  # a work and its pieces hold each other


def test_what_visitors_leave_counts_by_what_it_has_grown_to_and_makes_room_though_nobody_asks(served, monkeypatch):
    monkeypatch.setattr(shared_work, "RELEASED_AFTER", 0.2)
    monkeypatch.setattr(shared_work, "CHECKED_EVERY", 0.05)
    monkeypatch.setattr(served, "max_bytes", 11 * 2**20)

    def leave_later(done, of):
        if done >= 6:  # of each, 6 to 10 MiB are there
            raise Left

    for name in "abc":
        with pytest.raises(Left):
            finish_shared((name,), leave_later, lambda: Work(Filling(), 200))
    until(lambda: len(served.results) == 1 and served.size > 6 * 2**20)


def test_what_is_gone_on_with_after_it_was_dropped_is_stopped_when_it_is_left_again(served, pool, monkeypatch):
    monkeypatch.setattr(shared_work, "RELEASED_AFTER", 0.2)
    monkeypatch.setattr(shared_work, "CHECKED_EVERY", 0.05)
    held = join_shared(("a",), lambda: Work(Sleeping(1000), 200), total=200)
    served.remove(("a",), held)  # a page holds it
    for _ in range(4):
        held.advance()
    assert pool.running
    until(lambda: pool.running == 0)
    assert not served.results


def test_a_long_piece_that_nobody_waits_for_is_stopped(served, pool, monkeypatch):
    monkeypatch.setattr(shared_work, "RELEASED_AFTER", 0.3)
    monkeypatch.setattr(shared_work, "CHECKED_EVERY", 0.1)
    looks = iter(range(20))

    def leave_later(done, of):
        if next(looks, None) is None:
            assert pool.running == 1
            raise Left

    with pytest.raises(Left):
        finish_shared(("a",), leave_later, lambda: SinglePiece(time.sleep, 1000))
    until(lambda: pool.running == 0)
    assert not served.results
    assert finish_shared(("a",), silent, lambda: SinglePiece(abs, -4)) == 4


def test_who_waits_keeps_a_long_piece_going(served, monkeypatch):
    monkeypatch.setattr(shared_work, "RELEASED_AFTER", 1.5)
    monkeypatch.setattr(shared_work, "CHECKED_EVERY", 0.1)
    begun = []

    def begin():
        begun.append(1)
        return SinglePiece(time.sleep, 4)

    assert finish_shared(("a",), silent, begin) is None
    assert len(begun) == 1


def test_a_run_that_was_not_heard_of_for_long_begins_again(served, pool):
    begun = []

    def begin():
        begun.append(SinglePiece(time.sleep, 2))
        return begun[-1]

    def cancel_once(done, of):
        work = served.get(("a",))
        if len(begun) == 1 and work is not None and pool.running:
            work[0].cancel()

    assert finish_shared(("a",), cancel_once, begin) is None
    assert len(begun) == 2


def test_work_whose_pieces_were_stopped_is_not_gone_on_with_by_who_still_holds_it(served, pool, monkeypatch):
    monkeypatch.setattr(shared_work, "RELEASED_AFTER", 0)
    monkeypatch.setattr(shared_work, "CHECKED_EVERY", 0.05)
    work = join_shared(("a",), lambda: Work(Sleeping(1000), 2), total=2)
    work.advance()
    until(lambda: not served.results)
    with pytest.raises(CancelledError):
        work.advance()
    monkeypatch.setattr(shared_work, "RELEASED_AFTER", PATIENCE)
    assert numbers(join_shared(("a",), lambda: Work(Sleeping(0), 2), total=2).finish(silent)) == [0, 1]


def test_two_visitors_share_one_work(served):
    found = []

    def visit():
        found.append(finish_shared(("a",), silent, lambda: Work(Sleeping(0.01), 60)))

    visitors = [Thread(target=visit) for _ in range(3)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join(PATIENCE)
    assert [numbers(one) for one in found] == [list(range(60))] * 3
    assert len({id(one) for one in found}) == 1


def test_a_small_request_is_answered_while_a_long_one_is_under_way(served, pool):
    begun, ends = time.monotonic(), {}

    def visit(name, pieces):
        finish_shared((name,), silent, lambda: Work(Sleeping(0.05), pieces))
        ends[name] = time.monotonic() - begun

    visitors = [Thread(target=visit, args=("long", 100)), Thread(target=visit, args=("short", 4))]
    for visitor in visitors:
        visitor.start()
        time.sleep(0.2)
    for visitor in visitors:
        visitor.join(PATIENCE)
    assert ends["short"] < ends["long"] / 2


def test_what_breaks_off_is_not_kept_and_its_problem_is_reported(served):
    with pytest.raises(ZeroDivisionError):
        finish_shared(("a",), silent, lambda: SinglePiece(divmod, 1, 0))
    assert not served.results
    assert finish_shared(("a",), silent, lambda: SinglePiece(divmod, 1, 1)) == (1, 0)


def test_results_are_those_of_the_servers_own_process(served, monkeypatch):
    from ordquant_core.statistics.resampling import TukeyTrials

    scores = np.random.default_rng(1).random((2, 10, 100))

    def begin():
        return TukeyTrials(scores, n_trials=3000, rng=np.random.default_rng(1))

    there = finish_shared(("there",), silent, begin)
    monkeypatch.setattr(shared_work, "worker_pool", lambda: None)
    here = finish_shared(("here",), silent, begin)
    assert there.p_values.tobytes() == here.p_values.tobytes()

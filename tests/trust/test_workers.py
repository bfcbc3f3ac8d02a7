"""Worker processes: what one visitor asks for takes neither the memory nor the turns of the others."""

import sys
import threading
import time

import pytest

from ordquant_core.statistics import pool as pools
from ordquant_core.statistics.pool import Pool, TooLargeError

pytestmark = pytest.mark.slow

PATIENCE = 60


@pytest.fixture
def pool():
    """Three workers of our own."""
    found = Pool(3)
    yield found
    found.close()


def fill(mebibytes):
    """Use memory."""
    return len(bytearray(mebibytes * 2**20))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit is set where a process knows what it has")
def test_a_worker_that_would_use_too_much_memory_ends_one_request_with_a_sentence(pool, monkeypatch):
    monkeypatch.setattr(pools, "MEMORY", 2**28)
    job = pool.job("visitor")
    with pytest.raises(TooLargeError, match="needs more than"):
        job.submit(fill, 1000).result(PATIENCE)
    assert job.submit(fill, 10).result(PATIENCE) == 10 * 2**20


def test_a_piece_that_takes_too_long_ends_with_a_sentence_and_the_next_is_carried_out(pool, monkeypatch):
    job = pool.job("visitor")
    assert job.submit(fill, 1).result(PATIENCE) == 2**20
    monkeypatch.setattr(pools, "LONGEST", 0.3)
    with pytest.raises(TooLargeError, match=r"more than 0\.005 minutes"):
        job.submit(time.sleep, 30).result(PATIENCE)
    monkeypatch.setattr(pools, "LONGEST", 60)
    assert pool.job("other").submit(fill, 1).result(PATIENCE) == 2**20


def test_of_one_visitor_two_jobs_are_carried_out_at_a_time_and_another_visitor_does_not_wait(pool):
    warm = [pool.job().submit(fill, 1) for _ in range(3)]
    assert [future.result(PATIENCE) for future in warm] == 3 * [2**20]
    greedy = [pool.job("greedy").submit(time.sleep, 1.5) for _ in range(4)]
    begun = threading.Event()
    time.sleep(0.2)
    assert pool.running == 2
    other = pool.job("other").submit(fill, 1)
    other.add_done_callback(lambda _: begun.set())
    assert begun.wait(PATIENCE)
    assert not greedy[3].done()
    assert [future.result(PATIENCE) for future in greedy] == 4 * [None]

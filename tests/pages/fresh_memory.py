"""Caches of a test's own, and the workers that it gives to pages."""

from pages.shared import result_cache, shared_work
from pages.shared.result_cache import ResultCache


def begin_afresh(monkeypatch, pool=None):
    """Forget all results and unfinished work for a test; long work goes to `pool`. Returns the long results."""
    for name in ("QUICK_RESULTS", "LONG_RESULTS"):
        monkeypatch.setattr(result_cache, name, ResultCache(96 * 2**20))
    monkeypatch.setattr(result_cache, "TASKS", ResultCache(96 * 2**20, keep_last=2))
    unfinished = ResultCache(64 * 2**20, measure=shared_work.SharedWork.measure)
    monkeypatch.setattr(shared_work, "UNFINISHED", unfinished)
    monkeypatch.setattr(shared_work, "worker_pool", lambda: pool)
    return result_cache.LONG_RESULTS

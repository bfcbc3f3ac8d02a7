"""Forget the results of other tests."""

from pages.shared import result_cache


def begin_afresh():
    """Forget all results."""
    for slots in (result_cache.QUICK, result_cache.LONG, result_cache.FILES):
        slots.clear()

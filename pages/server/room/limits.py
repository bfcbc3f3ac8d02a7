"""How often something may happen from one network. Nothing is kept longer than the limit is about."""

import time
from collections import deque
from collections.abc import Callable

GUESSES = 30, 60.0  # wrong codes and keys from one network, within so many seconds
OPENINGS = 20, 3600.0  # rooms
MOST_NETWORKS = 10_000  # that are held at the same time; of more, the longest known are forgotten


class Limit:
    """Counts by network, in the memory of this process."""

    def __init__(self, most: int, within: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Take how often, and within how many seconds."""
        self._most, self._within, self._clock = most, within, clock
        self._times: dict[str, deque[float]] = {}

    def is_reached(self, network: str) -> bool:
        """Return whether it has happened as often as it may."""
        self._forget()
        return len(self._times.get(network, ())) >= self._most

    def note(self, network: str) -> None:
        """Count that it has happened."""
        self._forget()
        times = self._times.pop(network, deque(maxlen=self._most))
        times.append(self._clock())
        self._times[network] = times  # last: its newest time is the newest of all

    def _forget(self) -> None:
        since = self._clock() - self._within
        while self._times:
            network, times = next(iter(self._times.items()))
            if len(self._times) <= MOST_NETWORKS and times[-1] > since:
                break
            del self._times[network]
        # the others hold a newer time; what is older in them counts until the next question about them
        for times in self._times.values():
            while times and times[0] <= since:
                times.popleft()

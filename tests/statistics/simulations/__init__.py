"""Statistical claims, checked by simulation.

Every `simulate(repetitions, seed)` of a module of this package, and every `simulate_<name>`, gives an `Outcome` for
each claim and situation. `tests/statistics/test_simulations.py` runs the quick ones with few repetitions,
`make simulate` all of them.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

STANDARD_ERRORS = 4  # a simulated value may leave its bounds by so many of its Monte-Carlo standard errors


@dataclass(frozen=True, slots=True)
class Outcome:
    """A simulated value, and the bounds that a claim puts on it."""

    claim: str  # such as "95% interval of a mean covers the true mean"
    situation: str  # such as "n = 5 cases of STC-3 A, NMD"
    value: float
    low: float
    high: float
    error: float  # the Monte-Carlo standard error of the value

    @property
    def holds(self) -> bool:
        """Whether the value keeps its bounds, up to Monte-Carlo error."""
        slack = STANDARD_ERRORS * self.error
        return self.low - slack <= self.value <= self.high + slack


def simulations() -> Iterator[tuple[str, Callable[[int, int], Iterable[Outcome]]]]:
    """Yield every simulation with its name: that of the module, or of the function."""
    for module in pkgutil.iter_modules(__path__):
        if not module.name.startswith("_"):
            for name, found in vars(importlib.import_module(f"{__name__}.{module.name}")).items():
                if name == "simulate":
                    yield module.name, found
                elif name.startswith("simulate_"):
                    yield name.removeprefix("simulate_"), found


def share_error(share: float, repetitions: int) -> float:
    """Return the standard error of a share of independent repetitions; at least that of one repetition in all."""
    kept = min(max(share, 1 / repetitions), 1 - 1 / repetitions)
    return float((kept * (1 - kept) / repetitions) ** 0.5)


def of_share(claim: str, situation: str, held: Sequence[bool], low: float, high: float) -> Outcome:
    """Return in which share of repetitions something holds."""
    share = float(np.mean(held))
    return Outcome(claim, situation, share, low, high, share_error(share, len(held)))

"""The tests and intervals that Systems shows, as far as they have come."""

from collections.abc import Sequence
from dataclasses import dataclass

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.statistics.bootstrap import Bootstrap
from pages.shared import measured
from pages.shared.measuring import Settings
from pages.shared.memory import passing
from pages.shared.sharpening import Sharpening
from pages.shared.tasks import Current


@dataclass(frozen=True, slots=True, eq=False)
class Tested:
    """What is known so far."""

    runs: tuple[Discrimination, ...]  # of every task, by the randomised Tukey HSD test
    pairs: Discrimination  # of the current task, by the paired bootstrap
    interval: Bootstrap  # of the current task
    sharpening: Sharpening


def begin(every: Sequence[Current], measures: tuple[str, ...], settings: Settings) -> Tested:
    """Test all runs until a first answer stands; every task is scored before."""
    with passing():
        runs = [measured.growing_runs(one, measures, settings) for one in every]
        pairs = measured.growing_pairs(every[0], measures, settings)
        interval = measured.growing_intervals(every[0], measures, settings.seed)
    sharpening = Sharpening(runs, [pairs, interval])
    *found, alone, bounds = sharpening.begin()
    return Tested(tuple(found), alone, bounds, sharpening)

"""Cases: two runs of a task by two measures, case by case."""

from pages.shared.pair.page import draw
from pages.shared.pair.presets import CASES

draw(CASES)

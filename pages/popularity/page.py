"""Popularity vs Uniform: the two baselines, or one fixed class in place of one, on every case of a task."""

from pages.shared.pair.page import draw
from pages.shared.pair.presets import POPULARITY

draw(POPULARITY)

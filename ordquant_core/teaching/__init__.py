"""Lessons, the quiz and the choice of a measure: data and functions, no page."""

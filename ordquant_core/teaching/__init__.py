"""Lessons, the quiz, lessons of one's own, result codes and the choice of a measure: data and functions, no page."""

"""Analyses of a task: scores, agreement, tests and robustness."""

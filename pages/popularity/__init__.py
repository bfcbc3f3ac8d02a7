"""Popularity vs Uniform: the two baselines, or one fixed class in place of one, on every case of a task."""

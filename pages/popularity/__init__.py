"""Popularity vs Uniform: the two baselines on every case of a task."""

"""Ranked lists: scores by topic, pairs of runs, merged runs, and findings."""

"""Comparing the measures by all runs of a task: agreement, consistency, discriminative power, overlap, information."""

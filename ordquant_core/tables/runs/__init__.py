"""All runs of a task: their means and ranks, how similarly measures rank them, which differences are significant."""

"""A task in, results out."""

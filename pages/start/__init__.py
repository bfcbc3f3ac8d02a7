"""The first page: what a measure does, and where to go."""

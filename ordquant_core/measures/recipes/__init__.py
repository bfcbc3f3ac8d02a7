"""How measures are calculated by hand, for their records in the registry: step by step, and in short."""

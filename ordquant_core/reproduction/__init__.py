"""The numbers that the papers print, recomputed: from their definitions, examples, and other printed numbers."""

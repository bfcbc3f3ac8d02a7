"""The measures: their formulas (one module per family) and the facts about them (the registry)."""

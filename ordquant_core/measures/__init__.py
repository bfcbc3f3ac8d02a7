"""Every measure: its formula (one module per family) and the facts about it (the registry)."""

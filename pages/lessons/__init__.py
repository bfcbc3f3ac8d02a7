"""Eight lessons on measures, the last of which makes one, and four judges."""

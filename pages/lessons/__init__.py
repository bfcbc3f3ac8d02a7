"""Nine lessons on measures, and a quiz."""

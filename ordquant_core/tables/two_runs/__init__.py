"""Two runs on the cases of a task: preferences, disagreements of measures, and what is associated with them."""

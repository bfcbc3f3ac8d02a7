"""Planning the next round of a task: how many cases and annotators it takes, what a paired test finds."""

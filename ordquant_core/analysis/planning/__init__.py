"""Planning the next round of a task: what is noise, how many cases and annotators it takes, what a test could find."""

"""Files out: runs, and cases of a task, in the formats that are read."""

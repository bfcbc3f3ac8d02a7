"""Write runs, and cases of a task, in the formats that can be read."""

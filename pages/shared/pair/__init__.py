"""Two runs of a task by two measures, case by case: what the pages Popularity vs Uniform and Cases show."""

"""All runs of a task under one measure: significance groups, pairs of runs, ranks by every measure."""
